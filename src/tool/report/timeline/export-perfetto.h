/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export-perfetto: records in Perfetto's form: a track for each thread and for each lane of a queue,
 * and flows from calls to their commands. It follows "TracePacket" and "Synthetic TrackEvent" of Perfetto's documents
 * (perfetto.dev/docs/reference): names are written once in each sequence of packets and then
 * meant by a number, and times are differences to the packet before.
 */
#ifndef CLROUTER_TOOL_REPORT_TIMELINE_EXPORT_PERFETTO_H
#define CLROUTER_TOOL_REPORT_TIMELINE_EXPORT_PERFETTO_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/report/model.h"

/* A file that is being written. */
struct perfetto {
	FILE *file;
	uint64_t start;	    /* of the first process, ns, CLOCK_REALTIME */
	uint32_t sequences; /* how many there are */
	uint64_t flows;
};

/* Begins a file whose first process started at START. */
void perfetto_begin(struct perfetto *perfetto, FILE *file, uint64_t start);

/*
 * Adds the record of MODEL, which began at START by the clock of the file, as a process with the number
 * PROCESS, which is unique in the file: processes of two machines may have the same ID. Returns false, with a message on standard error, if there is no memory.
 */
bool perfetto_put(struct perfetto *perfetto, const struct model *model, uint64_t process,
		  uint64_t start);

/*
 * Writes the record of MODEL to FILE. Returns false, with a message on standard error, if there is
 * no memory.
 */
bool export_perfetto(FILE *file, const struct model *model);

#endif
