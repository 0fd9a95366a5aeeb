/* SPDX-License-Identifier: Apache-2.0 */
/* export: see export.h. */
#include "tool/report/export/export.h"

#include <string.h>

#include "base/array.h"
#include "tool/report/timeline/export-perfetto.h"

static const struct export_form {
	const char *name;
	bool (*put)(FILE *file, const struct model *model);
} forms[] = {
	{ "text", export_text },
	{ "html", export_html },
	{ "perfetto", export_perfetto },
};

static const struct export_form *find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		if (strcmp(forms[i].name, name) == 0)
			return &forms[i];
	return NULL;
}

bool export_put(const char *name, FILE *file, const struct model *model)
{
	const struct export_form *form = find(name);

	return form && form->put(file, model);
}
