/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lifetime: libCLLifetime.so tells when a program releases an object too often, uses
 * it after its release, takes it for one of another kind, or never releases it. It is
 * silent as long as all is well. opencl-layers(7) has its variables.
 *
 * A call with such an object is not passed on: the driver would read freed memory. It
 * is answered as the specification says for what is no valid object.
 *
 * A finding is a mistake of the program, never a guess: what the layer cannot know
 * (objects that it did not see made, handles that the driver hands out again) it lets be.
 *
 * This file looks at the calls. It calls the parts, and each part calls only what is below it:
 *
 *	lifetime --> report		writes the findings
 *	         |     |
 *	         |     v
 *	         '-> objects		what is known of each object
 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/glob.h"
#include "layers/common/call.h"
#include "layers/common/line.h"
#include "layers/common/lock.h"
#include "layers/common/option.h"
#include "layers/common/signature.h"
#include "layers/lifetime/objects.h"
#include "layers/lifetime/report.h"

/* For all that the parts keep. */
static struct lock layer_lock = LOCK_INIT;
static atomic_bool is_started;
static bool passes;	/* wrong calls go to the driver all the same */

#define OPTION(option_name, option_variable) \
	{ .layer = "lifetime", .name = (option_name), .variable = (option_variable) }
static struct option file_option = OPTION("file", "OPENCL_LIFETIME_FILE");
static struct option backtrace_option = OPTION("backtrace", "OPENCL_LIFETIME_BACKTRACE");
static struct option pass_option = OPTION("pass", "OPENCL_LIFETIME_PASS");

static bool is_open(void)
{
	return atomic_load_explicit(&is_started, memory_order_acquire);
}

static cl_int refusal_of(enum object_kind kind)
{
	static const cl_int codes[OBJECT_KINDS] = {
		[OBJECT_PLATFORM] = CL_INVALID_PLATFORM, [OBJECT_DEVICE] = CL_INVALID_DEVICE,
		[OBJECT_CONTEXT] = CL_INVALID_CONTEXT,	 [OBJECT_QUEUE] = CL_INVALID_COMMAND_QUEUE,
		[OBJECT_MEM] = CL_INVALID_MEM_OBJECT,	 [OBJECT_SAMPLER] = CL_INVALID_SAMPLER,
		[OBJECT_PROGRAM] = CL_INVALID_PROGRAM,	 [OBJECT_KERNEL] = CL_INVALID_KERNEL,
		[OBJECT_EVENT] = CL_INVALID_EVENT,
	};

	return codes[kind];
}

static bool is_gone(const struct object *object)
{
	return !object->is_root && object->references == 0;
}

/*
 * Is HANDLE good as PARAM? One that nobody has seen may be: extensions make objects,
 * too. So may the address of an object of another kind that is gone.
 */
static bool check_use(struct call *call, const struct signature_param *param, enum object_kind kind,
		      const void *handle)
{
	const struct object *object = lifetime_object(handle);
	const enum signature_action action = signatures[call->slot].action;

	if (object == NULL || (object->kind != kind && is_gone(object)))
		return true;
	if (object->kind != kind) {
		char what[64];
		struct line line = line_in(what, sizeof(what));

		line_add(&line, "is no %s", names_kind(kind));
		lifetime_report(call->slot, param, object, what);
	} else if (is_gone(object) && action == ACTION_RELEASE) {
		lifetime_report(call->slot, param, object, "is released too often");
	} else if (is_gone(object) && !object->is_lent) {
		lifetime_report(call->slot, param, object, "is used after its release");
	} else {
		return true;
	}
	call->refusal = refusal_of(kind);
	return false;
}

static bool check_array(struct call *call, const struct signature_param *param,
			void *const *handles, size_t count)
{
	bool is_good = true;

	for (size_t i = 0; i < count; i++)
		is_good &= check_use(call, param, param->object, handles[i]);
	return is_good;
}

/* The argument of a kernel: no more is known than that it could be a handle. */
static bool check_bytes(struct call *call, const struct signature_param *param,
			const void *bytes, size_t count)
{
	const struct object *object;
	const void *handle;

	if (count != sizeof(handle))
		return true;
	memcpy(&handle, bytes, sizeof(handle));
	object = lifetime_object(handle);
	if (object == NULL || (object->kind != OBJECT_MEM && object->kind != OBJECT_SAMPLER))
		return true;
	return check_use(call, param, object->kind, handle);
}

static bool check_argument(struct call *call, int index)
{
	const struct signature_param *param = &signatures[call->slot].params[index];
	const void *pointer;

	if (param->kind != PARAM_HANDLE && param->kind != PARAM_HANDLES &&
	    param->kind != PARAM_BYTES && param->kind != PARAM_DESC)
		return true;
	memcpy(&pointer, call->values[index], sizeof(pointer));
	if (param->kind == PARAM_HANDLE)
		return check_use(call, param, param->object, pointer);
	if (pointer == NULL)
		return true;
	if (param->kind == PARAM_HANDLES)
		return check_array(call, param, pointer, signature_count(param, call->values));
	if (param->kind == PARAM_BYTES)
		return check_bytes(call, param, pointer, signature_count(param, call->values));
	return check_use(call, param, OBJECT_MEM, ((const cl_image_desc *)pointer)->buffer);
}

