/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-options: settings of the shipped layers with a name or a word that the layer does not know,
 * in layers.conf and in variables. The settings of foreign layers are not judged.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_LAYER_OPTIONS_H
#define CLROUTER_TOOL_DOCTOR_SECTION_LAYER_OPTIONS_H

#include "tool/doctor/examination.h"

void layer_options_examine(struct examination *check);

#endif
