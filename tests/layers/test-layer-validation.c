/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation: every rule of rules.list that is "checked" has cases in validation-cases.list. Each
 * makes a call that the specification allows and expects no finding, then the call that breaks the
 * rule and expects this finding and no other. The driver accepts every call.
 *
 * The lines of validation-cases.list:
 *
 *	default PARAM=VALUE ...		arguments of all functions
 *	for FUNCTION PARAM=VALUE ...	arguments of one function, where they differ
 *	case ID PARAM=VALUE ...		a call that breaks the rule ID
 *	case64 ID PARAM=VALUE ...	the same, which only a size_t of 64 bits can
 *	lawful FUNCTION PARAM=VALUE ...	one more call that is allowed
 *
 * A VALUE is a number or one of the names in this file; what no line sets is 0.
 *
 * No rule is about a function of an extension, but what it sets and makes counts.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "layers/common/signature.h"
#include "layers/validation-calls.h"

#define OBJECTS 256
#define VALUES 256
#define ARGUMENTS 16
#define TEXT 65536

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

static struct clrouter_table below;
static const struct clrouter_table *layer;
static void *library;
static char findings_path[64];
static unsigned failures;

/* -- the driver -------------------------------------------------------------------------- */

static struct object {
	const void *devices[2]; /* of a context */
	uint64_t rest[6];
} objects[OBJECTS];
static unsigned object_count;

enum { DEVICE, DEVICE_PLAIN, DEVICE_OTHER, DEVICES };
static struct object platforms[1], devices[DEVICES];
static char mapped[4096], svm[4096] __attribute__((aligned(128)));

static void *make_object(void)
{
	struct object *object = &objects[object_count++ % OBJECTS];

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
	const struct object *object = pointer_at(values, 0);
	const bool is_plain = object == &devices[DEVICE_PLAIN];

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
			array[i] = &platforms[i];
		else if (param->object == OBJECT_DEVICE && i < DEVICES)
			array[i] = &devices[i];
		else
			array[i] = make_object();
}

/* -- its functions of extensions ---------------------------------------------------------- */

typedef cl_int set_fn(cl_kernel kernel, cl_uint index, const void *value);
typedef cl_int enqueue_fn(cl_uint count, cl_command_queue *queues, cl_command_buffer_khr commands,
			  cl_uint wait_count, const cl_event *wait_list, cl_event *event);

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, const void *value)
{
	(void)kernel, (void)index, (void)value;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL enqueue_commands(cl_uint count, cl_command_queue *queues,
					   cl_command_buffer_khr commands, cl_uint wait_count,
					   const cl_event *wait_list, cl_event *event)
{
	(void)count, (void)queues, (void)commands, (void)wait_count, (void)wait_list;
	*event = make_object();
	return CL_SUCCESS;
}

static void *find_extension(const char *name)
{
	return strcmp(name, "clEnqueueCommandBufferKHR") == 0 ? (void *)enqueue_commands :
								(void *)set_argument;
}

/* -- its other functions ------------------------------------------------------------------ */

static void set_devices(struct object *context, void *const *values)
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
		*(void **)result = make_object();
	if (slot == CLROUTER_SLOT_clCreateContext)
		set_devices(*(void **)result, values);
	if (slot == CLROUTER_SLOT_clEnqueueMapBuffer || slot == CLROUTER_SLOT_clEnqueueMapImage)
		*(void **)result = mapped;
	if (slot == CLROUTER_SLOT_clSVMAlloc)
		*(void **)result = svm;
	if (slot == CLROUTER_SLOT_clGetExtensionFunctionAddressForPlatform)
		*(void **)result = find_extension(pointer_at(values, 1));
}

/* -- values by name ---------------------------------------------------------------------- */

static struct {
	const char *name;
	uint64_t value;
} named[VALUES];
static unsigned named_count;

static void name_number(const char *name, uint64_t value)
{
	if (named_count == VALUES)
		abort();
	named[named_count].name = name;
	named[named_count++].value = value;
}

static void *name_pointer(const char *name, const void *pointer)
{
	name_number(name, (uintptr_t)pointer);
	return (void *)(uintptr_t)pointer;
}

