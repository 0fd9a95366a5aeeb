/* SPDX-License-Identifier: Apache-2.0 */
/*
 * refused: see functions.h. The timers of host and device belong to them: a layer can read the
 * clock of the host, but not that of a device at the same moment.
 */
#include "layers/compatibility/core/functions.h"

#include "layers/compatibility/core/older.h"
#include "layers/compatibility/devices.h"

/* X(name, first parameter, code, (parameters), (arguments)) */
#define REFUSED(X)                                                                                 \
	X(clGetDeviceAndHostTimer, device, CL_INVALID_OPERATION,                                   \
	  (cl_device_id device, cl_ulong *device_time, cl_ulong *host_time),                       \
	  (device, device_time, host_time))                                                        \
	X(clGetHostTimer, device, CL_INVALID_OPERATION, (cl_device_id device, cl_ulong *time),     \
	  (device, time))                                                                          \
	X(clSetDefaultDeviceCommandQueue, context, CL_INVALID_OPERATION,                           \
	  (cl_context context, cl_device_id device, cl_command_queue queue),                       \
	  (context, device, queue))                                                                \
	X(clSetProgramReleaseCallback, program, CL_INVALID_OPERATION,                              \
	  (cl_program program, void(CL_CALLBACK *notify)(cl_program, void *), void *user_data),    \
	  (program, notify, user_data))                                                            \
	X(clSetProgramSpecializationConstant, program, CL_INVALID_OPERATION,                       \
	  (cl_program program, cl_uint id, size_t size, const void *value),                        \
	  (program, id, size, value))                                                              \
	X(clEnqueueSVMFree, queue, CL_INVALID_OPERATION,                                           \
	  (cl_command_queue queue, cl_uint count, void **pointers,                                 \
	   void(CL_CALLBACK *notify)(cl_command_queue, cl_uint, void **, void *), void *user_data, \
	   cl_uint waits, const cl_event *list, cl_event *event),                                  \
	  (queue, count, pointers, notify, user_data, waits, list, event))                         \
	X(clEnqueueSVMMemcpy, queue, CL_INVALID_OPERATION,                                         \
	  (cl_command_queue queue, cl_bool blocking, void *to, const void *from, size_t size,      \
	   cl_uint waits, const cl_event *list, cl_event *event),                                  \
	  (queue, blocking, to, from, size, waits, list, event))                                   \
	X(clEnqueueSVMMemFill, queue, CL_INVALID_OPERATION,                                        \
	  (cl_command_queue queue, void *pointer, const void *pattern, size_t pattern_size,        \
	   size_t size, cl_uint waits, const cl_event *list, cl_event *event),                     \
	  (queue, pointer, pattern, pattern_size, size, waits, list, event))                       \
	X(clEnqueueSVMMap, queue, CL_INVALID_OPERATION,                                            \
	  (cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *pointer,            \
	   size_t size, cl_uint waits, const cl_event *list, cl_event *event),                     \
	  (queue, blocking, flags, pointer, size, waits, list, event))                             \
	X(clEnqueueSVMUnmap, queue, CL_INVALID_OPERATION,                                          \
	  (cl_command_queue queue, void *pointer, cl_uint waits, const cl_event *list,             \
	   cl_event *event),                                                                       \
	  (queue, pointer, waits, list, event))                                                    \
	X(clEnqueueSVMMigrateMem, queue, CL_INVALID_OPERATION,                                     \
	  (cl_command_queue queue, cl_uint count, const void **pointers, const size_t *sizes,      \
	   cl_mem_migration_flags flags, cl_uint waits, const cl_event *list, cl_event *event),    \
	  (queue, count, pointers, sizes, flags, waits, list, event))

#define REFUSE(name, object, code, parameters, arguments)                                          \
	static cl_int CL_API_CALL refuse_##name parameters                                         \
	{                                                                                          \
		return older_lacks_really(object, CLROUTER_SLOT_##name)                            \
			       ? (code)                                                            \
			       : clrouter_target.name arguments;                                   \
	}
REFUSED(REFUSE)

static void *CL_API_CALL svm_alloc(cl_context context, cl_svm_mem_flags flags, size_t size,
				   cl_uint alignment)
{
	if (older_lacks_really(context, CLROUTER_SLOT_clSVMAlloc))
		return NULL;
	return clrouter_target.clSVMAlloc(context, flags, size, alignment);
}

static void CL_API_CALL svm_free(cl_context context, void *pointer)
{
	if (!older_lacks_really(context, CLROUTER_SLOT_clSVMFree))
		clrouter_target.clSVMFree(context, pointer);
}

/* -- sub-groups ------------------------------------------------------------------------ */

typedef cl_int CL_API_CALL sub_group_function(cl_kernel kernel, cl_device_id device,
					      cl_kernel_sub_group_info name, size_t input_size,
					      const void *input, size_t size, void *value,
					      size_t *size_ret);

/* The function of cl_khr_subgroups, if the driver has that; its slot came with OpenCL 2.0. */
static sub_group_function *driver_function(cl_kernel kernel, cl_device_id device)
{
	const struct device *known = devices_find(device);

	if (known == NULL || !devices_driver_has(known, "cl_khr_subgroups"))
		return NULL;
	if (!older_lacks_really(kernel, OLDER_THAN_2_0))
		return clrouter_target.clGetKernelSubGroupInfoKHR;
	return (sub_group_function *)older_extension(kernel, "clGetKernelSubGroupInfoKHR");
}

static cl_int CL_API_CALL get_sub_group_info(cl_kernel kernel, cl_device_id device,
					     cl_kernel_sub_group_info name, size_t input_size,
					     const void *input, size_t size, void *value,
					     size_t *size_ret)
{
	sub_group_function *driver;

	if (!older_lacks_really(kernel, CLROUTER_SLOT_clGetKernelSubGroupInfo))
		return clrouter_target.clGetKernelSubGroupInfo(kernel, device, name, input_size,
							       input, size, value, size_ret);
	driver = driver_function(kernel, device);
	if (driver == NULL)
		return CL_INVALID_OPERATION;
	return driver(kernel, device, name, input_size, input, size, value, size_ret);
}

void refused_start(struct clrouter_table *table)
{
#define WRAP(name, object, code, parameters, arguments)                                            \
	if (older_any_really(CLROUTER_SLOT_##name))                                                \
		table->name = refuse_##name;
	REFUSED(WRAP)
	if (older_any_really(CLROUTER_SLOT_clSVMAlloc))
		table->clSVMAlloc = svm_alloc;
	if (older_any_really(CLROUTER_SLOT_clSVMFree))
		table->clSVMFree = svm_free;
	if (older_any_really(CLROUTER_SLOT_clGetKernelSubGroupInfo))
		table->clGetKernelSubGroupInfo = get_sub_group_info;
}
