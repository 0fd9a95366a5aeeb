/* SPDX-License-Identifier: Apache-2.0 */
/*
 * races: see races.h. One lock is for all that command-order.h keeps; what commands use is found
 * without it.
 */
#include "layers/validation/races/races.h"

#include <inttypes.h>

#include "base/common/line.h"
#include "base/common/lock.h"
#include "layers/frame/auto-free.h"
#include "layers/frame/place/place.h"
#include "layers/validation/races/command-order.h"
#include "layers/validation/races/uses.h"
#include "layers/validation/report/finding-report.h"
#include "layers/validation/validation-own.h"
#include "state/facts.h"
#include "state/life.h"
#include "state/memory.h"
#include "state/track.h"

static struct lock lock = LOCK_INIT;

void races_start(void)
{
	life_add_lock(&lock);
}

/* -- reports ----------------------------------------------------------------------------- */

static void add_use(struct line *line, const struct access *access)
{
	if (access->writes && access->is_doubtful)
		line_add(line, ", which reads and may write ");
	else
		line_add(line, ", which %s ", access->writes ? "writes" : "reads");
	if (access->number == 0)
		line_add(line, "memory of the host at 0x%" PRIx64, access->region.begin);
	else
		line_add(line, "mem #%" PRIu32, access->number);
}

/* The parameter of CALL that is a memory object, or a kernel. */
static unsigned char find_subject(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];

	for (unsigned char i = 0; i < function->param_count; i++)
		if (function->params[i].kind == PARAM_HANDLE &&
		    (function->params[i].object == OBJECT_MEM ||
		     function->params[i].object == OBJECT_KERNEL))
			return i;
	return ARG_first;
}

static void report(enum advice_name name, const struct call *call, const char *found,
		   const void *other_site)
{
	struct problem problem = report_problem(name, call);
	const int queue = signature_find(&signatures[call->slot], PARAM_HANDLE, OBJECT_QUEUE);

	problem.params[problem.param_count++] = find_subject(call);
	if (queue >= 0 && queue != problem.params[0])
		problem.params[problem.param_count++] = (unsigned char)queue;
	problem.found = found;
	problem.other_site = other_site;
	report_add(&problem);
}

/* RACE was found when CALL enqueued the later command, or let it run. */
static void report_race(const struct call *call, const struct order_race *race)
{
	char text[512];
	struct line line = line_in(text, sizeof(text));

	if (race->late_site != place_of(call->site))
		line_add(&line, "%s in queue #%" PRIu32 " after ", signatures[race->late_slot].name,
			 race->late_queue);
	line_add(&line, "%s in queue #%" PRIu32, signatures[race->slot].name, race->queue);
	add_use(&line, &race->access);
	report(race->certainty == ORDER_CERTAIN ? ADVICE_RACE_MEMORY : ADVICE_LIMIT_RACE, call, text,
	       race->site);
}

/* The command of RACE uses what the host uses by CALL. */
static void report_host(const struct call *call, const struct order_race *race)
{
	char text[512];
	struct line line = line_in(text, sizeof(text));

	line_add(&line, "%s in queue #%" PRIu32, signatures[race->slot].name, race->queue);
	add_use(&line, &race->access);
	report(race->certainty == ORDER_CERTAIN ? ADVICE_RACE_HOST : ADVICE_LIMIT_RACE, call, text,
	       race->site);
}

static void report_mapped(const struct call *call, const struct access *mapped)
{
	char text[128];
	struct line line = line_in(text, sizeof(text));

	if (mapped->number == 0)
		line_add(&line, "memory at 0x%" PRIx64, mapped->region.begin);
	else
		line_add(&line, "mem #%" PRIu32, mapped->number);
	line_add(&line, " mapped for %s", mapped->writes ? "writing" : "reading");
	report(mapped->is_doubtful ? ADVICE_LIMIT_RACE : ADVICE_RACE_MAPPED, call, text, NULL);
}

/* -- commands ---------------------------------------------------------------------------- */

static enum order_kind kind_of(const struct call *call, bool is_right)
{
	switch (signatures[call->slot].command) {
	case COMMAND_MARKER:
		return ORDER_MARKER;
	case COMMAND_BARRIER:
		return ORDER_BARRIER;
	default:
		return is_right && uses_are_known(call) ? ORDER_COMMAND : ORDER_UNKNOWN;
	}
}

/* The number of the queue of CALL; 0: it is not known. */
static uint32_t queue_number(const struct call *call)
{
	const void *queue = call_queue(call);

	return facts_of_queue(queue) ? atomic_load(&live_record(queue)->number) : 0;
}

