/* SPDX-License-Identifier: Apache-2.0 */
/*
 * formats: see formats.h.
 */
#include "state/formats.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/common/lock.h"
#include "opencl/image-format.h"
#include "opencl/names.h"
#include "state/life.h"

#define MOST_FORMATS 256

/*
 * What a context supports. A list is never freed, since another thread may read it, but it is used
 * again.
 */
struct format_list {
	struct format_list *next;
	cl_mem_flags flags;
	cl_mem_object_type type;
	cl_uint count; /* 0: not known */
	cl_image_format formats[MOST_FORMATS];
};

static struct lock lock = LOCK_INIT;
static struct format_list *unused;

void formats_start(void)
{
	life_add_lock(&lock);
}

/* -- formats by themselves --------------------------------------------------------------- */

/* Extensions have other orders and types. */
static bool is_core(const cl_image_format *format)
{
	return format->image_channel_order >= CL_R && format->image_channel_order <= CL_ABGR &&
	       format->image_channel_data_type >= CL_SNORM_INT8 &&
	       format->image_channel_data_type <= CL_UNORM_INT_101010_2;
}

/* Vendors' orders and types. */
static bool is_of_vendor(cl_uint value)
{
	return value >= 0x2000 && value <= 0x5fff;
}

/* Khronos' numbers for orders and types that may have come after those in is_core(). */
static bool is_later(const cl_image_format *format)
{
	return (format->image_channel_order > CL_ABGR && format->image_channel_order <= 0x10cf) ||
	       (format->image_channel_data_type > CL_UNORM_INT_101010_2 &&
		format->image_channel_data_type <= 0x10ef);
}

#define TYPE(type) (1u << ((type) - CL_SNORM_INT8))
#define TYPES_8 \
	(TYPE(CL_SNORM_INT8) | TYPE(CL_UNORM_INT8) | TYPE(CL_SIGNED_INT8) | TYPE(CL_UNSIGNED_INT8))
#define TYPES_NORMAL \
	(TYPE(CL_SNORM_INT8) | TYPE(CL_UNORM_INT8) | TYPE(CL_SNORM_INT16) | \
	 TYPE(CL_UNORM_INT16) | TYPE(CL_HALF_FLOAT) | TYPE(CL_FLOAT))
#define TYPES_PACKED \
	(TYPE(CL_UNORM_SHORT_565) | TYPE(CL_UNORM_SHORT_555) | TYPE(CL_UNORM_INT_101010))

/* The channel types that go with ORDER. */
static unsigned types_of(cl_channel_order order)
{
	switch (order) {
	case CL_RGB:
	case CL_RGBx:
		return TYPES_PACKED;
	case CL_RGBA:
		return ~(TYPES_PACKED | TYPE(CL_UNORM_INT24));
	case CL_BGRA:
	case CL_ARGB:
	case CL_ABGR:
		return TYPES_8;
	case CL_INTENSITY:
	case CL_LUMINANCE:
		return TYPES_NORMAL;
	case CL_DEPTH:
		return TYPE(CL_UNORM_INT16) | TYPE(CL_FLOAT);
	case CL_DEPTH_STENCIL:
		return TYPE(CL_UNORM_INT24) | TYPE(CL_FLOAT);
	case CL_sRGB:
	case CL_sRGBx:
	case CL_sRGBA:
	case CL_sBGRA:
		return TYPE(CL_UNORM_INT8);
	default:
		return ~(TYPES_PACKED | TYPE(CL_UNORM_INT24) | TYPE(CL_UNORM_INT_101010_2));
	}
}

bool formats_are_of_vendor(const cl_image_format *format)
{
	return is_of_vendor(format->image_channel_order) ||
	       is_of_vendor(format->image_channel_data_type) || is_later(format);
}

bool formats_exist(const cl_image_format *format)
{
	return is_core(format) && (types_of(format->image_channel_order) &
				   TYPE(format->image_channel_data_type)) != 0;
}

size_t formats_element_size(const cl_image_format *format)
{
	return image_format_size(format, false);
}

/* -- what contexts support --------------------------------------------------------------- */

static struct format_list *new_list(void)
{
	struct format_list *list;

	lock_take(&lock);
	list = unused;
	if (list)
		unused = list->next;
	lock_give(&lock);
	return list ? list : malloc(sizeof(*list));
}

static struct format_list *ask(const void *context, cl_mem_flags flags, cl_mem_object_type type)
{
	struct format_list *list = new_list();
	cl_uint count = 0;

	if (!list)
		return NULL;
	list->flags = flags;
	list->type = type;
	/* A thread that uses a released context may still read the list. */
	list->count = 0;
	if (clrouter_target.clGetSupportedImageFormats((cl_context)(uintptr_t)context, flags, type,
						       MOST_FORMATS, list->formats,
						       &count) == CL_SUCCESS &&
	    count <= MOST_FORMATS)
		list->count = count;
	return list;
}

static struct format_list *find(format_lists *lists, cl_mem_flags flags, cl_mem_object_type type)
{
	struct format_list *list = atomic_load_explicit(lists, memory_order_acquire);

	while (list && (list->flags != flags || list->type != type))
		list = list->next;
	return list;
}

/* Two threads may ask at once; then there are two lists that say the same. */
static void add(format_lists *lists, struct format_list *list)
{
	list->next = atomic_load(lists);
	while (!atomic_compare_exchange_weak(lists, &list->next, list))
		continue;
}

static bool has_format(const struct format_list *list, const cl_image_format *format)
{
	for (cl_uint i = 0; i < list->count; i++)
		if (list->formats[i].image_channel_order == format->image_channel_order &&
		    list->formats[i].image_channel_data_type == format->image_channel_data_type)
			return true;
	return list->count == 0;
}

/* The flags that formats depend on. */
static cl_mem_flags access_of(cl_mem_flags flags)
{
	const cl_mem_flags access = flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY |
					     CL_MEM_READ_ONLY | CL_MEM_KERNEL_READ_AND_WRITE);

	return access != 0 ? access : CL_MEM_READ_WRITE;
}

bool formats_are_supported(format_lists *lists, const void *context, cl_mem_flags flags,
			   cl_mem_object_type type, const cl_image_format *format)
{
	const cl_mem_flags access = access_of(flags);
	struct format_list *list = find(lists, access, type);

	if (!list) {
		list = ask(context, access, type);
		if (!list)
			return true;
		add(lists, list);
	}
	return has_format(list, format);
}

bool formats_of_device(format_lists *lists, const void *device, cl_mem_flags flags,
		       cl_mem_object_type type, const cl_image_format *format)
{
	const cl_mem_flags access = access_of(flags);
	struct format_list *list = find(lists, access, type);
	const cl_device_id id = (cl_device_id)(uintptr_t)device;
	cl_context context;

	if (list)
		return has_format(list, format);
	context = clrouter_target.clCreateContext(NULL, 1, &id, NULL, NULL, NULL);
	if (!context)
		return true;
	list = ask(context, access, type);
	clrouter_target.clReleaseContext(context);
	if (!list)
		return true;
	add(lists, list);
	return has_format(list, format);
}

void formats_forget(format_lists *lists)
{
	struct format_list *list = atomic_load_explicit(lists, memory_order_relaxed);
	struct format_list *next;

	if (!list)
		return;
	list = atomic_exchange(lists, NULL);
	lock_take(&lock);
	for (; list; list = next) {
		next = list->next;
		list->next = unused;
		unused = list;
	}
	lock_give(&lock);
}
