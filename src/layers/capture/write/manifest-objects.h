/* SPDX-License-Identifier: Apache-2.0 */
/*
 * manifest-objects: the arrays of objects in a manifest.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITE_MANIFEST_OBJECTS_H
#define CLROUTER_LAYERS_CAPTURE_WRITE_MANIFEST_OBJECTS_H

#include "layers/capture/write/members.h"
#include "layers/capture/model.h"

void manifest_add_programs(struct members *json, const struct model *model);
void manifest_add_samplers(struct members *json, const struct model *model);
void manifest_add_memory(struct members *json, const struct model *model);
void manifest_add_arguments(struct members *json, const struct model *model);

#endif
