/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stress-program: kernels with faults, launched by several threads at once: on all devices of the
 * platform, in a context of all of them and in one of each thread, in queues of each thread, of
 * which some do not keep the order, and in one that all share. The faults stay inside of a buffer,
 * beyond the part of it that the kernel has, so results are the same on each run. It prints them,
 * and how often each kernel was launched, and how many accesses of each were bad:
 *
 *	NAME: LAUNCHES launches, FAULTS faults
 *
 *	stress-program [ROUNDS]
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#define THREADS 4
#define MOST_DEVICES 4
#define ITEMS 256 /* of a launch; the buffers have twice as many elements */
#define WAYS 3	  /* to launch */

static const char source[] =
	"int before(global const int *from, int i)\n"
	"{\n"
	"	return from[i - 1];\n"
	"}\n"
	"kernel void reads(global int *to, global const int *from, int more)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	to[i] = to[i] * 3 + from[i + more];\n"
	"}\n"
	"kernel void writes(global int *to, global const int *from, int more)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	to[i + more] = from[i] - i;\n"
	"}\n"
	"kernel void lawful(global int *to, global const int *from, int more)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	if (i >= more && i > 0)\n"
	"		to[i - more] += before(from, i);\n"
	"}\n";

static struct stress_kernel {
	const char *name;
	bool has_fault;
	atomic_ulong launches;
	atomic_ulong faults;
} kernels[] = { { .name = "reads", .has_fault = true },
		{ .name = "writes", .has_fault = true },
		{ .name = "lawful" } };
#define KERNELS (sizeof(kernels) / sizeof(kernels[0]))

static cl_device_id devices[MOST_DEVICES];
static cl_uint device_count;

/* A context, its program, and queues for one thread; the last one may belong to all. */
struct place {
	cl_context context;
	cl_program program;
	cl_command_queue queue;
};

struct thread {
	unsigned number;
	unsigned rounds;
	struct place ways[WAYS];
	unsigned long sum;
};

static void check(const char *what, cl_int error)
{
	if (!error)
		return;
	fprintf(stderr, "%s: %d\n", what, error);
	exit(1);
}

static struct place make_place(const cl_device_id *list, cl_uint count)
{
	struct place place = { .queue = NULL };
	const char *text = source;
	cl_int error;

	place.context = clCreateContext(NULL, count, list, NULL, NULL, &error);
	check("clCreateContext", error);
	place.program = clCreateProgramWithSource(place.context, 1, &text, NULL, &error);
	check("clCreateProgramWithSource", error);
	check("clBuildProgram", clBuildProgram(place.program, count, list, "", NULL, NULL));
	return place;
}

static cl_command_queue make_queue(cl_context context, cl_device_id device,
				   cl_command_queue_properties properties)
{
	cl_int error;
	cl_command_queue queue = clCreateCommandQueue(context, device, properties, &error);

	check("clCreateCommandQueue", error);
	return queue;
}

/* A buffer of twice the size, filled, and its first half in *PART. */
static cl_mem make_buffer(cl_context context, unsigned number, cl_mem *part)
{
	const cl_buffer_region half = { 0, ITEMS * sizeof(cl_int) };
	cl_int values[2 * ITEMS], error;
	cl_mem buffer;

	for (unsigned i = 0; i < 2 * ITEMS; i++)
		values[i] = (cl_int)((i + 7) * (number + 1) % 1009);
	buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(values),
				values, &error);
	check("clCreateBuffer", error);
	*part = clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half,
				  &error);
	check("clCreateSubBuffer", error);
	return buffer;
}

/* Launches the kernel NUMBER, with MORE bad accesses, and waits for it, by its event or as finish()
 * does. */
