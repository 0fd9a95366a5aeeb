/* SPDX-License-Identifier: Apache-2.0 */
/*
 * track: keeps the records of live.h true: from the calls that a program makes it knows which
 * objects are made, found, retained and released. For the layers that judge how objects are
 * used; it judges nothing itself.
 *
 * Functions are called with the lock of the layer held, unless they say that they need none.
 */
#ifndef CLROUTER_STATE_TRACK_H
#define CLROUTER_STATE_TRACK_H

#include <stdbool.h>

#include "opencl/call.h"
#include "state/live.h"

/* For the start function of a layer, before any call. Needs no lock. */
void track_start(void);

/* Does the function in SLOT retain or release its first parameter? Needs no lock. */
bool track_is_counted(unsigned int slot);

/*
 * To be called before the driver for a call that is passed on, at least if it counts or has a callback.
 * Uses first_serial of CALL.
 */
void track_before(struct call *call);

/* To be called when it has returned. Needs no lock. */
void track_returned(const struct call *call);

/*
 * Is a call of clLinkProgram under way whose callback can get a program before the call returns it?
 * Needs no lock. If HANDLE, which is no live object and is used as one of KIND, may be that program,
 * it is from now on; false: it is not.
 */
bool track_is_linking(void);
bool track_adopt(enum object_kind kind, const void *handle);

/*
 * To be called before the driver, too: a program may leave out the pointers by which it learns how
 * much an array of its own has got. CALL gets others, so that the rest of the array is not read.
 */
void track_ask_stored(struct call *call);

/* Has CALL, which returned *RESULT, anything that track_after() must see? Needs no lock. */
bool track_has_news(const struct call *call, const void *result);

/* To be called after the driver: notes what CALL made, found or failed to release. */
void track_after(const struct call *call, const void *result);

/*
 * Parameter INDEX of CALL as an array of *COUNT handles, also if it is one handle. The array ends
 * after the first address that no object has had, and is empty if it has more than SIGNATURE_MOST
 * elements: the program may have given a number that is too large, and a driver that answers that
 * with an error reads no further either. Needs no lock.
 */
const void *const *track_array(const struct call *call, unsigned index, size_t *count);

/* The same for the events that CALL, or its command, waits for; NULL: none. */
const void *const *track_waits(const struct call *call, size_t *count);

/*
 * The program has the address of the function NAME, which no layer is between, for REASON: what
 * it makes, sets and releases is not seen. The loader's own functions do go through the layers.
 */
void track_unseen(const char *name, enum clrouter_extension_reason reason);

/*
 * A function of an extension that the program looked up and that no layer sees: it may make,
 * retain or release objects. Empty: there is none.
 */
const char *track_unknown_function(void);

#endif
