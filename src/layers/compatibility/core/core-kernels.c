/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-kernels: see core-kernels.h.
 *
 * The arguments of a kernel are kept from its creation if its driver has no clCloneKernel, and of
 * all kernels when the program has the function that suggests local sizes, or that records a
 * kernel. Nobody else pays more for clSetKernelArg than a comparison.
 */
#include "layers/compatibility/core/core-kernels.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "layers/compatibility/core/core-objects.h"
#include "layers/compatibility/core/kernel-arguments.h"
#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/notes/handle-notes.h"
#include "layers/compatibility/wrap.h"
#include "layers/frame/ask.h"
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

	ASK(clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS, count);
	return count;
}

/* KERNEL is new. Without memory nothing is known of it: it cannot be cloned. */
static void note_kernel(cl_kernel kernel, cl_program program)
{
	if (clones && older_lacks(kernel, OLDER_THAN_3_0))
		objects_add(kernel, program, NULL);
	if (!is_kept(kernel)) {
		if (atomic_load_explicit(&keeps_some, memory_order_relaxed))
			notes_forget(kernel, NOTE_ARGUMENTS);
		return;
	}
	arguments_keep(kernel, count_arguments(kernel), true);
	atomic_store_explicit(&keeps_some, true, memory_order_relaxed);
}

/* -- what the program calls ------------------------------------------------------------ */

WRAP(clCreateKernel)
{
	cl_kernel kernel = PASS_ON(clCreateKernel);

	if (kernel)
		note_kernel(kernel, program);
	return kernel;
}

WRAP(clCreateKernelsInProgram)
{
	cl_uint count = 0;
	const cl_int error =
		clrouter_target.clCreateKernelsInProgram(program, num_kernels, kernels, &count);

	if (error != CL_SUCCESS)
		return error;
	for (cl_uint i = 0; kernels && i < count && i < num_kernels; i++)
		note_kernel(kernels[i], program);
	if (num_kernels_ret)
		*num_kernels_ret = count;
	return CL_SUCCESS;
}

WRAP(clRetainKernel)
{
	const cl_int error = PASS_ON(clRetainKernel);

	if (error != CL_SUCCESS)
		return error;
	if (is_kept(kernel))
		notes_retain(kernel, NOTE_ARGUMENTS);
	if (clones && older_lacks(kernel, OLDER_THAN_3_0))
		objects_retain(kernel);
	return CL_SUCCESS;
}

