/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live-program LAYER: a program under the record layer, whose library is LAYER, for the tests of
 * clrouter top. It does what the lines of its standard input say, and writes a line when it has done
 * one. There is neither loader nor driver: the layer's target is in this file. A kernel takes 1 ms
 * on the device, and moving a KiB takes 1 us; no time passes for that.
 *
 *	load		makes no call: all others make a context and a queue first
 *	buffer BYTES	makes one more buffer
 *	release		releases the newest buffer
 *	kernel NAME N	enqueues N kernels
 *	write BYTES	enqueues a write
 *	wrong N		makes N calls that fail
 *	calls N		makes N calls that succeed
 *	finish		waits for the queue
 *	hang		another thread waits for the queue, and is in that call when the line is done
 *	go		... until this
 *	abort
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include <clrouter/layer.h>

#define MOST 256 /* objects */

typedef cl_int CL_API_CALL init_fn(cl_uint count, const void *target, cl_uint *count_ret,
				   const void **table_ret, const cl_properties *properties);

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

static const struct clrouter_table *layer;
static char objects[MOST][64]; /* whose addresses are the handles */
static size_t used;
static char device_object;
static char kernel_name[64];
static cl_ulong device_time = 1000000;
static void *library;
static cl_command_queue queue;
static cl_context context;
static cl_kernel kernel;
static cl_mem buffers[MOST];
static size_t buffer_count;

static void fail(const char *what)
{
	fprintf(stderr, "live-program: %s\n", what);
	exit(EXIT_FAILURE);
}

static void *make(void)
{
	return objects[used++ % MOST];
}

/* -- the target ---------------------------------------------------------------- */

static cl_int CL_API_CALL succeed(void)
{
	return CL_SUCCESS;
}

static cl_int CL_API_CALL refuse(cl_command_queue unused)
{
	(void)unused;
	return CL_INVALID_COMMAND_QUEUE;
}

static cl_int CL_API_CALL get_devices(cl_platform_id platform, cl_device_type type, cl_uint count,
				      cl_device_id *devices, cl_uint *count_ret)
{
	(void)platform, (void)type;
	if (count > 0)
		*devices = (cl_device_id)&device_object;
	if (count_ret)
		*count_ret = 1;
	return CL_SUCCESS;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
					     const cl_device_id *devices,
					     void(CL_CALLBACK *notify)(const char *, const void *,
								       size_t, void *),
					     void *data, cl_int *error)
{
	(void)properties, (void)count, (void)devices, (void)notify, (void)data;
	if (error)
		*error = CL_SUCCESS;
	return make();
}

static cl_command_queue CL_API_CALL create_queue(cl_context of, cl_device_id device,
						 cl_command_queue_properties properties,
						 cl_int *error)
{
	(void)of, (void)device, (void)properties;
	if (error)
		*error = CL_SUCCESS;
	return make();
}

static cl_mem CL_API_CALL create_buffer(cl_context of, cl_mem_flags flags, size_t size, void *host,
					cl_int *error)
{
	(void)of, (void)flags, (void)size, (void)host;
	if (error)
		*error = CL_SUCCESS;
	return make();
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *error)
{
	(void)program, (void)name;
	if (error)
		*error = CL_SUCCESS;
	return make();
}

