/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stub-platforms: the three stub drivers that the tests of calls use, opened by
 * the loader under test, and what they wrote down. ICD1 and ICD2 have every
 * function; SPARSE is of the second generation and has hardly any.
 *
 * The libraries stub-icd1.so, stub-icd2.so and stub-sparse.so are taken from the
 * directory that STUB_DIR names (.libs without it).
 */
#ifndef STUB_PLATFORMS_H
#define STUB_PLATFORMS_H

#include "drivers/stub-driver.h"

enum stub_driver { ICD1, ICD2, SPARSE, STUB_DRIVERS };

/* Valid after stub_platforms_open. */
extern cl_platform_id stub_platforms[STUB_DRIVERS];
extern struct stub_state *stub_states[STUB_DRIVERS];

/* Tells the loader to use these drivers only; before its first call. */
void stub_platforms_name(void);

/* The fixture: the loader opens the drivers, which only write down from now on. */
void stub_platforms_open(void);

/* An object of the driver, of whatever kind: all start in the same way. */
struct stub_object stub_platforms_object(enum stub_driver driver);

/* Fails unless SLOT of this driver, and nothing else of any, was called once. */
void stub_platforms_check_reached(enum stub_driver driver, unsigned slot, unsigned count);

/* Fails if any driver was called. */
void stub_platforms_check_idle(void);

/* Fails unless VALUE arrived as the argument, or came back from the slot. */
void stub_platforms_check_argument(enum stub_driver driver, unsigned index, const void *value,
				   size_t size);
void stub_platforms_check_result(unsigned slot, const void *result, size_t size);

#endif
