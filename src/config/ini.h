/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ini: a stand-in for the one function of inih (https://github.com/benhoyt/inih) that parse.c uses,
 * for targets for which nobody packages inih (configure --with-inih=own). It has the names and the
 * behaviour of inih with its default options; tests/unit/config/test-ini.c compares the two.
 *
 * It keeps no state; any thread may call it.
 */
#ifndef CLROUTER_CONFIG_INI_H
#define CLROUTER_CONFIG_INI_H

/* Called for each value. Returns 0 if it is wrong. The strings are valid during the call. */
typedef int (*ini_handler)(void *user, const char *section, const char *name, const char *value);

/* Stores the next line in LINE, of SIZE bytes, as fgets() does. Returns NULL after the last one. */
typedef char *(*ini_reader)(char *line, int size, void *stream);

/*
 * Parses the lines that READER returns: "[section]", "name = value" or "name: value"; an indented
 * line continues the value before it, and HANDLER is called with the same name again. ";" or "#" at
 * the start of a line, and ";" after a blank, begin a comment. Lines after an error are parsed too.
 *
 * Returns 0, or the number of the first line that is wrong.
 */
int ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user);

#endif
