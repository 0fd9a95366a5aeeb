/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-driver: see validation-driver.h.
 */
#include "layers/validation-driver.h"

#include <stdio.h>
#include <string.h>

#include "layers/validation-calls.h"
#include "layers/validation-extensions.h"
#include "opencl/signature.h"

#define OBJECTS 512

struct driver_object driver_platform, driver_devices[DEVICES];
char driver_svm[DRIVER_SVM][4096] __attribute__((aligned(256)));

static struct driver_object objects[OBJECTS];
static unsigned object_count;
static char mapped[4096];

static unsigned refused_slot, refusals;
static cl_int refused_code;

void driver_refuse(unsigned slot, cl_int code)
{
	refused_slot = slot;
	refused_code = code;
	refusals = 0;
}

unsigned driver_refusals(void)
{
	return refusals;
}

void driver_reset(void)
{
	object_count = 0;
}

void *driver_make_object(void)
{
	struct driver_object *object = &objects[object_count++ % OBJECTS];

	memset(object, 0, sizeof(*object));
	return object;
}

static const void *pointer_at(void *const *values, unsigned index)
{
	const void *pointer;

	memcpy(&pointer, values[index], sizeof(pointer));
	return pointer;
}

/* The answer of the devices whose bits are set, or of all objects, to a query. */
struct answer {
	unsigned devices;
	unsigned slot;
	cl_uint name;
	size_t size;
	const void *value;
};

#define OLD (1u << DEVICE | 1u << DEVICE_OTHER | 1u << DEVICE_PAIR | 1u << DEVICE_SINGLE)
#define PLAIN (1u << DEVICE_PLAIN)
#define NEW (1u << DEVICE_NEW)
#define SMALL (1u << DEVICE_SMALL)
#define ALL 0

#define NUMBER(type, number) \
	sizeof(type), &(const type) \
	{ \
		number \
	}
