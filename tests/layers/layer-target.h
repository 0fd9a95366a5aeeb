/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-target: a loader and a driver, as far as a shipped layer sees them: the layer
 * is opened and started, and what it calls down to is a pretended driver with two
 * platforms. So a program's worst mistakes can be made and nothing crashes.
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
 * With services the driver of platform 0 is /etc/OpenCL/vendors/a-driver.icd, with the library
 * /opt/alpha/libAlphaCL.so.2; that of platform 1 has no .icd file and the library libbeta.so.
 *
 * Objects are freed only if `reuses` is set. Each test runs in a process of its own, so the state
 * is that of one test.
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
	bool reuses;				/* the addresses of objects that are gone */
	void *next;				/* the next object is made at this address */
	bool keeps_callbacks;			/* until target_run_callbacks() */
	void (*inside)(void);			/* called once, inside the next clGetDeviceIDs */
	void (*before_release)(void);		/* called by clReleaseEvent, before it counts */
	cl_int (CL_API_CALL *finish)(cl_command_queue queue);	/* clFinish, NULL: succeeds */
	cl_platform_id platform;		/* that CL_CONTEXT_PROPERTIES has; NULL: fails */
	bool has_services;			/* as clrouter's loader has them */
	const char *option;			/* "LAYER.NAME=VALUE", what layers.conf says */
};

extern struct target_state target;

/* Starts libNAME.so, by clInitLayerWithProperties, or by clInitLayer if LEGACY. */
void target_start(const char *name, bool legacy);

/* clDeinitLayer. */
void target_stop(void);

/* Starts it once more as target_start did; what the layer says to that. */
cl_int target_start_again(void);

/* Commands complete: calls what clSetEventCallback was given. */
void target_run_callbacks(void);

#endif
