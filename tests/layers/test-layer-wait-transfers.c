/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The wait layer and the calls that read, write, map and copy memory, on the driver of
 * wait-driver.h: a call that the driver refuses comes to it before anything is waited for. The
 * calls that are almost like it, and right, are waited for by polling first.
 */
#include <stdint.h>
#include <string.h>

#include "layers/wait-driver.h"
#include "layers/wait-transfers.h"
#include "unit/unit.h"

enum call {
	READ,
	WRITE,
	READ_RECT,
	WRITE_RECT,
	READ_IMAGE,
	WRITE_IMAGE,
	MAP,
	MAP_IMAGE,
	SVM_COPY,
	SVM_MAP,
	CALLS
};

#define IS(call) (1u << (call))
#define BUFFERS (IS(READ) | IS(WRITE) | IS(MAP))
#define RECTS (IS(READ_RECT) | IS(WRITE_RECT))
#define TRANSFERS (IS(READ_IMAGE) | IS(WRITE_IMAGE)) /* of images that are not maps */
#define IMAGES (TRANSFERS | IS(MAP_IMAGE))
#define OBJECTS (BUFFERS | RECTS | IMAGES)
#define MAPS (IS(MAP) | IS(MAP_IMAGE) | IS(SVM_MAP))
#define READS (IS(READ) | IS(READ_RECT) | IS(READ_IMAGE) | IS(MAP) | IS(MAP_IMAGE))
#define WRITES (IS(WRITE) | IS(WRITE_RECT) | IS(WRITE_IMAGE))
#define SVMS (IS(SVM_COPY) | IS(SVM_MAP))
#define ALL (OBJECTS | SVMS)

/* What a row may change of a call, and of the driver. */
enum field {
	NOTHING,
	QUEUE,
	MEMORY,
	EVENTS,
	PTR, /* 0: NULL */
	FLAGS,
	OFFSET,
	SIZE,
	X,
	Y,
	Z,
	WIDTH,
	HEIGHT,
	DEPTH,
	ROW,
	SLICE,
	HOST_X,
	HOST_Y,
	HOST_Z,
	HOST_ROW,
	HOST_SLICE,
	ORIGIN, /* of these, 0 is NULL */
	HOST_ORIGIN,
	REGION,
	SOURCE,
	ROW_RESULT,
	SLICE_RESULT,
	SOURCE_AT, /* from the target */
	MEMORY_TYPE,
	MEMORY_CONTEXT,
	MEMORY_FLAGS,
	PART_AT, /* SIZE_MAX: it is no part */
	HAS_NO_SVM,
	HAS_NO_IMAGES,
	HAS_TWO_DEVICES,
	IS_ON_DEVICE,
	FIELDS
};

/* Objects; the first one is right. */
enum queue_choice { OWN_QUEUE, QUEUE_OF_OTHER_CONTEXT, NO_QUEUE, QUEUE_IS_EVENT, QUEUE_IS_MEMORY };
enum memory_choice { OWN_MEMORY, A_NUMBER, ODD_MEMORY, NO_MEMORY, MEMORY_IS_EVENT, FOREIGN_MEMORY };
enum event_choice {
	NO_EVENTS,
	GOOD,
	TWO_GOOD,
	COUNT_ONLY,
	LIST_ONLY,
	OTHER_CONTEXT,
	NUMBER,
	ODD_EVENT,
	NULL_EVENT,
	EVENT_IS_MEMORY,
	EVENT_IS_QUEUE,
	FOREIGN,
	/* One event is asked whether it has failed. */
	FAILED,
	GOOD_AND_OTHER_CONTEXT,
	GOOD_AND_NUMBER,
	GOOD_AND_NULL
};

struct change {
	enum field field;
	size_t value;
};

#define ROW(calls, what, error, is_unsure, ...) \
	{ \
		calls, what, { __VA_ARGS__ }, error, is_unsure \
	}
#define RIGHT(calls, what, ...) ROW(calls, what, CL_SUCCESS, false, __VA_ARGS__)
#define UNSURE(calls, what, ...) ROW(calls, what, CL_SUCCESS, true, __VA_ARGS__)
#define WRONG(calls, what, error, ...) ROW(calls, what, error, false, __VA_ARGS__)
#define TYPE(type) \
	{ \
		MEMORY_TYPE, CL_MEM_OBJECT_##type \
	}

