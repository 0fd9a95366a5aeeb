/* SPDX-License-Identifier: Apache-2.0 */
/* view-json: see view-json.h. */
#include "tool/report/view/view-json.h"

#include <stdlib.h>

#include "tool/report/view/view-tables.h"

void view_json_put(struct output *output, const struct view *view)
{
	if (output->form != OUTPUT_JSON)
		return;
	table_json_members(output, &view_record, view->model, view);
	for (int i = 0; i < VIEW_TABLES; i++) {
		struct table_view table = { .output = output,
					    .table = view_columns[i].json,
					    .context = view };
		const struct view_array rows = view_rows_of(view, (enum view_table)i);

		if (view->is_live || i != VIEW_MEMORY)
			table_put_all(&table, rows.rows, rows.count, rows.size);
		free(rows.owned);
	}
}
