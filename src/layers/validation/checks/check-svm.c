/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-svm: shared virtual memory: who supports which kind, and pointers into it. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"
#include "layers/validation/query.h"
#include "state/memory.h"

/* -- support ----------------------------------------------------------------------------- */

static bool has_svm(const struct limits *limits)
{
	return !limits->has_no_svm;
}

static bool may_have(const struct limits *limits, cl_device_svm_capabilities bits)
{
	return !limits->abilities.knows_svm || (limits->abilities.svm & bits) == bits;
}

static bool has_system(const struct limits *limits)
{
	return may_have(limits, CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
}

static bool has_fine(const struct limits *limits)
{
	return may_have(limits, CL_DEVICE_SVM_FINE_GRAIN_BUFFER);
}

static bool has_atomics(const struct limits *limits)
{
	return may_have(limits, CL_DEVICE_SVM_ATOMICS);
}

/* Wrong flags, and a context without shared memory, are for the rules about that. */
bool check_svm_flags_supported(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, CONTEXT };
	const uint64_t flags = call_number(call, test->params[FLAGS]);
	const void *context = call_pointer(call, test->params[CONTEXT]);

	if (!check_svm_flags(call, test) || !facts_any_device(context, has_svm))
		return true;
	return ((flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) == 0 ||
		facts_any_device(context, has_fine)) &&
	       ((flags & CL_MEM_SVM_ATOMICS) == 0 || facts_any_device(context, has_atomics));
}

/* -- pointers ---------------------------------------------------------------------------- */

/* Fine-grained system memory is all memory. */
bool check_svm_argument(const struct call *call, const struct rule_test *test)
{
	enum { VALUE, KERNEL };
	const void *pointer = call_pointer(call, test->params[VALUE]);
	const void *context = check_context(call, test->params[KERNEL]);

	return !pointer || memory_is_svm(pointer, 0) || memory_expects_unseen() ||
	       !context || !facts_any_device(context, has_svm) ||
	       facts_any_device(context, has_system);
}

/* Is it certain that SVM is still allocated? Drivers may free it with its context. */
static bool is_certain(const struct memory_svm *svm)
{
	const struct object *context = live_record(svm->context);

	return svm->state == MEMORY_SVM_THERE && !memory_expects_unseen() &&
	       live_is_live(context, OBJECT_CONTEXT) &&
	       atomic_load(&context->serial) == svm->context_serial;
}

/* Does the memory at POINTER certainly belong to another context than CONTEXT, which has SVM? */
static bool is_foreign(const void *pointer, const void *context)
{
	struct memory_svm svm;

	return pointer && context && memory_find_svm(pointer, 1, &svm) &&
	       svm.context != context && is_certain(&svm) && facts_any_device(context, has_svm);
}

/* May POINTER lead to memory that no allocation of clSVMAlloc is known for, in CONTEXT? */
static bool may_be_outside(const void *context)
{
	return memory_expects_unseen() || !context ||
	       !facts_any_device(context, has_svm) || facts_any_device(context, has_system);
}

static bool is_within(const struct call *call, const struct memory_svm *svm, const void *pointer,
		      uint64_t size)
{
	return (uintptr_t)pointer >= svm->start &&
	       limit_at_most(call, size, "what the allocation has from the pointer on",
			     svm->size - ((uintptr_t)pointer - svm->start));
}

/* Memory of another context is for the rule about that. */
bool check_svm_inside(const struct call *call, const struct rule_test *test)
{
	enum { POINTER, SIZE, QUEUE };
	const void *pointer = call_pointer(call, test->params[POINTER]);
	const uint64_t size = call_number(call, test->params[SIZE]);
	struct memory_svm svm;

	return !pointer || size == 0 || !memory_find_svm(pointer, size, &svm) ||
	       is_within(call, &svm, pointer, size) || !is_certain(&svm) ||
	       is_foreign(pointer, check_context(call, test->params[QUEUE]));
}