static const struct row {
	unsigned int calls;
	const char *what;
	struct change changes[5];
	cl_int error;
	bool is_unsure; /* it is right, but the layer cannot know that */
} rows[] = {
	RIGHT(ALL, "right", { NOTHING, 0 }),
	/* -- queues -- */
	WRONG(OBJECTS, "a queue of another context", CL_INVALID_CONTEXT,
	      { QUEUE, QUEUE_OF_OTHER_CONTEXT }),
	WRONG(ALL, "no queue", CL_INVALID_COMMAND_QUEUE, { QUEUE, NO_QUEUE }),
	WRONG(ALL, "an event for a queue", CL_INVALID_COMMAND_QUEUE, { QUEUE, QUEUE_IS_EVENT }),
	WRONG(ALL, "memory for a queue", CL_INVALID_COMMAND_QUEUE, { QUEUE, QUEUE_IS_MEMORY }),
	UNSURE(ALL, "a queue on the device", { IS_ON_DEVICE, 1 }),
	/* -- events -- */
	RIGHT(ALL, "an event", { EVENTS, GOOD }),
	RIGHT(ALL, "two events", { EVENTS, TWO_GOOD }),
	WRONG(ALL, "a number without a list", CL_INVALID_EVENT_WAIT_LIST, { EVENTS, COUNT_ONLY }),
	WRONG(ALL, "a list without a number", CL_INVALID_EVENT_WAIT_LIST, { EVENTS, LIST_ONLY }),
	WRONG(ALL, "an event of another context", CL_INVALID_CONTEXT, { EVENTS, OTHER_CONTEXT }),
	WRONG(ALL, "no event", CL_INVALID_EVENT_WAIT_LIST, { EVENTS, NUMBER }),
	WRONG(ALL, "no event, at an odd address", CL_INVALID_EVENT_WAIT_LIST,
	      { EVENTS, ODD_EVENT }),
	WRONG(ALL, "an event that is NULL", CL_INVALID_EVENT_WAIT_LIST, { EVENTS, NULL_EVENT }),
	WRONG(ALL, "memory for an event", CL_INVALID_EVENT_WAIT_LIST, { EVENTS, EVENT_IS_MEMORY }),
	WRONG(ALL, "a queue for an event", CL_INVALID_EVENT_WAIT_LIST, { EVENTS, EVENT_IS_QUEUE }),
	WRONG(ALL, "an event of another driver", CL_INVALID_EVENT_WAIT_LIST, { EVENTS, FOREIGN }),
	WRONG(ALL, "an event that has failed", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
	      { EVENTS, FAILED }),
	WRONG(ALL, "events of two contexts", CL_INVALID_CONTEXT,
	      { EVENTS, GOOD_AND_OTHER_CONTEXT }),
	WRONG(ALL, "an event and none", CL_INVALID_EVENT_WAIT_LIST, { EVENTS, GOOD_AND_NUMBER }),
	WRONG(ALL, "an event and NULL", CL_INVALID_EVENT_WAIT_LIST, { EVENTS, GOOD_AND_NULL }),
	/* -- memory objects -- */
	WRONG(OBJECTS, "no object", CL_INVALID_MEM_OBJECT, { MEMORY, A_NUMBER }),
	WRONG(OBJECTS, "no object, at an odd address", CL_INVALID_MEM_OBJECT,
	      { MEMORY, ODD_MEMORY }),
	WRONG(OBJECTS, "NULL", CL_INVALID_MEM_OBJECT, { MEMORY, NO_MEMORY }),
	WRONG(OBJECTS, "an event for memory", CL_INVALID_MEM_OBJECT, { MEMORY, MEMORY_IS_EVENT }),
	WRONG(OBJECTS, "an object of another driver", CL_INVALID_MEM_OBJECT,
	      { MEMORY, FOREIGN_MEMORY }),
	WRONG(OBJECTS, "memory of another context", CL_INVALID_CONTEXT, { MEMORY_CONTEXT, 1 }),
	WRONG(BUFFERS | RECTS, "an image for a buffer", CL_INVALID_MEM_OBJECT, TYPE(IMAGE2D)),
	WRONG(IMAGES, "a buffer for an image", CL_INVALID_MEM_OBJECT, TYPE(BUFFER)),
	WRONG(OBJECTS, "memory without access", CL_INVALID_OPERATION,
	      { MEMORY_FLAGS, CL_MEM_HOST_NO_ACCESS }),
	WRONG(READS, "memory that is not read", CL_INVALID_OPERATION,
	      { MEMORY_FLAGS, CL_MEM_HOST_WRITE_ONLY }),
	RIGHT(WRITES, "memory that is only written", { MEMORY_FLAGS, CL_MEM_HOST_WRITE_ONLY }),
	WRONG(WRITES, "memory that is not written", CL_INVALID_OPERATION,
	      { MEMORY_FLAGS, CL_MEM_HOST_READ_ONLY }),
	RIGHT(READS, "memory that is only read", { MEMORY_FLAGS, CL_MEM_HOST_READ_ONLY }),
	RIGHT(OBJECTS, "memory of the host", { MEMORY_FLAGS, CL_MEM_USE_HOST_PTR }),
	RIGHT(BUFFERS | RECTS, "a part at 0", { PART_AT, 0 }),
	RIGHT(BUFFERS | RECTS, "a part at 256", { PART_AT, 256 }),
	WRONG(BUFFERS | RECTS, "a part at 64", CL_MISALIGNED_SUB_BUFFER_OFFSET, { PART_AT, 64 }),
	/* -- the program's memory -- */
	WRONG(ALL & ~(IS(MAP) | IS(MAP_IMAGE)), "no memory of the host", CL_INVALID_VALUE,
	      { PTR, 0 }),
	/* -- ranges -- */
	RIGHT(BUFFERS, "all of it", { OFFSET, 0 }, { SIZE, 4096 }),
	RIGHT(BUFFERS, "the last byte", { OFFSET, 4095 }, { SIZE, 1 }),
	WRONG(BUFFERS, "one byte too many", CL_INVALID_VALUE, { OFFSET, 0 }, { SIZE, 4097 }),
	WRONG(BUFFERS, "a range beyond the end", CL_INVALID_VALUE, { SIZE, 4001 }),
	WRONG(BUFFERS, "a range at the end", CL_INVALID_VALUE, { OFFSET, 4096 }, { SIZE, 1 }),
	WRONG(BUFFERS, "a range after the end", CL_INVALID_VALUE, { OFFSET, 4097 }, { SIZE, 1 }),
	WRONG(BUFFERS, "a range that overflows", CL_INVALID_VALUE, { OFFSET, 8 },
	      { SIZE, (size_t)-8 }),
	WRONG(BUFFERS, "no bytes", CL_INVALID_VALUE, { SIZE, 0 }),
	/* -- maps -- */
	WRONG(MAPS, "no flags", CL_INVALID_VALUE, { FLAGS, 0 }),
	WRONG(MAPS, "an unknown flag", CL_INVALID_VALUE, { FLAGS, 8 }),
	WRONG(MAPS, "a flag and an unknown one", CL_INVALID_VALUE, { FLAGS, CL_MAP_WRITE | 8 }),
	WRONG(MAPS, "flags that exclude each other", CL_INVALID_VALUE,
	      { FLAGS, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION }),
	WRONG(MAPS, "flags that are too many", CL_INVALID_VALUE,
	      { FLAGS, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION }),
	RIGHT(MAPS, "a map to write", { FLAGS, CL_MAP_WRITE }),
	RIGHT(MAPS, "a map for both", { FLAGS, CL_MAP_READ | CL_MAP_WRITE }),
	RIGHT(MAPS, "a map without contents", { FLAGS, CL_MAP_WRITE_INVALIDATE_REGION }),
	WRONG(MAPS & ~SVMS, "a map to write what is read", CL_INVALID_OPERATION,
	      { FLAGS, CL_MAP_WRITE }, { MEMORY_FLAGS, CL_MEM_HOST_READ_ONLY }),
	WRONG(MAPS & ~SVMS, "a map for both of what is read", CL_INVALID_OPERATION,
	      { FLAGS, CL_MAP_READ | CL_MAP_WRITE }, { MEMORY_FLAGS, CL_MEM_HOST_READ_ONLY }),
	WRONG(MAPS & ~SVMS, "a map for both of what is written", CL_INVALID_OPERATION,
	      { FLAGS, CL_MAP_READ | CL_MAP_WRITE }, { MEMORY_FLAGS, CL_MEM_HOST_WRITE_ONLY }),
	RIGHT(MAPS & ~SVMS, "a map to write what is written", { FLAGS, CL_MAP_WRITE },
	      { MEMORY_FLAGS, CL_MEM_HOST_WRITE_ONLY }),
	/* -- rectangles: the right one ends at the end of the buffer -- */
	WRONG(RECTS, "a rectangle too far in x", CL_INVALID_VALUE, { X, 17 }),
	WRONG(RECTS, "a rectangle too far in y", CL_INVALID_VALUE, { Y, 9 }),
	WRONG(RECTS, "a rectangle too far in z", CL_INVALID_VALUE, { Z, 5 }),
	RIGHT(RECTS, "a rectangle before", { X, 15 }, { Y, 7 }, { Z, 3 }),
	WRONG(RECTS, "a rectangle too wide", CL_INVALID_VALUE, { WIDTH, 17 }),
	WRONG(RECTS, "a rectangle too high", CL_INVALID_VALUE, { HEIGHT, 9 }),
	WRONG(RECTS, "a rectangle too deep", CL_INVALID_VALUE, { DEPTH, 5 }),
	WRONG(RECTS, "a rectangle without width", CL_INVALID_VALUE, { WIDTH, 0 }),
	WRONG(RECTS, "a rectangle without height", CL_INVALID_VALUE, { HEIGHT, 0 }),
	WRONG(RECTS, "a rectangle without depth", CL_INVALID_VALUE, { DEPTH, 0 }),
	RIGHT(RECTS, "a rectangle that is one byte", { WIDTH, 1 }, { HEIGHT, 1 }, { DEPTH, 1 }),
	RIGHT(RECTS, "rows as long as the rectangle", { ROW, 16 }),
	WRONG(RECTS, "rows that are too short", CL_INVALID_VALUE, { ROW, 15 }, { SLICE, 0 }),
	RIGHT(RECTS, "rows without a length", { ROW, 0 }),
	RIGHT(RECTS, "slices without a length", { SLICE, 0 }),
	RIGHT(RECTS, "slices as long as the rectangle", { SLICE, 256 }),
	WRONG(RECTS, "slices that are too short", CL_INVALID_VALUE, { SLICE, 224 }),
	WRONG(RECTS, "slices that are not rows", CL_INVALID_VALUE, { SLICE, 300 }),
	RIGHT(RECTS, "slices that are a row more", { SLICE, 288 }),
	WRONG(RECTS, "slices beyond the end", CL_INVALID_VALUE, { SLICE, 544 }),
	WRONG(RECTS, "rows that are too long", CL_INVALID_VALUE, { ROW, SIZE_MAX }, { SLICE, 0 }),
	WRONG(RECTS, "an x that is too large", CL_INVALID_VALUE, { X, SIZE_MAX }),
	WRONG(RECTS, "a y that is too large", CL_INVALID_VALUE, { Y, SIZE_MAX / 32 + 1 }),
	WRONG(RECTS, "a z that is too large", CL_INVALID_VALUE, { Z, SIZE_MAX / 512 + 1 }),
	WRONG(RECTS, "a height that is too large", CL_INVALID_VALUE, { HEIGHT, SIZE_MAX / 32 + 2 },
	      { SLICE, 0 }),
	WRONG(RECTS, "a depth that is too large", CL_INVALID_VALUE, { DEPTH, SIZE_MAX / 512 + 2 }),
	WRONG(RECTS, "no origin", CL_INVALID_VALUE, { ORIGIN, 0 }),
	WRONG(RECTS, "no origin of the host", CL_INVALID_VALUE, { HOST_ORIGIN, 0 }),
	WRONG(RECTS, "no region", CL_INVALID_VALUE, { REGION, 0 }),
	RIGHT(RECTS, "the host's rows as long", { HOST_ROW, 16 }),
	WRONG(RECTS, "the host's rows too short", CL_INVALID_VALUE, { HOST_ROW, 15 }),
	RIGHT(RECTS, "the host's slices as long", { HOST_SLICE, 128 }),
	WRONG(RECTS, "the host's slices too short", CL_INVALID_VALUE, { HOST_SLICE, 112 }),
	WRONG(RECTS, "the host's slices not rows", CL_INVALID_VALUE, { HOST_SLICE, 130 }),
	RIGHT(RECTS, "far in the host's memory", { HOST_X, 5000 }, { HOST_Y, 100 },
	      { HOST_Z, 100 }),
	UNSURE(RECTS, "beyond the host's memory", { HOST_Z, SIZE_MAX }),
	/* -- images: the right part ends at the end of a plane -- */
	WRONG(IMAGES, "a part too far in x", CL_INVALID_VALUE, { X, 49 }),
	WRONG(IMAGES, "a part too far in y", CL_INVALID_VALUE, { Y, 25 }),
	WRONG(IMAGES, "a part too far in z", CL_INVALID_VALUE, { Z, 1 }),
	RIGHT(IMAGES, "a part before", { X, 47 }, { Y, 23 }),
	WRONG(IMAGES, "a part that overflows", CL_INVALID_VALUE, { X, SIZE_MAX - 7 }),
	WRONG(IMAGES, "a part too wide", CL_INVALID_VALUE, { WIDTH, 17 }),
	WRONG(IMAGES, "a part too high", CL_INVALID_VALUE, { HEIGHT, 9 }),
	WRONG(IMAGES, "a part too deep", CL_INVALID_VALUE, { DEPTH, 2 }),
	WRONG(IMAGES, "a part without width", CL_INVALID_VALUE, { WIDTH, 0 }),
	WRONG(IMAGES, "a part without height", CL_INVALID_VALUE, { HEIGHT, 0 }),
	WRONG(IMAGES, "a part without depth", CL_INVALID_VALUE, { DEPTH, 0 }),
	RIGHT(IMAGES, "a part that is all", { X, 0 }, { Y, 0 }, { WIDTH, 64 }, { HEIGHT, 32 }),
	WRONG(IMAGES, "no origin", CL_INVALID_VALUE, { ORIGIN, 0 }),
	WRONG(IMAGES, "no region", CL_INVALID_VALUE, { REGION, 0 }),
	WRONG(IMAGES, "no images", CL_INVALID_OPERATION, { HAS_NO_IMAGES, 1 }),
	UNSURE(IMAGES, "two devices", { HAS_TWO_DEVICES, 1 }),
	UNSURE(IMAGES, "an unknown type", { MEMORY_TYPE, 0x9999 }, { Y, 0 }, { HEIGHT, 1 }),
	RIGHT(TRANSFERS, "lines as long as the part", { ROW, 64 }),
	WRONG(TRANSFERS, "lines that are too short", CL_INVALID_VALUE, { ROW, 63 }),
	WRONG(TRANSFERS, "slices of a plane", CL_INVALID_VALUE, { SLICE, 512 }),
	WRONG(IS(MAP_IMAGE), "no place for the row pitch", CL_INVALID_VALUE, { ROW_RESULT, 0 }),
	RIGHT(IS(MAP_IMAGE), "no place for the slice pitch", { SLICE_RESULT, 0 }),
	/* -- other images -- */
	RIGHT(IMAGES, "a line", TYPE(IMAGE1D), { Y, 0 }, { HEIGHT, 1 }),
	WRONG(IMAGES, "a line that is too long", CL_INVALID_VALUE, TYPE(IMAGE1D), { Y, 0 },
	      { HEIGHT, 1 }, { X, 49 }),
	WRONG(IMAGES, "a line with height", CL_INVALID_VALUE, TYPE(IMAGE1D), { Y, 0 },
	      { HEIGHT, 2 }),
	WRONG(IMAGES, "a line elsewhere", CL_INVALID_VALUE, TYPE(IMAGE1D), { Y, 1 }, { HEIGHT, 1 }),
	WRONG(TRANSFERS, "slices of a line", CL_INVALID_VALUE, TYPE(IMAGE1D), { Y, 0 },
	      { HEIGHT, 1 }, { SLICE, 64 }),
	RIGHT(IMAGES, "a line of a buffer", TYPE(IMAGE1D_BUFFER), { Y, 0 }, { HEIGHT, 1 }),
	WRONG(IMAGES, "a line of a buffer elsewhere", CL_INVALID_VALUE, TYPE(IMAGE1D_BUFFER),
	      { Y, 1 }, { HEIGHT, 1 }),
	WRONG(TRANSFERS, "slices of a line of a buffer", CL_INVALID_VALUE, TYPE(IMAGE1D_BUFFER),
	      { Y, 0 }, { HEIGHT, 1 }, { SLICE, 64 }),
	RIGHT(IMAGES, "lines", TYPE(IMAGE1D_ARRAY), { Y, 4 }, { HEIGHT, 4 }),
	WRONG(IMAGES, "too many lines", CL_INVALID_VALUE, TYPE(IMAGE1D_ARRAY), { Y, 5 },
	      { HEIGHT, 4 }),
	RIGHT(TRANSFERS, "slices as long as lines", TYPE(IMAGE1D_ARRAY), { Y, 4 }, { HEIGHT, 4 },
	      { SLICE, 64 }),
	WRONG(TRANSFERS, "slices shorter than lines", CL_INVALID_VALUE, TYPE(IMAGE1D_ARRAY),
	      { Y, 4 }, { HEIGHT, 4 }, { SLICE, 63 }),
	RIGHT(IMAGES, "planes", TYPE(IMAGE2D_ARRAY), { Z, 6 }, { DEPTH, 2 }),
	WRONG(IMAGES, "too many planes", CL_INVALID_VALUE, TYPE(IMAGE2D_ARRAY), { Z, 7 },
	      { DEPTH, 2 }),
	RIGHT(IMAGES, "a space", TYPE(IMAGE3D), { Z, 6 }, { DEPTH, 2 }),
	WRONG(IMAGES, "a space that is too high", CL_INVALID_VALUE, TYPE(IMAGE3D), { Y, 25 }),
	WRONG(IMAGES, "a space that is too deep", CL_INVALID_VALUE, TYPE(IMAGE3D), { Z, 6 },
	      { DEPTH, 3 }),
	RIGHT(TRANSFERS, "slices as long as planes", TYPE(IMAGE3D), { SLICE, 512 }),
	WRONG(TRANSFERS, "slices shorter than planes", CL_INVALID_VALUE, TYPE(IMAGE3D),
	      { SLICE, 511 }),
	WRONG(TRANSFERS, "slices of longer lines", CL_INVALID_VALUE, TYPE(IMAGE3D), { ROW, 128 },
	      { SLICE, 1023 }),
	WRONG(IS(MAP_IMAGE), "lines without a slice pitch", CL_INVALID_VALUE, TYPE(IMAGE1D_ARRAY),
	      { Y, 0 }, { SLICE_RESULT, 0 }),
	WRONG(IS(MAP_IMAGE), "planes without a slice pitch", CL_INVALID_VALUE, TYPE(IMAGE2D_ARRAY),
	      { SLICE_RESULT, 0 }),
	WRONG(IS(MAP_IMAGE), "a space without a slice pitch", CL_INVALID_VALUE, TYPE(IMAGE3D),
	      { SLICE_RESULT, 0 }),
	RIGHT(IS(MAP_IMAGE), "a line without a slice pitch", TYPE(IMAGE1D), { Y, 0 }, { HEIGHT, 1 },
	      { SLICE_RESULT, 0 }),
	/* -- shared virtual memory -- */
	WRONG(SVMS, "no shared memory", CL_INVALID_OPERATION, { HAS_NO_SVM, 1 }),
	RIGHT(SVMS, "one byte", { SIZE, 1 }),
	UNSURE(IS(SVM_COPY), "no bytes of a copy", { SIZE, 0 }),
	WRONG(IS(SVM_MAP), "no bytes of a map", CL_INVALID_VALUE, { SIZE, 0 }),
	WRONG(IS(SVM_COPY), "no source", CL_INVALID_VALUE, { SOURCE, 0 }),
	RIGHT(IS(SVM_COPY), "a source just after", { SOURCE_AT, 64 }),
	RIGHT(IS(SVM_COPY), "a source just before", { SOURCE_AT, (size_t)-64 }),
	WRONG(IS(SVM_COPY), "a source that overlaps", CL_MEM_COPY_OVERLAP, { SOURCE_AT, 63 }),
	WRONG(IS(SVM_COPY), "a source that overlaps before", CL_MEM_COPY_OVERLAP,
	      { SOURCE_AT, (size_t)-63 }),
	WRONG(IS(SVM_COPY), "a source that is the target", CL_MEM_COPY_OVERLAP, { SOURCE_AT, 0 }),
};

