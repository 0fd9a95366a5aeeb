/* SPDX-License-Identifier: Apache-2.0 */
/*
 * seed-run: launches the kernels of a seed on the first device, in the process that calls.
 */
#ifndef TESTS_SANITIZE_SEED_RUN_H
#define TESTS_SANITIZE_SEED_RUN_H

#include "seed.h"

/* SEED_UNJUDGED: any memory of the process may be right, so the fault is not to be found. */
enum seed_status { SEED_RAN, SEED_FAILED, SEED_SKIPPED, SEED_UNJUDGED };

/*
 * Launches "lawful" and then "faulty", or only the one that is called ONLY. Fails, with a message,
 * if a call fails; is skipped if the device lacks what the seed needs.
 */
enum seed_status seed_run(const struct seed *seed, const char *only);

#endif
