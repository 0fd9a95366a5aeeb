/* SPDX-License-Identifier: Apache-2.0 */
/* self-test: see self-test.h. */
#include "tool/sanitize/self-test.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "config/known-options.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/driver/device-layer.h"
#include "tool/probe/driver/device-use.h"
#include "tool/probe/driver/driver-probe.h"
#include "tool/probe/driver/report.h"
#include "tool/probe/process/layer-status.h"
#include "tool/probe/snapshot.h"

#define COUNT 64 /* work-items */
#define STEPS 5	 /* of a test that takes the whole limit of time each */
#define PLANTED "clrouter_planted"
#define RIGHT "clrouter_right"

/* The fault is a read, which harms nobody where it is not found. */
static const char source[] = "__kernel void " PLANTED
			     "(__global const uint *input, __global uint *output)\n"
			     "{\n"
			     "	size_t i = get_global_id(0);\n"
			     "	output[i] = input[i + 1];\n"
			     "}\n"
			     "__kernel void " RIGHT
			     "(__global const uint *input, __global uint *output)\n"
			     "{\n"
			     "	size_t i = get_global_id(0);\n"
			     "	output[i] = input[i] + 1;\n"
			     "}\n";

struct device_test {
	const struct driver_probe *driver;
	size_t platform; /* the number in the driver */
	size_t device;	 /* the number in the platform */
	struct child child;
	size_t findings;
	bool is_checked; /* a kernel was */
	const char *unable;
	const char *failed;
};

/* -- the child ----------------------------------------------------------------------------- */

static const char *find_obstacle(const struct device_use *use)
{
	if (device_use_is_custom(use))
		return "a custom device builds no programs from source";
	if (!device_use_flag(use, CL_DEVICE_AVAILABLE, true))
		return "it is not available (CL_DEVICE_AVAILABLE)";
	if (!device_use_flag(use, CL_DEVICE_COMPILER_AVAILABLE, true))
		return "it has no compiler (CL_DEVICE_COMPILER_AVAILABLE)";
	return NULL;
}

static cl_program build(const struct device_use *use)
{
	const char *text = source;
	cl_int code = CL_SUCCESS;
	const cl_program program =
		use->table->clCreateProgramWithSource(use->context, 1, &text, NULL, &code);

	if (!device_use_made(use, "clCreateProgramWithSource", program, code))
		return NULL;
	code = use->table->clBuildProgram(program, 1, &use->device, "", NULL, NULL);
	return device_use_succeeded(use, "clBuildProgram", code) ? program : NULL;
}

/* Runs the kernel NAME on the two BUFFERS, and reads the second one into NUMBERS. */
static bool run_kernel(const struct device_use *use, cl_program program, const char *name,
		       const cl_mem *buffers, cl_uint numbers[COUNT])
{
	const struct api_table *table = use->table;
	const size_t items = COUNT;
	cl_int code = CL_SUCCESS;
	const cl_kernel kernel = table->clCreateKernel(program, name, &code);

	if (!device_use_made(use, "clCreateKernel", kernel, code))
		return false;
	for (cl_uint i = 0; i < 2 && code == CL_SUCCESS; i++)
		code = table->clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]);
	if (!device_use_succeeded(use, "clSetKernelArg", code))
		return false;
	code = table->clEnqueueNDRangeKernel(use->queue, kernel, 1, NULL, &items, NULL, 0, NULL,
					     NULL);
	if (!device_use_succeeded(use, "clEnqueueNDRangeKernel", code))
		return false;
	code = table->clEnqueueReadBuffer(use->queue, buffers[1], CL_TRUE, 0,
					  COUNT * sizeof(*numbers), numbers, 0, NULL, NULL);
	table->clReleaseKernel(kernel);
	return device_use_succeeded(use, "clEnqueueReadBuffer", code) &&
	       device_use_succeeded(use, "clFinish", table->clFinish(use->queue));
}

