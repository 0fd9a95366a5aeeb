/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-memory: memory objects: host pointers, access, bounds, pitches, alignment and what is
 * mapped. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"
#include "state/learn/addresses.h"
#include "state/memory.h"

#define TAKES_HOST_PTR (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)

/* -- how it is made ---------------------------------------------------------------------- */

bool check_host_ptr_given(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, HOST_PTR };

	return (call_number(call, test->params[FLAGS]) & TAKES_HOST_PTR) == 0 ||
	       call_pointer(call, test->params[HOST_PTR]) != NULL;
}

/* Flags of vendors may give host_ptr another meaning. */
bool check_host_ptr_unused(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, HOST_PTR };
	const uint64_t flags = call_number(call, test->params[FLAGS]);

	return (flags & TAKES_HOST_PTR) != 0 || check_allows_flags(test, flags) ||
	       call_pointer(call, test->params[HOST_PTR]) == NULL;
}

/* The largest allocation of any device of CONTEXT; 0 if it is not known. */
static cl_ulong max_alloc_of(const void *context)
{
	const struct facts_context *facts = facts_of_context(context);
	const struct limits *limits;
	cl_ulong largest = 0;

	for (unsigned i = 0; facts != NULL && i < facts->devices.count; i++) {
		limits = facts_limits(facts->devices.list[i]);
		if (limits == NULL || limits->max_alloc == 0)
			return 0;
		if (limits->max_alloc > largest)
			largest = limits->max_alloc;
	}
	return largest;
}

/* CL_MEM_ALLOW_UNRESTRICTED_SIZE_INTEL, for example, is there for larger ones. */
bool check_max_alloc(const struct call *call, const struct rule_test *test)
{
	enum { SIZE, CONTEXT, FLAGS };
	const cl_ulong largest = check_allows_flags(test, call_number(call, test->params[FLAGS]))
					 ? 0
					 : max_alloc_of(call_pointer(call, test->params[CONTEXT]));

	return largest == 0 || limit_at_most(call, call_number(call, test->params[SIZE]),
					     "CL_DEVICE_MAX_MEM_ALLOC_SIZE", largest);
}

bool check_sub_flags(const struct call *call, const struct rule_test *test)
{
	enum { BUFFER, FLAGS };
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);

	return buffer == NULL || (buffer->flags & test->constants[0]) == 0 ||
	       (call_number(call, test->params[FLAGS]) & test->constants[1]) == 0;
}

bool check_region_nonzero(const struct call *call, const struct rule_test *test)
{
	const cl_buffer_region *region = call_pointer(call, test->param);

	return region == NULL || region->size != 0;
}

#define BUFFER_SIZE "the size of the buffer"

bool check_region_adds_up(const struct call *call, const struct rule_test *test)
{
	const cl_buffer_region *region = call_pointer(call, test->param);

	return region == NULL || region->size <= SIZE_MAX - region->origin;
}

bool check_region_inside(const struct call *call, const struct rule_test *test)
{
	enum { BUFFER, REGION };
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);
	const cl_buffer_region *region = call_pointer(call, test->params[REGION]);

	return buffer == NULL || buffer->size == 0 || region == NULL ||
	       region->size > SIZE_MAX - region->origin ||
	       limit_inside(call, region->origin, region->size, BUFFER_SIZE, buffer->size);
}

static bool is_aligned_for(const struct call *call, size_t origin, const struct limits *limits)
{
	return limits == NULL || limits->align == 0 ||
	       limit_multiple(call, origin, "CL_DEVICE_MEM_BASE_ADDR_ALIGN in bytes",
			      limits->align);
}

bool check_region_aligned(const struct call *call, const struct rule_test *test)
{
	enum { BUFFER, REGION };
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);
	const cl_buffer_region *region = call_pointer(call, test->params[REGION]);
	const struct facts_context *context =
		buffer == NULL ? NULL : facts_of_context(buffer->any.context);

	if (region == NULL || context == NULL || context->devices.count == 0)
		return true;
	for (unsigned i = 0; i < context->devices.count; i++)
		if (is_aligned_for(call, region->origin, facts_limits(context->devices.list[i])))
			return true;
	return false;
}

