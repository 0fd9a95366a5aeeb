/* SPDX-License-Identifier: Apache-2.0 */
/* replay-output: writes what became of a capture on each device, for people and as JSON. */
#ifndef CLROUTER_TOOL_REPLAY_REPLAY_OUTPUT_H
#define CLROUTER_TOOL_REPLAY_REPLAY_OUTPUT_H

#include "table/output.h"
#include "tool/replay/replay-options.h"
#include "tool/replay/replay-rows.h"

/* What was captured, and where, and how it is replayed, which OPTIONS may have changed. */
void replay_output_capture(struct output *output, const struct replay_capture *capture,
			   const struct replay_options *options, struct arena *arena);

/* One row, when its device is done. */
void replay_output_row(struct output *output, const struct replay_row *row, struct arena *arena);

/*
 * Why what PROBE ran is not as it was captured, in a sentence in ARENA; NULL: it is, or there is nothing to
 * say.
 */
const char *replay_output_why(const struct replay_probe *probe, struct arena *arena);

/* The sentence after all rows of a capture. */
void replay_output_conclusion(struct output *output, const struct replay_capture *capture);

/* All rows of all captures as a table, if there is more than one. */
void replay_output_table(struct output *output, const struct replay_capture *captures, size_t count);

#endif
