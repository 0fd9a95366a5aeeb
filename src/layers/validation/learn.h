/* SPDX-License-Identifier: Apache-2.0 */
/*
 * learn: the parts of facts_note() (facts.h) that are in files of their own.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_LEARN_H
#define CLROUTER_LAYERS_VALIDATION_LEARN_H

#include "layers/common/call.h"

/*
 * CALL, which may be of any function, succeeded and returned HANDLE, NULL if that is no object:
 * notes what it made and changed of the objects of extensions. What the core of OpenCL knows of
 * them is noted already.
 */
void learn_extension(const struct call *call, const void *handle);

#endif
