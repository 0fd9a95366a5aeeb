/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lifetime: libCLLifetime.so counts the references to OpenCL's objects and tells what
 * a program gets wrong. lifetime.c looks at the calls, lifetime-objects keeps what is
 * known of each object, lifetime-report writes the findings.
 *
 * A finding is a mistake of the program, never a guess: what the layer cannot know
 * (objects made behind its back, handles that the driver hands out again) it lets be.
 * The lock is held in lifetime-objects and lifetime-report.
 */
#ifndef CLROUTER_LAYERS_LIFETIME_LIFETIME_H
#define CLROUTER_LAYERS_LIFETIME_LIFETIME_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "layers/common/pointer-map.h"
#include "layers/common/signature.h"
#include "layers/common/sink.h"

#define STACK_FRAMES 24

struct stack {
	int depth;
	void *frames[STACK_FRAMES];
};

/*
 *	made --retain, release--> alive (references > 0) --last release--> gone
 *	                            ^                                       |
 *	                            '----- made again at that address ------'
 */
struct object {
	const void *handle;
	enum kind kind;
	uint32_t number;	/* among its kind */
	uint32_t serial;	/* among all */
	long references;	/* 0: gone */
	bool is_root;		/* a platform or root device: not counted */
	bool is_lent;		/* the driver handed it out again, or will to a callback */
	unsigned int made_by;	/* slots */
	unsigned int released_by;
	struct stack *made_at;	/* NULL: not asked for */
	struct stack *released_at;
};

/* All of the layer's state. */
struct lifetime {
	bool keeps_stacks;
	bool passes;		/* bad calls go to the driver all the same */
	atomic_bool is_open;

	pthread_mutex_t lock;	/* for all that follows */
	struct sink sink;
	struct pointer_map objects;	/* handle -> struct object */
	uint32_t count[KINDS];
	uint32_t serial;
	uint32_t inherited;	/* serials up to this belong to the parent process */
	unsigned long findings;
	bool is_blind;		/* the program can make objects without us */
};

extern struct lifetime lifetime;

/* -- lifetime-objects ---------------------------------------------------------- */

/*
 * From now on stacks are kept. To be called at start: the first stack makes the C
 * library load another library, which is not for within a lock.
 */
void lifetime_keep_stacks(void);

/* What is known of HANDLE, NULL if nothing. */
struct object *lifetime_object(const void *handle);

/* The function in slot BY made HANDLE. */
void lifetime_made(enum kind kind, const void *handle, unsigned int by);

/* The driver handed HANDLE out without a reference. */
void lifetime_found(enum kind kind, const void *handle);

/* One reference less, by the function in slot BY. */
void lifetime_release(struct object *object, unsigned int by);

/* All objects that have references left, in the order of their making; free it. */
struct object **lifetime_left_over(size_t *count);

void lifetime_forget_all(void);

/* -- lifetime-report ----------------------------------------------------------- */

/* The function in slot IN was given OBJECT as PARAM: and that is WHAT. */
void lifetime_report(unsigned int in, const struct signature_param *param,
		     const struct object *object, const char *what);

/* What is left over at the end, and the counts, if there is anything to tell. */
void lifetime_report_end(void);

#endif
