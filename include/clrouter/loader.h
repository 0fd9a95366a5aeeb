/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clrouter/loader.h: what a program can tell this loader besides OpenCL: which layers it wants in
 * its own process, and their options.
 *
 *	clSetLayersCLROUTER_t *set = (clSetLayersCLROUTER_t *)
 *		clGetExtensionFunctionAddress("clSetLayersCLROUTER");
 *
 *	if (set != NULL && set("trace") != CL_SUCCESS)
 *		...
 *
 * The functions are found by clGetExtensionFunctionAddress and are not exported. Looking up their
 * names does not start this loader, nor does a call of the first two. Other loaders give NULL,
 * which is the way to find out whether this loader is there; some of them start for the look-up.
 *
 * The loader starts with the first OpenCL function that needs it, for example clGetPlatformIDs. A
 * program that forks before that does not lose its choice: the child has a copy. If the program
 * closes libOpenCL.so.1, the choice is forgotten.
 *
 * Any thread may call these functions at any time. A choice that was answered with CL_SUCCESS is
 * obeyed, even if another thread starts the loader at the same moment. Nothing is obeyed in secure
 * execution (set-user-ID and the like), and an administrator can forbid it: layers.conf(5),
 * program_layers.
 *
 * The headers of OpenCL 1.2 and later call clGetExtensionFunctionAddress deprecated; the macro
 * CL_USE_DEPRECATED_OPENCL_1_1_APIS, defined before they are included, prevents the warning.
 *
 * The reference is libOpenCL(7), section LAYERS CHOSEN BY THE PROGRAM.
 */
#ifndef CLROUTER_LOADER_H
#define CLROUTER_LOADER_H

#include <CL/cl.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * clSetLayersCLROUTER: LAYERS are the layers that the program wants, a list with the form of the
 * variable OPENCL_LAYERS: names of [layer] sections or libraries, separated by colons, the last
 * one nearest the program. They come between the program and all other layers, except one whose
 * section has "place = driver". The list replaces the one of an earlier call; "" is a list without
 * layers. It is copied.
 *
 * Nothing is opened yet. So CL_SUCCESS means that the loader will try to load these layers when it
 * starts; clGetLayerVerdictCLROUTER answers what became of each of them.
 *
 * CL_INVALID_VALUE: LAYERS is NULL, has more than 65,535 bytes or a control character. An earlier
 * list still counts.
 * CL_INVALID_OPERATION: the loader has started, or the process is in secure execution.
 * CL_OUT_OF_HOST_MEMORY
 */
typedef cl_int CL_API_CALL clSetLayersCLROUTER_t(const char *layers);

/*
 * clSetLayerOptionCLROUTER: sets an option of a layer as "option.OPTION = VALUE" in the section
 * [layer LAYER] of layers.conf(5) does. It is stronger than all files, and weaker than an
 * environment variable of the layer; it counts for any layer, not only for those that the program
 * has chosen. A later call for the same option counts instead. The texts are copied.
 *
 * CL_INVALID_VALUE: a text is NULL, has more than 65,535 bytes or a control character, or LAYER or
 * OPTION is empty.
 * CL_INVALID_OPERATION, CL_OUT_OF_HOST_MEMORY: as above.
 */
typedef cl_int CL_API_CALL clSetLayerOptionCLROUTER_t(const char *layer, const char *option,
						      const char *value);

/*
 * clGetLayerVerdictCLROUTER: what became of the layer with this INDEX in the program's list. Empty
 * elements of the list do not count. Starts the loader, if nothing has done so.
 *
 * *VERDICT becomes the identifier of the verdict, "ok" if the layer is loaded; libOpenCL(7),
 * section DIAGNOSTICS, lists them. *DETAIL becomes what belongs to it, for example the missing
 * library, or NULL. Both pointers may be NULL. The texts must not be freed; they are valid until
 * the process ends.
 *
 * CL_SUCCESS: the layer is loaded. With the verdict "duplicate" another list has loaded it, too,
 * and it is there once.
 * CL_INVALID_OPERATION: the layer is not loaded.
 * CL_INVALID_VALUE: the list has no layer with this INDEX; nothing is written. So is the answer
 * after the loader has ended, and while it starts.
 */
typedef cl_int CL_API_CALL clGetLayerVerdictCLROUTER_t(cl_uint index, const char **verdict,
						       const char **detail);

/*
 * clSetRecordingCLROUTER: a function of the shipped layer "record", by which a program records a
 * part of what it does, for example between two choices in a menu. It is found while that layer is
 * loaded, and its look-up starts the loader. With the option "paused" (yes) of the layer nothing is
 * recorded until the first call with CL_TRUE; CL_FALSE pauses again. All threads write into the
 * same file. Calls that create, build, retain or release objects are recorded even while it is
 * paused: the record would not know the objects otherwise.
 *
 * CL_INVALID_OPERATION: nothing can be recorded any more, because the file or the time is full, the
 * file could not be made, or the layer has ended.
 */
typedef cl_int CL_API_CALL clSetRecordingCLROUTER_t(cl_bool is_on);

#ifdef __cplusplus
}
#endif

#endif
