/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-values: see trace-values.h.
 */
#include "layers/trace/trace-values.h"

#include <inttypes.h>
#include <string.h>

#include "layers/trace/trace-objects.h"
#include "layers/trace/trace-state.h"
#include "opencl/names.h"
#include "opencl/number.h"
#include "opencl/printer.h"

static void add_numbered(struct line *line, enum object_kind kind, uint32_t number)
{
	if (number == 0) {
		line_add_text(line, "NULL");
		return;
	}
	line_add_text(line, names_kind(kind));
	line_add_text(line, "#");
	line_add_decimal(line, number, 1);
}

static void add_object(const struct printer *printer, enum object_kind kind, uint64_t handle,
		       bool is_new)
{
	const void *object = (const void *)(uintptr_t)handle;

	add_numbered(printer->line, kind,
		     is_new ? trace_object_made(kind, object) : trace_object_number(kind, object));
}

static enum object_kind find_kind(const struct printer *printer, uint64_t handle)
{
	(void)printer;
	return trace_object_kind((const void *)(uintptr_t)handle);
}

static struct printer printer_to(struct line *line)
{
	return (struct printer){ .line = line,
				 .pointer_size = sizeof(void *),
				 .add_object = add_object,
				 .find_kind = find_kind };
}

/* What the call stores can be read once it has; errors are stored by calls that fail. */
static bool is_readable(const struct signature_param *param, enum trace_stage stage)
{
	if (stage == STAGE_UNSURE)
		return false;
	switch (param->kind) {
	case PARAM_FOUND:
	case PARAM_MADE:
	case PARAM_RESULT:
	case PARAM_VALUE:
		return stage == STAGE_DONE ||
		       (stage == STAGE_FAILED && param->group == NAMES_cl_error);
	default:
		return true;
	}
}

enum trace_stage trace_stage_after(const struct call *call, const void *result)
{
	if (!call->has_returned)
		return STAGE_BEGIN;
	return signature_succeeded(&signatures[call->slot], call->values, result) ? STAGE_DONE
										  : STAGE_FAILED;
}

void trace_add_argument(struct line *line, const struct signature *function, int index,
			const struct call *call, enum trace_stage stage)
{
	const struct signature_param *param = &function->params[index];
	const struct printer printer = printer_to(line);
	const void *value = call->values[index];
	const void *pointer;

	switch (param->kind) {
	case PARAM_NUMBER:
	case PARAM_NAMES:
		number_add(line, param->group, signature_number(value, param->size), param->size);
		return;
	case PARAM_SIGNED:
		line_add(line, "%d", *(const cl_int *)value);
		return;
	case PARAM_HANDLE:
		add_numbered(line, param->object, trace_own(call)->numbers[index]);
		return;
	default:
		memcpy(&pointer, value, sizeof(pointer));
	}
	if (pointer && is_readable(param, stage))
		printer_add_pointed(&printer, function, param, call->values, pointer);
	else
		printer_add_pointer(line, (uintptr_t)pointer);
}

void trace_add_result(struct line *line, const struct call *call, const void *result)
{
	const struct signature_param *param = &signatures[call->slot].result;
	const struct printer printer = printer_to(line);

	if (!call->has_returned)
		line_add_text(line, "did not return");
	else if (param->kind == PARAM_NOTHING)
		line_add_text(line, "nothing");
	else if (param->kind == PARAM_MADE)
		printer_add_object(&printer, param->object, *(const uintptr_t *)result, true);
	else if (param->kind == PARAM_POINTER)
		printer_add_pointer(line, *(const uintptr_t *)result);
	else
		number_add(line, param->group, signature_number(result, param->size), param->size);
}
