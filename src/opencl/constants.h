/* SPDX-License-Identifier: Apache-2.0 */
/*
 * constants: constants and structures of extensions that older OpenCL headers do not have. The
 * constants that have a name in enums.list come from there.
 */
#ifndef CLROUTER_OPENCL_CONSTANTS_H
#define CLROUTER_OPENCL_CONSTANTS_H

#include "opencl/names-values.h"

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

/* cl_mutable_dispatch_config_khr since version 0.9.2 of the extension, and its number. */
#define MUTABLE_DISPATCH_CONFIG 0
struct mutable_dispatch_config {
	cl_mutable_command_khr command;
	cl_uint num_args;
	cl_uint num_svm_args;
	cl_uint num_exec_infos;
	cl_uint work_dim;
	const void *arg_list;
	const void *arg_svm_list;
	const void *exec_info_list;
	const size_t *global_work_offset;
	const size_t *global_work_size;
	const size_t *local_work_size;
};

/* An element of its arg_list, or of its arg_svm_list. */
struct mutable_dispatch_arg {
	cl_uint arg_index;
	size_t arg_size;
	const void *arg_value;
};

/* An element of its exec_info_list. */
struct mutable_dispatch_exec_info {
	cl_uint param_name;
	size_t param_value_size;
	const void *param_value;
};

#endif
