/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-format: the file that the record layer writes and "clrouter report" reads, as
 * doc/record-format.md describes it. Everything is in the byte order of the machine that
 * recorded; `byte_order` tells which one that is.
 *
 *	header | chunk | chunk | ...
 *	         chunk: header | record | record | ... | zeros
 *
 * Only numbers are added to this file, none changes its meaning.
 */
#ifndef CLROUTER_RECORD_RECORD_FORMAT_H
#define CLROUTER_RECORD_RECORD_FORMAT_H

#include <stdint.h>

#include "record/durations.h"

#define RECORD_MAGIC "CLRECORD"		/* without its NUL byte */
#define RECORD_BYTE_ORDER 0x01020304u
#define RECORD_MAJOR 1			/* a reader refuses any other */
#define RECORD_MINOR 9			/* a higher one has only additions */
#define RECORD_MINOR_PLACES 5		/* from this one on, calls have places */
#define RECORD_MINOR_WAITS 7		/* from this one on, the header has the time of waits */
#define RECORD_HEADER_SIZE 4096		/* bytes; the first chunk follows */

enum record_state {
	RECORD_OPEN,		/* the program runs, or was killed */
	RECORD_CLOSED,		/* the program ended, or recording was stopped */
	RECORD_FULL,		/* no space on the device, or RLIMIT_FSIZE */
	RECORD_LIMIT		/* the size limit was reached */
};

/* At offset 0. The rest of RECORD_HEADER_SIZE is zero. */
struct record_header {
	char magic[8];
	uint32_t byte_order;
	uint16_t major;
	uint16_t minor;
	uint32_t header_size;	/* bytes: the offset of the first chunk */
	uint32_t pointer_size;	/* bytes, of the program's pointers: 4 or 8 */
	uint64_t monotonic;	/* ns: CLOCK_MONOTONIC at the start ... */
	uint64_t realtime;	/* ns: ... and CLOCK_REALTIME at the same moment */
	uint32_t process;	/* its ID */
	uint32_t parent;	/* the ID of its parent process */
	uint64_t lost;		/* calls and commands that were not recorded */
	uint64_t end;		/* ns, CLOCK_MONOTONIC; 0 while state is RECORD_OPEN */
	uint32_t state;		/* enum record_state */
	uint32_t stop;		/* another process sets it to 1: the program shall stop recording */
	uint32_t has_sums;	/* 1: there are sums (struct record_sum) in place of calls and commands */
	uint32_t death;		/* enum record_death; written by the tool that started the program */
	uint64_t died;		/* ns, CLOCK_MONOTONIC: when the process ended; 0: not known */
	int32_t death_code;	/* the exit status, or the signal */
	uint32_t reserved;
	uint64_t wait_time;	/* ns in calls that waited, each for RECORD_LEAST_WAIT or more */
	uint64_t wait_cpu;	/* ns of CPU time that their threads have used in them */
};

#define RECORD_LEAST_WAIT 200000u	/* ns; what a transfer may copy in its time is added */

enum record_death {
	RECORD_DEATH_UNKNOWN,
	RECORD_DEATH_EXIT,	/* the process has ended by itself */
	RECORD_DEATH_SIGNAL
};

#define RECORD_CHUNK_MAGIC 0x4b4e4843u	/* "CHNK" on a little-endian machine */
#define RECORD_CHUNK_ALIGN 4096		/* bytes: chunks begin at multiples of this */

/*
 * One thread at a time writes to a chunk. It writes into the same one again and again: when it is
 * full, it is copied to the offset `home`, and gets another home. So a chunk that is not at
 * its home does not count if a chunk with that home is there. Space of homes to which nothing was
 * copied is zero. When a thread has ended, another one goes on with its chunk (RECORD_OWNER).
 */
struct record_chunk {
	uint32_t magic;		/* RECORD_CHUNK_MAGIC; 0 while the chunk is emptied */
	uint32_t size;		/* bytes with this head, a multiple of RECORD_CHUNK_ALIGN */
	uint32_t thread;	/* the ID (gettid) of the thread that wrote its first record */
	uint32_t reserved;
	uint64_t home;		/* the offset in the file that is meant by references to its records */
};

