/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize: libCLSanitize.so launches kernels whose accesses to memory are checked. Beside each
 * program that is made from a source it builds another one, the shadow, which "clrouter sanitize"
 * has rewritten, and launches that one's kernels. All else is answered by the program's own
 * objects.
 *
 *	sanitize			which call concerns which part
 *	  checked-launches		launches, and queries that depend on them
 *	  command-launches		the same in command buffers
 *	    shadow-kernels		the kernels of shadows, and their arguments
 *	      shadow-programs		the shadows, and when they are freed
 *	        make-shadow		how one is made
 *	          program-units		what a program was made from
 *	          rewrite-request	has it rewritten
 *	          sanitize-connection	the way to "clrouter sanitize"
 *	          device-macros		what a device's compiler defines
 *	          sanitize-records	the memory in which kernels leave what they find
 *	          own-context		queues of the layer
 *	            sanitize-regions	shared virtual memory, for kernels
 *	  seen-binaries			binaries that the program gets and may keep
 *	    binary-cache		what they were made from, in files
 *	  kernel-crash			when a kernel ends the process
 *	  record-looks			when records are looked at
 *	    sanitize-findings		what they say; finding-text: how
 *	  tail-launches			who may write beyond the end of memory
 *	  tail-commands			the same of command buffers
 *	  tail-looks			when that is read
 *	    tail-order			which launches have ended then
 *	    tail-memory			how it is read
 *	      tails			which memory has a tail
 *	        tail-places		what the layer has in a context for that
 *	    tail-findings		what is said
 *	  tail-requests			that the program does not see tails
 *	  sanitize-summary		the last lines
 *
 * What a kernel does is not changed: a bad access is made as the program made it.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/text.h"
#include "layers/frame/ask.h"
#include "layers/frame/layer-message.h"
#include "layers/frame/option.h"
#include "layers/frame/unseen.h"
#include "layers/frame/stop.h"
#include "layers/sanitize/binary-cache.h"
#include "layers/sanitize/checked-launches.h"
#include "layers/sanitize/command-launches.h"
#include "layers/sanitize/device-macros.h"
#include "layers/sanitize/kernel-crash.h"
#include "layers/sanitize/record-looks.h"
#include "layers/sanitize/rewrite-request.h"
#include "layers/sanitize/sanitize-connection.h"
#include "layers/sanitize/sanitize-findings.h"
#include "layers/sanitize/sanitize-summary.h"
#include "layers/sanitize/seen-binaries.h"
#include "layers/sanitize/tail-commands.h"
#include "layers/sanitize/tail-launches.h"
#include "layers/sanitize/tail-looks.h"
#include "layers/sanitize/tail-order.h"
#include "layers/sanitize/tail-requests.h"
#include "opencl/call.h"
#include "state/facts.h"
#include "state/learn/follow.h"
#include "state/formats.h"
#include "state/life.h"
#include "state/memory.h"
#include "state/track.h"

#define KINDS \
	(FACTS_KIND(OBJECT_CONTEXT) | FACTS_KIND(OBJECT_QUEUE) | FACTS_KIND(OBJECT_PROGRAM) | \
	 FACTS_KIND(OBJECT_COMMAND_BUFFER))
#define TAIL_KINDS (FACTS_KIND(OBJECT_MEM) | FACTS_KIND(OBJECT_KERNEL) | FACTS_KIND(OBJECT_EVENT))
#define KEPT_KINDS FACTS_KIND(OBJECT_PROGRAM)

static struct option server_option = OPTION(SANITIZE_SERVER);
static struct option file_option = OPTION(SANITIZE_FILE);
static struct option format_option = OPTION(SANITIZE_FORMAT);
static struct option binary_cache_option = OPTION(SANITIZE_BINARY_CACHE);
static struct option private_option = OPTION(SANITIZE_PRIVATE);
static struct option redirect_option = OPTION(SANITIZE_REDIRECT);
static struct option status_option = OPTION(SANITIZE_STATUS);
static struct option stop_option = OPTION(SANITIZE_STOP);
static struct option tails_option = OPTION(SANITIZE_TAILS);

/* What a function does. */
enum role {
	CHANGES_REGIONS = 1 << 0, /* it allocates or frees shared memory */
	OPENS_REGIONS = 1 << 1,	  /* it allocates memory that is not known */
	SETS_KERNEL = 1 << 2,
	WAITS = 1 << 3, /* or may wait, if the program says so */
};

static unsigned char roles[CLROUTER_ALL_SLOTS]; /* written at the start */

static atomic_bool watches_exit; /* for the whole process */
static atomic_bool watches_crashes;
static atomic_bool has_ended; /* records are not looked at any more */

