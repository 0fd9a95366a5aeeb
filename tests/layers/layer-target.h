/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-target: a fake loader and a fake driver for the tests of the shipped layers. It opens and
 * starts a layer, whose target is a driver with two platforms that dereferences no handle. So a
 * test can make the mistakes of a bad program, and nothing crashes.
 *
 *	platform 0, "Alpha", the default
 *	            0 gpu "Alpha GPU" (default), UUID aabbccdd00112233..., has dashes;
 *	              PCI address 0000:01:00.0
 *	            1 cpu "Alpha CPU"
 *	            2 custom "Alpha DSP"
 *	platform 1, "Beta"
 *	            3 gpu "Beta GPU" (default), UUID 1234567812345678...;
 *	              PCI address 0000:86:02.1, by the extension of NVIDIA
 *	            4 accelerator "Beta Card", answers with a UUID of zeros, as PoCL 7.1 does
 *
 * Both have functions of command buffers, semaphores and content sizes, and clOther; the first has
 * version 0.9.8 of cl_khr_command_buffer, the second 2.0.0, unless `extension` is set.
 *
 * With `has_services`, the driver of platform 0 is /etc/OpenCL/vendors/a-driver.icd, with the
 * library /opt/alpha/libAlphaCL.so.2; the driver of platform 1 has no .icd file and the library
 * libbeta.so.
 *
 * Objects are freed only if `reuses` is set. Each test runs in a process of its own, so the state
 * is for one test.
 */
#ifndef LAYER_TARGET_H
#define LAYER_TARGET_H

#include <stdbool.h>

#include <clrouter/layer.h>

/* The layer, as a program calls it. */
extern const struct clrouter_table *layer;

/* What the driver has seen. */
struct target_state {
	unsigned int calls[CLROUTER_SLOTS];	/* of those that it counts */
	bool fails;				/* releases and retains fail */
	bool reuses;				/* new objects get the addresses of released ones */
	void *next;				/* the next object is made at this address */
	bool keeps_callbacks;			/* until target_run_callbacks() */
	void (*inside)(void);			/* called once, inside the next clGetDeviceIDs */
	cl_int (CL_API_CALL *finish)(cl_command_queue queue);	/* clFinish, NULL: succeeds */
	cl_platform_id platform;		/* that CL_CONTEXT_PROPERTIES has; NULL: fails */
	bool has_services;			/* the functions of layer.h that clrouter adds */
	bool has_same_device;			/* platforms 0 and 1 have the same GPU */
	const cl_name_version *extension;	/* that platform 1 lists */
	const char *option;			/* "LAYER.NAME=VALUE": an option in layers.conf */
};

extern struct target_state target;

/* Opens libNAME.so and starts it with clInitLayerWithProperties, or clInitLayer if LEGACY. */
void target_start(const char *name, bool legacy);

/* Stops the layer with clDeinitLayer. */
void target_stop(void);

/* Starts the layer again, as target_start() did, and returns the layer's error code. */
cl_int target_start_again(void);

/* Completes all commands: calls the callbacks that clSetEventCallback was given. */
void target_run_callbacks(void);

#endif
