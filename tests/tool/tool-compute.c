/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool-compute: the part of tool-driver that computes, for clrouter doctor --compute. It has one
 * kernel, which it runs instead of whatever the program says. Its behaviours:
 *
 * no-compiler, unavailable, other-order: the devices say so.
 * no-context, null-context: clCreateContext fails, or returns NULL as if it had not.
 * lacks: there is no clCreateKernel.
 * build-fails, build-silent: clBuildProgram fails, with a log and without one.
 * no-images: the devices say so to a test with TOOL_CALLS, and clBuildProgram fails.
 * strict-options: clBuildProgram fails with options of a vendor or folders, and its log says so.
 * shows-options: the same with all options.
 * cache: the build fails, and its log says which folder the caches are in.
 * wrong: one number of the result is wrong.
 * idle: the kernel does nothing.
 * at-times: one number of every second result is wrong.
 * no-launch: the launch fails.
 * wants-local: the launch fails unless work-groups have 8 work-items.
 * slow-run: the kernel takes two seconds.
 * no-memory: clCreateBuffer fails.
 * eats-memory: the kernel takes memory as long as there is some.
 * killed-run: the kernel's process is killed, as Linux does when memory is short.
 * heap-run: the kernel's process ends as if its C library had found that the heap is broken.
 * crash-build, hang-build, crash-run, abort-run, hang-run, exit-release: when the driver does so.
 * hang-helper: the kernel hangs, and a process that the driver has started does not end either. Their
 *	parent's descriptor 9, which both have, gets a line when that is so, and another one later if the
 *	process is still there then.
 * liboclgrind-says: the kernel copies the file that TOOL_SAYS names to the one that OCLGRIND_LOG names.
 * liboclgrind-aborts: it also aborts.
 * liboclgrind-uninitialized: it aborts if OCLGRIND_UNINITIALIZED is set, or else does that.
 * resists: the kernel hangs, and SIGKILL does not end its process.
 */
#include "tool/tool-compute.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <unistd.h>

#define RESISTANCE 25	/* seconds */

/* A context, queue or kernel. */
struct object {
	const void *table;
};

static struct object object;
static const char *behaviour = "";
static struct tool_buffer *arguments[2];
static cl_uint rounds;
static cl_uint launches;
static char log_text[4096];

static bool is(const char *word)
{
	return strcmp(behaviour, word) == 0;
}

bool tool_compute_is(const char *word)
{
	return is(word);
}

bool tool_compute_flag(cl_device_info name, cl_bool *value)
{
	if (name == CL_DEVICE_AVAILABLE)
		*value = !is("unavailable");
	else if (name == CL_DEVICE_COMPILER_AVAILABLE)
		*value = !is("no-compiler");
	else if (name == CL_DEVICE_ENDIAN_LITTLE)
		*value = (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) != is("other-order");
	else
		return false;
	return true;
}

static void *made(cl_int *code, cl_int value)
{
	if (code)
		*code = value;
	return value == CL_SUCCESS ? &object : NULL;
}

static cl_context CL_API_CALL create_context(
	const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
	void (CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data, cl_int *code)
{
	(void)properties;
	(void)count;
	(void)devices;
	(void)notify;
	(void)data;
	if (is("null-context")) {
		*code = CL_SUCCESS;
		return NULL;
	}
	return made(code, is("no-context") ? CL_OUT_OF_RESOURCES : CL_SUCCESS);
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties, cl_int *code)
{
	(void)context;
	(void)device;
	(void)properties;
	return made(code, CL_SUCCESS);
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *bytes, cl_int *code)
{
	struct tool_buffer *buffer;

	(void)context;
	if (is("no-memory")) {
		*code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
		return NULL;
	}
	buffer = calloc(1, sizeof(*buffer));
	buffer->table = object.table;
	buffer->size = size;
	buffer->numbers = calloc(1, size);
	if (flags & CL_MEM_COPY_HOST_PTR)
		memcpy(buffer->numbers, bytes, size);
	*code = CL_SUCCESS;
	return (cl_mem)buffer;
}

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char **texts,
					     const size_t *lengths, cl_int *code)
{
	(void)context;
	(void)count;
	(void)texts;
	(void)lengths;
	return made(code, CL_SUCCESS);
}

/* Leaves in the folder what a compiler does, a file that cannot be written among it. */
static void fill_cache(const char *folder)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/kernels", folder);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/kernels/one", folder);
	file = fopen(path, "w");
	if (file)
		fclose(file);
	chmod(path, 0400);
	snprintf(path, sizeof(path), "%s/link", folder);
	if (symlink("/", path) != 0)
		abort();
}

