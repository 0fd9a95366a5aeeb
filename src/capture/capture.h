/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture: a captured launch as it was read and checked. doc/capture-format.md explains what the
 * members are; here they have the same names. All indices are within their arrays, what an object
 * is made from comes before it, and ranges are within their objects.
 */
#ifndef CLROUTER_CAPTURE_CAPTURE_H
#define CLROUTER_CAPTURE_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CAPTURE_NONE UINT32_MAX		/* in place of an index */
#define CAPTURE_DIMENSIONS 3

/* Bytes of a file, or zeros. */
struct capture_bytes {
	const char *hash;		/* NULL: there are none; CAPTURE_ZERO */
	uint64_t size;
	const unsigned char *bytes;	/* of capture_contents_read(); NULL: zeros, or not read */
	bool is_owner;			/* of bytes, which others may have as well */
};

struct capture_place {
	const char *name;
	const char *vendor;
	const char *version;
	const char *driver;		/* of a device */
};

enum capture_program_kind {
	CAPTURE_PROGRAM_SOURCE, CAPTURE_PROGRAM_IL, CAPTURE_PROGRAM_BINARY,
	CAPTURE_PROGRAM_BUILT_IN, CAPTURE_PROGRAM_LINKED
};

struct capture_header {
	const char *name;
	uint32_t program;
};

/* Of a specialization constant, or of clSetKernelExecInfo. */
struct capture_setting {
	uint32_t id;
	const unsigned char *bytes;
	size_t size;
};

struct capture_program {
	enum capture_program_kind kind;
	struct capture_bytes text;	/* of the first three kinds */
	const char *names;		/* of built-in kernels */
	const char *link_options;	/* NULL: NULL */
	uint32_t *inputs;
	size_t input_count;
	bool is_built;			/* or compiled */
	bool is_compiled;
	const char *options;		/* NULL: NULL */
	struct capture_bytes whole;	/* the source with what it includes; hash NULL: there is none */
	const char *whole_options;	/* for this: without folders */
	struct capture_header *headers;
	size_t header_count;
	struct capture_setting *constants;
	size_t constant_count;
};

struct capture_sampler {
	bool is_normalized;
	uint32_t addressing;
	uint32_t filter;
};

/* From CAPTURE_FLOAT16 on there are bounds; those of whole numbers that stand for -1 to 1 are last. */
enum capture_as {
	CAPTURE_BITS, CAPTURE_UNKNOWN, CAPTURE_FLOAT16, CAPTURE_FLOAT32, CAPTURE_FLOAT64,
	CAPTURE_UNORM8, CAPTURE_UNORM16, CAPTURE_SNORM8, CAPTURE_SNORM16
};

struct capture_rule {
	enum capture_as as;
	size_t size;		/* bytes of an element; of bits, as far as the type is known, or 1 */
	unsigned int components;
	uint64_t ulps;
	double relative;
	double absolute;
};

struct capture_range {
	uint64_t offset;
	uint64_t size;
	struct capture_bytes before;
	struct capture_bytes after;	/* hash NULL: nothing is to be compared */
	struct capture_rule rule;
	bool varies;			/* it was not the same each time on the driver of the capture */
};

enum capture_memory_kind { CAPTURE_BUFFER, CAPTURE_SUB_BUFFER, CAPTURE_IMAGE, CAPTURE_SVM };

struct capture_memory {
	enum capture_memory_kind kind;
	uint64_t flags;
	uint64_t size;			/* of an image: of its contents */
	uint32_t parent;
	uint64_t origin;
	uint64_t alignment;
	struct {
		uint32_t type;
		uint32_t order;
		uint32_t channel;
		uint64_t element_size;
		uint64_t width;
		uint64_t height;
		uint64_t depth;
		uint64_t array_size;
		uint64_t row_pitch;
		uint64_t slice_pitch;
	} image;
	struct capture_range *ranges;
	size_t range_count;
};

