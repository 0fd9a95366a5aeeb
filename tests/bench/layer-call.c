/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-call LAYER CALL COUNT: makes CALL through the layer library LAYER, COUNT times, in
 * measured(), which is the function that the profiler counts. Objects are made before. There is no
 * loader and no driver: the target of the layer is in this program, and does nothing.
 *
 * layer-call LAYER CALL: prints the nanoseconds that the layer adds to a call, and what one
 * reading of the clock takes, which a layer that records times cannot avoid. Both are measured in
 * turn, in short rounds, of which the least counts: on a busy machine few rounds are not disturbed.
 *
 * layer-call LAYER CALL threads: the same while every processor makes calls. Here it is the lower
 * quartile of the rounds, in the thread where that is the highest: the least would be a round in
 * which the other threads did not run.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "api/api.h"

#define ROUNDS 200
#define ROUND 10000	/* calls: many chunks of the record layer */

typedef cl_int CL_API_CALL init_fn(cl_uint count, const void *target, cl_uint *count_ret,
				   const void **table_ret);
typedef void loop_fn(const struct api_table *table, unsigned long count);

static uint64_t storage[64];
static cl_kernel kernel = (cl_kernel)&storage[0];
static cl_mem mem = (cl_mem)&storage[8];
static cl_command_queue queue = (cl_command_queue)&storage[16];
static cl_event event = (cl_event)&storage[24];
static cl_device_id device = (cl_device_id)&storage[32];
static cl_context context = (cl_context)&storage[40];
static cl_program program = (cl_program)&storage[48];
static cl_platform_id platform = (cl_platform_id)&storage[56];

/* -- the target ---------------------------------------------------------------- */

static cl_int CL_API_CALL succeed(void)
{
	return CL_SUCCESS;
}

static cl_mem CL_API_CALL create_buffer(cl_context owner, cl_mem_flags flags, size_t size,
					void *host_ptr, cl_int *error)
{
	(void)owner;
	(void)flags;
	(void)size;
	(void)host_ptr;
	(void)error;
	return mem;
}

static cl_kernel CL_API_CALL create_kernel(cl_program of, const char *name, cl_int *error)
{
	(void)of;
	(void)name;
	(void)error;
	return kernel;
}

static cl_command_queue CL_API_CALL create_queue(cl_context owner, cl_device_id of,
						 cl_command_queue_properties properties,
						 cl_int *error)
{
	(void)owner;
	(void)of;
	(void)properties;
	(void)error;
	return queue;
}

static cl_event CL_API_CALL create_event(cl_context owner, cl_int *error)
{
	(void)owner;
	(void)error;
	return event;
}

