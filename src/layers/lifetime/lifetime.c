/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lifetime: libCLLifetime.so reports if a program releases an object too often, uses
 * it after its release, uses it as an object of another kind, or never releases it.
 * opencl-layers(7) has its variables.
 *
 * A call with such an object is not passed on: the driver would read freed memory. It
 * is answered as the specification says for what is no valid object.
 *
 * A finding is a mistake of the program, never a guess: what the layer cannot know (handles that
 * the driver hands out again, objects of functions that it does not see) is no finding. A handle
 * that no call has returned is a warning.
 *
 * Most calls are right and change no count. For these the lock is not taken: a plan for each
 * function, made at start, says which arguments to look at.
 *
 * This file looks at the calls. It calls the parts, and each part calls only what is below it:
 *
 *	lifetime --> report		writes the findings
 *	    |          |--> symbols	the names of functions in stacks
 *	    |          v
 *	    '------> common/live	what is known of each object
 */
#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "base/text.h"
#include "layers/frame/option.h"
#include "layers/frame/place/layer-code.h"
#include "layers/frame/place/place.h"
#include "layers/frame/stop.h"
#include "layers/frame/unseen.h"
#include "layers/lifetime/lifetime-report.h"
#include "opencl/call.h"
#include "opencl/signature.h"
#include "state/kernels.h"
#include "state/life.h"
#include "state/live.h"
#include "state/track.h"

static bool passes;	/* wrong calls go to the driver all the same */
static atomic_bool has_looked;	/* for the validation layer */

/* What a call of one function has to be looked at for. */
struct lifetime_plan {
	bool is_counted;	/* it retains or releases */
	bool needs_arguments;	/* of a kernel: it enqueues one */
	bool sets_argument;	/* clSetKernelArg and its like */
	bool has_kernel;
	unsigned char kernel;	/* the parameter that is it */
	unsigned char use_count;
	unsigned char uses[CALL_VALUES];	/* parameters that take objects, or a callback */
};

static struct lifetime_plan plans[CLROUTER_ALL_SLOTS];

/*
 * What the layer keeps of a call that it looks at closely. The place in the program is found
 * without the lock, and only if there is something to write: the call is looked at again then.
 */
struct lifetime_own {
	const void *place; /* NULL: nothing is written yet */
	bool has_news;
} __attribute__((may_alias));

static_assert(sizeof(struct lifetime_own) <= CALL_OWN, "a call has no memory for it");

/* Is there a place, so that what was found can be written? */
static bool is_written(const struct call *call)
{
	struct lifetime_own *own = call_own(call);

	own->has_news = true;
	return own->place != NULL;
}

static const void *place_in(const struct call *call)
{
	return ((const struct lifetime_own *)call_own(call))->place;
}

static struct option file_option = OPTION(LIFETIME_FILE);
static struct option backtrace_option = OPTION(LIFETIME_BACKTRACE);
static struct option pass_option = OPTION(LIFETIME_PASS);
static struct option stop_option = OPTION(LIFETIME_STOP);
static struct option status_option = OPTION(LIFETIME_STATUS);

/* -- plans ----------------------------------------------------------------------- */

static bool is_use(const struct signature_param *param, unsigned int slot)
{
	switch (param->kind) {
	case PARAM_HANDLE:
	case PARAM_HANDLES:
	case PARAM_DESC:
	case PARAM_CALLBACK:
		return true;
	case PARAM_BYTES:
		return slot == CLROUTER_SLOT_clSetKernelArg;
	default:
		return false;
	}
}

static struct lifetime_plan make_plan(unsigned int slot)
{
	const struct signature *function = &signatures[slot];
	struct lifetime_plan plan = { .use_count = 0 };

	plan.is_counted = track_is_counted(slot);
	plan.sets_argument = text_skip_prefix(function->name, "clSetKernelArg");
	for (unsigned char i = 0; i < function->param_count; i++) {
		const struct signature_param *param = &function->params[i];

		if (is_use(param, slot))
			plan.uses[plan.use_count++] = i;
		if (param->kind == PARAM_HANDLE && param->object == OBJECT_KERNEL) {
			plan.has_kernel = true;
			plan.kernel = i;
		}
	}
	plan.needs_arguments = plan.has_kernel &&
			       (text_skip_prefix(function->name, "clEnqueue") ||
				text_skip_prefix(function->name, "clCommand"));
	return plan;
}

/* -- calls that need no lock ------------------------------------------------------- */

static bool are_live(const struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);
	size_t count;
	const void *const *handles = track_array(call, index, &count);

	for (size_t i = 0; i < count; i++)
		if (handles[i] &&
		    !live_is_live(live_record(handles[i]), param->object))
			return false;
	return true;
}

