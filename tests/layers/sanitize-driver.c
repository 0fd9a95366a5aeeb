/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-driver: see sanitize-driver.h.
 */
#include "layers/sanitize-driver.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <clrouter/extension.h>

#include "layers/sanitize/sanitize-records.h"
#include "opencl/constants.h"
#include "sanitize/sanitize-format.h"
#include "sanitize/units.h"
#include "unit/unit.h"

#define OBJECT(handle) ((struct driver_object *)(handle))
#define SOURCE "kernel k 3\n"

struct fake_driver fake;
struct fake_server server = {
	.version = EXCHANGE_VERSION,
	.source = "shadow\nkernel k 8\n",
	.kind = EXCHANGE_REWRITTEN,
	.table = "kernel\tk\t12\t14\t3\n"
		 "sized\t0\tglobal\tout\tglobal int *\n"
		 "sized\t1\tlocal\ttile\tlocal float *\n"
		 "unchecked\t2\tthrough pointers to private memory\n"
		 "site\tfile.cl\t12\t35\twrite\t4\tk\t\t0\tout[i + 1]\n"
		 "site\t\t7\t0\t"
		 "read\t4\thelper\t\t0\t*p\n"
		 "site\tfile.cl\t20\t3\twrite\t4\tk\trow\t4\trow[j]\n"
		 "object\tsums\tlocal float[16]\n",
};
const struct clrouter_table *layer;

static char table_word;
static struct driver_object platform = { .table = &table_word };
static struct driver_object devices[DRIVER_DEVICES] = { { .table = &table_word },
							{ .table = &table_word } };

/* The macros of check write a word to a file at each look. */
static void want(bool is_good, const char *what)
{
	if (!is_good)
		ck_abort_msg("%s", what);
}

/* -- objects ---------------------------------------------------------------------------------- */

static struct driver_object *make(enum driver_type type, struct driver_object *context)
{
	struct driver_object *object = calloc(1, sizeof(*object));

	want(object, "there is no memory");
	object->table = &table_word;
	object->type = type;
	object->references = 1;
	object->context = context;
	if (context)
		__atomic_add_fetch(&context->references, 1, __ATOMIC_SEQ_CST);
	__atomic_add_fetch(&fake.live, 1, __ATOMIC_SEQ_CST);
	return object;
}

static unsigned int references(const struct driver_object *object)
{
	return __atomic_load_n(&object->references, __ATOMIC_SEQ_CST);
}

static void check(const void *handle, enum driver_type type)
{
	want(handle && OBJECT(handle)->table == &table_word && OBJECT(handle)->type == type &&
		     references(OBJECT(handle)) > 0,
	     "a wrong handle");
}

static cl_int release(struct driver_object *object)
{
	struct driver_object *context = object->context;

	want(references(object) > 0, "an object that was released");
	if (__atomic_sub_fetch(&object->references, 1, __ATOMIC_SEQ_CST) > 0)
		return CL_SUCCESS;
	for (size_t i = 0; i < object->launches; i++)
		release(object->launched[i]);
	free(object->text);
	free(object->options);
	free(object->memory);
	free(object->shown);
	free(object);
	__atomic_sub_fetch(&fake.live, 1, __ATOMIC_SEQ_CST);
	return context ? release(context) : CL_SUCCESS;
}

static cl_int retain(struct driver_object *object)
{
	__atomic_add_fetch(&object->references, 1, __ATOMIC_SEQ_CST);
	return CL_SUCCESS;
}

#define COUNTED(name, handle, kind) \
	static cl_int CL_API_CALL retain_##name(handle object) \
	{ \
		check(object, kind); \
		return retain(OBJECT(object)); \
	} \
	static cl_int CL_API_CALL release_##name(handle object) \
	{ \
		check(object, kind); \
		return release(OBJECT(object)); \
	}

COUNTED(context, cl_context, DRIVER_CONTEXT)
COUNTED(queue, cl_command_queue, DRIVER_QUEUE)
COUNTED(program, cl_program, DRIVER_PROGRAM)
COUNTED(kernel, cl_kernel, DRIVER_KERNEL)
COUNTED(buffer, cl_mem, DRIVER_BUFFER)
COUNTED(event, cl_event, DRIVER_EVENT)

static cl_int CL_API_CALL release_command_buffer(cl_command_buffer_khr object)
{
	check(object, DRIVER_COMMAND_BUFFER);
	return release(OBJECT(object));
}

/* Answers a query with SIZE bytes at ANSWER. */
static cl_int answer(const void *from, size_t length, size_t size, void *value, size_t *size_ret)
{
	if (value && size < length)
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, from, length);
	if (size_ret)
		*size_ret = length;
	return CL_SUCCESS;
}

#define ANSWER(type, what) answer(&(type){ what }, sizeof(type), size, value, size_ret)
#define ANSWER_TEXT(text) answer(text, strlen(text) + 1, size, value, size_ret)

