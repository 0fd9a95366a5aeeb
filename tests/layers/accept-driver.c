/* SPDX-License-Identifier: Apache-2.0 */
/* accept-driver: see accept-driver.h. */
#include "layers/accept-driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "opencl/signature.h"
#include "unit/unit.h"

#define OBJECTS 65536
#define MAPPED 65536 /* bytes */

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */
const struct clrouter_table *layer;
struct accept_answers answers = {
	.kernel_name = "twice", .device_name = "Quiet GPU", .argument_count = 3,
	.device_version = "OpenCL 3.0 quiet",
	.argument_address = CL_KERNEL_ARG_ADDRESS_GLOBAL, .compute_units = 100,
	.source = "kernel void twice(global int *a, global int *b, int c) { a[c] = 2; b[c] = 2; }",
};
cl_device_id device;
cl_context context;
cl_command_queue queue, other_queue, unordered_queue;
cl_program program;
cl_kernel kernel;
cl_mem buffer, other_buffer;

static struct clrouter_table below;
static void *library;
const char *accept_below;
static uint64_t objects[OBJECTS][2];
static unsigned object_count;
static char mapped[MAPPED];

static void *take_next(void)
{
	return __atomic_exchange_n(&answers.next, NULL, __ATOMIC_RELAXED);
}

static void *make_object(void)
{
	void *next = take_next();

	if (next)
		return next;
	return objects[__atomic_fetch_add(&object_count, 1, __ATOMIC_RELAXED) % OBJECTS];
}

/* -- queries ----------------------------------------------------------------------------- */

struct answer {
	size_t size;
	const void *value;
};

static struct answer text_answer(const char *text)
{
	return (struct answer){ strlen(text) + 1, text };
}

static struct answer argument_answer(cl_kernel_arg_info name)
{
	if (!answers.has_argument_info)
		return (struct answer){ 0, NULL };
	if (name == CL_KERNEL_ARG_ACCESS_QUALIFIER)
		return (struct answer){ sizeof(answers.access), &answers.access };
	if (name == CL_KERNEL_ARG_TYPE_QUALIFIER)
		return (struct answer){ sizeof(answers.type), &answers.type };
	if (name == CL_KERNEL_ARG_TYPE_NAME && answers.argument_type)
		return text_answer(answers.argument_type);
	if (name == CL_KERNEL_ARG_NAME && answers.argument_name)
		return text_answer(answers.argument_name);
	return (struct answer){ sizeof(answers.argument_address), &answers.argument_address };
}

static struct answer build_answer(cl_program_build_info name, const void *of)
{
	const char *text = answers.build_options;

	if (name == CL_PROGRAM_BUILD_STATUS && of != device)
		return (struct answer){ sizeof(answers.other_status), &answers.other_status };
	if (name == CL_PROGRAM_BUILD_STATUS)
		return (struct answer){ sizeof(answers.build_status), &answers.build_status };
	if (name == CL_PROGRAM_BUILD_LOG)
		text = of != device && answers.other_log ? answers.other_log : answers.build_log;
	return text ? text_answer(text) : (struct answer){ 0, NULL };
}

static struct answer find_answer(unsigned slot, cl_uint name)
{
	static const uint64_t zero;
	static const cl_uint three = 3;
	static const size_t sixteen = 16, thousand = 1024;
	static const cl_command_queue_properties all = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
						       CL_QUEUE_PROFILING_ENABLE;
	static const size_t sizes[] = { 1024, 1024, 1024 };
	static const cl_device_svm_capabilities coarse = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
	static const cl_ulong megabyte = 1 << 20;
	static const cl_device_partition_property equally = CL_DEVICE_PARTITION_EQUALLY;
	static const cl_uint hundred = 100;	/* sub-devices */
	static const void *const platform = &hundred;

