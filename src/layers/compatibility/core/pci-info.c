/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pci-info: cl_khr_pci_bus_info for devices whose vendors have queries of their own for it.
 */
#include "layers/compatibility/features.h"

#include "layers/compatibility/known-devices.h"
#include "opencl/devices/pci.h"

#define PCI_BUS_INFO 0x410F

/* A source of its own, even where the driver has the extension. */
static cl_int CL_API_CALL ask_vendor(cl_device_id device, cl_device_info name, size_t size,
				     void *value, size_t *size_ret)
{
	if (name == PCI_BUS_INFO)
		return CL_INVALID_VALUE;
	return clrouter_target.clGetDeviceInfo(device, name, size, value, size_ret);
}

static bool suits(const struct known_device *device)
{
	struct pci_numbers address;

	return pci_find(ask_vendor, device->id, &address);
}

bool pci_info_answer(const struct known_device *device, cl_device_info param_name,
		     const struct query_answer *answer, cl_int *error)
{
	struct pci_numbers address;

	if (param_name != PCI_BUS_INFO || !pci_find(ask_vendor, device->id, &address))
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
