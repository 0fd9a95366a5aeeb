/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-shadow: see make-shadow.h.
 */
#include "layers/sanitize/make-shadow.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/line.h"
#include "base/common/system.h"
#include "layers/sanitize/device-macros.h"
#include "layers/sanitize/program-units.h"
#include "layers/sanitize/rewrite-request.h"
#include "layers/sanitize/sanitize-summary.h"
#include "opencl/build-log.h"
#include "state/facts.h"

#define MOST_LOG ((size_t)1 << 20)
#define SHOWN_LOG 300 /* bytes of a line */

/* One shadow that is being made. */
struct making {
	cl_context context;
	kept_calls *kept; /* of the program */
	char *reason;	  /* MAKE_SHADOW_REASON bytes */
	/* The last answer, which is one for all devices with these macros. */
	struct exchange answer;
	const struct device_macros *macros; /* NULL: there is no answer */
	char *text;			    /* of the request */
	struct units rewritten;
	uint64_t rewriting; /* ns */
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

/* -- rewriting -------------------------------------------------------------------------------- */

static bool is_same_compiler(const struct device_macros *one, const struct device_macros *other)
{
	return one && other && strcmp(one->text, other->text) == 0 &&
	       strcmp(one->bits, other->bits) == 0 && strcmp(one->language, other->language) == 0;
}

/* The answer for the last device holds for this one, too. */
static bool has_answer(const struct making *making, const char *text,
		       const struct device_macros *macros)
{
	return is_same_compiler(making->macros, macros) && strcmp(making->text, text) == 0;
}

static void forget_answer(struct making *making)
{
	if (making->macros)
		exchange_done(&making->answer);
	units_done(&making->rewritten);
	free(making->text);
	making->macros = NULL;
	making->text = NULL;
}

/* The answer becomes the one for TEXT, which belongs to MAKING then. */
static bool rewrite(struct making *making, char *text, const struct device_macros *macros)
{
	const struct exchange *answer = &making->answer;
	const uint64_t begin = system_now();

	if (has_answer(making, text, macros)) {
		free(text);
		return true;
	}
	forget_answer(making);
	making->text = text;
	if (!rewrite_request(EXCHANGE_REWRITE, text, macros, &making->answer, making->reason))
		return false;
	making->macros = macros;
	making->rewriting += system_now() - begin;
	return units_read(&making->rewritten, answer->texts[EXCHANGE_UNITS],
			  answer->lengths[EXCHANGE_UNITS]) ||
	       refuse(making, "\"clrouter sanitize\" has answered with a wrong program");
}

/* -- building --------------------------------------------------------------------------------- */

/* Adds the line of the build log that says what is wrong. */
static bool refuse_build(struct making *making, const struct shadow *shadow, cl_program program,
			 cl_int error)
{
	struct line line = line_in(making->reason, MAKE_SHADOW_REASON);
	struct build_log_line found;
	size_t size = 0;
	char *log = NULL;

	line_add(&line, "the driver does not build its checked form (%d)", (int)error);
	if (program)
		clrouter_target.clGetProgramBuildInfo(program, shadow->device, CL_PROGRAM_BUILD_LOG,
						      0, NULL, &size);
	if (size > 0 && size <= MOST_LOG)
		log = calloc(1, size + 1);
	if (log &&
	    clrouter_target.clGetProgramBuildInfo(program, shadow->device, CL_PROGRAM_BUILD_LOG,
						  size, log, NULL) == CL_SUCCESS &&
	    build_log_find(log, size, &found)) {
		line_add(&line, ": ");
		line_add_bytes(&line, found.text,
			       found.length < SHOWN_LOG ? found.length : SHOWN_LOG);
	}
	free(log);
	return false;
}

static cl_program create(struct making *making, const struct shadow *shadow,
			 const struct source_unit *unit)
{
	cl_int error = CL_SUCCESS;
	const cl_program program = clrouter_target.clCreateProgramWithSource(
		shadow->context->handle, 1, (const char *[]){ unit->source }, NULL, &error);

	if (!program)
		refuse(making, "the driver does not take its checked form (%d)", (int)error);
	return program;
}

static bool build_one(struct making *making, struct shadow *shadow, const struct source_unit *unit)
{
	cl_int error;

	shadow->program = create(making, shadow, unit);
	if (!shadow->program)
		return false;
	error = clrouter_target.clBuildProgram(shadow->program, 1, &shadow->device, unit->options,
					       NULL, NULL);
	return error == CL_SUCCESS || refuse_build(making, shadow, shadow->program, error);
}

static bool compile(struct making *making, struct shadow *shadow, cl_program *programs)
{
	for (size_t i = 0; i < making->rewritten.count; i++) {
		const struct source_unit *unit = &making->rewritten.list[i];
		cl_int error;

		programs[i] = create(making, shadow, unit);
		if (!programs[i])
			return false;
		error = clrouter_target.clCompileProgram(programs[i], 1, &shadow->device,
							 unit->options, 0, NULL, NULL, NULL, NULL);
		if (error != CL_SUCCESS)
			return refuse_build(making, shadow, programs[i], error);
	}
	return true;
}

static bool link_all(struct making *making, struct shadow *shadow, const cl_program *programs)
{
	cl_int error = CL_SUCCESS;

	shadow->program = clrouter_target.clLinkProgram(
		shadow->context->handle, 1, &shadow->device, making->rewritten.link,
		(cl_uint)making->rewritten.count, programs, NULL, NULL, &error);
	return (shadow->program && error == CL_SUCCESS) ||
	       refuse_build(making, shadow, shadow->program, error);
}

static bool build_linked(struct making *making, struct shadow *shadow)
{
	const size_t count = making->rewritten.count;
	cl_program *programs = calloc(count, sizeof(*programs));
	bool is_built;

	if (!programs)
		return refuse(making, "there is no memory");
	is_built = compile(making, shadow, programs) && link_all(making, shadow, programs);
	for (size_t i = 0; i < count; i++)
		if (programs[i])
			clrouter_target.clReleaseProgram(programs[i]);
	free(programs);
	return is_built;
}

static bool build(struct making *making, struct shadow *shadow)
{
	const struct units *units = &making->rewritten;

	if (units->link)
		return build_linked(making, shadow);
	return units->list && build_one(making, shadow, units->list);
}

/* What the program was made from, and the macros of its device. */
static char *take_units(struct making *making, const struct shadow *shadow,
			const struct device_macros **macros)
{
	char reason[PROGRAM_UNITS_REASON];
	char *text = program_units_text(making->kept, shadow->device, reason);
	struct units units;

	*macros = NULL;
	if (!text) {
		refuse(making, "%s", reason);
		return NULL;
	}
	if (units_read(&units, text, strlen(text)))
		*macros = device_macros_ask(shadow->context, shadow->device, units.list[0].options);
	units_done(&units);
	if (*macros)
		return text;
	free(text);
	refuse(making, "the device does not run the layer's own kernel");
	return NULL;
}

static bool fill_shadow(struct making *making, struct shadow *shadow)
{
	const struct device_macros *macros;
	char *text = take_units(making, shadow, &macros);

	if (!text || !rewrite(making, text, macros))
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

/* Drivers say nothing of how some programs are built that are not checked for another reason. */
static bool refuse_unbuilt(struct making *making, const struct facts_devices *devices)
{
	char reason[PROGRAM_UNITS_REASON];
	char *text =
		program_units_text(making->kept, (cl_device_id)(uintptr_t)devices->list[0], reason);
	const bool is_known = text != NULL;

	free(text);
	return refuse(making, "%s",
		      is_known ? "the driver does not say for which device it is built" : reason);
}

static void undo_all(struct shadow_program *program)
{
	while (program->count > 0)
		make_shadow_undo(program->shadows[--program->count]);
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
		if (!shadow) {
			undo_all(program);
			return false;
		}
		program->shadows[program->count++] = shadow;
	}
	return program->count > 0 || refuse_unbuilt(making, devices);
}

bool make_shadows(struct shadow_program *program, char reason[MAKE_SHADOW_REASON])
{
	struct facts_program *facts = facts_of_program(program->handle);
	struct making making = { .context = NULL };
	bool is_made;

	making.reason = reason;
	making.kept = facts ? &facts->any.kept : NULL;
	making.context = facts ? (cl_context)(uintptr_t)facts->any.context : NULL;
	is_made = making.context ? make_all(program, &making, &facts->devices)
				 : refuse(&making, "it was not seen how it was made");
	forget_answer(&making);
	return is_made;
}
