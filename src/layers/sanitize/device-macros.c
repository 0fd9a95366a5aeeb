/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-macros: see device-macros.h.
 */
#include "layers/sanitize/device-macros.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "layers/frame/ask.h"
#include "state/life.h"

#define TEXT_SIZE 65536 /* of all macros with their values */
#define MOST_NAMES 1024 /* of a device: a driver may say anything */
#define LANGUAGE_OPTION "-cl-"
#define PATIENCE (10 * OWN_CONTEXT_PATIENCE / 2)
#define KERNEL "clrouter_macros"

/* Macros of compilers and targets that programs ask for, besides those that the driver lists. */
static const char *const names[] = {
	"CL_VERSION_1_0",
	"CL_VERSION_1_1",
	"CL_VERSION_1_2",
	"CL_VERSION_2_0",
	"CL_VERSION_2_1",
	"CL_VERSION_2_2",
	"CL_VERSION_3_0",
	"FP_FAST_FMA",
	"FP_FAST_FMAF",
	"FP_FAST_FMA_HALF",
	"POCL_DEVICE_ADDRESS_BITS",
	"POCL_VECTORIZER",
	"__ACC__",
	"__AMDGCN__",
	"__AMDGCN_WAVEFRONT_SIZE",
	"__AMD__",
	"__APPLE__",
	"__ARM_ARCH",
	"__CPU__",
	"__CUDA_ARCH__",
	"__EMBEDDED_PROFILE__",
	"__ENDIAN_LITTLE__",
	"__FAST_RELAXED_MATH__",
	"__GNUC_MINOR__",
	"__GNUC__",
	"__GPU__",
	"__HAS_FMAF__",
	"__HAS_FP64__",
	"__HAS_LDEXPF__",
	"__IMAGE_SUPPORT__",
	"__INTEL_VISA__",
	"__INTEL__",
	"__LITTLE_ENDIAN__",
	"__MESA__",
	"__NVPTX__",
	"__NV_CL_C_VERSION",
	"__OPENCL_C_VERSION__",
	"__OPENCL_VERSION__",
	"__POCL__",
	"__PTX__",
	"__R600__",
	"__ROUNDING_MODE__",
	"__SPIR32__",
	"__SPIR64__",
	"__SPIRV__",
	"__SPIR__",
	"__aarch64__",
	"__amdgcn__",
	"__amdgpu__",
	"__arm__",
	"__clang__",
	"__clang_major__",
	"__clang_minor__",
	"__i386__",
	"__linux__",
	"__llvm__",
	"__opencl_c_3d_image_writes",
	"__opencl_c_atomic_order_acq_rel",
	"__opencl_c_atomic_order_seq_cst",
	"__opencl_c_atomic_scope_all_devices",
	"__opencl_c_atomic_scope_device",
	"__opencl_c_device_enqueue",
	"__opencl_c_fp64",
	"__opencl_c_generic_address_space",
	"__opencl_c_images",
	"__opencl_c_int64",
	"__opencl_c_pipes",
	"__opencl_c_program_scope_global_variables",
	"__opencl_c_read_write_images",
	"__opencl_c_subgroups",
	"__opencl_c_work_group_collective_functions",
	"__powerpc64__",
	"__powerpc__",
	"__riscv",
	"__unix__",
	"__x86_64__",
	"cl_amd_fp64",
	"cl_khr_fp16",
	"cl_khr_fp64",
};

/* One for each device and its options. Written with the lock, and never freed. */
struct known_macros {
	struct known_macros *next;
	cl_device_id device;
	char *options;
	struct device_macros macros;
};

static struct lock lock = LOCK_INIT;
static struct known_macros *all;

void device_macros_start(void)
{
	life_add_lock(&lock);
}

/* -- the source of the kernel ----------------------------------------------------------------- */

static bool is_macro_name(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!text_is_name(text[i]))
			return false;
	return length > 0 && length < 128 && !(text[0] >= '0' && text[0] <= '9');
}

static void add_name(FILE *source, const char *name, size_t length)
{
	if (is_macro_name(name, length))
		fprintf(source, "#ifdef %.*s\n\"%.*s \" S(%.*s) \"\\n\"\n#endif\n", (int)length,
			name, (int)length, name, (int)length, name);
}