static void launch(const struct place *place, unsigned number, cl_mem to, cl_mem from, cl_int more,
		   bool finishes)
{
	const size_t items = ITEMS;
	struct stress_kernel *stress = &kernels[number];
	cl_int error;
	cl_kernel kernel = clCreateKernel(place->program, stress->name, &error);
	cl_event event;

	check(stress->name, error);
	check("clSetKernelArg", clSetKernelArg(kernel, 0, sizeof(to), &to));
	check("clSetKernelArg", clSetKernelArg(kernel, 1, sizeof(from), &from));
	check("clSetKernelArg", clSetKernelArg(kernel, 2, sizeof(more), &more));
	check("clEnqueueNDRangeKernel",
	      clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event));
	atomic_fetch_add(&stress->launches, 1);
	if (stress->has_fault)
		atomic_fetch_add(&stress->faults, (unsigned long)more);
	check("wait", finishes ? clFinish(place->queue) : clWaitForEvents(1, &event));
	clReleaseEvent(event);
	clReleaseKernel(kernel);
}

static unsigned long run_round(const struct place *place, unsigned number)
{
	cl_int values[2 * ITEMS];
	cl_mem to_part, from_part;
	cl_mem to = make_buffer(place->context, number, &to_part);
	cl_mem from = make_buffer(place->context, number + 1, &from_part);
	unsigned long sum = 0;

	for (unsigned i = 0; i < KERNELS; i++)
		launch(place, (number + i) % KERNELS, to_part, from_part,
		       (cl_int)((number + i) % 5), (number + i) % 2 == 0);
	check("clEnqueueReadBuffer", clEnqueueReadBuffer(place->queue, to, CL_TRUE, 0,
							 sizeof(values), values, 0, NULL, NULL));
	for (unsigned i = 0; i < 2 * ITEMS; i++)
		sum = sum * 31 + (unsigned long)values[i];
	clReleaseMemObject(to_part);
	clReleaseMemObject(from_part);
	clReleaseMemObject(to);
	clReleaseMemObject(from);
	return sum;
}

static void *run_thread(void *argument)
{
	struct thread *thread = argument;

	for (unsigned i = 0; i < thread->rounds; i++)
		for (unsigned way = 0; way < WAYS; way++)
			thread->sum += run_round(&thread->ways[way],
						 (i * THREADS + thread->number) * WAYS + way);
	return NULL;
}

static void start(struct thread *thread, pthread_t *handle, const struct place *shared)
{
	const cl_device_id device = devices[thread->number % device_count];

	thread->ways[0] = make_place(&device, 1);
	thread->ways[0].queue = make_queue(thread->ways[0].context, device, 0);
	thread->ways[1] = *shared;
	thread->ways[1].queue =
		make_queue(shared->context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	thread->ways[2] = *shared;
	if (pthread_create(handle, NULL, run_thread, thread) != 0)
		exit(1);
}

static void end(struct thread *thread, pthread_t handle)
{
	pthread_join(handle, NULL);
	printf("thread %u: %lu\n", thread->number, thread->sum);
	clReleaseCommandQueue(thread->ways[1].queue);
	clReleaseCommandQueue(thread->ways[0].queue);
	clReleaseProgram(thread->ways[0].program);
	clReleaseContext(thread->ways[0].context);
}

int main(int count, char **arguments)
{
	struct thread threads[THREADS] = { { .number = 0 } };
	pthread_t handles[THREADS];
	cl_platform_id platform;
	struct place shared;

	check("clGetPlatformIDs", clGetPlatformIDs(1, &platform, NULL));
	check("clGetDeviceIDs",
	      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST_DEVICES, devices, &device_count));
	if (device_count > MOST_DEVICES)
		device_count = MOST_DEVICES;
	printf("%u devices\n", device_count);
	shared = make_place(devices, device_count);
	shared.queue = make_queue(shared.context, devices[0], 0);
	for (unsigned i = 0; i < THREADS; i++) {
		threads[i].number = i;
		threads[i].rounds = count > 1 ? (unsigned)atoi(arguments[1]) : 10;
		start(&threads[i], &handles[i], &shared);
	}
	for (unsigned i = 0; i < THREADS; i++)
		end(&threads[i], handles[i]);
	clReleaseCommandQueue(shared.queue);
	clReleaseProgram(shared.program);
	clReleaseContext(shared.context);
	for (unsigned i = 0; i < KERNELS; i++)
		printf("%s: %lu launches, %lu faults\n", kernels[i].name, kernels[i].launches,
		       kernels[i].faults);
	return 0;
}
