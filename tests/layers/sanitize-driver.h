/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-driver: a fake driver for the sanitizer's layer, and a server that answers it, in a
 * thread. A source has a line "kernel NAME ARGUMENTS" for each kernel; a rewritten one begins with
 * "shadow". A kernel of a shadow runs when a queue is waited for: then the test writes its records.
 */
#ifndef SANITIZE_DRIVER_H
#define SANITIZE_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include <clrouter/layer.h>

#include "sanitize/exchange.h"

#define DRIVER_DEVICES 2
#define DRIVER_ARGUMENTS 16

enum driver_type {
	DRIVER_NONE,
	DRIVER_CONTEXT,
	DRIVER_QUEUE,
	DRIVER_PROGRAM,
	DRIVER_KERNEL,
	DRIVER_BUFFER,
	DRIVER_EVENT,
	DRIVER_COMMAND_BUFFER,
};

/* What an argument was set to. */
struct driver_argument {
	bool is_set;
	size_t size;
	const void *svm;	 /* by one of the functions for pointers */
	unsigned char bytes[16]; /* of other values */
};

/* Any object. */
struct driver_object {
	const void *table;
	enum driver_type type;
	unsigned int references;
	struct driver_object *context; /* retained; of a kernel the program */
	cl_device_id device;	       /* of a queue, or that a program is built for */
	cl_command_queue_properties properties;
	bool is_shadow; /* a program, or a kernel of one */
	bool is_built;
	char *text; /* the source, or the name of a kernel */
	char *options;
	struct driver_argument arguments[DRIVER_ARGUMENTS];
	cl_uint argument_count;
	size_t infos; /* how often clSetKernelExecInfo was called */
	char *memory; /* of a buffer */
	char *shown;  /* what a mapping shows if that is a copy */
	size_t size;
	struct driver_object
		*launched[64]; /* kernels in a queue or command buffer, with their values */
	size_t launches;
	cl_int status; /* of an event */
};

/* What a test sets, and what it looks at. All zero at first. */
struct fake_driver {
	bool copies_maps;    /* a mapping shows what was there before */
	bool refuses_shadow; /* kernels of shadows are not launched */
	bool refuses_all;    /* no kernel is */
	bool fails_shadow;   /* shadows are not built */
	bool fails_map;
	bool fails_fill;
	bool has_system_svm;
	cl_int dead;				   /* what commands return; 0: the context lives */
	size_t group_size;			   /* of a kernel of a shadow; else 256 */
	void (*run)(struct driver_object *kernel); /* a kernel of a shadow runs */
	void (*read)(size_t size);		   /* so many bytes of a buffer were read */
	void (*run_original)(struct driver_object *kernel); /* one of the program's does */
	size_t most_memory;				    /* of a buffer; 0: any size */

	unsigned int live;	    /* objects */
	unsigned int sets;	    /* calls of clSetKernelArg for kernels of shadows */
	unsigned int originals;	    /* launches of the program's own kernels */
	unsigned int shadows;	    /* and of others */
	unsigned int builds;	    /* of shadows */
	struct driver_object *last; /* the last kernel that was launched, as it was set then */
	unsigned int updates;	    /* arguments that were updated in a command buffer */
	cl_ulong updated;	    /* the last one of 8 bytes */
	unsigned int buffers;	    /* that were asked for */
	size_t svm_size;	    /* of the last allocation */
	unsigned int fills;	    /* commands that succeeded */
	unsigned int copies;
};

extern struct fake_driver fake;

/* What the server does. */
struct fake_server {
	const char *reason; /* in its WELCOME; NULL: none */
	const char *version;
	const char *refusal; /* of a REWRITE; NULL: it is answered */
	const char *source;  /* of the answer */
	const char *table;
	bool hangs_up;		 /* in place of an answer */
	enum exchange_kind kind; /* of the answer */

	unsigned int connections;
	unsigned int requests;
	size_t units;	   /* of the last one */
	char macros[4096]; /* of the last one */
	char text[256];
	char options[256];
};

extern struct fake_server server;

/* The layer, started on this driver, with the server's socket. HAS_SERVER: it is there. */
extern const struct clrouter_table *layer;
void driver_start(bool has_server);
void driver_stop(void);

/* Before driver_start(): FILL is the driver's clEnqueueFillBuffer. */
typedef cl_int CL_API_CALL driver_fill(cl_command_queue queue, cl_mem buffer, const void *pattern,
				       size_t unit, size_t offset, size_t size, cl_uint count,
				       const cl_event *events, cl_event *event);
void driver_set_fill(driver_fill *fill);

/* How many sources the server was to rewrite. */
unsigned int driver_requests(void);

/* What the layer has written to the file of findings, and to standard error. */
const char *driver_findings(void);
const char *driver_messages(void);

cl_device_id driver_device(unsigned int index);
cl_context driver_context(unsigned int devices);
cl_command_queue driver_queue(cl_context context, unsigned int device);

/* A program with this source that is built; and its kernel NAME. */
cl_program driver_program(cl_context context, const char *source);
cl_kernel driver_kernel(cl_program program, const char *name);

/* A function of an extension, as a program gets it. */
void *driver_function(const char *name);

/* The number that argument INDEX of KERNEL is set to. */
uint64_t driver_number(const struct driver_object *kernel, cl_uint index);

/* KERNEL, of a shadow, writes a record of SITE. */
void driver_write(struct driver_object *kernel, unsigned int site, uint32_t object, int64_t offset,
		  uint64_t size, uint64_t id);

/* Changes a WORD of the record of SITE; once more, and it is as it was. */
void driver_spoil(struct driver_object *kernel, unsigned int site, unsigned int word);

#endif
