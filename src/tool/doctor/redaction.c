/* SPDX-License-Identifier: Apache-2.0 */
/* redaction: see redaction.h. */
#include "tool/doctor/redaction.h"

#include <pwd.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"

#define LEAST_LETTERS 3

static const char *const replacements[] = {
	[REDACTION_HOME] = "~", [REDACTION_USER] = "USER", [REDACTION_HOST] = "HOST",
};

/* -- words ------------------------------------------------------------------- */

/* A byte above ASCII is a part of a letter. A hyphen is none: "alice-pc" has the word "alice". */
static bool is_word(char c)
{
	return text_is_name(c) || ((unsigned char)c & 0x80);
}

static bool is_one_of(char c, const char *characters)
{
	return c != '\0' && strchr(characters, c);
}

static bool is_word_at(const char *text, const char *at, size_t length)
{
	return (at == text || !is_word(at[-1])) && !is_word(at[length]);
}

/*
 * Is the path at AT a whole one, and not the end of another one? An option may be before it
 * (-I/home/alice), and a scheme (file:///home/alice).
 */
static bool begins_path(const char *text, const char *at)
{
	while (at > text && at[-1] == '/')
		at--;
	while (at > text && !text_is_space(at[-1]) && !is_one_of(at[-1], "=:,;\"'`()[]{}<>|&")) {
		at--;
		if (*at == '/')
			return false;
	}
	return true;
}

/* "/home/alice" is not in "/home/alice.old", but at the end of a sentence. */
static bool ends_component(const char *end)
{
	if (*end == '.')
		return !is_word(end[1]);
	return !is_word(*end) && *end != '-';
}

static bool is_equal(const char *at, const struct redaction_name *name)
{
	if (name->kind != REDACTION_HOST)
		return strncmp(at, name->text, name->length) == 0;
	for (size_t i = 0; i < name->length; i++)
		if (text_lower(at[i]) != text_lower(name->text[i]))
			return false;
	return true;
}

/* The name that is at AT in TEXT; NULL: none. */
static const struct redaction_name *find_name(const struct redaction *redaction, const char *text,
					      const char *at)
{
	const struct redaction_name *name = redaction->names;

	for (; name; name = name->next) {
		if (!is_equal(at, name))
			continue;
		if (name->kind == REDACTION_HOME ?
			    begins_path(text, at) && ends_component(at + name->length) :
			    is_word_at(text, at, name->length))
			return name;
	}
	return NULL;
}

void redaction_put(const struct redaction *redaction, const char *text, FILE *file)
{
	const char *at = text;

	while (*at) {
		const struct redaction_name *name = find_name(redaction, text, at);

		if (name)
			fputs(replacements[name->kind], file);
		else
			fputc(*at, file);
		at += name ? name->length : 1;
	}
}

/* -- names ------------------------------------------------------------------- */

void redaction_init(struct redaction *redaction, struct arena *arena)
{
	redaction->names = NULL;
	redaction->arena = arena;
}

static size_t count_letters(const char *text, size_t length)
{
	size_t count = 0;

	for (size_t i = 0; i < length; i++)
		count += is_word(text[i]) && !(text[i] >= '0' && text[i] <= '9') && text[i] != '_';
	return count;
}

static bool is_common(const char *text, size_t length)
{
	static const char *const words[] = {
		"root", "home", "user", "users", "localhost", "localdomain", "bin", "dev", "etc",
		"lib", "media", "mnt", "nobody", "opt", "proc", "run", "share", "srv", "sys", "tmp",
		"usr", "var", "OpenCL", "opencl", "clrouter", "driver", "drivers", "device",
		"platform", "library", "config", "layers", "vendors", "cpu", "gpu",
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0)
			return true;
	return false;
}

static void add_name(struct redaction *redaction, enum redaction_kind kind, const char *text,
		     size_t length)
{
	struct redaction_name **place = &redaction->names;
	struct redaction_name *name = arena_alloc(redaction->arena, sizeof(*name));

	if (!name)
		return;
	name->kind = kind;
	name->text = arena_copy(redaction->arena, text, length);
	name->length = length;
	while (*place && (*place)->length >= length)
		place = &(*place)->next;
	if (!name->text)
		return;
	name->next = *place;
	*place = name;
}

static void add_word(struct redaction *redaction, enum redaction_kind kind, const char *text,
		     size_t length)
{
	if (count_letters(text, length) >= LEAST_LETTERS && !is_common(text, length))
		add_name(redaction, kind, text, length);
}

static void add_home(struct redaction *redaction, const char *path)
{
	size_t length = strlen(path);

	while (length > 0 && path[length - 1] == '/')
		length--;
	if (*path == '/' && length > 1)
		add_name(redaction, REDACTION_HOME, path, length);
}

/* The user of ALICE@DOMAIN or DOMAIN\ALICE. */
static void add_account(struct redaction *redaction, const char *text)
{
	const char *backslash = strchr(text, '\\');

	text = backslash ? backslash + 1 : text;
	add_word(redaction, REDACTION_USER, text, strcspn(text, "@"));
}

void redaction_add(struct redaction *redaction, enum redaction_kind kind, const char *text)
{
	if (!text)
		return;
	if (kind == REDACTION_HOME) {
		add_home(redaction, text);
		return;
	}
	add_word(redaction, kind, text, strlen(text));
	if (kind == REDACTION_HOST)
		add_word(redaction, kind, text, strcspn(text, "."));
	else
		add_account(redaction, text);
}

/* -- this process ------------------------------------------------------------ */

/* A home may be reached by a link; directories on the way are called like a user or a group. */
static void add_directory(struct redaction *redaction, const char *path)
{
	char *real = path ? realpath(path, NULL) : NULL;

	redaction_add(redaction, REDACTION_HOME, path);
	redaction_add(redaction, REDACTION_HOME, real);
	free(real);
	path = path ? text_skip_prefix(path, "/home/") : NULL;
	while (path) {
		size_t length;
		const char *name = text_next_element(&path, '/', &length);

		add_word(redaction, REDACTION_USER, name, length);
	}
}

static void add_user(struct redaction *redaction, const struct passwd *user)
{
	if (!user)
		return;
	redaction_add(redaction, REDACTION_USER, user->pw_name);
	add_directory(redaction, user->pw_dir);
}

void redaction_add_own(struct redaction *redaction)
{
	static const char *const variables[] = { "USER", "LOGNAME", "SUDO_USER", "DOAS_USER" };
	char host[256] = "";

	add_user(redaction, getpwuid(getuid()));
	add_user(redaction, getpwuid(geteuid()));
	add_directory(redaction, getenv("HOME"));
	for (size_t i = 0; i < ARRAY_SIZE(variables); i++) {
		const char *name = getenv(variables[i]);

		redaction_add(redaction, REDACTION_USER, name);
		if (name)
			add_user(redaction, getpwnam(name));
	}
	if (gethostname(host, sizeof(host) - 1) == 0)
		redaction_add(redaction, REDACTION_HOST, host);
}