/* The same for a command that can only use what its device does. */
bool check_svm_memory(const struct call *call, const struct rule_test *test)
{
	enum { POINTER, SIZE, QUEUE };
	const void *pointer = call_pointer(call, test->params[POINTER]);

	if (pointer && call_number(call, test->params[SIZE]) != 0 &&
	    !memory_is_svm(pointer, 0) && !may_be_outside(check_context(call, test->params[QUEUE])))
		return false;
	return check_svm_inside(call, test);
}

bool check_svm_fits(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, HOST_PTR, SIZE };
	const void *pointer = call_pointer(call, test->params[HOST_PTR]);
	struct memory_svm svm;

	return (call_number(call, test->params[FLAGS]) &
		(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) == 0 ||
	       !pointer || !memory_find_svm(pointer, 1, &svm) || !is_certain(&svm) ||
	       is_within(call, &svm, pointer, call_number(call, test->params[SIZE]));
}

bool check_svm_context(const struct call *call, const struct rule_test *test)
{
	enum { POINTER, QUEUE };

	return !is_foreign(call_pointer(call, test->params[POINTER]),
			   check_context(call, test->params[QUEUE]));
}

/* Fine-grained system memory is all memory. */
bool check_svm_argument_context(const struct call *call, const struct rule_test *test)
{
	enum { VALUE, KERNEL };

	return facts_any_device(check_context(call, test->params[KERNEL]), has_system) ||
	       check_svm_context(call, test);
}

/* A region of another context is for the rule about that. */
bool check_svm_mapped(const struct call *call, const struct rule_test *test)
{
	enum { POINTER, QUEUE };
	const void *pointer = call_pointer(call, test->params[POINTER]);
	const void *context = check_context(call, test->params[QUEUE]);
	struct memory_svm svm;

	if (!pointer || is_foreign(pointer, context))
		return true;
	if (!memory_is_svm(pointer, 0))
		return may_be_outside(context);
	return !memory_find_svm(pointer, 1, &svm) || !is_certain(&svm) ||
	       memory_is_svm_mapped(pointer);
}

/* Is a region of coarse-grained memory certainly mapped when a command uses it? */
static bool is_used_mapped(const struct call *call, const struct rule_test *test, bool is_written)
{
	enum { POINTER, SIZE };
	const void *pointer = call_pointer(call, test->params[POINTER]);
	const uint64_t size = call_number(call, test->params[SIZE]);
	struct memory_svm svm;

	return size != 0 && memory_is_coarse(pointer) && !memory_may_be_held() &&
	       memory_overlaps_svm_mapped(pointer, size, !is_written) &&
	       memory_find_svm(pointer, 1, &svm) && is_certain(&svm);
}

bool check_svm_unmapped(const struct call *call, const struct rule_test *test)
{
	return !is_used_mapped(call, test, true);
}

bool check_svm_unwritten(const struct call *call, const struct rule_test *test)
{
	return !is_used_mapped(call, test, false);
}

/* -- lists of pointers ------------------------------------------------------------------- */

/*
 * The pointers of the list in parameter LIST and in *COUNT their number, of parameter NUMBER, up to
 * the first that is none: see track_array().
 */
static const void *const *list_of(const struct call *call, unsigned number, unsigned list,
				  uint64_t *count)
{
	const void *const *pointers = call_pointer(call, list);

	const uint64_t most = !pointers ? 0 : check_count(call, number);

	for (*count = 0; *count < most && memory_is_svm(pointers[*count], 0);)
		(*count)++;
	*count += *count < most;
	return pointers;
}

static bool has_foreign(const void *const *pointers, uint64_t count, const void *context)
{
	for (uint64_t i = 0; i < count; i++)
		if (is_foreign(pointers[i], context))
			return true;
	return false;
}

/* Are the pointers of a list in shared memory whose sizes are 0, as IS_WHOLE says, or not? */
static bool are_svm(const struct call *call, const struct rule_test *test, bool is_whole)
{
	enum { COUNT, POINTERS, SIZES };
	const size_t *sizes = call_pointer(call, test->params[SIZES]);
	uint64_t count;
	const void *const *pointers =
		list_of(call, test->params[COUNT], test->params[POINTERS], &count);

	if (memory_expects_unseen())
		return true;
	for (uint64_t i = 0; i < count; i++) {
		const size_t size = sizes ? sizes[i] : 0;

		if ((size == 0) == is_whole && !memory_is_svm(pointers[i], size))
			return false;
	}
	return true;
}

