/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replayer: a child process that makes one launch after the other again on one device, and stays
 * for the next one. If it dies, or does not come back, that is the launch's outcome, and another
 * child is started for the next launch.
 */
#ifndef CLROUTER_TOOL_DIVERGE_REPLAYER_H
#define CLROUTER_TOOL_DIVERGE_REPLAYER_H

#include <stdint.h>
#include <sys/types.h>

#include "tool/replay/replay-options.h"
#include "tool/replay/replay-probe.h"

struct replayer {
	struct replay_probe
		device; /* candidate, settings, platform and device: set by the caller */
	const struct replay_options *options; /* how results are compared */
	unsigned seconds;		      /* for a step of a launch */
	uint64_t over;			      /* when no launch goes on, of system_now() */
	pid_t id;			      /* 0: there is no child */
	int orders;			      /* a socket to it, and a pipe from it */
	int report;
	char *bytes; /* that it has reported of the launch */
	size_t size;
};

/*
 * Makes LAUNCH, which is in the directory PATH, again, REPEAT times, or twice for what varies and
 * for types if that is 0. Returns the outcome, whose texts are in ARENA. If the time is over, or a
 * signal is to end the tool, it is REPLAY_NOT_TRIED.
 */
struct replay_probe replayer_run(struct replayer *replayer, const char *path,
				 const struct launch *launch, unsigned int repeat,
				 struct arena *arena);

/* Ends the child, if there is one. */
void replayer_end(struct replayer *replayer);

#endif
