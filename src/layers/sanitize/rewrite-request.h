/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite-request: has "clrouter sanitize" rewrite or preprocess a program as the compiler of a
 * device would read it.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_REWRITE_REQUEST_H
#define CLROUTER_LAYERS_SANITIZE_REWRITE_REQUEST_H

#include "layers/sanitize/device-macros.h"
#include "layers/sanitize/sanitize-connection.h"

/*
 * For the layer's start: are bad accesses made in memory that nobody reads? Are accesses through
 * pointers to private memory checked?
 */
void rewrite_request_start(bool redirect, bool check_private);

/*
 * Sends UNITS, a text of units.h, for a device with MACROS, as a request of KIND; waits for the
 * ANSWER, which exchange_done() frees. False: there is none, because of REASON.
 */
bool rewrite_request(enum exchange_kind kind, const char *units, const struct device_macros *macros,
		     struct exchange *answer, char reason[CONNECTION_REASON]);

#endif