bool check_aligned(const struct call *call, const struct rule_test *test)
{
	enum { BUFFER, QUEUE };
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);

	return buffer == NULL || buffer->parent == NULL ||
	       is_aligned_for(call, buffer->origin,
			      facts_queue_limits(call_pointer(call, test->params[QUEUE])));
}

/* -- access of the host ------------------------------------------------------------------ */

static bool has_flags(const struct call *call, unsigned index, cl_mem_flags flags)
{
	const struct facts_mem *facts = check_mem(call, index);

	return facts != NULL && (facts->flags & flags) != 0;
}

bool check_host_read(const struct call *call, const struct rule_test *test)
{
	return !has_flags(call, test->param, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
}

bool check_host_write(const struct call *call, const struct rule_test *test)
{
	return !has_flags(call, test->param, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
}

bool check_map_read(const struct call *call, const struct rule_test *test)
{
	enum { MEM, FLAGS };

	return (call_number(call, test->params[FLAGS]) & CL_MAP_READ) == 0 ||
	       check_host_read(call, test);
}

bool check_map_write(const struct call *call, const struct rule_test *test)
{
	enum { MEM, FLAGS };
	const uint64_t writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

	return (call_number(call, test->params[FLAGS]) & writes) == 0 ||
	       check_host_write(call, test);
}

bool check_map_unwritten(const struct call *call, const struct rule_test *test)
{
	struct memory_region region;

	(void)test;
	return !addresses_mapped_region(call, &region) || !region.is_written ||
	       !memory_is_written(&region);
}

bool check_is_mapped(const struct call *call, const struct rule_test *test)
{
	enum { MEM, POINTER };
	const void *handle = call_pointer(call, test->params[MEM]);
	const struct facts_mem *facts = check_mem(call, test->params[MEM]);

	return facts == NULL || facts->type == CL_MEM_OBJECT_PIPE ||
	       memory_is_mapped(handle, facts_whole(handle), atomic_load(&facts->any.serial),
				call_pointer(call, test->params[POINTER]));
}

/* -- bounds ------------------------------------------------------------------------------ */

bool check_inside(const struct call *call, const struct rule_test *test)
{
	enum { BUFFER, OFFSET, SIZE };
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);

	return buffer == NULL || buffer->size == 0 ||
	       limit_inside(call, call_number(call, test->params[OFFSET]),
			    call_number(call, test->params[SIZE]), BUFFER_SIZE, buffer->size);
}

static bool do_overlap(size_t first, size_t second, size_t size)
{
	return size != 0 && (first < second ? second - first : first - second) < size;
}

bool check_no_overlap(const struct call *call, const struct rule_test *test)
{
	enum { SRC, DST, SRC_OFFSET, DST_OFFSET, SIZE };

	return call_pointer(call, test->params[SRC]) != call_pointer(call, test->params[DST]) ||
	       !do_overlap(call_number(call, test->params[SRC_OFFSET]),
			   call_number(call, test->params[DST_OFFSET]),
			   call_number(call, test->params[SIZE]));
}

bool check_no_sub_overlap(const struct call *call, const struct rule_test *test)
{
	enum { SRC, DST, SRC_OFFSET, DST_OFFSET, SIZE };
	const struct facts_mem *from = check_mem(call, test->params[SRC]);
	const struct facts_mem *to = check_mem(call, test->params[DST]);

	if (from == NULL || to == NULL || from == to || from->parent == NULL ||
	    from->parent != to->parent)
		return true;
	return !do_overlap(from->origin + call_number(call, test->params[SRC_OFFSET]),
			   to->origin + call_number(call, test->params[DST_OFFSET]),
			   call_number(call, test->params[SIZE]));
}

bool check_svm_no_overlap(const struct call *call, const struct rule_test *test)
{
	enum { DST, SRC, SIZE };

	return !do_overlap((uintptr_t)call_pointer(call, test->params[DST]),
			   (uintptr_t)call_pointer(call, test->params[SRC]),
			   call_number(call, test->params[SIZE]));
}

bool check_svm_alive(const struct call *call, const struct rule_test *test)
{
	const void *pointer = call_pointer(call, test->param);

	return pointer == NULL || memory_svm_size(pointer) != 0 || memory_expects_unseen();
}

/* -- rectangles -------------------------------------------------------------------------- */

bool check_nonzero_region(const struct call *call, const struct rule_test *test)
{
	const size_t *region = call_pointer(call, test->param);

	return region == NULL || (region[0] != 0 && region[1] != 0 && region[2] != 0);
}

bool check_row_pitch(const struct call *call, const struct rule_test *test)
{
	enum { ROW_PITCH, REGION };
	const size_t *region = call_pointer(call, test->params[REGION]);
	const uint64_t pitch = call_number(call, test->params[ROW_PITCH]);

	return region == NULL || pitch == 0 ||
	       limit_at_least(call, pitch, "a row of the region", region[0]);
}

/* The bytes of a row: the pitch that parameter INDEX is, or those of REGION. */
static uint64_t row_of(const struct call *call, unsigned index, const size_t *region)
{
	const uint64_t pitch = call_number(call, index);

	return pitch != 0 ? pitch : region[0];
}

bool check_slice_pitch(const struct call *call, const struct rule_test *test)
{
	enum { SLICE_PITCH, ROW_PITCH, REGION };
	const size_t *region = call_pointer(call, test->params[REGION]);
	const uint64_t pitch = call_number(call, test->params[SLICE_PITCH]);

	return region == NULL || pitch == 0 ||
	       limit_at_least(call, pitch, "all rows of the region",
			      region[1] * row_of(call, test->params[ROW_PITCH], region));
}

/* One that is too small is for the rule about that. */
bool check_slice_rows(const struct call *call, const struct rule_test *test)
{
	enum { SLICE_PITCH, ROW_PITCH, REGION };
	const size_t *region = call_pointer(call, test->params[REGION]);
	const uint64_t pitch = call_number(call, test->params[SLICE_PITCH]);

	return region == NULL || pitch == 0 || region[0] == 0 || !check_slice_pitch(call, test) ||
	       limit_multiple(call, pitch, "the row pitch",
			      row_of(call, test->params[ROW_PITCH], region));
}

bool check_same_pitch(const struct call *call, const struct rule_test *test)
{
	enum { SRC, DST, SRC_PITCH, DST_PITCH };
	const uint64_t from = call_number(call, test->params[SRC_PITCH]);
	const uint64_t to = call_number(call, test->params[DST_PITCH]);

	return call_pointer(call, test->params[SRC]) != call_pointer(call, test->params[DST]) ||
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
	enum { BUFFER, ORIGIN, REGION, ROW_PITCH, SLICE_PITCH };
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);
	const size_t *origin = call_pointer(call, test->params[ORIGIN]);
	const size_t *region = call_pointer(call, test->params[REGION]);
	uint64_t row, slice, end;

	if (buffer == NULL || buffer->size == 0 || origin == NULL || region == NULL ||
	    region[0] == 0 || region[1] == 0 || region[2] == 0)
		return true;
	row = row_of(call, test->params[ROW_PITCH], region);
	slice = call_number(call, test->params[SLICE_PITCH]);
	if (slice == 0)
		slice = row * region[1];
	/* A pitch that is wrong is for the rules about that. */
	if (row < region[0] || slice < row * region[1])
		return true;
	end = region[0];
	return add_product(&end, 1, origin[0]) && add_product(&end, row, origin[1]) &&
	       add_product(&end, row, region[1] - 1) && add_product(&end, slice, origin[2]) &&
	       add_product(&end, slice, region[2] - 1) &&
	       limit_at_most(call, end, BUFFER_SIZE, buffer->size);
}

