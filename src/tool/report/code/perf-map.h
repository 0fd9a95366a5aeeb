/* SPDX-License-Identifier: Apache-2.0 */
/*
 * perf-map: names of code that is made while a program runs. Programs write them to
 * /tmp/perf-PID.map for perf(1), a line for each function: its address and size, as hexadecimal
 * digits, and its name. "python3 -X perf" does so, from Python 3.12 on.
 */
#ifndef CLROUTER_TOOL_REPORT_CODE_PERF_MAP_H
#define CLROUTER_TOOL_REPORT_CODE_PERF_MAP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct perf_function {
	uint64_t begin;		/* its first address */
	uint64_t size;		/* bytes */
	const char *name;
};

struct perf_map {
	char *text;		/* what the names are part of; NULL: there is no map */
	struct perf_function *functions; /* as they stand in the file */
	size_t count;
};

/*
 * Reads the map of PROCESS, if OWNER has it, and if it was written to at SINCE (seconds since 1970)
 * or later: an older one is of another process that had the same number.
 */
struct perf_map perf_map_read(uint32_t process, uid_t owner, int64_t since);

/* The name of the code at ADDRESS, "" if it has none. It is valid as long as the map. */
const char *perf_map_find(const struct perf_map *map, uint64_t address);

void perf_map_done(struct perf_map *map);

#endif
