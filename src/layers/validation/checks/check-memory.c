/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-memory: memory objects: host pointers, access, bounds, pitches, alignment and what is
 * mapped. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"
#include "opencl/region.h"
#include "state/learn/addresses.h"
#include "state/memory.h"

#define TAKES_HOST_PTR (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)

/* -- how it is made ---------------------------------------------------------------------- */

bool check_host_ptr_given(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, HOST_PTR };

	return (call_number(call, test->params[FLAGS]) & TAKES_HOST_PTR) == 0 ||
	       call_pointer(call, test->params[HOST_PTR]);
}

/* Flags of vendors may give host_ptr another meaning. */
bool check_host_ptr_unused(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, HOST_PTR };
	const uint64_t flags = call_number(call, test->params[FLAGS]);

	return (flags & TAKES_HOST_PTR) != 0 || check_allows_flags(test, flags) ||
	       !call_pointer(call, test->params[HOST_PTR]);
}

/* The largest allocation of any device of CONTEXT; 0 if it is not known. */
static cl_ulong max_alloc_of(const void *context)
{
	const struct facts_context *facts = facts_of_context(context);
	const struct limits *limits;
	cl_ulong largest = 0;

	for (unsigned i = 0; facts && i < facts->devices.count; i++) {
		limits = facts_limits(facts->devices.list[i]);
		if (!limits || limits->max_alloc == 0)
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

	return !buffer || (buffer->flags & test->constants[0]) == 0 ||
	       (call_number(call, test->params[FLAGS]) & test->constants[1]) == 0;
}

bool check_region_nonzero(const struct call *call, const struct rule_test *test)
{
	const cl_buffer_region *region = call_pointer(call, test->param);

	return !region || region->size != 0;
}

#define BUFFER_SIZE "the size of the buffer"

bool check_region_adds_up(const struct call *call, const struct rule_test *test)
{
	const cl_buffer_region *region = call_pointer(call, test->param);

	return !region || region->size <= SIZE_MAX - region->origin;
}

bool check_region_inside(const struct call *call, const struct rule_test *test)
{
	enum { BUFFER, REGION };
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);
	const cl_buffer_region *region = call_pointer(call, test->params[REGION]);

	return !buffer || buffer->size == 0 || !region ||
	       region->size > SIZE_MAX - region->origin ||
	       limit_inside(call, region->origin, region->size, BUFFER_SIZE, buffer->size);
}

static bool is_aligned_for(const struct call *call, size_t origin, const struct limits *limits)
{
	return !limits || limits->align == 0 ||
	       limit_multiple(call, origin, "CL_DEVICE_MEM_BASE_ADDR_ALIGN in bytes",
			      limits->align);
}

bool check_region_aligned(const struct call *call, const struct rule_test *test)
{
	enum { BUFFER, REGION };
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);
	const cl_buffer_region *region = call_pointer(call, test->params[REGION]);
	const struct facts_context *context =
		!buffer ? NULL : facts_of_context(buffer->any.context);

	if (!region || !context || context->devices.count == 0)
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

	return !buffer || !buffer->parent ||
	       is_aligned_for(call, buffer->origin,
			      facts_queue_limits(call_pointer(call, test->params[QUEUE])));
}

/* -- access of the host ------------------------------------------------------------------ */

static bool has_flags(const struct call *call, unsigned index, cl_mem_flags flags)
{
	const struct facts_mem *facts = check_mem(call, index);

	return facts && (facts->flags & flags) != 0;
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

	return !facts || facts->type == CL_MEM_OBJECT_PIPE ||
	       memory_is_mapped(handle, facts_whole(handle), atomic_load(&facts->any.serial),
				call_pointer(call, test->params[POINTER]));
}

/* -- bounds ------------------------------------------------------------------------------ */

bool check_inside(const struct call *call, const struct rule_test *test)
{
	enum { BUFFER, OFFSET, SIZE };
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);

	return !buffer || buffer->size == 0 ||
	       limit_inside(call, call_number(call, test->params[OFFSET]),
			    call_number(call, test->params[SIZE]), BUFFER_SIZE, buffer->size);
}

bool check_no_overlap(const struct call *call, const struct rule_test *test)
{
	enum { SRC, DST, SRC_OFFSET, DST_OFFSET, SIZE };

	return call_pointer(call, test->params[SRC]) != call_pointer(call, test->params[DST]) ||
	       !region_bytes_overlap(call_number(call, test->params[SRC_OFFSET]),
				     call_number(call, test->params[DST_OFFSET]),
				     call_number(call, test->params[SIZE]));
}

