/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usable: drivers are there, and each was left out for a reason that is none to act upon, but
 * together they leave programs without any.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_USABLE_H
#define CLROUTER_TOOL_DOCTOR_SECTION_USABLE_H

#include "tool/doctor/examination.h"

/* After drivers_examine(), whose findings it counts, and before any other part. */
void usable_examine(struct examination *check);

#endif
