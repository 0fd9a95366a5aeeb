/* SPDX-License-Identifier: Apache-2.0 */
/* rewrite-request: see rewrite-request.h. */
#include "layers/sanitize/rewrite-request.h"

#include <string.h>

#include "base/os.h"

static bool redirects;
static bool checks_private;

void rewrite_request_start(bool redirect, bool check_private)
{
	redirects = redirect;
	checks_private = check_private;
}

bool rewrite_request(enum exchange_kind kind, const char *units, const struct device_macros *macros,
		     struct exchange *answer, char reason[CONNECTION_REASON])
{
	struct exchange request = exchange_of(kind);
	char directory[OS_PATH_SIZE];

	if (!os_working_directory(directory, sizeof(directory)))
		memcpy(directory, "/", sizeof("/"));
	exchange_set(&request, EXCHANGE_UNITS, units);
	exchange_set(&request, EXCHANGE_DIRECTORY, directory);
	exchange_set(&request, EXCHANGE_MACROS, macros->text);
	exchange_set(&request, EXCHANGE_BITS, macros->bits);
	exchange_set(&request, EXCHANGE_LANGUAGE, macros->language);
	if (redirects)
		exchange_set(&request, EXCHANGE_REDIRECT, "yes");
	if (checks_private)
		exchange_set(&request, EXCHANGE_PRIVATE, "yes");
	return connection_rewrite(&request, answer, reason);
}
