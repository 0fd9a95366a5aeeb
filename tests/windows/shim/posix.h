/* SPDX-License-Identifier: Apache-2.0 */
/* posix: some functions of POSIX; the tests of the layers on Windows are compiled with it. */
#ifndef CLROUTER_TESTS_WINDOWS_POSIX_H
#define CLROUTER_TESTS_WINDOWS_POSIX_H

#include <io.h>
#include <stdlib.h>

/* unit-windows.c implements it: the C library would remove a variable whose value is empty. */
int unit_setenv(const char *name, const char *value);
#define setenv(name, value, overwrite) unit_setenv((name), (value))
#define unsetenv(name) _putenv_s((name), "")
#define dup2(from, to) (_dup2((from), (to)) == 0 ? (to) : -1)

#endif
