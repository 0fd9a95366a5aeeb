/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch: one launch of a kernel, with all that is needed to make it again: the program, the arguments,
 * the memory that they reach with its contents before and after, and where it ran. The capture layer
 * fills a struct launch, launch-file.h writes and reads it by one table of its members, and engine.c
 * makes the launch again. doc/capture-format.md says what each member means.
 *
 * This file is also the head of the data of replay.c, so it is C99 and knows nothing of clrouter. What
 * belongs to a program or to memory is in an array of its own, and says by an index to which. Numbers
 * have 64 bits, as in the file. Texts that are NULL are not known, or were not given.
 */
#ifndef CLROUTER_LAUNCH_LAUNCH_H
#define CLROUTER_LAUNCH_LAUNCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LAUNCH_DIMENSIONS 3
#define LAUNCH_NONE UINT64_MAX	/* in place of an index */
#define LAUNCH_ZERO "zero"	/* in place of a hash: all bytes are 0, and there is no file */

/* Bytes that are in the file itself. */
struct launch_bytes {
	const unsigned char *bytes;
	uint64_t size;
};

struct launch_platform {
	const char *name;
	const char *vendor;
	const char *version;
	const char *profile;
	const char *extensions;
};

struct launch_device {
	const char *name;
	const char *vendor;
	const char *version;
	const char *driver;
	const char *language;		/* CL_DEVICE_OPENCL_C_VERSION */
	const char *extensions;
	uint64_t type;
	uint64_t vendor_id;
	uint64_t address_bits;
	uint64_t align;			/* CL_DEVICE_MEM_BASE_ADDR_ALIGN, in bits */
	uint64_t compute_units;
	uint64_t memory;		/* bytes */
};

enum launch_program_kind {
	LAUNCH_SOURCE,
	LAUNCH_IL,
	LAUNCH_BINARY,
	LAUNCH_BUILT_IN,
	LAUNCH_LINKED
};

enum launch_build { LAUNCH_UNBUILT, LAUNCH_BUILT, LAUNCH_COMPILED };

/* The programs that another one is made of come before it. */
struct launch_program {
	uint64_t kind;			/* enum launch_program_kind */
	uint64_t build;			/* enum launch_build; of a linked one: LAUNCH_UNBUILT */
	uint64_t size;			/* bytes of the source, intermediate language or binary */
	const char *hash;		/* of the same */
	const char *names;		/* of built-in kernels, as the program named them */
	const char *options;		/* of clBuildProgram, clCompileProgram or clLinkProgram */
	const char *here;		/* those with folders of the capture; NULL: OPTIONS are used */
	const char *portable;		/* those for another platform; NULL: the same as here */
	const unsigned char *text;	/* not in the file: what is in the program's file */
};

/* What clLinkProgram got. */
struct launch_input {
	uint64_t program;		/* the linked one */
	uint64_t input;
};

/* What clCompileProgram got. */
struct launch_header {
	uint64_t program;		/* the compiled one */
	uint64_t header;		/* the program with its source */
	const char *name;
};

/* A specialization constant. */
struct launch_constant {
	uint64_t program;
	uint64_t id;
	struct launch_bytes value;
};

/* A file that a source includes, which is copied into the capture. */
struct launch_include {
	const char *path;		/* below include/ */
	uint64_t size;
	const char *hash;
};

/* A file that a source includes, which is not in the capture. */
struct launch_missing {
	uint64_t program;
	const char *name;
};

struct launch_sampler {
	uint64_t normalized;
	uint64_t addressing;
	uint64_t filter;
	const char *properties;		/* numbers with blanks between them, without the last 0 */
};

enum launch_memory_kind { LAUNCH_BUFFER, LAUNCH_SUB_BUFFER, LAUNCH_IMAGE, LAUNCH_SVM };

/* What an object is made from comes before it. */
struct launch_memory {
	uint64_t kind;			/* enum launch_memory_kind */
	uint64_t flags;
	uint64_t size;			/* of an image: of its contents */
	uint64_t parent;		/* or LAUNCH_NONE */
	uint64_t origin;		/* of a sub-buffer */
	uint64_t alignment;		/* of shared memory */
	uint64_t type;			/* of an image, and what follows: cl_image_format, cl_image_desc */
	uint64_t order;
	uint64_t channel;
	uint64_t element_size;
	uint64_t width;
	uint64_t height;
	uint64_t depth;
	uint64_t array_size;
	uint64_t row_pitch;
	uint64_t slice_pitch;
	uint64_t mip_levels;
	uint64_t samples;
};

/* From LAUNCH_FLOAT16 on there are bounds. Whole numbers that stand for -1 to 1 are last. */
enum launch_as {
	LAUNCH_UNKNOWN,
	LAUNCH_BITS,
	LAUNCH_FLOAT16,
	LAUNCH_FLOAT32,
	LAUNCH_FLOAT64,
	LAUNCH_UNORM8,
	LAUNCH_UNORM16,
	LAUNCH_SNORM8,
	LAUNCH_SNORM16,
	LAUNCH_KINDS
};

