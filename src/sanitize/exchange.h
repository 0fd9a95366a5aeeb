/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exchange: the messages between the sanitizer's layer in a program, "clrouter sanitize", and the
 * program that rewrites sources. All are on one machine. Nothing that arrives is believed: a
 *message that is not whole, or too long, is none. Keeps no state; one thread at a time uses a
 *descriptor.
 *
 *	layer -> tool		EXCHANGE_HELLO		VERSION
 *	tool -> layer		EXCHANGE_WELCOME	VERSION, REASON if nothing can be rewritten
 *	layer -> tool -> rewriter	EXCHANGE_REWRITE	SOURCE, OPTIONS, DIRECTORY, MACROS,
 *BITS, LANGUAGE rewriter -> tool -> layer	EXCHANGE_REWRITTEN	SOURCE, OPTIONS, TABLE, TIME
 *				or	EXCHANGE_REFUSED	REASON
 */
#ifndef CLROUTER_SANITIZE_EXCHANGE_H
#define CLROUTER_SANITIZE_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXCHANGE_MOST ((size_t)256 << 20) /* bytes of a message */

/* In a HELLO and a WELCOME; layer and tool of different versions do not work together. */
#define EXCHANGE_VERSION "1"

enum exchange_kind {
	EXCHANGE_HELLO = 1,
	EXCHANGE_WELCOME,
	EXCHANGE_REWRITE,
	EXCHANGE_REWRITTEN,
	EXCHANGE_REFUSED
};

enum exchange_tag {
	EXCHANGE_VERSION_TEXT, /* EXCHANGE_VERSION */
	EXCHANGE_REASON,       /* a sentence without a full stop, for the user */
	EXCHANGE_SOURCE,       /* OpenCL C */
	EXCHANGE_OPTIONS,      /* as for clBuildProgram */
	EXCHANGE_DIRECTORY,    /* the program's working directory: an absolute path */
	EXCHANGE_MACROS,       /* the driver's own macros: lines "NAME VALUE" */
	EXCHANGE_BITS,	       /* CL_DEVICE_ADDRESS_BITS: "32" or "64" */
	EXCHANGE_LANGUAGE,     /* OpenCL C as the device has it without -cl-std: "1.2", "3.0" */
	EXCHANGE_TABLE,	       /* sites.h */
	EXCHANGE_TIME,	       /* nanoseconds that the rewriter took */
	EXCHANGE_TAGS
};

/*
 * A message. Each text ends with a NUL byte that its length does not count; NULL: the message does
 * not have it.
 */
struct exchange {
	enum exchange_kind kind;
	const char *texts[EXCHANGE_TAGS];
	size_t lengths[EXCHANGE_TAGS];
	char *memory; /* of a message that was read: all texts; else NULL */
};

/* An empty message of KIND; and sets a text of it, which is not copied. NULL: it does not have it.
 */
struct exchange exchange_of(enum exchange_kind kind);
void exchange_set(struct exchange *message, enum exchange_tag tag, const char *text);

/*
 * Writes MESSAGE to DESCRIPTOR, a socket or a pipe, and waits until all of it is written; a signal
 * does not end it, and a closed peer raises no signal if it is a socket. False: errno says why.
 */
bool exchange_write(int descriptor, const struct exchange *message);

/*
 * Reads a message from DESCRIPTOR, waiting for it; exchange_done() frees it. False: there is none,
 * errno says why; 0: the other side has closed it, EPROTO: it is no message.
 */
bool exchange_read(int descriptor, struct exchange *message);
void exchange_done(struct exchange *message);

#endif