static cl_int enqueue(cl_ulong takes, cl_event *event)
{
	void *made = make();

	memcpy(made, &takes, sizeof(takes));
	if (event)
		*event = made;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL run(cl_command_queue to, cl_kernel of, cl_uint dimensions,
			      const size_t *offsets, const size_t *global, const size_t *local,
			      cl_uint count, const cl_event *list, cl_event *event)
{
	(void)to, (void)of, (void)dimensions, (void)offsets, (void)global, (void)local;
	(void)count, (void)list;
	return enqueue(1000000, event);
}

static cl_int CL_API_CALL write_buffer(cl_command_queue to, cl_mem buffer, cl_bool blocking,
				       size_t offset, size_t size, const void *value, cl_uint count,
				       const cl_event *list, cl_event *event)
{
	(void)to, (void)buffer, (void)blocking, (void)offset, (void)value, (void)count, (void)list;
	return enqueue(size / 1024 * 1000, event);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool hangs;
static bool is_inside;

static cl_int CL_API_CALL finish(cl_command_queue of)
{
	(void)of;
	pthread_mutex_lock(&mutex);
	is_inside = true;
	pthread_cond_broadcast(&changed);
	while (hangs)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue of, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	const cl_command_queue_properties properties = CL_QUEUE_PROFILING_ENABLE;

	(void)of, (void)name, (void)size_ret;
	if (size == sizeof(properties))
		memcpy(value, &properties, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	static const char answer[] = "Live GPU";

	(void)device, (void)name;
	if (value && size >= sizeof(answer))
		memcpy(value, answer, sizeof(answer));
	if (size_ret)
		*size_ret = sizeof(answer);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_kernel_info(cl_kernel of, cl_kernel_info name, size_t size,
					  void *value, size_t *size_ret)
{
	(void)of, (void)name;
	if (value && size > strlen(kernel_name))
		strcpy(value, kernel_name);
	if (size_ret)
		*size_ret = strlen(kernel_name) + 1;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info name, size_t size,
					 void *value, size_t *size_ret)
{
	const cl_int status = CL_COMPLETE;

	(void)event, (void)size_ret;
	if (name != CL_EVENT_COMMAND_EXECUTION_STATUS || size != sizeof(status))
		return CL_INVALID_VALUE;
	memcpy(value, &status, sizeof(status));
	return CL_SUCCESS;
}

/* Commands follow each other on the device. */
static cl_int CL_API_CALL get_times(cl_event event, cl_profiling_info name, size_t size,
				    void *value, size_t *size_ret)
{
	cl_ulong takes;

	(void)size_ret;
	if (size != sizeof(device_time))
		return CL_INVALID_VALUE;
	memcpy(&takes, event, sizeof(takes));
	if (name == CL_PROFILING_COMMAND_END)
		device_time += takes;
	memcpy(value, &device_time, size);
	return CL_SUCCESS;
}

static void start_layer(const char *path)
{
	static struct clrouter_table target;
	void *const function = (void *)succeed;
	const void *table = NULL;
	cl_uint count;
	init_fn *init;

	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	for (size_t i = 0; i < CLROUTER_SLOTS; i++)
		memcpy((char *)&target + i * sizeof(function), &function, sizeof(function));
	target.clGetDeviceIDs = get_devices;
	target.clCreateContext = create_context;
	target.clCreateCommandQueue = create_queue;
	target.clCreateBuffer = create_buffer;
	target.clCreateKernel = create_kernel;
	target.clEnqueueNDRangeKernel = run;
	target.clEnqueueWriteBuffer = write_buffer;
	target.clFinish = finish;
	target.clFlush = refuse;
	target.clGetCommandQueueInfo = get_queue_info;
	target.clGetDeviceInfo = get_device_info;
	target.clGetKernelInfo = get_kernel_info;
	target.clGetEventInfo = get_event_info;
	target.clGetEventProfilingInfo = get_times;
	if (!library)
		fail(dlerror());
	init = (init_fn *)dlsym(library, "clInitLayerWithProperties");
	if (!init || init(CLROUTER_SLOTS, &target, &count, &table, NULL) != CL_SUCCESS)
		fail("the layer does not start");
	layer = table;
}

static void make_objects(void)
{
	cl_device_id device = NULL;

	layer->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
	context = layer->clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = layer->clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
}

/* -- steps ----------------------------------------------------------------------- */

static void run_kernels(const char *name, unsigned long count)
{
	const size_t size = 64;

	if (strcmp(kernel_name, name) != 0) {
		snprintf(kernel_name, sizeof(kernel_name), "%s", name);
		kernel = layer->clCreateKernel((cl_program)objects, name, NULL);
	}
	for (unsigned long i = 0; i < count; i++)
		layer->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
}

static void *wait_for_queue(void *unused)
{
	prctl(PR_SET_NAME, "waiter");
	layer->clFinish(queue);
	return unused;
}

static pthread_t waiter;

static void hang(void)
{
	hangs = true;
	is_inside = false;
	if (pthread_create(&waiter, NULL, wait_for_queue, NULL) != 0)
		fail("no thread");
	pthread_mutex_lock(&mutex);
	while (!is_inside)
		pthread_cond_wait(&changed, &mutex);
	pthread_mutex_unlock(&mutex);
}

static void go(void)
{
	pthread_mutex_lock(&mutex);
	hangs = false;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
	pthread_join(waiter, NULL);
}

static void add_buffer(unsigned long size)
{
	if (buffer_count == MOST)
		fail("too many buffers");
	buffers[buffer_count++] = layer->clCreateBuffer(context, 0, size, NULL, NULL);
}

static void step(const char *word, const char *name, unsigned long number)
{
	if (strcmp(word, "buffer") == 0)
		add_buffer(number);
	else if (strcmp(word, "release") == 0)
		layer->clReleaseMemObject(buffers[--buffer_count]);
	else if (strcmp(word, "kernel") == 0)
		run_kernels(name, number);
	else if (strcmp(word, "write") == 0)
		layer->clEnqueueWriteBuffer(queue, buffers[0], CL_FALSE, 0, number, objects, 0,
					    NULL, NULL);
	else if (strcmp(word, "wrong") == 0)
		while (number-- > 0)
			layer->clFlush(queue);
	else if (strcmp(word, "calls") == 0)
		while (number-- > 0)
			layer->clSetKernelArg(kernel, 0, sizeof(number), &number);
	else if (strcmp(word, "finish") == 0)
		layer->clFinish(queue);
	else if (strcmp(word, "hang") == 0)
		hang();
	else if (strcmp(word, "go") == 0)
		go();
	else if (strcmp(word, "load") != 0)
		abort();
}

static void stop_layer(void)
{
	cl_int (*deinit)(void) = (cl_int(*)(void))dlsym(library, "clDeinitLayer");

	if (!deinit || deinit() != CL_SUCCESS)
		fail("the layer does not stop");
}

int main(int argc, char **argv)
{
	char line[256];

	if (argc != 2)
		fail("wrong arguments");
	start_layer(argv[1]);
	while (fgets(line, sizeof(line), stdin)) {
		char word[32] = "";
		char name[64] = "";
		unsigned long number = 0;

		if (sscanf(line, "%31s %lu", word, &number) < 2)
			(void)!sscanf(line, "%31s %63s %lu", word, name, &number);
		if (!queue && strcmp(word, "load") != 0)
			make_objects();
		step(word, name, number);
		printf("done: %s", line);
		fflush(stdout);
	}
	stop_layer();
	return EXIT_SUCCESS;
}
