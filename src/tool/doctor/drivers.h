/* SPDX-License-Identifier: Apache-2.0 */
/*
 * drivers: each driver is loaded by a probe; here it is judged what came of that.
 * What the loader alone says is its verdict; a crash, a hang and a symbol that
 * only binding misses are told by the probe.
 */
#ifndef CLROUTER_TOOL_DOCTOR_DRIVERS_H
#define CLROUTER_TOOL_DOCTOR_DRIVERS_H

#include "tool/doctor/examination.h"

/* Every driver that is wanted, opened or left out. Keeps the probes in EXAM. */
void drivers_examine(struct examination *exam);

#endif
