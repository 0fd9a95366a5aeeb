/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-driver: see validation-driver.h.
 */
#include "layers/validation-driver.h"

#include <string.h>

#include "layers/common/signature.h"
#include "layers/validation-calls.h"

#define OBJECTS 256

struct driver_object driver_platform, driver_devices[DEVICES];
char driver_svm[4096] __attribute__((aligned(256)));

static struct driver_object objects[OBJECTS];
static unsigned object_count;
static char mapped[4096];

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

struct answer {
	unsigned slot;
	cl_uint name;
	size_t size;
	const void *value;
};

#define NUMBER(type, number) \
	sizeof(type), &(const type) \
	{ \
		number \
	}
static const cl_name_version extension = { CL_MAKE_VERSION(0, 9, 8), "cl_khr_command_buffer" };
static const struct answer answers[] = {
	{ CLROUTER_SLOT_clGetPlatformInfo, CL_PLATFORM_EXTENSIONS_WITH_VERSION, sizeof(extension),
	  &extension },
	{ CLROUTER_SLOT_clGetDeviceInfo, CL_DEVICE_VERSION, 16, "OpenCL 1.2 stub" },
	{ CLROUTER_SLOT_clGetDeviceInfo, CL_DEVICE_ADDRESS_BITS, NUMBER(cl_uint, 32) },
	{ CLROUTER_SLOT_clGetDeviceInfo, CL_DEVICE_MAX_MEM_ALLOC_SIZE, NUMBER(cl_ulong, 1 << 20) },
	{ CLROUTER_SLOT_clGetDeviceInfo, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, NUMBER(cl_uint, 3) },
	{ CLROUTER_SLOT_clGetDeviceInfo, CL_DEVICE_MAX_WORK_ITEM_SIZES, 3 * sizeof(size_t),
	  (const size_t[]){ 64, 64, 64 } },
	{ CLROUTER_SLOT_clGetDeviceInfo, CL_DEVICE_QUEUE_PROPERTIES,
	  NUMBER(cl_command_queue_properties, CL_QUEUE_PROFILING_ENABLE) },
	{ CLROUTER_SLOT_clGetKernelInfo, CL_KERNEL_NUM_ARGS, NUMBER(cl_uint, 2) },
	{ CLROUTER_SLOT_clGetProgramInfo, CL_PROGRAM_NUM_KERNELS, NUMBER(size_t, 2) },
	{ CLROUTER_SLOT_clGetKernelWorkGroupInfo, CL_KERNEL_WORK_GROUP_SIZE, NUMBER(size_t, 32) },
};

/* What depends on the object; other queries have 8 bytes of 0. */
static struct answer find_answer(unsigned slot, cl_uint name, void *const *values)
{
	static cl_uint number;
	static const uint64_t zero;
	static const uint64_t coarse = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
	const struct driver_object *object = pointer_at(values, 0);
	const bool is_plain = object == &driver_devices[DEVICE_PLAIN];

	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
		if (answers[i].slot == slot && answers[i].name == name)
			return answers[i];
	if (slot == CLROUTER_SLOT_clGetContextInfo && name == CL_CONTEXT_DEVICES)
		return (struct answer){ slot, name,
					(object->devices[1] != NULL ? 2 : 1) * sizeof(void *),
					object->devices };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_IMAGE_SUPPORT) {
		number = !is_plain;
		return (struct answer){ slot, name, sizeof(number), &number };
	}
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_SVM_CAPABILITIES)
		return (struct answer){ slot, name, 8, is_plain ? &zero : &coarse };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_MEM_BASE_ADDR_ALIGN) {
		number = is_plain ? 8 : 1024;
		return (struct answer){ slot, name, sizeof(number), &number };
	}
	return (struct answer){ slot, name, 8, &zero };
}

static void accept_query(unsigned slot, unsigned index, void *const *values)
{
	const struct signature_param *param = &signatures[slot].params[index];
	const cl_uint name = *(const cl_uint *)values[param->by];
	const struct answer answer = find_answer(slot, name, values);
	const size_t size = signature_count(param, values);
	void *value = *(void **)values[index];
	size_t *size_ret = *(void **)values[index + 1];

	if (value != NULL)
		memcpy(value, answer.value, answer.size < size ? answer.size : size);
	if (size_ret != NULL)
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
	if (number != NULL)
		*number = param->object == OBJECT_DEVICE ? DEVICES : 1;
	for (size_t i = 0; array != NULL && i < signature_count(param, values); i++)
		if (param->object == OBJECT_PLATFORM && i < 1)
			array[i] = &driver_platform;
		else if (param->object == OBJECT_DEVICE && i < DEVICES)
			array[i] = &driver_devices[i];
		else
			array[i] = driver_make_object();
}

/* -- its functions of extensions ---------------------------------------------------------- */

cl_int CL_API_CALL driver_set_argument(cl_kernel kernel, cl_uint index, const void *value)
{
	(void)kernel, (void)index, (void)value;
	return CL_SUCCESS;
}

cl_int CL_API_CALL driver_enqueue_commands(cl_uint count, cl_command_queue *queues,
					   cl_command_buffer_khr commands, cl_uint wait_count,
					   const cl_event *wait_list, cl_event *event)
{
	(void)count, (void)queues, (void)commands, (void)wait_count, (void)wait_list;
	*event = driver_make_object();
	return CL_SUCCESS;
}

static void *find_extension(const char *name)
{
	return strcmp(name, "clEnqueueCommandBufferKHR") == 0 ? (void *)driver_enqueue_commands :
								(void *)driver_set_argument;
}

/* -- its other functions ------------------------------------------------------------------ */

static void set_devices(struct driver_object *context, void *const *values)
{
	const cl_uint count = *(const cl_uint *)values[1];
	const void *const *list = pointer_at(values, 2);

	for (cl_uint i = 0; list != NULL && i < count && i < 2; i++)
		context->devices[i] = list[i];
}

void accept_call(unsigned int slot, void *const *values, void *result)
{
	const struct signature *function = &signatures[slot];

	for (unsigned i = 0; i < function->param_count; i++)
		accept_param(slot, i, values);
	if (function->result.kind == PARAM_MADE)
		*(void **)result = driver_make_object();
	if (slot == CLROUTER_SLOT_clCreateContext)
		set_devices(*(void **)result, values);
	if (slot == CLROUTER_SLOT_clEnqueueMapBuffer || slot == CLROUTER_SLOT_clEnqueueMapImage)
		*(void **)result = mapped;
	if (slot == CLROUTER_SLOT_clSVMAlloc)
		*(void **)result = driver_svm;
	if (slot == CLROUTER_SLOT_clGetExtensionFunctionAddressForPlatform)
		*(void **)result = find_extension(pointer_at(values, 1));
}
