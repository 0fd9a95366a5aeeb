/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reported-set: the devices that a child has reported, as what selects devices knows them
 * (opencl/devices/select.h). Keeps no state.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_REPORTED_SET_H
#define CLROUTER_TOOL_PROBE_DRIVER_REPORTED_SET_H

#include "base/arena.h"
#include "opencl/devices/select.h"
#include "tool/probe/driver/platform-report.h"

/* The devices of REPORTED, which was asked below the layers, in ARENA; none if there is no memory. */
struct devices_set reported_set(const struct reported *reported, struct arena *arena);

#endif