static char host[8192];

/* An object of another driver begins with another word. */
static void *foreign[8] = { &foreign };

/* At 1, an object of the driver seems to begin. */
static _Alignas(void *) char odd[64];

/* A right call in each field. */
static void fill(size_t at[FIELDS], enum call which)
{
	const bool is_image = (IMAGES & IS(which)) != 0;
	const size_t values[FIELDS] = {
		[PTR] = 1,
		[FLAGS] = CL_MAP_READ,
		[OFFSET] = 96,
		[SIZE] = (SVMS & IS(which)) != 0 ? 64 : 4000,
		[X] = is_image ? 48 : 16,
		[Y] = is_image ? 24 : 8,
		[Z] = is_image ? 0 : 4,
		[WIDTH] = 16,
		[HEIGHT] = 8,
		[DEPTH] = is_image ? 1 : 4,
		[ROW] = is_image ? 0 : 32,
		[SLICE] = is_image ? 0 : 512,
		[ORIGIN] = 1,
		[HOST_ORIGIN] = 1,
		[REGION] = 1,
		[SOURCE] = 1,
		[ROW_RESULT] = 1,
		[SLICE_RESULT] = 1,
		[SOURCE_AT] = 2048,
		[MEMORY_TYPE] = is_image ? CL_MEM_OBJECT_IMAGE2D : CL_MEM_OBJECT_BUFFER,
		[PART_AT] = SIZE_MAX,
	};

	for (int i = 0; i < FIELDS; i++)
		at[i] = values[i];
}

