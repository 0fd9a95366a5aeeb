/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-status: what a layer reports of the processes of a program (base/common/status-line.h).
 * The layer writes to a file in memory, so nothing is left over, whatever happens.
 */
#ifndef CLROUTER_TOOL_PROBE_PROCESS_LAYER_STATUS_H
#define CLROUTER_TOOL_PROBE_PROCESS_LAYER_STATUS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/common/status-line.h"

struct layer_status {
	int file;	/* negative: none */
	off_t read;	/* bytes that were read */
	bool is_cut;	/* they end in a line that is too long */
};

/* Makes the file and puts its path into the environment variable VARIABLE. False, with errno: it fails. */
bool layer_status_open(struct layer_status *status, const char *variable);

/*
 * Stores the next line, without its end, in LINE of STATUS_LINE_SIZE bytes. False: there is none yet. A line
 * that has not ended is not read, and one that no layer can have written, since it is longer, is left out.
 */
bool layer_status_next(struct layer_status *status, char *line);

/* What LINE has after WORD and a blank; "": WORD alone; NULL: it does not begin with WORD. */
const char *layer_status_rest(const char *line, const char *word);

void layer_status_close(struct layer_status *status);

#endif