enum capture_argument_kind {
	CAPTURE_VALUE, CAPTURE_LOCAL, CAPTURE_NULL, CAPTURE_OBJECT, CAPTURE_SAMPLER, CAPTURE_POINTER,
	CAPTURE_UNSET
};

struct capture_argument {
	enum capture_argument_kind kind;
	uint64_t size;
	const unsigned char *bytes;	/* of a value */
	uint32_t index;			/* of the memory or sampler */
	uint64_t offset;		/* of a pointer */
	const char *name;		/* "": not known, as those that follow */
	const char *type;
	const char *numbers;		/* the type of OpenCL that it is a name of; "": not known */
	const char *address;
	bool is_const;
};

/* Sizes that the program may have passed. */
struct capture_sizes {
	bool is_given;			/* false: NULL */
	size_t sizes[CAPTURE_DIMENSIONS];
};

struct capture_launch {
	uint64_t number;
	bool is_task;			/* clEnqueueTask */
	const char *kernel;
	uint32_t program;
	unsigned int dimensions;
	struct capture_sizes offset;
	struct capture_sizes global;
	struct capture_sizes local;
	struct capture_sizes suggested_local;
	struct capture_setting *settings;
	size_t setting_count;
	int32_t error;
	int32_t status;			/* 0 if error is not */
	int32_t wait_status;		/* of an event that it waited for and that failed; 0: none */
};

/* An array of the manifest. */
struct capture_texts {
	const char **texts;
	size_t count;
};

/* What others than the driver found wrong when the launch was replayed where it was captured. */
struct capture_findings {
	bool is_asked;			/* false: nobody has looked, or could */
	struct capture_texts by;	/* who has looked: "validation", "oclgrind" */
	struct capture_texts list;	/* each begins with who has found it: "validation: ..." */
	struct capture_texts problems;	/* why somebody could not look to the end; they begin likewise */
};

struct capture {
	const char *created;
	const char *clrouter;
	const char *process;
	struct capture_place platform;
	struct capture_place device;
	struct capture_launch launch;
	struct capture_program *programs;
	size_t program_count;
	struct capture_sampler *samplers;
	size_t sampler_count;
	struct capture_memory *memory;
	size_t memory_count;
	struct capture_argument *arguments;
	size_t argument_count;
	bool is_checked;		/* the launch was replayed on the driver of the capture */
	struct capture_findings findings;
};

/* The index of the object that MEMORY is made from, and from which that is made, and so on. */
size_t capture_root(const struct capture *capture, size_t memory);

/* What a replay builds, and with which options: the whole source, if there is one. */
const struct capture_bytes *capture_text(const struct capture_program *program);
const char *capture_options(const struct capture_program *program);

bool capture_has_program(const struct capture *capture, enum capture_program_kind kind);
bool capture_has_memory(const struct capture *capture, enum capture_memory_kind kind);

/* Where a visit of all ranges is. All zero: before the first. */
struct capture_cursor {
	size_t memory;	/* index of the object that the range is of */
	size_t range;	/* index of the range, plus 1 */
};

/* The next range; NULL after the last one. */
struct capture_range *capture_next(const struct capture *capture, struct capture_cursor *cursor);

/* The size of an image as commands have it: an image of a 1D array is a row. */
void capture_region(const struct capture_memory *memory, size_t region[CAPTURE_DIMENSIONS]);

/* Did the launch fail, in the call or later? Then no contents are compared. */
static inline bool capture_has_failed(const struct capture *capture)
{
	return capture->launch.error != 0 || capture->launch.status < 0;
}

/* Is SETTING of clSetKernelExecInfo true? One that is false is as if it was not set. */
bool capture_is_set(const struct capture_setting *setting);

/*
 * Did it fail because of what is not in a capture: the events that it waited for, its queue or its
 * context? A replay has others.
 */
bool capture_has_failed_outside(const struct capture *capture);

#endif