static void write_cache_log(void)
{
	static const char *const names[] = {
		"TMPDIR", "XDG_CACHE_HOME", "POCL_CACHE_DIR", "CUDA_CACHE_PATH", "MESA_SHADER_CACHE_DIR"
	};
	const char *first = getenv(names[0]);
	bool is_same = first != NULL;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		is_same = is_same && getenv(names[i]) && strcmp(getenv(names[i]), first) == 0;
	snprintf(log_text, sizeof(log_text), "error: %s%s", is_same ? "" : "not all in ",
		 first ? first : "");
	if (is_same)
		fill_cache(first);
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
				const char *options, void (CL_CALLBACK *notify)(cl_program, void *),
				void *data)
{
	(void)program;
	(void)count;
	(void)devices;
	(void)notify;
	(void)data;
	snprintf(log_text, sizeof(log_text), "error: unknown option in: %s", options ? options : "");
	if (is("shows-options") ||
	    (is("strict-options") && options && (strstr(options, "-cl-nv-") || strstr(options, "-I /usr"))))
		return CL_INVALID_BUILD_OPTIONS;
	log_text[0] = '\0';
	if (is("crash-build"))
		raise(SIGSEGV);
	while (is("hang-build"))
		pause();
	if (is("build-silent"))
		return CL_COMPILER_NOT_AVAILABLE;
	if (is("build-fails"))
		strcpy(log_text, "\n  1 warning: unused\n\t/x/k.cl:3:1: fatal ERROR: no such \033[1mheader\n"
				 "second error\n");
	if (is("cache"))
		write_cache_log();
	return is("build-fails") || is("no-images") || is("cache") ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
}

static cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id device,
					 cl_program_build_info name, size_t capacity, void *target,
					 size_t *size)
{
	(void)program;
	(void)device;
	if (name != CL_PROGRAM_BUILD_LOG || (target && capacity < strlen(log_text) + 1))
		return CL_INVALID_VALUE;
	if (target)
		strcpy(target, log_text);
	if (size)
		*size = strlen(log_text) + 1;
	return CL_SUCCESS;
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *code)
{
	(void)program;
	(void)name;
	return made(code, CL_SUCCESS);
}

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size,
				       const void *value)
{
	(void)kernel;
	if (index < 2 && size == sizeof(cl_mem))
		arguments[index] = *(struct tool_buffer *const *)value;
	else if (index == 2 && size == sizeof(rounds))
		memcpy(&rounds, value, size);
	else
		return CL_INVALID_ARG_SIZE;
	return CL_SUCCESS;
}

/*
 * Its parent does not see the end of a process until its tracer has seen it, and this tracer, in a
 * group of its own, does not look.
 */
static void resist(void)
{
	const pid_t process = getpid();
	int ends[2];
	char byte;

	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	if (pipe(ends) != 0)
		return;
	if (fork() == 0) {
		setpgid(0, 0);
		alarm(RESISTANCE);
		signal(SIGALRM, SIG_DFL);
		if (ptrace(PTRACE_SEIZE, process, NULL, NULL) != 0)
			_exit(1);
		if (write(ends[1], "t", 1) == 1)
			while (true)
				pause();
	}
	close(ends[1]);
	if (read(ends[0], &byte, 1) == 1)
		while (true)
			pause();
}

static volatile sig_atomic_t is_late;

static void note_late(int number)
{
	(void)number;
	is_late = 1;
}

static void hang_with_helper(void)
{
	if (fork() == 0) {
		signal(SIGALRM, note_late);
		alarm(RESISTANCE);
		while (!is_late)
			pause();
		dprintf(9, "outlived\n");
		_exit(1);
	}
	dprintf(9, "hung\n");
	while (true)
		pause();
}

/* A compiler may leave out an allocation that nobody can see. */
static cl_int eat_memory(void)
{
	static void *volatile eaten;

	do
		eaten = malloc(1 << 20);
	while (eaten);
	return CL_OUT_OF_HOST_MEMORY;
}

/* As Oclgrind says what it finds. */
static void say(void)
{
	const char *name = getenv("TOOL_SAYS");
	const char *log = getenv("OCLGRIND_LOG");
	FILE *file = name ? fopen(name, "r") : NULL;
	FILE *to = log ? fopen(log, "w") : NULL;
	int c;

	if (is("liboclgrind-uninitialized") && getenv("OCLGRIND_UNINITIALIZED"))
		abort();
	while (file && to && (c = getc(file)) != EOF) {
		putc(c, to);
		putc(c, stderr);
	}
	if (to)
		fclose(to);
	if (file)
		fclose(file);
	if (is("liboclgrind-aborts"))
		abort();
}

