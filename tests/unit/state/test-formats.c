/* SPDX-License-Identifier: Apache-2.0 */
/* formats: which formats exist and how large they are, and lists that a driver is asked for. */
#include "base/array.h"
#include "state/formats.h"

#include <string.h>

#include "layers/short-memory.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char place;	/* its address is the context and the device */

static const struct {
	cl_image_format format;
	bool exists;
	bool is_of_vendor;
	size_t size;
} rows[] = {
	{ { CL_R, CL_UNORM_INT8 }, true, false, 1 },
	{ { CL_RG, CL_HALF_FLOAT }, true, false, 4 },
	{ { CL_RGBA, CL_UNORM_INT8 }, true, false, 4 },
	{ { CL_RGBA, CL_FLOAT }, true, false, 16 },
	{ { CL_RGBA, CL_UNORM_SHORT_565 }, false, false, 2 },
	{ { CL_RGB, CL_UNORM_SHORT_555 }, true, false, 2 },
	{ { CL_RGB, CL_UNORM_INT_101010 }, true, false, 4 },
	{ { CL_RGB, CL_UNORM_INT8 }, false, false, 0 },
	{ { CL_RGBA, CL_UNORM_INT_101010_2 }, true, false, 4 },
	{ { CL_BGRA, CL_UNSIGNED_INT8 }, true, false, 4 },
	{ { CL_BGRA, CL_FLOAT }, false, false, 16 },
	{ { CL_LUMINANCE, CL_SNORM_INT16 }, true, false, 2 },
	{ { CL_INTENSITY, CL_SIGNED_INT32 }, false, false, 4 },
	{ { CL_DEPTH, CL_UNORM_INT16 }, true, false, 2 },
	{ { CL_DEPTH, CL_UNORM_INT8 }, false, false, 1 },
	{ { CL_DEPTH_STENCIL, CL_UNORM_INT24 }, true, false, 0 },
	{ { CL_sRGBA, CL_UNORM_INT8 }, true, false, 4 },
	{ { CL_sRGBA, CL_SNORM_INT8 }, false, false, 4 },
	{ { CL_ABGR, CL_SIGNED_INT8 }, true, false, 4 },
	/* The size of an element with an x is not the same in all versions. */
	{ { CL_Rx, CL_UNORM_INT8 }, true, false, 0 },
	{ { 0, 0 }, false, false, 0 },
	{ { CL_RGBA, CL_SNORM_INT8 - 1 }, false, false, 0 },
	{ { CL_R - 1, CL_UNORM_INT8 }, false, false, 0 },
	{ { CL_ABGR + 1, CL_UNORM_INT8 }, false, true, 0 },
	{ { CL_RGBA, CL_UNORM_INT_101010_2 + 1 }, false, true, 0 },
	{ { 0x10d0, CL_UNORM_INT8 }, false, false, 0 },
	{ { CL_RGBA, 0x10f0 }, false, false, 0 },
	{ { 0x2000, CL_UNORM_INT8 }, false, true, 0 },
	{ { CL_RGBA, 0x5fff }, false, true, 0 },
	{ { CL_RGBA, 0x6000 }, false, false, 0 },
	{ { UINT32_MAX, UINT32_MAX }, false, false, 0 },
};

START_TEST(knows_formats)
{
	const cl_image_format *format = &rows[_i].format;

	ck_assert_int_eq(formats_exist(format), rows[_i].exists);
	ck_assert_int_eq(formats_are_of_vendor(format), rows[_i].is_of_vendor);
	ck_assert_uint_eq(formats_element_size(format), rows[_i].size);
}
END_TEST

/* -- a driver with two formats -------------------------------------------------------------- */

static const cl_image_format there[] = { { CL_R, CL_FLOAT }, { CL_RGBA, CL_UNORM_INT8 } };
static const cl_image_format other = { CL_RGBA, CL_FLOAT };
static cl_uint said = 2;
static cl_int status;
static unsigned asked, made, released;
static cl_mem_flags asked_flags;
static bool has_no_context;

static cl_int CL_API_CALL get_formats(cl_context context, cl_mem_flags flags,
				      cl_mem_object_type type, cl_uint count,
				      cl_image_format *formats, cl_uint *count_ret)
{
	ck_assert_ptr_eq((void *)context, (void *)&place);
	ck_assert_uint_ge(count, 2);
	(void)type;
	asked++;
	asked_flags = flags;
	memcpy(formats, there, sizeof(there));
	*count_ret = said;
	return status;
}

static cl_context CL_API_CALL create_quietly(const cl_context_properties *properties, cl_uint count,
					     const cl_device_id *devices,
					     void (CL_CALLBACK *notify)(const char *, const void *,
									size_t, void *),
					     void *data, cl_int *errcode)
{
	(void)properties, (void)count, (void)devices, (void)notify, (void)data, (void)errcode;
	made++;
	return (cl_context)(void *)&place;
}

static cl_int CL_API_CALL release_quietly(cl_context context)
{
	released += (void *)context == (void *)&place;
	return CL_SUCCESS;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
					     const cl_device_id *devices,
					     void (CL_CALLBACK *notify)(const char *, const void *,
									size_t, void *),
					     void *data, cl_int *errcode)
{
	ck_assert(!properties && !notify && !data && !errcode);
	ck_assert_uint_eq(count, 1);
	ck_assert_ptr_eq((void *)devices[0], (void *)&place);
	made += !has_no_context;
	return has_no_context ? NULL : (cl_context)(void *)&place;
}