bool check_svm_ranges(const struct call *call, const struct rule_test *test)
{
	return are_svm(call, test, false);
}

/* A size of 0 stands for the whole allocation. */
bool check_svm_wholes(const struct call *call, const struct rule_test *test)
{
	return are_svm(call, test, true);
}

bool check_svm_list_context(const struct call *call, const struct rule_test *test)
{
	enum { COUNT, POINTERS, QUEUE };
	uint64_t count;
	const void *const *pointers =
		list_of(call, test->params[COUNT], test->params[POINTERS], &count);

	return !has_foreign(pointers, count, check_context(call, test->params[QUEUE]));
}

static bool is_repeated(const void *const *pointers, uint64_t index)
{
	for (uint64_t i = 0; i < index; i++)
		if (pointers[i] == pointers[index])
			return true;
	return false;
}

/* A callback may free other memory. In a long list repetitions are not looked for: that is slow. */
bool check_svm_list_alive(const struct call *call, const struct rule_test *test)
{
	enum { COUNT, POINTERS, CALLBACK };
	uint64_t count;
	const void *const *pointers =
		list_of(call, test->params[COUNT], test->params[POINTERS], &count);

	if (call_pointer(call, test->params[CALLBACK]) || memory_expects_unseen())
		return true;
	for (uint64_t i = 0; i < count; i++)
		if (pointers[i] && (memory_svm_size(pointers[i]) == 0 ||
					    (count <= 256 && is_repeated(pointers, i))))
			return false;
	return true;
}

static bool is_live(struct memory_user user, enum object_kind kind)
{
	const struct object *object = !user.object ? NULL : live_record(user.object);

	return live_is_live(object, kind) && atomic_load(&object->serial) == user.serial;
}

/* Of a command without an event nothing is known. */
bool check_svm_unused(const struct call *call, const struct rule_test *test)
{
	const struct memory_user user = memory_svm_command(call_pointer(call, test->param));

	return !is_live(user, OBJECT_EVENT) || query_event(user.object) <= CL_COMPLETE;
}

/* A callback may free the memory when the buffer is gone. */
bool check_svm_without_buffer(const struct call *call, const struct rule_test *test)
{
	const struct memory_user user = memory_svm_buffer(call_pointer(call, test->param));
	const struct facts_mem *buffer = facts_of_mem(user.object);

	return !buffer || !is_live(user, OBJECT_MEM) || memory_expects_unseen() ||
	       atomic_load(&buffer->has_destructor);
}

/* -- kernels ----------------------------------------------------------------------------- */

bool check_exec_info_svm(const struct call *call, const struct rule_test *test)
{
	enum { NAME, KERNEL };

	return call_number(call, test->params[NAME]) != CL_KERNEL_EXEC_INFO_SVM_PTRS ||
	       facts_any_device(check_context(call, test->params[KERNEL]), has_svm);
}

bool check_exec_info_system(const struct call *call, const struct rule_test *test)
{
	enum { NAME, VALUE, SIZE, KERNEL };
	const cl_bool *value = call_pointer(call, test->params[VALUE]);

	return call_number(call, test->params[NAME]) != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM ||
	       !value || call_number(call, test->params[SIZE]) != sizeof(*value) ||
	       *value == CL_FALSE ||
	       facts_any_device(check_context(call, test->params[KERNEL]), has_system);
}

bool check_exec_info(const struct call *call, const struct rule_test *test)
{
	enum { NAME, SIZE, VALUE };
	const uint64_t name = call_number(call, test->params[NAME]);
	const uint64_t size = call_number(call, test->params[SIZE]);

	if (size != 0 && !call_pointer(call, test->params[VALUE]))
		return false;
	switch (name) {
	case CL_KERNEL_EXEC_INFO_SVM_PTRS:
		return size % sizeof(void *) == 0;
	case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
		return size == sizeof(cl_bool);
	default:
		return check_query(call, test);
	}
}

