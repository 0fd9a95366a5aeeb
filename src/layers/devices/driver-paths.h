/* SPDX-License-Identifier: Apache-2.0 */
/*
 * driver-paths: the names of the driver of each platform. clrouter's loader tells them while the layer
 * starts; of another loader's drivers the library is known, by the dynamic linker.
 */
#ifndef CLROUTER_LAYERS_DEVICES_DRIVER_PATHS_H
#define CLROUTER_LAYERS_DEVICES_DRIVER_PATHS_H

#include <clrouter/layer.h>

/* Asks the loader. For the layer's start function only; asks no driver. */
void devices_drivers_read(void);

/*
 * The path of the .icd file and the library of PLATFORM, each NULL if it is not known. They stay
 * valid until the layer is started again. Any thread may ask after the start.
 */
const char *devices_driver_file(cl_platform_id platform);
const char *devices_driver_library(cl_platform_id platform);

#endif
