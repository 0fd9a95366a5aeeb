/* SPDX-License-Identifier: Apache-2.0 */
/* library-advice: see library-advice.h. */
#include "tool/doctor/cause/library-advice.h"

#include "base/text.h"
#include "tool/doctor/cause/access.h"
#include "tool/doctor/cause/icd-content.h"
#include "tool/doctor/cause/library-cause.h"
#include "tool/doctor/cause/library-place.h"
#include "tool/doctor/cause/packages.h"
#include "tool/doctor/cause/shadow.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/probe/file/library-search.h"

void library_advice_not_found(struct finding *finding, const struct candidate *candidate,
			      struct tool *tool)
{
	const char *file = shell_word(candidate_name(candidate), &tool->arena);
	const char *library = candidate->library;
	bool is_bare = library && text_base_name(library) == library;

	if (icd_content_explain(finding, candidate, tool))
		return;
	if (is_bare && library_place_explain(finding, library, tool))
		return;
	if (library && !is_bare && access_explain(finding, library, tool))
		return;
	if (is_bare)
		finding_fact(finding, "note",
			     "it is in no directory of LD_LIBRARY_PATH or of the linker's cache");
	packages_install_library(finding, format_or(library, "it"), tool);
	if (candidate->path)
		finding_fact(finding, "cure",
			     "or correct the name in %s; or, if the %s was removed for good: "
			     "mv %s %s.disabled",
			     candidate->path,
			     text_has_suffix(candidate->path, ".lay") ? "layer" : "driver", file,
			     file);
}

/* The file that the linker takes for a name may not be the one that was meant. */
void library_advice_wrong(struct finding *finding, const struct candidate *candidate,
			  enum reason reason, struct tool *tool)
{
	const char *library = candidate->library;
	const struct library_hit *hit = NULL;

	if (library && text_base_name(library) == library) {
		if (shadow_explain_driver(finding, library, tool))
			return;
		hit = library_search(library, &tool->arena);
		library = hit ? hit->path : library;
	}
	if (library && library_cause_explain(finding, library, candidate, tool))
		return;
	if (reason == REASON_NOT_ELF && library)
		packages_reinstall(finding, library, tool);
	else
		finding_fact(finding, "cure", "%s", reason_advice(reason));
}