enum record_type {
	RECORD_NONE,
	RECORD_CALL,		/* struct record_call */
	RECORD_COMMAND,		/* struct record_command */
	RECORD_OBJECT,		/* struct record_object: something said of an object */
	RECORD_PROCESS,		/* text; detail is enum record_process */
	RECORD_THREAD,		/* text: the thread's name */
	RECORD_FUNCTION,	/* texts: the extension function that detail stands for */
	RECORD_UNKNOWN_FUNCTION, /* text: its calls are not recorded; detail says why */
	RECORD_OWNER,		/* struct record_owner: the following records are another thread's */
	RECORD_QUEUE,		/* struct record_queue: which of its commands are measured */
	RECORD_SUM,		/* struct record_sum: calls, commands or errors, added up */
	RECORD_MODULE,		/* struct record_module: a program or library that calls OpenCL */
	RECORD_STACK,		/* struct record_stack: the stack of a call */
	RECORD_CALLBACK,	/* struct record_callback: a function of the program that a driver called */
	RECORD_RANGE		/* struct record_range: what the program says of its own work */
};

/* At the head of each record. Records begin at multiples of 8 bytes. */
struct record {
	uint32_t size;		/* bytes with this head, a multiple of 8; written last; 0: no more */
	uint8_t type;		/* enum record_type; a reader skips what it does not know */
	uint8_t arguments;	/* of a call: how many words of arguments it has, with its place */
	uint16_t detail;
};

/* In `end` of a call, above the time. */
#define RECORD_LEFT (UINT64_C(1) << 63)	/* an exception or the end of the thread left the call */
#define RECORD_TIME(end) ((end) & ~RECORD_LEFT)

/*
 * A call. `detail` of its head is the function: the slot of the dispatch table, or, from
 * RECORD_FIRST_EXTENSION on, an extension function that a RECORD_FUNCTION describes. The arguments
 * follow as they were passed, one word of 8 bytes each, and from minor 5 on one more word, the place:
 * the address to which the call returns. After them struct record_content, one for each
 * argument that points to something which is kept, until the record's size is reached.
 *
 * It is complete but for `end`, `result` and stored contents when the call begins, so that the
 * call during which a program dies is seen. `end` is stored last.
 */
struct record_call {
	struct record head;
	uint64_t begin;		/* ns, CLOCK_MONOTONIC */
	uint64_t end;		/* ns, and RECORD_LEFT; 0: the call has not returned */
	uint64_t result;	/* an error code as a sign-extended number, or a handle */
	uint64_t arguments[];
};

#define RECORD_FIRST_EXTENSION 0x8000u

/* In `flags` of a content. */
#define RECORD_STORED 1u	/* what the call has stored; otherwise as it was before the call */
#define RECORD_TRUNCATED 2u	/* there was more */

/* Followed by `size` bytes, and by zeros up to a multiple of 8. */
struct record_content {
	uint8_t argument;	/* index of the argument that points to it */
	uint8_t flags;
	uint16_t reserved;
	uint32_t size;		/* bytes */
};

/* A measured command; times of the device's clock. */
struct record_command {
	struct record head;
	uint64_t call;		/* of the struct record_call: home of its chunk + its offset there */
	uint64_t queue;		/* handle */
	uint64_t queued;	/* ns, as clGetEventProfilingInfo tells it */
	uint64_t submitted;
	uint64_t started;
	uint64_t ended;
	uint64_t completed;	/* ns, CLOCK_MONOTONIC: when its times were read */
	int32_t status;		/* CL_COMPLETE or an error code; then the times are 0 */
	uint32_t stands_for;	/* commands of its kernel or function, itself included; 0: not known */
};

/* In `query`, of a device: bytes in a second, 8 bytes, that its link to the host gives at most. */
#define RECORD_LINK_RATE 0xffff0001u

/*
 * What was asked of an object, by the record layer itself. `detail` of the head is an enum
 * object_kind. The value follows: a string with its NUL byte, or bytes.
 */
struct record_object {
	struct record head;
	uint64_t handle;
	uint64_t device;	/* of build logs, 0 otherwise */
	uint64_t time;		/* ns, CLOCK_MONOTONIC */
	uint32_t query;		/* for example CL_DEVICE_NAME, or RECORD_LINK_RATE */
	uint32_t size;		/* bytes of the value */
};

/* What follows in the chunk was written by another thread than what precedes. */
struct record_owner {
	struct record head;
	uint32_t thread;	/* its ID (gettid) */
	uint32_t reserved;
};

/* Has the layer given a queue profiling that the program made without? If not, why? */
enum record_profiling {
	RECORD_PROFILING_AS_MADE,	  /* it was not to; no struct record_queue is written */
	RECORD_PROFILING_ALL,		  /* all its commands are measured */
	RECORD_PROFILING_SAMPLED,	  /* some of them are */
	RECORD_PROFILING_OUT_OF_ORDER,	  /* no: commands could be executed in another order */
	RECORD_PROFILING_COMMAND_BUFFERS, /* no: for command buffers it may be the wrong property */
	RECORD_PROFILING_SLOW,		  /* no: it makes the driver slow */
	RECORD_PROFILING_REFUSED	  /* no: the driver has refused it */
};