static cl_int CL_API_CALL get_platforms(cl_uint size, cl_platform_id *platforms, cl_uint *count)
{
	(void)size;
	if (count)
		*count = 1;
	if (platforms)
		*platforms = platform;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_devices(cl_platform_id of, cl_device_type type, cl_uint size,
				      cl_device_id *devices, cl_uint *count)
{
	(void)of;
	(void)type;
	(void)size;
	if (count)
		*count = 1;
	if (devices)
		*devices = device;
	return CL_SUCCESS;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
					     const cl_device_id *devices,
					     void (CL_CALLBACK *notify)(const char *, const void *,
									size_t, void *),
					     void *user_data, cl_int *error)
{
	(void)properties;
	(void)count;
	(void)devices;
	(void)notify;
	(void)user_data;
	(void)error;
	return context;
}

static cl_program CL_API_CALL create_program(cl_context owner, cl_uint count, const char **strings,
					     const size_t *lengths, cl_int *error)
{
	(void)owner;
	(void)count;
	(void)strings;
	(void)lengths;
	(void)error;
	return program;
}

/* A function of an extension, which the layer may be between. */
static void *CL_API_CALL find_function(cl_platform_id of, const char *name)
{
	(void)of;
	return strcmp(name, "clSetContentSizeBufferPoCL") == 0 ? (void *)succeed : NULL;
}

/* A kernel has two arguments; what they are is not known. */
static cl_int CL_API_CALL get_kernel(cl_kernel of, cl_kernel_info name, size_t size, void *value,
				     size_t *size_ret)
{
	const cl_uint number = 2;

	(void)of;
	(void)size_ret;
	if (name == CL_KERNEL_NUM_ARGS && size == sizeof(number) && value)
		memcpy(value, &number, sizeof(number));
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_context(cl_context of, cl_context_info name, size_t size, void *value,
				      size_t *size_ret)
{
	(void)of;
	if (name == CL_CONTEXT_DEVICES && size >= sizeof(device) && value)
		memcpy(value, &device, sizeof(device));
	if (size_ret)
		*size_ret = sizeof(device);
	return CL_SUCCESS;
}

static void fill_target(struct api_table *table)
{
	void *const function = (void *)succeed;
	char *at = (char *)table;

	for (size_t i = 0; i < API_SLOTS; i++)
		memcpy(at + i * sizeof(function), &function, sizeof(function));
	table->clGetPlatformIDs = get_platforms;
	table->clGetDeviceIDs = get_devices;
	table->clCreateContext = create_context;
	table->clCreateProgramWithSource = create_program;
	table->clCreateBuffer = create_buffer;
	table->clCreateKernel = create_kernel;
	table->clGetKernelInfo = get_kernel;
	table->clGetContextInfo = get_context;
	table->clCreateCommandQueue = create_queue;
	table->clCreateUserEvent = create_event;
	table->clGetExtensionFunctionAddressForPlatform = find_function;
}

/* -- the calls ----------------------------------------------------------------- */

static void set_object(const struct api_table *table, unsigned long count)
{
	while (count-- > 0)
		table->clSetKernelArg(kernel, 0, sizeof(mem), &mem);
}

static void set_number(const struct api_table *table, unsigned long count)
{
	const cl_uint number = 7;

	while (count-- > 0)
		table->clSetKernelArg(kernel, 1, sizeof(number), &number);
}

static void enqueue(const struct api_table *table, unsigned long count)
{
	const size_t size = 1;

	while (count-- > 0)
		table->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &event, NULL);
}

static void get_status(const struct api_table *table, unsigned long count)
{
	cl_int status;

	while (count-- > 0)
		table->clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
				      &status, NULL);
}

static void retain(const struct api_table *table, unsigned long count)
{
	while (count-- > 0)
		table->clRetainMemObject(mem);
}

/* The program gets the function once. */
static void set_content_size(const struct api_table *table, unsigned long count)
{
	cl_int (CL_API_CALL *set)(cl_mem buffer, cl_mem size);

	set = (cl_int(CL_API_CALL *)(cl_mem, cl_mem))table->clGetExtensionFunctionAddressForPlatform(
		platform, "clSetContentSizeBufferPoCL");
	while (count-- > 0)
		set(mem, mem);
}

static const struct {
	const char *name;
	loop_fn *loop;
} calls[] = {
	{ "clSetKernelArg", set_object },
	{ "clSetKernelArg-number", set_number },
	{ "clEnqueueNDRangeKernel", enqueue },
	{ "clGetEventInfo", get_status },
	{ "clRetainMemObject", retain },
	{ "clSetContentSizeBufferPoCL", set_content_size },
};

static void fail(const char *what)
{
	fprintf(stderr, "layer-call: %s\n", what);
	exit(EXIT_FAILURE);
}

static loop_fn *find_call(const char *name)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (strcmp(calls[i].name, name) == 0)
			return calls[i].loop;
	fail("there is no such call");
	return NULL;
}

/* Not static, so that the profiler finds it by its name. */
__attribute__((noinline)) void measured(loop_fn *loop, const struct api_table *table,
					unsigned long count);
void measured(loop_fn *loop, const struct api_table *table, unsigned long count)
{
	loop(table, count);
}

static double time_round(loop_fn *loop, const struct api_table *table)
{
	struct timespec begin;
	struct timespec end;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	loop(table, ROUND);
	clock_gettime(CLOCK_MONOTONIC, &end);
	return ((double)(end.tv_sec - begin.tv_sec) * 1e9 +
		(double)(end.tv_nsec - begin.tv_nsec)) / ROUND;
}

static void read_clock(const struct api_table *table, unsigned long count)
{
	struct timespec now;

	(void)table;
	while (count-- > 0)
		clock_gettime(CLOCK_MONOTONIC, &now);
}

