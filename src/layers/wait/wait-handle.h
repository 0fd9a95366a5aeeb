/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-handle: may a handle that the program gives be asked about? A call of the program passes it
 * to the driver of another object, its queue for example, and that driver may well say that it is
 * none of its own. A query of the layer would be sent by the handle itself, so it has to be an
 * object of that driver. Keeps no state; any thread may call.
 */
#ifndef CLROUTER_LAYERS_WAIT_WAIT_HANDLE_H
#define CLROUTER_LAYERS_WAIT_WAIT_HANDLE_H

#include <stdbool.h>

/* Does OBJECT, which may be any number, begin as an object of the driver of OTHER does? */
bool handle_has_driver_of(const void *object, const void *other);

#endif
