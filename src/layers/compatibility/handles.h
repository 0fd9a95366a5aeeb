/* SPDX-License-Identifier: Apache-2.0 */
/*
 * handles: the emulated objects, by their handles. A handle that a program passes is looked up and
 * never followed, so a wrong one is found. The handle is the address of the object, which starts
 * with a struct handle.
 *
 *	made (one reference) --retain--> ... --last release--> gone, freed when nobody holds it
 *
 * Any thread may call. One lock is taken inside; nothing is called with it.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_HANDLES_H
#define CLROUTER_LAYERS_COMPATIBILITY_HANDLES_H

#include <stdbool.h>

#include <CL/cl.h>

enum handle_kind { HANDLE_COMMAND_BUFFER, HANDLE_COMMAND, HANDLE_SEMAPHORE, HANDLE_KINDS };

struct handle {
	/*
	 * As in objects of drivers, the first word leads to a dispatch table: a layer or tool that
	 * follows it finds that of the queue or context that the object was made with.
	 */
	const void *dispatch;
	enum handle_kind kind;
	cl_uint references; /* of the program; the lock protects both */
	unsigned holds;	    /* calls that use it, and objects that need it */
	void (*destroy)(struct handle *handle);
};

/*
 * HANDLE becomes an object of KIND with one reference. LIKE is an object of the driver, whose
 * dispatch table it gets. DESTROY is called without the lock when nobody needs it any more. False:
 * no memory.
 */
bool handles_add(struct handle *handle, enum handle_kind kind, const void *like,
		 void (*destroy)(struct handle *handle));

/* Is VALUE an emulated object of KIND? */
bool handles_is(const void *value, enum handle_kind kind);

/* The object, held until handles_drop(); NULL if VALUE is none of KIND that has references. */
void *handles_hold(const void *value, enum handle_kind kind);
void handles_drop(struct handle *handle);

/* One more hold of an object that is held. */
void handles_hold_again(struct handle *handle);

/* One reference more, or less. False: VALUE is no emulated object of KIND. */
bool handles_retain(const void *value, enum handle_kind kind);
bool handles_release(const void *value, enum handle_kind kind);

/* The number of references of the object that VALUE is; 0: it is none of KIND. */
cl_uint handles_references(const void *value, enum handle_kind kind);

/* For the layer's start: the lock is taken over a fork. */
void handles_start(void);

#endif
