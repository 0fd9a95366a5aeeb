/* SPDX-License-Identifier: Apache-2.0 */
/* program-units: see program-units.h. */
#include "layers/sanitize/program-units.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/common/list.h"
#include "layers/sanitize/binary-cache.h"
#include "opencl/program-texts.h"

#define MOST_SOURCE ((size_t)16 << 20) /* bytes */
#define MOST_LEVELS 16		       /* of libraries that were linked from libraries */

/* The units that are being gathered. */
struct gathering {
	cl_device_id device;
	struct units units; /* its texts are in the arena, or in what is kept below */
	struct arena arena;
	struct call **calls; /* copies, to be freed */
	size_t call_count;
	struct units *cached; /* of binaries */
	size_t cached_count;
	char *reason;
};

/* A program whose units are added: the whole one, or one that was linked or included. */
struct gathered {
	kept_calls *kept;
	const struct call *made, *built;
	unsigned depth;
};

/* False, with the reason. */
__attribute__((format(__printf__, 2, 3))) static bool refuse(struct gathering *gathering,
							     const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(gathering->reason, PROGRAM_UNITS_REASON, format, list);
	va_end(list);
	return false;
}

static bool refuse_memory(struct gathering *gathering)
{
	return refuse(gathering, "there is no memory for its source");
}

/* CALL is freed with GATHERING; NULL: there was none, or no memory. */
static const struct call *keep_call(struct gathering *gathering, struct call *call)
{
	if (!call)
		return NULL;
	if (!list_make_space(&gathering->calls, gathering->call_count,
			     sizeof(gathering->calls[0]))) {
		free(call);
		return NULL;
	}
	return gathering->calls[gathering->call_count++] = call;
}

static bool find_calls(struct gathering *gathering, struct gathered *program)
{
	program->made = keep_call(gathering, kept_get(program->kept, KEPT_MADE, 0));
	program->built = keep_call(gathering, kept_get(program->kept, KEPT_BUILT, 0));
	if ((!program->built && kept_has(program->kept, KEPT_BUILT, 0)) ||
	    (!program->made && kept_has(program->kept, KEPT_MADE, 0)) ||
	    kept_has_lost(program->kept))
		return refuse_memory(gathering);
	return program->made || refuse(gathering, "it was not seen how it was made");
}

/* -- a source --------------------------------------------------------------------------------- */

/* NULL, with the reason: there is no such text. */
static const char *join_source(struct gathering *gathering, const struct call *made)
{
	const size_t size = program_source_size(made);
	char *text;

	if (size > MOST_SOURCE) {
		refuse(gathering, "its source is longer than %zu MiB", MOST_SOURCE >> 20);
		return NULL;
	}
	text = arena_alloc(&gathering->arena, size + 1);
	if (!text) {
		refuse_memory(gathering);
		return NULL;
	}
	program_source_copy(made, text);
	text[size] = '\0';
	if (strlen(text) == size)
		return text;
	refuse(gathering, "its source has a NUL byte");
	return NULL;
}

/* Adds a header of UNIT, which is kept as PART. */
static bool add_header(struct gathering *gathering, struct source_unit *unit, const char *name,
		       struct kept *part)
{
	kept_calls calls;
	struct gathered header = { .kept = &calls };
	const char *text;

	atomic_init(&calls, part);
	if (!name || !part || !find_calls(gathering, &header) ||
	    header.made->slot != CLROUTER_SLOT_clCreateProgramWithSource)
		return refuse(gathering, "a header that it was compiled with has no source");
	text = join_source(gathering, header.made);
	if (!text)
		return false;
	unit->headers[unit->header_count++] = (struct unit_header){ name, text };
	return true;
}

static bool add_headers(struct gathering *gathering, const struct gathered *program,
			struct source_unit *unit)
{
	const uint64_t count = call_number(program->built, ARG_clCompileProgram_num_input_headers);
	const char *const *names =
		call_pointer(program->built, ARG_clCompileProgram_header_include_names);
	bool is_added = true;

	if (count == 0)
		return true;
	if (kept_part_count(program->kept) != count)
		return refuse(gathering, "a header that it was compiled with was not seen");
	unit->headers = arena_alloc(&gathering->arena, count * sizeof(*unit->headers));
	if (!unit->headers)
		return refuse_memory(gathering);
	for (size_t i = 0; i < count && is_added; i++) {
		struct kept *part = kept_take_part(program->kept, i);

		is_added = add_header(gathering, unit, names ? names[i] : NULL, part);
		kept_give_back(part);
	}
	return is_added;
}

static bool add_unit(struct gathering *gathering, const struct source_unit *unit)
{
	struct units *units = &gathering->units;

	if (units->count >= UNITS_MOST)
		return refuse(gathering, "it was linked from too many programs");
	if (!list_make_space_in(&gathering->arena, &units->list, units->count,
				sizeof(units->list[0])))
		return refuse_memory(gathering);
	units->list[units->count++] = *unit;
	return true;
}

