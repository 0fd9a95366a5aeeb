/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exchange: the messages between the sanitizer's layer in a program, "clrouter sanitize", and the
 * program that rewrites sources. All are on one machine. Nothing that arrives is believed: what is
 * not whole, or too long, is no message. Keeps no state; one thread at a time uses a descriptor.
 *
 *	layer to tool:		EXCHANGE_HELLO		VERSION
 *	tool to layer:		EXCHANGE_WELCOME	VERSION; REASON if nothing can be rewritten
 *	layer to tool, and tool to rewriter:
 *				EXCHANGE_REWRITE	UNITS, DIRECTORY, MACROS, BITS, LANGUAGE
 *			or	EXCHANGE_EXPAND		the same: it is only preprocessed
 *	the same way back:	EXCHANGE_REWRITTEN	UNITS, TABLE, TIME
 *			or	EXCHANGE_EXPANDED	UNITS, TIME
 *			or	EXCHANGE_REFUSED	REASON
 *
 * A message is a head (struct exchange_head), and then for each of its texts a head of its own, the
 * bytes of the text, and a NUL byte. Numbers have the byte order of the machine.
 */
#ifndef CLROUTER_SANITIZE_EXCHANGE_H
#define CLROUTER_SANITIZE_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXCHANGE_MOST ((size_t)256 << 20) /* bytes of a message */

/* In a HELLO and a WELCOME; layer and tool of different versions do not work together. */
#define EXCHANGE_VERSION "3"

enum exchange_kind {
	EXCHANGE_HELLO = 1,
	EXCHANGE_WELCOME,
	EXCHANGE_REWRITE,
	EXCHANGE_REWRITTEN,
	EXCHANGE_REFUSED,
	EXCHANGE_EXPAND,
	EXCHANGE_EXPANDED
};

enum exchange_tag {
	EXCHANGE_VERSION_TEXT, /* EXCHANGE_VERSION */
	EXCHANGE_REASON,       /* a sentence without a full stop, for the user */
	EXCHANGE_UNITS,	       /* units.h: its sources, with their options */
	EXCHANGE_DIRECTORY,    /* the program's working directory: an absolute path */
	EXCHANGE_MACROS,       /* the driver's own macros: lines "NAME VALUE" */
	EXCHANGE_BITS,	       /* CL_DEVICE_ADDRESS_BITS: "32" or "64" */
	EXCHANGE_LANGUAGE,     /* OpenCL C as the device has it without -cl-std: "1.2", "3.0" */
	EXCHANGE_REDIRECT,     /* "yes": bad accesses are made in memory that nobody reads */
	EXCHANGE_PRIVATE,      /* "yes": accesses through pointers to private memory are checked */
	EXCHANGE_TABLE,	       /* sites.h */
	EXCHANGE_TIME,	       /* nanoseconds that the rewriter took */
	EXCHANGE_TAGS
};

#define EXCHANGE_MAGIC "CLRSAN1"

struct exchange_head {
	char magic[8]; /* EXCHANGE_MAGIC */
	uint32_t kind;
	uint32_t count;	 /* texts */
	uint64_t length; /* bytes after this head */
};

struct exchange_text_head {
	uint32_t tag;
	uint32_t zero;
	uint64_t length; /* without the NUL byte */
};

/*
 * A message. Each text ends with a NUL byte that its length does not count, and has no other; NULL:
 * the message does not have it.
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
 * errno says why; 0: the other side has closed it, EPROTO: it is no message, EAGAIN: the descriptor
 * has a limit of time, and it is over.
 */
bool exchange_read(int descriptor, struct exchange *message);
void exchange_done(struct exchange *message);

/* The bytes of MESSAGE, which are to be freed, and their number; NULL with errno. */
char *exchange_pack(const struct exchange *message, size_t *size);

/* A message that arrives in parts. All zero at the start. */
struct exchange_input {
	char *bytes;
	size_t have;
	size_t size; /* of BYTES */
};

enum exchange_arrival { EXCHANGE_PART, EXCHANGE_WHOLE, EXCHANGE_NONE };

/*
 * Reads once from DESCRIPTOR, never beyond the end of a message. EXCHANGE_WHOLE: MESSAGE has it,
 * exchange_done() frees it, and INPUT is zero again; EXCHANGE_PART: the rest is to come, errno is
 * EAGAIN if nothing has come now, or else 0; EXCHANGE_NONE: nothing will, errno is as for
 * exchange_read(), and exchange_input_done() frees INPUT.
 */
enum exchange_arrival exchange_receive(int descriptor, struct exchange_input *input,
				       struct exchange *message);
void exchange_input_done(struct exchange_input *input);

#endif
