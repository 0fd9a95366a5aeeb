/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-program LAYER MODE [NUMBER [NUMBER]]: a program under the record layer, whose library is
 * LAYER. There is neither loader nor driver: the layer's target is in this file, so no driver's
 * threads or files are in the way. What each mode does is said at its function.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <clrouter/layer.h>

#define NS_PER_S UINT64_C(1000000000)

typedef cl_int CL_API_CALL init_fn(cl_uint count, const void *target, cl_uint *count_ret,
				   const void **table_ret, const cl_properties *properties);

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

static const char *layer_path;
static void *library;
static const struct clrouter_table *layer;
static void (*inside)(void); /* called in clFinish */
static unsigned long first = 1000;
static unsigned long second = 1;
static uint64_t before_start; /* the layer started between these times, in ns */
static uint64_t after_start;

static void fail(const char *what)
{
	fprintf(stderr, "record-program: %s\n", what);
	exit(EXIT_FAILURE);
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * NS_PER_S + (uint64_t)time.tv_nsec;
}

/* -- the target ---------------------------------------------------------------- */

static cl_int CL_API_CALL succeed(void)
{
	return CL_SUCCESS;
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
	(void)queue;
	if (inside)
		inside();
	return CL_SUCCESS;
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
				const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
				void *data)
{
	if (notify)
		notify(program, data);
	(void)count;
	(void)devices;
	(void)options;
	return CL_SUCCESS;
}

static unsigned int queries; /* of devices */

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	(void)device;
	(void)name;
	(void)size;
	(void)value;
	(void)size_ret;
	queries++;
	return CL_INVALID_VALUE;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties, cl_int *error)
{
	(void)properties;
	if (error)
		*error = CL_SUCCESS;
	return device ? (cl_command_queue)&queries : (cl_command_queue)context;
}

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count,
					     const char **strings, const size_t *lengths,
					     cl_int *error)
{
	(void)context;
	(void)count;
	(void)strings;
	(void)lengths;
	if (error)
		*error = CL_INVALID_CONTEXT;
	return NULL;
}