/* What is kept of a call between the hooks. */
struct sanitize_own {
	void *update;	 /* free() it; NULL: nothing */
	uint64_t moment; /* when a call that may wait began */
	void *made;	 /* memory with a tail; NULL: none */
	size_t last;	 /* command in the queue, before a call that waits */
	bool is_checked; /* the launch that the call is */
	union tail_space space;
};
_Static_assert(sizeof(struct sanitize_own) <= CALL_OWN, "a call has no space for what is kept");

static struct sanitize_own *own(const struct call *call)
{
	return call_own(call);
}

/* -- before the call -------------------------------------------------------------------------- */

/* The kind of object that the function in SLOT releases, if the layer keeps something for it. */
static enum object_kind released_kind(unsigned slot)
{
	switch (slot) {
	case CLROUTER_SLOT_clReleaseKernel:
		return OBJECT_KERNEL;
	case CLROUTER_SLOT_clReleaseProgram:
		return OBJECT_PROGRAM;
	case CLROUTER_SLOT_clReleaseCommandQueue:
		return OBJECT_QUEUE;
	case CLROUTER_SLOT_clReleaseContext:
		return OBJECT_CONTEXT;
	case CLROUTER_SLOT_clReleaseCommandBufferKHR:
		return OBJECT_COMMAND_BUFFER;
	case CLROUTER_SLOT_clReleaseMemObject:
		return OBJECT_MEM;
	default:
		return OBJECT_NONE;
	}
}

/* Has HANDLE, of KIND, lost its last reference by a call that follow_before() has seen? */
static bool is_gone(const void *handle, enum object_kind kind)
{
	const struct object *object = live_record(handle);

	return object && atomic_load(&object->kind) == kind && !atomic_load(&object->is_root) &&
	       atomic_load(&object->references) == 0;
}

static void note_buffer_gone(const void *command_buffer)
{
	command_launches_note_gone(command_buffer);
	tail_commands_note_gone(command_buffer);
}

static void note_release(const struct call *call)
{
	const enum object_kind kind = released_kind(call->slot);
	const void *handle = kind != OBJECT_NONE ? call_pointer(call, ARG_first) : NULL;

	if (!handle || !is_gone(handle, kind))
		return;
	if (kind == OBJECT_KERNEL)
		shadow_kernels_note_gone((cl_kernel)(uintptr_t)handle);
	else if (kind == OBJECT_PROGRAM)
		shadow_programs_forget((cl_program)(uintptr_t)handle);
	else if (kind == OBJECT_COMMAND_BUFFER)
		note_buffer_gone(handle);
	else if (kind == OBJECT_MEM)
		tails_note_gone(handle);
	else {
		record_looks_before_release(call);
		tail_looks_before_release(call);
	}
}

/* A program that is built again gets new shadows. */
static void note_build(const struct call *call)
{
	if (call->slot == CLROUTER_SLOT_clBuildProgram ||
	    call->slot == CLROUTER_SLOT_clCompileProgram)
		shadow_programs_forget((cl_program)(uintptr_t)call_pointer(call, ARG_first));
}

/*
 * The driver's own exit handlers, which free the memory of records, were registered before the
 * first launch has returned, and run after this one.
 */
static void look_at_exit(void)
{
	if (!life_is_open() || atomic_exchange(&has_ended, true))
		return;
	record_looks_at_end();
	tail_looks_at_end();
	shadow_programs_count(true);
}

static void watch_exit(void)
{
	if (!atomic_load_explicit(&watches_exit, memory_order_relaxed) &&
	    !atomic_exchange(&watches_exit, true))
		atexit(look_at_exit);
}

/* CALL may launch a kernel that ends the process, as it can on a CPU. */
static void watch_crashes(const struct call *call)
{
	const cl_command_queue queue = (cl_command_queue)(uintptr_t)call_queue(call);
	cl_device_type type = 0;

	if (!queue || atomic_load_explicit(&watches_crashes, memory_order_relaxed))
		return;
	ASK(clGetDeviceInfo, ask_queue_device(queue), CL_DEVICE_TYPE, type);
	if ((type & CL_DEVICE_TYPE_CPU) == 0)
		return;
	atomic_store(&watches_crashes, true);
	kernel_crash_watch(record_looks_in_crash);
}

/* Makes the launch that CALL is, if it is checked. The program gets what the driver has returned.
 */
static bool is_launched(struct call *call)
{
	const bool is_launch = checked_launches_has(call->slot);
	cl_int error = CL_SUCCESS;
	bool is_made;

	if (!is_launch && !command_launches_has(call->slot))
		return false;
	watch_crashes(call);
	is_made = is_launch ? checked_launches_make(call, &error, &own(call)->is_checked)
			    : command_launches_make(call, &error, &own(call)->is_checked);
	call->refusal = error;
	if (is_made && error == CL_SUCCESS) {
		watch_exit();
		findings_note_checked();
	}
	if (is_launch && !is_made)
		tail_launches_before(call);
	return is_made;
}