	if (slot == CLROUTER_SLOT_clGetKernelInfo && name == CL_KERNEL_FUNCTION_NAME)
		return text_answer(answers.kernel_name);
	if (slot == CLROUTER_SLOT_clGetKernelInfo && name == CL_KERNEL_NUM_ARGS)
		return (struct answer){ sizeof(answers.argument_count), &answers.argument_count };
	if (slot == CLROUTER_SLOT_clGetKernelArgInfo)
		return argument_answer(name);
	if (slot == CLROUTER_SLOT_clGetKernelWorkGroupInfo && name == CL_KERNEL_WORK_GROUP_SIZE)
		return (struct answer){ sizeof(thousand), &thousand };
	if (slot == CLROUTER_SLOT_clGetKernelWorkGroupInfo)
		return (struct answer){ sizeof(sixteen), &sixteen };
	if (slot == CLROUTER_SLOT_clGetPlatformInfo &&
	    name == CL_PLATFORM_EXTENSIONS_WITH_VERSION && answers.extension)
		return (struct answer){ sizeof(*answers.extension), answers.extension };
	if ((slot == CLROUTER_SLOT_clGetContextInfo && name == CL_CONTEXT_DEVICES) ||
	    (slot == CLROUTER_SLOT_clGetCommandQueueInfo && name == CL_QUEUE_DEVICE) ||
	    (slot == CLROUTER_SLOT_clGetProgramInfo && name == CL_PROGRAM_DEVICES))
		return (struct answer){ sizeof(device), &device };
	if (slot == CLROUTER_SLOT_clGetEventInfo && name == CL_EVENT_COMMAND_EXECUTION_STATUS)
		return (struct answer){ sizeof(answers.event_status), &answers.event_status };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_NAME)
		return text_answer(answers.device_name);
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_VERSION)
		return text_answer(answers.device_version);
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_OPENCL_C_VERSION &&
	    answers.c_version)
		return text_answer(answers.c_version);
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_OPENCL_C_ALL_VERSIONS &&
	    answers.c_versions)
		return (struct answer){ answers.c_versions_count * sizeof(cl_name_version),
					answers.c_versions };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS)
		return (struct answer){ sizeof(three), &three };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_MAX_WORK_ITEM_SIZES)
		return (struct answer){ sizeof(sizes), sizes };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_MAX_MEM_ALLOC_SIZE)
		return (struct answer){ sizeof(megabyte), &megabyte };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_SVM_CAPABILITIES)
		return (struct answer){ sizeof(coarse), &coarse };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_PARTITION_PROPERTIES)
		return (struct answer){ sizeof(equally), &equally };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_PLATFORM)
		return (struct answer){ sizeof(platform), &platform };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_MAX_COMPUTE_UNITS)
		return (struct answer){ sizeof(answers.compute_units), &answers.compute_units };
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_PARTITION_MAX_SUB_DEVICES)
		return (struct answer){ sizeof(hundred), &hundred };
	if (slot == CLROUTER_SLOT_clGetKernelInfo && name == CL_KERNEL_PROGRAM)
		return (struct answer){ sizeof(answers.found), &answers.found };
	if (slot == CLROUTER_SLOT_clGetProgramInfo && name == CL_PROGRAM_SOURCE)
		return text_answer(answers.source);
	if (slot == CLROUTER_SLOT_clGetDeviceInfo && name == CL_DEVICE_QUEUE_PROPERTIES)
		return (struct answer){ sizeof(all), &all };
	return (struct answer){ sizeof(zero), &zero };
}

static cl_int accept_query(unsigned slot, unsigned index, void *const *values)
{
	const struct signature_param *param = &signatures[slot].params[index];
	const cl_uint name = *(const cl_uint *)values[param->by];
	const bool is_text = name == CL_PROGRAM_BUILD_STATUS || name == CL_PROGRAM_BUILD_LOG ||
			     name == CL_PROGRAM_BUILD_OPTIONS;
	const struct answer answer = slot == CLROUTER_SLOT_clGetProgramBuildInfo && is_text ?
				     build_answer(name, *(void **)values[1]) :
				     find_answer(slot, name);
	const size_t size = signature_count(param, values);
	void *value = *(void **)values[index];
	size_t *size_ret = *(void **)values[index + 1];

	if (!answer.value)
		return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
	if (value && size < answer.size)
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, answer.value, answer.size);
	if (size_ret)
		*size_ret = answer.size;
	return CL_SUCCESS;
}

