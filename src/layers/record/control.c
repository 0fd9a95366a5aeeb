/* SPDX-License-Identifier: Apache-2.0 */
/*
 * control: see control.h.
 */
#include "layers/record/control.h"

#include <string.h>

#include <clrouter/loader.h>

#include "layers/record/file/call-records.h"
#include "layers/record/file/store.h"

/* What looks up all other functions. Written at start only. */
static void *(CL_API_CALL *find)(const char *name);

static cl_int CL_API_CALL set_recording(cl_bool is_on)
{
	if (!events_are_recorded() || store_is_over())
		return CL_INVALID_OPERATION;
	events_pause(!is_on);
	return CL_SUCCESS;
}

static void *CL_API_CALL find_function(const char *name)
{
	if (name != NULL && strcmp(name, "clSetRecordingCLROUTER") == 0)
		return (void *)set_recording;
	return find(name);
}

void control_start(struct clrouter_table *table, bool is_paused)
{
	find = table->clGetExtensionFunctionAddress;
	table->clGetExtensionFunctionAddress = find_function;
	events_pause(is_paused);
}