/* Makes the memory that CALL makes, if it gets a tail, or refuses an image as without a tail. */
static bool is_answered(struct call *call)
{
	cl_int error = CL_SUCCESS;

	if (!tails_make(call, &own(call)->made) && !tail_requests_refuse_image(call, &error))
		return false;
	call->refusal = error;
	return true;
}

static bool before(struct call *call)
{
	own(call)->update = NULL;
	own(call)->moment = roles[call->slot] & WAITS ? shadow_moment() : 0;
	own(call)->made = NULL;
	own(call)->is_checked = false;
	call->is_ignored = !life_is_open();
	if (call->is_ignored)
		return true;
	track_ask_stored(call);
	facts_note_before(call);
	follow_before(call);
	note_release(call);
	note_build(call);
	if (is_launched(call) || is_answered(call))
		return false;
	if (roles[call->slot] & WAITS)
		own(call)->last = tail_looks_number(call);
	if (roles[call->slot] & CHANGES_REGIONS)
		tail_looks_before_free(call);
	tail_requests_before(call, &own(call)->space);
	tail_commands_before(call);
	checked_launches_before_query(call);
	own(call)->update = command_launches_before_update(call);
	return true;
}

/* -- after the call --------------------------------------------------------------------------- */

/* The program may have memory that is not among the regions of kernels. */
static void note_memory(const struct call *call)
{
	if (roles[call->slot] & CHANGES_REGIONS)
		regions_note_change();
	if (roles[call->slot] & OPENS_REGIONS)
		regions_note_open();
}

/* The program has made kernels of its PROGRAM in a list. */
static void note_list(const struct call *call)
{
	const cl_program program =
		(cl_program)(uintptr_t)call_pointer(call, ARG_clCreateKernelsInProgram_program);
	const cl_kernel *kernels = call_pointer(call, ARG_clCreateKernelsInProgram_kernels);
	const struct signature_param *param =
		call_param(call, ARG_clCreateKernelsInProgram_kernels);
	const size_t count = kernels ? signature_stored(param, call->values) : 0;

	for (size_t i = 0; i < count; i++)
		shadow_kernels_note_made(kernels[i], program);
}

static void note_kernels(const struct call *call, const void *result)
{
	const void *first;
	cl_kernel kernel;

	if (call->slot == CLROUTER_SLOT_clCreateKernelsInProgram)
		note_list(call);
	if (call->slot != CLROUTER_SLOT_clCreateKernel && call->slot != CLROUTER_SLOT_clCloneKernel)
		return;
	first = call_pointer(call, ARG_first);
	memcpy(&kernel, result, sizeof(kernel));
	if (call->slot == CLROUTER_SLOT_clCreateKernel)
		shadow_kernels_note_made(kernel, (cl_program)(uintptr_t)first);
	else
		shadow_kernels_note_clone(kernel, (cl_kernel)(uintptr_t)first);
}

static void note_tails(const struct call *call, const void *result)
{
	tails_note_made(call, result);
	tail_requests_after(call);
	tail_commands_after(call, result);
	tail_order_note(call);
	if (command_launches_has(call->slot) && !own(call)->is_checked)
		tail_commands_note_recorded(call);
	if (!checked_launches_has(call->slot))
		return;
	tail_launches_note(call, own(call)->is_checked);
	if (tails_are_on())
		watch_exit();
}

static void note_success(const struct call *call, const void *result)
{
	facts_note(call, result);
	note_memory(call);
	note_kernels(call, result);
	if (roles[call->slot] & SETS_KERNEL)
		shadow_kernels_note_set(call);
	command_launches_after(call, result);
	seen_binaries_note(call);
	note_tails(call, result);
}

static void look_after(const struct call *call, const void *result)
{
	const cl_int code = record_looks_after(call, result, own(call)->moment);

	if (call->slot == CLROUTER_SLOT_clFinish || call->slot == CLROUTER_SLOT_clWaitForEvents ||
	    call_blocks(call))
		tail_looks_after(call, own(call)->last, code);
}

static void learn_after(struct call *call, const void *result)
{
	follow_after(call, result);
	if (signature_succeeded(&signatures[call->slot], call->values, result))
		note_success(call, result);
	else
		facts_note_failed(call);
	track_returned(call);
	checked_launches_after_query(call, result);
	if (roles[call->slot] & WAITS)
		look_after(call, result);
}

/* What was made with a tail is the result. */
static void store_made(const struct call *call, const void *result)
{
	void *place = (void *)(uintptr_t)result;

	if (own(call)->made)
		memcpy(place, &own(call)->made, sizeof(own(call)->made));
}

