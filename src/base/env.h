/* SPDX-License-Identifier: Apache-2.0 */
/*
 * env: the only module of the library that reads the environment. It takes one snapshot of the
 * variables that the loader knows. What their values mean is decided elsewhere.
 *
 * In secure execution (set-user-ID, set-group-ID, file capabilities) no variable counts as set.
 *
 * The strings belong to the environment, and another thread may change that at any time. Only the
 * thread that initialises the loader uses them, while it initialises; conf_read() copies them.
 */
#ifndef CLROUTER_BASE_ENV_H
#define CLROUTER_BASE_ENV_H

#include <stdbool.h>

#include "base/os.h"

/*
 * The one table of variables: X(NAME, "loaders that have it", "what it does"). Only the first
 * column gets into the program; libOpenCL(7) has the exact rules.
 */
#define ENV_VARIABLES(X) \
	X(OCL_ICD_FILENAMES, "Khronos", \
	  "libraries or .icd files of drivers that come before all others") \
	X(OCL_ICD_VENDORS, "Khronos, ocl-icd", \
	  "directories, .icd files and libraries; they replace vendor_dirs") \
	X(OPENCL_VENDOR_PATH, "ocl-icd", \
	  "the same, if OCL_ICD_VENDORS is not set") \
	X(OPENCL_LAYERS, "Khronos, ocl-icd", "layer libraries; the last is called first") \
	X(OPENCL_LAYER_PATH, "Khronos, ocl-icd", \
	  "directories of .lay files; they replace layer_dirs") \
	X(OPENCL_LAYER_OPTIONS, "clrouter", \
	  "lines LAYER.NAME=VALUE, for this run in place of option.NAME in layers.conf") \
	X(OCL_ICD_PLATFORM_SORT, "ocl-icd", "devices or none") \
	X(OCL_ICD_DEFAULT_PLATFORM, "ocl-icd", "index of the default platform") \
	X(OCL_ICD_ASSUME_ICD_EXTENSION, "ocl-icd", \
	  "accept platforms that do not list cl_khr_icd") \
	X(OCL_ICD_DEBUG, "ocl-icd", "bit mask: 1 warnings, 2 information, 4 and 8 all") \
	X(OCL_ICD_ENABLE_TRACE, "Khronos", "True, true, T or 1: the whole log") \
	X(OCL_ICD_FORCE_LEGACY_TERMINATION, "Khronos", \
	  "no layer is deinitialised, no library closed") \
	X(OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING, "Khronos", "no library is closed") \
	X(OPENCL_LOADER_LOG, "clrouter", "level[,topic...][:file]") \
	X(OPENCL_LOADER_CONFIG, "clrouter", \
	  "a file that replaces all configuration files; none: no file") \
	X(OPENCL_LOADER_DRIVERS_DISABLE, "clrouter", "globs of drivers to leave out") \
	X(OPENCL_LOADER_DRIVERS_ENABLE, "clrouter", "globs of drivers that no rule disables") \
	X(OPENCL_LOADER_LAYERS_DISABLE, "clrouter", "globs of layers to leave out") \
	OS_USER_VARIABLES(X)

enum env_variable {
#define X(name, loaders, help) ENV_##name,
	ENV_VARIABLES(X)
#undef X
	ENV_COUNT
};

struct env {
	const char *value[ENV_COUNT];	/* by enum env_variable; NULL: not set */
	bool secure;			/* the process runs in secure execution */
};

/* Fills ENV from the environment of the process, without copying the values. */
void env_read(struct env *env);

/* The name of VARIABLE, in static storage. */
const char *env_name(enum env_variable variable);

#endif