static uint64_t value_of(const char *text)
{
	char *end;
	const uint64_t number = strtoull(text, &end, 0);

	if (*end == '\0')
		return number;
	for (unsigned i = 0; i < named_count; i++)
		if (strcmp(named[i].name, text) == 0)
			return named[i].value;
	printf("no value is called \"%s\"\n", text);
	exit(1);
}

/* -- the objects that cases use ---------------------------------------------------------- */

#define ARRAY_OF(name, ...) \
	do { \
		static const void *array[4]; \
		memcpy(array, (const void *[4]){ __VA_ARGS__ }, sizeof(array)); \
		name_pointer(name, array); \
	} while (0)

static const cl_image_format rgba = { CL_RGBA, CL_UNORM_INT8 };
static const cl_image_format red = { CL_R, CL_FLOAT };
static const cl_image_desc flat = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				    .image_width = 16,
				    .image_height = 16 };
static const cl_image_desc deep = { .image_type = CL_MEM_OBJECT_IMAGE3D,
				    .image_width = 16,
				    .image_height = 16,
				    .image_depth = 16 };
static const cl_image_desc layers = { .image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
				      .image_width = 16,
				      .image_height = 16,
				      .image_array_size = 4 };
static const cl_image_desc no_image = { .image_type = CL_MEM_OBJECT_BUFFER, .image_width = 16 };

static cl_context context, context_other;
static cl_command_queue queue;

static void name_buffer(const char *name, cl_mem_flags flags)
{
	name_pointer(name, layer->clCreateBuffer(context, flags, 4096, NULL, NULL));
}

static void name_image(const char *name, cl_mem_flags flags, const cl_image_format *format)
{
	name_pointer(name, layer->clCreateImage(context, flags, format, &flat, NULL, NULL));
}

static void make_contexts(void)
{
	cl_platform_id platform;
	cl_device_id ids[DEVICES];
	const cl_device_id both[] = { (cl_device_id)&devices[DEVICE],
				      (cl_device_id)&devices[DEVICE_PLAIN] };

	layer->clGetPlatformIDs(1, &platform, NULL);
	layer->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, DEVICES, ids, NULL);
	name_pointer("platform", platform);
	name_pointer("device", ids[DEVICE]);
	name_pointer("device_plain", ids[DEVICE_PLAIN]);
	name_pointer("device_other", ids[DEVICE_OTHER]);
	ARRAY_OF("devices", ids[DEVICE]);
	ARRAY_OF("devices_other", ids[DEVICE_OTHER]);
	context = name_pointer("context", layer->clCreateContext(NULL, 2, both, NULL, NULL, NULL));
	name_pointer("context_plain", layer->clCreateContext(NULL, 1, &both[1], NULL, NULL, NULL));
	context_other =
		name_pointer("context_other",
			     layer->clCreateContext(NULL, 1, &ids[DEVICE_OTHER], NULL, NULL, NULL));
	queue = name_pointer("queue", layer->clCreateCommandQueue(context, ids[DEVICE],
								  CL_QUEUE_PROFILING_ENABLE, NULL));
	name_pointer("queue_plain", layer->clCreateCommandQueue(context, both[1], 0, NULL));
	name_pointer("queue_other",
		     layer->clCreateCommandQueue(context_other, ids[DEVICE_OTHER], 0, NULL));
}