/* The pointers that a call of clSetKernelExecInfo passes; NULL: none. */
static const void *const *exec_info_list(const struct call *call, const struct rule_test *test,
					 uint64_t *count)
{
	enum { NAME, SIZE, VALUE };

	*count = call_number(call, test->params[SIZE]) / sizeof(void *);
	return call_number(call, test->params[NAME]) == CL_KERNEL_EXEC_INFO_SVM_PTRS
		       ? call_pointer(call, test->params[VALUE])
		       : NULL;
}

bool check_exec_info_pointers(const struct call *call, const struct rule_test *test)
{
	enum { NAME, SIZE, VALUE, KERNEL };
	uint64_t count;
	const void *const *pointers = exec_info_list(call, test, &count);

	if (!pointers || may_be_outside(check_context(call, test->params[KERNEL])))
		return true;
	for (uint64_t i = 0; i < count; i++)
		if (pointers[i] && !memory_is_svm(pointers[i], 0))
			return false;
	return true;
}

bool check_exec_info_context(const struct call *call, const struct rule_test *test)
{
	enum { NAME, SIZE, VALUE, KERNEL };
	const void *context = check_context(call, test->params[KERNEL]);
	uint64_t count;
	const void *const *pointers = exec_info_list(call, test, &count);

	return !pointers || facts_any_device(context, has_system) ||
	       !has_foreign(pointers, count, context);
}

/* Is no argument set to a pointer of SORT, kernels with which have BITS, or has the device it? */
static bool may_use(const struct call *call, const struct rule_test *test, unsigned bits,
		    unsigned sort, bool (*has)(const struct limits *limits))
{
	enum { KERNEL, QUEUE };
	const struct facts_kernel *kernel =
		facts_of_kernel_with(call_pointer(call, test->params[KERNEL]), bits);
	const struct limits *limits;
	cl_uint i = 0;

	while (kernel && i < kernel->argument_count &&
	       !kernels_pointer(&kernel->state->arguments[i], sort))
		i++;
	if (!kernel || i == kernel->argument_count)
		return true;
	limits = facts_queue_limits(call_pointer(call, test->params[QUEUE]));
	return !limits || has(limits);
}

bool check_svm_arguments(const struct call *call, const struct rule_test *test)
{
	return may_use(call, test, KERNEL_HAS_SVM, KERNELS_SVM, has_svm);
}

bool check_system_arguments(const struct call *call, const struct rule_test *test)
{
	return may_use(call, test, KERNEL_HAS_SYSTEM, KERNELS_SYSTEM, has_system);
}

/* What was freed since the argument was set may be memory of the host again. */
bool check_svm_arguments_alive(const struct call *call, const struct rule_test *test)
{
	const void *kernel = call_pointer(call, test->param);
	const struct facts_kernel *facts = facts_of_kernel_with(kernel, KERNEL_HAS_SVM);
	const void *pointer;

	if (!facts || may_be_outside(facts->any.context))
		return true;
	for (cl_uint i = 0; i < facts->argument_count; i++) {
		pointer = kernels_pointer(&facts->state->arguments[i], KERNELS_SVM);
		if (pointer && !memory_is_svm(pointer, 0))
			return false;
	}
	return true;
}

/* The same of pointers that were listed by clSetKernelExecInfo. A driver may look at each. */
bool check_svm_listed_alive(const struct call *call, const struct rule_test *test)
{
	const void *kernel = call_pointer(call, test->param);
	const struct facts_kernel *facts = facts_of_kernel(kernel);
	const struct kernel_list *list;
	const void *pointer;
	unsigned int count;

	if (!facts || !facts->state ||
	    (atomic_load(&facts->state->has) & KERNEL_HAS_LIST) == 0 ||
	    may_be_outside(facts->any.context))
		return true;
	list = atomic_load(&facts->state->list);
	count = list ? atomic_load(&list->count) : 0;
	for (unsigned int i = 0; i < count; i++) {
		pointer = atomic_load(&list->pointers[i]);
		if (pointer && !memory_is_svm(pointer, 0))
			return false;
	}
	return true;
}
