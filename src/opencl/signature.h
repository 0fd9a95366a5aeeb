/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signature: describes the parameters of every OpenCL function as data, so that a layer which
 * looks at all functions is one loop. Generated from api.list, params.list and objects.list;
 * params.list explains the words. Also of the functions of extensions (extensions.list).
 *
 * A value is always given by its address. Reading an array reads the application's memory, as the
 * driver does. Keeps no state.
 */
#ifndef CLROUTER_OPENCL_SIGNATURE_H
#define CLROUTER_OPENCL_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clrouter/layer.h>
#include <clrouter/extension-functions.h>

#include "opencl/names.h"

/* In the order of params.list. */
enum param_kind {
	PARAM_NOTHING,	/* the result of a function without one */
	PARAM_NUMBER,
	PARAM_SIGNED,
	PARAM_NAMES,
	PARAM_HANDLE,
	PARAM_HANDLES,
	PARAM_FOUND,
	PARAM_MADE,
	PARAM_NUMBERS,
	PARAM_RESULT,
	PARAM_STRING,
	PARAM_STRINGS,
	PARAM_BYTES,
	PARAM_VALUE,
	PARAM_PAIRS,
	PARAM_LIST,
	PARAM_FORMAT,
	PARAM_DESC,
	PARAM_CALLBACK,
	PARAM_POINTER,
	PARAM_KINDS
};

enum signature_action { ACTION_NONE, ACTION_RETAIN, ACTION_RELEASE };

/* What a function puts into a queue. */
enum command_kind {
	COMMAND_NONE,	/* it is no function that enqueues */
	COMMAND_OTHER,	/* of no kind that follows */
	COMMAND_MARKER,
	COMMAND_BARRIER,
	COMMAND_COMMAND_BUFFER,
	COMMAND_KERNEL,
	COMMAND_WRITE,	/* host to device */
	COMMAND_READ,	/* device to host */
	COMMAND_COPY,	/* device to device */
	COMMAND_SVM_COPY,
	COMMAND_FILL,
	COMMAND_MAP,
	COMMAND_UNMAP,
	COMMAND_MIGRATE,
	COMMAND_KINDS
};

struct signature_param {
	const char *name;
	enum param_kind kind;
	enum object_kind object;
	enum names_group group;
	unsigned char size;	/* of the number, or of one element */
	signed char count;	/* index of the parameter that holds the number, or -1 */
	signed char by;		/* index of another parameter, or -1 */
	unsigned char fixed;	/* the number of elements where count is -1 */
	unsigned char count_size;	/* bytes of the parameter COUNT; 0: there is none */
};

struct signature {
	const char *name;
	struct signature_param result;
	enum signature_action action;
	enum command_kind command;
	bool has_errcode;	/* the last parameter is errcode_ret */
	unsigned char param_count;
	const struct signature_param *params;
};

extern const struct signature signatures[CLROUTER_ALL_SLOTS];

/* number, names, handle, ...: the word of params.list for KIND. */
const char *signature_kind(enum param_kind kind);

/* What the function called NAME enqueues; for one that is not known, the name says whether it does. */
enum command_kind signature_command(const char *name);

/* The index of the first parameter of FUNCTION that is of KIND and OBJECT; -1: it has none. */
int signature_find(const struct signature *function, enum param_kind kind, enum object_kind object);

/* Of the image whose pixels the region of FUNCTION counts; -1: that counts bytes. */
int signature_find_image(const struct signature *function);

/* The index of the parameter that says whether a call waits for its command; -1: there is none. */
int signature_find_blocking(const struct signature *function);

/* The unsigned integer of SIZE bytes at ADDRESS; it need not be aligned. */
uint64_t signature_number(const void *address, size_t size);

/* The bytes of the argument that PARAM is: of a number, a handle or a pointer. */
size_t signature_size(const struct signature_param *param);

/*
 * A list of more elements is not looked at before the driver has accepted the call: hardly any
 * program has one, but several have passed -1 as a number, which drivers refuse.
 */
#define SIGNATURE_MOST 65536

/* How many elements the caller says parameter PARAM of a call with VALUES has. */
size_t signature_count(const struct signature_param *param, void *const *values);

/*
 * The same of the list at LIST, MOST elements of which are shown before the driver has accepted the
 * call. The number may be too large, and no driver reads what is after the list then. So of more
 * elements than MOST there are none after a 0; there are no sizes of more dimensions than there can
 * be; and of more than SIGNATURE_MOST elements there is none.
 */
size_t signature_shown(const struct signature *function, const struct signature_param *param,
		       void *const *values, const void *list, size_t most);

/*
 * How many elements a call that succeeded has stored in the array PARAM: at most
 * what the caller has buffer for, and at most what there is.
 */
size_t signature_stored(const struct signature_param *param, void *const *values);

/*
 * What the query that parameter PARAM (PARAM_VALUE) of FUNCTION is about says of its
 * value; NULL if that is not known.
 */
const struct names_value *signature_query(const struct signature *function,
					  const struct signature_param *param, void *const *values);

/* The bytes that such a query has stored. */
size_t signature_value_size(const struct signature *function,
			    const struct signature_param *param, void *const *values);

/*
 * Did a call of FUNCTION with VALUES that returned *RESULT succeed? PoCL 3.1 returns a pointer from
 * clCreateContextFromType together with an error code.
 */
bool signature_succeeded(const struct signature *function, void *const *values,
			 const void *result);

/* Does GLOB match the name of any function? It is a word_list_fits, for which NOTHING is not used. */
bool signature_names_any(const char *glob, const void *nothing);

#endif