static void make_memory(void)
{
	cl_mem buffer = layer->clCreateBuffer(context, 0, 4096, NULL, NULL);
	cl_mem other = layer->clCreateBuffer(context_other, 0, 4096, NULL, NULL);
	cl_mem released = layer->clCreateBuffer(context, 0, 16, NULL, NULL);

	layer->clReleaseMemObject(released);
	name_pointer("buffer", buffer);
	name_pointer("buffer_other", other);
	name_pointer("released", released);
	name_buffer("buffer_b", 0);
	name_buffer("buffer_wo", CL_MEM_WRITE_ONLY);
	name_buffer("buffer_ro", CL_MEM_READ_ONLY);
	name_buffer("buffer_hw", CL_MEM_HOST_WRITE_ONLY);
	name_buffer("buffer_hr", CL_MEM_HOST_READ_ONLY);
	name_buffer("buffer_hn", CL_MEM_HOST_NO_ACCESS);
	name_pointer("sub", layer->clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
						     &(cl_buffer_region){ 0, 1024 }, NULL));
	name_pointer("sub_b", layer->clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
						       &(cl_buffer_region){ 128, 1024 }, NULL));
	name_pointer("sub_odd", layer->clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
							 &(cl_buffer_region){ 4, 1024 }, NULL));
	ARRAY_OF("buffers", buffer);
	ARRAY_OF("buffers_other", other);
	name_image("image", 0, &rgba);
	name_image("image_b", 0, &rgba);
	name_image("image_red", 0, &red);
	name_image("image_hw", CL_MEM_HOST_WRITE_ONLY, &rgba);
	name_image("image_hr", CL_MEM_HOST_READ_ONLY, &rgba);
	name_pointer("image_other",
		     layer->clCreateImage(context_other, 0, &rgba, &flat, NULL, NULL));
	name_pointer("image_deep", layer->clCreateImage(context, 0, &rgba, &deep, NULL, NULL));
	name_pointer("image_array", layer->clCreateImage(context, 0, &rgba, &layers, NULL, NULL));
	ARRAY_OF("released_arg", released);
	name_pointer("pipe", layer->clCreatePipe(context, 0, 4, 4, NULL, NULL));
	name_pointer("sampler", layer->clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT,
						       CL_FILTER_NEAREST, NULL));
	name_pointer("mapped", layer->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16,
							 0, NULL, NULL, NULL));
	name_pointer("svm", layer->clSVMAlloc(context, 0, 4096, 0));
	name_pointer("svm_odd", svm + 1);
}

static void make_programs(void)
{
	const char *text = "kernel void f(int a, int b) {}";
	cl_program program = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	cl_program other = layer->clCreateProgramWithSource(context_other, 1, &text, NULL, NULL);
	cl_program raw = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	cl_kernel kernel, kernel_other;

	layer->clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
	layer->clBuildProgram(other, 0, NULL, NULL, NULL, NULL);
	kernel = layer->clCreateKernel(program, "f", NULL);
	kernel_other = layer->clCreateKernel(other, "f", NULL);
	for (cl_uint i = 0; i < 2; i++) {
		layer->clSetKernelArg(kernel, i, sizeof(i), &i);
		layer->clSetKernelArg(kernel_other, i, sizeof(i), &i);
	}
	name_pointer("program", program);
	name_pointer("program_raw", raw);
	ARRAY_OF("programs", program);
	ARRAY_OF("programs_other", other);
	name_pointer("kernel", kernel);
	name_pointer("kernel_unset", layer->clCreateKernel(program, "f", NULL));
	name_pointer("kernel_other", kernel_other);
}

static void make_events(void)
{
	cl_event event, plain, other;
	cl_event set = layer->clCreateUserEvent(context, NULL);

	layer->clEnqueueMarker(queue, &event);
	layer->clEnqueueMarker((cl_command_queue)value_of("queue_plain"), &plain);
	layer->clEnqueueMarker((cl_command_queue)value_of("queue_other"), &other);
	layer->clSetUserEventStatus(set, CL_COMPLETE);
	name_pointer("event", event);
	name_pointer("event_plain", plain);
	name_pointer("event_set", set);
	name_pointer("event_user", layer->clCreateUserEvent(context, NULL));
	ARRAY_OF("events", event);
	ARRAY_OF("events_other", other);
	ARRAY_OF("events_both", event, other);
	ARRAY_OF("wrong", context);
}

static void name_sizes(const char *name, size_t *sizes, size_t a, size_t b, size_t c)
{
	sizes[0] = a;
	sizes[1] = b;
	sizes[2] = c;
	name_pointer(name, sizes);
}

static void CL_CALLBACK callback(void)
{
}