static cl_int CL_API_CALL release_context(cl_context context)
{
	ck_assert_ptr_eq((void *)context, (void *)&place);
	released++;
	return CL_SUCCESS;
}

static void set_up(void)
{
	clrouter_target.clGetSupportedImageFormats = get_formats;
	clrouter_target.clCreateContext = create_context;
	clrouter_target.clReleaseContext = release_context;
}

static format_lists lists;

static bool supports(cl_mem_flags flags, cl_mem_object_type type, const cl_image_format *format)
{
	return formats_are_supported(&lists, &place, flags, type, format);
}

START_TEST(a_type_says_the_sizes_of_an_image)
{
	static const struct {
		cl_mem_object_type type;
		unsigned sizes;
	} types[] = {
		{ CL_MEM_OBJECT_IMAGE1D, 0 },
		{ CL_MEM_OBJECT_IMAGE1D_BUFFER, 0 },
		{ CL_MEM_OBJECT_IMAGE1D_ARRAY, FORMATS_LAYERS },
		{ CL_MEM_OBJECT_IMAGE2D, FORMATS_HEIGHT },
		{ CL_MEM_OBJECT_IMAGE2D_ARRAY, FORMATS_HEIGHT | FORMATS_LAYERS },
		{ CL_MEM_OBJECT_IMAGE3D, FORMATS_HEIGHT | FORMATS_DEPTH },
	};

	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		ck_assert(formats_is_image(types[i].type));
		ck_assert_uint_eq(formats_sizes(types[i].type), types[i].sizes);
	}
	ck_assert(!formats_is_image(CL_MEM_OBJECT_BUFFER));
	ck_assert(!formats_is_image(CL_MEM_OBJECT_PIPE));
	ck_assert_uint_eq(formats_sizes(0), 0);
}
END_TEST

START_TEST(asks_once_for_each_type_and_access)
{
	for (int i = 0; i < 2; i++) {
		ck_assert(supports(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, &there[0]));
		ck_assert(supports(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, CL_MEM_OBJECT_IMAGE2D,
				   &there[1]));
		ck_assert(!supports(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, &other));
	}
	ck_assert_uint_eq(asked, 1);
	ck_assert(asked_flags == CL_MEM_READ_ONLY);
	ck_assert(!supports(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE3D, &other));
	ck_assert_uint_eq(asked, 2);
	/* Without a flag, an image is read and written. */
	ck_assert(!supports(0, CL_MEM_OBJECT_IMAGE3D, &other));
	ck_assert(!supports(CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE3D, &other));
	ck_assert_uint_eq(asked, 3);
	ck_assert(asked_flags == CL_MEM_READ_WRITE);
	formats_forget(&lists);
	formats_forget(&lists);
	ck_assert(!supports(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, &other));
	ck_assert_uint_eq(asked, 4);
}
END_TEST

static const struct {
	cl_int status;
	cl_uint said;
} doubtful[] = { { CL_INVALID_CONTEXT, 2 }, { CL_SUCCESS, 0 }, { CL_SUCCESS, 257 },
		 { CL_SUCCESS, UINT32_MAX } };

START_TEST(what_is_not_known_is_supported)
{
	status = doubtful[_i].status;
	said = doubtful[_i].said;
	ck_assert(supports(0, CL_MEM_OBJECT_IMAGE2D, &other));
	ck_assert(supports(0, CL_MEM_OBJECT_IMAGE2D, &other));
	ck_assert_uint_eq(asked, 1);
}
END_TEST

START_TEST(without_memory_all_is_supported)
{
	bool context_has, device_has;

	/* Nothing is asserted while memory is short: check needs some for that. */
	clrouter_target.clCreateContext = create_quietly;
	clrouter_target.clReleaseContext = release_quietly;
	short_memory_set(SHORT_FOR_GOOD, 1);
	context_has = supports(0, CL_MEM_OBJECT_IMAGE2D, &other);
	device_has = formats_of_device(&lists, &place, 0, CL_MEM_OBJECT_IMAGE2D, &other);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert(context_has);
	ck_assert(device_has);
	ck_assert_uint_eq(asked, 0);
	ck_assert_uint_eq(made, 1);
	ck_assert_uint_eq(made, released);
	ck_assert(!supports(0, CL_MEM_OBJECT_IMAGE2D, &other));
}
END_TEST

START_TEST(a_device_is_asked_with_a_context)
{
	has_no_context = true;
	ck_assert(formats_of_device(&lists, &place, 0, CL_MEM_OBJECT_IMAGE2D, &other));
	has_no_context = false;
	for (int i = 0; i < 2; i++) {
		ck_assert(!formats_of_device(&lists, &place, 0, CL_MEM_OBJECT_IMAGE2D, &other));
		ck_assert(formats_of_device(&lists, &place, 0, CL_MEM_OBJECT_IMAGE2D, &there[0]));
	}
	ck_assert_uint_eq(asked, 1);
	ck_assert_uint_eq(made, 1);
	ck_assert_uint_eq(released, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("formats");
	TCase *tcase = unit_tcase(suite, "formats", 10);

	tcase_add_checked_fixture(tcase, set_up, NULL);
	tcase_add_loop_test(tcase, knows_formats, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, a_type_says_the_sizes_of_an_image);
	tcase_add_test(tcase, asks_once_for_each_type_and_access);
	tcase_add_loop_test(tcase, what_is_not_known_is_supported, 0, UNIT_ROWS(doubtful));
	tcase_add_test(tcase, without_memory_all_is_supported);
	tcase_add_test(tcase, a_device_is_asked_with_a_context);
	return unit_run(suite);
}
