/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-shadow: see make-shadow.h.
 */
#include "layers/sanitize/make-shadow.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/common/line.h"
#include "base/common/system.h"
#include "base/os.h"
#include "layers/sanitize/device-macros.h"
#include "layers/sanitize/sanitize-connection.h"
#include "layers/sanitize/sanitize-summary.h"
#include "opencl/build-log.h"
#include "state/facts.h"

#define MOST_SOURCE ((size_t)16 << 20) /* bytes */
#define MOST_LOG ((size_t)1 << 20)
#define SHOWN_LOG 300 /* bytes of a line */

/* One shadow that is being made. */
struct making {
	cl_context context;
	const struct call *made; /* the program */
	const struct call *built;
	char *source;
	char *reason; /* MAKE_SHADOW_REASON bytes */
	/* The last answer, which is one for all devices with these macros. */
	struct exchange answer;
	const struct device_macros *macros; /* NULL: there is no answer */
	uint64_t rewriting;		    /* ns */
};

/* False, with the reason. */
__attribute__((format(__printf__, 2, 3))) static bool refuse(struct making *making,
							     const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(making->reason, MAKE_SHADOW_REASON, format, list);
	va_end(list);
	return false;
}

/* -- the source ------------------------------------------------------------------------------- */

/* Why a program that MADE has made is not checked; NULL: it has a source. */
static const char *kind_reason(const struct call *made)
{
	static const struct {
		unsigned slot;
		const char *reason;
	} kinds[] = {
		{ CLROUTER_SLOT_clCreateProgramWithSource, NULL },
		{ CLROUTER_SLOT_clCreateProgramWithBinary, "it was made from a binary" },
		{ CLROUTER_SLOT_clCreateProgramWithBuiltInKernels,
		  "it has kernels that are built into the device" },
		{ CLROUTER_SLOT_clCreateProgramWithIL,
		  "it was made from an intermediate language" },
		{ CLROUTER_SLOT_clCreateProgramWithILKHR,
		  "it was made from an intermediate language" },
		{ CLROUTER_SLOT_clLinkProgram, "it was linked from other programs" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kinds[i].slot == made->slot)
			return kinds[i].reason;
	return "it was made in an unknown way";
}

/* The bytes of all strings that MADE has, which are copied to TEXT unless that is NULL. */
static size_t join(const struct call *made, char *text)
{
	const char *const *strings = call_pointer(made, ARG_clCreateProgramWithSource_strings);
	const size_t *lengths = call_pointer(made, ARG_clCreateProgramWithSource_lengths);
	const uint64_t count = call_number(made, ARG_clCreateProgramWithSource_count);
	size_t used = 0, length;

	for (uint64_t i = 0; strings && i < count && used <= MOST_SOURCE; i++, used += length) {
		length = lengths ? lengths[i] : 0;
		if (length == 0)
			length = strlen(strings[i]);
		if (text)
			memcpy(&text[used], strings[i], length);
	}
	return used;
}

static bool join_source(struct making *making)
{
	const size_t size = join(making->made, NULL);

	if (size > MOST_SOURCE)
		return refuse(making, "its source is longer than %zu MiB", MOST_SOURCE >> 20);
	making->source = malloc(size + 1);
	if (!making->source)
		return refuse(making, "there is no memory for its source");
	making->source[join(making->made, making->source)] = '\0';
	return strlen(making->source) == size || refuse(making, "its source has a NUL byte");
}

static const char *options_of(const struct making *making)
{
	const char *options = call_pointer(making->built, ARG_clBuildProgram_options);

	return options ? options : "";
}

static bool find_calls(struct making *making, kept_calls *kept, struct call **made,
		       struct call **built)
{
	const char *kind;

	making->made = *made = kept ? kept_get(kept, KEPT_MADE, 0) : NULL;
	if (!*made)
		return refuse(making, "it was not seen how it was made");
	kind = kind_reason(*made);
	if (kind)
		return refuse(making, "%s", kind);
	making->built = *built = kept_get(kept, KEPT_BUILT, 0);
	if (!*built || (*built)->slot != CLROUTER_SLOT_clBuildProgram)
		return refuse(making, "it was not seen how it was built");
	return join_source(making);
}

/* -- rewriting -------------------------------------------------------------------------------- */

static bool is_same_compiler(const struct device_macros *one, const struct device_macros *other)
{
	return one && other && strcmp(one->text, other->text) == 0 &&
	       strcmp(one->bits, other->bits) == 0 && strcmp(one->language, other->language) == 0;
}

static bool rewrite(struct making *making, const struct device_macros *macros)
{
	struct exchange request = exchange_of(EXCHANGE_REWRITE);
	char directory[OS_PATH_SIZE];
	const uint64_t begin = system_now();

	if (is_same_compiler(making->macros, macros))
		return true;
	if (making->macros)
		exchange_done(&making->answer);
	making->macros = NULL;
	if (!os_working_directory(directory, sizeof(directory)))
		memcpy(directory, "/", sizeof("/"));
	exchange_set(&request, EXCHANGE_SOURCE, making->source);
	exchange_set(&request, EXCHANGE_OPTIONS, options_of(making));
	exchange_set(&request, EXCHANGE_DIRECTORY, directory);
	exchange_set(&request, EXCHANGE_MACROS, macros->text);
	exchange_set(&request, EXCHANGE_BITS, macros->bits);
	exchange_set(&request, EXCHANGE_LANGUAGE, macros->language);
	if (!connection_rewrite(&request, &making->answer, making->reason))
		return false;
	making->macros = macros;
	making->rewriting += system_now() - begin;
	return true;
}

/* -- building --------------------------------------------------------------------------------- */

/* Adds the line of the build log that says what is wrong. */
static bool refuse_build(struct making *making, const struct shadow *shadow, cl_int error)
{
	struct line line = line_in(making->reason, MAKE_SHADOW_REASON);
	struct build_log_line found;
	size_t size = 0;
	char *log = NULL;

	line_add(&line, "the driver does not build its checked form (%d)", (int)error);
	clrouter_target.clGetProgramBuildInfo(shadow->program, shadow->device, CL_PROGRAM_BUILD_LOG,
					      0, NULL, &size);
	if (size > 0 && size <= MOST_LOG)
		log = calloc(1, size + 1);
	if (log &&
	    clrouter_target.clGetProgramBuildInfo(shadow->program, shadow->device,
						  CL_PROGRAM_BUILD_LOG, size, log,
						  NULL) == CL_SUCCESS &&
	    build_log_find(log, size, &found)) {
		line_add(&line, ": ");
		line_add_bytes(&line, found.text,
			       found.length < SHOWN_LOG ? found.length : SHOWN_LOG);
	}
	free(log);
	return false;
}

static bool build(struct making *making, struct shadow *shadow)
{
	const char *source = making->answer.texts[EXCHANGE_SOURCE];
	cl_int error = CL_SUCCESS;

	shadow->program = clrouter_target.clCreateProgramWithSource(shadow->context->handle, 1,
								    &source, NULL, &error);
	if (!shadow->program)
		return refuse(making, "the driver does not take its checked form (%d)", (int)error);
	error = clrouter_target.clBuildProgram(shadow->program, 1, &shadow->device,
					       making->answer.texts[EXCHANGE_OPTIONS], NULL, NULL);
	return error == CL_SUCCESS || refuse_build(making, shadow, error);
}

static bool fill_shadow(struct making *making, struct shadow *shadow)
{
	const struct device_macros *macros =
		device_macros_ask(shadow->context, shadow->device, options_of(making));

	if (!macros)
		return refuse(making, "the device does not run the layer's own kernel");
	if (!rewrite(making, macros))
		return false;
	if (!sites_read(&shadow->sites, making->answer.texts[EXCHANGE_TABLE],
			making->answer.lengths[EXCHANGE_TABLE]) ||
	    shadow->sites.kernel_count == 0)
		return refuse(making, "\"clrouter sanitize\" has answered with a wrong table");
	if (!build(making, shadow))
		return false;
	shadow->seen = calloc(shadow->sites.site_count + 1, sizeof(*shadow->seen));
	shadow->launches = calloc(shadow->sites.kernel_count, sizeof(*shadow->launches));
	if (!shadow->seen || !shadow->launches ||
	    !records_make(&shadow->records, shadow->context, shadow->device, macros->shows_maps,
			  shadow->sites.site_count))
		return refuse(making, "there is no memory for what its kernels find");
	if (macros->has_system_svm)
		regions_open(&shadow->context->regions);
	return true;
}

static struct shadow *make_shadow(struct making *making, cl_device_id device)
{
	struct shadow *shadow = calloc(1, sizeof(*shadow));
	const uint64_t begin = system_now();
	const uint64_t before = making->rewriting;

	if (shadow) {
		shadow->device = device;
		shadow->lock = (struct lock)LOCK_INIT;
		atomic_store(&shadow->references, 1);
		atomic_store(&shadow->users, 1);
		shadow->context = own_context_take(making->context);
	}
	if (!shadow || !shadow->context) {
		free(shadow);
		refuse(making, "there is no memory");
		return NULL;
	}
	if (!fill_shadow(making, shadow)) {
		make_shadow_undo(shadow);
		return NULL;
	}
	summary_add_shadow(making->rewriting - before,
			   system_now() - begin - (making->rewriting - before));
	return shadow;
}

void make_shadow_undo(struct shadow *shadow)
{
	records_done(&shadow->records);
	if (shadow->program)
		clrouter_target.clReleaseProgram(shadow->program);
	own_context_give(shadow->context);
	sites_done(&shadow->sites);
	free(shadow->seen);
	free(shadow->launches);
	free(shadow->places);
	free(shadow);
}

/* -- all devices ------------------------------------------------------------------------------ */

/* Is PROGRAM built for DEVICE? */
static bool is_built(cl_program program, cl_device_id device)
{
	cl_build_status status = CL_BUILD_NONE;

	return clrouter_target.clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS,
						     sizeof(status), &status, NULL) == CL_SUCCESS &&
	       status == CL_BUILD_SUCCESS;
}