static void name_all_sizes(void)
{
	static size_t sizes[16][3];

	name_sizes("zeros", sizes[0], 0, 0, 0);
	name_sizes("ones", sizes[1], 1, 1, 1);
	name_sizes("box", sizes[2], 8, 4, 2);
	name_sizes("far", sizes[3], 4090, 0, 0);
	name_sizes("flat_zero", sizes[4], 8, 0, 2);
	name_sizes("global", sizes[5], 64, 1, 1);
	name_sizes("local", sizes[6], 16, 1, 1);
	name_sizes("local_24", sizes[7], 24, 1, 1);
	name_sizes("local_64", sizes[8], 64, 1, 1);
	name_sizes("local_128", sizes[9], 128, 1, 1);
	name_sizes("huge", sizes[10], SIZE_MAX, 0, 0);
	name_sizes("wide", sizes[11], (size_t)1 << (sizeof(size_t) * 4), 1, 1);
	name_sizes("outside", sizes[12], 16, 0, 0);
	name_sizes("half", sizes[13], 2048, 0, 0);
	name_sizes("above", sizes[14], 0, 0, 1);
	name_sizes("tall", sizes[15], 1, 1, 2);
}

static void name_simple(void)
{
	static const char *const strings[] = { "a", "b" };
	static uint64_t store[64];

	name_pointer("NULL", NULL);
	name_pointer("store", store);
	name_pointer("strings", strings);
	name_pointer("string", strings[0]);
	name_pointer("callback", (const void *)(uintptr_t)callback);
	name_pointer("rgba", &rgba);
	name_pointer("flat", &flat);
	name_pointer("no_image", &no_image);
	name_number("SIZE_MAX", SIZE_MAX);
	name_number("HANDLE", sizeof(void *));
}

static void name_lists(void)
{
	static intptr_t pairs[4][8] = {
		{ CL_CONTEXT_PLATFORM, 0, 0 },
		{ 0x1, 1, 0 },
	};
	static const cl_queue_properties queue_lists[4][5] = {
		{ CL_QUEUE_PROPERTIES, 0, 0 },
		{ 0x1, 1, 0 },
		{ CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0 },
		{ CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 },
	};
	static const cl_sampler_properties sampler_list[] = { 0x1, 1, 0 };
	static const cl_sampler_properties samplers_twice[] = { CL_SAMPLER_FILTER_MODE,
								CL_FILTER_NEAREST,
								CL_SAMPLER_FILTER_MODE,
								CL_FILTER_NEAREST, 0 };
	static const cl_mem_properties mem_twice[] = { 0x2006, 0, 0x2006, 0, 0 };
	static const cl_buffer_region regions[] = { { 0, 64 }, { 0, 8192 }, { 0, 0 }, { 4, 64 } };
	static const cl_mem_properties mem_lists[2][3] = { { 0x1, 1, 0 } };

	pairs[0][1] = (intptr_t)&platforms[0];
	memcpy(pairs[2],
	       (intptr_t[]){ CL_CONTEXT_PLATFORM, (intptr_t)&platforms[0], CL_CONTEXT_PLATFORM,
			     (intptr_t)&platforms[0], 0 },
	       5 * sizeof(intptr_t));
	memcpy(pairs[3], (intptr_t[]){ CL_CONTEXT_PLATFORM, (intptr_t)context, 0 },
	       3 * sizeof(intptr_t));
	name_pointer("context_list", pairs[0]);
	name_pointer("context_unknown", pairs[1]);
	name_pointer("context_twice", pairs[2]);
	name_pointer("context_wrong", pairs[3]);
	name_pointer("queue_list", queue_lists[0]);
	name_pointer("queue_unknown", queue_lists[1]);
	name_pointer("queue_twice", queue_lists[2]);
	name_pointer("queue_unordered", queue_lists[3]);
	name_pointer("sampler_unknown", sampler_list);
	name_pointer("mem_unknown", mem_lists[0]);
	name_pointer("region", &regions[0]);
	name_pointer("region_far", &regions[1]);
	name_pointer("region_empty", &regions[2]);
	name_pointer("region_odd", &regions[3]);
	name_pointer("queue_twice_s", samplers_twice);
	name_pointer("mem_twice", mem_twice);
}

/* -- cases ------------------------------------------------------------------------------- */

struct setting {
	char function[64]; /* empty: all */
	char param[48];
	char value[48];
};

