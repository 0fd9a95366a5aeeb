/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding-values: the values of parameters and the objects that they name, as text for reports. The
 * text is printable ASCII, whatever the program has put into a string or the driver into a name.
 * Called with the layer's lock held, except for what says otherwise.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_REPORT_FINDING_VALUES_H
#define CLROUTER_LAYERS_VALIDATION_REPORT_FINDING_VALUES_H

#include "base/common/line.h"
#include "layers/validation/checks/check.h"

#define VALUES_NAME 256 /* bytes of a name that is shown */

/* Adds the value of parameter INDEX of CALL. */
void values_add(struct line *line, const struct call *call, unsigned index);

/* Adds HANDLE: its address, its kind and its number. */
void values_add_handle(struct line *line, const void *handle);

/* The object that parameter INDEX of CALL is; NULL if it is no object or none that is known. */
const struct object *values_object(const struct call *call, unsigned index);

/*
 * Adds the name of what parameter INDEX of CALL is: a kernel's, a device's or platform's, and for a
 * queue its device's. Nothing for other objects and those that may not be used. Asks the driver, so
 * no lock may be held.
 */
void values_add_name(struct line *line, const struct call *call, unsigned index);

#endif