/* -- all functions ----------------------------------------------------------------------- */

static cl_int accept_param(unsigned slot, unsigned index, void *const *values)
{
	const struct signature_param *param = &signatures[slot].params[index];
	void **array;
	cl_uint *number;

	if (param->kind == PARAM_VALUE)
		return accept_query(slot, index, values);
	if (param->kind != PARAM_MADE && param->kind != PARAM_FOUND)
		return CL_SUCCESS;
	array = *(void **)values[index];
	number = param->by < 0 ? NULL : *(void **)values[param->by];
	if (number)
		*number = 1;
	for (size_t i = 0; array && i < signature_count(param, values) && i < 1; i++)
		array[i] = make_object();
	return CL_SUCCESS;
}

/* What a callback reports has happened already, so it comes at once. */
static void call_back(void *const *function, void *const *data, void *object)
{
	void(CL_CALLBACK * callback)(void *, void *);

	memcpy(&callback, function, sizeof(callback));
	if (callback)
		callback(object, *(void **)data);
}

static void call_back_of_event(void *const *values)
{
	void(CL_CALLBACK * callback)(cl_event, cl_int, void *);

	memcpy(&callback, values[2], sizeof(callback));
	if (callback)
		callback(*(cl_event *)values[0], CL_COMPLETE, *(void **)values[3]);
}

static void call_back_of_free(void *const *values)
{
	void(CL_CALLBACK * callback)(cl_command_queue, cl_uint, void *[], void *);

	memcpy(&callback, values[3], sizeof(callback));
	if (callback)
		callback(*(cl_command_queue *)values[0], *(cl_uint *)values[1],
			 *(void ***)values[2], *(void **)values[4]);
}

static void call_callbacks(unsigned slot, void *const *values, void *result)
{
	if (slot == CLROUTER_SLOT_clSetEventCallback)
		call_back_of_event(values);
	else if (slot == CLROUTER_SLOT_clEnqueueSVMFree)
		call_back_of_free(values);
	else if (slot == CLROUTER_SLOT_clSetUserEventStatus && answers.meanwhile)
		answers.meanwhile();
	else if (slot == CLROUTER_SLOT_clBuildProgram)
		call_back(values[4], values[5], *(void **)values[0]);
	else if (slot == CLROUTER_SLOT_clLinkProgram)
		call_back(values[6], values[7], *(void **)result);
}

/* The address of shared memory, or the data of a callback: a driver has it until it is freed. */
static void keep(void *pointer)
{
	static void *kept[1024];
	static atomic_uint count;

	kept[atomic_fetch_add(&count, 1) % UNIT_ROWS(kept)] = pointer;
}

static void *allocate(size_t size)
{
	void *memory = take_next();

	if (!memory)
		keep(memory = malloc(size));
	return memory;
}

