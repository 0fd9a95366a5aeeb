/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pci: the PCI address of a device, from whichever extension its driver has:
 * cl_khr_pci_bus_info, cl_nv_device_attribute_query or cl_amd_device_attribute_query. The devices
 * layer selects by it and "clrouter list" shows it. Keeps no state; any thread may call it.
 */
#ifndef CLROUTER_OPENCL_DEVICES_PCI_H
#define CLROUTER_OPENCL_DEVICES_PCI_H

#include <stdbool.h>
#include <stddef.h>

#include <CL/cl.h>

/* Bytes of "00000000:00:00.0" with its terminator, whatever numbers a driver gives. */
#define PCI_ADDRESS_SIZE 40

/* clGetDeviceInfo of the device's driver, or of a layer's target. */
typedef cl_int CL_API_CALL pci_get_info(cl_device_id device, cl_device_info name, size_t size,
					void *value, size_t *size_ret);

/* Domain, bus, device and function, as cl_device_pci_bus_info_khr has them. */
struct pci_numbers {
	cl_uint part[4];
};

/* Finds them. False: the driver does not report them. */
bool pci_find(pci_get_info *get_info, cl_device_id device, struct pci_numbers *numbers);

/*
 * Writes the address as lspci(8) does, domain:bus:device.function ("0000:01:00.0"), to TEXT.
 * False: the driver does not report it, and TEXT is empty.
 */
bool pci_address(pci_get_info *get_info, cl_device_id device, char text[PCI_ADDRESS_SIZE]);

#endif
