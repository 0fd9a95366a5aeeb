/* SPDX-License-Identifier: Apache-2.0 */
/* trial-objects: context, queue, memory and samplers of a trial. */
#include <string.h>

#include "tool/output/format.h"
#include "tool/probe/driver/report.h"
#include "tool/replay/trial.h"

#define MOST_FORMATS 4096

/*
 * Who may access the object from the kernel is kept. Host memory and the host's rights are not: the
 * replay has neither the program's memory, nor its restrictions. Flags of extensions are left out.
 */
#define FLAGS_KEPT \
	((cl_mem_flags)(CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | \
			CL_MEM_KERNEL_READ_AND_WRITE))

/* -- memory ---------------------------------------------------------------------------------- */

static bool create_buffer(struct trial *trial, size_t index)
{
	const struct capture_memory *memory = &trial->capture->memory[index];
	cl_int code = CL_SUCCESS;

	trial->memory[index] = trial->use.table->clCreateBuffer(trial->use.context,
							    memory->flags & FLAGS_KEPT,
							    (size_t)memory->size, NULL, &code);
	return device_use_made(&trial->use, "clCreateBuffer", trial->memory[index], code);
}

static bool create_sub_buffer(struct trial *trial, size_t index)
{
	const struct capture_memory *memory = &trial->capture->memory[index];
	const cl_buffer_region region = { (size_t)memory->origin, (size_t)memory->size };
	cl_int code = CL_SUCCESS;

	if (!TRIAL_HAS(trial, clCreateSubBuffer))
		return false;
	trial->memory[index] = trial->use.table->clCreateSubBuffer(
		trial->memory[memory->parent], memory->flags & FLAGS_KEPT,
		CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
	return device_use_made(&trial->use, "clCreateSubBuffer", trial->memory[index], code);
}

/* Does the device have the format? If it does not tell, it may. */
static bool has_format(const struct trial *trial, const struct capture_memory *memory,
		       const cl_image_format *wanted)
{
	cl_image_format *formats;
	cl_uint count = 0;

	if (!trial->use.table->clGetSupportedImageFormats ||
	    trial->use.table->clGetSupportedImageFormats(trial->use.context, memory->flags & FLAGS_KEPT,
						     memory->image.type, 0, NULL, &count) !=
		    CL_SUCCESS ||
	    count == 0 || count > MOST_FORMATS ||
	    !trial_allocate(trial, &formats, count, sizeof(*formats)) ||
	    trial->use.table->clGetSupportedImageFormats(trial->use.context, memory->flags & FLAGS_KEPT,
						     memory->image.type, count, formats, NULL) !=
		    CL_SUCCESS)
		return true;
	for (cl_uint i = 0; i < count; i++)
		if (formats[i].image_channel_order == wanted->image_channel_order &&
		    formats[i].image_channel_data_type == wanted->image_channel_data_type)
			return true;
	return false;
}

/* The contents would be read and written beyond their end otherwise. */
static bool has_elements(const struct trial *trial, size_t index)
{
	const struct capture_memory *memory = &trial->capture->memory[index];
	size_t size = 0;

	if (!TRIAL_HAS(trial, clGetImageInfo))
		return false;
	if (trial->use.table->clGetImageInfo(trial->memory[index], CL_IMAGE_ELEMENT_SIZE, sizeof(size),
					 &size, NULL) == CL_SUCCESS &&
	    size == memory->image.element_size)
		return true;
	report_put(trial->use.report, DEVICE_USE_FAILED,
		   format_into(trial->use.arena, "the driver says that an element of memory %zu has %zu "
			       "bytes, the capture says %llu", index, size,
			       (unsigned long long)memory->image.element_size));
	return false;
}

static bool create_image(struct trial *trial, size_t index)
{
	const struct capture_memory *memory = &trial->capture->memory[index];
	const bool is_made_from = memory->parent != CAPTURE_NONE;
	const cl_image_format format = { memory->image.order, memory->image.channel };
	/* Without a buffer, pitches are those of host memory, of which there is none. */
	const cl_image_desc desc = {
		.image_type = memory->image.type,
		.image_width = (size_t)memory->image.width,
		.image_height = (size_t)memory->image.height,
		.image_depth = (size_t)memory->image.depth,
		.image_array_size = (size_t)memory->image.array_size,
		.image_row_pitch = is_made_from ? (size_t)memory->image.row_pitch : 0,
		.image_slice_pitch = is_made_from ? (size_t)memory->image.slice_pitch : 0,
		.mem_object = is_made_from ? trial->memory[memory->parent] : NULL,
	};
	cl_int code = CL_SUCCESS;

	if (!TRIAL_HAS(trial, clCreateImage))
		return false;
	if (!has_format(trial, memory, &format)) {
		report_put(trial->use.report, TRIAL_UNABLE,
			   format_into(trial->use.arena, "it has no images of order 0x%X and type 0x%X "
				       "(memory %zu)", format.image_channel_order,
				       format.image_channel_data_type, index));
		return false;
	}
	trial->memory[index] = trial->use.table->clCreateImage(
		trial->use.context, memory->flags & FLAGS_KEPT, &format, &desc, NULL, &code);
	return device_use_made(&trial->use, "clCreateImage", trial->memory[index], code) &&
	       has_elements(trial, index);
}

/* One launch needs no fine grain, so memory without it does where the device has no other. */
static bool allocate_shared(struct trial *trial, size_t index)
{
	const struct capture_memory *memory = &trial->capture->memory[index];
	cl_device_svm_capabilities able = 0;
	cl_svm_mem_flags flags = memory->flags & FLAGS_KEPT;

	if (!TRIAL_HAS(trial, clSVMAlloc) || !TRIAL_HAS(trial, clEnqueueSVMMemcpy) ||
	    !TRIAL_HAS(trial, clSetKernelArgSVMPointer))
		return false;
	trial->use.table->clGetDeviceInfo(trial->use.device, CL_DEVICE_SVM_CAPABILITIES, sizeof(able), &able,
				      NULL);
	if (able & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
		flags |= memory->flags & CL_MEM_SVM_FINE_GRAIN_BUFFER;
	if (able & CL_DEVICE_SVM_ATOMICS)
		flags |= memory->flags & CL_MEM_SVM_ATOMICS;
	trial->memory[index] = trial->use.table->clSVMAlloc(trial->use.context, flags, (size_t)memory->size,
							(cl_uint)memory->alignment);
	if (!trial->memory[index])
		report_put(trial->use.report, DEVICE_USE_FAILED, "clSVMAlloc returned NULL");
	return trial->memory[index] != NULL;
}

static bool create_memory(struct trial *trial, size_t index)
{
	switch (trial->capture->memory[index].kind) {
	case CAPTURE_BUFFER:
		return create_buffer(trial, index);
	case CAPTURE_SUB_BUFFER:
		return create_sub_buffer(trial, index);
	case CAPTURE_IMAGE:
		return create_image(trial, index);
	case CAPTURE_SVM:
		break;
	}
	return allocate_shared(trial, index);
}

/* -- samplers -------------------------------------------------------------------------------- */

static bool create_sampler(struct trial *trial, size_t index)
{
	const struct capture_sampler *sampler = &trial->capture->samplers[index];
	cl_int code = CL_SUCCESS;

	if (!TRIAL_HAS(trial, clCreateSampler))
		return false;
	trial->samplers[index] = trial->use.table->clCreateSampler(
		trial->use.context, sampler->is_normalized ? CL_TRUE : CL_FALSE, sampler->addressing,
		sampler->filter, &code);
	return device_use_made(&trial->use, "clCreateSampler", trial->samplers[index], code);
}

bool trial_create_objects(struct trial *trial)
{
	const struct capture *capture = trial->capture;

	trial_begin_step(trial, TRIAL_CREATE);
	if (!device_use_open(&trial->use) ||
	    !trial_allocate(trial, &trial->memory, capture->memory_count, sizeof(*trial->memory)) ||
	    !trial_allocate(trial, &trial->samplers, capture->sampler_count,
			    sizeof(*trial->samplers)))
		return false;
	for (size_t i = 0; i < capture->memory_count; i++)
		if (!create_memory(trial, i))
			return false;
	for (size_t i = 0; i < capture->sampler_count; i++)
		if (!create_sampler(trial, i))
			return false;
	return true;
}

void trial_release(struct trial *trial)
{
	const struct capture *capture = trial->capture;
	const struct api_table *table = trial->use.table;

	trial_begin_step(trial, TRIAL_RELEASE);
	if (trial->kernel && table->clReleaseKernel)
		table->clReleaseKernel(trial->kernel);
	for (size_t i = capture->program_count; trial->programs && i-- > 0;)
		if (trial->programs[i] && table->clReleaseProgram)
			table->clReleaseProgram(trial->programs[i]);
	for (size_t i = 0; trial->samplers && i < capture->sampler_count; i++)
		if (trial->samplers[i] && table->clReleaseSampler)
			table->clReleaseSampler(trial->samplers[i]);
	for (size_t i = capture->memory_count; trial->memory && i-- > 0;) {
		if (!trial->memory[i])
			continue;
		if (capture->memory[i].kind == CAPTURE_SVM && table->clSVMFree)
			table->clSVMFree(trial->use.context, trial->memory[i]);
		else if (capture->memory[i].kind != CAPTURE_SVM && table->clReleaseMemObject)
			table->clReleaseMemObject(trial->memory[i]);
	}
	if (trial->use.queue && table->clReleaseCommandQueue)
		table->clReleaseCommandQueue(trial->use.queue);
	if (trial->use.context && table->clReleaseContext)
		table->clReleaseContext(trial->use.context);
}