/* -- queries ---------------------------------------------------------------------------------- */

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	(void)device;
	switch (name) {
	case CL_DEVICE_PLATFORM:
		return ANSWER(cl_platform_id, (cl_platform_id)&platform);
	case CL_DEVICE_ADDRESS_BITS:
		return ANSWER(cl_uint, 64);
	case CL_DEVICE_EXTENSIONS:
		return ANSWER_TEXT("cl_khr_icd cl_fake_macro bad-name");
	case CL_DEVICE_NAME:
		return ANSWER_TEXT("Fake");
	case CL_DEVICE_VERSION:
		return ANSWER_TEXT("OpenCL 3.0 Fake");
	case CL_DEVICE_SVM_CAPABILITIES:
		return ANSWER(cl_device_svm_capabilities,
			      fake.has_system_svm ? CL_DEVICE_SVM_FINE_GRAIN_SYSTEM : 0);
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info name, size_t size,
					   void *value, size_t *size_ret)
{
	const cl_device_id all[] = { driver_device(0), driver_device(1) };

	check(context, DRIVER_CONTEXT);
	if (name == CL_CONTEXT_DEVICES)
		return answer(all, OBJECT(context)->size * sizeof(*all), size, value, size_ret);
	return name == CL_CONTEXT_REFERENCE_COUNT ? ANSWER(cl_uint, references(OBJECT(context)))
						  : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	check(queue, DRIVER_QUEUE);
	if (name == CL_QUEUE_DEVICE)
		return ANSWER(cl_device_id, OBJECT(queue)->device);
	if (name == CL_QUEUE_CONTEXT)
		return ANSWER(cl_context, (cl_context)OBJECT(queue)->context);
	return name == CL_QUEUE_PROPERTIES
		       ? ANSWER(cl_command_queue_properties, OBJECT(queue)->properties)
		       : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info name, size_t size,
					   void *value, size_t *size_ret)
{
	check(program, DRIVER_PROGRAM);
	return name == CL_PROGRAM_REFERENCE_COUNT ? ANSWER(cl_uint, references(OBJECT(program)))
						  : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id device,
					 cl_program_build_info name, size_t size, void *value,
					 size_t *size_ret)
{
	(void)device;
	check(program, DRIVER_PROGRAM);
	if (name == CL_PROGRAM_BUILD_LOG)
		return ANSWER_TEXT("note: nothing\n<kernel>:3:4: error: the shadow is wrong\n");
	return name == CL_PROGRAM_BUILD_STATUS
		       ? ANSWER(cl_build_status,
				OBJECT(program)->is_built ? CL_BUILD_SUCCESS : CL_BUILD_NONE)
		       : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info name, size_t size,
					  void *value, size_t *size_ret)
{
	check(kernel, DRIVER_KERNEL);
	switch (name) {
	case CL_KERNEL_FUNCTION_NAME:
		return ANSWER_TEXT(OBJECT(kernel)->text);
	case CL_KERNEL_NUM_ARGS:
		return ANSWER(cl_uint, OBJECT(kernel)->argument_count);
	case CL_KERNEL_REFERENCE_COUNT:
		return ANSWER(cl_uint, references(OBJECT(kernel)));
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_group_info(cl_kernel kernel, cl_device_id device,
					 cl_kernel_work_group_info name, size_t size, void *value,
					 size_t *size_ret)
{
	(void)device;
	check(kernel, DRIVER_KERNEL);
	if (name == CL_KERNEL_LOCAL_MEM_SIZE)
		return ANSWER(cl_ulong, OBJECT(kernel)->is_shadow ? 2 : 1);
	return ANSWER(size_t,
		      OBJECT(kernel)->is_shadow && fake.group_size > 0 ? fake.group_size : 256);
}

static cl_int CL_API_CALL get_sub_group_info(cl_kernel kernel, cl_device_id device,
					     cl_kernel_sub_group_info name, size_t input_size,
					     const void *input, size_t size, void *value,
					     size_t *size_ret)
{
	(void)device, (void)name, (void)input_size, (void)input;
	return ANSWER(size_t, OBJECT(kernel)->is_shadow ? 8 : 16);
}

static cl_int CL_API_CALL get_memory_info(cl_mem buffer, cl_mem_info name, size_t size, void *value,
					  size_t *size_ret)
{
	check(buffer, DRIVER_BUFFER);
	switch (name) {
	case CL_MEM_SIZE:
		return ANSWER(size_t, OBJECT(buffer)->size);
	case CL_MEM_FLAGS:
		return ANSWER(cl_mem_flags, CL_MEM_READ_WRITE);
	case CL_MEM_CONTEXT:
		return ANSWER(cl_context, (cl_context)OBJECT(buffer)->context);
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info name, size_t size,
					 void *value, size_t *size_ret)
{
	check(event, DRIVER_EVENT);
	return name == CL_EVENT_COMMAND_EXECUTION_STATUS ? ANSWER(cl_int, OBJECT(event)->status)
							 : CL_INVALID_VALUE;
}

/* -- contexts, queues and memory -------------------------------------------------------------- */

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
					     const cl_device_id *list,
					     void(CL_CALLBACK *notify)(const char *, const void *,
								       size_t, void *),
					     void *data, cl_int *errcode_ret)
{
	struct driver_object *context = make(DRIVER_CONTEXT, NULL);

	(void)properties, (void)list, (void)notify, (void)data;
	context->size = count;
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return (cl_context)context;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties,
						 cl_int *errcode_ret)
{
	struct driver_object *queue;

	check(context, DRIVER_CONTEXT);
	queue = make(DRIVER_QUEUE, OBJECT(context));
	queue->device = device;
	queue->properties = properties;
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return (cl_command_queue)queue;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *host_ptr, cl_int *errcode_ret)
{
	struct driver_object *buffer;

	check(context, DRIVER_CONTEXT);
	if (errcode_ret)
		*errcode_ret = CL_MEM_OBJECT_ALLOCATION_FAILURE;
	fake.buffers++;
	if (fake.most_memory != 0 && size > fake.most_memory)
		return NULL;
	buffer = make(DRIVER_BUFFER, OBJECT(context));
	buffer->size = size;
	buffer->memory = calloc(1, size);
	if ((flags & CL_MEM_COPY_HOST_PTR) != 0)
		memcpy(buffer->memory, host_ptr, size);
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return (cl_mem)buffer;
}

static cl_mem CL_API_CALL create_with_properties(cl_context context, const cl_mem_properties *list,
						 cl_mem_flags flags, size_t size, void *host_ptr,
						 cl_int *errcode_ret)
{
	(void)list;
	return create_buffer(context, flags, size, host_ptr, errcode_ret);
}

/* An image of a buffer, which says that it has the size of that; one beyond its end is refused. */
static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
				       const cl_image_format *format, const cl_image_desc *desc,
				       void *host_ptr, cl_int *errcode_ret)
{
	const struct driver_object *from = OBJECT(desc->mem_object);

	(void)format;
	if (desc->image_width <= from->size)
		return create_buffer(context, flags, from->size, host_ptr, errcode_ret);
	*errcode_ret = CL_INVALID_IMAGE_SIZE;
	return NULL;
}

static void *CL_API_CALL svm_alloc(cl_context context, cl_svm_mem_flags flags, size_t size,
				   cl_uint alignment)
{
	(void)context, (void)flags, (void)alignment;
	if (fake.most_memory != 0 && size > fake.most_memory)
		return NULL;
	fake.svm_size = size;
	return calloc(1, size);
}

static void CL_API_CALL svm_free(cl_context context, void *pointer)
{
	(void)context;
	free(pointer);
}

/* -- programs and kernels --------------------------------------------------------------------- */

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count,
					     const char **strings, const size_t *lengths,
					     cl_int *errcode_ret)
{
	struct driver_object *program;

	(void)lengths;
	check(context, DRIVER_CONTEXT);
	want(count == 1, "one string");
	program = make(DRIVER_PROGRAM, OBJECT(context));
	program->text = strdup(strings[0]);
	program->is_shadow = strncmp(strings[0], "shadow", 6) == 0;
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return (cl_program)program;
}