/* The object that CALL is about: its first argument. */
static struct object *first_object(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];

	if (function->param_count == 0 || function->params[0].kind != PARAM_HANDLE)
		return NULL;
	return lifetime_object(*(void **)call->values[0]);
}

/*
 * Counted before the call: once the driver has released it for good, another thread can
 * be given the same address. And a callback can come before its call returns, and later
 * than the release of what it is told about.
 */
static void count_before(struct call *call)
{
	const struct signature *function = &signatures[call->slot];
	struct object *object = first_object(call);

	if (object == NULL || object->is_root)
		return;
	call->numbers[0] = object->serial;
	for (int i = 0; i < function->param_count; i++)
		if (function->params[i].kind == PARAM_CALLBACK && *(void **)call->values[i] != NULL)
			object->is_lent = true;
	if (function->action == ACTION_RETAIN)
		object->references++;
	else if (function->action == ACTION_RELEASE)
		lifetime_release(object, call->slot);
}

/* The driver would not have it. */
static void count_back(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];
	struct object *object = first_object(call);

	if (object == NULL || object->serial != call->numbers[0])
		return;
	if (function->action == ACTION_RETAIN)
		object->references--;
	else if (function->action == ACTION_RELEASE)
		object->references++;
}

static bool call_before(struct call *call)
{
	bool is_good = true;

	call->is_ignored = !is_open();
	if (call->is_ignored)
		return true;
	lock_take(&layer_lock);
	for (int i = 0; i < signatures[call->slot].param_count; i++)
		is_good &= check_argument(call, i);
	if (is_good)
		count_before(call);
	lock_give(&layer_lock);
	call->is_ignored = !is_good;
	return is_good || passes;
}

/* What the call has stored: objects of its making, and others. */
static void note_stored(const struct call *call, const struct signature_param *param,
			void *const *handles, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (param->kind == PARAM_MADE)
			lifetime_made(param->object, handles[i], call->slot);
		else
			lifetime_found(param->object, handles[i]);
}

static void note_value(const struct call *call, const struct signature_param *param,
		       void *const *handles)
{
	const struct signature *function = &signatures[call->slot];
	const struct names_value *entry = signature_query(function, param, call->values);
	size_t size = signature_value_size(function, param, call->values);

	if (entry != NULL && entry->object != OBJECT_NONE)
		for (; size >= sizeof(void *); size -= sizeof(void *))
			lifetime_found(entry->object, *handles++);
}

/* Functions found this way make objects that nobody here sees. */
static void note_lookup(const char *name)
{
	if (glob_matches("clCreate*", name) || glob_matches("clImport*", name))
		lifetime_expect_unseen();
}

static void note_argument(const struct call *call, int index)
{
	const struct signature *function = &signatures[call->slot];
	const struct signature_param *param = &function->params[index];
	const void *pointer;

	if (param->kind != PARAM_MADE && param->kind != PARAM_FOUND && param->kind != PARAM_VALUE &&
	    param->kind != PARAM_STRING)
		return;
	memcpy(&pointer, call->values[index], sizeof(pointer));
	if (pointer == NULL)
		return;
	if (param->kind == PARAM_VALUE)
		note_value(call, param, pointer);
	else if (param->kind != PARAM_STRING)
		note_stored(call, param, pointer, signature_stored(param, call->values));
	else if (function->action == ACTION_LOOKUP)
		note_lookup(pointer);
}

static void call_after(struct call *call, const void *result)
{
	const struct signature *function = &signatures[call->slot];

	if (call->is_ignored || !is_open())
		return;
	lock_take(&layer_lock);
	if (!signature_succeeded(function, result)) {
		count_back(call);
	} else {
		for (int i = 0; i < function->param_count; i++)
			note_argument(call, i);
		if (function->result.kind == PARAM_MADE)
			lifetime_made(function->result.object, *(void *const *)result, call->slot);
	}
	lock_give(&layer_lock);
}

/* A call that is left is taken to have done what it was to do: nobody can know better. */
static const struct call_hooks hooks = { .before = call_before, .after = call_after };

static bool is_wanted(unsigned int slot)
{
	(void)slot;
	return true;
}

static void lock(void)
{
	lock_take(&layer_lock);
}

static void unlock(void)
{
	lock_give(&layer_lock);
}

static void continue_in_child(void)
{
	lifetime_inherit();
	lifetime_report_clear();
	unlock();
}

static cl_int start(struct clrouter_table *table)
{
	static bool watches_forks;

	if (option_flag(&backtrace_option, false))
		lifetime_keep_stacks();
	passes = option_flag(&pass_option, false);
	if (!watches_forks)
		watches_forks = pthread_atfork(lock, unlock, continue_in_child) == 0;
	lifetime_report_start(option_file(&file_option));
	call_wrap(table, &hooks, is_wanted);
	atomic_store(&is_started, true);
	return CL_SUCCESS;
}

static void stop(void)
{
	lock_take(&layer_lock);
	if (is_open()) {
		atomic_store(&is_started, false);
		lifetime_report_end();
		lifetime_forget_all();
	}
	lock_give(&layer_lock);
}

CLROUTER_LAYER("lifetime", start, stop)
