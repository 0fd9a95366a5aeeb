/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clrouter/layer.h: everything that a layer for an OpenCL loader needs, so that the layer's own
 * code is only what it does. This is a complete layer, which sees every call of clFinish:
 *
 *	static cl_int CL_API_CALL my_clFinish(cl_command_queue queue)
 *	{
 *		return clrouter_target.clFinish(queue);
 *	}
 *
 *	static cl_int start(struct clrouter_table *table)
 *	{
 *		table->clFinish = my_clFinish;
 *		return CL_SUCCESS;
 *	}
 *
 *	CLROUTER_LAYER("mine", start, NULL)
 *
 * A layer is a shared object that the loader puts between the program and the drivers (OpenCL
 * Specification, extension cl_loader_layers). CLROUTER_LAYER defines the functions that loaders
 * look for: clGetLayerInfo, clInitLayer (version 1.0.0 of the extension),
 * clInitLayerWithProperties and clDeinitLayer (version 1.0.1). The same file therefore loads in
 * this loader, in Khronos' loader and in ocl-icd.
 *
 * The dispatch table is defined here, from clrouter's own list of functions. OpenCL headers of
 * 2023.02 or later are enough, and the loader's table may be shorter or longer.
 *
 * Threads: the loader starts and stops a layer from one thread. Between the two, the program
 * calls the layer's functions from any number of threads at once.
 *
 * The reference is opencl-layers(7); doc/writing-a-layer.md in clrouter's sources is a tutorial.
 */
#ifndef CLROUTER_LAYER_H
#define CLROUTER_LAYER_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#elif CL_TARGET_OPENCL_VERSION < 300
#error a layer gets calls of every OpenCL version: define CL_TARGET_OPENCL_VERSION as 300 or more
#endif

#include <stddef.h>
#include <string.h>

#include <CL/cl.h>
#include <CL/cl_gl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>

#include <clrouter/functions.h>

/* Queries of clGetLayerInfo, and the version that the layer answers: 1.0.0 and 1.0.1 share it. */
#ifndef CL_LAYER_API_VERSION
#define CL_LAYER_API_VERSION 0x4240
#define CL_LAYER_API_VERSION_100 100
#endif
#ifndef CL_LAYER_NAME
#define CL_LAYER_NAME 0x4241
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A dispatch table: one typed function pointer for each OpenCL function, named as the function.
 * The order is the same as in struct _cl_icd_dispatch in CL/cl_icd.h.
 */
#define CLROUTER_TABLE_ENTRY(ret, name, params, args) ret(CL_API_CALL *name) params;
struct clrouter_table {
	CLROUTER_FUNCTIONS(CLROUTER_TABLE_ENTRY)
};

/*
 * CLROUTER_SLOT_<name> is the index of a function in the table, CLROUTER_SLOTS the number of
 * functions.
 */
#define CLROUTER_TABLE_SLOT(ret, name, params, args) CLROUTER_SLOT_##name,
enum clrouter_slot { CLROUTER_FUNCTIONS(CLROUTER_TABLE_SLOT) CLROUTER_SLOTS };

struct _cl_icd_dispatch;

/*
 * Windows' loaders do not call clDeinitLayer when the process ends: there the destructor of the
 * layer's library calls STOP, however the layer was started. Only the thread that ends the process
 * is left then, and the drivers may be gone, so STOP must not call through clrouter_target.
 */
#ifdef _WIN32
#define CLROUTER_LAYER_HIDDEN
#define CLROUTER_LAYER_EXPORT __declspec(dllexport)
#define CLROUTER_LAYER_LAST_STATE(layer) ((layer)->state)
#else
#define CLROUTER_LAYER_HIDDEN __attribute__((visibility("hidden")))
#define CLROUTER_LAYER_EXPORT __attribute__((visibility("default")))
#define CLROUTER_LAYER_LAST_STATE(layer) CLROUTER_LAYER_LEGACY
#endif

/*
 * The target: the functions of the next layer, or of the driver. A layer calls through it; such
 * a call passes the layers between this one and the driver, but not this one.
 *
 * It is a copy of the table that the loader passed, it is complete before the layer's start
 * function is called, and it does not change afterwards, so any thread may read it. Entries of
 * functions that the loader does not know are NULL; the layer's own versions of these functions
 * are never called.
 */