static bool make_all(struct shadow_program *program, struct making *making,
		     const struct facts_devices *devices)
{
	program->shadows = calloc(devices->count + 1, sizeof(struct shadow *));
	if (!program->shadows)
		return refuse(making, "there is no memory");
	for (unsigned i = 0; i < devices->count; i++) {
		const cl_device_id device = (cl_device_id)(uintptr_t)devices->list[i];
		struct shadow *shadow;

		if (!is_built(program->handle, device))
			continue;
		shadow = make_shadow(making, device);
		if (!shadow)
			return false;
		program->shadows[program->count++] = shadow;
	}
	return program->count > 0 ||
	       refuse(making, "the driver does not say for which device it is built");
}

bool make_shadows(struct shadow_program *program, char reason[MAKE_SHADOW_REASON])
{
	struct facts_program *facts = facts_of_program(program->handle);
	struct making making = { .reason = reason };
	struct call *made = NULL, *built = NULL;
	bool is_made;

	making.context = facts ? (cl_context)(uintptr_t)facts->any.context : NULL;
	is_made = find_calls(&making, facts ? &facts->any.kept : NULL, &made, &built);
	if (is_made && !making.context)
		is_made = refuse(&making, "it was not seen in which context it was made");
	is_made = is_made && make_all(program, &making, &facts->devices);
	if (making.macros)
		exchange_done(&making.answer);
	for (size_t i = 0; !is_made && i < program->count; i++)
		make_shadow_undo(program->shadows[i]);
	if (!is_made)
		program->count = 0;
	free(making.source);
	free(made);
	free(built);
	return is_made;
}
