/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sound: see sound.h.
 */
#include "layers/wait/sound.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "layers/frame/ask.h"
#include "opencl/region.h"

#define MAP_FLAGS (CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)

#define GOT(function, handle, name, value) (ASK(function, handle, name, value) == CL_SUCCESS)

/*
 * The kernel reads 8 bytes at ADDRESS before it finds that the first argument is wrong, so nothing
 * is changed. A program that may do little may still do this; process_vm_readv(2) is often
 * forbidden.
 */
static bool is_readable(const void *address)
{
	const int before = errno;
	const bool is_fault =
		syscall(SYS_rt_sigprocmask, ~0, address, NULL, sizeof(uint64_t)) != 0 &&
		errno == EFAULT;

	errno = before;
	return !is_fault;
}

/*
 * Does OBJECT, which may be any number, begin as an object of the driver of OTHER does? Only then
 * it is asked: a call of the program passes OBJECT to the driver of its queue, for example, which
 * may well say that it is none of its own; but a query is sent by the handle itself.
 */
static bool has_driver_of(const void *object, const void *other)
{
	if (object == other)
		return true;
	if (!object || !other || (uintptr_t)object % sizeof(void *) != 0 || !is_readable(object))
		return false;
	return memcmp(object, other, sizeof(void *)) == 0;
}

bool sound_events(cl_uint count, const cl_event *events, cl_context context, const void *other)
{
	if ((count == 0) != (events == NULL))
		return false;
	for (cl_uint i = 0; i < count; i++) {
		cl_context found = NULL;
		cl_int status = CL_COMPLETE;

		if (!has_driver_of(events[i], other) ||
		    !GOT(clGetEventInfo, events[i], CL_EVENT_CONTEXT, found) || found != context ||
		    !GOT(clGetEventInfo, events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, status) ||
		    status < 0)
			return false;
	}
	return true;
}

bool sound_map(cl_map_flags flags)
{
	return flags != 0 && (flags & ~(cl_map_flags)MAP_FLAGS) == 0 &&
	       ((flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0 ||
		flags == CL_MAP_WRITE_INVALIDATE_REGION);
}

/* What holds for buffers and images. */
static bool is_sound(const struct wait_queue_facts *facts, cl_command_queue queue, cl_mem mem,
		     cl_map_flags access, cl_mem_object_type *type)
{
	cl_context context = NULL;
	cl_mem_object_type found = 0;
	cl_mem_flags flags = 0;
	cl_mem_flags forbidden = CL_MEM_HOST_NO_ACCESS;

	if (!sound_map(access))
		return false;
	forbidden |= (access & CL_MAP_READ) != 0 ? CL_MEM_HOST_WRITE_ONLY : 0;
	forbidden |= (access & ~(cl_map_flags)CL_MAP_READ) != 0 ? CL_MEM_HOST_READ_ONLY : 0;
	if (!has_driver_of(mem, queue) || !GOT(clGetMemObjectInfo, mem, CL_MEM_TYPE, found))
		return false;
	*type = found;
	return GOT(clGetMemObjectInfo, mem, CL_MEM_CONTEXT, context) && context == facts->context &&
	       GOT(clGetMemObjectInfo, mem, CL_MEM_FLAGS, flags) && (flags & forbidden) == 0;
}

/* A part of a buffer begins where the device wants it. */
static bool is_aligned(const struct wait_queue_facts *facts, cl_mem buffer)
{
	cl_mem whole = NULL;
	size_t offset = 0;
	cl_uint bits = 0;

	/* Before OpenCL 1.1 there are no parts. */
	if (!GOT(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT, whole) || !whole)
		return true;
	return GOT(clGetMemObjectInfo, buffer, CL_MEM_OFFSET, offset) &&
	       GOT(clGetDeviceInfo, facts->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, bits) &&
	       (bits < 8 || offset % (bits / 8) == 0);
}

bool sound_buffer(const struct wait_queue_facts *facts, cl_command_queue queue, cl_mem buffer,
		  cl_map_flags access, size_t offset, uint64_t size)
{
	cl_mem_object_type type = 0;
	size_t all = 0;

	return size != 0 && is_sound(facts, queue, buffer, access, &type) &&
	       type == CL_MEM_OBJECT_BUFFER && GOT(clGetMemObjectInfo, buffer, CL_MEM_SIZE, all) &&
	       offset <= all && size <= all - offset && is_aligned(facts, buffer);
}

uint64_t sound_rect(const size_t *origin, const size_t *region, size_t row_pitch,
		    size_t slice_pitch)
{
	struct region rows;

	if (!origin || !region ||
	    region_rows(&rows, 0, origin, region, row_pitch, slice_pitch) != REGION_GOOD ||
	    rows.slice % rows.row != 0)
		return 0;
	return rows.end;
}

/* Stores the extent of IMAGE; what it has not is 1. */
static bool find_extent(cl_mem image, cl_mem_object_type type, size_t extent[3])
{
	extent[1] = extent[2] = 1;
	if (!GOT(clGetImageInfo, image, CL_IMAGE_WIDTH, extent[0]))
		return false;
	switch (type) {
	case CL_MEM_OBJECT_IMAGE1D:
	case CL_MEM_OBJECT_IMAGE1D_BUFFER:
		return true;
	case CL_MEM_OBJECT_IMAGE1D_ARRAY:
		return GOT(clGetImageInfo, image, CL_IMAGE_ARRAY_SIZE, extent[1]);
	case CL_MEM_OBJECT_IMAGE2D:
		return GOT(clGetImageInfo, image, CL_IMAGE_HEIGHT, extent[1]);
	case CL_MEM_OBJECT_IMAGE2D_ARRAY:
		return GOT(clGetImageInfo, image, CL_IMAGE_HEIGHT, extent[1]) &&
		       GOT(clGetImageInfo, image, CL_IMAGE_ARRAY_SIZE, extent[2]);
	case CL_MEM_OBJECT_IMAGE3D:
		return GOT(clGetImageInfo, image, CL_IMAGE_HEIGHT, extent[1]) &&
		       GOT(clGetImageInfo, image, CL_IMAGE_DEPTH, extent[2]);
	default:
		return false;
	}
}

/* Each device of a context may support other images, so only one with a single device is certain. */
static bool has_one_device(cl_context context, cl_device_id device)
{
	size_t size = 0;
	cl_bool has_images = CL_FALSE;

	return clrouter_target.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &size) ==
		       CL_SUCCESS &&
	       size == sizeof(cl_device_id) &&
	       GOT(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT, has_images) && has_images;
}