static cl_program CL_API_CALL create_with_binary(cl_context context, cl_uint count,
						 const cl_device_id *list, const size_t *lengths,
						 const unsigned char **binaries,
						 cl_int *binary_status, cl_int *errcode_ret)
{
	const char *source = SOURCE;

	(void)count, (void)list, (void)lengths, (void)binaries, (void)binary_status;
	return create_program(context, 1, &source, NULL, errcode_ret);
}

static cl_program CL_API_CALL create_with_il(cl_context context, const void *il, size_t length,
					     cl_int *errcode_ret)
{
	const char *source = SOURCE;

	(void)il, (void)length;
	return create_program(context, 1, &source, NULL, errcode_ret);
}

static cl_program CL_API_CALL create_built_in(cl_context context, cl_uint count,
					      const cl_device_id *list, const char *names,
					      cl_int *errcode_ret)
{
	const char *source = SOURCE;

	(void)count, (void)list, (void)names;
	return create_program(context, 1, &source, NULL, errcode_ret);
}

static cl_program CL_API_CALL link_program(cl_context context, cl_uint count,
					   const cl_device_id *list, const char *options,
					   cl_uint programs, const cl_program *program_list,
					   void(CL_CALLBACK *notify)(cl_program, void *),
					   void *data, cl_int *errcode_ret)
{
	(void)options, (void)programs, (void)program_list, (void)notify, (void)data;
	return create_built_in(context, count, list, NULL, errcode_ret);
}

static cl_int CL_API_CALL build_program(cl_program handle, cl_uint count, const cl_device_id *list,
					const char *options,
					void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
	struct driver_object *program = OBJECT(handle);

	(void)notify, (void)data;
	check(handle, DRIVER_PROGRAM);
	program->device = count == 1 ? list[0] : NULL;
	free(program->options);
	program->options = options ? strdup(options) : NULL;
	__atomic_add_fetch(&fake.builds, program->is_shadow, __ATOMIC_SEQ_CST);
	if (program->is_shadow && fake.fails_shadow)
		return CL_BUILD_PROGRAM_FAILURE;
	program->is_built = true;
	return CL_SUCCESS;
}

/* The number of arguments of the kernel NAME; -1: there is none. */
static int find_kernel(const struct driver_object *program, const char *name)
{
	char line[128];
	const char *at;
	int count = -1;

	snprintf(line, sizeof(line), "kernel %s ", name);
	at = strstr(program->text, line);
	if (strcmp(name, "clrouter_macros") == 0 && strstr(program->text, name))
		return 2;
	if (at)
		sscanf(at + strlen(line), "%d", &count);
	return count;
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name,
					   cl_int *errcode_ret)
{
	const int count = find_kernel(OBJECT(program), name);
	struct driver_object *kernel;

	check(program, DRIVER_PROGRAM);
	if (errcode_ret)
		*errcode_ret = count < 0 ? CL_INVALID_KERNEL_NAME : CL_SUCCESS;
	if (count < 0)
		return NULL;
	kernel = make(DRIVER_KERNEL, OBJECT(program));
	kernel->text = strdup(name);
	kernel->argument_count = (cl_uint)count;
	kernel->is_shadow = OBJECT(program)->is_shadow;
	return (cl_kernel)kernel;
}

