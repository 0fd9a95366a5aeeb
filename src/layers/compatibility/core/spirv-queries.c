/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spirv-queries: cl_khr_spirv_queries for devices that take SPIR-V: what the OpenCL SPIR-V
 * environment requires of a device with the version, features and extensions that it has. A driver
 * may accept more, which nothing tells.
 */
#include <string.h>

#include "layers/compatibility/features.h"
#include "layers/compatibility/versioning.h"
#include "layers/frame/ask.h"

/* The queries of the extension; headers of all versions lack some. */
#define SPIRV_EXTENDED_INSTRUCTION_SETS 0x12B9
#define SPIRV_EXTENSIONS 0x12BA
#define SPIRV_CAPABILITIES 0x12BB

#define DOUBLE_FP_CONFIG 0x1032
#define INTEGER_DOT_PRODUCT_CAPABILITIES 0x1073
#define INTEGER_DOT_PRODUCT_INPUT_4x8BIT 2

/* cl_ext_float_atomics: the queries, and the bits for global and for local memory. */
#define SINGLE_FP_ATOMIC_CAPABILITIES 0x4231
#define DOUBLE_FP_ATOMIC_CAPABILITIES 0x4232
#define HALF_FP_ATOMIC_CAPABILITIES 0x4233
#define FP_ATOMIC_ADD (1u << 1 | 1u << 17)
#define FP_ATOMIC_MIN_MAX (1u << 2 | 1u << 18)

#define V(major, minor) CL_MAKE_VERSION(major, minor, 0)

/* The answer to a query of DEVICE that is not 0, by the driver or by what its version implies. */
static cl_ulong flags_of(const struct known_device *device, cl_device_info param_name)
{
	cl_ulong flags = 0;
	const struct query_answer answer = { sizeof(flags), &flags, NULL };
	cl_int error;

	if (ASK(clGetDeviceInfo, device->id, param_name, flags) != CL_SUCCESS)
		device_queries_answer(device, param_name, &answer, &error);
	return flags;
}

/* The newest version of SPIR-V in the driver's list; 0: none. */
static cl_version newest_version(const struct known_device *device)
{
	cl_name_version list[VERSIONING_ILS];
	const size_t count = versioning_ils(device, list);
	cl_version newest = 0;

	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].name, "SPIR-V") == 0 && list[i].version > newest)
			newest = list[i].version;
	return newest;
}

/* -- conditions ------------------------------------------------------------------------ */

static bool is_full(const struct known_device *device)
{
	char text[64] = "";

	clrouter_target.clGetDeviceInfo(device->id, CL_DEVICE_PROFILE, sizeof(text) - 1, text,
					NULL);
	return strcmp(text, "FULL_PROFILE") == 0 || devices_driver_has(device, "cles_khr_int64");
}

/* A query whose answer is not 0. */
#define HAS(name, query) \
	static bool name(const struct known_device *device) \
	{ \
		return flags_of(device, query) != 0; \
	}
HAS(has_images, CL_DEVICE_IMAGE_SUPPORT)
HAS(has_doubles, DOUBLE_FP_CONFIG)
HAS(has_enqueue, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES)
HAS(has_generic, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT)
HAS(has_pipes, CL_DEVICE_PIPE_SUPPORT)
HAS(has_sub_groups, CL_DEVICE_MAX_NUM_SUB_GROUPS)

static bool has_image_writes(const struct known_device *device)
{
	return has_images(device) && flags_of(device, CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS) != 0;
}

static bool has_groups(const struct known_device *device)
{
	return has_sub_groups(device) ||
	       flags_of(device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) != 0;
}

static bool has_sub_group_dispatch(const struct known_device *device)
{
	return newest_version(device) >= V(1, 1) && device->version >= V(2, 2) &&
	       has_sub_groups(device);
}

static bool has_pipe_storage(const struct known_device *device)
{
	return newest_version(device) >= V(1, 1) && device->version == V(2, 2);
}

static bool has_unpacked_dot_product(const struct known_device *device)
{
	return devices_driver_has(device, "cl_khr_integer_dot_product") &&
	       (flags_of(device, INTEGER_DOT_PRODUCT_CAPABILITIES) &
		INTEGER_DOT_PRODUCT_INPUT_4x8BIT) != 0;
}

static bool has_int64_atomics(const struct known_device *device)
{
	return devices_driver_has(device, "cl_khr_int64_base_atomics") &&
	       devices_driver_has(device, "cl_khr_int64_extended_atomics");
}

/* One of the bits KIND in the answer to QUERY. */
#define HAS_ATOMICS(name, query, kind) \
	static bool name(const struct known_device *device) \
	{ \
		return devices_driver_has(device, "cl_ext_float_atomics") && \
		       (flags_of(device, query) & (kind)) != 0; \
	}