static bool add_source(struct gathering *gathering, const struct gathered *program)
{
	const char *options;
	struct source_unit unit = { 0 };

	if (!program->built || (program->built->slot != CLROUTER_SLOT_clBuildProgram &&
				program->built->slot != CLROUTER_SLOT_clCompileProgram))
		return refuse(gathering, "it was not seen how it was built");
	options = call_pointer(program->built, ARG_clBuildProgram_options);
	unit.options = options ? options : "";
	unit.source = join_source(gathering, program->made);
	return unit.source &&
	       (program->built->slot == CLROUTER_SLOT_clBuildProgram ||
		add_headers(gathering, program, &unit)) &&
	       add_unit(gathering, &unit);
}

/* -- a binary --------------------------------------------------------------------------------- */

static bool add_binary(struct gathering *gathering, const struct gathered *program)
{
	const void *binary;
	const char *why;
	size_t length;
	struct units *cached;

	binary = program_binary(program->made, gathering->device, &length);
	if (!binary)
		return refuse(gathering, "it was made from a binary that was not seen");
	if (!list_make_space(&gathering->cached, gathering->cached_count,
			     sizeof(gathering->cached[0])))
		return refuse_memory(gathering);
	cached = &gathering->cached[gathering->cached_count];
	if (!binary_cache_find(binary, length, cached, &why))
		return refuse(gathering, "%s", why);
	gathering->cached_count++;
	if (program->depth == 0)
		gathering->units.link = cached->link;
	for (size_t i = 0; i < cached->count; i++)
		if (!add_unit(gathering, &cached->list[i]))
			return false;
	return true;
}

/* -- all kinds -------------------------------------------------------------------------------- */

/* Why a program that MADE has made is not checked. */
static const char *kind_reason(const struct call *made)
{
	static const struct {
		unsigned slot;
		const char *reason;
	} kinds[] = {
		{ CLROUTER_SLOT_clCreateProgramWithBuiltInKernels,
		  "it has kernels that are built into the device" },
		{ CLROUTER_SLOT_clCreateProgramWithIL,
		  "it was made from an intermediate language" },
		{ CLROUTER_SLOT_clCreateProgramWithILKHR,
		  "it was made from an intermediate language" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kinds[i].slot == made->slot)
			return kinds[i].reason;
	return "it was made in an unknown way";
}

static bool add_program(struct gathering *gathering, struct gathered *program);

static bool add_linked(struct gathering *gathering, const struct gathered *program)
{
	const uint64_t count = call_number(program->made, ARG_clLinkProgram_num_input_programs);
	const char *options = call_pointer(program->made, ARG_clLinkProgram_options);
	bool is_added = true;

	if (count == 0 || kept_part_count(program->kept) != count || program->depth >= MOST_LEVELS)
		return refuse(gathering, "it was linked from programs that were not seen");
	if (program->depth == 0)
		gathering->units.link = options ? options : "";
	for (size_t i = 0; i < count && is_added; i++) {
		struct kept *part = kept_take_part(program->kept, i);
		kept_calls calls;
		struct gathered next = { .kept = &calls, .depth = program->depth + 1 };

		atomic_init(&calls, part);
		is_added =
			part ? add_program(gathering, &next)
			     : refuse(gathering, "it was linked from a program that was not seen");
		kept_give_back(part);
	}
	return is_added;
}

static bool add_program(struct gathering *gathering, struct gathered *program)
{
	if (!find_calls(gathering, program))
		return false;
	switch (program->made->slot) {
	case CLROUTER_SLOT_clCreateProgramWithSource:
		return add_source(gathering, program);
	case CLROUTER_SLOT_clCreateProgramWithBinary:
		return add_binary(gathering, program);
	case CLROUTER_SLOT_clLinkProgram:
		return add_linked(gathering, program);
	default:
		return refuse(gathering, "%s", kind_reason(program->made));
	}
}

char *program_units_text(kept_calls *calls, cl_device_id device, char reason[PROGRAM_UNITS_REASON])
{
	struct gathering gathering = { .device = device, .arena = ARENA_INIT, .reason = reason };
	struct gathered program = { .kept = calls };
	char *text = NULL;

	reason[0] = '\0';
	if (add_program(&gathering, &program)) {
		text = units_write(&gathering.units);
		if (!text)
			refuse_memory(&gathering);
	}
	for (size_t i = 0; i < gathering.call_count; i++)
		free(gathering.calls[i]);
	for (size_t i = 0; i < gathering.cached_count; i++)
		units_done(&gathering.cached[i]);
	free(gathering.calls);
	free(gathering.cached);
	arena_done(&gathering.arena);
	return text;
}
