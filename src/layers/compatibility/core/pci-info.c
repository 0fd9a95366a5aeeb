/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pci-info: cl_khr_pci_bus_info for devices whose vendors have queries of their own for it.
 */
#include "layers/compatibility/core/features.h"

#include <stdio.h>

#include "layers/compatibility/devices.h"
#include "opencl/devices/pci.h"

#define PCI_BUS_INFO 0x410F

/* Domain, bus, device and function, as cl_device_pci_bus_info_khr has them. */
struct address {
	cl_uint part[4];
};

/* A source of its own, even where the driver has the extension. */
static cl_int CL_API_CALL ask_vendor(cl_device_id device, cl_device_info name, size_t size,
				     void *value, size_t *size_ret)
{
	if (name == PCI_BUS_INFO)
		return CL_INVALID_VALUE;
	return clrouter_target.clGetDeviceInfo(device, name, size, value, size_ret);
}

static bool find_address(const struct device *device, struct address *address)
{
	char text[PCI_ADDRESS_SIZE];

	return pci_address(ask_vendor, device->id, text) &&
	       sscanf(text, "%8x:%8x:%8x.%8x", &address->part[0], &address->part[1],
		      &address->part[2], &address->part[3]) == 4;
}

static bool suits(const struct device *device)
{
	struct address address;

	return find_address(device, &address);
}

bool pci_info_answer(const struct device *device, cl_device_info param_name,
		     const struct answer *answer, cl_int *error)
{
	struct address address;

	if (param_name != PCI_BUS_INFO || !find_address(device, &address))
		return false;
	*error = answer_value(answer, address);
	return true;
}

const struct feature pci_info = {
	.id = FEATURE_PCI,
	.name = "pci_bus_info",
	.extensions = { { "cl_khr_pci_bus_info", CL_MAKE_VERSION(1, 0, 0), 0 } },
	.suits = suits,
	.device_info = pci_info_answer,
};
