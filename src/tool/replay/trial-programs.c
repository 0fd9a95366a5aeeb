/* SPDX-License-Identifier: Apache-2.0 */
/* trial-programs: the programs and the kernel of a trial, with its arguments. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "launch/build-options.h"
#include "tool/output/format.h"
#include "tool/probe/driver/report.h"
#include "tool/replay/trial.h"

#define MOST_TYPE 256		/* bytes of the name of a type */
#define MOST_NAME 1024		/* of a platform */

static bool has_built(const struct trial *trial, const char *function, cl_program program,
		      cl_int code)
{
	if (device_use_succeeded(&trial->use, function, code))
		return true;
	if (program)
		device_use_put_log(&trial->use, program);
	return false;
}

/* -- making ---------------------------------------------------------------------------------- */

static cl_program create_source(const struct trial *trial, const struct capture_bytes *text)
{
	const char *string = (const char *)text->bytes;
	const size_t size = (size_t)text->size;
	cl_int code = CL_SUCCESS;
	cl_program program =
		trial->use.table->clCreateProgramWithSource(trial->use.context, 1, &string, &size, &code);

	return device_use_made(&trial->use, "clCreateProgramWithSource", program, code) ? program : NULL;
}

static cl_program create_il(const struct trial *trial, const struct capture_bytes *text)
{
	cl_int code = CL_SUCCESS;
	cl_program program;

	if (!TRIAL_HAS(trial, clCreateProgramWithIL))
		return NULL;
	program = trial->use.table->clCreateProgramWithIL(trial->use.context, text->bytes,
						      (size_t)text->size, &code);
	return device_use_made(&trial->use, "clCreateProgramWithIL", program, code) ? program : NULL;
}

static cl_program create_binary(const struct trial *trial, const struct capture_bytes *text)
{
	const size_t size = (size_t)text->size;
	cl_int status = CL_SUCCESS;
	cl_int code = CL_SUCCESS;
	cl_program program;

	if (!TRIAL_HAS(trial, clCreateProgramWithBinary))
		return NULL;
	program = trial->use.table->clCreateProgramWithBinary(trial->use.context, 1, &trial->use.device, &size,
							  (const unsigned char **)(uintptr_t)&text->bytes,
							  &status, &code);
	return device_use_made(&trial->use, "clCreateProgramWithBinary", program, code) ? program : NULL;
}

static cl_program create_built_in(const struct trial *trial, const char *names)
{
	cl_int code = CL_SUCCESS;
	cl_program program;

	if (!TRIAL_HAS(trial, clCreateProgramWithBuiltInKernels))
		return NULL;
	program = trial->use.table->clCreateProgramWithBuiltInKernels(trial->use.context, 1, &trial->use.device,
								  names, &code);
	return device_use_made(&trial->use, "clCreateProgramWithBuiltInKernels", program, code) ? program :
											   NULL;
}

static cl_program create(const struct trial *trial, const struct capture_program *program)
{
	switch (program->kind) {
	case CAPTURE_PROGRAM_SOURCE:
		return create_source(trial, capture_text(program));
	case CAPTURE_PROGRAM_IL:
		return create_il(trial, &program->text);
	case CAPTURE_PROGRAM_BINARY:
		return create_binary(trial, &program->text);
	case CAPTURE_PROGRAM_BUILT_IN:
		return create_built_in(trial, program->names);
	case CAPTURE_PROGRAM_LINKED:
		break;
	}
	return NULL;
}

static bool set_constants(const struct trial *trial, const struct capture_program *program,
			  cl_program made)
{
	for (size_t i = 0; i < program->constant_count; i++) {
		const struct capture_setting *constant = &program->constants[i];

		if (!TRIAL_HAS(trial, clSetProgramSpecializationConstant) ||
		    !device_use_succeeded(&trial->use, "clSetProgramSpecializationConstant",
					 trial->use.table->clSetProgramSpecializationConstant(
						 made, constant->id, constant->size,
						 constant->bytes)))
			return false;
	}
	return true;
}

/* -- attempts with options ------------------------------------------------------------------- */

/* Compiles, builds or links *MADE, and returns what the driver does. */
typedef cl_int attempt_fn(const struct trial *trial, const struct capture_program *program,
			  cl_program *made, const char *options);

static cl_int attempt_build(const struct trial *trial, const struct capture_program *program,
			    cl_program *made, const char *options)
{
	(void)program;
	return trial->use.table->clBuildProgram(*made, 1, &trial->use.device, options, NULL, NULL);
}

