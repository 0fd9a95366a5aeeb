/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sums: see sums.h.
 */
#include "layers/record/file/sums.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "layers/record/file/kernel-names.h"
#include "layers/record/file/store.h"
#include "opencl/signature.h"
#include "record/record-format.h"

#define COMMANDS (CLROUTER_ALL_SLOTS + KERNEL_NAMES) /* functions, then names of kernels */
#define MOST_CODES 64	/* errors with other codes are added up in the last one */
#define MOST_DEVICES 64 /* of more, those after them are left out */
#define MOST_NAME 1024	/* bytes of a kernel's name */

struct command_sum {
	struct record_sum *sum;
	uint64_t since; /* commands since the last one that was measured */
};

struct sums {
	struct store_chunk chunk; /* the last one */
	uint32_t thread;
	struct record_sum *calls[CLROUTER_ALL_SLOTS];
	struct command_sum commands[COMMANDS];
	struct record_sum *codes[MOST_CODES];
	struct record_sum *devices[MOST_DEVICES];
};

struct sums *sums_renew(struct sums *old, uint32_t thread)
{
	struct sums *sums = old ? old : malloc(sizeof(*sums));

	if (!sums)
		return NULL;
	memset(sums, 0, sizeof(*sums));
	sums->chunk.start = store_starts();
	sums->thread = thread;
	return sums;
}

/* -- a place in the file --------------------------------------------------------------- */

/* A chunk that is full stays mapped: its sums go on. */
static bool make_space(struct sums *sums, size_t size)
{
	struct store_chunk next = { .start = sums->chunk.start };

	if (sums->chunk.head && size <= store_space_in(&sums->chunk))
		return true;
	if (!store_empty_chunk(&next, sums->thread))
		return false;
	sums->chunk = next;
	return true;
}

/* A sum like FIELDS, which is all zero otherwise, with NAME or NULL. NULL: it cannot be recorded. */
static struct record_sum *add_sum(struct sums *sums, enum record_sum_kind kind,
				  const struct record_sum *fields, const char *name)
{
	const size_t length = name ? strnlen(name, MOST_NAME - 1) + 1 : 0;
	const size_t size = (sizeof(*fields) + length + 7) & ~(size_t)7;
	struct record_sum *sum;

	if (!make_space(sums, size))
		return NULL;
	sum = (struct record_sum *)sums->chunk.next;
	memset(sum, 0, size);
	*sum = *fields;
	sum->head = (struct record){ .type = RECORD_SUM, .detail = (uint16_t)kind };
	if (length > 0)
		memcpy(sum + 1, name, length - 1);
	store_commit(&sums->chunk, &sum->head, size);
	return sum;
}

/* Of KIND, for the function SLOT. */
static struct record_sum *add_function(struct sums *sums, enum record_sum_kind kind,
				       unsigned int slot)
{
	const struct record_sum fields = { .function = store_function(slot) };

	return add_sum(sums, kind, &fields, NULL);
}

static struct record_sum *add_kernel(struct sums *sums, unsigned int name)
{
	const struct record_sum fields = { .count = 0 };

	return add_sum(sums, RECORD_SUM_KERNEL, &fields, kernel_names_text(name));
}

static inline struct record_sum *sum_of_call(struct sums *sums, unsigned int slot)
{
	struct record_sum **sum = &sums->calls[slot];

	if (!*sum)
		*sum = add_function(sums, RECORD_SUM_CALL, slot);
	return *sum;
}

static inline struct record_sum *sum_of_command(struct sums *sums, unsigned int command)
{
	struct record_sum **sum = &sums->commands[command].sum;

	if (!*sum)
		*sum = command < CLROUTER_ALL_SLOTS
			       ? add_function(sums, RECORD_SUM_COMMAND, command)
			       : add_kernel(sums, command - CLROUTER_ALL_SLOTS);
	return *sum;
}

/* -- calls ------------------------------------------------------------------------------- */

