/* SPDX-License-Identifier: Apache-2.0 */
/*
 * policy: what the settings say about one driver or platform: whether it is disabled, by which
 * line, and with which options it is opened. loader.conf(5) has the rules. The module reads no
 * file and calls no driver.
 *
 * The functions keep no state; any thread may call them.
 */
#ifndef CLROUTER_DISCOVER_POLICY_H
#define CLROUTER_DISCOVER_POLICY_H

#include <stdbool.h>

#include "config/settings.h"
#include "discover/candidate.h"

/* The options of one driver, by the keys of [driver]. */
struct policy {
	bool load;		/* false: the driver is disabled */
	bool assume_icd;	/* accept a platform that does not list cl_khr_icd */
	bool dlopen_now;	/* dlopen = now */
	bool deepbind;		/* dlopen = deepbind */
	bool never_unload;	/* unload = never */
	bool bounded_table;	/* end the table where the OpenCL version of the platform ends */
};

/* The policy of a driver that no rule matches. */
static inline struct policy policy_plain(const struct settings *settings)
{
	return (struct policy){ .load = true, .assume_icd = settings->assume_icd };
}

/*
 * Finds out whether enable, or its variable, has a glob that names none of DRIVERS by file or
 * library. Such a glob may name a platform: policy_of_candidate() then loads what it would
 * otherwise leave out, and policy_hides_platform() decides. Called once, after scan_drivers().
 */
void policy_prepare(struct settings *settings, const struct candidate_list *drivers);

/*
 * The policy of CANDIDATE by the names of its file and library, before the library is opened. *BY is
 * the line or variable that decides whether it is loaded; its name is NULL if none does.
 */
struct policy policy_of_candidate(const struct settings *settings,
				  const struct candidate *candidate, struct origin *by);

/*
 * Is a platform of CANDIDATE disabled? NAMES has the names of the driver and of the platform. If
 * the result is true, *BY is the line or variable that disables it.
 */
bool policy_hides_platform(const struct settings *settings, const struct candidate *candidate,
			   const struct match_names *names, struct origin *by);

/* Is any rule configured that could disable a driver or change its options? */
bool policy_has_rules(const struct settings *settings);

/* Sets in FACTS what the rules of SETTINGS need to know about platforms. Clears nothing. */
void policy_add_facts(const struct settings *settings, struct platform_facts *facts);

#endif