/* What one thread measures: nanoseconds of each round. */
struct worker {
	loop_fn *loop;
	const struct api_table *layer;
	const struct api_table *target;
	pthread_barrier_t *begin;
	double layer_times[ROUNDS];
	double target_times[ROUNDS];
	double clock_times[ROUNDS];
};

static int compare_times(const void *left, const void *right)
{
	const double a = *(const double *)left;
	const double b = *(const double *)right;

	return a < b ? -1 : a > b;
}

static void *measure(void *data)
{
	struct worker *worker = data;

	pthread_barrier_wait(worker->begin);
	for (int i = 0; i < ROUNDS; i++) {
		worker->layer_times[i] = time_round(worker->loop, worker->layer);
		worker->target_times[i] = time_round(worker->loop, worker->target);
		worker->clock_times[i] = time_round(read_clock, worker->target);
	}
	qsort(worker->layer_times, ROUNDS, sizeof(double), compare_times);
	qsort(worker->target_times, ROUNDS, sizeof(double), compare_times);
	qsort(worker->clock_times, ROUNDS, sizeof(double), compare_times);
	return NULL;
}

/* COUNT threads; of each, round RANK counts. */
static void print_times(struct worker worker, long count, int rank)
{
	struct worker *workers = calloc((size_t)count, sizeof(*workers));
	pthread_t *threads = calloc((size_t)count, sizeof(*threads));
	pthread_barrier_t begin;
	double layer = 0;
	double reading = 0;

	if (!workers || !threads || pthread_barrier_init(&begin, NULL, (unsigned int)count) != 0)
		fail("there is no memory");
	worker.begin = &begin;
	for (long i = 0; i < count; i++) {
		workers[i] = worker;
		if (pthread_create(&threads[i], NULL, measure, &workers[i]) != 0)
			fail("there is no thread");
	}
	for (long i = 0; i < count; i++) {
		const struct worker *done = &workers[i];

		pthread_join(threads[i], NULL);
		if (done->layer_times[rank] - done->target_times[rank] > layer)
			layer = done->layer_times[rank] - done->target_times[rank];
		if (done->clock_times[rank] > reading)
			reading = done->clock_times[rank];
	}
	printf("%.1f %.1f\n", layer, reading);
	free(workers);
	free(threads);
}

/* The table of the layer at PATH, above TARGET. */
static const struct api_table *start_layer(const char *path, const struct api_table *target)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const void *table = NULL;
	init_fn *init;
	cl_uint count;

	if (!library)
		fail(dlerror());
	init = (init_fn *)dlsym(library, "clInitLayer");
	if (!init || init(API_SLOTS, target, &count, &table) != CL_SUCCESS)
		fail("the layer does not start");
	return table;
}

/* A layer that checks calls finds nothing wrong with these and those that are measured. */
static void make_objects(const struct api_table *layer)
{
	const char *text = "kernel void f(global int *a, int b) {}";
	cl_device_id found;

	layer->clGetPlatformIDs(1, &platform, NULL);
	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &found, NULL);
	layer->clCreateContext(NULL, 1, &found, NULL, NULL, NULL);
	layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	layer->clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
	layer->clCreateKernel(program, "f", NULL);
	layer->clCreateBuffer(context, 0, 1, NULL, NULL);
	layer->clCreateCommandQueue(context, device, 0, NULL);
	layer->clCreateUserEvent(context, NULL);
	set_object(layer, 1);
	set_number(layer, 1);
}

int main(int argc, char **argv)
{
	static struct api_table target;
	static struct api_table complete;
	static struct worker worker;
	const struct api_table *layer;
	loop_fn *loop;

	if (argc != 3 && argc != 4)
		fail("usage: layer-call LAYER CALL [COUNT | threads]");
	fill_target(&target);
	layer = start_layer(argv[1], &target);
	loop = find_call(argv[2]);
	make_objects(layer);
	complete = *layer;
	loop(&complete, 1);
	worker = (struct worker){ .loop = loop, .layer = &complete, .target = &target };
	if (argc == 4 && strcmp(argv[3], "threads") != 0)
		measured(loop, &complete, strtoul(argv[3], NULL, 10));
	else if (argc == 4)
		print_times(worker, sysconf(_SC_NPROCESSORS_ONLN), ROUNDS / 4);
	else
		print_times(worker, 1, 0);
	fflush(stdout);
	_Exit(EXIT_SUCCESS);
}