/* The names of extensions are macros, too. */
static void add_extensions(FILE *source, cl_device_id device)
{
	char *list = ask_device(device, CL_DEVICE_EXTENSIONS, NULL, NULL);
	size_t count = 0;

	for (const char *word = list; word && *word && count < MOST_NAMES; count++) {
		const size_t length = strcspn(word, " ");

		add_name(source, word, length);
		word += length + strspn(word + length, " ");
	}
	free(list);
}

static void add_features(FILE *source, cl_device_id device)
{
	size_t size;
	char *list = ask_device(device, CL_DEVICE_OPENCL_C_FEATURES, &size, NULL);
	const cl_name_version *features = (const void *)list;

	for (size_t i = 0; list && i < size / sizeof(*features) && i < MOST_NAMES; i++)
		add_name(source, features[i].name,
			 strnlen(features[i].name, CL_NAME_VERSION_MAX_NAME_SIZE));
	free(list);
}

/* Compilers of AMD define a macro of the device's name. */
static void add_device_name(FILE *source, cl_device_id device)
{
	char *name = ask_device(device, CL_DEVICE_NAME, NULL, NULL);
	char macro[128];

	if (name)
		add_name(source, macro,
			 text_format(macro, sizeof(macro), "__%.*s__", (int)strcspn(name, ":"),
				     name));
	free(name);
}