static struct setting settings[1024];
static unsigned setting_count;
static char *rule_ids[4096];
static char *rule_codes[4096];
static bool rule_done[4096];
static unsigned rule_count;

static void start_layer(void)
{
	cl_int (*init)(cl_uint, const void *, cl_uint *, const void **, const cl_properties *);
	const void *table;
	cl_uint count;

	*(void **)&init = dlsym(library, "clInitLayerWithProperties");
	if (init == NULL || init(CLROUTER_SLOTS, &below, &count, &table, NULL) != CL_SUCCESS) {
		printf("the layer does not start\n");
		exit(1);
	}
	layer = table;
	named_count = object_count = 0;
	make_contexts();
	make_memory();
	make_programs();
	make_events();
	name_all_sizes();
	name_simple();
	name_lists();
}

static void stop_layer(void)
{
	cl_int (*deinit)(void);

	*(void **)&deinit = dlsym(library, "clDeinitLayer");
	deinit();
	unlink(findings_path);
}

static const char *read_findings(void)
{
	static char text[TEXT];
	FILE *file = fopen(findings_path, "r");
	size_t size = file == NULL ? 0 : fread(text, 1, sizeof(text) - 1, file);

	if (file != NULL)
		fclose(file);
	text[size] = '\0';
	return text;
}

static void store_value(uint64_t *place, const struct signature_param *param, const char *text)
{
	const uint64_t value = value_of(text);
	const uint32_t word = (uint32_t)value;
	const uintptr_t pointer = (uintptr_t)value;
	const size_t size = signature_size(param);

	*place = 0;
	if (size == sizeof(word))
		memcpy(place, &word, sizeof(word));
	else if (param->kind == PARAM_NUMBER || param->kind == PARAM_NAMES)
		memcpy(place, &value, size);
	else
		memcpy(place, &pointer, sizeof(pointer));
}

static unsigned slot_of(const char *name)
{
	for (unsigned i = 0; i < CLROUTER_SLOTS; i++)
		if (strcmp(signatures[i].name, name) == 0)
			return i;
	printf("no function is called %s\n", name);
	exit(1);
}

static void apply_settings(unsigned slot, const char *function, uint64_t *places)
{
	for (unsigned k = 0; k < setting_count; k++)
		for (unsigned i = 0; i < signatures[slot].param_count; i++)
			if (strcmp(settings[k].function, function) == 0 &&
			    strcmp(settings[k].param, signatures[slot].params[i].name) == 0)
				store_value(&places[i], &signatures[slot].params[i],
					    settings[k].value);
}

/* WORDS is "PARAM=VALUE ...". */
static void apply_words(unsigned slot, const char *words, uint64_t *places)
{
	char copy[512];
	char *rest;

	snprintf(copy, sizeof(copy), "%s", words);
	for (char *word = strtok_r(copy, " \n", &rest); word != NULL;
	     word = strtok_r(NULL, " \n", &rest)) {
		char *value = strchr(word, '=');
		unsigned i = 0;

		*value++ = '\0';
		while (i < signatures[slot].param_count &&
		       strcmp(signatures[slot].params[i].name, word) != 0)
			i++;
		if (i == signatures[slot].param_count) {
			printf("%s has no parameter %s\n", signatures[slot].name, word);
			exit(1);
		}
		store_value(&places[i], &signatures[slot].params[i], value);
	}
}

static void call_with(unsigned slot, const char *words)
{
	uint64_t places[ARGUMENTS] = { 0 };
	void *values[ARGUMENTS];
	uint64_t result;

	apply_settings(slot, "", places);
	apply_settings(slot, signatures[slot].name, places);
	apply_words(slot, words, places);
	for (unsigned i = 0; i < ARGUMENTS; i++)
		values[i] = &places[i];
	call_slot(layer, slot, values, &result);
}

static void fail(const char *what, const char *id, const char *words, const char *findings)
{
	printf("%s: %s %s%s\n", what, id, words, findings);
	failures++;
}