static void set_driver(const size_t at[FIELDS])
{
	fake.is_on_device = at[IS_ON_DEVICE] != 0;
	fake.has_no_svm = at[HAS_NO_SVM] != 0;
	fake.has_no_images = at[HAS_NO_IMAGES] != 0;
	fake.has_two_devices = at[HAS_TWO_DEVICES] != 0;
	fake_memory = (struct fake_memory){
		.type = (cl_mem_object_type)at[MEMORY_TYPE],
		.context = (unsigned int)at[MEMORY_CONTEXT],
		.size = 4096,
		.width = 64,
		.height = 32,
		.slices = 8,
		.flags = at[MEMORY_FLAGS],
		.is_part = at[PART_AT] != SIZE_MAX,
		.part_offset = at[PART_AT],
	};
}

static cl_mem memory_of(const size_t at[FIELDS], cl_event event)
{
	switch (at[MEMORY]) {
	case A_NUMBER:
		return (cl_mem)(uintptr_t)0x5678;
	case ODD_MEMORY:
		return (cl_mem)(odd + 1);
	case NO_MEMORY:
		return NULL;
	case MEMORY_IS_EVENT:
		return (cl_mem)event;
	case FOREIGN_MEMORY:
		return (cl_mem)foreign;
	default:
		return driver_memory();
	}
}

