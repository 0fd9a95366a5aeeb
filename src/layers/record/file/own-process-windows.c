/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-process-windows: see own-process.h.
 */
#include "layers/record/file/own-process.h"

#include <windows.h>

#include <stdlib.h>
#include <string.h>
#include <winternl.h>

#include "base/common/system.h"
#include "base/text.h"

/* No function of kernel32 says it but those that list all processes. */
uint32_t own_process_parent(void)
{
	PROCESS_BASIC_INFORMATION found;

	if (NtQueryInformationProcess(GetCurrentProcess(), ProcessBasicInformation, &found,
				      sizeof(found), NULL) != 0)
		return 0;
	return (uint32_t)found.InheritedFromUniqueProcessId;
}

bool own_process_program(char *path, size_t size)
{
	return system_library_of(GetModuleHandleW(NULL), path, size);
}

/* The command line as UTF-8, for free(). NULL: no memory. */
static char *copy_command_line(void)
{
	const wchar_t *line = GetCommandLineW();
	const int size = WideCharToMultiByte(CP_UTF8, 0, line, -1, NULL, 0, NULL, NULL);
	char *copy = size > 0 ? malloc((size_t)size) : NULL;

	if (copy)
		WideCharToMultiByte(CP_UTF8, 0, line, -1, copy, size, NULL, NULL);
	return copy;
}

/* Moves *TO and *FROM over COUNT backslashes, of which only KEPT are kept. */
static void take_backslashes(char **to, const char **from, size_t count, size_t kept)
{
	memset(*to, '\\', kept);
	*to += kept;
	*from += count;
}

/*
 * Takes the next argument off *REST, of which there is one, as C libraries for Windows do: a quote
 * begins or ends a quoted part, in which two quotes stand for one; of backslashes in front of a
 * quote, each pair stands for one, and one that is left over makes the quote a character of the
 * argument. The argument becomes the text TO, which may be *REST itself.
 */
static void take_argument(const char **rest, char *to)
{
	const char *at = *rest;
	bool is_quoted = false;

	for (;;) {
		const size_t slashes = strspn(at, "\\");
		const bool is_quote = at[slashes] == '"';

		take_backslashes(&to, &at, slashes, is_quote ? slashes / 2 : slashes);
		if (is_quote && (slashes % 2 == 1 || (is_quoted && at[1] == '"'))) {
			at += slashes % 2 == 1 ? 1 : 2;
			*to++ = '"';
		} else if (is_quote) {
			is_quoted = !is_quoted;
			at++;
		} else if (*at == '\0' || (!is_quoted && text_is_blank(*at))) {
			break;
		} else {
			*to++ = *at++;
		}
	}
	while (text_is_blank(*at))
		at++;
	*rest = at;
	*to = '\0';
}

void own_process_visit_arguments(void (*visit)(const char *argument))
{
	char *line = copy_command_line();
	const char *rest = line;

	while (rest && *rest != '\0') {
		char *argument = line + (rest - line);

		take_argument(&rest, argument);
		visit(argument);
	}
	free(line);
}

void own_process_thread_name(char *name, size_t size)
{
	system_thread_name(system_thread_id(), name, size);
}

static uint64_t number_of(FILETIME time)
{
	return (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

/* Windows counts in steps of 100 ns. */
uint64_t own_process_thread_cpu(void)
{
	FILETIME created, ended, kernel, user;

	if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user))
		return 0;
	return (number_of(kernel) + number_of(user)) * 100;
}
