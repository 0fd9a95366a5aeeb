/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation: every rule of rules.list that is "checked" has cases in validation-cases.list or
 * validation-extension-cases.list. Each makes a call that the specification allows and expects no
 * finding, then the call that breaks the rule and expects this finding and no other. The driver
 * accepts every call but calls of doubtful findings, which are there only if it gives the code of
 * the rule.
 *
 * What functions of extensions set and make counts, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/validation-cases.h"
#include "layers/validation-driver.h"
#include "layers/validation-extensions.h"
#include "layers/validation-objects.h"
#include "layers/validation-run.h"
#include "layers/validation-words.h"
#include "opencl/signature.h"

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

/* -- the cases --------------------------------------------------------------------------- */

static void expect_only(const char *what, const struct validation_case *one)
{
	if (!run_is_only(run_findings(), one->id, one->code, one->function))
		run_fail(what, one->id, one->words, run_findings());
}

static void run_lawful(const char *function, const char *words)
{
	uint64_t result;

	run_start();
	if (run_findings()[0] != '\0')
		run_fail("a finding before", function, words, run_findings());
	words_call(words_slot(function), words, &result);
	if (run_findings()[0] != '\0')
		run_fail("a finding for a lawful call", function, words, run_findings());
	run_stop();
}

static void run_broken(const struct validation_case *one)
{
	uint64_t result;

	run_lawful(one->function, "");
	run_start();
	words_call(words_slot(one->function), one->words, &result);
	expect_only("expected this finding alone", one);
	run_stop();
}

/* Makes the call, which the driver refuses with CODE. */
static const char *findings_if_refused(const struct validation_case *one, const char *more,
				       cl_int code)
{
	const unsigned slot = words_slot(one->function);
	char words[256];
	uint64_t result;

	snprintf(words, sizeof(words), "%s %s", one->words, more);
	run_start();
	driver_refuse(slot, code);
	words_call(slot, words, &result);
	if (code != CL_SUCCESS && driver_refusals() == 0)
		run_fail("the driver does not get the call", one->id, words, "");
	driver_refuse(slot, CL_SUCCESS);
	return run_findings();
}

/* The number of the error code NAME. */
static cl_int code_of(const char *name)
{
	const struct names_table *errors = &names_tables[NAMES_cl_error];

	for (size_t i = 0; i < errors->count; i++)
		if (strcmp(errors->entries[i].name, name) == 0)
			return (cl_int)errors->entries[i].value;
	printf("no error code is called %s\n", name);
	exit(1);
}

static void run_answers(const struct validation_case *one, const char *more)
{
	const char *findings = findings_if_refused(one, more, CL_SUCCESS);

	if (findings[0] != '\0')
		run_fail("a finding for a call that the driver accepts", one->id, more, findings);
	run_stop();
	findings = findings_if_refused(one, more, CL_OUT_OF_HOST_MEMORY);
	if (findings[0] != '\0')
		run_fail("a finding for another error", one->id, more, findings);
	run_stop();
	findings = findings_if_refused(one, more, code_of(one->code));
	if (!run_is_only(findings, one->id, one->code, one->function))
		run_fail("expected this finding alone for its error", one->id, more, findings);
	run_stop();
}

static void run_doubtful(const struct validation_case *one)
{
	run_lawful(one->function, "");
	run_answers(one, "");
	if (signatures[words_slot(one->function)].has_errcode)
		run_answers(one, "errcode_ret=store");
	setenv("OPENCL_VALIDATION_CALLS", "answer", 1);
	run_answers(one, "");
	unsetenv("OPENCL_VALIDATION_CALLS");
}

static void CL_CALLBACK call_inside(cl_event event, cl_int status, void *data)
{
	const struct validation_case *one = data;
	uint64_t result;

	(void)event, (void)status;
	words_call(words_slot(one->function), one->words, &result);
}

/* The same call is lawful outside of a callback. */
static void run_inside(const struct validation_case *one)
{
	cl_event event;

	run_lawful(one->function, one->words);
	run_start();
	event = (cl_event)(uintptr_t)objects_value("event");
	run_layer->clSetEventCallback(event, CL_COMPLETE, call_inside, (void *)one);
	expect_only("expected this finding alone in a callback", one);
	run_stop();
}

static void run_case(const struct validation_case *one)
{
	if (!one->id)
		run_lawful(one->function, one->words);
	else if (one->is_inside)
		run_inside(one);
	else if (one->is_doubtful)
		run_doubtful(one);
	else
		run_broken(one);
}

/* -- bits that do not exist -------------------------------------------------------------- */

