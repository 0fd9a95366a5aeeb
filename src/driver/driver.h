/* SPDX-License-Identifier: Apache-2.0 */
/*
 * driver: opens the library of one driver, and verifies the library and its platforms as the
 * OpenCL specification describes it (cl_khr_icd, "Adding a Vendor Library"). Drivers of ICD 1 and
 * of ICD 2 are used side by side. A driver knows the others only to notice that a library or a
 * platform was found twice.
 *
 * Drivers, platforms and their strings are in the arena of the loader's context and live as long
 * as that. Only the thread that initialises the loader calls these functions; after that, and until
 * the loader is closed, the structs are read-only.
 */
#ifndef CLROUTER_DRIVER_DRIVER_H
#define CLROUTER_DRIVER_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"
#include "base/arena.h"
#include "discover/candidate.h"
#include "driver/own-functions.h"
#include "driver/platform-info.h"
#include "discover/policy.h"
#include "api/api-table.h"

struct driver;

/* A platform, accepted or refused. It is accepted as long as the verdict is REASON_OK. */
struct platform {
	struct driver *driver;
	cl_platform_id handle;		/* the driver's object */
	size_t index;			/* in the order in which platforms were found, from 0 */
	size_t group;			/* see order_find_groups() */
	bool is_icd2;			/* of the second generation; false if it is refused earlier */
	/* ICD 2: the loader's table; ICD 1: the one in the place of the driver's, or NULL. */
	const struct api_table *loader_table;
	const char *mended;		/* see own_functions_mend(); NULL: nothing had to be */
	const char *suffix;		/* CL_PLATFORM_ICD_SUFFIX_KHR; not NULL if accepted */
	bool is_unloadable;		/* CL_PLATFORM_UNLOADABLE_KHR */
	struct verdict verdict;
	struct match_names names;	/* the driver's, and the platform's if fetched */

	/* The facts that rules look at. They are fetched only if a rule needs them. */
	const char *name;		/* NULL: not fetched, or the driver failed */
	const char *vendor_name;	/* the same */
	const char *version;		/* the same; "OpenCL 3.0 ..." */
	cl_uint gpus;			/* numbers of devices */
	cl_uint cpus;
	cl_uint devices;		/* of all types */
	bool knows_devices;		/* `devices` is fetched */
};

/* A driver whose library was opened, or should have been. */
struct driver {
	struct driver *next;
	struct candidate *candidate;	/* has the verdict */
	struct policy policy;
	struct own_functions own;	/* library NULL: closed, or never opened */
	api_fn_clGetPlatformIDs *get_platforms;
	api_fn_clGetPlatformInfo *get_info;	/* NULL: only the dispatch table has it */
	struct platform *platforms;
	size_t count;			/* of platforms, refused ones included */
	size_t accepted;		/* of them */
};

struct driver_list {
	struct driver *first;
	struct driver **last;		/* the pointer to which the next driver is linked */
	size_t platforms;		/* found so far, refused ones included */
	struct table_pool *tables;
	struct arena *arena;
	struct platform_query query;	/* its buffer serves one platform after the other */
};

/* Makes LIST empty. TABLES and ARENA must live as long as the list. */
void driver_list_init(struct driver_list *list, struct table_pool *tables,
		      struct arena *arena);

/*
 * Opens the candidate's library, verifies its platforms and appends the driver to LIST. The
 * driver is appended before any of its functions is called, because it may call back into the
 * loader. POLICY is copied.
 *
 * Returns the driver if at least one of its platforms is accepted. Otherwise it returns NULL: the
 * candidate then has its verdict, and the library is closed.
 */
__attribute__((cold))
struct driver *driver_open(struct driver_list *list, struct candidate *candidate,
			   const struct policy *policy);

/*
 * Fetches the facts of an accepted platform of LIST that WANTED names. A fact that the driver
 * does not give is NULL or 0.
 */
void driver_fetch_facts(struct driver_list *list, struct platform *platform,
			const struct platform_facts *wanted);

/*
 * Does an accepted platform have devices? The driver is asked once; a driver that fails has none.
 * Asking can be expensive: it wakes hardware, and some drivers start threads.
 */
bool driver_has_devices(struct platform *platform);

/* Refuses a platform that was accepted. DETAIL must live as long as the platform; may be NULL. */
void driver_hide_platform(struct platform *platform, enum reason reason, const char *detail);

/*
 * May the driver be closed? That is so if it has platforms, all of them say that they can be
 * unloaded (cl_khr_icd_unloadable), and its policy does not forbid it.
 */
bool driver_is_unloadable(const struct driver *driver);

/* Closes the library if it is open. The driver stays in its list. */
void driver_close(struct driver *driver);

#endif
