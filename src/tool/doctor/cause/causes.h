/* SPDX-License-Identifier: Apache-2.0 */
/*
 * causes: what the files of this folder know of why a driver or a layer fails, and how that is cured.
 * A cause adds facts to a finding, and the lines or the commands that solve it.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_CAUSES_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_CAUSES_H

#include "tool/doctor/examination.h"
#include "tool/probe/file/dependencies.h"

/* -- candidate-advice.c ------------------------------------------------------ */

/* Adds the cure of CANDIDATE's VERDICT, which may be another one than the candidate's own. */
void advice_for_candidate(struct finding *finding, const struct candidate *candidate,
			  const struct verdict *verdict, const struct snapshot *snapshot,
			  struct tool *tool);

/* How to leave a driver out: permanently, and for one run. */
void advice_leave_out(struct finding *finding, const struct candidate *candidate,
		      struct tool *tool);

/* The administrator's configuration files, which cures name. */
#define ADVICE_LOADER_CONF SYSCONFDIR "/OpenCL/loader.conf"
#define ADVICE_LAYERS_CONF SYSCONFDIR "/OpenCL/layers.conf"

/* What the lists of the configuration can call the driver. */
const char *advice_driver_name(const struct candidate *candidate, struct arena *arena);

/* -- driver-needs.c ---------------------------------------------------------- */

/* Adds to FINDING what the driver LIBRARY lacks, and the cures. */
void driver_needs_explain(struct finding *finding, const char *library, struct tool *tool);

/* -- icd-content.c ----------------------------------------------------------- */

/* If CANDIDATE's file is one of these, adds what it is and its cure, and returns true. */
bool icd_content_explain(struct finding *finding, const struct candidate *candidate,
			 struct tool *tool);

/* TEXT without what is around a library's name by mistake, in ARENA; NULL: nothing is. */
const char *icd_content_clean_name(const char *text, struct arena *arena);

/* -- library-cause.c --------------------------------------------------------- */

/*
 * Examines the file PATH, which CANDIDATE's driver is, or needs. If it is bad, adds what it is
 * and its cure, and returns true.
 */
bool library_cause_explain(struct finding *finding, const char *path,
			   const struct candidate *candidate, struct tool *tool);

/*
 * The first file that is cut off among the library NAME and those that it needs, which the
 * dynamic linker would end the process for; NULL if there is none.
 */
const char *library_cause_find_truncated(const char *name, struct tool *tool);

/* Adds the file of the library NAME, if there is one, and the cure; false if it added none. */
bool library_cause_of_place(struct finding *finding, const char *name, struct tool *tool);

/* Is there a file of that name, but none for this program's architecture? */
bool library_cause_is_foreign(const char *name, struct tool *tool);

/* Adds the cure if the dynamic linker finds no library for CANDIDATE. */
void library_cause_not_found(struct finding *finding, const struct candidate *candidate,
			     struct tool *tool);

/* Adds the cure if CANDIDATE's library is refused for REASON. */
void library_cause_wrong(struct finding *finding, const struct candidate *candidate,
			 enum reason reason, struct tool *tool);

/* -- linking.c --------------------------------------------------------------- */

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

/* -- packages.c -------------------------------------------------------------- */

/* Adds the cure for FILE, which exists but is damaged: its package, installed again. */
void packages_reinstall(struct finding *finding, const char *file, struct tool *tool);

/* Adds the cure for a library that is called NAME, or has that path, and is missing. */
void packages_install_library(struct finding *finding, const char *name, struct tool *tool);

/* -- shadow.c ---------------------------------------------------------------- */

/* Adds the cure by which programs get RIGHT instead of WRONG, two files of one name. */
void shadow_cure(struct finding *finding, const char *wrong, const char *right, struct tool *tool);

/*
 * ANSWER is the linker's for LIBRARY, which lacks something; DETAIL names the library that is
 * bad, if it is known, else NULL. If another file of one of these names has all that is missing,
 * adds both files and the cure, and returns true.
 */
bool shadow_explain(struct finding *finding, const char *library, const char *detail,
		    const struct dependencies *answer, struct tool *tool);

/*
 * LIBRARY, a name without a slash, is found, but its file is no driver that can be used. If
 * another file of this name comes after it, adds both files and the cure, and returns true.
 */
bool shadow_explain_driver(struct finding *finding, const char *library, struct tool *tool);

/* -- variables.c ------------------------------------------------------------- */

/* The variable that names CANDIDATE one by one; NULL: none does. */
const char *variables_name_of(const struct candidate *candidate, const struct snapshot *snapshot);

/* The value of the variable NAME of the loader, "" if it is not set. */
const char *variables_value_of(const char *name, const struct snapshot *snapshot);

/*
 * If CANDIDATE has VERDICT because a variable names what does not exist, adds that and the cure,
 * and returns true.
 */
bool variables_explain(struct finding *finding, const struct candidate *candidate,
		       const struct verdict *verdict, const struct snapshot *snapshot,
		       struct tool *tool);

/* The name of the variable ENTRY, "NAME=VALUE", in ARENA, and its *VALUE; NULL: it is none. */
const char *variables_split(const char *entry, const char **value, struct arena *arena);

/* Adds findings about variables of layers that are not loaded. */
void variables_examine(struct examination *check);

#endif
