/* SPDX-License-Identifier: Apache-2.0 */
/*
 * same-device: is a device of one platform the hardware that another platform has, too? Two drivers
 * may drive one GPU: rusticl and ROCm, or two generations of one vendor's. The devices layer shows
 * it once if it is asked to; clrouter list and doctor say so. Keeps no state; asks no driver.
 */
#ifndef CLROUTER_OPENCL_DEVICES_SAME_DEVICE_H
#define CLROUTER_OPENCL_DEVICES_SAME_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

/* What a device is known by; a text that is NULL or empty is not known. */
struct same_device {
	unsigned platform;	/* index of its platform */
	const char *uuid;	/* uuid.h */
	const char *pci;	/* pci.h */
};

/*
 * Are A and B, indices of two of the COUNT DEVICES, the same hardware on two platforms? Their PCI
 * addresses decide if both are known, since drivers may make UUIDs up; else their UUIDs do. An
 * address or UUID that two devices of one platform have, such as the parts of a divided GPU,
 * identifies none of them.
 */
bool same_device_is(const struct same_device *devices, size_t count, size_t a, size_t b);

#endif
