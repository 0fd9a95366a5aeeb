/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-memory: memory objects: host pointers, access, bounds, pitches, alignment and what is
 * mapped. See check.h.
 */
#include "layers/validation/check.h"
#include "layers/validation/facts.h"
#include "layers/validation/memory.h"

/* Flags of vendors may give host_ptr another meaning. */
#define CORE_FLAGS ((UINT64_C(1) << 18) - 1)
#define TAKES_HOST_PTR (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)

static const struct facts *memory(const struct call *call, unsigned index)
{
	return facts_of(check_pointer(call, index), OBJECT_MEM);
}

/* -- how it is made ---------------------------------------------------------------------- */

bool check_host_ptr_given(const struct call *call, const struct rule_test *test)
{
	return (check_number(call, test->params[0]) & TAKES_HOST_PTR) == 0 ||
	       check_pointer(call, test->params[1]) != NULL;
}

bool check_host_ptr_unused(const struct call *call, const struct rule_test *test)
{
	const uint64_t flags = check_number(call, test->params[0]);

	return (flags & TAKES_HOST_PTR) != 0 || (flags & ~CORE_FLAGS) != 0 ||
	       check_pointer(call, test->params[1]) == NULL;
}

/* The largest allocation of any device of CONTEXT; 0 if it is not known. */
static cl_ulong max_alloc_of(const void *context)
{
	const struct facts *facts = facts_of(context, OBJECT_CONTEXT);
	const struct limits *limits;
	cl_ulong largest = 0;

	for (unsigned i = 0; facts != NULL && i < facts->device_count; i++) {
		limits = facts_limits(facts->devices[i]);
		if (limits == NULL || limits->max_alloc == 0)
			return 0;
		if (limits->max_alloc > largest)
			largest = limits->max_alloc;
	}
	return largest;
}

bool check_max_alloc(const struct call *call, const struct rule_test *test)
{
	const cl_ulong largest = max_alloc_of(check_pointer(call, test->params[1]));

	return largest == 0 || check_number(call, test->params[0]) <= largest;
}

bool check_svm_fits(const struct call *call, const struct rule_test *test)
{
	const size_t size = memory_svm_size(check_pointer(call, test->params[1]));

	return (check_number(call, test->params[0]) & TAKES_HOST_PTR) == 0 || size == 0 ||
	       check_number(call, test->params[2]) <= size;
}

bool check_sub_flags(const struct call *call, const struct rule_test *test)
{
	const struct facts *buffer = memory(call, test->params[0]);

	return buffer == NULL || (buffer->flags & test->constants[0]) == 0 ||
	       (check_number(call, test->params[1]) & test->constants[1]) == 0;
}

bool check_region_nonzero(const struct call *call, const struct rule_test *test)
{
	const cl_buffer_region *region = check_pointer(call, test->params[0]);

	return region == NULL || region->size != 0;
}

/* Do SIZE bytes from OFFSET end within LIMIT? */
static bool is_inside(uint64_t offset, uint64_t size, uint64_t limit)
{
	return offset <= limit && size <= limit - offset;
}

bool check_region_inside(const struct call *call, const struct rule_test *test)
{
	const struct facts *buffer = memory(call, test->params[0]);
	const cl_buffer_region *region = check_pointer(call, test->params[1]);

	return buffer == NULL || buffer->size == 0 || region == NULL ||
	       is_inside(region->origin, region->size, buffer->size);
}

static bool is_aligned_for(size_t origin, const struct limits *limits)
{
	return limits == NULL || limits->align == 0 || origin % limits->align == 0;
}

bool check_region_aligned(const struct call *call, const struct rule_test *test)
{
	const struct facts *buffer = memory(call, test->params[0]);
	const cl_buffer_region *region = check_pointer(call, test->params[1]);
	const struct facts *context =
		buffer == NULL ? NULL : facts_of(buffer->context, OBJECT_CONTEXT);

	if (region == NULL || context == NULL || context->device_count == 0)
		return true;
	for (unsigned i = 0; i < context->device_count; i++)
		if (is_aligned_for(region->origin, facts_limits(context->devices[i])))
			return true;
	return false;
}

bool check_aligned(const struct call *call, const struct rule_test *test)
{
	const struct facts *buffer = memory(call, test->params[0]);

	return buffer == NULL || buffer->parent == NULL ||
	       is_aligned_for(buffer->origin,
			      facts_queue_limits(check_pointer(call, test->params[1])));
}

/* -- access of the host ------------------------------------------------------------------ */

static bool has_flags(const struct call *call, unsigned index, cl_mem_flags flags)
{
	const struct facts *facts = memory(call, index);

	return facts != NULL && (facts->flags & flags) != 0;
}