WRAP(clReleaseKernel)
{
	struct core_object *ended = NULL;
	cl_int error;

	if (kernel && is_kept(kernel))
		notes_release(kernel, NOTE_ARGUMENTS);
	if (clones && older_lacks(kernel, OLDER_THAN_3_0))
		ended = objects_release(kernel);
	error = PASS_ON(clReleaseKernel);
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

__attribute__((noinline)) static cl_int set_and_keep(PARAMETERS_clSetKernelArg)
{
	const cl_int error = PASS_ON(clSetKernelArg);

	if (error == CL_SUCCESS && is_kept(kernel) && !arguments_set(ARGUMENTS_clSetKernelArg) &&
	    keep_late(kernel))
		arguments_set(ARGUMENTS_clSetKernelArg);
	return error;
}

/* Without a kernel whose arguments are kept, this is a comparison and a jump. */
WRAP(clSetKernelArg)
{
	if (!atomic_load_explicit(&keeps_some, memory_order_relaxed))
		return PASS_ON(clSetKernelArg);
	return set_and_keep(ARGUMENTS_clSetKernelArg);
}

WRAP(clSetKernelArgSVMPointer)
{
	cl_int error;

	if (older_lacks_really(kernel, CLROUTER_SLOT_clSetKernelArgSVMPointer))
		return CL_INVALID_OPERATION;
	error = PASS_ON(clSetKernelArgSVMPointer);
	if (error == CL_SUCCESS && is_kept(kernel) &&
	    !arguments_set_pointer(ARGUMENTS_clSetKernelArgSVMPointer) && keep_late(kernel))
		arguments_set_pointer(ARGUMENTS_clSetKernelArgSVMPointer);
	return error;
}

WRAP(clSetKernelExecInfo)
{
	cl_int error;

	if (older_lacks_really(kernel, CLROUTER_SLOT_clSetKernelExecInfo))
		return CL_INVALID_OPERATION;
	error = PASS_ON(clSetKernelExecInfo);
	if (error == CL_SUCCESS && is_kept(kernel))
		arguments_set_info(ARGUMENTS_clSetKernelExecInfo);
	return error;
}

/* -- clones ---------------------------------------------------------------------------- */

/* Another kernel of the same program and name; *PROGRAM is the program. */
static cl_kernel make_again(cl_kernel source, cl_program *program, cl_int *error)
{
	const char *name AUTO_FREE = ask_kernel(source, CL_KERNEL_FUNCTION_NAME, NULL, error);

	if (!name)
		return NULL;
	*error = ASK(clGetKernelInfo, source, CL_KERNEL_PROGRAM, *program);
	if (*error != CL_SUCCESS)
		return NULL;
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
static cl_int set_up(cl_kernel kernel, cl_program program, struct kernel_arguments *arguments,
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

static cl_kernel make_clone(cl_kernel source, bool is_programs, cl_int *error)
{
	cl_program program = NULL;
	struct kernel_arguments *arguments = arguments_copy(source);
	cl_kernel kernel;

	if (!arguments) {
		*error = notes_has(source, NOTE_ARGUMENTS) ? CL_OUT_OF_HOST_MEMORY
							   : CL_OUT_OF_RESOURCES;
		return NULL;
	}
	kernel = make_again(source, &program, error);
	if (!kernel) {
		arguments_free(arguments);
		*error = clone_error(*error);
		return NULL;
	}
	*error = clone_error(set_up(kernel, program, arguments, is_programs));
	if (*error == CL_SUCCESS)
		return kernel;
	notes_forget(kernel, NOTE_ARGUMENTS);
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
	struct kernel_arguments *arguments = arguments_copy(source);
	cl_int error;

	if (!arguments) {
		notes_forget(kernel, NOTE_ARGUMENTS);
		return CL_SUCCESS;
	}
	error = clone_error(arguments_apply_empty(arguments, kernel));
	arguments_adopt(arguments, kernel);
	return error;
}

static cl_kernel clone_by_driver(cl_kernel source, bool is_programs, cl_int *error)
{
	cl_kernel kernel = clrouter_target.clCloneKernel(source, error);

	if (!kernel)
		return NULL;
	*error = is_kept(kernel) ? take_over(source, kernel) : CL_SUCCESS;
	if (*error != CL_SUCCESS) {
		notes_forget(kernel, NOTE_ARGUMENTS);
		clrouter_target.clReleaseKernel(kernel);
		return NULL;
	}
	if (is_programs && clones && older_lacks(kernel, OLDER_THAN_3_0))
		objects_add(kernel, source, NULL);
	return kernel;
}

cl_kernel kernels_clone(cl_kernel source, bool is_programs, cl_int *error)
{
	return source && is_cloned(source) ? make_clone(source, is_programs, error)
						   : clone_by_driver(source, is_programs, error);
}

WRAP(clCloneKernel)
{
	cl_int error = CL_SUCCESS;
	cl_kernel kernel = kernels_clone(source_kernel, true, &error);

	if (errcode_ret)
		*errcode_ret = error;
	return kernel;
}

/* -- start ----------------------------------------------------------------------------- */

/* Puts those into TABLE that make and clone kernels. */
static void wrap_life(struct clrouter_table *table)
{
	table->clCreateKernel = wrap_clCreateKernel;
	table->clCreateKernelsInProgram = wrap_clCreateKernelsInProgram;
	table->clRetainKernel = wrap_clRetainKernel;
	table->clReleaseKernel = wrap_clReleaseKernel;
	table->clCloneKernel = wrap_clCloneKernel;
}

/* If all drivers have clCloneKernel, clones are theirs, and only counted as objects. */
void kernels_start_cloning(struct clrouter_table *table)
{
	clones = older_any(OLDER_THAN_3_0);
	if (older_any(CLROUTER_SLOT_clCloneKernel))
		kernels_start_keeping(table);
	else if (clones)
		wrap_life(table);
}

void kernels_start_keeping(struct clrouter_table *table)
{
	wrap_life(table);
	table->clSetKernelArg = wrap_clSetKernelArg;
	table->clSetKernelArgSVMPointer = wrap_clSetKernelArgSVMPointer;
	table->clSetKernelExecInfo = wrap_clSetKernelExecInfo;
}