static cl_command_queue queue_of(const size_t at[FIELDS], cl_command_queue own, cl_event event)
{
	switch (at[QUEUE]) {
	case QUEUE_OF_OTHER_CONTEXT:
		return driver_queue(1);
	case NO_QUEUE:
		return NULL;
	case QUEUE_IS_EVENT:
		return (cl_command_queue)event;
	case QUEUE_IS_MEMORY:
		return (cl_command_queue)driver_memory();
	default:
		return own;
	}
}

static cl_event make_failed_event(void)
{
	const cl_event event = driver_user_event();

	layer->clSetUserEventStatus(event, -5);
	return event;
}

/* Its queue is flushed: or else the call is the driver's for that. */
static cl_event make_other_event(void)
{
	cl_command_queue queue = driver_queue(1);
	const cl_event event = driver_command(queue, 0, NULL);

	layer->clFlush(queue);
	return event;
}

static cl_event event_of(enum event_choice choice, cl_command_queue queue)
{
	switch (choice) {
	case OTHER_CONTEXT:
	case GOOD_AND_OTHER_CONTEXT:
		return make_other_event();
	case NUMBER:
	case GOOD_AND_NUMBER:
		return (cl_event)(uintptr_t)0x5678;
	case ODD_EVENT:
		return (cl_event)(odd + 1);
	case EVENT_IS_MEMORY:
		return (cl_event)driver_memory();
	case EVENT_IS_QUEUE:
		return (cl_event)queue;
	case FOREIGN:
		return (cl_event)foreign;
	case FAILED:
		return make_failed_event();
	case TWO_GOOD:
		return driver_command(queue, 0, NULL);
	default:
		return NULL;
	}
}

