/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer.h: everything a layer for OpenCL's loader needs, so that the layer itself
 * is only what it does (doc/writing-a-layer.md builds one step by step):
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
 * It makes a layer that loads in every loader: by clInitLayer (cl_loader_layers
 * 1.0.0) and by clInitLayerWithProperties and clDeinitLayer (1.0.1). The table is
 * its own, from the list of functions, so the age of the OpenCL headers does not
 * matter (2023.02 or later), nor whether the loader's table is shorter or longer.
 */
#ifndef CLROUTER_LAYER_H
#define CLROUTER_LAYER_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#elif CL_TARGET_OPENCL_VERSION < 300
#error a layer stands below programs of every version: CL_TARGET_OPENCL_VERSION must be 300 or more
#endif

#include <stddef.h>
#include <string.h>

#include <CL/cl.h>
#include <CL/cl_gl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>

#include <clrouter/functions.h>

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
 * A dispatch table, one typed pointer per function, in the order that the
 * loaders agree on: what CL/cl_icd.h calls struct _cl_icd_dispatch.
 */
#define CLROUTER_TABLE_ENTRY(ret, name, params, args) ret(CL_API_CALL *name) params;
struct clrouter_table {
	CLROUTER_FUNCTIONS(CLROUTER_TABLE_ENTRY)
};

/* CLROUTER_SLOT_<name> is the function's place in it, CLROUTER_SLOTS their number. */
#define CLROUTER_TABLE_SLOT(ret, name, params, args) CLROUTER_SLOT_##name,
enum clrouter_slot { CLROUTER_FUNCTIONS(CLROUTER_TABLE_SLOT) CLROUTER_SLOTS };

struct _cl_icd_dispatch;

#define CLROUTER_LAYER_HIDDEN __attribute__((visibility("hidden")))
#define CLROUTER_LAYER_EXPORT __attribute__((visibility("default")))

/*
 * The way down: a copy of the table that the loader gave, filled before the
 * layer's start function is called. A call through it is seen by the layers
 * between this one and the driver, not by this one. Entries that the loader does
 * not have are NULL; no call can arrive at this layer's version of them either.
 */
extern struct clrouter_table clrouter_target CLROUTER_LAYER_HIDDEN;

/*
 *	        start, by clInitLayer                   end of the process
 *	idle ----------------------------> LEGACY -------------------------> idle
 *	     ----------------------------> ACTIVE -------------------------> idle
 *	        by clInitLayerWithProperties              clDeinitLayer
 */
enum clrouter_layer_state {
	CLROUTER_LAYER_IDLE,
	CLROUTER_LAYER_LEGACY,
	CLROUTER_LAYER_ACTIVE
};

struct clrouter_layer {
	const char *name;
	cl_int (*start)(struct clrouter_table *table);
	void (*stop)(void);
	struct clrouter_table *table;
	enum clrouter_layer_state state;
};

/* What clGetLayerInfo answers. */
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
 * Completes the layer's table from TARGET, which has NUM_ENTRIES entries, and lets
 * the layer put its own functions in. A layer that is listed twice would be its own
 * target and call itself for ever: the second time is refused.
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
	memset(&clrouter_target, 0, sizeof(clrouter_target));
	memcpy(&clrouter_target, target, count * sizeof(void *));
	*layer->table = clrouter_target;
	error = layer->start(layer->table);
	if (error != CL_SUCCESS)
		return error;
	layer->state = state;
	*num_entries_ret = count;
	*table_ret = (const struct _cl_icd_dispatch *)layer->table;
	return CL_SUCCESS;
}

/* Stops the layer if it was started in the generation STATE, once. */
static inline void clrouter_layer_stop(struct clrouter_layer *layer,
				       enum clrouter_layer_state state)
{
	if (layer->state != state)
		return;
	layer->state = CLROUTER_LAYER_IDLE;
	if (layer->stop != NULL)
		layer->stop();
}

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
 * Makes the shared object a layer: once per layer, in one of its files.
 *
 * NAME	  the name that clGetLayerInfo tells
 * START  cl_int start(struct clrouter_table *table): TABLE leads down everywhere;
 *	  the layer replaces what it wants to see. It may call through
 *	  clrouter_target. An error code makes the loader leave the layer out.
 * STOP	  void stop(void), or NULL: the end. It may call through clrouter_target.
 *	  Other threads may still be in the layer's functions. Loaders of 1.0.0 do not
 *	  tell when they end: there it is called by a destructor, so after every exit
 *	  handler, and the layer's functions may still be called after it.
 *
 * No property is defined for clInitLayerWithProperties, so any is refused.
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
		clrouter_layer_stop(&clrouter_this_layer, CLROUTER_LAYER_LEGACY);                  \
	}

#ifdef __cplusplus
}
#endif

#endif
