/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made: see functions.h. Kernels are in kernels.c, and what is made with a list of properties in
 * create.c.
 */
#include "layers/compatibility/core/functions.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/common/lock.h"
#include "layers/compatibility/core/objects.h"
#include "layers/compatibility/core/older.h"
#include "layers/compatibility/locks.h"

/* -- objects in a context -------------------------------------------------------------- */

/* Without memory an object is not there: it has no properties, and does not keep its context. */
static void note(const void *handle, const void *owner)
{
	if (older_lacks(handle, OLDER_THAN_3_0))
		objects_add(handle, owner, NULL);
}

/* X(type, name, owner, (parameters), (arguments)) */
#define CREATORS(X)                                                                                \
	X(cl_command_queue, clCreateCommandQueue, context,                                         \
	  (cl_context context, cl_device_id device, cl_command_queue_properties properties,        \
	   cl_int *error),                                                                         \
	  (context, device, properties, error))                                                    \
	X(cl_sampler, clCreateSampler, context,                                                    \
	  (cl_context context, cl_bool normalized, cl_addressing_mode addressing,                  \
	   cl_filter_mode filter, cl_int *error),                                                  \
	  (context, normalized, addressing, filter, error))                                        \
	X(cl_mem, clCreateBuffer, context,                                                         \
	  (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error),        \
	  (context, flags, size, host, error))                                                     \
	X(cl_mem, clCreateSubBuffer, buffer,                                                       \
	  (cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info,        \
	   cl_int *error),                                                                         \
	  (buffer, flags, type, info, error))                                                      \
	X(cl_mem, clCreateImage, context,                                                          \
	  (cl_context context, cl_mem_flags flags, const cl_image_format *format,                  \
	   const cl_image_desc *desc, void *host, cl_int *error),                                  \
	  (context, flags, format, desc, host, error))                                             \
	X(cl_mem, clCreateImage2D, context,                                                        \
	  (cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,    \
	   size_t height, size_t pitch, void *host, cl_int *error),                                \
	  (context, flags, format, width, height, pitch, host, error))                             \
	X(cl_mem, clCreateImage3D, context,                                                        \
	  (cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,    \
	   size_t height, size_t depth, size_t row_pitch, size_t slice_pitch, void *host,          \
	   cl_int *error),                                                                         \
	  (context, flags, format, width, height, depth, row_pitch, slice_pitch, host, error))     \
	X(cl_mem, clCreatePipe, context,                                                           \
	  (cl_context context, cl_mem_flags flags, cl_uint size, cl_uint count,                    \
	   const cl_pipe_properties *properties, cl_int *error),                                   \
	  (context, flags, size, count, properties, error))                                        \
	X(cl_mem, clCreateFromGLBuffer, context,                                                   \
	  (cl_context context, cl_mem_flags flags, cl_GLuint object, cl_int *error),               \
	  (context, flags, object, error))                                                         \
	X(cl_mem, clCreateFromGLRenderbuffer, context,                                             \
	  (cl_context context, cl_mem_flags flags, cl_GLuint object, cl_int *error),               \
	  (context, flags, object, error))                                                         \
	X(cl_mem, clCreateFromGLTexture, context,                                                  \
	  (cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,               \
	   cl_GLuint texture, cl_int *error),                                                      \
	  (context, flags, target, level, texture, error))                                         \
	X(cl_mem, clCreateFromGLTexture2D, context,                                                \
	  (cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,               \
	   cl_GLuint texture, cl_int *error),                                                      \
	  (context, flags, target, level, texture, error))                                         \
	X(cl_mem, clCreateFromGLTexture3D, context,                                                \
	  (cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,               \
	   cl_GLuint texture, cl_int *error),                                                      \
	  (context, flags, target, level, texture, error))                                         \
	X(cl_mem, clCreateFromEGLImageKHR, context,                                                \
	  (cl_context context, CLeglDisplayKHR display, CLeglImageKHR image, cl_mem_flags flags,   \
	   const cl_egl_image_properties_khr *properties, cl_int *error),                          \
	  (context, display, image, flags, properties, error))                                     \
	X(cl_program, clCreateProgramWithSource, context,                                          \
	  (cl_context context, cl_uint count, const char **texts, const size_t *lengths,           \
	   cl_int *error),                                                                         \
	  (context, count, texts, lengths, error))                                                 \
	X(cl_program, clCreateProgramWithBinary, context,                                          \
	  (cl_context context, cl_uint count, const cl_device_id *devices, const size_t *lengths,  \
	   const unsigned char **binaries, cl_int *status, cl_int *error),                         \
	  (context, count, devices, lengths, binaries, status, error))                             \
	X(cl_program, clCreateProgramWithBuiltInKernels, context,                                  \
	  (cl_context context, cl_uint count, const cl_device_id *devices, const char *names,      \
	   cl_int *error),                                                                         \
	  (context, count, devices, names, error))                                                 \
	X(cl_program, clLinkProgram, context,                                                      \
	  (cl_context context, cl_uint device_count, const cl_device_id *devices,                  \
	   const char *options, cl_uint count, const cl_program *programs,                         \
	   void(CL_CALLBACK *notify)(cl_program, void *), void *user_data, cl_int *error),         \
	  (context, device_count, devices, options, count, programs, notify, user_data, error))

