/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool-driver: a small driver whose behaviour is its own file name, so that a test makes faulty
 * drivers by copying one file: crash.so crashes while it is loaded, hang-devices.so hangs when it
 * is asked for its devices. With any name that is not a behaviour, it is a good driver.
 *
 * -DCOMPUTES: computes, or does not, as tool-compute.c says.
 * -DEXPORTED: exports some functions of its table, too, and fills the table with the exported ones.
 * -DNEEDS_NOWHERE: calls two functions that no library defines.
 * -DNEEDS_LOADER: calls two functions of libOpenCL.so.1, without being linked to it.
 * -DNEEDS_HELP: calls the functions of tool-help.c.
 * -DNEEDS_STORAGE: has a mebibyte of thread-local storage for the static block.
 * -DNEEDS_MEMORY: has half a gibibyte of zeros.
 * -DNEEDS_PROCESSOR: is marked as built for an x86-64 processor of a level that there is not.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/api.h"
#ifdef COMPUTES
#include "tool/tool-compute.h"
#endif

#define EXPORT __attribute__((visibility("default")))
#define COUNT 2		/* devices */

/* Of extensions. */
#define DEVICE_UUID 0x106A
#define DEVICE_SEMAPHORE_TYPES 0x204C
#define DEVICE_PCI_BUS_INFO 0x410F
#define DEVICE_PCI_BUS_ID_NV 0x4008
#define DEVICE_PCI_SLOT_ID_NV 0x4009
#define DEVICE_TOPOLOGY_AMD 0x4037

static const unsigned char uuid[16] = { 0x4f, 0x3a, 0x0c, 0x21, 0xde, 0xad, 0xbe, 0xef, 1 };
static const unsigned char no_uuid[16];
static const cl_uint address[4] = { 0, 0x81, 0x1f, 7 };
static const cl_uint slot = 0x1f << 3 | 7;
static const unsigned char topology[24] = { 1, [21] = 0x81, [22] = 0x1f, [23] = 7 };

struct object {
	const void *table;
};

static void *table[API_SLOTS];
static struct object platform = { table };
static struct object devices[COUNT] = { { table }, { table } };
static char self[64];	/* the behaviour */

static bool is(const char *behaviour)
{
	return strcmp(self, behaviour) == 0;
}

#ifdef COMPUTES
/* Does it make more than buffers (tool-objects.c)? */
static bool has_objects(void)
{
	return getenv("TOOL_CALLS") != NULL;
}
#endif

/* The calls of one device are enough. */
static cl_uint device_count(void)
{
#ifdef COMPUTES
	if (has_objects())
		return 1;
#endif
	return COUNT;
}

/* A line without end, many lines, or bytes that no text has; the last words of a driver. */
static void say_much(void)
{
	if (!is("long-line") && !is("many-lines") && !is("odd-bytes"))
		return;
	setvbuf(stderr, NULL, _IOFBF, 65536);
	for (int i = 0; is("long-line") && i < 1 << 20; i++)
		fputs(i == 0 ? "begins" : "\xC3\xA4", stderr);
	for (int i = 0; is("many-lines") && i < 100000; i++)
		fprintf(stderr, "line %d of a driver that does not stop to write lines\n", i);
	if (is("odd-bytes"))
		fwrite("\xFF\xFE\0\x1B[2Jred\x7F\t", 1, 12, stderr);
	fflush(stderr);
	abort();
}

static void do_badly(const char *when)
{
	char name[64];

	snprintf(name, sizeof(name), "crash%s", when);
	if (is(name))
		raise(SIGSEGV);
	snprintf(name, sizeof(name), "hang%s", when);
	while (is(name))
		pause();
	snprintf(name, sizeof(name), "kill%s", when);
	if (is(name))
		kill(0, SIGTERM);
	snprintf(name, sizeof(name), "exit%s", when);
	if (is(name))
		_exit(3);
	snprintf(name, sizeof(name), "abort%s", when);
	if (is(name)) {
		fputs("first words\nLLVM ERROR: option registered more than once!\n", stderr);
		abort();
	}
}

static cl_int give(const void *value, size_t size, size_t capacity, void *target, size_t *size_ret)
{
	if (target && capacity < size)
		return CL_INVALID_VALUE;
	if (target)
		memcpy(target, value, size);
	if (size_ret)
		*size_ret = size;
	return CL_SUCCESS;
}

