/* SPDX-License-Identifier: Apache-2.0 */
/*
 * drivers: loads each driver in a child process and adds a finding about it: the loader's verdict,
 * or what only the child shows: a crash, a hang, or a symbol that is undefined if all are bound.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_DRIVERS_H
#define CLROUTER_TOOL_DOCTOR_SECTION_DRIVERS_H

#include "tool/doctor/examination.h"

/* Every driver that is wanted, opened or left out. The probes stay in CHECK, in their order. */
void drivers_examine(struct examination *check);

#endif
