/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-life: see core-functions.h. Kernels are in core-kernels.c, and what is made with a list of
 * properties in create.c.
 */
#include "layers/compatibility/core/core-functions.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/common/lock.h"
#include "layers/compatibility/core/core-objects.h"
#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/locks.h"
#include "layers/compatibility/wrap.h"
#include "layers/frame/ask.h"
#include "opencl/lists.h"

/* -- objects in a context -------------------------------------------------------------- */

/* Without memory an object is not there: it has no properties, and does not keep its context. */
static void note(const void *handle, const void *owner)
{
	if (older_lacks(handle, OLDER_THAN_3_0))
		objects_add(handle, owner, NULL);
}

/* The first parameter is a context, or an object in one. */
#define CREATORS(X) \
	X(clCreateCommandQueue) \
	X(clCreateSampler) \
	X(clCreateBuffer) \
	X(clCreateSubBuffer) \
	X(clCreateImage) \
	X(clCreateImage2D) \
	X(clCreateImage3D) \
	X(clCreatePipe) \
	X(clCreateFromGLBuffer) \
	X(clCreateFromGLRenderbuffer) \
	X(clCreateFromGLTexture) \
	X(clCreateFromGLTexture2D) \
	X(clCreateFromGLTexture3D) \
	X(clCreateFromEGLImageKHR) \
	X(clCreateProgramWithSource) \
	X(clCreateProgramWithBinary) \
	X(clCreateProgramWithBuiltInKernels) \
	X(clLinkProgram)

#define CREATE(name) \
	WRAP(name) \
	{ \
		RESULT_##name made; \
\
		if (older_lacks_really(FIRST_##name, CLROUTER_SLOT_##name)) \
			return answer_refuse(errcode_ret, CL_INVALID_OPERATION); \
		made = PASS_ON(name); \
		if (made) \
			note(made, FIRST_##name); \
		return made; \
	}
CREATORS(CREATE)

/* -- references ------------------------------------------------------------------------ */

#define REFERENCES(X) \
	X(Context) \
	X(CommandQueue) \
	X(MemObject) \
	X(Sampler) \
	X(Program)

#define REFERENCE(name) \
	WRAP(clRetain##name) \
	{ \
		const cl_int error = PASS_ON(clRetain##name); \
\
		if (error == CL_SUCCESS && older_lacks(FIRST_clRetain##name, OLDER_THAN_3_0)) \
			objects_retain(FIRST_clRetain##name); \
		return error; \
	} \
	WRAP(clRelease##name) \
	{ \
		const bool is_older = older_lacks(FIRST_clRelease##name, OLDER_THAN_3_0); \
		struct core_object *ended = \
			is_older ? objects_release(FIRST_clRelease##name) : NULL; \
		const cl_int error = PASS_ON(clRelease##name); \
\
		objects_end(ended); \
		return error; \
	}
REFERENCES(REFERENCE)

/* -- contexts -------------------------------------------------------------------------- */

static struct lock notice_lock = LOCK_INIT;
static struct notice *notices;

/* What a driver calls: the program's function, unless the context counts as gone. */
static void CL_CALLBACK notify(const char *text, const void *info, size_t size, void *user_data)
{
	struct notice *notice = user_data;

	if (!atomic_load(&notice->is_over))
		notice->notify(text, info, size, notice->user_data);
}

/* The notice for the program's function NOTIFY; NULL: no memory. */
static struct notice *make_notice(notice_function *program, void *user_data)
{
	struct notice *notice = calloc(1, sizeof(*notice));

	if (!notice)
		return NULL;
	notice->notify = program;
	notice->user_data = user_data;
	lock_take(&notice_lock);
	notice->next = notices;
	notices = notice;
	lock_give(&notice_lock);
	return notice;
}

/*
 * How both functions make a context: one of an older driver, if there is a function of the program,
 * gets ours in its place.
 */
#define CREATE_CONTEXT(name, is_older) \
	WRAP(name) \
	{ \
		struct notice *notice = NULL; \
		cl_context made; \
\
		if (pfn_notify && (is_older)) { \
			notice = make_notice(pfn_notify, user_data); \
			if (!notice) \
				return answer_refuse(errcode_ret, CL_OUT_OF_HOST_MEMORY); \
			pfn_notify = notify; \
			user_data = notice; \
		} \
		made = PASS_ON(name); \
		if (made && older_lacks(made, OLDER_THAN_3_0)) { \
			objects_add(made, NULL, NULL); \
			objects_set_notice(made, notice); \
		} \
		return made; \
	}
CREATE_CONTEXT(clCreateContext,
	       num_devices > 0 && devices && older_lacks(devices[0], OLDER_THAN_3_0))

/* Without a platform in the properties, the driver chooses: any may be an older one. */
CREATE_CONTEXT(clCreateContextFromType,
	       !lists_platform(properties) ||
		       older_lacks(lists_platform(properties), OLDER_THAN_3_0))

WRAP(clSetContextDestructorCallback)
{
	cl_uint references;
	cl_int error;

	if (!older_lacks(context, OLDER_THAN_3_0))
		return PASS_ON(clSetContextDestructorCallback);
	error = ASK(clGetContextInfo, context, CL_CONTEXT_REFERENCE_COUNT, references);
	if (error != CL_SUCCESS)
		return error;
	if (!pfn_notify)
		return CL_INVALID_VALUE;
	return objects_add_callback(context, pfn_notify, user_data);
}

void core_life_start(struct clrouter_table *table)
{
	if (!older_any(OLDER_THAN_3_0))
		return;
	locks_add(&notice_lock);
#define WRAP_CREATOR(name) table->name = wrap_##name;
	CREATORS(WRAP_CREATOR)
#define WRAP_REFERENCES(name) \
	table->clRetain##name = wrap_clRetain##name; \
	table->clRelease##name = wrap_clRelease##name;
	REFERENCES(WRAP_REFERENCES)
	table->clCreateContext = wrap_clCreateContext;
	table->clCreateContextFromType = wrap_clCreateContextFromType;
	table->clSetContextDestructorCallback = wrap_clSetContextDestructorCallback;
}