/* The one line of FINDINGS is that of rule ID. */
static bool is_only(const char *findings, const char *id, const char *code, const char *function)
{
	char expected[256];

	snprintf(expected, sizeof(expected), "clrouter: validation: error: %s: %s: %s: ", id,
		 function, strcmp(code, "-") == 0 ? "NULL" : code);
	return strncmp(findings, expected, strlen(expected)) == 0 &&
	       strchr(findings, '\n') == findings + strlen(findings) - 1;
}

static void run_lawful(const char *function, const char *words)
{
	const unsigned slot = slot_of(function);

	start_layer();
	if (read_findings()[0] != '\0')
		fail("a finding before", function, words, read_findings());
	call_with(slot, words);
	if (read_findings()[0] != '\0')
		fail("a finding for a lawful call", function, words, read_findings());
	stop_layer();
}

static void run_case(unsigned rule, const char *words)
{
	char function[64];
	const char *id = rule_ids[rule];

	snprintf(function, sizeof(function), "%.*s", (int)strcspn(id, "-"), id);
	run_lawful(function, "");
	start_layer();
	call_with(slot_of(function), words);
	if (!is_only(read_findings(), id, rule_codes[rule], function))
		fail("expected this finding alone", id, words, read_findings());
	stop_layer();
	rule_done[rule] = true;
}

static void leave_out(unsigned rule, bool is_run)
{
	if (is_run)
		printf("not tested: %s: a size_t of 32 bits cannot break it\n", rule_ids[rule]);
	rule_done[rule] = true;
}

/* -- functions of extensions ------------------------------------------------------------- */

static void *look_up(const char *name)
{
	return layer->clGetExtensionFunctionAddressForPlatform((cl_platform_id)&platforms[0], name);
}

/* The only finding is that of rule ID; NULL: there is none. */
static void expect(const char *what, const char *id, const char *code)
{
	const char *findings = read_findings();
	char function[64];

	snprintf(function, sizeof(function), "%.*s", (int)strcspn(id == NULL ? "" : id, "-"),
		 id == NULL ? "" : id);
	if (id == NULL ? findings[0] != '\0' : !is_only(findings, id, code, function))
		fail("functions of extensions", what, "", findings);
}

static void enqueue_unset(void)
{
	const size_t global = 1;

	layer->clEnqueueNDRangeKernel(queue, (cl_kernel)value_of("kernel_unset"), 1, NULL, &global,
				      NULL, 0, NULL, NULL);
}

/* Sets COUNT of two arguments by an extension that the layer sees. */
static void set_by_extension(cl_uint count)
{
	set_fn *set = (set_fn *)look_up("clSetKernelArgMemPointerINTEL");

	if (set == set_argument)
		fail("no wrapper", "clSetKernelArgMemPointerINTEL", "", "");
	for (cl_uint i = 0; i < count; i++)
		set((cl_kernel)value_of("kernel_unset"), i, svm);
	enqueue_unset();
}

static void run_arguments(void)
{
	start_layer();
	set_by_extension(2);
	expect("all arguments are set", NULL, NULL);
	stop_layer();

	start_layer();
	set_by_extension(1);
	expect("one argument is set", "clEnqueueNDRangeKernel-kernel-4", "CL_INVALID_KERNEL_ARGS");
	stop_layer();
}

/* What an unknown function has set or made is not known. */
static void run_unseen(void)
{
	start_layer();
	if (look_up("clSetKernelArgUnknown") != (void *)set_argument)
		fail("a wrapper", "clSetKernelArgUnknown", "", "");
	enqueue_unset();
	layer->clRetainMemObject((cl_mem)make_object());
	expect("a function that is not seen", NULL, NULL);
	stop_layer();
}

/* Its first parameter is no object, and its event is one. */
static void run_commands(void)
{
	cl_event event;
	enqueue_fn *enqueue;

	start_layer();
	enqueue = (enqueue_fn *)look_up("clEnqueueCommandBufferKHR");
	if (enqueue == enqueue_commands)
		fail("no wrapper", "clEnqueueCommandBufferKHR", "", "");
	enqueue(0, NULL, (cl_command_buffer_khr)make_object(), 0, NULL, &event);
	layer->clRetainEvent(event);
	layer->clReleaseEvent(event);
	layer->clReleaseEvent(event);
	expect("an event of a command buffer", NULL, NULL);
	layer->clReleaseEvent(event);
	expect("a released event of a command buffer", "clReleaseEvent-event-1", "CL_INVALID_EVENT");
	stop_layer();
}

