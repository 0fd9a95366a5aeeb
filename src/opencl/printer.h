/* SPDX-License-Identifier: Apache-2.0 */
/*
 * printer: what an argument of a call points to, as text: constants by name, objects as the caller
 * calls them, strings quoted and cut, arrays element by element. The bytes may be the program's
 * memory or the bytes of a record, of a program with another word size.
 *
 * Nothing is allocated or locked. Any thread may call the functions.
 */
#ifndef CLROUTER_OPENCL_PRINTER_H
#define CLROUTER_OPENCL_PRINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/common/line.h"
#include "opencl/names.h"
#include "opencl/signature.h"

#define PRINTER_ELEMENTS 8 /* of an array, or properties of a list, at most */
#define PRINTER_BYTES 64   /* of a string, at most */

/* Where the text goes, and how objects are called. */
struct printer {
	struct line *line;
	size_t pointer_size; /* bytes, of the program */

	/* Adds the object of KIND that HANDLE is, not 0; IS_NEW: the call makes it. */
	void (*add_object)(const struct printer *printer, enum object_kind kind, uint64_t handle,
			   bool is_new);

	/* The kind of the object HANDLE, which may be any number; OBJECT_NONE: it is none. */
	enum object_kind (*find_kind)(const struct printer *printer, uint64_t handle);
};

/* Before element INDEX of an array: adds what separates it; false: no more are shown. */
bool printer_begin_element(struct line *line, size_t index);

void printer_add_pointer(struct line *line, uint64_t pointer);
void printer_add_object(const struct printer *printer, enum object_kind kind, uint64_t handle,
			bool is_new);

/* COUNT elements of SIZE bytes that PARAM is about: objects or numbers. */
void printer_add_array(const struct printer *printer, const struct signature_param *param,
		       const char *bytes, size_t count, size_t size);

/* The value of a kernel's argument, of SIZE bytes. */
void printer_add_bytes(const struct printer *printer, const char *bytes, size_t size);

/* The SIZE bytes that a query has stored: ENTRY says what they are; NULL: it is not known. */
void printer_add_value(const struct printer *printer, const struct names_value *entry,
		       const char *bytes, size_t size);

/*
 * The properties that PARAM is about, up to 0 or to the end of the SIZE bytes at LIST, at most
 * PRINTER_ELEMENTS; a name or a value has WIDTH bytes.
 */
void printer_add_properties(const struct printer *printer, const struct signature_param *param,
			    const char *list, size_t size, size_t width);

void printer_add_format(const struct printer *printer, const char *format);
void printer_add_desc(const struct printer *printer, const cl_image_desc *desc);

/*
 * What POINTER, which is not NULL, points to in this process: it is PARAM of a call of FUNCTION
 * with VALUES. What the call itself stores there is read, too, so it has to have returned.
 */
void printer_add_pointed(const struct printer *printer, const struct signature *function,
			 const struct signature_param *param, void *const *values,
			 const void *pointer);

#endif
