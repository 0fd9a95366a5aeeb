/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-objects: what the layer itself asks of platforms, devices, kernels and programs, so that a
 * report can name them. Asked once for each platform and device, and after a build.
 */
#ifndef CLROUTER_LAYERS_RECORD_RECORD_OBJECTS_H
#define CLROUTER_LAYERS_RECORD_RECORD_OBJECTS_H

#include <stdbool.h>

#include <clrouter/layer.h>

/* For the layer's start. */
void objects_start(void);

/*
 * After calls that find or make objects: what they returned, and their arguments as the program
 * gave them. objects_built() is for clBuildProgram: with a callback the build may go on after the
 * call, and then nothing can be asked yet.
 */
void objects_found_platforms(cl_int error, cl_uint num_entries, const cl_platform_id *platforms,
			     const cl_uint *num_platforms);
void objects_found_devices(cl_int error, cl_platform_id platform, cl_device_type device_type,
			   cl_uint num_entries, const cl_device_id *devices,
			   const cl_uint *num_devices);
void objects_used_device(cl_command_queue queue, cl_device_id device);
void objects_made_kernel(cl_kernel kernel, const char *name);
void objects_made_kernels(cl_int error, cl_program program, cl_uint num_kernels,
			  const cl_kernel *kernels, const cl_uint *num_kernels_ret);
void objects_cloned_kernel(cl_kernel kernel);
void objects_built(cl_int error, cl_program program, cl_uint count, const cl_device_id *devices,
		   bool has_callback);

/* Around a fork, in the thread that forks. The file of a child needs everything again. */
void objects_before_fork(void);
void objects_after_fork_in_parent(void);
void objects_after_fork_in_child(void);

#endif
