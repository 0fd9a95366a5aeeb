/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-args: see kernel-args.h. Only the places of the calls are kept, which are many; those of
 * the kernels that are shown are read again.
 */
#include "tool/report/page/kernel-args.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/line.h"
#include "record/recorded-call.h"
#include "tool/report/recorded-values.h"
#include "tool/report/space.h"

#define KERNELS 4096	/* a power of two */
#define MOST_ARGS 32	/* of a kernel, that are shown */
#define MOST_BYTES 1024 /* of the record of clSetKernelArg, which keeps 64 of the value */

struct set_args {
	uint64_t kernel;
	uint32_t thread;
	struct {
		uint64_t reference; /* 0: it was not set */
	} list[MOST_ARGS];
};

bool kernel_args_init(struct kernel_args *args, const struct model *model)
{
	*args = (struct kernel_args){ .model = model };
	args->table = calloc(KERNELS, sizeof(*args->table));
	return args->table || space_is_short();
}

static struct set_args *find(const struct kernel_args *args, uint64_t kernel, uint32_t thread)
{
	const uint64_t mixed = (kernel + thread) * UINT64_C(0x9e3779b97f4a7c15);

	return &args->table[mixed >> 40 & (KERNELS - 1)];
}

void kernel_args_note(struct kernel_args *args, const struct record_call *call,
		      struct record_place place)
{
	const struct known_functions *known = &args->model->known;
	struct set_args *set;
	uint64_t kernel;
	uint64_t index;
	int32_t code;

	if (call->head.detail != CLROUTER_SLOT_clSetKernelArg ||
	    !recorded_argument(known, call, "kernel", &kernel) ||
	    !recorded_argument(known, call, "arg_index", &index) || index >= MOST_ARGS ||
	    recorded_failed(known, call, &code))
		return;
	set = find(args, kernel, place.thread);
	if (set->kernel != kernel || set->thread != place.thread)
		*set = (struct set_args){ .kernel = kernel, .thread = place.thread };
	set->list[index].reference = place.reference;
}

/* The value is the last argument of the call, which is printed as in other places. */
static void add_value(struct line *line, const struct kernel_args *args,
		      const struct record_call *call)
{
	static const char name[] = "arg_value=";
	char text[ROW_ARGUMENTS];
	const char *value;
	uint64_t size;

	row_arguments(text, args->model, call);
	value = strstr(text, name);
	recorded_argument(&args->model->known, call, "arg_size", &size);
	if (value && strcmp(value + strlen(name), "NULL") != 0)
		line_add_text(line, value + strlen(name));
	else
		line_add(line, "%" PRIu64 " bytes of local memory", size);
}

void kernel_args_put(const struct kernel_args *args, const struct record_call *call,
		     struct record_place place, char text[ROW_ARGUMENTS])
{
	struct line line = line_in(text, ROW_ARGUMENTS);
	const struct record *record;
	const struct set_args *set;
	uint64_t kernel;

	if (!recorded_argument(&args->model->known, call, "kernel", &kernel))
		return;
	set = find(args, kernel, place.thread);
	for (unsigned int i = 0; i < MOST_ARGS; i++) {
		if (set->kernel != kernel || set->thread != place.thread ||
		    set->list[i].reference == 0)
			continue;
		record = record_reader_get(args->model->reader, set->list[i].reference, MOST_BYTES);
		if (!record || !record_is_call(record) ||
		    record->detail != CLROUTER_SLOT_clSetKernelArg)
			continue;
		line_add(&line, "%s%u: ", line.length > 0 ? ", " : "", i);
		add_value(&line, args, (const struct record_call *)record);
	}
}

void kernel_args_done(struct kernel_args *args)
{
	free(args->table);
	args->table = NULL;
}