static cl_int attempt_compile(const struct trial *trial, const struct capture_program *program,
			      cl_program *made, const char *options)
{
	cl_program *headers;
	const char **names;

	if (!trial_allocate(trial, &headers, program->header_count, sizeof(cl_program)) ||
	    !trial_allocate(trial, &names, program->header_count, sizeof(char *)))
		return CL_OUT_OF_HOST_MEMORY;
	for (size_t i = 0; i < program->header_count; i++) {
		headers[i] = trial->programs[program->headers[i].program];
		names[i] = program->headers[i].name;
	}
	return trial->use.table->clCompileProgram(*made, 1, &trial->use.device, options,
						  (cl_uint)program->header_count,
						  program->header_count ? headers : NULL,
						  program->header_count ? names : NULL, NULL, NULL);
}

static cl_int attempt_link(const struct trial *trial, const struct capture_program *program,
			   cl_program *made, const char *options)
{
	cl_int code = CL_SUCCESS;
	cl_program *inputs;

	if (*made && trial->use.table->clReleaseProgram)
		trial->use.table->clReleaseProgram(*made);
	*made = NULL;
	if (!trial_allocate(trial, &inputs, program->input_count, sizeof(cl_program)))
		return CL_OUT_OF_HOST_MEMORY;
	for (size_t i = 0; i < program->input_count; i++)
		inputs[i] = trial->programs[program->inputs[i]];
	*made = trial->use.table->clLinkProgram(trial->use.context, 1, &trial->use.device, options,
						(cl_uint)program->input_count, inputs, NULL, NULL,
						&code);
	return code;
}

/* Is the platform another one than that of the capture, whose options it need not know? */
static bool is_elsewhere(const struct trial *trial)
{
	char name[MOST_NAME] = "";

	if (!trial->use.table->clGetPlatformInfo ||
	    trial->use.table->clGetPlatformInfo(trial->use.platform, CL_PLATFORM_NAME, sizeof(name),
						name, NULL) != CL_SUCCESS)
		return false;
	name[MOST_NAME - 1] = '\0';
	return strcmp(name, trial->capture->platform.name) != 0;
}

static const char *with_more(const struct trial *trial, const char *options)
{
	if (!trial->more_options)
		return options;
	return format_into(trial->use.arena, "%s %s", format_or(options, ""), trial->more_options);
}

/* If it fails with OPTIONS, it is tried once more without those that another driver may not know. */
static bool try(const struct trial *trial, const struct capture_program *program, cl_program *made,
		const char *options, attempt_fn *attempt, const char *function)
{
	const char *portable = build_options_portable(options, trial->use.arena);

	if (has_built(trial, function, *made,
		      attempt(trial, program, made, with_more(trial, options))))
		return true;
	if (portable == options || !is_elsewhere(trial))
		return false;
	report_put(trial->use.report, TRIAL_PORTABLE, portable);
	return has_built(trial, function, *made,
			 attempt(trial, program, made, with_more(trial, portable)));
}

static bool link_inputs(const struct trial *trial, const struct capture_program *program,
			cl_program *made)
{
	return TRIAL_HAS(trial, clLinkProgram) &&
	       try(trial, program, made, program->link_options, attempt_link, "clLinkProgram") &&
	       device_use_made(&trial->use, "clLinkProgram", *made, CL_SUCCESS);
}

static bool build(const struct trial *trial, const struct capture_program *program, cl_program *made)
{
	if (!program->is_built)
		return true;
	if (program->is_compiled)
		return TRIAL_HAS(trial, clCompileProgram) &&
		       try(trial, program, made, capture_options(program), attempt_compile,
			   "clCompileProgram");
	return try(trial, program, made, capture_options(program), attempt_build, "clBuildProgram");
}

static bool build_program(struct trial *trial, size_t index)
{
	const struct capture_program *program = &trial->capture->programs[index];
	cl_program *made = &trial->programs[index];

	if (program->kind == CAPTURE_PROGRAM_LINKED) {
		if (!link_inputs(trial, program, made))
			return false;
	} else {
		*made = create(trial, program);
	}
	return *made && set_constants(trial, program, *made) && build(trial, program, made);
}

/* -- the kernel ------------------------------------------------------------------------------ */

bool trial_build(struct trial *trial)
{
	const struct capture *capture = trial->capture;
	cl_int code = CL_SUCCESS;
	struct timespec start;
	struct timespec end;

	trial_begin_step(trial, TRIAL_BUILD);
	if (!trial_allocate(trial, &trial->programs, capture->program_count, sizeof(cl_program)))
		return false;
	clock_gettime(CLOCK_MONOTONIC, &start);
	for (size_t i = 0; i < capture->program_count; i++)
		if (!build_program(trial, i))
			return false;
	trial->kernel = trial->use.table->clCreateKernel(trial->programs[capture->launch.program],
						     capture->launch.kernel, &code);
	if (!device_use_made(&trial->use, "clCreateKernel", trial->kernel, code))
		return false;
	clock_gettime(CLOCK_MONOTONIC, &end);
	report_put_number(trial->use.report, TRIAL_BUILD_NS,
			  (end.tv_sec - start.tv_sec) * 1000000000 + end.tv_nsec - start.tv_nsec);
	return true;
}