/* `detail` of the head is an enum record_profiling. Written when the queue is used first. */
struct record_queue {
	struct record head;
	uint64_t handle;
	uint64_t time;		/* ns, CLOCK_MONOTONIC */
};

/* Whose code a module is. */
enum record_module_kind {
	RECORD_MODULE_PROGRAM,	/* the program's, or a library's that it uses */
	RECORD_MODULE_BETWEEN	/* a layer's, or libOpenCL's: it stands between the program and its drivers */
};

#define RECORD_MODULE_ID 32 /* bytes of a build-id that are kept; most have 20 */

/*
 * A program or library with code that calls OpenCL: what places and stacks are addresses of. Its path
 * follows, with a NUL byte. After it was closed, another one can be at its addresses: the last one
 * that was seen before a call counts. `detail` of the head is an enum record_module_kind.
 */
struct record_module {
	struct record head;
	uint64_t begin;		/* the address of the first byte ... */
	uint64_t size;		/* ... of so many that it covers */
	uint64_t base;		/* an address less this is what the file has in its place */
	uint64_t time;		/* ns, CLOCK_MONOTONIC: when it was seen */
	uint32_t id_size;	/* bytes of the build-id; 0: it has none */
	uint32_t reserved;
	uint8_t id[RECORD_MODULE_ID];
};

/* The return addresses on the stack of a call, from its place on outwards, until the record's end. */
struct record_stack {
	struct record head;
	uint64_t call;		/* of the struct record_call: home of its chunk + its offset there */
	uint64_t frames[];
};

/* It has returned; the thread that wrote it was in it. */
struct record_callback {
	struct record head;
	uint64_t call;		/* of the struct record_call that gave it to the driver; 0: not known */
	uint64_t begin;		/* ns, CLOCK_MONOTONIC */
	uint64_t end;
};

enum record_range_kind {
	RECORD_RANGE_PUSH = 1,	/* the thread enters a range, inside of those that it is in */
	RECORD_RANGE_POP,	/* it leaves the range of the domain that it has entered last */
	RECORD_RANGE_BEGIN,	/* a range begins, which any thread may end */
	RECORD_RANGE_END,	/* it ends */
	RECORD_RANGE_MARK	/* something happens that takes no time */
};

/*
 * `detail` of the head is an enum record_range_kind. The name of the domain follows, with a NUL byte,
 * and the name of the range or mark, with a NUL byte; a pop and an end have none.
 */
struct record_range {
	struct record head;
	uint64_t time;		/* ns, CLOCK_MONOTONIC */
	uint64_t id[3];		/* of a begin and its end, which is in the same domain */
};

#define RECORD_NO_CODE INT32_MIN	/* the call failed, and the program did not ask for the code */

/* What a sum is of. `count` counts the calls that began; `times` covers the calls that ended. */
enum record_sum_kind {
	RECORD_SUM_CALL = 1,	/* the calls of `function` */
	RECORD_SUM_COMMAND,	/* the commands that `function` has enqueued, but kernels */
	RECORD_SUM_KERNEL,	/* the kernels whose name follows, with a NUL byte */
	RECORD_SUM_ERROR,	/* the calls and commands that failed with `code` */
	RECORD_SUM_DEVICE	/* the queues that were made for the device `handle` */
};

/*
 * What one thread did of one kind; `detail` of the head is an enum record_sum_kind. It is written to
 * as long as the program runs. What does not concern the kind is 0.
 */
struct record_sum {
	struct record head;
	uint32_t function;	/* as `detail` of a call */
	int32_t code;
	uint64_t handle;
	uint64_t last;		/* ns, CLOCK_MONOTONIC: when a call of these began or ended last */
	uint64_t count;
	uint64_t errors;	/* of calls */
	uint64_t bytes;		/* of commands */
	struct durations times;	/* of commands that were measured, and of those they stand for */
};

enum record_process {
	RECORD_PROGRAM = 1, /* the path of the program */
	RECORD_ARGUMENT,    /* one for each of its arguments, in order */
	RECORD_VARIABLE,    /* NAME=VALUE, of the variables that concern OpenCL */
	RECORD_LOADER,	    /* what the loader says of itself */
	RECORD_DIRECTORY,   /* the working directory */
	RECORD_HOST,	    /* the name of the machine */
	RECORD_RANK,	    /* decimal digits; only if the environment says it */
	RECORD_JOB	    /* its name; only if the environment says it */
};

#endif
