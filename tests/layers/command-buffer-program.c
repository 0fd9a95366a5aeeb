/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer-program: see command-buffer-program.h. Without arguments it runs all cases, else
 * those that are named. "time" prints how long 100 launches take, by hand and as a command buffer.
 * The status is 0 if all is right, 2 if the device has no command buffers.
 */
#include "layers/command-buffer-program.h"

#include <time.h>

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */
struct api api;
cl_platform_id platform;
cl_device_id device;
cl_context context;
cl_context other_context;
cl_program program;
const char *current;
bool has_svm;

static cl_command_queue_properties device_queues;
static int failures;

static const char source[] =
	"kernel void scale(global uint *a, uint factor, uint number) {\n"
	"	size_t i = get_global_id(0);\n"
	"	a[i] = a[i] * factor + number;\n"
	"}\n"
	"kernel void sizes(global uint *a) {\n"
	"	if (get_local_id(0) == 0)\n"
	"		a[get_group_id(0)] = get_local_size(0) * 65536 + get_global_size(0) * 256\n"
	"			+ get_global_offset(0);\n"
	"}\n"
	"kernel void through(global uint *a, global uint *from, local uint *l) {\n"
	"	a[get_global_id(0)] = from == 0 ? 7 : from[get_global_id(0)];\n"
	"}\n"
	"kernel __attribute__((reqd_work_group_size(8, 1, 1))) void eight(global uint *a) {\n"
	"	a[get_global_id(0)] = get_local_size(0);\n"
	"}\n";

bool check(bool is_true, const char *condition, const char *file, int line)
{
	if (!is_true) {
		printf("%s: %s:%d: not %s\n", current, file, line, condition);
		__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
	}
	return is_true;
}

void is(long value, long expected, const char *text, const char *file, int line)
{
	if (value == expected)
		return;
	printf("%s: %s:%d: %s is %ld, not %ld\n", current, file, line, text, value, expected);
	__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
}

int failure_count(void)
{
	return __atomic_load_n(&failures, __ATOMIC_RELAXED);
}

/* -- what the cases use ------------------------------------------------------------------ */

static void *must(void *object, cl_int error, const char *what)
{
	if (error == CL_SUCCESS && object)
		return object;
	printf("%s: %s: error %d\n", current, what, error);
	exit(1);
}

/* Whatever holds in a queue without order holds in one that keeps it, too. */
cl_command_queue make_queue(cl_command_queue_properties properties)
{
	cl_int error;
	cl_command_queue queue =
		clCreateCommandQueue(context, device, properties & device_queues, &error);

	return must(queue, error, "queue");
}

cl_mem make_buffer(cl_context in, cl_uint word)
{
	cl_uint words[WORDS] = { word };
	cl_int error;
	cl_mem buffer;

	buffer = clCreateBuffer(in, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, SIZE, words, &error);
	return must(buffer, error, "buffer");
}

cl_mem make_image(cl_context in)
{
	const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE,
				     .image_height = SIDE };
	cl_int error;
	cl_mem image = clCreateImage(in, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);

	return must(image, error, "image");
}

cl_kernel make_kernel(const char *name)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);

	return must(kernel, error, name);
}

cl_command_buffer_khr make_commands(cl_command_queue queue, cl_bitfield flags)
{
	const cl_properties properties[] = { CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0 };
	cl_int error;
	cl_command_buffer_khr commands =
		api.clCreateCommandBufferKHR(1, &queue, flags != 0 ? properties : NULL, &error);

	return must(commands, error, "command buffer");
}

void set_words(cl_command_queue queue, cl_mem buffer, cl_uint value, cl_uint step)
{
	cl_uint words[WORDS];

	for (cl_uint i = 0; i < WORDS; i++)
		words[i] = value + i * step;
	IS(clFinish(queue), CL_SUCCESS);
	IS(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, SIZE, words, 0, NULL, NULL), CL_SUCCESS);
}

cl_uint first_word(cl_command_queue queue, cl_mem buffer)
{
	cl_uint word = 0;

	IS(clFinish(queue), CL_SUCCESS);
	IS(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(word), &word, 0, NULL, NULL),
	   CL_SUCCESS);
	return word;
}

/* -- time -------------------------------------------------------------------------------- */

#define LAUNCHES 100
#define ROUNDS 200

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void launch_by_hand(cl_command_queue queue, cl_kernel kernel)
{
	const size_t one = 1;

	for (int i = 0; i < LAUNCHES; i++)
		IS(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL),
		   CL_SUCCESS);
}