/* -- types ----------------------------------------------------------------------------------- */

/* The type of argument INDEX, in the arena; NULL: it is not known. It is reported. */
static const char *put_type(const struct trial *trial, cl_uint index)
{
	char type[MOST_TYPE] = "";

	if (trial->use.table->clGetKernelArgInfo(trial->kernel, index, CL_KERNEL_ARG_TYPE_NAME,
					     sizeof(type), type, NULL) != CL_SUCCESS)
		return NULL;
	type[MOST_TYPE - 1] = '\0';
	report_put(trial->use.report, TRIAL_TYPE, format_into(trial->use.arena, "%u %s", index, type));
	return format_into(trial->use.arena, "%s", type);
}

void trial_put_types(struct trial *trial)
{
	struct trial other = *trial;
	const char **types;
	cl_int code = CL_SUCCESS;

	if (trial->version < 1002 || !trial->use.table->clGetKernelArgInfo ||
	    trial->capture->programs[trial->capture->launch.program].kind == CAPTURE_PROGRAM_BINARY)
		return;
	other.more_options = "-cl-kernel-arg-info";
	other.use.report = -1;
	if (!trial_allocate(&other, &other.programs, trial->capture->program_count,
			    sizeof(cl_program)) ||
	    !trial_allocate(&other, &types, trial->capture->argument_count, sizeof(char *)))
		return;
	for (size_t i = 0; i < trial->capture->program_count; i++)
		if (!build_program(&other, i))
			return;
	other.kernel = trial->use.table->clCreateKernel(
		other.programs[trial->capture->launch.program], trial->capture->launch.kernel, &code);
	if (!other.kernel || code != CL_SUCCESS)
		return;
	other.use.report = trial->use.report;
	for (cl_uint i = 0; i < trial->capture->argument_count; i++)
		types[i] = put_type(&other, i);
	trial_put_named_types(trial, types);
}

/* -- arguments ------------------------------------------------------------------------------- */

static cl_int set_argument(const struct trial *trial, cl_uint index)
{
	const struct capture_argument *argument = &trial->capture->arguments[index];
	const struct api_table *table = trial->use.table;

	switch (argument->kind) {
	case CAPTURE_VALUE:
		return table->clSetKernelArg(trial->kernel, index, (size_t)argument->size,
					     argument->bytes);
	case CAPTURE_LOCAL:
	case CAPTURE_NULL:
		return table->clSetKernelArg(trial->kernel, index, (size_t)argument->size, NULL);
	case CAPTURE_OBJECT:
		return table->clSetKernelArg(trial->kernel, index, sizeof(cl_mem),
					     &trial->memory[argument->index]);
	case CAPTURE_SAMPLER:
		return table->clSetKernelArg(trial->kernel, index, sizeof(cl_sampler),
					     &trial->samplers[argument->index]);
	case CAPTURE_POINTER:
		return table->clSetKernelArgSVMPointer(
			trial->kernel, index,
			(const char *)trial->memory[argument->index] + argument->offset);
	case CAPTURE_UNSET:
		break;
	}
	return CL_SUCCESS;
}

/* Sets what is true: a setting that is false is as if it was not set. */
static bool set_settings(const struct trial *trial)
{
	for (size_t i = 0; i < trial->capture->launch.setting_count; i++) {
		const struct capture_setting *setting = &trial->capture->launch.settings[i];

		if (!capture_is_set(setting))
			continue;
		if (!TRIAL_HAS(trial, clSetKernelExecInfo) ||
		    !device_use_succeeded(&trial->use, "clSetKernelExecInfo",
					 trial->use.table->clSetKernelExecInfo(
						 trial->kernel, setting->id, setting->size,
						 setting->bytes)))
			return false;
	}
	return true;
}

bool trial_set_arguments(struct trial *trial)
{
	trial_begin_step(trial, TRIAL_PREPARE);
	for (cl_uint i = 0; i < trial->capture->argument_count; i++) {
		const cl_int code = set_argument(trial, i);

		if (code != CL_SUCCESS)
			return device_use_succeeded(&trial->use,
						   format_into(trial->use.arena,
							       "clSetKernelArg for argument %u", i),
						   code);
	}
	return set_settings(trial);
}
