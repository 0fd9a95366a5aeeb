/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trial: a captured launch on one device, in the child process that runs it: what has been made of the
 * capture so far, and what the child tells its parent (probe/driver/report.h). The keys are here, and
 * in device-use.h, for both sides. One thread uses a trial.
 */
#ifndef CLROUTER_TOOL_REPLAY_TRIAL_H
#define CLROUTER_TOOL_REPLAY_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "capture/capture.h"
#include "tool/probe/driver/device-use.h"

/* How far the child came. */
enum trial_step {
	TRIAL_LOAD, TRIAL_CREATE, TRIAL_BUILD, TRIAL_PREPARE, TRIAL_RUN, TRIAL_RELEASE, TRIAL_EXIT
};

#define TRIAL_STEP "step"
#define TRIAL_UNABLE "unable"		/* why the device cannot have this launch */
#define TRIAL_TYPE "type"		/* each of "INDEX TYPE", of an argument */
#define TRIAL_PORTABLE "portable"	/* options with which a program that failed is built again */
#define TRIAL_BUILD_NS "build-ns"
#define TRIAL_LAUNCH_NS "launch-ns"	/* of one run, by the device if it tells */
#define TRIAL_RIGHT "right"		/* a run had the result of the capture */
#define TRIAL_WRONG "wrong"		/* it had not; the text says how, if it is no difference */
#define TRIAL_MEMORY "memory"		/* of the first difference, as those that follow */
#define TRIAL_RANGE "range"
#define TRIAL_OFFSET "offset"		/* in the object */
#define TRIAL_ELEMENT "element"		/* bytes of one */
#define TRIAL_FOUND "found"
#define TRIAL_EXPECTED "expected"
#define TRIAL_COUNT "count"		/* of all elements that differ, in all contents */
#define TRIAL_VARIES "varies"		/* each of "MEMORY RANGE FIRST COUNT"; see trial_run_twice() */

struct trial {
	struct device_use use;
	const struct capture *capture;
	unsigned int version;	/* of the device: 1000 * major + minor */
	cl_program *programs;
	cl_kernel kernel;
	cl_sampler *samplers;
	void **memory;		/* cl_mem, or the address of shared memory */
	bool has_difference;	/* one was reported */
	const char *more_options;	/* for the compiler; NULL: none */
	bool writes_at_once;	/* all of a buffer */
};

/* Can the device have this launch at all? Otherwise it is reported why not. */
bool trial_is_able(const struct trial *trial);

/*
 * Puts the layer with this LIBRARY above the driver of the device that is in use. It gets no options of
 * layers.conf. False: the layer cannot be used, which is reported.
 */
bool trial_add_layer(struct trial *trial, const char *library);

/* Makes context, queue, memory and samplers. False: it failed, which is reported, as below. */
bool trial_create_objects(struct trial *trial);

/* Builds the programs, and makes the kernel. */
bool trial_build(struct trial *trial);

/*
 * Reports the types of the arguments. Drivers often know these only of a program that was built with
 * -cl-kernel-arg-info, so it is built once more. What fails is not reported.
 */
void trial_put_types(struct trial *trial);

/*
 * TYPES has one for each argument, or NULL. Reports which types of OpenCL, such as "float4*", those are
 * that the program has named itself.
 */
void trial_put_named_types(const struct trial *trial, const char *const *types);

/* Sets the arguments of the kernel, and what clSetKernelExecInfo had set. */
bool trial_set_arguments(struct trial *trial);

/* Runs the launch COUNT times, each with the contents that it had, and compares the results. */
bool trial_run(struct trial *trial, unsigned int count);

/* Runs it twice, and reports which bytes are not the same in both runs and in the capture. */
bool trial_run_twice(struct trial *trial);

void trial_release(struct trial *trial);

/* -- for the parts of a trial ---------------------------------------------------------------- */

void trial_begin_step(const struct trial *trial, enum trial_step step);

/* Is FUNCTION of the driver's table, which is VALUE, there? */
#define TRIAL_HAS(trial, function) \
	((trial)->use.table->function != NULL || device_use_lacks(&(trial)->use, #function))

/* ARRAY of COUNT elements, all zero, at least one; false: there is no memory, which is reported. */
bool trial_allocate(const struct trial *trial, void *array, size_t count, size_t size);

#endif
