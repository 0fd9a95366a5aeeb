/* SPDX-License-Identifier: Apache-2.0 */
/*
 * extension-queries: does a device answer the queries of the extensions that it lists? Some drivers
 * list an extension and refuse its queries. Runs in the child that has loaded the driver.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_EXTENSION_QUERIES_H
#define CLROUTER_TOOL_PROBE_DRIVER_EXTENSION_QUERIES_H

#include "api/api.h"
#include "base/arena.h"

/* The key of a refused query in the report. */
#define EXTENSION_QUERIES_KEY "refused-query"

/*
 * Reports each query that a device of PLATFORM refuses: a text that names the device, the extension,
 * the query and the error. The devices are asked through TABLE.
 */
void extension_queries_put(int report, cl_platform_id platform, const struct api_table *table,
			   struct arena *arena);

#endif
