/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay-options: what the user has said of a replay that the capture says otherwise, or does not
 * know: how results are compared, the types of arguments, and the local size. Keeps no state.
 */
#ifndef CLROUTER_TOOL_REPLAY_REPLAY_OPTIONS_H
#define CLROUTER_TOOL_REPLAY_REPLAY_OPTIONS_H

#include <stdbool.h>

#include "launch/launch.h"
#include "tool/tool.h"

struct replay_options {
	bool wants_bits;
	bool has_bounds; /* then bounds that are not given are 0 */
	bool has_ulps;	 /* otherwise the steps of images stay, which are no floats */
	unsigned int ulps;
	double relative;
	double absolute;
	bool wants_captured_local;	/* where the program has passed NULL */
	const struct tool_words *types; /* each is INDEX=TYPE */
};

/* Reads the options of TOOL. False: one of them makes no sense, which is said. */
bool replay_options_read(struct replay_options *options, const struct tool *tool);

/*
 * Changes LAUNCH, and BOUNDS by enum launch_as, as OPTIONS say. False: it has not what an option is
 * about; PROBLEM, of LAUNCH_PROBLEM bytes, says what.
 */
bool replay_options_apply(const struct replay_options *options, struct launch *launch,
			  struct launch_bounds bounds[LAUNCH_KINDS], struct arena *arena,
			  char *problem);

/* Do OPTIONS change how contents are compared, for all that the capture knows as numbers? */
bool replay_options_has_bounds(const struct replay_options *options);

#endif
