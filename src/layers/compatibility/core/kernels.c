/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernels: see kernels.h.
 *
 * The arguments of a kernel are kept from its creation if its driver has no clCloneKernel, and of
 * all kernels when the program has the function that suggests local sizes, or that records a
 * kernel. Nobody else pays more for clSetKernelArg than a comparison.
 */
#include "layers/compatibility/core/kernels.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "layers/compatibility/core/arguments.h"
#include "layers/compatibility/core/objects.h"
#include "layers/compatibility/core/older.h"
#include "layers/frame/auto-free.h"

static bool clones;
static atomic_bool keeps_all;
static atomic_bool keeps_some; /* are the arguments of any kernel kept? */

static bool is_cloned(cl_kernel kernel)
{
	return clones && older_lacks(kernel, CLROUTER_SLOT_clCloneKernel);
}

static bool is_kept(cl_kernel kernel)
{
	return is_cloned(kernel) || atomic_load_explicit(&keeps_all, memory_order_relaxed);
}

void kernels_keep_all(void)
{
	atomic_store(&keeps_all, true);
	atomic_store(&keeps_some, true);
}

static cl_uint count_arguments(cl_kernel kernel)
{
	cl_uint count = 0;

	clrouter_target.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL);
	return count;
}

/* KERNEL is new. Without memory nothing is known of it: it cannot be cloned. */
static void note_kernel(cl_kernel kernel, cl_program program)
{
	if (clones && older_lacks(kernel, OLDER_THAN_3_0))
		objects_add(kernel, program, NULL);
	if (!is_kept(kernel)) {
		if (atomic_load_explicit(&keeps_some, memory_order_relaxed))
			arguments_forget(kernel);
		return;
	}
	arguments_keep(kernel, count_arguments(kernel), true);
	atomic_store_explicit(&keeps_some, true, memory_order_relaxed);
}

/* -- what the program calls ------------------------------------------------------------ */

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name,
					   cl_int *errcode_ret)
{
	cl_kernel kernel = clrouter_target.clCreateKernel(program, name, errcode_ret);

	if (kernel != NULL)
		note_kernel(kernel, program);
	return kernel;
}