static cl_int give_text(const char *text, size_t capacity, void *target, size_t *size_ret)
{
	return give(text, strlen(text) + 1, capacity, target, size_ret);
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id asked, cl_platform_info name,
					    size_t capacity, void *target, size_t *size_ret)
{
	(void)asked;
	switch (name) {
	case CL_PLATFORM_EXTENSIONS:
		return give_text(is("no-word") ? "cl_khr_icdx" : "cl_khr_icd", capacity, target,
				 size_ret);
	case CL_PLATFORM_NAME:
		return give_text(is("strange-name")
					 ? "Odd \"\033[31m\n\xFF\xC3\xA9\xC2\x9B\xE2\x80\xAE"
					 : "Tool",
				 capacity, target, size_ret);
	case CL_PLATFORM_VENDOR:
		return give_text("clrouter tests", capacity, target, size_ret);
	case CL_PLATFORM_VERSION:
		return give_text("OpenCL 3.0 tool", capacity, target, size_ret);
	case CL_PLATFORM_ICD_SUFFIX_KHR:
		return give_text("TOOL", capacity, target, size_ret);
	}
	return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_devices(cl_platform_id asked, cl_device_type type, cl_uint entries,
				      cl_device_id *list, cl_uint *count)
{
	(void)asked;
	(void)type;
	do_badly("-devices");
	if (is("no-device-said"))
		fputs("a line\nthere is no firmware for this device\n", stderr);
	if (is("no-device") || is("no-device-said"))
		return CL_DEVICE_NOT_FOUND;
	for (cl_uint i = 0; list && i < entries && i < device_count(); i++)
		list[i] = (cl_device_id)&devices[i];
	if (count)
		*count = device_count();
	return CL_SUCCESS;
}

/* The device refuses queries of the first, and has the second under another name. */
static const char *extensions(bool is_gpu)
{
	if (is("refuses-queries"))
		return is_gpu ? "cl_khr_semaphore cl_khr_device_uuid" : "cl_khr_semaphores my_cl_khr_semaphore";
	return "cl_khr_fp64 cl_khr_semaphore";
}

static cl_int CL_API_CALL get_device_info(cl_device_id asked, cl_device_info name, size_t capacity,
					  void *target, size_t *size_ret)
{
	bool is_gpu = asked == (cl_device_id)&devices[0];
	cl_device_type type = !is_gpu ? CL_DEVICE_TYPE_CPU :
			      is("custom") ? CL_DEVICE_TYPE_CUSTOM : CL_DEVICE_TYPE_GPU;
#ifdef COMPUTES
	const void *answer;
	const size_t size = has_objects() ? tool_objects_answer(name, &answer) : 0;
	cl_bool flag;

	if (size > 0)
		return give(answer, size, capacity, target, size_ret);
	if (has_objects() && name == CL_DEVICE_IMAGE_SUPPORT) {
		flag = !is("no-images");
		return give(&flag, sizeof(flag), capacity, target, size_ret);
	}
	if (name == CL_DEVICE_PLATFORM) {
		const cl_platform_id own = (cl_platform_id)&platform;

		return give(&own, sizeof(own), capacity, target, size_ret);
	}
	if (tool_compute_flag(name, &flag))
		return give(&flag, sizeof(flag), capacity, target, size_ret);
	if (name == CL_DEVICE_MAX_WORK_GROUP_SIZE && is("small-groups")) {
		const size_t most = 2;

		return give(&most, sizeof(most), capacity, target, size_ret);
	}
	if (name == CL_DEVICE_MEM_BASE_ADDR_ALIGN && is("misaligned")) {
		const cl_uint bits = 2048;

		return give(&bits, sizeof(bits), capacity, target, size_ret);
	}
#endif
	switch (name) {
	case CL_DEVICE_TYPE:
		return give(&type, sizeof(type), capacity, target, size_ret);
	case CL_DEVICE_NAME:
		return give_text(is_gpu ? "Tool GPU" : "Tool CPU", capacity, target, size_ret);
	case CL_DEVICE_VERSION:
		return give_text("OpenCL 3.0 tool", capacity, target, size_ret);
	case CL_DRIVER_VERSION:
		return give_text("7.5", capacity, target, size_ret);
	case CL_DEVICE_EXTENSIONS:
		return give_text(extensions(is_gpu), capacity, target, size_ret);
	case DEVICE_SEMAPHORE_TYPES:
		if (is("crash-queries"))
			raise(SIGSEGV);
		return is("good") ? give(&slot, sizeof(slot), capacity, target, size_ret)
		       : is("lost-queries") ? CL_OUT_OF_RESOURCES
					    : CL_INVALID_VALUE;
	case DEVICE_UUID:
		return is_gpu ? give(uuid, sizeof(uuid), capacity, target, size_ret)
			      : give(no_uuid, sizeof(no_uuid), capacity, target, size_ret);
	case DEVICE_PCI_BUS_INFO:
		return is_gpu && is("good") ? give(address, sizeof(address), capacity, target, size_ret)
					    : CL_INVALID_VALUE;
	case DEVICE_PCI_BUS_ID_NV:
		return is_gpu && is("nv") ? give(&address[1], sizeof(cl_uint), capacity, target, size_ret)
					  : CL_INVALID_VALUE;
	case DEVICE_PCI_SLOT_ID_NV:
		return is_gpu && is("nv") ? give(&slot, sizeof(slot), capacity, target, size_ret)
					  : CL_INVALID_VALUE;
	case DEVICE_TOPOLOGY_AMD:
		return is_gpu && is("amd") ? give(topology, sizeof(topology), capacity, target, size_ret)
					   : CL_INVALID_VALUE;
	}
	return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_platforms(cl_uint entries, cl_platform_id *list, cl_uint *count)
{
	do_badly("-platforms");
	if (is("error"))
		return CL_OUT_OF_HOST_MEMORY;
	if (list && entries > 0)
		list[0] = is("null-platform") ? NULL : (cl_platform_id)&platform;
	if (count)
		*count = is("no-platform") ? 0 : 1;
	return is("no-platform") ? -1001 : CL_SUCCESS;
}

EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
	if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
		return (void *)get_platforms;
	if (strcmp(name, "clGetPlatformInfo") == 0)
		return (void *)get_platform_info;
	return NULL;
}

#ifdef NEEDS_NOWHERE
void nowhere_one(void);
void nowhere_two(void);
EXPORT void call_nowhere(void);

void call_nowhere(void)
{
	nowhere_one();
	nowhere_two();
}
#endif

#ifdef NEEDS_LOADER
EXPORT void call_loader(cl_command_queue queue);

void call_loader(cl_command_queue queue)
{
	clFlush(queue);
	clFinish(queue);
}
#endif

#ifdef NEEDS_HELP
int help_one(void);
int help_two(void);
int help_three(void);
int help_four(void);
int help_five(void);
EXPORT int call_help(void);

int call_help(void)
{
	return help_one() + help_two() + help_three() + help_four() + help_five();
}
#endif

#ifdef NEEDS_STORAGE
EXPORT char *find_storage(void);

char *find_storage(void)
{
	static __thread char storage[1 << 20] __attribute__((tls_model("initial-exec")));

	return storage;
}
#endif

#ifdef NEEDS_MEMORY
EXPORT char zeros[1 << 29];
#endif

#if defined(NEEDS_PROCESSOR) && defined(__x86_64__)
/* GNU_PROPERTY_X86_ISA_1_NEEDED with a bit that no version of the C library knows. */
__asm__(".pushsection .note.gnu.property, \"a\"\n.balign 8\n.long 4, 16, 5\n.asciz \"GNU\"\n"
	".long 0xc0008002, 4, 0x40000000, 0\n.popsection");
#endif

/* "llvm-N" loads the libLLVM-N.so.1 that is beside it. PATH is its own. */
static void load_llvm(const char *path)
{
	const char *slash = strrchr(path, '/');
	char library[4096];

	if (strncmp(self, "llvm-", 5) != 0 || !slash)
		return;
	snprintf(library, sizeof(library), "%.*s/libLLVM-%s.so.1", (int)(slash - path), path, self + 5);
	dlopen(library, RTLD_NOW);
}

__attribute__((constructor)) static void set_up(void)
{
	const char *name = NULL;
	Dl_info info;

	if (dladdr(&platform, &info) && info.dli_fname)
		name = strrchr(info.dli_fname, '/');
	snprintf(self, sizeof(self), "%s", name ? name + 1 : "");
	self[strcspn(self, ".")] = '\0';
	if (name)
		load_llvm(info.dli_fname);
	table[API_SLOT_clGetPlatformInfo] = (void *)get_platform_info;
	table[API_SLOT_clGetDeviceIDs] = (void *)get_devices;
	table[API_SLOT_clGetDeviceInfo] = (void *)get_device_info;
#ifdef COMPUTES
	tool_compute_fill(table, self);
	if (has_objects())
		tool_objects_fill(table);
#endif
	if (is("noisy"))
		puts("the driver says hello");
	say_much();
	do_badly("");
}

__attribute__((destructor)) static void take_down(void)
{
	do_badly("-end");
}