/* -- the lists --------------------------------------------------------------------------- */

static unsigned counts[4];
static const char *const states[] = { "checked", "open", "outcome", "impossible" };

static void read_rules(void)
{
	char line[1024];
	char id[128], code[64], state[64];
	FILE *file = fopen(RULES_LIST, "r");

	if (file == NULL)
		exit(1);
	while (fgets(line, sizeof(line), file) != NULL) {
		if (line[0] == '#' || sscanf(line, "%127s %63s %*s %*s %63s", id, code, state) != 3)
			continue;
		for (unsigned i = 0; i < 4; i++)
			counts[i] += strncmp(state, states[i], strlen(states[i])) == 0;
		if (strcmp(state, "checked") != 0)
			continue;
		rule_codes[rule_count] = strdup(code);
		rule_ids[rule_count++] = strdup(id);
	}
	fclose(file);
}

static unsigned find_rule(const char *id)
{
	for (unsigned i = 0; i < rule_count; i++)
		if (strcmp(rule_ids[i], id) == 0)
			return i;
	printf("no checked rule is called %s\n", id);
	exit(1);
}

static void add_settings(const char *function, char *words)
{
	char *rest;

	for (char *word = strtok_r(words, " \n", &rest); word != NULL;
	     word = strtok_r(NULL, " \n", &rest)) {
		struct setting *setting = &settings[setting_count++];
		char *value = strchr(word, '=');

		*value++ = '\0';
		snprintf(setting->function, sizeof(setting->function), "%s", function);
		snprintf(setting->param, sizeof(setting->param), "%s", word);
		snprintf(setting->value, sizeof(setting->value), "%s", value);
	}
}

/* One pass for what is set, one for what is run. */
static unsigned read_cases(bool is_run)
{
	char line[1024];
	char word[16], name[128];
	int length;
	unsigned cases = 0;
	FILE *file = fopen(CASES_LIST, "r");

	if (file == NULL)
		exit(1);
	while (fgets(line, sizeof(line), file) != NULL) {
		if (line[0] == '#' || sscanf(line, "%15s%n", word, &length) != 1)
			continue;
		if (strcmp(word, "default") == 0) {
			if (!is_run)
				add_settings("", line + length);
			continue;
		}
		if (sscanf(line, "%*s %127s%n", name, &length) != 1)
			continue;
		if (strcmp(word, "for") == 0 && !is_run)
			add_settings(name, line + length);
		else if (strcmp(word, "lawful") == 0 && is_run)
			run_lawful(name, line + length);
		else if (strcmp(word, "case64") == 0 && sizeof(size_t) < sizeof(uint64_t))
			leave_out(find_rule(name), is_run);
		else if (strncmp(word, "case", strlen("case")) == 0 && is_run)
			run_case(find_rule(name), line + length);
		cases += strncmp(word, "case", strlen("case")) == 0;
	}
	fclose(file);
	return cases;
}

int main(void)
{
	unsigned cases;

	setvbuf(stdout, NULL, _IOLBF, 0);
	snprintf(findings_path, sizeof(findings_path), "validation-findings.%ld", (long)getpid());
	setenv("OPENCL_VALIDATION_FILE", findings_path, 1);
	library = dlopen(LAYER_DIR "/libCLValidation.so", RTLD_NOW | RTLD_LOCAL);
	if (library == NULL) {
		printf("%s\n", dlerror());
		return 1;
	}
	accept_fill(&below);
	read_rules();
	read_cases(false);
	cases = read_cases(true);
	run_arguments();
	run_unseen();
	run_commands();
	for (unsigned i = 0; i < rule_count; i++)
		if (!rule_done[i])
			fail("a checked rule without a case", rule_ids[i], "", "");
	for (unsigned i = 0; i < 4; i++)
		printf("%s: %u\n", states[i], counts[i]);
	printf("cases: %u, failures: %u\n", cases, failures);
	return failures > 0;
}