/* The shortest times of many rounds, which alternate, so that a busy machine slows both. */
static void measure(void)
{
	const size_t one = 1;
	cl_command_queue queue = make_queue(0);
	cl_command_buffer_khr commands = make_commands(queue, 0);
	cl_mem buffer = make_buffer(context, 0);
	cl_kernel kernel = make_kernel("scale");
	double hand = 1e9;
	double whole = 1e9;

	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 1, sizeof(cl_uint), &(cl_uint){ 3 }), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ 1 }), CL_SUCCESS);
	for (int i = 0; i < LAUNCHES; i++)
		IS(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &one, NULL,
						 0, NULL, NULL, NULL),
		   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	for (int i = 0; i < ROUNDS; i++) {
		double start = seconds();
		double middle;
		double end;

		launch_by_hand(queue, kernel);
		IS(clFinish(queue), CL_SUCCESS);
		middle = seconds();
		IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
		IS(clFinish(queue), CL_SUCCESS);
		end = seconds();
		hand = middle - start < hand ? middle - start : hand;
		whole = end - middle < whole ? end - middle : whole;
	}
	printf("100 launches: by hand %.0f us, as a command buffer %.0f us, factor %.2f\n",
	       hand * 1e6, whole * 1e6, whole / hand);
	clReleaseKernel(kernel);
	clReleaseMemObject(buffer);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseCommandQueue(queue);
}

/* -- all --------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	void (*run)(void);
} cases[] = {
	{ "commands", test_commands },
	{ "orders", test_orders },
	{ "barriers", test_barriers },
	{ "waits", test_waits },
	{ "events", test_events },
	{ "arguments", test_arguments },
	{ "empty-arguments", test_empty_arguments },
	{ "states", test_states },
	{ "queries", test_queries },
	{ "wrong-creation", test_wrong_creation },
	{ "wrong-recording", test_wrong_recording },
	{ "wrong-memory", test_wrong_memory },
	{ "wrong-images", test_wrong_images },
	{ "wrong-kernels", test_wrong_kernels },
	{ "wrong-enqueue", test_wrong_enqueue },
	{ "wrong-updates", test_wrong_updates },
	{ "updates", test_updates },
	{ "pending-updates", test_pending_updates },
	{ "deferred", test_deferred },
	{ "threads", test_threads },
	{ "shared-updates", test_shared_updates },
	{ "short-memory", test_short_memory },
	{ "time", measure },
};

static bool has_extension(void)
{
	char text[8192] = "";

	clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(text) - 1, text, NULL);
	return strstr(text, "cl_khr_command_buffer ") &&
	       strstr(text, "cl_khr_command_buffer_mutable_dispatch");
}

static void look_at_device(void)
{
	cl_device_svm_capabilities svm = 0;

	clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof(svm), &svm, NULL);
	has_svm = svm != 0;
	if (!has_svm)
		printf("not tested: the device has no shared virtual memory\n");
	IS(clGetDeviceInfo(device, CL_DEVICE_QUEUE_PROPERTIES, sizeof(device_queues),
			   &device_queues, NULL),
	   CL_SUCCESS);
	if ((device_queues & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0)
		printf("not tested: the device has no queues without order\n");
}

static cl_context make_context(void)
{
	cl_int error;
	cl_context made = clCreateContext(NULL, 1, &device, NULL, NULL, &error);

	return must(made, error, "context");
}

static void start(void)
{
	const char *text = source;
	cl_int error;

	current = "start";
	if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS ||
	    !has_extension()) {
		printf("there is no device with command buffers\n");
		exit(2);
	}
	look_at_device();
#define LOOK_UP(name) \
	api.name = clGetExtensionFunctionAddressForPlatform(platform, #name); \
	CHECK(api.name != NULL);
	FUNCTIONS(LOOK_UP)
	context = make_context();
	other_context = make_context();
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	must(program, error, "program");
	IS(clBuildProgram(program, 1, &device, "", NULL, NULL), CL_SUCCESS);
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	start();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bool is_wanted = argc == 1;

		for (int j = 1; j < argc; j++)
			is_wanted |= strcmp(argv[j], cases[i].name) == 0;
		current = cases[i].name;
		if (is_wanted)
			cases[i].run();
	}
	clReleaseProgram(program);
	clReleaseContext(other_context);
	clReleaseContext(context);
	printf("%d failures\n", failure_count());
	return failure_count() != 0;
}