HAS_ATOMICS(has_float_add, SINGLE_FP_ATOMIC_CAPABILITIES, FP_ATOMIC_ADD)
HAS_ATOMICS(has_double_add, DOUBLE_FP_ATOMIC_CAPABILITIES, FP_ATOMIC_ADD)
HAS_ATOMICS(has_half_add, HALF_FP_ATOMIC_CAPABILITIES, FP_ATOMIC_ADD)
HAS_ATOMICS(has_float_min_max, SINGLE_FP_ATOMIC_CAPABILITIES, FP_ATOMIC_MIN_MAX)
HAS_ATOMICS(has_double_min_max, DOUBLE_FP_ATOMIC_CAPABILITIES, FP_ATOMIC_MIN_MAX)
HAS_ATOMICS(has_half_min_max, HALF_FP_ATOMIC_CAPABILITIES, FP_ATOMIC_MIN_MAX)

static bool has_add(const struct known_device *device)
{
	return has_float_add(device) || has_double_add(device);
}

static bool has_min_max(const struct known_device *device)
{
	return has_float_min_max(device) || has_double_min_max(device) ||
	       has_half_min_max(device);
}

/* SPIR-V itself has these groups since 1.3: a driver may have the extension in OpenCL C only. */
static bool is_1_3(const struct known_device *device)
{
	return newest_version(device) >= V(1, 3);
}

static bool is_1_6(const struct known_device *device)
{
	return newest_version(device) >= V(1, 6);
}

/* -- tables ---------------------------------------------------------------------------- */

/* The numbers are SPIR-V's. Without a condition and an extension, every device has it. */
static const struct {
	cl_uint number;
	const char *extension;
	bool (*condition)(const struct known_device *device);
} capabilities[] = {
	{ 4, NULL, NULL },				/* Addresses */
	{ 5, NULL, NULL },				/* Linkage */
	{ 6, NULL, NULL },				/* Kernel */
	{ 7, NULL, NULL },				/* Vector16 */
	{ 8, NULL, NULL },				/* Float16Buffer */
	{ 22, NULL, NULL },				/* Int16 */
	{ 39, NULL, NULL },				/* Int8 */
	{ 11, NULL, is_full },				/* Int64 */
	{ 19, NULL, has_enqueue },			/* DeviceEnqueue */
	{ 38, NULL, has_generic },			/* GenericPointer */
	{ 18, NULL, has_groups },			/* Groups */
	{ 17, NULL, has_pipes },			/* Pipes */
	{ 13, NULL, has_images },			/* ImageBasic */
	{ 20, NULL, has_images },			/* LiteralSampler */
	{ 43, NULL, has_images },			/* Sampled1D */
	{ 44, NULL, has_images },			/* Image1D */
	{ 46, NULL, has_images },			/* SampledBuffer */
	{ 47, NULL, has_images },			/* ImageBuffer */
	{ 14, NULL, has_image_writes },			/* ImageReadWrite */
	{ 10, NULL, has_doubles },			/* Float64 */
	{ 58, NULL, has_sub_group_dispatch },		/* SubgroupDispatch */
	{ 60, NULL, has_pipe_storage },			/* PipeStorage */
	{ 9, "cl_khr_fp16", NULL },			/* Float16 */
	{ 12, NULL, has_int64_atomics },		/* Int64Atomics */
	{ 15, "cl_khr_mipmap_image_writes", NULL },	/* ImageMipmap */
	{ 59, "cl_khr_subgroup_named_barrier", NULL },	/* NamedBarrier */
	{ 61, "cl_khr_subgroup_non_uniform_vote", is_1_3 }, /* GroupNonUniform */
	{ 62, "cl_khr_subgroup_non_uniform_vote", is_1_3 }, /* GroupNonUniformVote */
	{ 64, "cl_khr_subgroup_ballot", is_1_3 }, /* GroupNonUniformBallot */
	{ 63, "cl_khr_subgroup_non_uniform_arithmetic", is_1_3 }, /* GroupNonUniformArithmetic */
	{ 65, "cl_khr_subgroup_shuffle", is_1_3 }, /* GroupNonUniformShuffle */
	{ 66, "cl_khr_subgroup_shuffle_relative", is_1_3 }, /* GroupNonUniformShuffleRelative */
	{ 67, "cl_khr_subgroup_clustered_reduce", is_1_3 }, /* GroupNonUniformClustered */
	{ 6025, "cl_khr_extended_bit_ops", NULL },	/* BitInstructions */
	{ 6019, "cl_khr_integer_dot_product", NULL },	/* DotProduct */
	{ 6018, "cl_khr_integer_dot_product", NULL },	/* DotProductInput4x8BitPacked */
	{ 6017, NULL, has_unpacked_dot_product },	/* DotProductInput4x8Bit */
	{ 5629, "cl_khr_expect_assume", NULL },		/* ExpectAssumeKHR */
	{ 6026, "cl_khr_subgroup_rotate", NULL },	/* GroupNonUniformRotateKHR */
	{ 6400, "cl_khr_work_group_uniform_arithmetic", NULL }, /* GroupUniformArithmeticKHR */
	{ 5055, "cl_khr_kernel_clock", NULL },		/* ShaderClockKHR */
	{ 71, NULL, is_1_6 },		/* UniformDecoration */
	{ 6033, NULL, has_float_add },			/* AtomicFloat32AddEXT */
	{ 6034, NULL, has_double_add },			/* AtomicFloat64AddEXT */
	{ 6095, NULL, has_half_add },			/* AtomicFloat16AddEXT */
	{ 5612, NULL, has_float_min_max },		/* AtomicFloat32MinMaxEXT */
	{ 5613, NULL, has_double_min_max },		/* AtomicFloat64MinMaxEXT */
	{ 5616, NULL, has_half_min_max },		/* AtomicFloat16MinMaxEXT */
};
#define CAPABILITIES (sizeof(capabilities) / sizeof(capabilities[0]))