/* A rectangle of a copy: SIZE bytes, rows and slices from OFFSET, and the pitches of both. */
struct rect {
	int64_t offset;
	int64_t row;
	int64_t slice;
	const size_t *size;
};

/* The parameters of a copy of rectangles. */
enum {
	RECT_SRC,
	RECT_DST,
	RECT_SRC_ORIGIN,
	RECT_SRC_ROW_PITCH,
	RECT_SRC_SLICE_PITCH,
	RECT_REGION,
	RECT_DST_ORIGIN,
	RECT_DST_ROW_PITCH,
	RECT_DST_SLICE_PITCH
};

/*
 * The rectangle in the buffer of FACTS; false if it is wrong, which is for other rules. START is
 * RECT_SRC_ORIGIN or RECT_DST_ORIGIN, which the two pitches follow.
 */
static bool find_rect(const struct call *call, const struct rule_test *test, unsigned start,
		      const struct facts_mem *facts, struct rect *rect)
{
	const size_t *origin = call_pointer(call, test->params[start]);
	const size_t *region = call_pointer(call, test->params[RECT_REGION]);
	const uint64_t limit = INT64_MAX / 4;
	uint64_t row, slice, offset = facts->origin;

	if (origin == NULL || region == NULL || region[0] == 0 || region[1] == 0 || region[2] == 0)
		return false;
	row = row_of(call, test->params[start + 1], region);
	slice = call_number(call, test->params[start + 2]);
	if (slice == 0)
		slice = row * region[1];
	if (row < region[0] || slice < row * region[1] || row > limit || slice > limit ||
	    !add_product(&offset, 1, origin[0]) || !add_product(&offset, row, origin[1]) ||
	    !add_product(&offset, slice, origin[2]) || offset > limit)
		return false;
	*rect = (struct rect){ (int64_t)offset, (int64_t)row, (int64_t)slice, region };
	return true;
}