static cl_int CL_API_CALL get_info(cl_kernel kernel, cl_kernel_info name, size_t size, void *value,
				   size_t *size_ret)
{
	(void)kernel;
	(void)name;
	if (inside)
		inside();
	if (value)
		memset(value, 'v', size);
	if (size_ret)
		*size_ret = size;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	const cl_command_queue_properties properties = CL_QUEUE_PROFILING_ENABLE;

	(void)queue;
	(void)name;
	(void)size_ret;
	if (size == sizeof(properties))
		memcpy(value, &properties, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL enqueue(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
				  size_t offset, size_t size, void *value, cl_uint count,
				  const cl_event *list, cl_event *event)
{
	(void)queue, (void)buffer, (void)offset, (void)size, (void)value;
	(void)count, (void)list;
	if (blocking && inside)
		inside();
	if (event)
		*event = (cl_event)&first;
	return CL_SUCCESS;
}

/* No command ever ends. */
static cl_int CL_API_CALL get_event_info(cl_event event, cl_event_info name, size_t size,
					 void *value, size_t *size_ret)
{
	const cl_int status = CL_SUBMITTED;

	(void)event, (void)size_ret;
	if (name != CL_EVENT_COMMAND_EXECUTION_STATUS || size != sizeof(status))
		return CL_INVALID_VALUE;
	memcpy(value, &status, sizeof(status));
	return CL_SUCCESS;
}

typedef cl_int CL_API_CALL set_size_fn(cl_mem buffer, cl_mem content_size_buffer);

static cl_int CL_API_CALL set_size(cl_mem buffer, cl_mem content_size_buffer)
{
	(void)buffer;
	return content_size_buffer ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
}

/* The driver has every function of an extension, but tells no version of any. */
static void *CL_API_CALL find_function(cl_platform_id platform, const char *name)
{
	(void)platform;
	(void)name;
	return (void *)set_size;
}

static void start_layer(void)
{
	static struct clrouter_table target;
	void *const function = (void *)succeed;
	const void *table = NULL;
	cl_uint count;
	init_fn *init;

	for (size_t i = 0; i < CLROUTER_SLOTS; i++)
		memcpy((char *)&target + i * sizeof(function), &function, sizeof(function));
	target.clFinish = finish;
	target.clGetExtensionFunctionAddressForPlatform = find_function;
	target.clBuildProgram = build;
	target.clCreateProgramWithSource = create_program;
	target.clGetDeviceInfo = get_device_info;
	target.clCreateCommandQueue = create_queue;
	target.clGetKernelInfo = get_info;
	target.clGetCommandQueueInfo = get_queue_info;
	target.clEnqueueReadBuffer = enqueue;
	target.clGetEventInfo = get_event_info;
	library = dlopen(layer_path, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		fail(dlerror());
	init = (init_fn *)dlsym(library, "clInitLayerWithProperties");
	if (!init || init(CLROUTER_SLOTS, &target, &count, &table, NULL) != CL_SUCCESS)
		fail("the layer does not start");
	layer = table;
}

/* As at the end of a program, whose threads may be in calls: the library stays. */
static void deinit_layer(void)
{
	cl_int (*deinit)(void) = (cl_int(*)(void))dlsym(library, "clDeinitLayer");

	if (!deinit || deinit() != CL_SUCCESS)
		fail("the layer does not stop");
}

static void stop_layer(void)
{
	deinit_layer();
	if (dlclose(library) != 0)
		fail("the layer cannot be closed");
}

/* -- calls --------------------------------------------------------------------- */

static void call(unsigned long count)
{
	cl_mem mem = (cl_mem)&first;

	while (count-- > 0)
		layer->clSetKernelArg((cl_kernel)&first, 0, sizeof(mem), &mem);
}

static void *call_in_thread(void *count)
{
	call(*(unsigned long *)count);
	return NULL;
}

/* COUNT threads at once, each with CALLS calls. */
static void run_threads(unsigned long count, unsigned long *calls)
{
	pthread_t *threads = calloc(count, sizeof(*threads));

	for (unsigned long i = 0; i < count; i++)
		if (pthread_create(&threads[i], NULL, call_in_thread, calls) != 0)
			fail("no thread");
	for (unsigned long i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	free(threads);
}

/* FIRST calls. */
static void mode_calls(void)
{
	call(first);
}

/* FIRST threads at once, each with SECOND calls. */
static void mode_threads(void)
{
	run_threads(first, &second);
}

static set_size_fn *find(const char *name)
{
	return (set_size_fn *)layer->clGetExtensionFunctionAddressForPlatform(
		(cl_platform_id)&first, name);
}

static void *set_size_in_thread(void *function)
{
	set_size_fn *set = (set_size_fn *)function;

	for (unsigned long i = 0; i < second; i++)
		if (set((cl_mem)&first, i % 2 != 0 ? (cl_mem)&second : NULL) !=
		    (i % 2 != 0 ? CL_SUCCESS : CL_INVALID_MEM_OBJECT))
			fail("the function returned something else");
	return NULL;
}

static void set_size_in_threads(set_size_fn *set)
{
	pthread_t *threads = calloc(first, sizeof(*threads));

	for (unsigned long i = 0; i < first; i++)
		if (pthread_create(&threads[i], NULL, set_size_in_thread, (void *)set) != 0)
			fail("no thread");
	for (unsigned long i = 0; i < first; i++)
		pthread_join(threads[i], NULL);
	free(threads);
}

/*
 * FIRST threads at once, each with SECOND calls of a function of an extension, half of which fail.
 * Functions of which the layer does not know enough are the driver's own.
 */
static void mode_extensions(void)
{
	set_size_fn *set = find("clSetContentSizeBufferPoCL");

	if (set == set_size || find("clNobodyKnowsThis") != set_size ||
	    find("clNobodyKnowsThis") != set_size || find("clFinalizeCommandBufferKHR") != set_size)
		fail("another function than was expected");
	set_size_in_threads(set);
	find("clNobodyKnowsThis")(NULL, NULL);
}

static void *set_size_for_ever(void *function)
{
	for (;;)
		((set_size_fn *)function)((cl_mem)&first, (cl_mem)&second);
	return NULL;
}

/* FIRST threads one after the other, each with SECOND calls. */
static void mode_short(void)
{
	for (unsigned long i = 0; i < first; i++)
		run_threads(1, &second);
}

static void *call_for_ever(void *unused)
{
	for (;;)
		call(1000);
	return unused;
}

static void start_threads(void *(*function)(void *), int count)
{
	pthread_t thread;

	for (int i = 0; i < count; i++)
		if (pthread_create(&thread, NULL, function, NULL) != 0)
			fail("no thread");
}

/* Calls in three threads until it is killed. */
static void mode_for_ever(void)
{
	start_threads(call_for_ever, 2);
	call_for_ever(NULL);
}

static void wait_for(pid_t child);

/* FIRST forks while two threads call a function of an extension; each child makes SECOND calls. */
static void mode_fork_extensions(void)
{
	set_size_fn *set = find("clSetContentSizeBufferPoCL");
	pthread_t thread;

	for (int i = 0; i < 2; i++)
		if (pthread_create(&thread, NULL, set_size_for_ever, (void *)set) != 0)
			fail("no thread");
	for (unsigned long i = 0; i < first; i++) {
		pid_t child = fork();

		if (child == 0) {
			set_size_in_thread((void *)set);
			stop_layer();
			_exit(0);
		}
		wait_for(child);
	}
}

/* One call a millisecond until it is killed. */
static void mode_slow(void)
{
	for (;;) {
		call(1);
		usleep(1000);
	}
}

/*
 * One call a millisecond, the last 100 of them more than a second after the layer has started.
 * Prints how many calls certainly ended within the layer's first second, and how many at most began
 * in it.
 */
static void mode_duration(void)
{
	unsigned long least = 0;
	unsigned long most = 0;

	for (int late = 0; late < 100; usleep(1000)) {
		const bool is_late = now() > after_start + NS_PER_S;

		call(1);
		late += is_late;
		most += !is_late;
		least += now() < before_start + NS_PER_S;
	}
	printf("%lu %lu\n", least, most);
}

/* Commands whose end the driver never reports: nothing waits for it. */
static void mode_endless(void)
{
	for (int i = 0; i < 100; i++)
		layer->clEnqueueReadBuffer((cl_command_queue)&first, (cl_mem)&first, CL_FALSE, 0, 0,
					   NULL, 0, NULL, NULL);
	call(1);
	deinit_layer();
	exit(EXIT_SUCCESS);
}

/* One call, and then none until it is killed. */
static void mode_wait(void)
{
	call(1);
	for (;;)
		pause();
}

/* Computes until the thread has used FIRST ms. */
static void spin(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	const uint64_t end = (uint64_t)time.tv_sec * NS_PER_S + (uint64_t)time.tv_nsec +
			     first * (NS_PER_S / 1000);

	while ((uint64_t)time.tv_sec * NS_PER_S + (uint64_t)time.tv_nsec < end)
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
}

/* Sleeps for FIRST ms. */
static void rest(void)
{
	usleep((useconds_t)(first * 1000));
}

/* A wait that spins, one that sleeps, and a short one; then what is no wait, or may be a copy. */
static void mode_waits(void)
{
	inside = spin;
	layer->clFinish((cl_command_queue)&first);
	inside = rest;
	layer->clFinish((cl_command_queue)&first);
	inside = NULL;
	layer->clFinish((cl_command_queue)&first);
	inside = spin;
	layer->clGetKernelInfo((cl_kernel)&first, CL_KERNEL_NUM_ARGS, 0, NULL, NULL);
	layer->clEnqueueReadBuffer((cl_command_queue)&first, (cl_mem)&first, CL_TRUE, 0,
				   SIZE_MAX / 2, &second, 0, NULL, NULL);
}

static void wait_for(pid_t child)
{
	int status;

	if (child < 0 || waitpid(child, &status, 0) != child)
		fail("no child");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		fail("a child has died");
}

/* FIRST forks while two threads record; each child makes SECOND calls. */
static void mode_fork(void)
{
	start_threads(call_for_ever, 2);
	for (unsigned long i = 0; i < first; i++) {
		pid_t child;

		call(10);
		child = fork();
		if (child == 0) {
			call(second);
			stop_layer();
			_exit(0);
		}
		wait_for(child);
	}
}

/* The child's own memory is where its parent has the record mapped: nobody else may write there. */
static void fork_inside(void)
{
	pid_t child = fork();

	inside = NULL;
	if (child > 0) {
		wait_for(child);
		return;
	}
	for (int i = 0; i < 64; i++)
		mmap(NULL, 131072, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	call(1);
}

/* A fork inside of a call, which both processes return from. The child calls before that, too. */
static void mode_fork_inside(void)
{
	inside = fork_inside;
	layer->clFinish(NULL);
	call(1);
}

/* Dies in a call. */
static void mode_abort(void)
{
	struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	call(first);
	inside = abort;
	layer->clFinish(NULL);
}

/* Closes what it did not open, and has files of its own at these numbers, which stay as they are.
 */
static void mode_close(void)
{
	static const char text[] = "mine";
	char read_back[64] = "";

	call(first);
	for (int i = 3; i < 100; i++)
		close(i);
	for (int i = 3; i < 20; i++) {
		int descriptor = open(".", O_TMPFILE | O_RDWR, 0600);

		if (descriptor < 0 || write(descriptor, text, 4) != 4)
			fail("no file");
	}
	call(first);
	for (int i = 3; i < 20; i++)
		if (pread(i, read_back, sizeof(read_back), 0) != 4 || strcmp(read_back, text) != 0)
			fail("the program's file was written");
}

/* Starts and stops the layer FIRST times more, with two threads inside. */
static void mode_reload(void)
{
	for (unsigned long i = 0; i < first; i++) {
		call(10);
		run_threads(2, &second);
		stop_layer();
		start_layer();
	}
	call(10);
}

/*
 * The layer ends and is started again FIRST times while three threads are in calls of it, and they
 * call on after its last end.
 */
static void mode_end(void)
{
	start_threads(call_for_ever, 3);
	usleep(10000);
	for (unsigned long i = 0; i < first; i++) {
		deinit_layer();
		usleep(1000);
		start_layer();
		usleep(5000);
	}
	deinit_layer();
	usleep(20000);
}

static void deinit_at_exit(void)
{
	cl_int (*deinit)(void) = (cl_int(*)(void))dlsym(library, "clDeinitLayer");

	deinit();
}

/* Ends while two threads are in calls. */
static void mode_exit(void)
{
	atexit(deinit_at_exit);
	start_threads(call_for_ever, 2);
	call(first);
	exit(0);
}

static void call_inside(void)
{
	inside = NULL;
	call(first);
}

/* Calls inside of a call, more than a chunk can have; then it returns. */
static void mode_nested(void)
{
	char value[8];

	inside = call_inside;
	layer->clGetKernelInfo((cl_kernel)&first, CL_KERNEL_FUNCTION_NAME, sizeof(value), value,
			       NULL);
}

/* A device that the program has from a context is described with its first queue. */
static void mode_queue(void)
{
	unsigned int before;

	layer->clCreateCommandQueue(NULL, NULL, 0, NULL);
	if (queries > 0)
		fail("no queue was made, and a device is asked");
	layer->clCreateCommandQueue(NULL, (cl_device_id)&layer, 0, NULL);
	before = queries;
	if (before == 0)
		fail("the device is not described");
	layer->clCreateCommandQueue(NULL, (cl_device_id)&layer, 0, NULL);
	if (queries != before)
		fail("the device is described again");
}

/* A program source of FIRST bytes. */
static void mode_source(void)
{
	char *source = malloc(first + 1);
	const char *strings[] = { source };
	cl_int error = 0;

	if (!source)
		fail("no memory");
	memset(source, 's', first);
	source[first] = '\0';
	layer->clCreateProgramWithSource(NULL, 1, strings, NULL, &error);
	call(10);
	free(source);
}

static jmp_buf outside;

static void jump(void)
{
	longjmp(outside, 1);
}

static void end_thread(void)
{
	pthread_exit(NULL);
}

static void be_cancelled(void)
{
	pthread_cancel(pthread_self());
	pthread_testcancel();
}

static void *finish_in_thread(void *leave)
{
	memcpy(&inside, leave, sizeof(inside));
	layer->clFinish(NULL);
	return NULL;
}

static void leave_thread(void (*leave)(void))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, finish_in_thread, &leave) != 0 ||
	    pthread_join(thread, NULL) != 0)
		fail("no thread");
	call(1);
}

/* Calls that are left by longjmp(), the end of the thread, and a cancellation. */
static void mode_left(void)
{
	inside = jump;
	if (setjmp(outside) == 0)
		layer->clFinish(NULL);
	call(1);
	leave_thread(end_thread);
	leave_thread(be_cancelled);
}

/* Replaces itself by a program with SECOND calls, after FIRST calls. */
static void mode_exec(void)
{
	char count[32];

	call(first);
	snprintf(count, sizeof(count), "%lu", second);
	execl("/proc/self/exe", "record-program", layer_path, "calls", count, (char *)NULL);
	fail("no exec");
}

/* Calls with a file size limit of FIRST bytes. */
static void mode_limited(void)
{
	const struct rlimit limit = { first, first };

	setrlimit(RLIMIT_FSIZE, &limit);
	call(second);
}

static const struct mode {
	const char *name;
	void (*function)(void);
} modes[] = {
	{ "abort", mode_abort },   { "calls", mode_calls },
	{ "close", mode_close },   { "duration", mode_duration },
	{ "end", mode_end },	   { "endless", mode_endless },
	{ "exec", mode_exec },
	{ "exit", mode_exit },	   { "extensions", mode_extensions },
	{ "for-ever", mode_for_ever },
	{ "fork", mode_fork },	   { "fork-extensions", mode_fork_extensions },
	{ "fork-inside", mode_fork_inside },
	{ "left", mode_left },	   { "limited", mode_limited },
	{ "queue", mode_queue },
	{ "nested", mode_nested }, { "reload", mode_reload },
	{ "short", mode_short },   { "slow", mode_slow },
	{ "source", mode_source }, { "threads", mode_threads },
	{ "wait", mode_wait },	   { "waits", mode_waits },
};

int main(int argc, char **argv)
{
	if (argc < 3)
		fail("usage: record-program LAYER MODE [NUMBER [NUMBER]]");
	layer_path = argv[1];
	if (argc > 3)
		first = strtoul(argv[3], NULL, 10);
	if (argc > 4)
		second = strtoul(argv[4], NULL, 10);
	before_start = now();
	start_layer();
	after_start = now();
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (strcmp(modes[i].name, argv[2]) == 0) {
			modes[i].function();
			deinit_layer();
			return EXIT_SUCCESS;
		}
	}
	fail("there is no such mode");
}