/* The record of the object that the COUNT BYTES of a kernel's argument may be, NULL if none. */
static struct object *find_argument(const void *bytes, size_t count)
{
	const void *handle;

	if (!bytes || count != sizeof(handle))
		return NULL;
	memcpy(&handle, bytes, sizeof(handle));
	return live_record(handle);
}

/* It is no object at all, or one that may be used, of whatever kind. */
static bool is_good_argument(const void *bytes, size_t count)
{
	const struct object *object = find_argument(bytes, count);

	return !object ||
	       atomic_load_explicit(&object->live_kind, memory_order_relaxed) != OBJECT_NONE;
}

static bool is_good_use(const struct call *call, unsigned index, const void *value)
{
	const struct signature_param *param = call_param(call, index);

	switch (param->kind) {
	case PARAM_HANDLE:
		return live_is_live(live_record(value), param->object);
	case PARAM_HANDLES:
		return are_live(call, index);
	case PARAM_BYTES:
		return is_good_argument(value, signature_count(param, call->values));
	case PARAM_DESC:
		value = ((const cl_image_desc *)value)->buffer;
		return !value || live_is_live(live_record(value), OBJECT_MEM);
	default:
		return false;
	}
}

/* The kernel that CALL is about; NULL if it is about none, or about one that has no record. */
static struct object *find_kernel(const struct call *call)
{
	const struct lifetime_plan *plan = &plans[call->slot];

	return plan->has_kernel ? live_record(call_pointer(call, plan->kernel)) : NULL;
}

/* What the arguments of KERNEL are set to; NULL: none is an object. Needs no lock. */
static struct kernel_state *find_state(const struct object *kernel)
{
	struct kernel_state *state =
		kernel ? atomic_load_explicit(&kernel->facts, memory_order_acquire) : NULL;

	return state && state->serial ==
					atomic_load_explicit(&kernel->serial, memory_order_relaxed)
		       ? state
		       : NULL;
}

static bool are_arguments_live(const struct call *call)
{
	const struct kernel_state *state = find_state(find_kernel(call));

	for (size_t i = 0; state && i < state->capacity; i++)
		if (atomic_load_explicit(&state->arguments[i].value, memory_order_relaxed) &&
		    !kernels_is_live(kernels_object(&state->arguments[i])))
			return false;
	return true;
}

/* Is CALL right, and is there nothing to count or to note before it? */
static bool is_plainly_good(const struct call *call, const struct lifetime_plan *plan)
{
	if (plan->is_counted)
		return false;
	for (unsigned i = 0; i < plan->use_count; i++) {
		const unsigned index = plan->uses[i];
		const void *value = call_pointer(call, index);

		if (value && !is_good_use(call, index, value))
			return false;
	}
	return !plan->needs_arguments || are_arguments_live(call);
}

/* -- calls that are looked at with the lock ------------------------------------------ */

static cl_int refusal_of(enum object_kind kind)
{
	static const cl_int codes[OBJECT_KINDS] = {
		[OBJECT_PLATFORM] = CL_INVALID_PLATFORM, [OBJECT_DEVICE] = CL_INVALID_DEVICE,
		[OBJECT_CONTEXT] = CL_INVALID_CONTEXT,	 [OBJECT_QUEUE] = CL_INVALID_COMMAND_QUEUE,
		[OBJECT_MEM] = CL_INVALID_MEM_OBJECT,	 [OBJECT_SAMPLER] = CL_INVALID_SAMPLER,
		[OBJECT_PROGRAM] = CL_INVALID_PROGRAM,	 [OBJECT_KERNEL] = CL_INVALID_KERNEL,
		[OBJECT_EVENT] = CL_INVALID_EVENT,
		[OBJECT_COMMAND_BUFFER] = CL_INVALID_COMMAND_BUFFER_KHR,
		[OBJECT_COMMAND] = CL_INVALID_MUTABLE_COMMAND_KHR,
		[OBJECT_SEMAPHORE] = CL_INVALID_SEMAPHORE_KHR,
		[OBJECT_ACCELERATOR] = CL_INVALID_ACCELERATOR_INTEL,
	};

	return codes[kind];
}

static bool is_gone(const struct object *object)
{
	return !object->is_root && object->references == 0;
}

/* No call has returned HANDLE. It is reported once, and then taken for what it is used as. */
static void check_unseen(const struct call *call, const struct signature_param *param,
			 enum object_kind kind, const void *handle)
{
	if (!is_written(call))
		return;
	lifetime_report_unseen(call->slot, place_in(call), param, handle, track_unknown_function());
	live_used_unseen(kind, handle);
}