static cl_int CL_API_CALL run(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
			      const size_t *offset, const size_t *items, const size_t *group,
			      cl_uint count, const cl_event *waited, cl_event *event)
{
	(void)queue;
	(void)kernel;
	(void)dimensions;
	(void)offset;
	(void)count;
	(void)waited;
	(void)event;
	while (is("hang-run"))
		pause();
	if (is("hang-helper"))
		hang_with_helper();
	if (is("crash-run"))
		raise(SIGSEGV);
	if (is("abort-run"))
		abort();
	if (is("heap-run")) {
		fputs("free(): invalid pointer\n", stderr);
		abort();
	}
	if (is("killed-run"))
		raise(SIGKILL);
	if (is("eats-memory"))
		return eat_memory();
	if (is("resists"))
		resist();
	if (strncmp(behaviour, "liboclgrind-", 12) == 0)
		say();
	if (is("slow-run"))
		sleep(2);
	for (cl_uint i = 0; !is("idle") && i < *items; i++) {
		cl_uint x = arguments[0]->numbers[i];

		for (cl_uint round = 0; round < rounds; round++)
			x = x * 1664525U + 1013904223U + i;
		arguments[1]->numbers[i] = x;
	}
	if (is("wrong"))
		arguments[1]->numbers[7]++;
	if (is("at-times") && launches++ % 2 == 1)
		arguments[1]->numbers[3] ^= 0x100;
	if (is("small-groups") && group && *group > 2)
		return CL_INVALID_WORK_GROUP_SIZE;
	if (is("wants-local") && (!group || *group != 8))
		return CL_INVALID_WORK_GROUP_SIZE;
	return is("no-launch") ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
				      size_t offset, size_t size, void *target, cl_uint count,
				      const cl_event *waited, cl_event *event)
{
	(void)queue;
	(void)is_blocking;
	(void)count;
	(void)waited;
	(void)event;
	memcpy(target, (const char *)((const struct tool_buffer *)buffer)->numbers + offset, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
				       size_t offset, size_t size, const void *bytes, cl_uint count,
				       const cl_event *waited, cl_event *event)
{
	(void)queue;
	(void)is_blocking;
	(void)count;
	(void)waited;
	(void)event;
	memcpy((char *)((const struct tool_buffer *)buffer)->numbers + offset, bytes, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL wait_for_queue(cl_command_queue queue)
{
	(void)queue;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL release_buffer(cl_mem buffer)
{
	free(((struct tool_buffer *)buffer)->numbers);
	free(buffer);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL release(void *released)
{
	(void)released;
	if (is("exit-release"))
		_exit(4);
	return CL_SUCCESS;
}

#ifdef EXPORTED
#define EXPORT __attribute__((visibility("default")))
EXPORT api_fn_clCreateCommandQueue clCreateCommandQueue __attribute__((alias("create_queue")));
EXPORT api_fn_clBuildProgram clBuildProgram __attribute__((alias("build")));
EXPORT api_fn_clEnqueueReadBuffer clEnqueueReadBuffer __attribute__((alias("read_buffer")));
#define FUNCTION(exported, own) exported
#else
#define FUNCTION(exported, own) own
#endif

void tool_compute_fill(void **table, const char *self)
{
	behaviour = self;
	object.table = table;
	table[API_SLOT_clCreateContext] = (void *)create_context;
	table[API_SLOT_clCreateCommandQueue] = (void *)FUNCTION(clCreateCommandQueue, create_queue);
	table[API_SLOT_clCreateBuffer] = (void *)create_buffer;
	table[API_SLOT_clCreateProgramWithSource] = (void *)create_program;
	table[API_SLOT_clBuildProgram] = (void *)FUNCTION(clBuildProgram, build);
	table[API_SLOT_clGetProgramBuildInfo] = (void *)get_build_info;
	table[API_SLOT_clCreateKernel] = is("lacks") ? NULL : (void *)create_kernel;
	table[API_SLOT_clSetKernelArg] = (void *)set_argument;
	table[API_SLOT_clEnqueueNDRangeKernel] = (void *)run;
	table[API_SLOT_clEnqueueReadBuffer] = (void *)FUNCTION(clEnqueueReadBuffer, read_buffer);
	table[API_SLOT_clEnqueueWriteBuffer] = (void *)write_buffer;
	table[API_SLOT_clFinish] = (void *)wait_for_queue;
	table[API_SLOT_clReleaseMemObject] = (void *)release_buffer;
	table[API_SLOT_clReleaseKernel] = (void *)release;
	table[API_SLOT_clReleaseProgram] = (void *)release;
	table[API_SLOT_clReleaseCommandQueue] = (void *)release;
	table[API_SLOT_clReleaseContext] = (void *)release;
}
