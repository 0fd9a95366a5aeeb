/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-driver: a driver for the test of the validation layer. It accepts every call, answers
 * queries with a few fixed values, and makes objects that it never frees.
 */
#ifndef VALIDATION_DRIVER_H
#define VALIDATION_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include <clrouter/layer.h>

struct driver_object {
	const void *devices[2]; /* of a context */
	const char *name;	/* of a kernel; of a program its source or binary */
	bool is_running;	/* an event */
	char options[40];	/* of the build of a program */
};

/*
 * The platform and its devices. The plain one has neither images nor shared memory, and the new one
 * has OpenCL 3.0 and can do most; the small one can do less.
 */
enum { DEVICE, DEVICE_PLAIN, DEVICE_OTHER, DEVICE_NEW, DEVICE_SMALL, DEVICE_PAIR, DEVICE_SINGLE, DEVICES };
extern struct driver_object driver_platform, driver_devices[DEVICES];

/* What clSVMAlloc returns: the first without an alignment, then one each for 64, 128, and so on. */
#define DRIVER_SVM 14
extern char driver_svm[DRIVER_SVM][4096];

/* Functions of extensions as they are without the layer. */
typedef cl_int CL_API_CALL driver_set_fn(cl_kernel kernel, cl_uint index, const void *value);
typedef cl_int CL_API_CALL driver_enqueue_fn(cl_uint count, cl_command_queue *queues,
					     cl_command_buffer_khr commands, cl_uint wait_count,
					     const cl_event *wait_list, cl_event *event);
driver_set_fn driver_set_argument;

/* A new object at an address that older ones may have had. */
void *driver_make_object(void);

/*
 * From now on the driver refuses calls of the function in SLOT with CODE; CL_SUCCESS: it accepts
 * them again. It still says how large the values of queries are.
 */
void driver_refuse(unsigned slot, cl_int code);

/* How many calls it has refused since. */
unsigned driver_refusals(void);

/* From now on objects get the addresses that they got after the start. */
void driver_reset(void);

#endif
