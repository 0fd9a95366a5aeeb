/* SPDX-License-Identifier: Apache-2.0 */
/*
 * policy: what the settings say about one driver or one platform: whether it is switched off, by
 * which line, and how it is treated. loader.conf(5) has the rules. Pure: asks neither the disk nor
 * the driver.
 */
#ifndef CLROUTER_DISCOVER_POLICY_H
#define CLROUTER_DISCOVER_POLICY_H

#include <stdbool.h>

#include "config/settings.h"
#include "discover/candidate.h"

struct policy {
	bool load;
	bool assume_icd;
	bool dlopen_now;
	bool deepbind;
	bool never_unload;
	bool bounded_table;
};

/* The policy of a driver that no rule is about. */
static inline struct policy policy_plain(const struct settings *settings)
{
	return (struct policy){ .load = true, .assume_icd = settings->assume_icd };
}

/*
 * By file and library name only: before the library is opened. *BY is the line or
 * variable that switched it off, if load is false.
 */
struct policy policy_of_candidate(const struct settings *settings,
				  const struct candidate *candidate, struct origin *by);

/*
 * Is a platform of this driver switched off by its own name or vendor? NAMES are the driver's
 * and the platform's. If so *BY is the line or variable that says so.
 */
bool policy_hides_platform(const struct settings *settings, const struct candidate *candidate,
			   const struct match_names *names, struct origin *by);

/* Is any rule configured that could disable a driver or change its options? */
bool policy_has_rules(const struct settings *settings);

/* Adds the facts that the rules look at. */
void policy_add_facts(const struct settings *settings, struct platform_facts *facts);

#endif