extern struct clrouter_table clrouter_target CLROUTER_LAYER_HIDDEN;

/*
 * Whether the layer is started, and by which version of cl_loader_layers:
 *
 *	      clInitLayer (1.0.0)                     end of the process
 *	IDLE ------------------------------> LEGACY --------------------> IDLE
 *	     ------------------------------> ACTIVE --------------------> IDLE
 *	      clInitLayerWithProperties (1.0.1)       clDeinitLayer
 */
enum clrouter_layer_state {
	CLROUTER_LAYER_IDLE,
	CLROUTER_LAYER_LEGACY,
	CLROUTER_LAYER_ACTIVE
};

/* One layer. CLROUTER_LAYER defines it; only the thread that starts and stops the layer uses it. */
struct clrouter_layer {
	const char *name;
	cl_int (*start)(struct clrouter_table *table);
	void (*stop)(void);		/* may be NULL */
	struct clrouter_table *table;	/* what the loader gets */
	enum clrouter_layer_state state;
};

/*
 * Implements clGetLayerInfo (cl_loader_layers, "Querying Layer Info"): writes the version or the
 * terminated name to VALUE unless that is NULL, and its size in bytes to SIZE_RET unless that is
 * NULL. Keeps no state, so any thread may call it.
 *
 * Returns CL_SUCCESS, or CL_INVALID_VALUE if PARAM_NAME is neither CL_LAYER_API_VERSION nor
 * CL_LAYER_NAME, or if VALUE is not NULL and SIZE is too small.
 */
static inline cl_int clrouter_layer_info(const char *name, cl_uint param_name, size_t size,
					 void *value, size_t *size_ret)
{
	const cl_uint version = CL_LAYER_API_VERSION_100;
	const void *answer = param_name == CL_LAYER_NAME ? (const void *)name : &version;
	const size_t length = param_name == CL_LAYER_NAME ? strlen(name) + 1 : sizeof(version);

	if (param_name != CL_LAYER_NAME && param_name != CL_LAYER_API_VERSION)
		return CL_INVALID_VALUE;
	if (value != NULL && size < length)
		return CL_INVALID_VALUE;
	if (value != NULL)
		memcpy(value, answer, length);
	if (size_ret != NULL)
		*size_ret = length;
	return CL_SUCCESS;
}

/*
 * Implements clInitLayer and clInitLayerWithProperties (cl_loader_layers, "Layer
 * Initialization"). Copies the NUM_ENTRIES entries of TARGET to clrouter_target and to the
 * layer's table, and calls the layer's start function, which replaces entries of that table.
 * *TABLE_RET is set to the table, which is static, and *NUM_ENTRIES_RET to its number of entries.
 *
 * Returns CL_SUCCESS. Otherwise the layer is not started, neither result is written, and the
 * code is
 *   CL_INVALID_VALUE      TARGET, NUM_ENTRIES_RET or TABLE_RET is NULL
 *   CL_INVALID_OPERATION  the layer is started already. A layer that is listed twice would
 *                         become its own target and call itself for ever.
 *   any other code        it is the one that the start function returned
 */
static inline cl_int clrouter_layer_start(struct clrouter_layer *layer,
					  enum clrouter_layer_state state, cl_uint num_entries,
					  const void *target, cl_uint *num_entries_ret,
					  const struct _cl_icd_dispatch **table_ret)
{
	const cl_uint count = num_entries < CLROUTER_SLOTS ? num_entries : (cl_uint)CLROUTER_SLOTS;
	cl_int error;

	if (target == NULL || num_entries_ret == NULL || table_ret == NULL)
		return CL_INVALID_VALUE;
	if (layer->state != CLROUTER_LAYER_IDLE)
		return CL_INVALID_OPERATION;
	/* If the layer is started again, threads may be in calls: no entry is NULL meanwhile. */
	memcpy(&clrouter_target, target, count * sizeof(void *));
	memset((char *)&clrouter_target + count * sizeof(void *), 0,
	       sizeof(clrouter_target) - count * sizeof(void *));
	*layer->table = clrouter_target;
	error = layer->start(layer->table);
	if (error != CL_SUCCESS)
		return error;
	layer->state = state;
	*num_entries_ret = count;
	*table_ret = (const struct _cl_icd_dispatch *)layer->table;
	return CL_SUCCESS;
}

