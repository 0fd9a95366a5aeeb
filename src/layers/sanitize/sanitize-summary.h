/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize-summary: the last lines on standard error: which kernels were checked, and how much of
 * them; what was not checked, and why; what it has cost. Any thread may add to it.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_SANITIZE_SUMMARY_H
#define CLROUTER_LAYERS_SANITIZE_SANITIZE_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

#include "sanitize/sites.h"

/* For the layer's start. */
void summary_start(void);

/* A program is not checked because of REASON, a sentence without its period. */
void summary_add_refused(const char *text);

/* A shadow was made, in so many nanoseconds. */
void summary_add_shadow(uint64_t rewriting, uint64_t building);

/* KERNEL was launched so often. */
void summary_add_launches(const struct sites_kernel *kernel, uint64_t launches);

/* So many accesses were not judged: pointers whose memory is not known. */
void summary_add_passed(uint64_t accesses);

/* So many launches of kernels that are not checked were noted for tails. */
void summary_set_watched(uint64_t launches);

/* The number of kernels that were launched and checked so far. */
uint64_t summary_kernels(void);

/* In a forked child, whose work begins. */
void summary_clear(void);

/* Writes the lines, if there is anything to say. */
void summary_write(void);

/* Says what other processes want to know of it (base/common/status-line.h); before findings_end(). */
void summary_report(void);

#endif