/* Bytes of a buffer, an image without a parent or shared memory, that arguments reach. */
struct launch_range {
	uint64_t memory;
	uint64_t offset;
	uint64_t size;
	const char *before;		/* hash of the contents before the launch; NULL: not written */
	const char *after;		/* the same after it; NULL: they are not compared */
	uint64_t as;			/* enum launch_as: how they are compared */
	uint64_t element;		/* bytes of a number; 1 if the type is not known */
	uint64_t components;		/* of a vector; of 3 there are four in memory; 0 is 1 */
	uint64_t varies;		/* bytes that were not the same each time; 0: none is known */
	uint64_t varies_from;		/* the offset of the first of them in the range */
	const unsigned char *old_bytes;	/* not in the file: the contents; NULL: zeros */
	const unsigned char *new_bytes;
};

enum launch_argument_kind {
	LAUNCH_VALUE,
	LAUNCH_LOCAL,
	LAUNCH_NULL,
	LAUNCH_MEMORY,
	LAUNCH_SAMPLER,
	LAUNCH_POINTER,
	LAUNCH_UNSET
};

struct launch_argument {
	uint64_t kind;			/* enum launch_argument_kind */
	uint64_t size;			/* of a value, of local memory, and of what is NULL */
	struct launch_bytes value;
	uint64_t index;			/* of the memory or sampler */
	uint64_t offset;		/* of a pointer into shared memory */
	const char *name;		/* as the driver knows it, as those that follow */
	const char *type;
	const char *address;		/* "global" */
	uint64_t is_const;		/* 1: the kernel only reads what it points to */
	const char *numbers;		/* the type of OpenCL, such as float4*, that TYPE is a name of */
};

/* Of clSetKernelExecInfo. */
struct launch_setting {
	uint64_t name;
	struct launch_bytes value;
};

enum launch_note_kind {
	LAUNCH_FINDING,			/* who found what */
	LAUNCH_CHECKED_BY,		/* who has looked */
	LAUNCH_UNCHECKED		/* why somebody could not look to the end */
};

struct launch_note {
	uint64_t kind;			/* enum launch_note_kind */
	const char *text;
};

/* The call. Sizes are only there if they were given. */
struct launch_call {
	const char *created;		/* "2026-11-24T23:40:05Z" */
	const char *clrouter;		/* the version */
	const char *process;
	uint64_t process_id;
	const char *directory;		/* the working directory of the program */
	uint64_t host_bits;		/* 32 or 64 */
	const char *host_order;		/* "little" or "big" */
	uint64_t queue_properties;
	uint64_t number;		/* which launch of the process it is, from 1 */
	uint64_t is_task;		/* 1: clEnqueueTask */
	const char *kernel;
	uint64_t program;
	uint64_t dimensions;
	uint64_t has_offset;
	uint64_t offset[LAUNCH_DIMENSIONS];
	uint64_t has_global;
	uint64_t global[LAUNCH_DIMENSIONS];
	uint64_t has_local;
	uint64_t local[LAUNCH_DIMENSIONS];
	uint64_t has_suggested;		/* what the driver chooses if no local size is given */
	uint64_t suggested[LAUNCH_DIMENSIONS];
	uint64_t required[LAUNCH_DIMENSIONS];	/* what the kernel requires; 0: nothing */
	int64_t error;			/* of the call */
	int64_t status;			/* of the command; 0 if the call failed */
	int64_t wait_status;		/* of an event that it waited for and that failed; 0: none */
	uint64_t device_bytes;		/* what the capture has cost, as those that follow */
	uint64_t file_bytes;
	uint64_t call_ns;
	uint64_t write_ns;
	uint64_t runs;			/* how often it was replayed where it was captured */
	const char *problem;		/* why it could not be */
};

struct launch {
	struct launch_call call;
	struct launch_platform platform;
	struct launch_device device;
	struct launch_program *programs;
	size_t program_count;
	struct launch_input *inputs;
	size_t input_count;
	struct launch_header *headers;
	size_t header_count;
	struct launch_constant *constants;
	size_t constant_count;
	struct launch_include *includes;
	size_t include_count;
	struct launch_missing *missing;
	size_t missing_count;
	struct launch_sampler *samplers;
	size_t sampler_count;
	struct launch_memory *memory;
	size_t memory_count;
	struct launch_range *ranges;
	size_t range_count;
	struct launch_argument *arguments;
	size_t argument_count;
	struct launch_setting *settings;
	size_t setting_count;
	struct launch_note *notes;
	size_t note_count;
};

/* How far two numbers may be from each other, of each enum launch_as. One of the three is enough. */
struct launch_bounds {
	uint64_t ulps;			/* units in the last place; steps of an image's whole numbers */
	double relative;		/* of the greater number */
	double absolute;
};

/*
 * What engine.c says while it works: a word, and a text that may be a number.
 */