#define CREATE(type, name, owner, parameters, arguments)                                           \
	static type CL_API_CALL make_##name parameters                                             \
	{                                                                                          \
		type made;                                                                         \
                                                                                                   \
		if (older_lacks_really(owner, CLROUTER_SLOT_##name)) {                             \
			if (error != NULL)                                                         \
				*error = CL_INVALID_OPERATION;                                     \
			return NULL;                                                               \
		}                                                                                  \
		made = clrouter_target.name arguments;                                             \
		if (made != NULL)                                                                  \
			note(made, owner);                                                         \
		return made;                                                                       \
	}
CREATORS(CREATE)

/* -- references ------------------------------------------------------------------------ */

#define REFERENCES(X)                                                                              \
	X(Context, cl_context)                                                                     \
	X(CommandQueue, cl_command_queue)                                                          \
	X(MemObject, cl_mem)                                                                       \
	X(Sampler, cl_sampler)                                                                     \
	X(Program, cl_program)

#define REFERENCE(name, type)                                                                      \
	static cl_int CL_API_CALL retain_##name(type handle)                                       \
	{                                                                                          \
		const cl_int error = clrouter_target.clRetain##name(handle);                       \
                                                                                                   \
		if (error == CL_SUCCESS && older_lacks(handle, OLDER_THAN_3_0))                    \
			objects_retain(handle);                                                    \
		return error;                                                                      \
	}                                                                                          \
	static cl_int CL_API_CALL release_##name(type handle)                                      \
	{                                                                                          \
		const bool is_older = older_lacks(handle, OLDER_THAN_3_0);                         \
		struct object *ended = is_older ? objects_release(handle) : NULL;                  \
		const cl_int error = clrouter_target.clRelease##name(handle);                      \
                                                                                                   \
		objects_end(ended);                                                                \
		return error;                                                                      \
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

static struct notice *make_notice(void(CL_CALLBACK *program)(const char *, const void *, size_t,
							     void *),
				  void *user_data)
{
	struct notice *notice = calloc(1, sizeof(*notice));

	if (notice == NULL)
		return NULL;
	notice->notify = program;
	notice->user_data = user_data;
	lock_take(&notice_lock);
	notice->next = notices;
	notices = notice;
	lock_give(&notice_lock);
	return notice;
}

/* The platform that PROPERTIES name; NULL: none. */
static const void *platform_in(const cl_context_properties *properties)
{
	for (; properties != NULL && *properties != 0; properties += 2)
		if (*properties == CL_CONTEXT_PLATFORM)
			return (const void *)properties[1];
	return NULL;
}

static void note_context(cl_context context, struct notice *notice)
{
	if (!older_lacks(context, OLDER_THAN_3_0))
		return;
	objects_add(context, NULL, NULL);
	if (notice != NULL)
		objects_set_notice(context, notice);
}

static cl_context no_memory(cl_int *errcode_ret)
{
	if (errcode_ret != NULL)
		*errcode_ret = CL_OUT_OF_HOST_MEMORY;
	return NULL;
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties,
					     cl_uint count, const cl_device_id *devices,
					     void(CL_CALLBACK *program)(const char *, const void *,
									size_t, void *),
					     void *user_data, cl_int *errcode_ret)
{
	struct notice *notice = NULL;
	cl_context context;

	if (program != NULL && count > 0 && devices != NULL &&
	    older_lacks(devices[0], OLDER_THAN_3_0)) {
		notice = make_notice(program, user_data);
		if (notice == NULL)
			return no_memory(errcode_ret);
	}
	context = clrouter_target.clCreateContext(properties, count, devices,
						  notice != NULL ? notify : program,
						  notice != NULL ? notice : user_data, errcode_ret);
	if (context != NULL)
		note_context(context, notice);
	return context;
}

/* Without a platform in the properties, the driver chooses: any may be an older one. */
static cl_context CL_API_CALL create_context_from_type(
	const cl_context_properties *properties, cl_device_type type,
	void(CL_CALLBACK *program)(const char *, const void *, size_t, void *), void *user_data,
	cl_int *errcode_ret)
{
	const void *platform = platform_in(properties);
	struct notice *notice = NULL;
	cl_context context;

	if (program != NULL && (platform == NULL || older_lacks(platform, OLDER_THAN_3_0))) {
		notice = make_notice(program, user_data);
		if (notice == NULL)
			return no_memory(errcode_ret);
	}
	context = clrouter_target.clCreateContextFromType(properties, type,
							  notice != NULL ? notify : program,
							  notice != NULL ? notice : user_data,
							  errcode_ret);
	if (context != NULL)
		note_context(context, notice);
	return context;
}

static cl_int CL_API_CALL set_destructor(cl_context context,
					 void(CL_CALLBACK *program)(cl_context, void *),
					 void *user_data)
{
	cl_uint references;
	cl_int error;

	if (!older_lacks(context, OLDER_THAN_3_0))
		return clrouter_target.clSetContextDestructorCallback(context, program, user_data);
	error = clrouter_target.clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT,
						 sizeof(references), &references, NULL);
	if (error != CL_SUCCESS)
		return error;
	if (program == NULL)
		return CL_INVALID_VALUE;
	return objects_add_callback(context, program, user_data);
}

void made_start(struct clrouter_table *table)
{
	if (!older_any(OLDER_THAN_3_0))
		return;
	objects_start();
	locks_add(&notice_lock);
#define WRAP_CREATOR(type, name, owner, parameters, arguments) table->name = make_##name;
	CREATORS(WRAP_CREATOR)
#define WRAP_REFERENCES(name, type)                                                                \
	table->clRetain##name = retain_##name;                                                     \
	table->clRelease##name = release_##name;
	REFERENCES(WRAP_REFERENCES)
	table->clCreateContext = create_context;
	table->clCreateContextFromType = create_context_from_type;
	table->clSetContextDestructorCallback = set_destructor;
}
