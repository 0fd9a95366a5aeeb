/* SPDX-License-Identifier: Apache-2.0 */
/*
 * linking: why the dynamic linker does not load a library, or not all of it: libraries that are
 * missing, versions and symbols that are, limits of the process; and what cures it.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_LINKING_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_LINKING_H

#include <stdbool.h>

#include "discover/candidate.h"
#include "tool/doctor/finding.h"
#include "tool/probe/file/dependencies.h"
#include "tool/tool.h"

struct linking {
	const struct candidate *candidate;
	const char *sentence;		/* the linker's own, NULL: not known */
	struct dependencies answer;	/* what it says that is missing */
	struct tool *tool;
};

/* Asks the linker about CANDIDATE's library. SENTENCE is what dlopen said, NULL if nothing. */
void linking_ask(struct linking *linking, const struct candidate *candidate, const char *sentence,
		 struct tool *tool);

/* Corrects VERDICT: a library that is there but lacks a symbol is not missing. */
void linking_correct_verdict(const struct linking *linking, struct verdict *verdict);

/*
 * Does the library lack nothing but functions of libOpenCL.so.1, to which it is not linked? A program
 * that is linked to it has them.
 */
bool linking_lacks_loader_only(const struct linking *linking);

/* Adds what is missing and the cures, if there are any; true if it added a cure. */
bool linking_explain(const struct linking *linking, struct finding *finding,
		     const struct verdict *verdict);

#endif
