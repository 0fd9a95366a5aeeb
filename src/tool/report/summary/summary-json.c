/* SPDX-License-Identifier: Apache-2.0 */
/* summary-json: see summary-rows.h. */
#include "table/table.h"
#include "table/json.h"
#include "tool/report/summary/group-remarks.h"
#include "tool/report/summary/summary-rows.h"
#include "tool/report/summary/summary-tables.h"

void summary_json_put(struct output *output, const struct summary *summary, size_t unread)
{
	struct table_view rows = { .output = output, .table = &summary_json_rows };
	struct table_view list = { .output = output, .table = &summary_json_processes };
	struct table_view remarks = { .output = output, .table = &group_remarks_table };
	struct group_remarks found;

	if (group_remarks_find(&found, summary))
		table_put_all(&remarks, found.list, found.count, sizeof(*found.list));
	table_put_all(&list, summary->processes, summary->process_count, 0);
	table_put_all(&rows, summary->rows, summary->row_count, 0);
	json_unsigned(output, "unread", unread);
}
