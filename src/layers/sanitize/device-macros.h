/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-macros: which macros the compiler of a device defines by itself, and whether a mapping
 * shows what its kernels write. A small kernel says so; it runs once for each device and language.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_DEVICE_MACROS_H
#define CLROUTER_LAYERS_SANITIZE_DEVICE_MACROS_H

#include <stdbool.h>

#include "layers/sanitize/own-context.h"

/* What is known of a device; it stays. */
struct device_macros {
	const char *text;     /* lines "NAME VALUE" */
	const char *bits;     /* "32" or "64" */
	const char *language; /* "1.2", "3.0" ... */
	bool shows_maps;      /* a mapping that was made before shows what a kernel has written */
	bool has_system_svm;  /* kernels may use any memory of the process */
};

/* For the layer's start. */
void device_macros_start(void);

/*
 * Of DEVICE, for a program that is built with OPTIONS, which may be NULL. CONTEXT is where the
 * kernel runs. NULL: it cannot be built or run, or there is no memory. Calls the driver.
 */
const struct device_macros *device_macros_ask(struct own_context *context, cl_device_id device,
					      const char *options);

#endif