/* With the checks, both kernels have the results that they have without. */
static void compare(const struct device_use *use, const cl_uint *planted, const cl_uint *right)
{
	for (cl_uint i = 0; i < COUNT; i++)
		if (right[i] != 2 * i + 1 || (i + 1 < COUNT && planted[i] != 2 * (i + 1))) {
			report_put(use->report, DEVICE_USE_FAILED,
				   "with checks, a kernel computes something else");
			return;
		}
}

static bool make_buffers(const struct device_use *use, cl_mem buffers[2])
{
	cl_uint numbers[COUNT];
	cl_int code = CL_SUCCESS;

	for (cl_uint i = 0; i < COUNT; i++)
		numbers[i] = 2 * i;
	for (unsigned i = 0; i < 2; i++) {
		buffers[i] = use->table->clCreateBuffer(use->context,
							CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
							sizeof(numbers), numbers, &code);
		if (!device_use_made(use, "clCreateBuffer", buffers[i], code))
			return false;
	}
	return true;
}

/* The layer looks for more findings when objects are released. */
static void release(const struct device_use *use, cl_program program, const cl_mem *buffers)
{
	const struct api_table *table = use->table;

	for (unsigned i = 0; i < 2; i++)
		if (buffers[i])
			table->clReleaseMemObject(buffers[i]);
	if (program)
		table->clReleaseProgram(program);
	if (use->queue)
		table->clReleaseCommandQueue(use->queue);
	if (use->context)
		table->clReleaseContext(use->context);
}

static void try_device(struct device_use *use)
{
	cl_uint planted[COUNT];
	cl_uint right[COUNT];
	cl_mem buffers[2] = { NULL, NULL };
	cl_program program = NULL;

	if (device_use_open(use) && make_buffers(use, buffers) && (program = build(use)) &&
	    run_kernel(use, program, PLANTED, buffers, planted) &&
	    run_kernel(use, program, RIGHT, buffers, right))
		compare(use, planted, right);
	release(use, program, buffers);
}

static void test(int report, void *argument)
{
	static struct arena arena; /* drivers keep pointers to both */
	static struct device_use use;
	const struct device_test *question = argument;
	const char *obstacle;

	use.report = report;
	use.arena = &arena;
	if (!device_use_find(&use, question->driver->candidate, question->driver->settings,
			     question->platform, question->device))
		return;
	obstacle = find_obstacle(&use);
	report_put(report, "unable", obstacle);
	if (!obstacle && device_layer_add(&use, "libCLSanitize.so")) {
		try_device(&use);
		device_layer_end();
	}
}

/* -- the parent ---------------------------------------------------------------------------- */

static void take_report(void *data, const char *key, const char *value)
{
	struct device_test *question = data;

	if (strcmp(key, "unable") == 0)
		question->unable = value;
	else if (strcmp(key, DEVICE_USE_FAILED) == 0)
		question->failed = value;
}

static void take_status(struct device_test *question, struct layer_status *status)
{
	char line[STATUS_LINE_SIZE];

	while (layer_status_next(status, line)) {
		question->findings += layer_status_rest(line, STATUS_FINDING) != NULL;
		question->is_checked |= layer_status_rest(line, STATUS_CHECKED) != NULL;
	}
	layer_status_close(status);
}

static bool ask(struct device_test *question, struct tool *tool)
{
	struct layer_status status;

	if (!layer_status_open(&status, known_options[KNOWN_SANITIZE_STATUS].variable))
		return message_usage("there is not enough memory");
	child_run_steps(&question->child, test, question, tool->timeout, STEPS * tool->timeout,
			NULL, NULL, &tool->arena);
	report_visit(question->child.report, question->child.report_size, take_report, question);
	take_status(question, &status);
	return true;
}

/* Does a line of OUTPUT accuse KERNEL? */
static bool accuses(const struct device_test *question, const char *kernel, struct arena *arena)
{
	const char *text = format_into(arena, ": error: %s: ", kernel);

	return question->child.output && strstr(question->child.output, text);
}

