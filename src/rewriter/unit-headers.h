/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unit-headers: headers that a program gives as programs, so that clang finds them like files. The
 * rewriter can write no file: each header is in a pipe, and a file of clang's that lies over the
 * file system, in a pipe as well, gives them their names.
 */
#ifndef CLROUTER_REWRITER_UNIT_HEADERS_H
#define CLROUTER_REWRITER_UNIT_HEADERS_H

#include <stdbool.h>

#include "base/text.h"
#include "rewriter/growing-text.h"
#include "sanitize/units.h"

/* The directory in which <NAME> is found, which exists for clang only. */
#define UNIT_HEADERS_DIRECTORY "/clrouter-headers/"

/* The name of a header as the program has it, if FILE is in that directory; else FILE. */
static inline const char *unit_headers_name(const char *file)
{
	const char *name = text_skip_prefix(file, UNIT_HEADERS_DIRECTORY);

	return name ? name : file;
}

/* The headers of a unit for one run of clang, which inherits the descriptors. */
struct unit_headers {
	int *files;
	size_t count;
	const char *overlay; /* the file for -ivfsoverlay; NULL: there are no headers */
};

/*
 * Opens HEADERS for the headers of UNIT; unit_headers_close() closes them. Memory is of ARENA.
 * False: *REASON says why.
 */
bool unit_headers_open(struct unit_headers *headers, struct arena *arena,
		       const struct source_unit *unit, const char **reason);
void unit_headers_close(struct unit_headers *headers);

#endif