#define LIST(type, ...) sizeof((const type[]){ __VA_ARGS__ }), (const type[]){ __VA_ARGS__ }
#define DEVICE_ANSWER CLROUTER_SLOT_clGetDeviceInfo
#define GROUP_ANSWER CLROUTER_SLOT_clGetKernelWorkGroupInfo
static const struct answer answers[] = {
	{ OLD, DEVICE_ANSWER, CL_DEVICE_VERSION, 16, "OpenCL 1.2 stub" },
	{ PLAIN, DEVICE_ANSWER, CL_DEVICE_VERSION, 16, "OpenCL 2.0 stub" },
	{ NEW | SMALL, DEVICE_ANSWER, CL_DEVICE_VERSION, 16, "OpenCL 3.0 stub" },
	{ PLAIN, DEVICE_ANSWER, CL_DEVICE_IL_VERSION, 1, "" },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_IL_VERSION, 11, "SPIR-V_1.0" },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_TYPE, NUMBER(cl_device_type, CL_DEVICE_TYPE_GPU) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_ADDRESS_BITS, NUMBER(cl_uint, 32) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_MAX_MEM_ALLOC_SIZE, NUMBER(cl_ulong, 1 << 20) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, NUMBER(cl_uint, 3) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_MAX_WORK_ITEM_SIZES, LIST(size_t, 64, 64, 64) },
	{ SMALL, DEVICE_ANSWER, CL_DEVICE_QUEUE_PROPERTIES,
	  NUMBER(cl_command_queue_properties, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_QUEUE_PROPERTIES,
	  NUMBER(cl_command_queue_properties, CL_QUEUE_PROFILING_ENABLE) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_MAX_COMPUTE_UNITS, NUMBER(cl_uint, 8) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, NUMBER(cl_uint, 4) },
	{ SMALL, DEVICE_ANSWER, CL_DEVICE_PARTITION_PROPERTIES, 0, "" },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_PARTITION_PROPERTIES,
	  LIST(cl_device_partition_property, CL_DEVICE_PARTITION_EQUALLY,
	       CL_DEVICE_PARTITION_BY_COUNTS) },
	{ PLAIN, DEVICE_ANSWER, CL_DEVICE_EXECUTION_CAPABILITIES,
	  NUMBER(cl_device_exec_capabilities, CL_EXEC_KERNEL) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_EXECUTION_CAPABILITIES,
	  NUMBER(cl_device_exec_capabilities, CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL) },
	{ PLAIN, DEVICE_ANSWER, CL_DEVICE_IMAGE_SUPPORT, NUMBER(cl_bool, CL_FALSE) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_IMAGE_SUPPORT, NUMBER(cl_bool, CL_TRUE) },
	{ SMALL, DEVICE_ANSWER, CL_DEVICE_IMAGE2D_MAX_WIDTH, NUMBER(size_t, 32) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_IMAGE2D_MAX_WIDTH, NUMBER(size_t, 64) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_IMAGE2D_MAX_HEIGHT, NUMBER(size_t, 64) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_IMAGE3D_MAX_WIDTH, NUMBER(size_t, 32) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_IMAGE3D_MAX_HEIGHT, NUMBER(size_t, 32) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_IMAGE3D_MAX_DEPTH, NUMBER(size_t, 32) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, NUMBER(size_t, 1024) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, NUMBER(size_t, 8) },
	{ PLAIN, DEVICE_ANSWER, CL_DEVICE_MEM_BASE_ADDR_ALIGN, NUMBER(cl_uint, 8) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_MEM_BASE_ADDR_ALIGN, NUMBER(cl_uint, 1024) },
	{ PLAIN, DEVICE_ANSWER, CL_DEVICE_SVM_CAPABILITIES,
	  NUMBER(cl_device_svm_capabilities, 0) },
	{ NEW, DEVICE_ANSWER, CL_DEVICE_SVM_CAPABILITIES, NUMBER(cl_device_svm_capabilities, 15) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_SVM_CAPABILITIES,
	  NUMBER(cl_device_svm_capabilities, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) },
	{ OLD, DEVICE_ANSWER, CL_DEVICE_BUILT_IN_KERNELS, 7, "a;copy" },
	{ SMALL, DEVICE_ANSWER, CL_DEVICE_PIPE_MAX_PACKET_SIZE, NUMBER(cl_uint, 1024) },
	{ NEW, DEVICE_ANSWER, CL_DEVICE_PIPE_MAX_PACKET_SIZE, NUMBER(cl_uint, 512) },
	{ NEW, DEVICE_ANSWER, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, NUMBER(cl_bool, CL_TRUE) },
	{ NEW, DEVICE_ANSWER, CL_DEVICE_PIPE_SUPPORT, NUMBER(cl_bool, CL_TRUE) },
	{ NEW, DEVICE_ANSWER, CL_DEVICE_MAX_NUM_SUB_GROUPS, NUMBER(cl_uint, 8) },
	{ NEW, DEVICE_ANSWER, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES,
	  NUMBER(cl_device_device_enqueue_capabilities, 3) },
	{ SMALL, DEVICE_ANSWER, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES,
	  NUMBER(cl_device_device_enqueue_capabilities, CL_DEVICE_QUEUE_SUPPORTED) },
	{ SMALL, DEVICE_ANSWER, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES,
	  NUMBER(cl_command_queue_properties, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) },
	{ ALL, DEVICE_ANSWER, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, NUMBER(cl_uint, 65536) },
	{ ALL, CLROUTER_SLOT_clGetProgramInfo, CL_PROGRAM_NUM_KERNELS, NUMBER(size_t, 2) },
	{ ALL, CLROUTER_SLOT_clGetProgramInfo, CL_PROGRAM_KERNEL_NAMES, 22,
	  "a;f;args;group;subs;b" },
	{ ALL, GROUP_ANSWER, CL_KERNEL_WORK_GROUP_SIZE, NUMBER(size_t, 32) },
};

/* The arguments of the kernel "args"; other kernels have two, of which nothing is known. */
static const struct {
	cl_kernel_arg_address_qualifier address;
	cl_kernel_arg_access_qualifier access;
	const char *type;
} arguments[] = {
	{ CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_NONE, "float*" },
	{ CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_READ_ONLY, "image2d_t" },
	{ CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_WRITE_ONLY, "image2d_t" },
	{ CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, "sampler_t" },
	{ CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, "queue_t" },
	{ CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_ACCESS_NONE, "float*" },
	{ CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, "float3" },
	{ CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_READ_ONLY, "pipe int" },
	{ CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, "struct pair" },
};
#define ARGUMENTS_COUNT (sizeof(arguments) / sizeof(arguments[0]))