/*
 * May HANDLE be used as PARAM? A handle that no call has returned may: extensions make objects,
 * too. So may the address of an object of another kind that is gone.
 */
static bool check_use(struct call *call, const struct signature_param *param, enum object_kind kind,
		      const void *handle)
{
	const struct object *object = live_object(handle);
	const enum signature_action action = signatures[call->slot].action;
	enum mistake mistake;

	if (!handle || (object && object->is_unseen))
		return true;
	if ((!object && live_is_incomplete()) || track_adopt(kind, handle))
		return true;
	if (!object || (object->kind != kind && is_gone(object))) {
		check_unseen(call, param, kind, handle);
		return true;
	}
	if (object->kind != kind)
		mistake = MISTAKE_KIND;
	else if (is_gone(object) && action == ACTION_RELEASE)
		mistake = MISTAKE_RELEASE;
	else if (is_gone(object) && !object->is_lent)
		mistake = MISTAKE_USE;
	else
		return true;
	if (is_written(call))
		lifetime_report(call->slot, place_in(call), param, kind, object, mistake);
	call->refusal = refusal_of(kind);
	return false;
}

static bool check_array(struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);
	bool is_good = true;
	size_t count;
	const void *const *handles = track_array(call, index, &count);

	for (size_t i = 0; i < count; i++)
		is_good &= check_use(call, param, param->object, handles[i]);
	return is_good;
}

/* The argument of a kernel: no more is known than that it could be a handle. */
static bool check_bytes(struct call *call, const struct signature_param *param,
			const void *bytes, size_t count)
{
	const struct object *object = find_argument(bytes, count);

	if (!object || (object->kind != OBJECT_MEM && object->kind != OBJECT_SAMPLER))
		return true;
	return check_use(call, param, object->kind, object->handle);
}

static bool check_argument(struct call *call, unsigned index)
{
	const struct signature_param *param = call_param(call, index);
	const void *pointer;

	if (param->kind == PARAM_CALLBACK)
		return true;
	pointer = call_pointer(call, index);
	if (!pointer)
		return true;
	if (param->kind == PARAM_HANDLE)
		return check_use(call, param, param->object, pointer);
	if (param->kind == PARAM_HANDLES)
		return check_array(call, index);
	if (param->kind == PARAM_BYTES)
		return check_bytes(call, param, pointer, signature_count(param, call->values));
	return check_use(call, param, OBJECT_MEM, ((const cl_image_desc *)pointer)->buffer);
}

/*
 * clSetKernelArg gives the kernel no reference to the object (OpenCL 3.0 API, 5.9.2), so the
 * object has to live until the kernel is enqueued.
 */
static bool check_kernel_argument(struct call *call, const struct object *kernel,
				  const struct kernel_argument *argument, size_t index)
{
	const struct object *object = kernels_object(argument);

	if (!atomic_load(&argument->value) || kernels_is_live(object) ||
	    live_expects_unseen() || (object && object->is_lent))
		return true;
	if (is_written(call))
		lifetime_report_argument(call->slot, place_in(call), kernel, argument, index);
	call->refusal = CL_INVALID_KERNEL_ARGS;
	return false;
}

static bool check_kernel_arguments(struct call *call)
{
	const struct object *kernel = find_kernel(call);
	const struct kernel_state *state = find_state(kernel);
	bool is_good = true;

	for (size_t i = 0; state && i < state->capacity; i++)
		is_good &= check_kernel_argument(call, kernel, &state->arguments[i], i);
	return is_good;
}

/* If another thread has ended the layer meanwhile, nothing is noted or found any more. */
static bool look_once(struct call *call, const struct lifetime_plan *plan)
{
	const struct lifetime_own *own = call_own(call);
	bool is_good = true;

	call->is_ignored = !life_lock_if_open();
	if (call->is_ignored)
		return true;
	for (unsigned i = 0; i < plan->use_count; i++)
		is_good &= check_argument(call, plan->uses[i]);
	if (is_good && plan->needs_arguments)
		is_good = check_kernel_arguments(call);
	if (is_good && (!own->has_news || own->place))
		track_before(call);
	call->is_ignored = !is_good;
	life_unlock();
	return is_good;
}

static bool look_closely(struct call *call, const struct lifetime_plan *plan)
{
	struct lifetime_own *own = call_own(call);
	bool is_good;

	*own = (struct lifetime_own){ .place = NULL };
	do {
		if (own->has_news)
			own->place = place_of_finding(call->site);
		is_good = look_once(call, plan);
	} while (own->has_news && !own->place);
	return is_good;
}