static int64_t floor_divide(int64_t number, int64_t by)
{
	return number / by - (number % by < 0);
}

static bool is_below(int64_t number, size_t limit)
{
	return (uint64_t)(number < 0 ? -number : number) < limit;
}

/*
 * Do two rectangles of one size and with the same pitches overlap? They do if the distance of their
 * offsets is that of two of their bytes: less than a size in each dimension. There are at most two
 * numbers of slices, and of rows, that leave so little for the other dimensions.
 */
static bool do_rects_overlap(const struct rect *a, const struct rect *b)
{
	const int64_t distance = a->offset - b->offset;
	const int64_t slices = floor_divide(distance, a->slice);

	for (int64_t i = slices; i <= slices + 1; i++) {
		const int64_t rest = distance - i * a->slice;
		const int64_t rows = floor_divide(rest, a->row);

		for (int64_t k = rows; k <= rows + 1; k++)
			if (is_below(i, a->size[2]) && is_below(k, a->size[1]) &&
			    is_below(rest - k * a->row, a->size[0]))
				return true;
	}
	return false;
}

static bool do_copies_overlap(const struct call *call, const struct rule_test *test)
{
	const struct facts_mem *from = check_mem(call, test->params[RECT_SRC]);
	const struct facts_mem *to = check_mem(call, test->params[RECT_DST]);
	struct rect a, b;

	return from != NULL && to != NULL && find_rect(call, test, RECT_SRC_ORIGIN, from, &a) &&
	       find_rect(call, test, RECT_DST_ORIGIN, to, &b) && a.row == b.row &&
	       a.slice == b.slice && do_rects_overlap(&a, &b);
}

bool check_rects_apart(const struct call *call, const struct rule_test *test)
{
	return call_pointer(call, test->params[RECT_SRC]) !=
		       call_pointer(call, test->params[RECT_DST]) ||
	       !do_copies_overlap(call, test);
}

bool check_sub_rects_apart(const struct call *call, const struct rule_test *test)
{
	const struct facts_mem *from = check_mem(call, test->params[RECT_SRC]);
	const struct facts_mem *to = check_mem(call, test->params[RECT_DST]);

	return from == NULL || to == NULL || from == to || from->parent == NULL ||
	       from->parent != to->parent || !do_copies_overlap(call, test);
}
