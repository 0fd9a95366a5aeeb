/* SPDX-License-Identifier: Apache-2.0 */
/* clock-offset: between the clocks of the host and of a device, as the commands of a queue show it. */
#ifndef CLROUTER_TOOL_REPORT_CLOCK_OFFSET_H
#define CLROUTER_TOOL_REPORT_CLOCK_OFFSET_H

#include <stdbool.h>
#include <stdint.h>

/* What is known of host clock - device clock: it is between these. All zero: nothing is. */
struct clock_offset {
	int64_t low;
	int64_t high;
	bool is_known;
};

/*
 * A command was QUEUED, by the device's clock, while its call ran from BEGIN to END. False: that does
 * not fit what is known, because the clocks drift; nothing changes.
 */
bool clock_offset_narrow(struct clock_offset *offset, uint64_t begin, uint64_t end, uint64_t queued);

/*
 * When, by the host's clock, a command STARTED, whose call began at BEGIN. No command starts before its
 * call begins: what seems to do so is a clock that is not exact.
 */
uint64_t clock_offset_start(const struct clock_offset *offset, uint64_t begin, uint64_t started);

#endif