#define LAUNCH_SAYS_STEP "step"		/* enum launch_step */
#define LAUNCH_SAYS_UNABLE "unable"	/* why the device cannot have this launch */
#define LAUNCH_SAYS_FAILED "failed"	/* a function and what it returned */
#define LAUNCH_SAYS_LOG "log"		/* a build log */
#define LAUNCH_SAYS_OPTIONS "options"	/* with which a program that failed is built again */
#define LAUNCH_SAYS_BUILD_NS "build-ns"
#define LAUNCH_SAYS_LAUNCH_NS "launch-ns"	/* of one run, by the device if it tells */
#define LAUNCH_SAYS_SAME "same"	/* a run ended as it was captured; the text says how a failure did */
#define LAUNCH_SAYS_DIFFERS "differs"	/* it did not; the text says how, if it is no difference */
#define LAUNCH_SAYS_RANGE "range"	/* the first difference: its index, and what follows */
#define LAUNCH_SAYS_OFFSET "offset"	/* bytes in the object */
#define LAUNCH_SAYS_ELEMENT "element"	/* bytes that are compared at once */
#define LAUNCH_SAYS_FOUND "found"
#define LAUNCH_SAYS_EXPECTED "expected"
#define LAUNCH_SAYS_COUNT "count"	/* of all that differ in this run */

enum launch_step {
	LAUNCH_LOADS,
	LAUNCH_CREATES,
	LAUNCH_BUILDS,
	LAUNCH_PREPARES,
	LAUNCH_RUNS,
	LAUNCH_RELEASES,
	LAUNCH_ENDS
};

/* The index of the object that MEMORY is made from, and from which that is made, and so on. */
static inline size_t launch_root(const struct launch *launch, size_t memory)
{
	while (launch->memory[memory].parent != LAUNCH_NONE)
		memory = (size_t)launch->memory[memory].parent;
	return memory;
}

/* Does ARGUMENT reach RANGE? An image of a buffer may reach all of it. */
static inline int launch_reaches(const struct launch *launch, const struct launch_argument *argument,
				 const struct launch_range *range)
{
	const struct launch_memory *memory;

	if (argument->kind != LAUNCH_MEMORY && argument->kind != LAUNCH_POINTER)
		return 0;
	memory = &launch->memory[argument->index];
	if (memory->kind != LAUNCH_SUB_BUFFER)
		return launch_root(launch, (size_t)argument->index) == range->memory;
	return memory->parent == range->memory && memory->origin < range->offset + range->size &&
	       range->offset < memory->origin + memory->size;
}

/*
 * The first argument that reaches RANGE, one that may write there if there is one; argument_count:
 * none does.
 */
static inline size_t launch_argument_of(const struct launch *launch, const struct launch_range *range)
{
	size_t found = launch->argument_count;

	for (size_t i = 0; i < launch->argument_count; i++) {
		if (!launch_reaches(launch, &launch->arguments[i], range))
			continue;
		if (!launch->arguments[i].is_const)
			return i;
		if (found == launch->argument_count)
			found = i;
	}
	return found;
}

/* Did the launch fail, in the call or later? Then no contents are compared. */
static inline int launch_has_failed(const struct launch *launch)
{
	return launch->call.error != 0 || launch->call.status < 0;
}

static inline int launch_has_program(const struct launch *launch, enum launch_program_kind kind)
{
	size_t i = 0;

	while (i < launch->program_count && launch->programs[i].kind != kind)
		i++;
	return i < launch->program_count;
}

static inline int launch_has_memory(const struct launch *launch, enum launch_memory_kind kind)
{
	size_t i = 0;

	while (i < launch->memory_count && launch->memory[i].kind != kind)
		i++;
	return i < launch->memory_count;
}

/* The SIZE bytes at BYTES, or zeros if that is NULL, as a number. */
static inline uint64_t launch_bits(const unsigned char *bytes, size_t size)
{
	uint16_t bits16;
	uint32_t bits32;
	uint64_t bits = 0;

	if (!bytes)
		return 0;
	if (size == 1)
		return *bytes;
	if (size == sizeof(bits16)) {
		memcpy(&bits16, bytes, sizeof(bits16));
		return bits16;
	}
	if (size == sizeof(bits32)) {
		memcpy(&bits32, bytes, sizeof(bits32));
		return bits32;
	}
	memcpy(&bits, bytes, sizeof(bits));
	return bits;
}

/* The number that BITS of a half stand for. */
static inline double launch_half(uint64_t bits)
{
	const int exponent = (int)(bits >> 10 & 31);
	double value = (double)(bits & 1023) / 1024;

	if (exponent == 31)
		value = value > 0 ? 0.0 / 0.0 : 1.0 / 0.0;
	else
		value += exponent > 0;
	for (int i = exponent > 0 ? exponent : 1; i < 15; i++)
		value /= 2;
	for (int i = 15; i < exponent && exponent < 31; i++)
		value *= 2;
	return bits & 0x8000 ? -value : value;
}

/* The number that BITS of a half, float or double stand for: SIZE bytes. */
static inline double launch_real(uint64_t bits, size_t size)
{
	const uint32_t bits32 = (uint32_t)bits;
	float single;
	double value;

	if (size == 2)
		return launch_half(bits);
	if (size == 4) {
		memcpy(&single, &bits32, sizeof(single));
		return (double)single;
	}
	memcpy(&value, &bits, sizeof(value));
	return value;
}

#endif
