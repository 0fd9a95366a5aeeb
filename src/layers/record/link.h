/* SPDX-License-Identifier: Apache-2.0 */
/*
 * link: how fast data can go between the host and a device, by what Linux says of its PCI link.
 * Keeps no state; any thread may call it.
 *
 * A link whose device has nothing to do becomes slower, to save power, so the speed that counts is
 * the highest one that both of its ends have. Its width seldom changes after the start, and may be
 * less than both ends have, if the slot has fewer lanes; so the width that counts is the current
 * one. Where a width does change, the rate found is too low, never too high.
 */
#ifndef CLROUTER_LAYERS_RECORD_LINK_H
#define CLROUTER_LAYERS_RECORD_LINK_H

#include <stdint.h>

#define LINK_DIRECTORY "/sys/bus/pci/devices"

/*
 * Bytes in a second, in one direction, of the link of the device with this ADDRESS, as
 * pci_address() writes it, by the files in DIRECTORY. 0: not known.
 */
uint64_t link_rate(const char *directory, const char *address);

#endif