/* Stores the list of a call in LIST, and its number of events in COUNT. */
static const cl_event *list_of(enum event_choice choice, cl_command_queue queue, cl_event running,
			       cl_event list[2], cl_uint *count)
{
	const bool has_two = choice == TWO_GOOD || choice > FAILED;

	*count = choice == NO_EVENTS || choice == LIST_ONLY ? 0 : has_two ? 2 : 1;
	list[0] = running;
	if (has_two)
		list[1] = event_of(choice, queue);
	else if (choice > LIST_ONLY)
		list[0] = event_of(choice, queue);
	return choice == NO_EVENTS || choice == COUNT_ONLY ? NULL : list;
}

static cl_int make_call(enum call which, const size_t at[FIELDS], cl_command_queue queue,
			cl_mem memory, cl_uint count, const cl_event *events)
{
	const size_t *origin = at[ORIGIN] != 0 ? &at[X] : NULL;
	const size_t *region = at[REGION] != 0 ? &at[WIDTH] : NULL;
	const size_t *host_origin = at[HOST_ORIGIN] != 0 ? &at[HOST_X] : NULL;
	char *ptr = at[PTR] != 0 ? host + 4096 : NULL;
	const char *source = at[SOURCE] != 0 ? host + 4096 + at[SOURCE_AT] : NULL;
	size_t row = 0, slice = 0;
	cl_int error = CL_SUCCESS;

	switch (which) {
	case READ:
		return layer->clEnqueueReadBuffer(queue, memory, CL_TRUE, at[OFFSET], at[SIZE], ptr,
						  count, events, NULL);
	case WRITE:
		return layer->clEnqueueWriteBuffer(queue, memory, CL_TRUE, at[OFFSET], at[SIZE],
						   ptr, count, events, NULL);
	case READ_RECT:
		return layer->clEnqueueReadBufferRect(queue, memory, CL_TRUE, origin, host_origin,
						      region, at[ROW], at[SLICE], at[HOST_ROW],
						      at[HOST_SLICE], ptr, count, events, NULL);
	case WRITE_RECT:
		return layer->clEnqueueWriteBufferRect(queue, memory, CL_TRUE, origin, host_origin,
						       region, at[ROW], at[SLICE], at[HOST_ROW],
						       at[HOST_SLICE], ptr, count, events, NULL);
	case READ_IMAGE:
		return layer->clEnqueueReadImage(queue, memory, CL_TRUE, origin, region, at[ROW],
						 at[SLICE], ptr, count, events, NULL);
	case WRITE_IMAGE:
		return layer->clEnqueueWriteImage(queue, memory, CL_TRUE, origin, region, at[ROW],
						  at[SLICE], ptr, count, events, NULL);
	case MAP:
		layer->clEnqueueMapBuffer(queue, memory, CL_TRUE, at[FLAGS], at[OFFSET], at[SIZE],
					  count, events, NULL, &error);
		return error;
	case MAP_IMAGE:
		layer->clEnqueueMapImage(queue, memory, CL_TRUE, at[FLAGS], origin, region,
					 at[ROW_RESULT] != 0 ? &row : NULL,
					 at[SLICE_RESULT] != 0 ? &slice : NULL, count, events, NULL,
					 &error);
		return error;
	case SVM_COPY:
		return layer->clEnqueueSVMMemcpy(queue, CL_TRUE, ptr, source, at[SIZE], count,
						 events, NULL);
	default:
		return layer->clEnqueueSVMMap(queue, CL_TRUE, at[FLAGS], ptr, at[SIZE], count,
					      events, NULL);
	}
}