static void set_queue(struct order_entry *entry, const struct call *call)
{
	const struct facts_queue *facts = facts_of_queue(call_queue(call));

	entry->queue = queue_number(call);
	entry->is_unordered =
		facts &&
		(facts->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
}

/*
 * A program may have the new event stored in the list of those that the command waits for. So the
 * one that is there is kept before the call, and put back into a copy of the list after it.
 */
static void keep_event(struct call *call)
{
	const void *const *event = call_made_event(call);
	size_t count;
	const void *const *waits = call_waits(call, &count);

	validation_own(call)->waited_event =
		event && event >= waits && event < waits + count ? *event : NULL;
}

static void set_events(struct order_entry *entry, const struct call *call, bool is_right,
		       const void **copy)
{
	const void *const *event = call_made_event(call);
	const void *const *waits = NULL;
	size_t count = 0;

	if (is_right)
		waits = call_waits(call, &count);
	for (size_t i = 0; copy && i < count; i++)
		copy[i] = &waits[i] == event ? validation_own(call)->waited_event : waits[i];
	entry->waits = copy;
	entry->wait_count = copy ? count : 0;
	entry->event = event ? *event : NULL;
}

static bool is_map(const struct call *call)
{
	return call->slot == CLROUTER_SLOT_clEnqueueMapBuffer ||
	       call->slot == CLROUTER_SLOT_clEnqueueMapImage;
}

/* Of other commands on shared memory, mapped memory is for the rules about them. */
static bool find_mapped(const struct call *call, const struct order_entry *entry,
			struct access *mapped)
{
	if (signatures[call->slot].command == COMMAND_KERNEL &&
	    uses_find_shared_mapped(entry->accesses, entry->access_count, mapped))
		return true;
	return !is_map(call) && call->slot != CLROUTER_SLOT_clEnqueueUnmapMemObject &&
	       uses_find_mapped(entry->accesses, entry->access_count, mapped);
}

/* CALL has enqueued the command of ENTRY. */
static void add_command(const struct call *call, const struct order_entry *entry)
{
	struct order_race race;
	struct access mapped;
	bool is_race, is_held;

	lock_take(&lock);
	is_race = order_add(entry, &race);
	is_held = order_is_held();
	if (call_blocks(call))
		order_wait_for_last();
	lock_give(&lock);
	if (live_expects_unseen())
		return;
	if (is_race)
		report_race(call, &race);
	if (!is_held && find_mapped(call, entry, &mapped))
		report_mapped(call, &mapped);
}

static void give_up(void)
{
	lock_take(&lock);
	order_give_up();
	lock_give(&lock);
}

/* CALL has enqueued a command. */
static void note_command(const struct call *call, bool is_right)
{
	struct access accesses[USES_MOST];
	struct order_entry entry = { .kind = kind_of(call, is_right), .slot = call->slot,
				     .site = place_of(call->site), .accesses = accesses,
				     .is_last = call->slot == CLROUTER_SLOT_clEnqueueSVMFree };
	size_t count;
	const void **copy AUTO_FREE = NULL;

	if (is_right && call_waits(call, &count)) {
		copy = malloc(count * sizeof(*copy));
		if (!copy) {
			give_up();
			return;
		}
	}
	set_queue(&entry, call);
	set_events(&entry, call, is_right, copy);
	if (is_right && uses_are_known(call))
		entry.access_count = uses_find(call, accesses);
	if (is_right)
		entry.range = uses_range(call);
	add_command(call, &entry);
}

/* -- the host ---------------------------------------------------------------------------- */

/* The host reads or writes the bytes of ACCESS in CALL. */
static void check_host(const struct call *call, const struct access *access)
{
	struct order_race race;
	bool is_race;

	if (access->region.end <= access->region.begin)
		return;
	lock_take(&lock);
	is_race = order_find_use(access, &race);
	lock_give(&lock);
	if (is_race && !live_expects_unseen())
		report_host(call, &race);
}

static void check_copied(const struct call *call, unsigned flags, unsigned size, unsigned pointer)
{
	const struct access access =
		access_of(ACCESS_HOST,
			  region_bytes((uintptr_t)call_pointer(call, pointer), call_number(call, size)),
			  false);

	if ((call_number(call, flags) & CL_MEM_COPY_HOST_PTR) != 0)
		check_host(call, &access);
}

/* Fine-grained memory is the program's to order. */
static void check_freed(const struct call *call, const void *pointer)
{
	const struct access access =
		access_of(ACCESS_HOST, region_bytes((uintptr_t)pointer, memory_svm_size(pointer)),
			  true);

	if (memory_is_coarse(pointer))
		check_host(call, &access);
}

/* A query or a callback lets the host know that the command of an event has ended. */
static void note_event(const struct call *call)
{
	const cl_int *status = NULL;

	if (call->slot == CLROUTER_SLOT_clGetEventInfo) {
		if (call_number(call, ARG_clGetEventInfo_param_name) !=
		    CL_EVENT_COMMAND_EXECUTION_STATUS)
			return;
		status = call_pointer(call, ARG_clGetEventInfo_param_value);
		if (!status || *status > CL_COMPLETE)
			return;
	}
	lock_take(&lock);
	order_wait(call_event(call));
	lock_give(&lock);
}

/* The callback, which a driver calls when no command uses the object any more, may come at once. */
static void note_destructor(const struct call *call)
{
	struct storage storage;
	struct access access;

	if (!storage_of(call_pointer(call, ARG_clSetMemObjectDestructorCallback_memobj), &storage))
		return;
	access = storage_all(&storage, true);
	lock_take(&lock);
	order_wait_for_users(&access);
	lock_give(&lock);
}

/*
 * A function of the program that CALL's command runs, or its callback, lets the host know that all
 * that the command comes after has ended. It can run before the call returns.
 */
static void note_host_function(const struct call *call)
{
	struct order_entry entry = { .kind = ORDER_COMMAND, .slot = call->slot };
	struct order_race race;

	set_queue(&entry, call);
	entry.waits = track_waits(call, &entry.wait_count);
	lock_take(&lock);
	order_add(&entry, &race);
	order_wait_for_last();
	lock_give(&lock);
}

/* Does the command of CALL run a function of the program? */
static bool runs_host_function(const struct call *call)
{
	return call->slot == CLROUTER_SLOT_clEnqueueNativeKernel ||
	       (call->slot == CLROUTER_SLOT_clEnqueueSVMFree &&
		call_pointer(call, ARG_clEnqueueSVMFree_pfn_free_func));
}

void races_before(struct call *call)
{
	keep_event(call);
	if (call->slot == CLROUTER_SLOT_clCreateBuffer) {
		check_copied(call, ARG_clCreateBuffer_flags, ARG_clCreateBuffer_size,
			     ARG_clCreateBuffer_host_ptr);
	} else if (call->slot == CLROUTER_SLOT_clSetEventCallback) {
		/* The callback can come, and enqueue commands, before the call returns. */
		note_event(call);
	} else if (call->slot == CLROUTER_SLOT_clSetMemObjectDestructorCallback) {
		note_destructor(call);
	} else if (runs_host_function(call)) {
		note_host_function(call);
	} else if (call->slot == CLROUTER_SLOT_clSVMFree) {
		check_freed(call, call_pointer(call, ARG_clSVMFree_svm_pointer));
	}
}

static void wait_for_events(const struct call *call)
{
	size_t count;
	const void *const *list = track_array(call, ARG_clWaitForEvents_event_list, &count);

	lock_take(&lock);
	for (size_t i = 0; i < count; i++)
		order_wait(list[i]);
	lock_give(&lock);
}

static void set_user_event(const struct call *call)
{
	const int32_t status =
		(int32_t)call_number(call, ARG_clSetUserEventStatus_execution_status);
	struct order_race race;
	bool is_race;

	lock_take(&lock);
	is_race = order_set_user_event(call_event(call), status >= 0, &race);
	lock_give(&lock);
	if (is_race && !live_expects_unseen())
		report_race(call, &race);
}

static void finish(const struct call *call)
{
	lock_take(&lock);
	order_finish(queue_number(call));
	lock_give(&lock);
}

void races_after(struct call *call, const void *result)
{
	/* A command that failed has ended, too. */
	if (call->slot == CLROUTER_SLOT_clWaitForEvents)
		wait_for_events(call);
	else if (call->slot == CLROUTER_SLOT_clFinish)
		finish(call);
	else if (signature_succeeded(&signatures[call->slot], call->values, result) &&
		 signatures[call->slot].command != COMMAND_NONE)
		note_command(call, !validation_own(call)->is_broken);
}

/* If there was no memory for the facts of a new user event, nobody knows what it holds. */
static void note_user_event(const void *result)
{
	const void *event;

	memcpy(&event, result, sizeof(event));
	if (!facts_of_event(event))
		give_up();
}

void races_after_facts(struct call *call, const void *result)
{
	switch (call->slot) {
	case CLROUTER_SLOT_clGetEventInfo:
	case CLROUTER_SLOT_clGetEventProfilingInfo:
		note_event(call);
		break;
	case CLROUTER_SLOT_clCreateUserEvent:
		note_user_event(result);
		break;
	case CLROUTER_SLOT_clSetUserEventStatus:
		set_user_event(call);
		break;
	default:
		break;
	}
}

void races_end(void)
{
	lock_take(&lock);
	order_forget_all();
	lock_give(&lock);
}