bool check_no_sub_overlap(const struct call *call, const struct rule_test *test)
{
	enum { SRC, DST, SRC_OFFSET, DST_OFFSET, SIZE };
	const struct facts_mem *from = check_mem(call, test->params[SRC]);
	const struct facts_mem *to = check_mem(call, test->params[DST]);

	if (!from || !to || from == to || !from->parent ||
	    from->parent != to->parent)
		return true;
	return !region_bytes_overlap(from->origin + call_number(call, test->params[SRC_OFFSET]),
				     to->origin + call_number(call, test->params[DST_OFFSET]),
				     call_number(call, test->params[SIZE]));
}

bool check_svm_no_overlap(const struct call *call, const struct rule_test *test)
{
	enum { DST, SRC, SIZE };

	return !region_bytes_overlap((uintptr_t)call_pointer(call, test->params[DST]),
				     (uintptr_t)call_pointer(call, test->params[SRC]),
				     call_number(call, test->params[SIZE]));
}

bool check_svm_alive(const struct call *call, const struct rule_test *test)
{
	const void *pointer = call_pointer(call, test->param);

	return !pointer || memory_svm_size(pointer) != 0 || memory_expects_unseen();
}

/* -- rectangles -------------------------------------------------------------------------- */

bool check_nonzero_region(const struct call *call, const struct rule_test *test)
{
	const size_t *region = call_pointer(call, test->param);

	return !region || (region[0] != 0 && region[1] != 0 && region[2] != 0);
}

bool check_row_pitch(const struct call *call, const struct rule_test *test)
{
	enum { ROW_PITCH, REGION };
	const size_t *region = call_pointer(call, test->params[REGION]);
	const uint64_t pitch = call_number(call, test->params[ROW_PITCH]);

	return !region || pitch == 0 ||
	       limit_at_least(call, pitch, "a row of the region", region[0]);
}

/* The bytes of a row: the pitch that parameter INDEX is, or the bytes of a row of REGION. */
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

	return !region || pitch == 0 ||
	       limit_at_least(call, pitch, "all rows of the region",
			      region[1] * row_of(call, test->params[ROW_PITCH], region));
}

/* One that is too small is for the rule about that. */
bool check_slice_rows(const struct call *call, const struct rule_test *test)
{
	enum { SLICE_PITCH, ROW_PITCH, REGION };
	const size_t *region = call_pointer(call, test->params[REGION]);
	const uint64_t pitch = call_number(call, test->params[SLICE_PITCH]);

	return !region || pitch == 0 || region[0] == 0 || !check_slice_pitch(call, test) ||
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

/*
 * The rows at parameter ORIGIN of CALL, in what BUFFER may be a part of; REGION and PITCH are
 * parameters, too, and the slice pitch follows PITCH.
 */
static enum region_fit find_rows(const struct call *call, const struct facts_mem *buffer,
				 unsigned origin, unsigned region, unsigned pitch,
				 struct region *rows)
{
	if (!call_pointer(call, origin) || !call_pointer(call, region))
		return REGION_WRONG;
	return region_rows(rows, buffer->origin, call_pointer(call, origin), call_pointer(call, region),
			   call_number(call, pitch), call_number(call, pitch + 1));
}

/* What is wrong otherwise is for the rules about that. */
bool check_rect_inside(const struct call *call, const struct rule_test *test)
{
	enum { BUFFER, ORIGIN, REGION, ROW_PITCH, SLICE_PITCH };
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);
	struct region rows;
	enum region_fit fit;

	if (!buffer || buffer->size == 0)
		return true;
	fit = find_rows(call, buffer, test->params[ORIGIN], test->params[REGION],
			test->params[ROW_PITCH], &rows);
	return fit == REGION_WRONG ||
	       (fit == REGION_GOOD &&
		limit_at_most(call, rows.end - buffer->origin, BUFFER_SIZE, buffer->size));
}

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

static bool do_copies_overlap(const struct call *call, const struct rule_test *test)
{
	const struct facts_mem *from = check_mem(call, test->params[RECT_SRC]);
	const struct facts_mem *to = check_mem(call, test->params[RECT_DST]);
	struct region a, b;

	return from && to &&
	       find_rows(call, from, test->params[RECT_SRC_ORIGIN],
			 test->params[RECT_REGION], test->params[RECT_SRC_ROW_PITCH],
			 &a) == REGION_GOOD &&
	       find_rows(call, to, test->params[RECT_DST_ORIGIN], test->params[RECT_REGION],
			 test->params[RECT_DST_ROW_PITCH], &b) == REGION_GOOD &&
	       region_overlap(&a, &b);
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

	return !from || !to || from == to || !from->parent ||
	       from->parent != to->parent || !do_copies_overlap(call, test);
}
