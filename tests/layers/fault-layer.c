/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fault-layer: a layer between the capture layer and the driver, which refuses a call. The variable
 * CAPTURE_FAULT is the name of the function and, after a colon, the number of the call, from 1; with
 * a minus sign, all calls from that one on are refused; with a k after it, the call kills the process.
 * CAPTURE_FAULT_DOES is a command of the shell that is run before the call is refused.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include <clrouter/layer.h>

static const char *name = "";
static long number;
static int refuses_later;
static int kills;
static long count;

/* Is this call of FUNCTION the one that is refused? */
static int is_refused(const char *function)
{
	long call;

	if (strcmp(function, name) != 0)
		return 0;
	call = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
	if (call == number && kills)
		raise(SIGKILL);
	if (call == number && getenv("CAPTURE_FAULT_DOES") &&
	    system(getenv("CAPTURE_FAULT_DOES")) != 0)
		abort();
	return call == number || (refuses_later && call > number);
}

static void *refuse(cl_int error, cl_int *result)
{
	if (result)
		*result = error;
	return NULL;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *pointer, cl_int *error)
{
	return is_refused("clCreateBuffer")
		       ? refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE, error)
		       : clrouter_target.clCreateBuffer(context, flags, size, pointer, error);
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties,
						 cl_int *error)
{
	return is_refused("clCreateCommandQueue")
		       ? refuse(CL_OUT_OF_HOST_MEMORY, error)
		       : clrouter_target.clCreateCommandQueue(context, device, properties, error);
}

static cl_int CL_API_CALL copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to,
				      size_t from_offset, size_t to_offset, size_t size, cl_uint events,
				      const cl_event *list, cl_event *event)
{
	return is_refused("clEnqueueCopyBuffer")
		       ? CL_MEM_OBJECT_ALLOCATION_FAILURE
		       : clrouter_target.clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset,
							     size, events, list, event);
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool waits,
				      size_t offset, size_t size, void *to, cl_uint events,
				      const cl_event *list, cl_event *event)
{
	return is_refused("clEnqueueReadBuffer")
		       ? CL_OUT_OF_RESOURCES
		       : clrouter_target.clEnqueueReadBuffer(queue, buffer, waits, offset, size, to,
							     events, list, event);
}

static cl_int CL_API_CALL set_callback(cl_event event, cl_int type,
				       void(CL_CALLBACK *notify)(cl_event, cl_int, void *),
				       void *data)
{
	return is_refused("clSetEventCallback")
		       ? CL_OUT_OF_HOST_MEMORY
		       : clrouter_target.clSetEventCallback(event, type, notify, data);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
				 const size_t *offset, const size_t *global, const size_t *local,
				 cl_uint events, const cl_event *list, cl_event *event)
{
	return is_refused("clEnqueueNDRangeKernel")
		       ? CL_OUT_OF_RESOURCES
		       : clrouter_target.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset,
								global, local, events, list, event);
}

static cl_int CL_API_CALL argument_info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info query,
					size_t size, void *value, size_t *stored)
{
	return is_refused("clGetKernelArgInfo")
		       ? CL_KERNEL_ARG_INFO_NOT_AVAILABLE
		       : clrouter_target.clGetKernelArgInfo(kernel, index, query, size, value,
							    stored);
}

static cl_int start(struct clrouter_table *table)
{
	static char text[64];
	const char *fault = getenv("CAPTURE_FAULT");
	char *colon;

	snprintf(text, sizeof(text), "%s", fault ? fault : "");
	colon = strchr(text, ':');
	if (colon) {
		*colon = '\0';
		name = text;
		number = labs(strtol(colon + 1, NULL, 10));
		refuses_later = colon[1] == '-';
		kills = strchr(colon + 1, 'k') != NULL;
	}
	table->clCreateBuffer = create_buffer;
	table->clCreateCommandQueue = create_queue;
	table->clEnqueueCopyBuffer = copy_buffer;
	table->clEnqueueReadBuffer = read_buffer;
	table->clSetEventCallback = set_callback;
	table->clEnqueueNDRangeKernel = launch;
	table->clGetKernelArgInfo = argument_info;
	return CL_SUCCESS;
}

CLROUTER_LAYER("fault", start, NULL)
