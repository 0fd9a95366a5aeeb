/* SPDX-License-Identifier: Apache-2.0 */
/* transfer-bytes: how much a command moves, for a driver whose pixels and objects have known sizes. */
#include "layers/record/transfer-bytes.h"

#include <string.h>

#include <clrouter/layer.h>

#include "opencl/signature.h"
#include "unit/unit.h"

#define PIXEL 4	   /* bytes */
#define OBJECT 100 /* bytes */

static cl_int CL_API_CALL image_info(cl_mem image, cl_image_info name, size_t size, void *value,
				     size_t *size_ret)
{
	const size_t pixel = PIXEL;

	(void)image;
	(void)size_ret;
	ck_assert_uint_eq(name, CL_IMAGE_ELEMENT_SIZE);
	memcpy(value, &pixel, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL object_info(cl_mem object, cl_mem_info name, size_t size, void *value,
				      size_t *size_ret)
{
	const size_t bytes = OBJECT;

	(void)size_ret;
	ck_assert_uint_eq(name, CL_MEM_SIZE);
	memcpy(value, &bytes, size);
	return object ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
}

static const size_t region[] = { 8, 4, 2 };
static const size_t sizes[] = { 10, 20 };
static char object;
static const cl_mem objects[] = { (cl_mem)&object, NULL, (cl_mem)&object };

struct clrouter_table clrouter_target;

/* An argument for the parameter NAME, a pointer or a number; all others are 0. */
struct argument {
	const char *name;
	uint64_t number;
	const void *pointer;
};

static const struct row {
	unsigned int slot;
	struct argument arguments[2];
	uint64_t bytes;
} rows[] = {
	{ CLROUTER_SLOT_clEnqueueReadBuffer, { { "size", 4096, NULL } }, 4096 },
	{ CLROUTER_SLOT_clEnqueueFillBuffer, { { "size", 64, NULL }, { "pattern_size", 8, NULL } }, 64 },
	{ CLROUTER_SLOT_clEnqueueSVMMemcpy, { { "size", 7, NULL } }, 7 },
	{ CLROUTER_SLOT_clEnqueueSVMMemcpyWithPropertiesKHR, { { "size", 8, NULL } }, 8 },
	{ CLROUTER_SLOT_clEnqueueReadBufferRect, { { "region", 0, region } }, 64 },
	{ CLROUTER_SLOT_clEnqueueReadImage,
	  { { "image", 0, &object }, { "region", 0, region } },
	  64 * PIXEL },
	{ CLROUTER_SLOT_clEnqueueCopyImageToBuffer,
	  { { "src_image", 0, &object }, { "region", 0, region } },
	  64 * PIXEL },
	{ CLROUTER_SLOT_clEnqueueCopyBufferToImage,
	  { { "dst_image", 0, &object }, { "region", 0, region } },
	  64 * PIXEL },
	{ CLROUTER_SLOT_clEnqueueFillImage, { { "image", 0, &object } }, 0 },
	{ CLROUTER_SLOT_clEnqueueMigrateMemObjects,
	  { { "num_mem_objects", 3, NULL }, { "mem_objects", 0, objects } },
	  2 * OBJECT },
	{ CLROUTER_SLOT_clEnqueueMigrateMemObjects, { { "num_mem_objects", 3, NULL } }, 0 },
	{ CLROUTER_SLOT_clEnqueueSVMMigrateMem,
	  { { "num_svm_pointers", 2, NULL }, { "sizes", 0, sizes } },
	  30 },
	{ CLROUTER_SLOT_clEnqueueSVMMigrateMem, { { "num_svm_pointers", 2, NULL } }, 0 },
	{ CLROUTER_SLOT_clEnqueueMarker, { { .name = NULL } }, 0 },
};

START_TEST(what_a_command_moves)
{
	const struct row *row = &rows[_i];
	const struct signature *function = &signatures[row->slot];
	uint64_t words[32] = { 0 };

	clrouter_target.clGetImageInfo = image_info;
	clrouter_target.clGetMemObjectInfo = object_info;
	for (size_t i = 0; i < 2 && row->arguments[i].name; i++) {
		int k = 0;

		while (strcmp(function->params[k].name, row->arguments[i].name) != 0)
			ck_assert_int_lt(++k, function->param_count);
		words[k] = row->arguments[i].pointer
				   ? (uintptr_t)row->arguments[i].pointer
				   : row->arguments[i].number;
	}
	ck_assert_uint_eq(transfer_bytes(row->slot, words), row->bytes);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("transfer-bytes");
	TCase *tcase = unit_tcase(suite, "bytes", 20);

	tcase_add_loop_test(tcase, what_a_command_moves, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