void accept_call(unsigned int slot, void *const *values, void *result)
{
	const struct signature *function = &signatures[slot];
	cl_int error = CL_SUCCESS;

	for (unsigned i = 0; i < function->param_count && error == CL_SUCCESS; i++)
		error = accept_param(slot, i, values);
	if (function->result.kind == PARAM_MADE)
		*(void **)result = make_object();
	else if (slot == CLROUTER_SLOT_clEnqueueMapBuffer || slot == CLROUTER_SLOT_clEnqueueMapImage)
		*(void **)result = mapped;
	else if (slot == CLROUTER_SLOT_clGetExtensionFunctionAddressForPlatform)
		*(void **)result = answers.extension ? answers.extension_function
							     : (void *)make_object;
	else if (slot == CLROUTER_SLOT_clSVMAlloc)
		*(void **)result = allocate(*(size_t *)values[2]);
	else if (function->result.kind == PARAM_NAMES)
		*(cl_int *)result = error;
	if (slot == CLROUTER_SLOT_clSetKernelArg)
		*(cl_int *)result = answers.argument_code;
	if (slot == CLROUTER_SLOT_clBuildProgram || slot == CLROUTER_SLOT_clCompileProgram)
		*(cl_int *)result = answers.build_code;
	if (slot == CLROUTER_SLOT_clSetMemObjectDestructorCallback)
		keep(*(void **)values[2]);
	if (slot == CLROUTER_SLOT_clCreateContextFromType && *(void **)values[4])
		**(cl_int **)values[4] = answers.errcode;
	call_callbacks(slot, values, result);
}

/* -- the layer --------------------------------------------------------------------------- */

/* Opens the layer PATH and starts it above TARGET. */
static void *start_layer(const char *path, const struct clrouter_table *target)
{
	cl_int (CL_API_CALL *init)(cl_uint, const void *, cl_uint *, const void **, const cl_properties *);
	void *opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const void *table;
	cl_uint count;

	ck_assert_msg(opened != NULL, "%s", dlerror());
	*(void **)&init = dlsym(opened, "clInitLayerWithProperties");
	ck_assert_int_eq(init(CLROUTER_SLOTS, target, &count, &table, NULL), CL_SUCCESS);
	layer = table;
	return opened;
}

void accept_put_layer_above(const char *path)
{
	start_layer(path, layer);
}

void accept_start(void)
{
	const int number = 0;

	if (!getenv("OPENCL_VALIDATION_FILE"))
		setenv("OPENCL_VALIDATION_FILE", unit_path("findings"), 1);
	if (!getenv("OPENCL_VALIDATION_RULES"))
		setenv("OPENCL_VALIDATION_RULES", "!object-never-released", 1);
	accept_fill(&below);
	if (accept_below)
		start_layer(accept_below, &below);
	library = start_layer(LAYER_DIR "/libCLValidation.so", accept_below ? layer : &below);
	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
	context = layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = layer->clCreateCommandQueue(context, device, 0, NULL);
	other_queue = layer->clCreateCommandQueue(context, device, 0, NULL);
	unordered_queue = layer->clCreateCommandQueue(
		context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
	program = layer->clCreateProgramWithSource(context, 1, &answers.source, NULL, NULL);
	if (!answers.found)
		answers.found = program;
	layer->clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
	kernel = layer->clCreateKernel(program, "twice", NULL);
	buffer = layer->clCreateBuffer(context, 0, 4096, NULL, NULL);
	other_buffer = layer->clCreateBuffer(context, 0, 4096, NULL, NULL);
	layer->clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
	layer->clSetKernelArg(kernel, 1, sizeof(other_buffer), &other_buffer);
	layer->clSetKernelArg(kernel, 2, sizeof(number), &number);
}

const char *accept_findings(void)
{
	return unit_read(unit_path("findings"), NULL);
}

bool accept_is_last_line(const char *text)
{
	int length = 0;

	sscanf(text, "clrouter: validation: %*[0-9no] finding%n", &length);
	return length > 0;
}

unsigned accept_count(const char *findings)
{
	unsigned count = 0;

	for (; *findings; findings = strchr(findings, '\n') + 1)
		count += !accept_is_last_line(findings);
	return count;
}

bool accept_is_nothing(const char *findings)
{
	static const char words[] = "clrouter: validation: no finding";

	return strncmp(findings, words, strlen(words)) == 0 &&
	       strchr(findings, '\n') == findings + strlen(findings) - 1;
}

const char *accept_stop(void)
{
	cl_int (CL_API_CALL *deinit)(void);

	*(void **)&deinit = dlsym(library, "clDeinitLayer");
	deinit();
	return accept_findings();
}
