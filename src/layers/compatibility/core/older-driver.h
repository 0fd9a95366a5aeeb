/* SPDX-License-Identifier: Apache-2.0 */
/*
 * older-driver: which functions the drivers lack. Functions of a later version than their platform
 * reports are missing, and so are functions whose slot in the driver's table is empty. The first
 * word of an object leads to its driver, as in the loader, so no call has to ask anything.
 *
 * Written by the layer's start, which asks no device; other threads only read it afterwards.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_CORE_OLDER_DRIVER_H
#define CLROUTER_LAYERS_COMPATIBILITY_CORE_OLDER_DRIVER_H

#include <stdbool.h>

#include <clrouter/layer.h>

/* Functions that stand for the OpenCL version which they came with. */
#define OLDER_THAN_2_0 CLROUTER_SLOT_clCreatePipe
#define OLDER_THAN_3_0 CLROUTER_SLOT_clSetContextDestructorCallback

/* For the layer's start. IS_FORCED: what can be emulated is emulated for all drivers. */
void older_start(bool is_forced);

/* Is there a driver for whose objects the function in SLOT is emulated? */
bool older_any(unsigned slot);

/* Has the driver of OBJECT, which may be NULL, no function in SLOT, or is it to be emulated? */
bool older_lacks(const void *object, unsigned slot);

/* Was it forced? */
bool older_are_forced(void);

/* The same of drivers that do not have the function, forced or not. */
bool older_any_really(unsigned slot);
bool older_lacks_really(const void *object, unsigned slot);

/* The function NAME of an extension that the driver of OBJECT has; NULL: it has none. */
void *older_extension(const void *object, const char *name);

/* Is there a platform whose list of extensions has no NAME? */
bool older_any_without(const char *name);

#endif
