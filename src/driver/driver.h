/* SPDX-License-Identifier: Apache-2.0 */
/*
 * driver: one library and the platforms it gives, verified as the specification of cl_khr_icd asks
 * for, those of version 1 and of version 2 side by side. Knows other drivers only to notice that a
 * library or a platform came twice.
 *
 * Everything lives in the arena of the loader's context; written by the initialising thread only.
 */
#ifndef CLROUTER_DRIVER_DRIVER_H
#define CLROUTER_DRIVER_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"
#include "base/arena.h"
#include "discover/candidate.h"
#include "driver/platform-info.h"
#include "discover/policy.h"
#include "api/table.h"

typedef void *CL_API_CALL driver_get_address(const char *name);

struct driver;

struct platform {
	struct driver *driver;
	cl_platform_id handle;
	size_t index;			/* in the order in which platforms were found */
	size_t group;			/* see order_find_groups() */
	struct api_table *loader_table;	/* ICD 2: the loader's table; ICD 1: NULL */
	const char *suffix;		/* never NULL once accepted; may be empty */
	bool is_unloadable;
	struct verdict verdict;
	struct match_names names;	/* the driver's, and the platform's once fetched */

	/* facts, fetched if a rule needs them */
	const char *name;		/* NULL: not fetched, or the driver failed */
	const char *vendor_name;
	const char *version;		/* "OpenCL 3.0 ..." */
	cl_uint gpus;
	cl_uint cpus;
	cl_uint devices;
	bool knows_devices;		/* DEVICES is fetched */
};

struct driver {
	struct driver *next;
	struct candidate *candidate;
	struct policy policy;
	void *library;			/* NULL: closed, or refused before it was open */
	driver_get_address *get_address;
	api_fn_clGetPlatformIDs *get_platforms;
	api_fn_clGetPlatformInfo *get_info;	/* NULL: in the table only */
	struct platform *platforms;
	size_t count;			/* of platforms, refused ones included */
	size_t accepted;
};

struct driver_list {
	struct driver *first;
	struct driver **last;
	size_t platforms;		/* found so far, refused ones included */
	struct table_pool *tables;
	struct arena *arena;
	struct platform_query query;	/* for one platform after the other */
};

void driver_list_init(struct driver_list *list, struct table_pool *tables,
		      struct arena *arena);

/*
 * Opens the candidate's library and verifies its platforms. The driver is appended
 * to LIST before the driver is asked anything, and is returned if one of its
 * platforms at least was accepted; otherwise NULL, the library is closed and
 * the candidate has its verdict.
 */
struct driver *driver_open(struct driver_list *list, struct candidate *candidate,
			   const struct policy *policy);

/* Asks an accepted platform of LIST for the facts that are wanted. */
void driver_fetch_facts(struct driver_list *list, struct platform *platform,
			const struct platform_facts *wanted);

/*
 * Does the platform have devices? It is asked unless that is known already. A driver that fails
 * has none.
 */
bool driver_has_devices(struct platform *platform);

/* Takes an accepted platform back, for the reason given. */
void driver_hide_platform(struct platform *platform, enum reason reason, const char *detail);

/* May the driver be closed: are all its platforms unloadable, as they say? */
bool driver_is_unloadable(const struct driver *driver);

void driver_close(struct driver *driver);

#endif