/* The call of ONE with all bits, by WORDS: each of its parameters is one mistake. */
static void run_wrong_bits(const struct validation_case *one, const char *words)
{
	char all[512];
	const char *end;
	uint64_t result;

	snprintf(all, sizeof(all), "%s %s", one->words, words);
	run_start();
	words_call(words_slot(one->function), all, &result);
	end = strchr(run_findings(), '\n');
	if (end && end[1] != '\0')
		run_fail("more than one finding", one->function, all, run_findings());
	run_stop();
}

/* A list with the property NAME, all bits of its value, and an end. */
static const void *make_list(int64_t name, size_t size)
{
	static uint64_t wide[3] = { 0, UINT64_MAX };
	static uint32_t narrow[3] = { 0, UINT32_MAX };

	wide[0] = (uint64_t)name;
	narrow[0] = (uint32_t)name;
	return size == sizeof(wide[0]) ? (const void *)wide : narrow;
}

static void run_wrong_property(const struct validation_case *one,
			       const struct signature_param *param, const struct names_value *name)
{
	char words[128];

	if (!names_tables[name->group].is_bits)
		return;
	snprintf(words, sizeof(words), "%s=%ju", param->name,
		 (uintmax_t)(uintptr_t)make_list(name->value, param->size));
	run_wrong_bits(one, words);
}

static void run_all_bits(const struct validation_case *one)
{
	const struct signature *function = &signatures[words_slot(one->function)];
	char words[128];

	for (unsigned i = 0; i < function->param_count; i++) {
		const struct signature_param *param = &function->params[i];
		const struct names_table *table = &names_tables[param->group];

		snprintf(words, sizeof(words), "%s=0xffffffffffffffff", param->name);
		if (param->kind == PARAM_NAMES && table->is_bits)
			run_wrong_bits(one, words);
		for (size_t k = 0; param->kind == PARAM_PAIRS && k < table->count; k++)
			run_wrong_property(one, param, &table->entries[k]);
	}
}

static void run_case_and_bits(const struct validation_case *one)
{
	static bool is_done[CLROUTER_ALL_SLOTS];
	bool *done = &is_done[words_slot(one->function)];

	run_case(one);
	if (!*done)
		run_all_bits(&(struct validation_case){ .function = one->function, .words = "" });
	if (!one->id)
		run_all_bits(one);
	*done = true;
}

/* -- functions of extensions ------------------------------------------------------------- */

/* What the driver has is not wrapped only if it is of no extension. */
static void *look_up(const char *name)
{
	return run_layer->clGetExtensionFunctionAddressForPlatform((cl_platform_id)&driver_platform, name);
}

/* The only finding is about rule ID; NULL: there is none. */
static void expect(const char *what, const char *id, const char *code)
{
	const char *findings = run_findings();
	char function[64];

	snprintf(function, sizeof(function), "%.*s", (int)strcspn(!id ? "" : id, "-"),
		 !id ? "" : id);
	if (!id ? findings[0] != '\0' : !run_is_only(findings, id, code, function))
		run_fail("functions of extensions", what, "", findings);
}

static void enqueue_unset(void)
{
	const size_t global = 1;

	run_layer->clEnqueueNDRangeKernel((cl_command_queue)(uintptr_t)objects_value("queue"),
					  (cl_kernel)(uintptr_t)objects_value("kernel_unset"), 1,
					  NULL, &global, NULL, 0, NULL, NULL);
}

/* Sets COUNT of two arguments by an extension that the layer sees. */
static void set_by_extension(cl_uint count)
{
	driver_set_fn *set = (driver_set_fn *)look_up("clSetKernelArgMemPointerINTEL");

	for (cl_uint i = 0; i < count; i++)
		set((cl_kernel)(uintptr_t)objects_value("kernel_unset"), i, driver_svm[0]);
	enqueue_unset();
}

static void run_arguments(void)
{
	run_start();
	set_by_extension(2);
	expect("all arguments are set", NULL, NULL);
	run_stop();

	run_start();
	set_by_extension(1);
	expect("one argument is set", "clEnqueueNDRangeKernel-kernel-4", "CL_INVALID_KERNEL_ARGS");
	run_stop();
}

/* What an unknown function has set or made is not known. */
static void run_unseen(void)
{
	run_start();
	if (look_up("clSetKernelArgUnknown") != (void *)driver_set_argument)
		run_fail("a wrapper", "clSetKernelArgUnknown", "", "");
	enqueue_unset();
	run_layer->clRetainMemObject((cl_mem)driver_make_object());
	expect("a function that is not seen", NULL, NULL);
	run_stop();
}