static bool is_named(const struct driver_object *object, const char *name)
{
	return object->name && strcmp(object->name, name) == 0;
}

/* A number that is kept until the next query. */
static struct answer number_answer(size_t size, uint64_t value)
{
	static uint64_t number;

	number = value;
	return (struct answer){ .size = size, .value = &number };
}

static struct answer argument_answer(cl_uint name, cl_uint index)
{
	switch (name) {
	case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
		return number_answer(sizeof(cl_uint), arguments[index].address);
	case CL_KERNEL_ARG_ACCESS_QUALIFIER:
		return number_answer(sizeof(cl_uint), arguments[index].access);
	case CL_KERNEL_ARG_TYPE_NAME:
		return (struct answer){ .size = strlen(arguments[index].type) + 1,
					.value = arguments[index].type };
	default:
		return number_answer(8, 0);
	}
}

/* What depends on the name of a kernel or program; size 0: nothing. */
static struct answer named_answer(unsigned slot, cl_uint name, void *const *values)
{
	static const size_t required[] = { 8, 1, 1 };
	const struct driver_object *object = pointer_at(values, 0);

	if (slot == CLROUTER_SLOT_clGetKernelInfo && name == CL_KERNEL_NUM_ARGS)
		return number_answer(sizeof(cl_uint), is_named(object, "args") ? ARGUMENTS_COUNT : 2);
	if (slot == CLROUTER_SLOT_clGetKernelArgInfo && is_named(object, "args"))
		return argument_answer(name, *(const cl_uint *)values[1]);
	if (slot == GROUP_ANSWER && name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE &&
	    is_named(object, "group"))
		return (struct answer){ .size = sizeof(required), .value = required };
	if (slot == CLROUTER_SLOT_clGetKernelSubGroupInfo &&
	    name == CL_KERNEL_COMPILE_NUM_SUB_GROUPS && is_named(object, "subs"))
		return number_answer(sizeof(size_t), 2);
	if (slot == CLROUTER_SLOT_clGetKernelSubGroupInfo &&
	    name == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE && pointer_at(values, 4))
		return number_answer(sizeof(size_t), *(const size_t *)pointer_at(values, 4) / 8);
	if (slot == CLROUTER_SLOT_clGetProgramBuildInfo && name == CL_PROGRAM_BUILD_STATUS &&
	    is_named(object, "slow"))
		return number_answer(sizeof(cl_int), (uint32_t)CL_BUILD_IN_PROGRESS);
	if (slot == CLROUTER_SLOT_clGetProgramBuildInfo && name == CL_PROGRAM_BINARY_TYPE &&
	    is_named(object, "object"))
		return number_answer(sizeof(cl_uint), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
	if (slot == CLROUTER_SLOT_clGetProgramBuildInfo && name == CL_PROGRAM_BUILD_OPTIONS)
		return (struct answer){ .size = strlen(object->options) + 1,
					.value = object->options };
	if (slot == CLROUTER_SLOT_clGetEventInfo && name == CL_EVENT_COMMAND_EXECUTION_STATUS)
		return number_answer(sizeof(cl_int), object->is_running ? CL_RUNNING : CL_COMPLETE);
	return (struct answer){ .size = 0 };
}

/* Other queries have 8 bytes of 0. */
static struct answer find_answer(unsigned slot, cl_uint name, void *const *values)
{
	const struct driver_object *object = pointer_at(values, 0);
	struct answer of_extension = { .size = 0 };
	struct answer named;
	unsigned bit;