static cl_int CL_API_CALL create_kernels(cl_program program, cl_uint num_kernels,
					 cl_kernel *kernels, cl_uint *num_kernels_ret)
{
	cl_uint count = 0;
	const cl_int error = clrouter_target.clCreateKernelsInProgram(program, num_kernels,
								      kernels, &count);

	if (error != CL_SUCCESS)
		return error;
	for (cl_uint i = 0; kernels != NULL && i < count && i < num_kernels; i++)
		note_kernel(kernels[i], program);
	if (num_kernels_ret != NULL)
		*num_kernels_ret = count;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL retain_kernel(cl_kernel kernel)
{
	const cl_int error = clrouter_target.clRetainKernel(kernel);

	if (error != CL_SUCCESS)
		return error;
	if (is_kept(kernel))
		arguments_retain(kernel);
	if (clones && older_lacks(kernel, OLDER_THAN_3_0))
		objects_retain(kernel);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL release_kernel(cl_kernel kernel)
{
	struct object *ended = NULL;
	cl_int error;

	if (kernel != NULL && is_kept(kernel))
		arguments_release(kernel);
	if (clones && older_lacks(kernel, OLDER_THAN_3_0))
		ended = objects_release(kernel);
	error = clrouter_target.clReleaseKernel(kernel);
	objects_end(ended);
	return error;
}

/*
 * Is KERNEL, of which nothing was kept, kept now? What was set before is not known, so it is not to
 * be cloned from it.
 */
static bool keep_late(cl_kernel kernel)
{
	return !is_cloned(kernel) && arguments_keep(kernel, count_arguments(kernel), false);
}

__attribute__((noinline)) static cl_int set_and_keep(cl_kernel kernel, cl_uint index, size_t size,
						     const void *value)
{
	const cl_int error = clrouter_target.clSetKernelArg(kernel, index, size, value);

	if (error == CL_SUCCESS && is_kept(kernel) &&
	    !arguments_set(kernel, index, size, value) && keep_late(kernel))
		arguments_set(kernel, index, size, value);
	return error;
}

/* Without a kernel whose arguments are kept, this is a comparison and a jump. */
static cl_int CL_API_CALL set_kernel_arg(cl_kernel kernel, cl_uint index, size_t size,
					 const void *value)
{
	if (!atomic_load_explicit(&keeps_some, memory_order_relaxed))
		return clrouter_target.clSetKernelArg(kernel, index, size, value);
	return set_and_keep(kernel, index, size, value);
}

static cl_int CL_API_CALL set_kernel_arg_pointer(cl_kernel kernel, cl_uint index,
						 const void *pointer)
{
	cl_int error;

	if (older_lacks_really(kernel, CLROUTER_SLOT_clSetKernelArgSVMPointer))
		return CL_INVALID_OPERATION;
	error = clrouter_target.clSetKernelArgSVMPointer(kernel, index, pointer);
	if (error == CL_SUCCESS && is_kept(kernel) &&
	    !arguments_set_pointer(kernel, index, pointer) && keep_late(kernel))
		arguments_set_pointer(kernel, index, pointer);
	return error;
}

static cl_int CL_API_CALL set_kernel_exec_info(cl_kernel kernel, cl_kernel_exec_info name,
					       size_t size, const void *value)
{
	cl_int error;

	if (older_lacks_really(kernel, CLROUTER_SLOT_clSetKernelExecInfo))
		return CL_INVALID_OPERATION;
	error = clrouter_target.clSetKernelExecInfo(kernel, name, size, value);
	if (error == CL_SUCCESS && is_kept(kernel))
		arguments_set_info(kernel, name, size, value);
	return error;
}

/* -- clones ---------------------------------------------------------------------------- */

/* Another kernel of the same program and name; *PROGRAM is the program. */
static cl_kernel make_again(cl_kernel source, cl_program *program, cl_int *error)
{
	size_t size = 0;
	char *name AUTO_FREE = NULL;

	*error = CL_INVALID_KERNEL;
	if (clrouter_target.clGetKernelInfo(source, CL_KERNEL_PROGRAM, sizeof(*program), program,
					    NULL) != CL_SUCCESS ||
	    clrouter_target.clGetKernelInfo(source, CL_KERNEL_FUNCTION_NAME, 0, NULL, &size) !=
		    CL_SUCCESS)
		return NULL;
	name = calloc(1, size + 1);
	*error = CL_OUT_OF_HOST_MEMORY;
	if (name == NULL)
		return NULL;
	clrouter_target.clGetKernelInfo(source, CL_KERNEL_FUNCTION_NAME, size, name, NULL);
	return clrouter_target.clCreateKernel(*program, name, error);
}

/* The codes that clCloneKernel has. */
static cl_int clone_error(cl_int error)
{
	return error == CL_SUCCESS || error == CL_INVALID_KERNEL || error == CL_OUT_OF_HOST_MEMORY
		       ? error
		       : CL_OUT_OF_RESOURCES;
}

/* ARGUMENTS, which are freed, are set for the new KERNEL, and noted of it. */
static cl_int set_up(cl_kernel kernel, cl_program program, struct arguments *arguments,
		     bool is_programs)
{
	const cl_int error = arguments_apply(arguments, kernel);

	if (error != CL_SUCCESS) {
		arguments_free(arguments);
		return error;
	}
	if (!arguments_adopt(arguments, kernel))
		return CL_OUT_OF_HOST_MEMORY;
	if (is_programs)
		objects_add(kernel, program, NULL);
	return CL_SUCCESS;
}

static cl_kernel clone(cl_kernel source, bool is_programs, cl_int *error)
{
	cl_program program = NULL;
	struct arguments *arguments = arguments_copy(source);
	cl_kernel kernel;

	if (arguments == NULL) {
		*error = arguments_are_kept(source) ? CL_OUT_OF_HOST_MEMORY : CL_OUT_OF_RESOURCES;
		return NULL;
	}
	kernel = make_again(source, &program, error);
	if (kernel == NULL) {
		arguments_free(arguments);
		*error = clone_error(*error);
		return NULL;
	}
	*error = clone_error(set_up(kernel, program, arguments, is_programs));
	if (*error == CL_SUCCESS)
		return kernel;
	arguments_forget(kernel);
	clrouter_target.clReleaseKernel(kernel);
	return NULL;
}

/*
 * KERNEL is the driver's clone of SOURCE, so what is known of the arguments of that is known of it.
 * Those that are local memory or NULL are set again: PoCL up to 7.1 gives the clone the value that
 * such an argument had before, and reads as many bytes of it as the local memory has.
 */
static cl_int take_over(cl_kernel source, cl_kernel kernel)
{
	struct arguments *arguments = arguments_copy(source);
	cl_int error;

	if (arguments == NULL) {
		arguments_forget(kernel);
		return CL_SUCCESS;
	}
	error = clone_error(arguments_apply_empty(arguments, kernel));
	arguments_adopt(arguments, kernel);
	return error;
}

static cl_kernel clone_by_driver(cl_kernel source, bool is_programs, cl_int *error)
{
	cl_kernel kernel = clrouter_target.clCloneKernel(source, error);

	if (kernel == NULL)
		return NULL;
	*error = is_kept(kernel) ? take_over(source, kernel) : CL_SUCCESS;
	if (*error != CL_SUCCESS) {
		arguments_forget(kernel);
		clrouter_target.clReleaseKernel(kernel);
		return NULL;
	}
	if (is_programs && clones && older_lacks(kernel, OLDER_THAN_3_0))
		objects_add(kernel, source, NULL);
	return kernel;
}

cl_kernel kernels_clone(cl_kernel source, bool is_programs, cl_int *error)
{
	return source != NULL && is_cloned(source) ? clone(source, is_programs, error)
						   : clone_by_driver(source, is_programs, error);
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel source, cl_int *errcode_ret)
{
	cl_int error = CL_SUCCESS;
	cl_kernel kernel = kernels_clone(source, true, &error);

	if (errcode_ret != NULL)
		*errcode_ret = error;
	return kernel;
}

/* -- start ----------------------------------------------------------------------------- */

static void wrap(struct clrouter_table *table)
{
	arguments_start();
	objects_start();
	table->clCreateKernel = create_kernel;
	table->clCreateKernelsInProgram = create_kernels;
	table->clRetainKernel = retain_kernel;
	table->clReleaseKernel = release_kernel;
	table->clSetKernelArg = set_kernel_arg;
	table->clSetKernelArgSVMPointer = set_kernel_arg_pointer;
	table->clSetKernelExecInfo = set_kernel_exec_info;
	table->clCloneKernel = clone_kernel;
}

void kernels_start_cloning(struct clrouter_table *table)
{
	clones = older_any(OLDER_THAN_3_0);
	if (older_any(CLROUTER_SLOT_clCloneKernel)) {
		wrap(table);
		return;
	}
	if (!clones)
		return;
	/* Their clones are the driver's, and only counted as objects of their context. */
	objects_start();
	table->clCreateKernel = create_kernel;
	table->clCreateKernelsInProgram = create_kernels;
	table->clRetainKernel = retain_kernel;
	table->clReleaseKernel = release_kernel;
	table->clCloneKernel = clone_kernel;
}

void kernels_start_keeping(struct clrouter_table *table)
{
	wrap(table);
}