/* The first thing that the layer says to the user is why it has checked nothing. */
static const char *why_unchecked(const struct device_test *question, struct arena *arena)
{
	const char *rest = question->child.output;
	const char *line;

	while (rest && (line = child_next_line(&rest, arena))) {
		const char *own = strstr(line, "sanitize: ");

		if (own)
			return format_into(arena, "checks no kernel: %s",
					   own + strlen("sanitize: "));
	}
	return "checks no kernel";
}

/* What is said of a device; *IS_GOOD if there is nothing wrong. */
static const char *judge(const struct device_test *question, bool *is_good, struct arena *arena)
{
	const bool is_found = accuses(question, PLANTED, arena);
	const bool is_right = !accuses(question, RIGHT, arena);

	*is_good = false;
	if (question->unable)
		return format_into(arena, "is not tested: %s", question->unable);
	if (question->child.end != CHILD_EXITED || question->child.code != 0)
		return format_into(arena, "fails: %s", child_end_text(&question->child, arena));
	if (question->failed)
		return format_into(arena, "fails: %s", question->failed);
	if (!question->is_checked)
		return why_unchecked(question, arena);
	if (!is_found || !is_right || question->findings != 1)
		return format_into(arena, "%s, %s",
				   is_found ? "finds the planted fault"
					    : "does not find the planted fault",
				   is_right ? "accuses no right kernel" : "accuses a right kernel");
	*is_good = true;
	return "finds the planted fault, accuses no right kernel";
}

static void write_outcome(struct output *output, const char *platform, const char *device,
			  const char *text, bool is_good)
{
	lines_plain(output, "%s: %s: %s", platform, device, text);
	json_open_object(output, NULL);
	json_text(output, "platform", platform);
	json_text(output, "name", device);
	json_flag(output, "good", is_good);
	json_text(output, "text", text);
	json_close_object(output);
}

/* How many devices were tested, and on how many it works. */
struct self_test {
	struct tool *tool;
	size_t tested;
	size_t good;
};

static void test_device(struct self_test *all, struct device_test *question,
			const struct reported_platform *platform,
			const struct reported_device *device)
{
	struct arena *arena = &all->tool->arena;
	const char *text;
	bool is_good;

	if (!ask(question, all->tool))
		return;
	text = judge(question, &is_good, arena);
	all->tested += !question->unable;
	all->good += is_good;
	write_outcome(all->tool->output, format_or(platform->name, "a platform"),
		      format_or(device->name, "a device"), text, is_good);
}

static void test_driver(struct self_test *all, const struct driver_probe *driver)
{
	size_t i = 0;

	LIST_EACH(const struct reported_platform, platform, driver->reported.first) {
		size_t index = 0;

		LIST_EACH(const struct reported_device, device, platform->devices) {
			struct device_test question = { .driver = driver,
							.platform = i,
							.device = index++ };

			test_device(all, &question, platform, device);
		}
		i++;
	}
}

/* The layer gets its settings from here only. */
static bool set_variables(const char *server)
{
	return setenv(known_options[KNOWN_SANITIZE_SERVER].variable, server, 1) == 0 &&
	       setenv(known_options[KNOWN_SANITIZE_FORMAT].variable, "text", 1) == 0 &&
	       unsetenv(known_options[KNOWN_SANITIZE_FILE].variable) == 0;
}

bool self_test_run(struct tool *tool, const char *server)
{
	struct self_test all = { .tool = tool };
	struct snapshot snapshot;

	if (!set_variables(server))
		return message_usage("there is not enough memory");
	snapshot_read(&snapshot, tool);
	json_open_object(tool->output, NULL);
	json_open_array(tool->output, "devices");
	LIST_EACH(const struct candidate, candidate, snapshot.drivers.first) {
		struct driver_probe probe = driver_probe_of(candidate, &snapshot.settings);

		if (candidate->verdict.reason != REASON_OK)
			continue;
		driver_probe_run(&probe, tool->timeout, &tool->arena);
		test_driver(&all, &probe);
	}
	json_close_array(tool->output);
	json_close_object(tool->output);
	if (all.tested == 0)
		message_error(
			"there is no device that can be tested; \"clrouter doctor\" says why");
	return all.tested > 0 && all.good == all.tested;
}
