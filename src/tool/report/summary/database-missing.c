/* SPDX-License-Identifier: Apache-2.0 */
/* database-missing: see database.h; SQLite was not there when clrouter was built. */
#include "tool/output/message.h"
#include "tool/report/summary/database.h"

bool database_put(const char *path, int file, const struct inputs *inputs)
{
	(void)file;
	(void)inputs;
	message_error("%s: this clrouter was built without SQLite; --export csv has the same sums", path);
	return false;
}
