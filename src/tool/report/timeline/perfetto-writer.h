/* SPDX-License-Identifier: Apache-2.0 */
/*
 * perfetto-writer: what writes the packets of one record in Perfetto's own form: sequences of packets with a
 * clock of their own, tracks, and texts that have a number in each sequence.
 */
#ifndef CLROUTER_TOOL_REPORT_TIMELINE_PERFETTO_WRITER_H
#define CLROUTER_TOOL_REPORT_TIMELINE_PERFETTO_WRITER_H

#include "tool/report/model.h"
#include "tool/report/strings.h"
#include "tool/report/timeline/export-perfetto.h"
#include "tool/report/timeline/protobuf.h"

/* The numbers of fields, as the .proto files have them. */
enum { TRACE_PACKET = 1 };
enum {
	PACKET_CLOCKS = 6,
	PACKET_TIME = 8,
	PACKET_SEQUENCE = 10,
	PACKET_EVENT = 11,
	PACKET_INTERNED = 12,
	PACKET_FLAGS = 13,
	PACKET_DEFAULTS = 59,
	PACKET_TRACK = 60,
	PACKET_IS_FIRST = 87
};
enum { CLOCKS_CLOCK = 1 };
enum { CLOCK_ID = 1, CLOCK_TIME = 2, CLOCK_IS_INCREMENTAL = 3 };
enum { DEFAULTS_EVENT = 11, DEFAULTS_CLOCK = 58 };
enum {
	EVENT_CATEGORY = 3,
	EVENT_ANNOTATION = 4,
	EVENT_TYPE = 9,
	EVENT_NAME = 10,
	EVENT_TRACK = 11,
	EVENT_VALUE = 30,
	EVENT_PLACE = 34,
	EVENT_FLOW = 47,
	EVENT_END_OF_FLOW = 48
};
enum { LOCATION_ID = 1, LOCATION_FILE = 2, LOCATION_FUNCTION = 3, LOCATION_LINE = 4 };
enum { COUNTER_UNIT = 3, COUNTER_UNIT_NAME = 6 };
enum { UNIT_COUNT = 2, UNIT_BYTES = 3 };
enum {
	ANNOTATION_NUMBER = 3,
	ANNOTATION_SIGNED = 4,
	ANNOTATION_TEXT = 6,
	ANNOTATION_NAME = 10,
	ANNOTATION_TEXT_ID = 17
};
enum { INTERNED_CATEGORY = 1, INTERNED_NAME = 2, INTERNED_PLACE = 4, INTERNED_TEXT = 29 };
enum { NAME_ID = 1, NAME_TEXT = 2 };
enum { TRACK_ID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_THREAD = 4, TRACK_PARENT = 5, TRACK_COUNTER = 8 };
enum { PROCESS_ID = 1, PROCESS_NAME = 6 };
enum { THREAD_PROCESS = 1, THREAD_ID = 2, THREAD_NAME = 5 };

enum { SLICE_BEGIN = 1, SLICE_END = 2, INSTANT = 3, COUNTER = 4 };
enum { STATE_CLEARED = 1, STATE_NEEDED = 2 };

#define CLOCK_BOOT 6	   /* the one that a trace is shown in */
#define CLOCK_SEQUENCE 64  /* the first one that a sequence may define for itself */
#define FIRST_NAME 65536   /* numbers of names of commands; the numbers of calls are below */

/* What is shown in one line: its packets are a sequence. */
struct perfetto_row {
	uint32_t sequence; /* 0: it has none yet */
	uint64_t time;	   /* of its last packet, ns since the start of the file */
	uint64_t *ends;	   /* of the spans that are open, the outermost first */
	size_t depth;
};

/* Calls of a program often have arguments that an earlier one had, so these get numbers, too. */
#define PERFETTO_TEXTS 65536

struct text {
	char *text; /* NULL: none */
	uint32_t number;
	uint32_t sequence; /* in which it was written last */
};

#define PERFETTO_CATEGORIES 32 /* of calls, then ... */
#define PERFETTO_COMMANDS 8    /* ... of commands by their kind, and then ... */
#define PERFETTO_RANGES 31     /* ... of ranges and marks */

struct perfetto_writer {
	struct perfetto *perfetto;
	const struct model *model;
	uint64_t process;
	uint64_t delay;	       /* ns, from the start of the first process to its own */
	struct perfetto_row *threads; /* by their place in the model */
	uint32_t *functions;   /* by number: the sequence in which its name was written last */
	bool *is_enqueue;      /* by number: there are measured commands that it has enqueued */
	struct strings names;  /* of commands; their numbers come after FIRST_NAME */
	uint32_t *named;       /* by name: the sequence in which it was written last */
	struct text *texts;    /* by their hash: a text takes the place of another one */
	struct text *places;   /* the same, of functions, files and lines */
	uint32_t categories[PERFETTO_CATEGORIES]; /* the sequence in which each was written last */
	uint32_t text_count;
	uint32_t lane_count;   /* of all queues */
	uint64_t first_flow;   /* of the first command of the model */
	struct protobuf packet;
	struct protobuf event;
	struct protobuf interned; /* by the next event */
	struct protobuf part;
	struct protobuf inner;
};

uint64_t perfetto_process_track(const struct perfetto_writer *writer);

/* When it was, since the start of the file. */
uint64_t perfetto_moment(const struct perfetto_writer *writer, uint64_t time);

/* The first packet of ROW: its clock starts with the file, and its events are on the track. */
void perfetto_begin_sequence(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t track);

/* The fields of the track are in `part`. */
void perfetto_write_track(struct perfetto_writer *writer, uint32_t sequence);

/* A packet of ROW at TIME; the event is in `event`. Time never goes back in a sequence. */
void perfetto_write_event(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t time);

/* The number of a new track that is neither a process nor a thread. */
uint64_t perfetto_new_track(struct perfetto_writer *writer);

/* Ends the innermost span of ROW. */
void perfetto_end_span(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t time);

/* Ends the spans of ROW that have ended at TIME. */
void perfetto_end_spans(struct perfetto_writer *writer, struct perfetto_row *row, uint64_t time);

/*
 * Notes that a span of ROW ends at END, or with the one that it is inside of. Returns false, with a
 * message, without memory.
 */
bool perfetto_push_end(struct perfetto_row *row, uint64_t end);

/* Writes the text NUMBER of KIND into the packet of the next event, unless the sequence of ROW has it. */
void perfetto_intern(struct perfetto_writer *writer, const struct perfetto_row *row,
		     unsigned int kind, uint32_t number, const char *text, uint32_t *sequence);

/* Arguments and the category of the next event. */
void perfetto_annotate(struct perfetto_writer *writer, const char *name, uint64_t number);
void perfetto_put_category(struct perfetto_writer *writer, const struct perfetto_row *row,
			   unsigned int number, const char *name);

/* The index of the name TEXT; STRINGS_NONE: there is no memory, which is reported. */
size_t perfetto_find_name(struct perfetto_writer *writer, const char *text);

/* -- perfetto-ranges.c ------------------------------------------------------------------------- */

/*
 * Writes the program's own ranges and marks: for each thread a track for each domain and one for marks, and
 * tracks for ranges that all threads share. Returns false, with a message, without memory.
 */
bool perfetto_put_ranges(struct perfetto_writer *writer);

/* -- perfetto-counters.c ----------------------------------------------------------------------- */

/*
 * Writes the counters of the model: the depth of each queue that is measured, bytes of memory for each set of
 * devices, and the rate of transfers in each direction. Returns false, with a message, without memory.
 */
bool perfetto_put_counters(struct perfetto_writer *writer);

#endif
