/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output: a form in which calls are written: text.h and json.h define them. trace.c chooses one at
 * start; no other part knows which one it is.
 */
#ifndef CLROUTER_LAYERS_TRACE_OUTPUT_H
#define CLROUTER_LAYERS_TRACE_OUTPUT_H

#include <stdbool.h>

#include "opencl/call.h"

/* All of these functions but began() are called with the lock held. */
struct trace_output {
	bool is_document;	/* only one process can write the file, and nothing but calls */
	bool has_queues;	/* trace_json_command() may be called */
	void (*start)(void);	/* the file was opened */
	void (*before)(struct call *call);
	void (*began)(const struct call *call);	/* without the lock; call->begin is set; may be NULL */
	void (*after)(struct call *call, const void *result);
	void (*unseen)(const char *name, const char *why);	/* calls of NAME are not traced */
	void (*flush)(void);	/* writes what is held back; NULL: nothing ever is */
};

#endif