/* Of a call that transfers a part of IMAGE, all but how it is in the memory of the host. */
static bool is_part(const struct wait_queue_facts *facts, cl_command_queue queue, cl_mem image,
		    cl_map_flags access, const size_t *origin, const size_t *region,
		    cl_mem_object_type *type)
{
	size_t extent[3];

	if (!origin || !region || !is_sound(facts, queue, image, access, type) ||
	    !find_extent(image, *type, extent) || !has_one_device(facts->context, facts->device))
		return false;
	for (int i = 0; i < 3; i++)
		if (region[i] == 0 || origin[i] > extent[i] || region[i] > extent[i] - origin[i])
			return false;
	return true;
}

/* An array of one dimension has a slice for each line. */
static bool has_slices(cl_mem_object_type type)
{
	return type != CL_MEM_OBJECT_IMAGE2D && type != CL_MEM_OBJECT_IMAGE1D &&
	       type != CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

bool sound_image(const struct wait_queue_facts *facts, cl_command_queue queue, cl_mem image,
		 cl_map_flags access, const size_t *origin, const size_t *region, size_t row_pitch,
		 size_t slice_pitch)
{
	cl_mem_object_type type = 0;
	size_t element = 0;

	if (!is_part(facts, queue, image, access, origin, region, &type) ||
	    !GOT(clGetImageInfo, image, CL_IMAGE_ELEMENT_SIZE, element))
		return false;
	if (row_pitch != 0 && row_pitch / region[0] < element)
		return false;
	if (row_pitch == 0)
		row_pitch = region[0] * element;
	return slice_pitch == 0 ||
	       (has_slices(type) &&
		slice_pitch / (type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : region[1]) >= row_pitch);
}

bool sound_image_map(const struct wait_queue_facts *facts, cl_command_queue queue, cl_mem image,
		     cl_map_flags flags, const size_t *origin, const size_t *region,
		     const size_t *row_pitch, const size_t *slice_pitch)
{
	cl_mem_object_type type = 0;

	return row_pitch && is_part(facts, queue, image, flags, origin, region, &type) &&
	       (slice_pitch || !has_slices(type));
}

bool sound_svm(const struct wait_queue_facts *facts, const void *target, const void *source,
	       size_t size)
{
	cl_device_svm_capabilities abilities = 0;

	if (!target || size == 0 ||
	    !GOT(clGetDeviceInfo, facts->device, CL_DEVICE_SVM_CAPABILITIES, abilities) ||
	    abilities == 0)
		return false;
	return !source || !region_bytes_overlap((uintptr_t)target, (uintptr_t)source, size);
}
