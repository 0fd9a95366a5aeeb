/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model: what a captured launch consists of, apart from the contents of its memory: the program,
 * the kernel's arguments and the objects that they reach. It is made before the launch, from the
 * calls and facts that src/state has of the objects. doc/capture-format.md explains its parts.
 *
 * All memory of a model is in its arena; the calls that it keeps are freed by model_release(). One
 * thread at a time uses a model.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_MODEL_H
#define CLROUTER_LAYERS_CAPTURE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "launch/blake2b.h"
#include "capture/capture.h"
#include "opencl/call.h"

#define MODEL_NONE UINT32_MAX /* in place of an index */
#define MODEL_REASON 512 /* bytes */
#define MODEL_TEXT 64	/* bytes of a type or name of an argument; longer ones are left out */

enum model_moment { MODEL_BEFORE, MODEL_AFTER, MODEL_MOMENTS };

/* Bytes of an object that arguments reach. */
struct model_range {
	uint64_t offset;
	uint64_t size;
	bool is_written;	/* or may be, by the launch */
	struct capture_rule rule;	/* how they are compared */
	const void *source;	/* what the bytes are copied from: the object, or a sub-buffer of it */
	uint64_t source_offset;
	void *copies[MODEL_MOMENTS];	/* cl_mem, or shared memory; NULL: none */
	char hashes[MODEL_MOMENTS][BLAKE2B_TEXT];	/* empty: none */
	bool is_unchanged;	/* the contents after the launch are those before it */
};

enum model_memory_kind { MODEL_BUFFER, MODEL_SUB_BUFFER, MODEL_IMAGE, MODEL_SVM };

struct model_memory {
	enum model_memory_kind kind;
	const void *handle;	/* or the address of shared memory */
	uint64_t flags;
	uint64_t size;
	uint32_t parent;
	uint64_t origin;
	uint64_t alignment;
	cl_image_format format;
	cl_image_desc desc;
	size_t region[3];	/* of an image, as commands have it */
	uint64_t element_size;
	struct model_range *ranges;
	size_t range_count;
};

struct model_sampler {
	const void *handle;
	struct call *made;
};

enum model_argument_kind {
	MODEL_VALUE,
	MODEL_LOCAL,
	MODEL_NULL,
	MODEL_OBJECT,
	MODEL_SAMPLER,
	MODEL_POINTER,
	MODEL_UNSET
};

struct model_argument {
	enum model_argument_kind kind;
	struct call *set;	/* NULL: none */
	uint64_t size;
	uint32_t index;		/* of the memory or sampler */
	uint64_t offset;	/* of a pointer */
	bool is_const;
	const char *address;
	char name[MODEL_TEXT];
	char type[MODEL_TEXT];
};

struct model_program {
	const char *kind;
	const char *suffix;	/* of the file; NULL: there is none */
	struct call *made;
	struct call *built;	/* NULL: it was not built */
	uint32_t *inputs;	/* of a linked one */
	size_t input_count;
	uint32_t *headers;	/* of a compiled one */
	size_t header_count;
	struct call **constants;
	size_t constant_count;
	uint64_t size;		/* of the file, and its hash */
	char hash[BLAKE2B_TEXT];
};

struct model {
	struct arena arena;
	char reason[MODEL_REASON];	/* why it is refused */
	const void *kernel;
	const void *device;
	const void *context;
	struct model_program *programs;	/* the kernel's is the last one */
	size_t program_count;
	struct model_memory *memory;
	size_t memory_count;
	struct model_sampler *samplers;
	size_t sampler_count;
	struct model_argument *arguments;
	size_t argument_count;
	struct call **settings;
	size_t setting_count;
};

/*
 * Makes MODEL, all zero, of the launch that is CALL. False: reason says why it cannot be captured.
 * HAS_FAILED: the call has failed, so what it uses may be wrong or missing. Asks the driver, so no
 * lock may be held. The caller calls model_release() in both cases.
 */
bool model_make(struct model *model, const struct call *call, bool has_failed);

void model_release(struct model *model);

/* Is a part of its program a binary, that only the device understands? */
bool model_has_binary(const struct model *model);

/* Sets the reason; returns false. */
bool model_refuse(struct model *model, const char *format, ...)
	__attribute__((format(__printf__, 2, 3)));

/* The reason is that there is no memory; returns false. */
bool model_refuse_memory(struct model *model);

/* One element more, all zero, in *LIST of COUNT elements of SIZE bytes each; NULL: no memory. */
void *model_add(struct model *model, void *list, size_t *count, size_t size);

/* -- the parts, in files of their own ----------------------------------------------------- */

/* What an argument says of the memory that it reaches. */
struct model_use {
	bool is_const;
	struct capture_rule rule;
};

/* Stores the index of the memory object HANDLE, which argument ARGUMENT is, in *INDEX. */
bool model_add_memory(struct model *model, const void *handle, size_t argument,
		      const struct model_use *use, uint32_t *index);

/* The same for the shared memory that POINTER is in; and its offset there. */
bool model_add_svm(struct model *model, const void *pointer, size_t argument,
		   const struct model_use *use, uint32_t *index, uint64_t *offset);

/* To be called when all memory is added: ranges that overlap become one. */
void model_merge_ranges(struct model *model);

/*
 * Adds the program that the kernel was made from, whose record had SERIAL, after those that it was
 * made of.
 */
bool model_add_programs(struct model *model, const void *program, unsigned int serial);

/* Frees the calls that PROGRAM keeps. */
void model_free_program(struct model_program *program);

#endif
