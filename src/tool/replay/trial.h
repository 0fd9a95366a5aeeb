/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trial: makes a launch again on one device, in the child process that does this and nothing else. It
 * is launch/engine.c with the functions of a driver or of a layer, and tells the parent what the engine
 * says (probe/driver/report.h), in the words of launch/launch.h and those below.
 */
#ifndef CLROUTER_TOOL_REPLAY_TRIAL_H
#define CLROUTER_TOOL_REPLAY_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "launch/launch.h"
#include "tool/probe/driver/device-use.h"

#define TRIAL_TYPE "type"		/* each of "INDEX TYPE", of an argument */
#define TRIAL_VARIES "varies"		/* each of "RANGE FIRST COUNT": bytes that were not the same */

/* What the child is to do. */
struct trial {
	struct device_use use;		/* the device is found */
	const struct launch *launch;
	const struct launch_bounds *bounds;
	const char *directory;		/* of the capture, where included files are */
	bool writes_at_once;		/* all of a buffer */
	unsigned int repeat;		/* how often it is run; 0: twice, for what varies and for types */
};

/* Makes the launch, and releases all. */
void trial_run(const struct trial *trial);

/*
 * The same for one of many launches on the same device, in the working directory that the program had: context
 * and programs stay for the next one. False: it has failed, and nothing is released; so that the next one does
 * not suffer from it, the child is to end.
 */
bool trial_run_next(const struct trial *trial);

/*
 * TYPES has one for each argument, or NULL. Reports which types of OpenCL, such as "float4*", those are
 * that the program of LAUNCH has named itself. What fails is not reported.
 */
void trial_put_named_types(const struct device_use *use, const struct launch *launch,
			   const char *const *types);

void trial_begin_step(const struct device_use *use, enum launch_step step);

#endif