/* free() it. NULL: there is no memory. */
static char *write_source(cl_device_id device)
{
	char *text = NULL;
	size_t size;
	FILE *source = open_memstream(&text, &size);

	if (!source)
		return NULL;
	fputs("#define T(x) #x\n#define S(x) T(x)\n__constant char text[] =\n", source);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		add_name(source, names[i], strlen(names[i]));
	add_extensions(source, device);
	add_features(source, device);
	add_device_name(source, device);
	fputs("\"\";\n__kernel void " KERNEL
	      "(__global char *out, uint size)\n"
	      "{\n\tuint i;\n\tfor (i = 0; i < size; i++)\n"
	      "\t\tout[i] = i < (uint)sizeof(text) ? text[i] : (char)0;\n}\n",
	      source);
	if (fclose(source) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* -- running it ------------------------------------------------------------------------------- */

/* What a run needs of the driver; NULL: not made. */
struct macros_run {
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
	cl_mem buffer;
	volatile char *map;
	char *text; /* TEXT_SIZE bytes */
	bool is_late;
};

static bool build(struct macros_run *run, struct own_context *context, cl_device_id device,
		  const char *options)
{
	char *source = write_source(device);
	const char *const text = source;

	if (!source)
		return false;
	run->program = clrouter_target.clCreateProgramWithSource(
		context->handle, 1, (const char **)(uintptr_t)&text, NULL, NULL);
	free(source);
	if (!run->program || clrouter_target.clBuildProgram(run->program, 1, &device, options, NULL,
							    NULL) != CL_SUCCESS)
		return false;
	run->kernel = clrouter_target.clCreateKernel(run->program, KERNEL, NULL);
	return run->kernel != NULL;
}

static bool prepare(struct macros_run *run, struct own_context *context)
{
	const cl_uint size = TEXT_SIZE;
	cl_int error = CL_SUCCESS;

	run->text = calloc(1, TEXT_SIZE);
	if (run->text)
		run->buffer = clrouter_target.clCreateBuffer(
			context->handle,
			CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, TEXT_SIZE,
			run->text, NULL);
	if (!run->buffer ||
	    clrouter_target.clSetKernelArg(run->kernel, 0, sizeof(cl_mem), &run->buffer) !=
		    CL_SUCCESS ||
	    clrouter_target.clSetKernelArg(run->kernel, 1, sizeof(size), &size) != CL_SUCCESS)
		return false;
	run->map = clrouter_target.clEnqueueMapBuffer(run->queue, run->buffer, CL_TRUE, CL_MAP_READ,
						      0, TEXT_SIZE, 0, NULL, NULL, &error);
	if (error != CL_SUCCESS)
		run->map = NULL;
	return true;
}

static bool execute(struct macros_run *run, bool *shows_maps)
{
	const size_t one = 1;
	cl_event event = NULL;

	if (clrouter_target.clEnqueueNDRangeKernel(run->queue, run->kernel, 1, NULL, &one, &one, 0,
						   NULL, &event) != CL_SUCCESS ||
	    !own_context_await(run->queue, event, PATIENCE, &run->is_late))
		return false;
	*shows_maps = run->map && run->map[0] != '\0';
	if (clrouter_target.clEnqueueReadBuffer(run->queue, run->buffer, CL_FALSE, 0, TEXT_SIZE,
						run->text, 0, NULL, &event) != CL_SUCCESS ||
	    !own_context_await(run->queue, event, PATIENCE, &run->is_late))
		return false;
	run->text[TEXT_SIZE - 1] = '\0';
	return run->text[0] != '\0';
}

static void clean_up(struct macros_run *run)
{
	own_context_release(run->queue, run->buffer, run->map);
	if (run->kernel)
		clrouter_target.clReleaseKernel(run->kernel);
	if (run->program)
		clrouter_target.clReleaseProgram(run->program);
}

/* The text of the macros; free() it. NULL: the kernel cannot be built or run. */
static char *run_kernel(struct own_context *context, cl_device_id device, const char *options,
			bool *shows_maps)
{
	struct macros_run run = { .queue = own_context_queue(context, device) };
	const bool has_run = run.queue && build(&run, context, device, options) &&
			     prepare(&run, context) && execute(&run, shows_maps);

	clean_up(&run);
	if (has_run)
		return run.text;
	/* A read that is late may still write to it. */
	if (!run.is_late)
		free(run.text);
	return NULL;
}

/* -- what is kept ----------------------------------------------------------------------------- */

/* The words of OPTIONS that change what a compiler defines; free() it. NULL: there is no memory. */
static char *language_options(const char *options)
{
	char *kept = calloc(1, (options ? strlen(options) : 0) + 2);
	size_t length = 0;

	while (kept && options && *options) {
		const size_t word = strcspn(options, " \t\n");

		if (text_skip_prefix(options, LANGUAGE_OPTION)) {
			memcpy(kept + length, options, word);
			length += word;
			kept[length++] = ' ';
		}
		options += word + strspn(options + word, " \t\n");
	}
	return kept;
}

static const struct device_macros *find(cl_device_id device, const char *options)
{
	const struct known_macros *known;

	lock_take(&lock);
	known = all;
	while (known && (known->device != device || strcmp(known->options, options) != 0))
		known = known->next;
	lock_give(&lock);
	return known ? &known->macros : NULL;
}

/* The version that the compiler says, such as 120, as a text that stays. */
static const char *language_of(const char *macros)
{
	static const struct {
		const char *line;
		const char *language;
	} versions[] = {
		{ "__OPENCL_C_VERSION__ 100\n", "1.0" }, { "__OPENCL_C_VERSION__ 110\n", "1.1" },
		{ "__OPENCL_C_VERSION__ 200\n", "2.0" }, { "__OPENCL_C_VERSION__ 300\n", "3.0" },
		{ "__OPENCL_C_VERSION__ 310\n", "3.1" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(versions); i++)
		if (strstr(macros, versions[i].line))
			return versions[i].language;
	return "1.2";
}

static void describe(struct device_macros *macros, cl_device_id device)
{
	cl_uint bits = 64;
	cl_device_svm_capabilities svm = 0;

	clrouter_target.clGetDeviceInfo(device, CL_DEVICE_ADDRESS_BITS, sizeof(bits), &bits, NULL);
	clrouter_target.clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof(svm), &svm,
					NULL);
	macros->bits = bits == 32 ? "32" : "64";
	macros->language = language_of(macros->text);
	macros->has_system_svm = (svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0;
}

const struct device_macros *device_macros_ask(struct own_context *context, cl_device_id device,
					      const char *options)
{
	char *words = language_options(options);
	const struct device_macros *found = words ? find(device, words) : NULL;
	struct known_macros *new = NULL;

	if (words && !found)
		new = calloc(1, sizeof(*new));
	if (new)
		new->macros.text = run_kernel(context, device, words, &new->macros.shows_maps);
	if (!new || !new->macros.text) {
		free(new);
		free(words);
		return found;
	}
	new->device = device;
	new->options = words;
	describe(&new->macros, device);
	lock_take(&lock);
	new->next = all;
	all = new;
	lock_give(&lock);
	return &new->macros;
}