/*
 * If the validation layer is loaded, too, it is the judge: it finds all that this layer does, and
 * nothing is to be said twice. All layers are loaded before the first call.
 */
static bool is_judge(void)
{
	if (!atomic_load_explicit(&has_looked, memory_order_relaxed)) {
		if (layer_code_is_loaded("libCLValidation"))
			life_end(lifetime_report_leave);
		atomic_store(&has_looked, true);
	}
	return life_is_open();
}

static bool call_before(struct call *call)
{
	const struct lifetime_plan *plan = &plans[call->slot];
	bool is_good;

	call->is_ignored = !is_judge();
	if (call->is_ignored)
		return true;
	track_ask_stored(call);
	if (is_plainly_good(call, plan))
		return true;
	is_good = look_closely(call, plan);
	if (!is_good)
		stop_now();
	return is_good || passes;
}

/* -- after the call ---------------------------------------------------------------- */

/* Space for COUNT arguments of KERNEL, which may be NULL. With the lock. */
static struct kernel_state *make_space(struct object *kernel, size_t count)
{
	struct kernel_state *state = find_state(kernel);
	struct kernel_state *made;

	if (!kernel || count > KERNELS_ARGUMENTS)
		return NULL;
	made = state ? kernels_grow(state, count)
			     : kernels_begin(atomic_load(&kernel->facts), count);
	if (!made)
		return NULL;
	made->serial = kernel->serial;
	atomic_store_explicit(&kernel->facts, made, memory_order_release);
	return made;
}

static struct kernel_state *make_state(struct object *kernel, size_t count)
{
	struct kernel_state *state;

	if (!life_lock_if_open())
		return NULL;
	state = make_space(kernel, count);
	life_unlock();
	return state;
}

/* HANDLE is a clone, which has the arguments of its source. With the lock. */
static void note_clone(const struct call *call, const void *handle)
{
	const struct kernel_state *from =
		find_state(live_object(call_pointer(call, ARG_clCloneKernel_source_kernel)));

	if (from)
		kernels_copy(make_space(live_object(handle), from->capacity), from, from->capacity);
}

/* The call has set an argument of a kernel, to an object or to anything else. */
static void note_argument(const struct call *call)
{
	const bool is_bytes = call->slot == CLROUTER_SLOT_clSetKernelArg;
	const size_t index = *(const cl_uint *)call->values[ARG_clSetKernelArg_arg_index];
	struct object *kernel = find_kernel(call);
	const struct object *value = NULL;
	struct kernel_state *state;

	if (is_bytes)
		value = find_argument(call_pointer(call, ARG_clSetKernelArg_arg_value),
				      *(const size_t *)call->values[ARG_clSetKernelArg_arg_size]);
	if (!kernels_is_live(value))
		value = NULL;
	state = find_state(kernel);
	if (value && (!state || index >= state->capacity))
		state = make_state(kernel, index + 1);
	kernels_set(state, index, value ? value->handle : NULL, value);
}

static void call_after(struct call *call, const void *result)
{
	const struct lifetime_plan *plan = &plans[call->slot];

	if (call->is_ignored || !life_is_open())
		return;
	track_returned(call);
	if (plan->sets_argument && signature_succeeded(&signatures[call->slot], call->values, result))
		note_argument(call);
	if (!track_has_news(call, result))
		return;
	call->site = place_of(call->site);
	if (!life_lock_if_open())
		return;
	track_after(call, result);
	if (call->slot == CLROUTER_SLOT_clCloneKernel && call->has_returned)
		note_clone(call, *(void *const *)result);
	life_unlock();
}

static void note_unseen(const struct clrouter_extension_missed *missed)
{
	life_note_unseen(missed);
	unseen_complain("lifetime", missed);
}

/* A call that is left counts as successful: its result is not known. */
static const struct call_hooks hooks = {
	.before = call_before, .after = call_after, .unseen = note_unseen,
};

static cl_int start(struct clrouter_table *table)
{
	if (option_flag(&backtrace_option, false))
		live_keep_stacks();
	passes = option_flag(&pass_option, false);
	atomic_store(&has_looked, false);
	for (unsigned slot = 0; slot < CLROUTER_ALL_SLOTS; slot++)
		plans[slot] = make_plan(slot);
	track_start();
	lifetime_report_start(option_file(&file_option), option_file(&status_option));
	stop_start((enum stop_action)option_choice(&stop_option));
	life_start(table, &hooks, lifetime_report_clear);
	return CL_SUCCESS;
}

static void stop(void)
{
	life_end(lifetime_report_end);
	stop_now();
}

CLROUTER_LAYER("lifetime", start, stop)
