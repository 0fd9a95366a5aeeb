/* SPDX-License-Identifier: Apache-2.0 */
/* library-place: see library-place.h. */
#include "tool/doctor/cause/library-place.h"

#include <errno.h>

#include "base/text.h"
#include "tool/doctor/cause/access.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/probe/file/library-search.h"

bool library_place_explain(struct finding *finding, const char *name, struct tool *tool)
{
	const struct library_hit *first = library_search(name, &tool->arena);
	const struct library_hit *good = library_search_good(first);
	const char *path;

	for (const struct library_hit *hit = first; hit; hit = hit->next)
		if ((hit->error == -EACCES || hit->error == -EPERM) &&
		    access_explain(finding, hit->path, tool))
			return true;
	if (!good || good->place < LIBRARY_IN_DIRECTORY)
		return false;
	path = good->path;
	finding_fact(finding, "but", "%s exists, which the dynamic linker does not know", path);
	finding_fact(finding, "cure", "ldconfig %s  # as root",
		     format_into(&tool->arena, "%.*s", (int)(text_base_name(path) - path - 1), path));
	return true;
}

bool library_place_is_foreign(const char *name, struct tool *tool)
{
	const struct library_hit *hit;
	bool is_any = false;

	if (text_base_name(name) != name)
		return false;
	for (hit = library_search(name, &tool->arena); hit; hit = hit->next) {
		if (hit->error || hit->header != ELF_HEADER_FOREIGN)
			return false;
		is_any = true;
	}
	return is_any;
}
