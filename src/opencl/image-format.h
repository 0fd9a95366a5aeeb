/* SPDX-License-Identifier: Apache-2.0 */
/* image-format: how large the elements of images are; see "Image Format Descriptor" in the specification. */
#ifndef CLROUTER_OPENCL_IMAGE_FORMAT_H
#define CLROUTER_OPENCL_IMAGE_FORMAT_H

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * How many channels of ORDER are in memory. Less than 0: so many, or fewer; not all versions of the
 * specification say alike whether the x of CL_Rx is there. 0: it is not known.
 */
static inline int image_format_channels(cl_channel_order order)
{
	switch (order) {
	case CL_R:
	case CL_A:
	case CL_INTENSITY:
	case CL_LUMINANCE:
	case CL_DEPTH:
		return 1;
	case CL_RG:
	case CL_RA:
		return 2;
	case CL_RGBA:
	case CL_BGRA:
	case CL_ARGB:
	case CL_ABGR:
	case CL_sRGBA:
	case CL_sBGRA:
		return 4;
	case CL_Rx:
		return -2;
	case CL_RGx:
	case CL_RGB:
	case CL_sRGB:
		return -3;
	case CL_RGBx:
	case CL_sRGBx:
		return -4;
	default:
		return 0;
	}
}

/* The bytes of one element of FORMAT; 0 if they are not known. If GUESSES, the most that is likely. */
static inline size_t image_format_size(const cl_image_format *format, bool guesses)
{
	const int channels = image_format_channels(format->image_channel_order);
	const size_t count = channels >= 0 ? (size_t)channels : guesses ? (size_t)-channels : 0;

	switch (format->image_channel_data_type) {
	case CL_UNORM_SHORT_565:
	case CL_UNORM_SHORT_555:
		return 2;
	case CL_UNORM_INT_101010:
	case CL_UNORM_INT_101010_2:
		return 4;
	case CL_SNORM_INT8:
	case CL_UNORM_INT8:
	case CL_SIGNED_INT8:
	case CL_UNSIGNED_INT8:
		return count;
	case CL_SNORM_INT16:
	case CL_UNORM_INT16:
	case CL_SIGNED_INT16:
	case CL_UNSIGNED_INT16:
	case CL_HALF_FLOAT:
		return 2 * count;
	case CL_SIGNED_INT32:
	case CL_UNSIGNED_INT32:
	case CL_FLOAT:
		return 4 * count;
	default:
		return 0;
	}
}

#endif
