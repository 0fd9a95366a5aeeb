/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay-probe: runs a captured launch on one device, in a child process with a time limit, and keeps
 * what became of it. It judges nothing but that.
 */
#ifndef CLROUTER_TOOL_REPLAY_REPLAY_PROBE_H
#define CLROUTER_TOOL_REPLAY_REPLAY_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/settings.h"
#include "discover/candidate.h"
#include "launch/launch.h"
#include "tool/probe/child.h"
#include "tool/replay/replay-options.h"

enum replay_outcome {
	REPLAY_SAME,		/* as the launch was captured */
	REPLAY_DIFFERS,
	REPLAY_VARIES,		/* only what was not the same each time where it was captured */
	REPLAY_NO_BUILD,
	REPLAY_NO_LAUNCH,
	REPLAY_UNABLE,		/* the device lacks what the launch needs */
	REPLAY_CRASHED,
	REPLAY_HUNG,
	REPLAY_EXITED,
	REPLAY_NOT_TRIED,	/* there was no child process */
	REPLAY_OUTCOMES
};

/* Bytes that are not the same each time. */
struct replay_varying {
	struct replay_varying *next;
	unsigned long long range;
	unsigned long long first;
	unsigned long long count;
};

/* What the child looks with, besides the comparison. */
struct replay_checker {
	const char *layer;	/* its library, which is put above the driver; NULL: none */
	const char *const (*variables)[2];	/* names, and values; NULL: the variable is taken away */
	size_t variable_count;
	bool needs_whole_writes;	/* a buffer is written in one command, from its start */
};

/* A child that stays on one device for one launch after the other, all of them compared as OPTIONS say. */
struct replay_service {
	const struct replay_options *options;
	struct child_service child;
};

/* Texts are NULL if there is nothing to say. */
struct replay_probe {
	const struct launch *launch;
	const struct launch_bounds *bounds;
	const char *directory;	/* of the capture */
	const struct candidate *candidate;
	const struct settings *settings;
	size_t platform;	/* its index among the driver's platforms */
	size_t device;		/* its index among the platform's devices */
	unsigned int repeat;	/* how often it is run; 0: twice, for what varies */
	const struct replay_checker *checker;	/* NULL: none */
	struct replay_service *service;	/* it reads the launch itself; NULL: a child does this launch only */
	struct child child;
	enum launch_step step;
	enum replay_outcome outcome;
	unsigned int same;	/* runs that ended as the launch was captured */
	unsigned int differing;
	const char *unable;
	const char *failed;	/* a function and what it returned */
	enum launch_step failed_in;
	const char *log;	/* a line of the build log */
	const char *portable;	/* options that were tried instead of the capture's options */
	const char *refused;	/* what failed with these */
	const char *text;	/* of a launch that fails: how */
	bool has_difference;
	size_t range;		/* of the first difference of the first run that differs, as those that follow */
	uint64_t offset;	/* in the object */
	size_t element;
	uint64_t count;
	const char *found;
	const char *expected;
	struct replay_varying *varying;
	const char **types;	/* of the arguments, each may be NULL; NULL: not found out */
	uint64_t build_ns;	/* 0: not known */
	uint64_t launch_ns;	/* the shortest of all runs; 0: not known */
};

/*
 * Runs the child. PROBE is zeroed but for the members up to service. LIMIT is the time of one step in
 * seconds: of building, of one run, and so on.
 */
void replay_probe_run(struct replay_probe *probe, unsigned limit, struct arena *arena);

/* "while it built the program": where a child that died was. */
const char *replay_probe_step_text(enum launch_step step);

/* Why it was not run to the end, in a few words; NULL: it was. */
const char *replay_probe_failure(const struct replay_probe *probe, struct arena *arena);

/* "same", "no-build": one word for programs and people. */
const char *replay_probe_outcome(enum replay_outcome outcome);

/* Did the driver do something else than the one where the launch was captured? */
bool replay_probe_is_bad(enum replay_outcome outcome);

#endif