/* A call while a command runs. */
static void check(const struct row *row, enum call which)
{
	static const char *const names[] = { "read",	   "write",	  "read rect", "write rect",
					     "read image", "write image", "map",       "map image",
					     "SVM copy",   "SVM map" };
	size_t at[FIELDS];
	cl_command_queue own = driver_queue(0);
	cl_event running, list[2];
	const cl_event *events;
	cl_uint count;
	cl_command_queue queue;
	cl_mem memory;
	cl_int error;

	fill(at, which);
	at[EVENTS] = fake.has_no_order ? GOOD : NO_EVENTS;
	for (int i = 0; row->changes[i].field != NOTHING; i++)
		at[row->changes[i].field] = row->changes[i].value;
	set_driver(at);
	running = driver_command(own, 0, NULL);
	memcpy(odd + 1, (const void *)running, sizeof(struct fake_object));
	events = list_of((enum event_choice)at[EVENTS], own, running, list, &count);
	queue = queue_of(at, own, running);
	memory = memory_of(at, running);
	fake.polls = fake.sleeps = fake.early = fake.hangs = fake.markers = fake.calls = 0;
	error = make_call(which, at, queue, memory, count, events);
	ck_assert_msg(error == row->error, "%s, %s: %d", names[which], row->what, error);
	ck_assert_msg(fake.calls == 1, "%s, %s: calls", names[which], row->what);
	if (error == CL_SUCCESS && !row->is_unsure) {
		ck_assert_msg(fake.polls > 0 && fake.early == 0 && driver_has_ended(running),
			      "%s, %s: it has not waited", names[which], row->what);
		return;
	}
	ck_assert_msg(fake.polls <= (at[EVENTS] >= FAILED) && fake.sleeps + fake.markers == 0,
		      "%s, %s: it has waited", names[which], row->what);
	ck_assert_msg((fake.early > 0) == row->is_unsure, "%s, %s: the driver's wait", names[which],
		      row->what);
}

/* Each call of a row is a test, because the layer remembers what other calls have done. */
static const struct row *find(int number, enum call *call)
{
	for (size_t i = 0; i < UNIT_ROWS(rows); i++)
		for (*call = 0; *call < CALLS; (*call)++)
			if ((rows[i].calls & IS(*call)) != 0 && number-- == 0)
				return &rows[i];
	return NULL;
}

/* The driver is one that is polled. In a queue without order, each call waits for an event. */
START_TEST(only_right_calls_wait)
{
	enum call call;
	const struct row *row = find(_i / 2, &call);
	cl_command_queue queue = driver_queue(0);

	fake.has_no_order = _i % 2;
	driver_start();
	for (int i = 0; i < 2; i++) {
		driver_command(queue, 0, NULL);
		ck_assert_int_eq(layer->clFinish(queue), CL_SUCCESS);
	}
	check(row, call);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("wait, transfers");
	TCase *tcase = unit_tcase(suite, "wait, transfers", 60);
	enum call call;
	int count = 0;

	while (find(count, &call))
		count++;
	tcase_add_loop_test(tcase, only_right_calls_wait, 0, 2 * count);
	return unit_run(suite);
}