/*
 * Stops the layer if its state is STATE, that is, if it was started in the way to which this end
 * belongs. Otherwise it does nothing, so a layer is stopped once.
 */
static inline void clrouter_layer_stop(struct clrouter_layer *layer,
				       enum clrouter_layer_state state)
{
	if (layer->state != state || state == CLROUTER_LAYER_IDLE)
		return;
	layer->state = CLROUTER_LAYER_IDLE;
	if (layer->stop != NULL)
		layer->stop();
}

/* What a loader calls; CLROUTER_LAYER defines them, as cl_loader_layers describes them. */
CLROUTER_LAYER_EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_uint param_name,
							size_t param_value_size,
							void *param_value,
							size_t *param_value_size_ret);
CLROUTER_LAYER_EXPORT cl_int CL_API_CALL clInitLayer(cl_uint num_entries,
						     const struct _cl_icd_dispatch *target,
						     cl_uint *num_entries_ret,
						     const struct _cl_icd_dispatch **table_ret);
CLROUTER_LAYER_EXPORT cl_int CL_API_CALL
clInitLayerWithProperties(cl_uint num_entries, const struct _cl_icd_dispatch *target,
			  cl_uint *num_entries_ret, const struct _cl_icd_dispatch **table_ret,
			  const cl_properties *properties);
CLROUTER_LAYER_EXPORT cl_int CL_API_CALL clDeinitLayer(void);

/*
 * What clrouter's loader answers to a layer while its START function runs. A layer finds the two
 * functions by clGetExtensionFunctionAddress of its target; other loaders have neither. At any
 * other time, and in the tool's checks of layers, they answer NULL. They keep no lock and may be
 * called from any thread that START runs in. The texts that they return belong to the loader and
 * stay valid until START returns: copy what is used later.
 *
 * clGetLayerOptionCLROUTER: the value of "option.OPTION = value" in the section [layer LAYER] of
 * layers.conf(5), or in the variable OPENCL_LAYER_OPTIONS. By convention LAYER is the name that the layer gives to CLROUTER_LAYER, OPTION
 * is lower case, and an environment variable of the layer is stronger than the option. NULL if
 * no file has the option; an empty text if the value is empty. In secure execution only files of
 * the system count, and a layer ignores options that name files.
 *
 * clGetPlatformDriverCLROUTER: the driver of a platform that clGetPlatformIDs of the target has
 * returned: for INDEX 0 the path of its .icd file, for INDEX 1 its library. NULL if there is no
 * such file, for another INDEX, and for an unknown platform.
 */
typedef const char *CL_API_CALL clGetLayerOptionCLROUTER_t(const char *layer, const char *option);
typedef const char *CL_API_CALL clGetPlatformDriverCLROUTER_t(cl_platform_id platform,
							      cl_uint index);

/*
 * clWriteLogCLROUTER: writes TEXT, one line, into the loader's log, if that is on for LEVEL. It is
 * found as those two, at any time, and may be called from any thread until the layer is stopped.
 */
#define CLROUTER_LOG_WARNING 2
#define CLROUTER_LOG_INFO 3
typedef void CL_API_CALL clWriteLogCLROUTER_t(cl_uint level, const char *text);

/*
 * clGetDeviceEmulationCLROUTER: what layers provide for DEVICE in place of its driver, as one text
 * for people; empty: nothing. What the driver has, too, is followed by "(forced)". It answers as clGetDeviceInfo does (the text in bytes with its end,
 * CL_INVALID_VALUE if SIZE is too small, CL_INVALID_DEVICE). A program finds it by
 * clGetExtensionFunctionAddress, which returns NULL if no layer emulates anything.
 */
typedef cl_int CL_API_CALL clGetDeviceEmulationCLROUTER_t(cl_device_id device, size_t size,
							  char *text, size_t *size_ret);

