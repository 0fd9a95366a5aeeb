/* SPDX-License-Identifier: Apache-2.0 */
/* fake-driver: see fake-driver.h. */
#include "unit/state/fake-driver.h"

#include <string.h>

#include "unit/unit.h"

static const struct fake_answer *all;
static size_t all_count;
static unsigned int queries;

cl_int fake_driver_get(uint32_t name, size_t size, void *value, size_t *size_ret)
{
	queries++;
	for (size_t i = 0; i < all_count; i++) {
		if (all[i].name != name)
			continue;
		if (value && size < all[i].size)
			return CL_INVALID_VALUE;
		if (value)
			memcpy(value, all[i].value, all[i].size);
		if (size_ret)
			*size_ret = all[i].size;
		return CL_SUCCESS;
	}
	return CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t size,
					  void *value, size_t *size_ret)
{
	ck_assert_ptr_nonnull((void *)device);
	return fake_driver_get(name, size, value, size_ret);
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info name,
					    size_t size, void *value, size_t *size_ret)
{
	ck_assert_ptr_nonnull((void *)platform);
	return fake_driver_get(name, size, value, size_ret);
}

static cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info name, size_t size,
					   void *value, size_t *size_ret)
{
	ck_assert_ptr_nonnull((void *)context);
	return fake_driver_get(name, size, value, size_ret);
}

static cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info name, size_t size,
					   void *value, size_t *size_ret)
{
	ck_assert_ptr_nonnull((void *)program);
	return fake_driver_get(name, size, value, size_ret);
}

static cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info name, size_t size,
					  void *value, size_t *size_ret)
{
	ck_assert_ptr_nonnull((void *)kernel);
	return fake_driver_get(name, size, value, size_ret);
}

struct clrouter_table clrouter_target = {
	.clGetDeviceInfo = get_device_info,
	.clGetPlatformInfo = get_platform_info,
	.clGetContextInfo = get_context_info,
	.clGetProgramInfo = get_program_info,
	.clGetKernelInfo = get_kernel_info,
};

void fake_driver_answer(const struct fake_answer *answers, size_t count)
{
	all = answers;
	all_count = count;
}

unsigned int fake_driver_queries(void)
{
	return queries;
}

const struct call *fake_call(struct fake_call *fake, unsigned int slot, const uint64_t *arguments,
			     size_t count)
{
	const struct signature *function = &signatures[slot];

	memset(fake, 0, sizeof(*fake));
	fake->call.slot = slot;
	fake->call.values = fake->values;
	ck_assert_uint_le(count, function->param_count);
	for (unsigned int i = 0; i < function->param_count; i++) {
		const uint64_t value = i < count ? arguments[i] : 0;

		fake->values[i] = &fake->arguments[i];
		if (signature_size(&function->params[i]) == sizeof(uint64_t))
			fake->arguments[i].large = value;
		else
			fake->arguments[i].number = (uint32_t)value;
	}
	return &fake->call;
}
