/* SPDX-License-Identifier: Apache-2.0 */
/*
 * select: which devices a selection names. OPENCL_VISIBLE_DEVICES has one; it is a comma
 * list, and the last word that fits a device decides:
 *
 *	gpu	a type: cpu, gpu, accelerator, custom, default; all
 *	0	the index among all devices; 0-3: a range of them
 *	gpu:0	the index among the devices of that type; gpu:0-1: a range
 *	1.0	platform 1, its device 0; 1.0-2: a range
 *	4f3a0c21...	8 or more digits of the UUID from its beginning, with or without dashes
 *	uuid:4f	the same with fewer
 *	01:00.0	the PCI address, with or without the domain; its function may be left out
 *	NVIDIA*	else: a glob on the name of the device, of its platform or of its driver
 *	!word	what fits is not shown
 *
 * A driver has the names that loader.conf(5) gives it: its .icd file with and without the suffix,
 * and its library; here also the library without "lib" and without what follows ".so". A glob
 * with a slash means the path of one of the two.
 *
 * If the first word excludes, it starts from all devices, else from none. The layer selects with
 * these functions, and clrouter doctor asks them which words select nothing. Keeps no state.
 */
#ifndef CLROUTER_OPENCL_DEVICES_SELECT_H
#define CLROUTER_OPENCL_DEVICES_SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include <CL/cl.h>

#include "opencl/devices/pci.h"
#include "opencl/devices/uuid.h"

#define DEVICES_NAME_SIZE 256	/* bytes, with the terminator; longer names are cut */

/* default, cpu, gpu, accelerator, custom, all */
#define DEVICES_TYPES 6

/* What a device is selected by. */
struct device {
	cl_device_id id;
	cl_device_type type;
	unsigned index;				/* among all */
	unsigned platform;			/* index of its platform */
	unsigned platform_index;		/* among that platform's devices */
	unsigned type_index[DEVICES_TYPES];	/* among the devices of each type that it has */
	char name[DEVICES_NAME_SIZE];
	char platform_name[DEVICES_NAME_SIZE];
	const char *driver_file;		/* path of the .icd file; NULL: not known */
	const char *driver_library;		/* name or path; NULL: not known */
	char uuid[UUID_TEXT_SIZE];		/* empty: it has none */
	char pci[PCI_ADDRESS_SIZE];		/* "0000:01:00.0"; empty: not known */
	bool is_hidden;
};

/* The devices among which a word may select some. */
struct devices_set {
	const struct device *devices;
	size_t count;
};

/* Does WORD, without a `!`, fit DEVICE, a struct device? A function for word-list.h. */
bool devices_select_fits(const char *word, const void *device);

/* Sets the type_index of DEVICES[AT] from the devices before it. */
void devices_select_number(struct device *devices, size_t at);

/*
 * Does WORD, without a `!`, select a device of SET, a struct devices_set? True for the word
 * "none", which the manual gives to those that want no device. A function for option.h.
 */
bool devices_select_fits_any(const char *word, const void *set);

#endif
