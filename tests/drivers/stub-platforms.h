/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stub-platforms: the three stub drivers of the call tests, which the loader under test opens, and
 * the calls that they recorded. ICD1 and ICD2 have every function; SPARSE is of the second
 * generation and has only a few.
 *
 * The libraries stub-icd1.so, stub-icd2.so, stub-sparse.so, stub-exported.so and stub-exported-icd2.so
 * are in the directory STUB_DIR, or in .libs if that variable is not set.
 */
#ifndef STUB_PLATFORMS_H
#define STUB_PLATFORMS_H

#include "drivers/stub-driver.h"

enum stub_driver { ICD1, ICD2, SPARSE, STUB_DRIVERS };

/* Valid after stub_platforms_open. */
extern cl_platform_id stub_platforms[STUB_DRIVERS];
extern struct stub_state *stub_states[STUB_DRIVERS];

/* Sets the environment so that the loader uses these drivers only. Called before its first use. */
void stub_platforms_name(void);

/* The fixture: the loader opens the drivers. From now on they only record calls. */
void stub_platforms_open(void);

/*
 * The same with two other drivers in the place of ICD1 and ICD2, which also have every function. The
 * dynamic linker fills their tables with the functions of libOpenCL.so.1, to which the test is linked.
 */
void stub_platforms_open_exported(void);

/* An object of the driver. It serves as any kind of object, because all start in the same way. */
struct stub_object stub_platforms_object(enum stub_driver driver);

/* Fails unless there was one call of any driver: of SLOT of DRIVER, with COUNT arguments. */
void stub_platforms_check_reached(enum stub_driver driver, unsigned slot, unsigned count);

/* Fails if any driver was called. */
void stub_platforms_check_idle(void);

/* Fails unless the argument at INDEX of the last call had the SIZE bytes at VALUE. */
void stub_platforms_check_argument(enum stub_driver driver, unsigned index, const void *value,
				   size_t size);

/* Fails unless the SIZE bytes at RESULT are what SLOT of a stub driver returns. */
void stub_platforms_check_result(unsigned slot, const void *result, size_t size);

#endif