/* The address of one of them, NULL in other loaders. To be called by START. */
static inline void *clrouter_layer_service(const char *name)
{
	if (clrouter_target.clGetExtensionFunctionAddress == NULL)
		return NULL;
	return clrouter_target.clGetExtensionFunctionAddress(name);
}

/* The first of them; NULL also in other loaders. To be called by START. */
static inline const char *clrouter_layer_option(const char *layer, const char *option)
{
	clGetLayerOptionCLROUTER_t *get = (clGetLayerOptionCLROUTER_t *)
		clrouter_layer_service("clGetLayerOptionCLROUTER");

	return get != NULL ? get(layer, option) : NULL;
}

/*
 * Makes the shared object a layer. A layer uses it once, in one of its source files.
 *
 * NAME   a string: the layer's name, which clGetLayerInfo returns for CL_LAYER_NAME.
 *
 * START  cl_int start(struct clrouter_table *table) is called before any of the layer's
 *        functions. Every entry of TABLE holds the target's function; the layer replaces the
 *        entries of the functions that it wants to see. TABLE stays valid as long as the layer is
 *        loaded, but must not change after START has returned. START may call through
 *        clrouter_target. If it returns another code than CL_SUCCESS, the loader leaves the layer
 *        out, and STOP is not called.
 *
 * STOP   void stop(void), or NULL, is called once when the layer ends. It may call through
 *        clrouter_target. Other threads may still be in the layer's functions. Loaders that know
 *        only version 1.0.0 do not call clDeinitLayer: there STOP is called by a destructor of the
 *        layer's library, after all exit handlers, and the program may call the layer's functions
 *        even after it.
 *
 * cl_loader_layers defines no property for clInitLayerWithProperties, so a list with a property
 * fails with CL_INVALID_PROPERTY.
 */
#define CLROUTER_LAYER(NAME, START, STOP)                                                          \
	struct clrouter_table clrouter_target;                                                     \
	static struct clrouter_table clrouter_this_table;                                          \
	static struct clrouter_layer clrouter_this_layer = { NAME, START, STOP,                    \
							     &clrouter_this_table,                 \
							     CLROUTER_LAYER_IDLE };                \
	cl_int CL_API_CALL clGetLayerInfo(cl_uint param_name, size_t size, void *value,            \
					  size_t *size_ret)                                        \
	{                                                                                          \
		return clrouter_layer_info(clrouter_this_layer.name, param_name, size, value,      \
					   size_ret);                                              \
	}                                                                                          \
	cl_int CL_API_CALL clInitLayer(cl_uint num_entries, const struct _cl_icd_dispatch *target, \
				       cl_uint *num_entries_ret,                                   \
				       const struct _cl_icd_dispatch **table_ret)                  \
	{                                                                                          \
		return clrouter_layer_start(&clrouter_this_layer, CLROUTER_LAYER_LEGACY,           \
					    num_entries, target, num_entries_ret, table_ret);      \
	}                                                                                          \
	cl_int CL_API_CALL clInitLayerWithProperties(                                              \
		cl_uint num_entries, const struct _cl_icd_dispatch *target,                        \
		cl_uint *num_entries_ret, const struct _cl_icd_dispatch **table_ret,               \
		const cl_properties *properties)                                                   \
	{                                                                                          \
		if (properties != NULL && *properties != 0)                                        \
			return CL_INVALID_PROPERTY;                                                \
		return clrouter_layer_start(&clrouter_this_layer, CLROUTER_LAYER_ACTIVE,           \
					    num_entries, target, num_entries_ret, table_ret);      \
	}                                                                                          \
	cl_int CL_API_CALL clDeinitLayer(void)                                                     \
	{                                                                                          \
		clrouter_layer_stop(&clrouter_this_layer, CLROUTER_LAYER_ACTIVE);                  \
		return CL_SUCCESS;                                                                 \
	}                                                                                          \
	__attribute__((destructor)) static void clrouter_layer_end(void)                           \
	{                                                                                          \
		clrouter_layer_stop(&clrouter_this_layer,                                          \
				    CLROUTER_LAYER_LAST_STATE(&clrouter_this_layer));              \
	}

#ifdef __cplusplus
}
#endif

#endif
