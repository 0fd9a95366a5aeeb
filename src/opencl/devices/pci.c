/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pci: see pci.h.
 */
#include "opencl/devices/pci.h"

#include <stdio.h>
#include <string.h>

/* Of extensions; headers of all versions lack some of them. */
#define DEVICE_PCI_BUS_INFO 0x410F
#define DEVICE_PCI_BUS_ID_NV 0x4008
#define DEVICE_PCI_SLOT_ID_NV 0x4009
#define DEVICE_PCI_DOMAIN_ID_NV 0x400A
#define DEVICE_TOPOLOGY_AMD 0x4037

static bool get_number(pci_get_info *get_info, cl_device_id device, cl_device_info name,
		       cl_uint *number)
{
	return get_info(device, name, sizeof(*number), number, NULL) == CL_SUCCESS;
}

/* cl_nv_device_attribute_query: the slot holds device and function; domains came later. */
static bool find_nv(pci_get_info *get_info, cl_device_id device, struct pci_numbers *address)
{
	cl_uint slot = 0;

	if (!get_number(get_info, device, DEVICE_PCI_BUS_ID_NV, &address->part[1]) ||
	    !get_number(get_info, device, DEVICE_PCI_SLOT_ID_NV, &slot))
		return false;
	if (!get_number(get_info, device, DEVICE_PCI_DOMAIN_ID_NV, &address->part[0]))
		address->part[0] = 0;
	address->part[2] = slot >> 3;
	address->part[3] = slot & 7;
	return true;
}

/* cl_amd_device_topology: type 1 is PCI Express; bus, device and function are the last bytes. */
static bool find_amd(pci_get_info *get_info, cl_device_id device, struct pci_numbers *address)
{
	unsigned char topology[24] = { 0 };
	cl_uint type;

	if (get_info(device, DEVICE_TOPOLOGY_AMD, sizeof(topology), topology, NULL) != CL_SUCCESS)
		return false;
	memcpy(&type, topology, sizeof(type));
	address->part[0] = 0;
	for (int i = 1; i < 4; i++)
		address->part[i] = topology[20 + i];
	return type == 1;
}

bool pci_find(pci_get_info *get_info, cl_device_id device, struct pci_numbers *numbers)
{
	*numbers = (struct pci_numbers){ { 0 } };
	return get_info(device, DEVICE_PCI_BUS_INFO, sizeof(numbers->part), numbers->part, NULL) ==
		       CL_SUCCESS ||
	       find_nv(get_info, device, numbers) || find_amd(get_info, device, numbers);
}

bool pci_address(pci_get_info *get_info, cl_device_id device, char text[PCI_ADDRESS_SIZE])
{
	struct pci_numbers address;

	text[0] = '\0';
	if (!pci_find(get_info, device, &address))
		return false;
	snprintf(text, PCI_ADDRESS_SIZE, "%04x:%02x:%02x.%x", address.part[0], address.part[1],
		 address.part[2], address.part[3]);
	return true;
}