void sums_begin_call(struct sums *sums, unsigned int slot, uint64_t now)
{
	struct record_sum *sum = sum_of_call(sums, slot);

	if (!sum) {
		store_count_lost();
		return;
	}
	sum->count++;
	sum->last = now;
}

/* As a report finds it in the record of a call: recorded_failed() of recorded-call.h. */
static bool has_failed(const struct signature *function, const uint64_t *arguments, uint64_t result,
		       int32_t *code)
{
	const cl_int *stored;

	if (function->result.kind == PARAM_NAMES) {
		*code = (int32_t)result;
		return *code != CL_SUCCESS;
	}
	if (!function->has_errcode || result != 0)
		return false;
	stored = (const cl_int *)(uintptr_t)arguments[function->param_count - 1];
	*code = stored ? *stored : RECORD_NO_CODE;
	return true;
}

void sums_add_error(struct sums *sums, int32_t code)
{
	const struct record_sum fields = { .code = code };
	struct record_sum **sum = sums->codes;
	struct record_sum **last = &sums->codes[MOST_CODES - 1];

	while (sum < last && *sum && (*sum)->code != code)
		sum++;
	if (!*sum)
		*sum = add_sum(sums, RECORD_SUM_ERROR, &fields, NULL);
	if (*sum)
		(*sum)->count++;
}

/* A queue was made for DEVICE. */
static void add_device(struct sums *sums, uint64_t device)
{
	const struct record_sum fields = { .handle = device };
	size_t i = 0;

	while (i < MOST_DEVICES && sums->devices[i] && sums->devices[i]->handle != device)
		i++;
	if (i == MOST_DEVICES)
		return;
	if (!sums->devices[i])
		sums->devices[i] = add_sum(sums, RECORD_SUM_DEVICE, &fields, NULL);
	if (sums->devices[i])
		sums->devices[i]->count++;
}

static void note_queue(struct sums *sums, const struct signature *function,
		       const uint64_t *arguments)
{
	for (int i = 0; i < function->param_count; i++)
		if (function->params[i].kind == PARAM_HANDLE &&
		    function->params[i].object == OBJECT_DEVICE)
			add_device(sums, arguments[i]);
}

static void add_duration(struct record_sum *sum, uint64_t begin, uint64_t end)
{
	durations_add(&sum->times, end > begin ? end - begin : 0);
	sum->last = end;
}

void sums_end_call(struct sums *sums, unsigned int slot, const uint64_t *arguments, uint64_t result,
		   uint64_t begin, uint64_t end)
{
	const struct signature *function = &signatures[slot];
	struct record_sum *sum = sums->calls[slot];
	int32_t code;

	if (!sum)
		return;
	add_duration(sum, begin, end);
	if (has_failed(function, arguments, result, &code)) {
		sum->errors++;
		sums_add_error(sums, code);
	} else if (function->result.kind == PARAM_MADE && function->result.object == OBJECT_QUEUE) {
		note_queue(sums, function, arguments);
	}
}

void sums_leave_call(struct sums *sums, unsigned int slot, uint64_t begin, uint64_t end)
{
	struct record_sum *sum = sums->calls[slot];

	if (sum)
		add_duration(sum, begin, end);
}

/* -- commands ---------------------------------------------------------------------------- */

unsigned int sums_command(unsigned int slot, unsigned int kernel)
{
	return kernel == KERNEL_NONE ? slot : CLROUTER_ALL_SLOTS + kernel;
}

uint64_t sums_add_command(struct sums *sums, unsigned int command, uint64_t bytes, bool is_measured)
{
	struct record_sum *sum = sum_of_command(sums, command);
	const uint64_t since = sums->commands[command].since + 1;

	sums->commands[command].since = is_measured ? 0 : since;
	if (!sum) {
		store_count_lost();
		return since;
	}
	sum->count++;
	sum->bytes += bytes;
	return since;
}

void sums_add_time(struct sums *sums, unsigned int command, uint64_t ns, uint64_t count)
{
	struct record_sum *sum = sum_of_command(sums, command);

	if (sum)
		durations_add_for(&sum->times, ns, count);
}