	if (!object)
		return number_answer(8, 0);
	bit = slot == DEVICE_ANSWER ? 1u << (object - driver_devices) : 0;
	named = named_answer(slot, name, values);
	of_extension.value = extensions_answer(slot, name, object, &of_extension.size);
	if (of_extension.value)
		return of_extension;
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
		if (answers[i].slot == slot && answers[i].name == name &&
		    (answers[i].devices == ALL || (answers[i].devices & bit) != 0))
			return answers[i];
	if (slot == CLROUTER_SLOT_clGetContextInfo && name == CL_CONTEXT_DEVICES)
		return (struct answer){ .size = (object->devices[1] ? 2 : 1) *
						sizeof(void *),
					.value = object->devices };
	return named.size != 0 ? named : number_answer(8, 0);
}

static void accept_query(unsigned slot, unsigned index, void *const *values)
{
	const struct signature_param *param = &signatures[slot].params[index];
	const cl_uint name = *(const cl_uint *)values[param->by];
	const struct answer answer = find_answer(slot, name, values);
	const size_t size = signature_count(param, values);
	void *value = *(void **)values[index];
	size_t *size_ret = *(void **)values[index + 1];

	if (value)
		memcpy(value, answer.value, answer.size < size ? answer.size : size);
	if (size_ret)
		*size_ret = answer.size;
}

static void accept_param(unsigned slot, unsigned index, void *const *values)
{
	const struct signature_param *param = &signatures[slot].params[index];
	void **array;
	cl_uint *number;

	if (param->kind == PARAM_VALUE)
		accept_query(slot, index, values);
	if (param->kind != PARAM_MADE && param->kind != PARAM_FOUND)
		return;
	array = *(void **)values[index];
	number = param->by < 0 ? NULL : *(void **)values[param->by];
	if (number)
		*number = param->object == OBJECT_DEVICE ? DEVICES : 1;
	for (size_t i = 0; array && i < signature_count(param, values); i++)
		if (param->object == OBJECT_PLATFORM && i < 1)
			array[i] = &driver_platform;
		else if (param->object == OBJECT_DEVICE && i < DEVICES)
			array[i] = &driver_devices[i];
		else if (param->kind == PARAM_MADE || param->object != OBJECT_DEVICE)
			array[i] = driver_make_object();
}

/* -- its functions of extensions ---------------------------------------------------------- */

cl_int CL_API_CALL driver_set_argument(cl_kernel kernel, cl_uint index, const void *value)
{
	(void)kernel, (void)index, (void)value;
	return CL_SUCCESS;
}

static void *find_extension(const char *name)
{
	void *function = extensions_function(name);

	return function ? function : (void *)driver_set_argument;
}

/* -- its other functions ------------------------------------------------------------------ */

static void set_devices(struct driver_object *context, void *const *values)
{
	const cl_uint count = *(const cl_uint *)values[1];
	const void *const *list = pointer_at(values, 2);

	for (cl_uint i = 0; list && i < count && i < 2; i++)
		context->devices[i] = list[i];
}

static const cl_image_format formats[] = {
	{ CL_RGBA, CL_UNORM_INT8 }, { CL_R, CL_FLOAT }, { CL_R, CL_UNORM_INT8 }, { CL_BGRA, CL_FLOAT },
};

/*
 * The small device has the first format only. The specification does not allow the last one, but a
 * driver that lists it makes such images.
 */
static void list_formats(void *const *values)
{
	const struct driver_object *context = pointer_at(values, 0);
	const cl_uint size = *(const cl_uint *)values[3];
	cl_image_format *list = *(void **)values[4];
	cl_uint *number = *(void **)values[5];
	const bool is_small =
		context && context->devices[0] == &driver_devices[DEVICE_SMALL];
	const cl_uint count = is_small ? 1 : sizeof(formats) / sizeof(formats[0]);

	for (cl_uint i = 0; list && i < count && i < size; i++)
		list[i] = formats[i];
	if (number)
		*number = count;
}

/* The first one of the texts in an array, which may be NULL. */
static const char *first_text(const void *value)
{
	const char *const *texts;

	memcpy(&texts, value, sizeof(texts));
	return !texts ? NULL : texts[0];
}

static void set_status(void *const *values, struct driver_object *program)
{
	cl_int *status = *(void **)values[5];

	program->name = first_text(values[4]);
	if (status)
		status[0] = is_named(program, "refused") ? CL_INVALID_BINARY : CL_SUCCESS;
}

static void name_object(unsigned slot, void *const *values, struct driver_object *object)
{
	if (slot == CLROUTER_SLOT_clCreateKernel)
		object->name = pointer_at(values, 1);
	else if (slot == CLROUTER_SLOT_clCreateProgramWithSource)
		object->name = first_text(values[2]);
	else if (slot == CLROUTER_SLOT_clCreateProgramWithBinary)
		set_status(values, object);
	else if (slot == CLROUTER_SLOT_clCreateContext)
		set_devices(object, values);
}

/* Callbacks come at once. */
static void call_event(void *const *values)
{
	void(CL_CALLBACK *function)(cl_event, cl_int, void *) = *(void **)values[2];

	if (function)
		function(*(cl_event *)values[0], CL_COMPLETE, *(void **)values[3]);
}

static void call_memory(void *const *values)
{
	void(CL_CALLBACK *function)(cl_mem, void *) = *(void **)values[1];

	if (function)
		function(*(cl_mem *)values[0], *(void **)values[2]);
}

static void set_options(void *const *values)
{
	struct driver_object *program = *(struct driver_object **)values[0];
	const char *options = pointer_at(values, 3);

	if (program)
		snprintf(program->options, sizeof(program->options), "%s",
			 !options ? "" : options);
}

/* A fill of shared memory and a task do not end. */
static void set_running(void *const *values, unsigned index)
{
	struct driver_object **event = *(void **)values[index];

	if (event)
		(*event)->is_running = true;
}

/* Does the call ask for the size of a value only? The layer does so too. */
static bool asks_size(unsigned slot, void *const *values)
{
	for (unsigned i = 0; i < signatures[slot].param_count; i++)
		if (signatures[slot].params[i].kind == PARAM_VALUE)
			return pointer_at(values, i) == NULL;
	return false;
}

/* The result is 0 if the function does not return the code. */
static void refuse_call(const struct signature *function, void *const *values, void *result)
{
	cl_int *errcode;

	refusals++;
	if (function->result.kind == PARAM_NAMES)
		*(cl_int *)result = refused_code;
	if (!function->has_errcode)
		return;
	errcode = *(void **)values[function->param_count - 1];
	if (errcode)
		*errcode = refused_code;
}

/* What is allocated with ALIGNMENT. */
static char *shared_memory(cl_uint alignment)
{
	unsigned index = 0;

	while (alignment >= 64 && index + 1 < DRIVER_SVM) {
		alignment /= 2;
		index++;
	}
	return driver_svm[index];
}

void accept_call(unsigned int slot, void *const *values, void *result)
{
	const struct signature *function = &signatures[slot];

	if (refused_code != CL_SUCCESS && slot == refused_slot && !asks_size(slot, values)) {
		refuse_call(function, values, result);
		return;
	}
	for (unsigned i = 0; i < function->param_count; i++)
		accept_param(slot, i, values);
	extensions_store(slot, values);
	if (function->result.kind == PARAM_MADE)
		*(void **)result = driver_make_object();
	if (function->result.kind == PARAM_MADE)
		name_object(slot, values, *(void **)result);
	if (slot == CLROUTER_SLOT_clGetSupportedImageFormats)
		list_formats(values);
	if (slot == CLROUTER_SLOT_clSetEventCallback)
		call_event(values);
	if (slot == CLROUTER_SLOT_clSetMemObjectDestructorCallback)
		call_memory(values);
	if (slot == CLROUTER_SLOT_clBuildProgram)
		set_options(values);
	if (slot == CLROUTER_SLOT_clEnqueueSVMMemFill)
		set_running(values, 7);
	if (slot == CLROUTER_SLOT_clEnqueueTask)
		set_running(values, 4);
	if (slot == CLROUTER_SLOT_clEnqueueMapBuffer || slot == CLROUTER_SLOT_clEnqueueMapImage ||
	    slot == CLROUTER_SLOT_clSVMAllocWithPropertiesKHR)
		*(void **)result = mapped;
	if (slot == CLROUTER_SLOT_clSVMAlloc)
		*(void **)result = shared_memory(*(const cl_uint *)values[3]);
	if (slot == CLROUTER_SLOT_clGetExtensionFunctionAddressForPlatform)
		*(void **)result = find_extension(pointer_at(values, 1));
}