#define NAMES 12

struct named {
	const char *name;
	const char *extension; /* of OpenCL; NULL: every device has it */
	bool (*condition)(const struct known_device *device);
};

static const struct named instruction_sets[] = {
	{ "OpenCL.std", NULL, NULL },
	{ "OpenCL.DebugInfo.100", "cl_khr_spirv_extended_debug_info", NULL },
};
static const struct named extensions[] = {
	{ "SPV_KHR_no_integer_wrap_decoration", "cl_khr_spirv_no_integer_wrap_decoration", NULL },
	{ "SPV_KHR_linkonce_odr", "cl_khr_spirv_linkonce_odr", NULL },
	{ "SPV_KHR_bit_instructions", "cl_khr_extended_bit_ops", NULL },
	{ "SPV_KHR_integer_dot_product", "cl_khr_integer_dot_product", NULL },
	{ "SPV_KHR_expect_assume", "cl_khr_expect_assume", NULL },
	{ "SPV_KHR_subgroup_rotate", "cl_khr_subgroup_rotate", NULL },
	{ "SPV_KHR_uniform_group_instructions", "cl_khr_work_group_uniform_arithmetic", NULL },
	{ "SPV_KHR_shader_clock", "cl_khr_kernel_clock", NULL },
	{ "SPV_EXT_shader_atomic_float_add", NULL, has_add },
	{ "SPV_EXT_shader_atomic_float_min_max", NULL, has_min_max },
	{ "SPV_EXT_shader_atomic_float16_add", NULL, has_half_add },
};

static cl_int answer_capabilities(const struct known_device *device,
				  const struct query_answer *answer)
{
	cl_uint list[CAPABILITIES];
	size_t count = 0;

	for (size_t i = 0; i < CAPABILITIES; i++)
		if ((!capabilities[i].extension ||
		     devices_driver_has(device, capabilities[i].extension)) &&
		    (!capabilities[i].condition || capabilities[i].condition(device)))
			list[count++] = capabilities[i].number;
	return answer_bytes(answer, list, count * sizeof(*list));
}

static cl_int answer_names(const struct known_device *device, const struct named *names,
			   size_t count, const struct query_answer *answer)
{
	const char *list[NAMES];
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		if ((!names[i].extension ||
		     devices_driver_has(device, names[i].extension)) &&
		    (!names[i].condition || names[i].condition(device)))
			list[found++] = names[i].name;
	return answer_bytes(answer, list, found * sizeof(*list));
}

static bool device_info(const struct known_device *device, cl_device_info param_name,
			const struct query_answer *answer, cl_int *error)
{
	_Static_assert(sizeof(extensions) / sizeof(extensions[0]) <= NAMES,
		       "the list of answer_names");
	switch (param_name) {
	case SPIRV_EXTENDED_INSTRUCTION_SETS:
		*error = answer_names(device, instruction_sets,
				      sizeof(instruction_sets) / sizeof(instruction_sets[0]),
				      answer);
		return true;
	case SPIRV_EXTENSIONS:
		*error = answer_names(device, extensions,
				      sizeof(extensions) / sizeof(extensions[0]), answer);
		return true;
	case SPIRV_CAPABILITIES:
		*error = answer_capabilities(device, answer);
		return true;
	default:
		return false;
	}
}

static bool suits(const struct known_device *device)
{
	return newest_version(device) != 0;
}

const struct feature spirv_queries = {
	.id = FEATURE_SPIRV_QUERIES,
	.name = "spirv_queries",
	.extensions = { { "cl_khr_spirv_queries", CL_MAKE_VERSION(1, 0, 0), 0 } },
	.suits = suits,
	.device_info = device_info,
};
