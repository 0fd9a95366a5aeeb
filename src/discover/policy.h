/* SPDX-License-Identifier: Apache-2.0 */
/*
 * policy: what the settings say about one driver or one platform. Pure: asks
 * neither the disk nor the driver. Owns the rules by which a glob names a
 * driver (design.md, section 7, "A driver" and "Switched off").
 */
#ifndef CLROUTER_DISCOVER_POLICY_H
#define CLROUTER_DISCOVER_POLICY_H

#include <stdbool.h>

#include "discover/entry.h"
#include "config/settings.h"

struct policy {
	bool load;
	bool assume_icd;
	bool dlopen_now;
	bool deepbind;
	bool never_unload;
	bool guard_table;
};

/* Of a driver of which nothing special is said. */
static inline struct policy policy_plain(const struct settings *settings)
{
	return (struct policy){ .load = true, .assume_icd = settings->assume_icd };
}

/*
 * By file and library name only: before the library is opened. *BY is the line or
 * variable that switched it off, if load is false.
 */
struct policy policy_of_entry(const struct settings *settings, const struct entry *entry,
			      struct origin *by);

/*
 * Is a platform of this driver switched off by its own name or vendor? NAMES are the driver's
 * and the platform's. If so *BY is where it is written.
 */
bool policy_hides_platform(const struct settings *settings, const struct entry *entry,
			   const struct match_names *names, struct origin *by);

/* Does anything say of any driver that it is not wanted, or how to treat it? */
bool policy_has_rules(const struct settings *settings);

/* Adds the facts that the rules look at. */
void policy_add_facts(const struct settings *settings, struct platform_facts *facts);

#endif