/* Memory of cl_khr_unified_svm may be given to functions that take shared memory. */
static void run_unified_svm(void)
{
	typedef void *CL_API_CALL allocate_fn(cl_context context,
					      const cl_svm_alloc_properties_khr *properties,
					      cl_uint index, size_t size, cl_int *errcode_ret);
	allocate_fn *allocate;
	void *pointer;

	run_start();
	allocate = (allocate_fn *)look_up("clSVMAllocWithPropertiesKHR");
	if ((void *)allocate == extensions_function("clSVMAllocWithPropertiesKHR"))
		run_fail("a wrapper", "clSVMAllocWithPropertiesKHR", "", "");
	pointer = allocate((cl_context)(uintptr_t)objects_value("context"), NULL, 0, 64, NULL);
	run_layer->clSetKernelArgSVMPointer((cl_kernel)(uintptr_t)objects_value("kernel"), 0,
					    (char *)pointer + 8);
	run_layer->clSVMFree((cl_context)(uintptr_t)objects_value("context"), pointer);
	expect("unified shared memory", NULL, NULL);
	run_stop();
}

/* Its first parameter is no object, and its event is one. */
static void run_commands(void)
{
	cl_event event;
	driver_enqueue_fn *enqueue;

	run_start();
	enqueue = (driver_enqueue_fn *)look_up("clEnqueueCommandBufferKHR");
	enqueue(0, NULL, (cl_command_buffer_khr)(uintptr_t)objects_value("buffer_final"), 0, NULL, &event);
	run_layer->clRetainEvent(event);
	run_layer->clReleaseEvent(event);
	run_layer->clReleaseEvent(event);
	expect("an event of a command buffer", NULL, NULL);
	run_layer->clReleaseEvent(event);
	expect("a released event of a command buffer", "clReleaseEvent-event-1", "CL_INVALID_EVENT");
	run_stop();
}

/* -- the option -cl-kernel-arg-info ------------------------------------------------------ */

/* Builds with OPTIONS: the driver gets SENT, and the program sees SEEN. */
static void build_with(const char *options, const char *sent, const char *seen)
{
	cl_program program = (cl_program)(uintptr_t)objects_value("program_raw");
	const struct driver_object *object = (const struct driver_object *)program;
	char text[64] = "";
	size_t size = 0;

	run_layer->clBuildProgram(program, 0, NULL, options, NULL, NULL);
	if (strcmp(object->options, sent) != 0)
		run_fail("options that the driver gets", sent, object->options, "");
	run_layer->clGetProgramBuildInfo(program, (cl_device_id)&driver_devices[DEVICE],
					 CL_PROGRAM_BUILD_OPTIONS, strlen(seen) + 1, text, &size);
	if (strcmp(text, seen) != 0 || size != strlen(seen) + 1)
		run_fail("options that the program sees", seen, text, "");
}

static void run_arg_info(void)
{
	setenv("OPENCL_VALIDATION_ARG_INFO", "yes", 1);
	run_start();
	build_with("-w", "-w -cl-kernel-arg-info", "-w");
	build_with(NULL, " -cl-kernel-arg-info", "");
	expect("an option that is added", NULL, NULL);
	build_with("-w -cl-kernel-arg-info", "-w -cl-kernel-arg-info", "-w -cl-kernel-arg-info");
	expect("an option that is there", NULL, NULL);
	run_stop();

	unsetenv("OPENCL_VALIDATION_ARG_INFO");
	run_start();
	build_with("-w", "-w", "-w");
	build_with(" -cl-kernel-arg-info", " -cl-kernel-arg-info", " -cl-kernel-arg-info");
	expect("no option", NULL, NULL);
	run_stop();
}

/* The value without the option must fit, and does. */
static void run_arg_info_size(void)
{
	char text[4] = "";
	cl_program program;
	cl_int status;

	setenv("OPENCL_VALIDATION_ARG_INFO", "yes", 1);
	run_start();
	program = (cl_program)(uintptr_t)objects_value("program_raw");
	run_layer->clBuildProgram(program, 0, NULL, "-w", NULL, NULL);
	status = run_layer->clGetProgramBuildInfo(program, (cl_device_id)&driver_devices[DEVICE],
						  CL_PROGRAM_BUILD_OPTIONS, 2, text, NULL);
	if (status != CL_INVALID_VALUE)
		run_fail("memory that is too small", "clGetProgramBuildInfo", "", "");
	expect("memory that is too small", "clGetProgramBuildInfo-param_name-1",
	       "CL_INVALID_VALUE");
	run_stop();
	unsetenv("OPENCL_VALIDATION_ARG_INFO");
}

int main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	run_open(LAYER_DIR "/libCLValidation.so");
	cases_run(run_case_and_bits);
	run_arguments();
	run_unseen();
	run_unified_svm();
	run_commands();
	run_arg_info();
	run_arg_info_size();
	printf("failures: %u\n", run_failures());
	return run_failures() > 0;
}