bool check_host_read(const struct call *call, const struct rule_test *test)
{
	return !has_flags(call, test->params[0], CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
}

bool check_host_write(const struct call *call, const struct rule_test *test)
{
	return !has_flags(call, test->params[0], CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
}

bool check_map_read(const struct call *call, const struct rule_test *test)
{
	return (check_number(call, test->params[1]) & CL_MAP_READ) == 0 ||
	       check_host_read(call, test);
}

bool check_map_write(const struct call *call, const struct rule_test *test)
{
	const uint64_t writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

	return (check_number(call, test->params[1]) & writes) == 0 || check_host_write(call, test);
}

bool check_is_mapped(const struct call *call, const struct rule_test *test)
{
	const void *handle = check_pointer(call, test->params[0]);

	return memory(call, test->params[0]) == NULL ||
	       memory(call, test->params[0])->type == CL_MEM_OBJECT_PIPE ||
	       memory_is_mapped(handle, facts_whole(handle),
				atomic_load(&live_record(handle)->serial),
				check_pointer(call, test->params[1]));
}

/* -- bounds ------------------------------------------------------------------------------ */

bool check_inside(const struct call *call, const struct rule_test *test)
{
	const struct facts *buffer = memory(call, test->params[0]);

	return buffer == NULL || buffer->size == 0 ||
	       is_inside(check_number(call, test->params[1]), check_number(call, test->params[2]),
			 buffer->size);
}

static bool do_overlap(size_t first, size_t second, size_t size)
{
	return size != 0 && (first < second ? second - first : first - second) < size;
}

bool check_no_overlap(const struct call *call, const struct rule_test *test)
{
	return check_pointer(call, test->params[0]) != check_pointer(call, test->params[1]) ||
	       !do_overlap(check_number(call, test->params[2]), check_number(call, test->params[3]),
			   check_number(call, test->params[4]));
}

bool check_no_sub_overlap(const struct call *call, const struct rule_test *test)
{
	const struct facts *from = memory(call, test->params[0]);
	const struct facts *to = memory(call, test->params[1]);

	if (from == NULL || to == NULL || from == to || from->parent == NULL ||
	    from->parent != to->parent)
		return true;
	return !do_overlap(from->origin + check_number(call, test->params[2]),
			   to->origin + check_number(call, test->params[3]),
			   check_number(call, test->params[4]));
}

bool check_svm_no_overlap(const struct call *call, const struct rule_test *test)
{
	return !do_overlap((uintptr_t)check_pointer(call, test->params[0]),
			   (uintptr_t)check_pointer(call, test->params[1]),
			   check_number(call, test->params[2]));
}

bool check_svm_alive(const struct call *call, const struct rule_test *test)
{
	const void *pointer = check_pointer(call, test->params[0]);

	return pointer == NULL || memory_svm_size(pointer) != 0;
}

/* -- rectangles -------------------------------------------------------------------------- */

bool check_nonzero_region(const struct call *call, const struct rule_test *test)
{
	const size_t *region = check_pointer(call, test->params[0]);

	return region == NULL || (region[0] != 0 && region[1] != 0 && region[2] != 0);
}

bool check_row_pitch(const struct call *call, const struct rule_test *test)
{
	const size_t *region = check_pointer(call, test->params[1]);
	const uint64_t pitch = check_number(call, test->params[0]);

	return region == NULL || pitch == 0 || pitch >= region[0];
}

/* The bytes of a row: the pitch that parameter INDEX is, or those of REGION. */
static uint64_t row_of(const struct call *call, unsigned index, const size_t *region)
{
	const uint64_t pitch = check_number(call, index);

	return pitch != 0 ? pitch : region[0];
}

bool check_slice_pitch(const struct call *call, const struct rule_test *test)
{
	const size_t *region = check_pointer(call, test->params[2]);
	const uint64_t pitch = check_number(call, test->params[0]);

	return region == NULL || pitch == 0 ||
	       pitch >= region[1] * row_of(call, test->params[1], region);
}

/* One that is too small is for the rule about that. */
bool check_slice_rows(const struct call *call, const struct rule_test *test)
{
	const size_t *region = check_pointer(call, test->params[2]);
	const uint64_t pitch = check_number(call, test->params[0]);

	return region == NULL || pitch == 0 || region[0] == 0 || !check_slice_pitch(call, test) ||
	       pitch % row_of(call, test->params[1], region) == 0;
}

bool check_same_pitch(const struct call *call, const struct rule_test *test)
{
	const uint64_t from = check_number(call, test->params[2]);
	const uint64_t to = check_number(call, test->params[3]);

	return check_pointer(call, test->params[0]) != check_pointer(call, test->params[1]) ||
	       from == 0 || to == 0 || from == to;
}

/* FACTOR times COUNT more of *SUM; false if that overflows. */
static bool add_product(uint64_t *sum, uint64_t factor, uint64_t count)
{
	uint64_t product;

	return !__builtin_mul_overflow(factor, count, &product) &&
	       !__builtin_add_overflow(*sum, product, sum);
}

bool check_rect_inside(const struct call *call, const struct rule_test *test)
{
	const struct facts *buffer = memory(call, test->params[0]);
	const size_t *origin = check_pointer(call, test->params[1]);
	const size_t *region = check_pointer(call, test->params[2]);
	uint64_t row, slice, end;

	if (buffer == NULL || buffer->size == 0 || origin == NULL || region == NULL ||
	    region[0] == 0 || region[1] == 0 || region[2] == 0)
		return true;
	row = row_of(call, test->params[3], region);
	slice = check_number(call, test->params[4]);
	if (slice == 0)
		slice = row * region[1];
	/* A pitch that is wrong is for the rules about that. */
	if (row < region[0] || slice < row * region[1])
		return true;
	end = region[0];
	return add_product(&end, 1, origin[0]) && add_product(&end, row, origin[1]) &&
	       add_product(&end, row, region[1] - 1) && add_product(&end, slice, origin[2]) &&
	       add_product(&end, slice, region[2] - 1) && end <= buffer->size;
}

/* -- images ------------------------------------------------------------------------------ */

/* In how many dimensions origins and regions of an image of TYPE can differ; 0: not known. */
static int dimensions_of(cl_mem_object_type type)
{
	switch (type) {
	case CL_MEM_OBJECT_IMAGE1D:
	case CL_MEM_OBJECT_IMAGE1D_BUFFER:
		return 1;
	case CL_MEM_OBJECT_IMAGE1D_ARRAY:
	case CL_MEM_OBJECT_IMAGE2D:
		return 2;
	case CL_MEM_OBJECT_IMAGE2D_ARRAY:
	case CL_MEM_OBJECT_IMAGE3D:
		return 3;
	default:
		return 0;
	}
}

bool check_image_inside(const struct call *call, const struct rule_test *test)
{
	const struct facts *image = memory(call, test->params[0]);
	const size_t *origin = check_pointer(call, test->params[1]);
	const size_t *region = check_pointer(call, test->params[2]);

	if (image == NULL || origin == NULL || region == NULL)
		return true;
	for (int i = 0; i < dimensions_of(image->type); i++)
		if (image->extent[i] != 0 && !is_inside(origin[i], region[i], image->extent[i]))
			return false;
	return true;
}

bool check_shape(const struct call *call, const struct rule_test *test)
{
	const struct facts *image = memory(call, test->params[0]);
	const size_t *origin = check_pointer(call, test->params[1]);
	const size_t *region = check_pointer(call, test->params[2]);
	const int dimensions = image == NULL ? 0 : dimensions_of(image->type);

	if (dimensions == 0 || origin == NULL || region == NULL)
		return true;
	for (int i = 0; i < 3; i++)
		if (region[i] == 0 || (i >= dimensions && (origin[i] != 0 || region[i] != 1)))
			return false;
	return true;
}

bool check_no_slices(const struct call *call, const struct rule_test *test)
{
	const struct facts *image = memory(call, test->params[0]);

	return image == NULL || check_number(call, test->params[1]) == 0 ||
	       (image->type != CL_MEM_OBJECT_IMAGE1D && image->type != CL_MEM_OBJECT_IMAGE2D);
}

/* An image of one of the two types has slices: the second parameter of TEST is a pointer. */
static bool is_given_for(const struct call *call, const struct rule_test *test,
			 cl_mem_object_type first, cl_mem_object_type second)
{
	const struct facts *image = memory(call, test->params[0]);

	return image == NULL || (image->type != first && image->type != second) ||
	       check_pointer(call, test->params[1]) != NULL;
}

bool check_layers_given(const struct call *call, const struct rule_test *test)
{
	return is_given_for(call, test, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY);
}

bool check_depth_given(const struct call *call, const struct rule_test *test)
{
	return is_given_for(call, test, CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE3D);
}

bool check_same_format(const struct call *call, const struct rule_test *test)
{
	const struct facts *from = memory(call, test->params[0]);
	const struct facts *to = memory(call, test->params[1]);

	return from == NULL || to == NULL || from->extent[0] == 0 || to->extent[0] == 0 ||
	       (from->format.image_channel_order == to->format.image_channel_order &&
		from->format.image_channel_data_type == to->format.image_channel_data_type);
}