/* What an update has in place of the program's lists is read until the end. */
static void after(struct call *call, const void *result)
{
	if (!call->is_ignored)
		store_made(call, result);
	if (!call->is_ignored && life_is_open())
		learn_after(call, result);
	free(own(call)->update);
	own(call)->update = NULL;
}

/* A callback of the program has left the call. */
static void left(struct call *call)
{
	free(own(call)->update);
}

/* -- start and end ---------------------------------------------------------------------------- */

static void note_unseen(const struct clrouter_extension_missed *missed)
{
	if (text_skip_prefix(missed->name, "clUpdateMutableCommands"))
		command_launches_note_unseen();
	if (strstr(missed->name, "Alloc") || text_skip_prefix(missed->name, "clSetKernelArg"))
		regions_note_open();
	life_note_unseen(missed);
	unseen_complain("sanitize", missed);
}

static const struct call_hooks hooks = {
	.before = before,
	.after = after,
	.left = left,
	.unseen = note_unseen,
};

/* What the parent has found is the parent's, and so is its connection. */
static void begin_child(void)
{
	findings_clear();
	shadow_programs_disown();
	summary_clear();
	tails_disown();
	tail_launches_disown();
	tail_order_forget();
	atomic_store(&has_ended, false);
	connection_forget();
}

static bool connect_to_server(void)
{
	const char *server = option_file(&server_option);
	char reason[CONNECTION_REASON];

	if (connection_start(server, reason))
		return true;
	layer_message("sanitize: nothing is checked: %s%s", reason,
		      server && *server
			      ? ""
			      : "; start the program by \"clrouter sanitize PROGRAM\", or set "
				"OPENCL_SANITIZE_SERVER as \"clrouter sanitize --serve\" says");
	return false;
}

static unsigned roles_of(unsigned slot)
{
	const char *name = signatures[slot].name;
	unsigned found = 0;

	if (text_skip_prefix(name, "clSVM") || text_skip_prefix(name, "clEnqueueSVMFree"))
		found |= CHANGES_REGIONS;
	if (slot == CLROUTER_SLOT_clSVMAllocARM ||
	    slot == CLROUTER_SLOT_clSVMAllocWithPropertiesKHR ||
	    slot == CLROUTER_SLOT_clHostMemAllocINTEL ||
	    slot == CLROUTER_SLOT_clDeviceMemAllocINTEL ||
	    slot == CLROUTER_SLOT_clSharedMemAllocINTEL)
		found |= OPENS_REGIONS;
	if (shadow_kernels_sets(slot))
		found |= SETS_KERNEL;
	if (slot == CLROUTER_SLOT_clFinish || slot == CLROUTER_SLOT_clWaitForEvents ||
	    signature_find_blocking(&signatures[slot]) >= 0)
		found |= WAITS;
	return found;
}

static cl_int start(struct clrouter_table *table)
{
	const bool has_tails = option_flag(&tails_option, true);

	/* Nobody may make a privileged program write files, or send its sources. */
	if (os_is_elevated() || !connect_to_server())
		return CL_SUCCESS;
	for (unsigned slot = 0; slot < CLROUTER_ALL_SLOTS; slot++)
		roles[slot] = (unsigned char)roles_of(slot);
	follow_start();
	facts_start(KINDS | (has_tails ? TAIL_KINDS : 0), KEPT_KINDS);
	if (has_tails)
		facts_number_commands();
	tail_commands_start();
	tail_order_start();
	tails_start(has_tails);
	tail_requests_start();
	formats_start();
	memory_start();
	regions_start();
	own_context_start();
	device_macros_start();
	shadow_programs_start();
	shadow_kernels_start();
	command_launches_start();
	binary_cache_start(option_flag(&binary_cache_option, true));
	summary_start();
	rewrite_request_start(option_flag(&redirect_option, false),
			      option_flag(&private_option, false));
	findings_start(option_file(&file_option), option_file(&status_option),
		       option_choice(&format_option) == 1);
	stop_start((enum stop_action)option_choice(&stop_option));
	atomic_store(&has_ended, false);
	life_start(table, &hooks, begin_child);
	return CL_SUCCESS;
}

static void end(void)
{
	summary_set_watched(tail_launches_count());
	summary_report();
	findings_end(summary_kernels());
	summary_write();
	summary_clear();
	tails_forget_all();
	tail_order_forget();
	connection_end();
	memory_forget_all();
}

static void stop(void)
{
	look_at_exit();
	kernel_crash_leave();
	atomic_store(&watches_crashes, false);
	shadow_programs_count(false);
	life_end(end);
}

CLROUTER_LAYER("sanitize", start, stop)