static cl_int CL_API_CALL create_kernels(cl_program program, cl_uint count, cl_kernel *kernels,
					 cl_uint *found)
{
	if (found)
		*found = 1;
	if (kernels && count > 0)
		kernels[0] = create_kernel(program, "k", NULL);
	return CL_SUCCESS;
}

/* A copy with all that is set. */
static struct driver_object *copy_kernel(const struct driver_object *kernel)
{
	struct driver_object *copy = make(DRIVER_KERNEL, kernel->context);

	copy->text = strdup(kernel->text);
	copy->argument_count = kernel->argument_count;
	copy->is_shadow = kernel->is_shadow;
	memcpy(copy->arguments, kernel->arguments, sizeof(copy->arguments));
	return copy;
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel kernel, cl_int *errcode_ret)
{
	check(kernel, DRIVER_KERNEL);
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return (cl_kernel)copy_kernel(OBJECT(kernel));
}

static cl_int CL_API_CALL set_argument(cl_kernel handle, cl_uint index, size_t size,
				       const void *value)
{
	struct driver_object *kernel = OBJECT(handle);
	struct driver_argument *argument = &kernel->arguments[index];

	check(handle, DRIVER_KERNEL);
	if (index >= kernel->argument_count)
		return CL_INVALID_ARG_INDEX;
	__atomic_add_fetch(&fake.sets, kernel->is_shadow, __ATOMIC_SEQ_CST);
	*argument = (struct driver_argument){ .is_set = true, .size = size };
	if (value && size <= sizeof(argument->bytes))
		memcpy(argument->bytes, value, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint index, const void *pointer)
{
	check(kernel, DRIVER_KERNEL);
	OBJECT(kernel)->arguments[index] =
		(struct driver_argument){ .is_set = true, .svm = pointer };
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_address(cl_kernel kernel, cl_uint index, cl_ulong address)
{
	return set_pointer(kernel, index, (const void *)(uintptr_t)address);
}

static cl_int CL_API_CALL set_info(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
				   const void *value)
{
	(void)name, (void)size, (void)value;
	check(kernel, DRIVER_KERNEL);
	OBJECT(kernel)->infos++;
	return CL_SUCCESS;
}

/* -- commands --------------------------------------------------------------------------------- */

static void make_event(struct driver_object *queue, cl_event *event)
{
	if (event)
		*event = (cl_event)make(DRIVER_EVENT, queue->context);
}

/* The layer's own kernel, which writes what its compiler defines. */
static void run_macros(struct driver_object *kernel)
{
	static const char macros[] = "__OPENCL_C_VERSION__ 200\ncl_fake_macro 1\n";
	struct driver_object *buffer;

	memcpy(&buffer, kernel->arguments[0].bytes, sizeof(buffer));
	want(buffer->size > sizeof(macros), "a large buffer");
	want(strstr(kernel->context->text, "cl_fake_macro") &&
		     !strstr(kernel->context->text, "bad-name"),
	     "names that are macros");
	memcpy(buffer->memory, macros, sizeof(macros));
}

static void run(struct driver_object *kernel)
{
	if (strcmp(kernel->text, "clrouter_macros") == 0)
		run_macros(kernel);
	else if (kernel->is_shadow && fake.run)
		fake.run(kernel);
	else if (!kernel->is_shadow && fake.run_original)
		fake.run_original(kernel);
}

/* What is launched meanwhile, by a test's kernel in place of another thread, runs the next time. */
static void run_all(struct driver_object *queue)
{
	const size_t count = queue->launches;

	for (size_t i = 0; i < count; i++) {
		run(queue->launched[i]);
		release(queue->launched[i]);
	}
	queue->launches -= count;
	memmove(queue->launched, &queue->launched[count],
		queue->launches * sizeof(*queue->launched));
}

/* Adds a copy of KERNEL to OBJECT, a queue or command buffer. */
static cl_int add_launch(struct driver_object *object, struct driver_object *kernel)
{
	check(kernel, DRIVER_KERNEL);
	if (fake.dead != 0 || fake.refuses_all || (kernel->is_shadow && fake.refuses_shadow))
		return fake.dead != 0 ? fake.dead : CL_INVALID_WORK_GROUP_SIZE;
	for (cl_uint i = 0; i < kernel->argument_count; i++)
		if (!kernel->arguments[i].is_set)
			return CL_INVALID_KERNEL_ARGS;
	want(object->launches < 64, "too many launches");
	object->launched[object->launches++] = copy_kernel(kernel);
	if (strcmp(kernel->text, "clrouter_macros") == 0)
		return CL_SUCCESS;
	__atomic_store_n(&fake.last, object->launched[object->launches - 1], __ATOMIC_SEQ_CST);
	__atomic_add_fetch(kernel->is_shadow ? &fake.shadows : &fake.originals, 1,
			   __ATOMIC_SEQ_CST);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
				 const size_t *offset, const size_t *global, const size_t *local,
				 cl_uint count, const cl_event *events, cl_event *event)
{
	cl_int error;

	(void)dimensions, (void)offset, (void)global, (void)local, (void)count, (void)events;
	check(queue, DRIVER_QUEUE);
	error = add_launch(OBJECT(queue), OBJECT(kernel));
	if (error == CL_SUCCESS)
		make_event(OBJECT(queue), event);
	return error;
}

static cl_int CL_API_CALL task(cl_command_queue queue, cl_kernel kernel, cl_uint count,
			       const cl_event *events, cl_event *event)
{
	return launch(queue, kernel, 1, NULL, NULL, NULL, count, events, event);
}

static cl_int CL_API_CALL flush(cl_command_queue queue)
{
	check(queue, DRIVER_QUEUE);
	run_all(OBJECT(queue));
	return fake.dead;
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
	check(queue, DRIVER_QUEUE);
	run_all(OBJECT(queue));
	return fake.dead;
}

static cl_int CL_API_CALL wait_for_events(cl_uint count, const cl_event *events)
{
	for (cl_uint i = 0; i < count; i++)
		check(events[i], DRIVER_EVENT);
	return fake.dead;
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
				      size_t offset, size_t size, void *ptr, cl_uint count,
				      const cl_event *events, cl_event *event)
{
	(void)blocking, (void)count, (void)events;
	check(buffer, DRIVER_BUFFER);
	run_all(OBJECT(queue));
	if (fake.dead != 0)
		return fake.dead;
	memcpy(ptr, OBJECT(buffer)->memory + offset, size);
	make_event(OBJECT(queue), event);
	if (fake.read)
		fake.read(size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
				       size_t offset, size_t size, const void *ptr, cl_uint count,
				       const cl_event *events, cl_event *event)
{
	(void)blocking, (void)count, (void)events;
	check(buffer, DRIVER_BUFFER);
	memcpy(OBJECT(buffer)->memory + offset, ptr, size);
	make_event(OBJECT(queue), event);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL fill_buffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
				      size_t unit, size_t offset, size_t size, cl_uint count,
				      const cl_event *events, cl_event *event)
{
	(void)count, (void)events;
	check(buffer, DRIVER_BUFFER);
	if (fake.fails_fill)
		return CL_OUT_OF_RESOURCES;
	if (size == 0 || offset > OBJECT(buffer)->size || size > OBJECT(buffer)->size - offset ||
	    offset % unit != 0 || size % unit != 0)
		return CL_INVALID_VALUE;
	for (size_t i = 0; i < size; i += unit)
		memcpy(OBJECT(buffer)->memory + offset + i, pattern, unit);
	fake.fills++;
	make_event(OBJECT(queue), event);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to,
				      size_t from_offset, size_t to_offset, size_t size,
				      cl_uint count, const cl_event *events, cl_event *event)
{
	(void)count, (void)events;
	check(from, DRIVER_BUFFER);
	check(to, DRIVER_BUFFER);
	if (fake.dead != 0)
		return fake.dead;
	if (from_offset > OBJECT(from)->size || size > OBJECT(from)->size - from_offset ||
	    to_offset > OBJECT(to)->size || size > OBJECT(to)->size - to_offset)
		return CL_INVALID_VALUE;
	memcpy(OBJECT(to)->memory + to_offset, OBJECT(from)->memory + from_offset, size);
	fake.copies++;
	make_event(OBJECT(queue), event);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL fill_svm(cl_command_queue queue, void *to, const void *pattern,
				   size_t unit, size_t size, cl_uint count, const cl_event *events,
				   cl_event *event)
{
	(void)count, (void)events;
	for (size_t i = 0; i < size; i += unit)
		memcpy((char *)to + i, pattern, unit);
	make_event(OBJECT(queue), event);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL copy_svm(cl_command_queue queue, cl_bool blocking, void *to,
				   const void *from, size_t size, cl_uint count,
				   const cl_event *events, cl_event *event)
{
	(void)blocking, (void)count, (void)events;
	memcpy(to, from, size);
	make_event(OBJECT(queue), event);
	return CL_SUCCESS;
}

static void *CL_API_CALL map_buffer(cl_command_queue queue, cl_mem handle, cl_bool blocking,
				    cl_map_flags flags, size_t offset, size_t size, cl_uint count,
				    const cl_event *events, cl_event *event, cl_int *errcode_ret)
{
	struct driver_object *buffer = OBJECT(handle);

	(void)blocking, (void)flags, (void)count, (void)events;
	check(handle, DRIVER_BUFFER);
	make_event(OBJECT(queue), event);
	if (errcode_ret)
		*errcode_ret = fake.fails_map ? CL_MAP_FAILURE : CL_SUCCESS;
	if (fake.fails_map)
		return NULL;
	if (!fake.copies_maps)
		return buffer->memory + offset;
	free(buffer->shown);
	buffer->shown = calloc(1, buffer->size);
	memcpy(buffer->shown, buffer->memory, buffer->size);
	(void)size;
	return buffer->shown + offset;
}

static cl_int CL_API_CALL unmap(cl_command_queue queue, cl_mem buffer, void *pointer, cl_uint count,
				const cl_event *events, cl_event *event)
{
	(void)pointer, (void)count, (void)events;
	check(buffer, DRIVER_BUFFER);
	make_event(OBJECT(queue), event);
	return CL_SUCCESS;
}

/* -- command buffers -------------------------------------------------------------------------- */

static cl_command_buffer_khr CL_API_CALL
create_command_buffer(cl_uint count, const cl_command_queue *queues,
		      const cl_command_buffer_properties_khr *list, cl_int *errcode_ret)
{
	(void)count, (void)list;
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return (cl_command_buffer_khr)make(DRIVER_COMMAND_BUFFER, OBJECT(queues[0])->context);
}

static cl_int CL_API_CALL finalize(cl_command_buffer_khr buffer)
{
	check(buffer, DRIVER_COMMAND_BUFFER);
	return CL_SUCCESS;
}

/* The handle of the command is the copy of its kernel. */
static cl_int CL_API_CALL command_kernel(cl_command_buffer_khr buffer, cl_command_queue queue,
					 const cl_command_properties_khr *list, cl_kernel kernel,
					 cl_uint dimensions, const size_t *offset,
					 const size_t *global, const size_t *local, cl_uint count,
					 const cl_sync_point_khr *points, cl_sync_point_khr *point,
					 cl_mutable_command_khr *command)
{
	cl_int error;

	(void)queue, (void)list, (void)dimensions, (void)offset, (void)global, (void)local;
	(void)count, (void)points, (void)point;
	check(buffer, DRIVER_COMMAND_BUFFER);
	error = add_launch(OBJECT(buffer), OBJECT(kernel));
	if (error == CL_SUCCESS && command)
		*command = (cl_mutable_command_khr)OBJECT(buffer)
				   ->launched[OBJECT(buffer)->launches - 1];
	return error;
}

static cl_int CL_API_CALL enqueue_command_buffer(cl_uint count, cl_command_queue *queues,
						 cl_command_buffer_khr buffer, cl_uint waits,
						 const cl_event *events, cl_event *event)
{
	(void)count, (void)queues, (void)waits, (void)events, (void)event;
	check(buffer, DRIVER_COMMAND_BUFFER);
	for (size_t i = 0; i < OBJECT(buffer)->launches; i++)
		run(OBJECT(buffer)->launched[i]);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL update_commands(cl_command_buffer_khr buffer, cl_uint count,
					  const cl_uint *types, const void **configs)
{
	check(buffer, DRIVER_COMMAND_BUFFER);
	for (cl_uint i = 0; i < count; i++) {
		const struct mutable_dispatch_config *config = configs[i];
		const struct mutable_dispatch_arg *list = config ? config->arg_list : NULL;

		if (types[i] != MUTABLE_DISPATCH_CONFIG || !config ||
		    config->command != (cl_mutable_command_khr)fake.last)
			return CL_INVALID_MUTABLE_COMMAND_KHR;
		fake.updates += config->num_args;
		for (cl_uint k = 0; k < config->num_args; k++)
			if (list[k].arg_index >= 3)
				memcpy(&fake.updated, list[k].arg_value, sizeof(fake.updated));
	}
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_command_info(cl_mutable_command_khr command,
					   cl_mutable_command_info_khr name, size_t size,
					   void *value, size_t *size_ret)
{
	(void)name;
	return ANSWER(cl_kernel, (cl_kernel)(uintptr_t)command);
}

static void *CL_API_CALL find_for_platform(cl_platform_id id, const char *name)
{
	static const struct {
		const char *name;
		void *function;
	} functions[] = {
		{ "clSetKernelArgMemPointerINTEL", (void *)set_pointer },
		{ "clSetKernelArgDevicePointerEXT", (void *)set_address },
		{ "clCreateCommandBufferKHR", (void *)create_command_buffer },
		{ "clFinalizeCommandBufferKHR", (void *)finalize },
		{ "clReleaseCommandBufferKHR", (void *)release_command_buffer },
		{ "clCommandNDRangeKernelKHR", (void *)command_kernel },
		{ "clEnqueueCommandBufferKHR", (void *)enqueue_command_buffer },
		{ "clUpdateMutableCommandsKHR", (void *)update_commands },
		{ "clGetMutableCommandInfoKHR", (void *)get_command_info },
	};

	(void)id;
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		if (strcmp(functions[i].name, name) == 0)
			return functions[i].function;
	return NULL;
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id id, cl_platform_info name, size_t size,
					    void *value, size_t *size_ret)
{
	static const cl_name_version extensions[] = {
		{ CL_MAKE_VERSION(0, 9, 5), "cl_khr_command_buffer" },
		{ CL_MAKE_VERSION(0, 9, 2), "cl_khr_command_buffer_mutable_dispatch" },
	};

	(void)id;
	if (name == CL_PLATFORM_EXTENSIONS_WITH_VERSION)
		return answer(extensions, sizeof(extensions), size, value, size_ret);
	return ANSWER_TEXT("Fake");
}

static cl_int CL_API_CALL get_platforms(cl_uint count, cl_platform_id *list, cl_uint *found)
{
	if (list && count > 0)
		list[0] = (cl_platform_id)&platform;
	if (found)
		*found = 1;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_devices(cl_platform_id id, cl_device_type type, cl_uint count,
				      cl_device_id *list, cl_uint *found)
{
	(void)id, (void)type;
	for (cl_uint i = 0; list && i < count && i < DRIVER_DEVICES; i++)
		list[i] = driver_device(i);
	if (found)
		*found = DRIVER_DEVICES;
	return CL_SUCCESS;
}

/* -- the server ------------------------------------------------------------------------------- */

static void keep(char *to, size_t size, const char *text)
{
	snprintf(to, size, "%s", text ? text : "(none)");
}

/* The last unit, and how many there were. */
static void keep_units(const struct exchange *request)
{
	const char *text = request->texts[EXCHANGE_UNITS];
	struct units units = { 0 };
	const struct source_unit none = { 0 }, *last = &none;

	if (text && units_read(&units, text, strlen(text)))
		last = &units.list[units.count - 1];
	server.units = units.count;
	keep(server.text, sizeof(server.text), last->source);
	keep(server.options, sizeof(server.options), last->options);
	units_done(&units);
}

/* Answers REQUEST; false: it hangs up. */
static bool serve(int socket, const struct exchange *request)
{
	struct exchange reply = exchange_of(EXCHANGE_WELCOME);
	struct source_unit unit = { .source = server.source, .options = "-cl-std=CL2.0" };
	const struct units answer = { .list = &unit, .count = 1 };
	char *units = NULL;
	bool is_written;

	if (request->kind == EXCHANGE_HELLO) {
		exchange_set(&reply, EXCHANGE_VERSION_TEXT, server.version);
		exchange_set(&reply, EXCHANGE_REASON, server.reason);
		return exchange_write(socket, &reply);
	}
	__atomic_add_fetch(&server.requests, 1, __ATOMIC_SEQ_CST);
	keep(server.macros, sizeof(server.macros), request->texts[EXCHANGE_MACROS]);
	keep_units(request);
	if (server.hangs_up)
		return false;
	reply = exchange_of(server.refusal ? EXCHANGE_REFUSED : server.kind);
	exchange_set(&reply, EXCHANGE_REASON, server.refusal);
	if (!server.refusal) {
		exchange_set(&reply, EXCHANGE_UNITS, units = units_write(&answer));
		exchange_set(&reply, EXCHANGE_TABLE, server.table);
		exchange_set(&reply, EXCHANGE_TIME, "1000");
	}
	is_written = exchange_write(socket, &reply);
	free(units);
	return is_written;
}

static void *serve_connection(void *data)
{
	const int socket = (int)(intptr_t)data;
	struct exchange request;
	bool goes_on = true;

	while (goes_on && exchange_read(socket, &request)) {
		goes_on = serve(socket, &request);
		exchange_done(&request);
	}
	close(socket);
	return NULL;
}

static void *serve_all(void *data)
{
	const int socket = (int)(intptr_t)data;
	pthread_t thread;
	int accepted;

	while ((accepted = accept(socket, NULL, NULL)) >= 0) {
		__atomic_add_fetch(&server.connections, 1, __ATOMIC_SEQ_CST);
		if (pthread_create(&thread, NULL, serve_connection, (void *)(intptr_t)accepted) ==
		    0)
			pthread_detach(thread);
	}
	return NULL;
}

/* Files of tests have long names, and addresses of sockets are short: it is in the working
 * directory. */
static void start_server(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
	pthread_t thread;

	want(chdir(unit_dir) == 0, "the directory of the test");
	snprintf(address.sun_path, sizeof(address.sun_path), "server");
	want(bind(listener, (const struct sockaddr *)&address, sizeof(address)) == 0, "bind()");
	want(listen(listener, 8) == 0, "listen()");
	want(pthread_create(&thread, NULL, serve_all, (void *)(intptr_t)listener) == 0, "a thread");
	pthread_detach(thread);
	setenv("OPENCL_SANITIZE_SERVER", "server", 1);
}

/* -- for tests -------------------------------------------------------------------------------- */

static struct clrouter_table target = {
	.clGetPlatformIDs = get_platforms,
	.clGetPlatformInfo = get_platform_info,
	.clGetDeviceIDs = get_devices,
	.clGetDeviceInfo = get_device_info,
	.clCreateContext = create_context,
	.clRetainContext = retain_context,
	.clReleaseContext = release_context,
	.clGetContextInfo = get_context_info,
	.clCreateCommandQueue = create_queue,
	.clRetainCommandQueue = retain_queue,
	.clReleaseCommandQueue = release_queue,
	.clGetCommandQueueInfo = get_queue_info,
	.clCreateBuffer = create_buffer,
	.clCreateBufferWithProperties = create_with_properties,
	.clCreateImage = create_image,
	.clRetainMemObject = retain_buffer,
	.clReleaseMemObject = release_buffer,
	.clGetMemObjectInfo = get_memory_info,
	.clSVMAlloc = svm_alloc,
	.clSVMFree = svm_free,
	.clCreateProgramWithSource = create_program,
	.clCreateProgramWithBinary = create_with_binary,
	.clCreateProgramWithIL = create_with_il,
	.clCreateProgramWithBuiltInKernels = create_built_in,
	.clLinkProgram = link_program,
	.clBuildProgram = build_program,
	.clRetainProgram = retain_program,
	.clReleaseProgram = release_program,
	.clGetProgramInfo = get_program_info,
	.clGetProgramBuildInfo = get_build_info,
	.clCreateKernel = create_kernel,
	.clCreateKernelsInProgram = create_kernels,
	.clCloneKernel = clone_kernel,
	.clRetainKernel = retain_kernel,
	.clReleaseKernel = release_kernel,
	.clSetKernelArg = set_argument,
	.clSetKernelArgSVMPointer = set_pointer,
	.clSetKernelExecInfo = set_info,
	.clGetKernelInfo = get_kernel_info,
	.clGetKernelWorkGroupInfo = get_group_info,
	.clGetKernelSubGroupInfo = get_sub_group_info,
	.clEnqueueNDRangeKernel = launch,
	.clEnqueueTask = task,
	.clEnqueueReadBuffer = read_buffer,
	.clEnqueueWriteBuffer = write_buffer,
	.clEnqueueFillBuffer = fill_buffer,
	.clEnqueueCopyBuffer = copy_buffer,
	.clEnqueueSVMMemFill = fill_svm,
	.clEnqueueSVMMemcpy = copy_svm,
	.clEnqueueMapBuffer = map_buffer,
	.clEnqueueUnmapMemObject = unmap,
	.clFlush = flush,
	.clFinish = finish,
	.clWaitForEvents = wait_for_events,
	.clRetainEvent = retain_event,
	.clReleaseEvent = release_event,
	.clGetEventInfo = get_event_info,
	.clGetExtensionFunctionAddressForPlatform = find_for_platform,
};

void driver_start(bool has_server)
{
	const int messages = open(unit_path("messages"), O_WRONLY | O_CREAT | O_APPEND, 0600);
	const struct _cl_icd_dispatch *started;
	cl_uint count;

	if (has_server)
		start_server();
	want(messages >= 0 && dup2(messages, STDERR_FILENO) >= 0, "standard error");
	setenv("OPENCL_SANITIZE_FILE", unit_path("findings"), 1);
	ck_assert_int_eq(clInitLayerWithProperties(CLROUTER_SLOTS,
						   (const struct _cl_icd_dispatch *)&target, &count,
						   &started, NULL),
			 CL_SUCCESS);
	layer = (const struct clrouter_table *)started;
}

void driver_set_fill(driver_fill *fill)
{
	target.clEnqueueFillBuffer = fill;
}

void driver_stop(void)
{
	ck_assert_int_eq(clDeinitLayer(), CL_SUCCESS);
}

unsigned int driver_requests(void)
{
	return __atomic_load_n(&server.requests, __ATOMIC_SEQ_CST);
}

static const char *read_file(const char *name)
{
	return access(unit_path(name), F_OK) == 0 ? unit_read(unit_path(name), NULL) : "";
}

const char *driver_findings(void)
{
	return read_file("findings");
}

const char *driver_messages(void)
{
	return read_file("messages");
}

cl_device_id driver_device(unsigned int index)
{
	return (cl_device_id)&devices[index];
}

cl_context driver_context(unsigned int count)
{
	const cl_device_id list[] = { driver_device(0), driver_device(1) };
	const cl_context context = layer->clCreateContext(NULL, count, list, NULL, NULL, NULL);

	ck_assert_ptr_nonnull(context);
	return context;
}

cl_command_queue driver_queue(cl_context context, unsigned int device)
{
	const cl_command_queue queue =
		layer->clCreateCommandQueue(context, driver_device(device), 0, NULL);

	ck_assert_ptr_nonnull(queue);
	return queue;
}

cl_program driver_program(cl_context context, const char *source)
{
	const cl_program program =
		layer->clCreateProgramWithSource(context, 1, &source, NULL, NULL);

	ck_assert_ptr_nonnull(program);
	ck_assert_int_eq(
		layer->clBuildProgram(program, 0, NULL, "-DA=1 -cl-mad-enable", NULL, NULL),
		CL_SUCCESS);
	return program;
}

cl_kernel driver_kernel(cl_program program, const char *name)
{
	const cl_kernel kernel = layer->clCreateKernel(program, name, NULL);

	ck_assert_ptr_nonnull(kernel);
	return kernel;
}

void *driver_function(const char *name)
{
	void *function =
		layer->clGetExtensionFunctionAddressForPlatform((cl_platform_id)&platform, name);

	ck_assert_ptr_nonnull(function);
	return function;
}

uint64_t driver_number(const struct driver_object *kernel, cl_uint index)
{
	uint64_t number = 0;

	ck_assert(kernel->arguments[index].is_set);
	memcpy(&number, kernel->arguments[index].bytes,
	       kernel->arguments[index].size < 8 ? kernel->arguments[index].size : 8);
	return number;
}

static void write_long(uint32_t *word, uint64_t number)
{
	word[0] = (uint32_t)number;
	word[1] = (uint32_t)(number >> 32);
}

static uint32_t *record_words(struct driver_object *kernel)
{
	struct driver_object *buffer;

	memcpy(&buffer, kernel->arguments[kernel->argument_count - 3].bytes, sizeof(buffer));
	check(buffer, DRIVER_BUFFER);
	return (uint32_t *)(void *)buffer->memory;
}

void driver_write(struct driver_object *kernel, unsigned int site, uint32_t object, int64_t offset,
		  uint64_t size, uint64_t id)
{
	const cl_uint first = kernel->argument_count - 3;
	uint32_t *words = record_words(kernel);
	uint32_t *record = words + SANITIZE_HEAD_WORDS + site * SANITIZE_RECORD_WORDS;

	if (record[SANITIZE_RECORD_COUNT]++ == 0) {
		words[SANITIZE_HEAD_FOUND] = 1;
		record[SANITIZE_RECORD_LAUNCH] = (uint32_t)driver_number(kernel, first + 2);
		record[SANITIZE_RECORD_OBJECT] = object;
		write_long(record + SANITIZE_RECORD_OFFSET, (uint64_t)offset);
		write_long(record + SANITIZE_RECORD_SIZE, size);
		write_long(record + SANITIZE_RECORD_GLOBAL, id);
		record[SANITIZE_RECORD_LOCAL] = (uint32_t)id % 32;
		record[SANITIZE_RECORD_MARK] = records_mark(record);
	}
}

void driver_spoil(struct driver_object *kernel, unsigned int site, unsigned int word)
{
	uint32_t *record =
		record_words(kernel) + SANITIZE_HEAD_WORDS + site * SANITIZE_RECORD_WORDS;

	record[word] = ~record[word];
}
