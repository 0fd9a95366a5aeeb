/* SPDX-License-Identifier: Apache-2.0 */
/* fake-root: see fake-root.h. */
#include "unit/fake-root.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct fake_root fake_root;

static void begin_test(void)
{
	memset(&fake_root, 0, sizeof(fake_root));
	fake_root.env.value[ENV_HOME] = "/home/u";
	fake_root.program = "/usr/bin/program";
}

static void end_test(void)
{
	arena_done(&fake_root.arena);
}

TCase *fake_root_tcase(Suite *suite, const char *name, int seconds)
{
	TCase *tcase = unit_tcase(suite, name, seconds);

	tcase_add_checked_fixture(tcase, begin_test, end_test);
	return tcase;
}

void fake_root_write(const char *path, const char *text)
{
	unit_write(path, text, strlen(text));
}

void fake_root_append(const char *path, const char *text)
{
	int file = open(unit_path(path), O_WRONLY | O_APPEND);

	if (file < 0) {
		fake_root_write(path, text);
		return;
	}
	ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
	close(file);
}

const struct settings *fake_root_read(void)
{
	struct conf_place place = { unit_dir, fake_root.env, fake_root.program };

	arena_done(&fake_root.arena);
	conf_read(&fake_root.settings, &place, &fake_root.arena);
	return &fake_root.settings;
}

const struct settings *fake_root_read_text(const char *text)
{
	fake_root_write(MAIN_CONF, text);
	return fake_root_read();
}

const struct verdict *fake_root_verdict(const char *path)
{
	for (const struct settings_file *f = fake_root.settings.files; f; f = f->next)
		if (strcmp(f->path, path) == 0)
			return &f->verdict;
	return NULL;
}

const struct settings_problem *fake_root_problem(const char *text)
{
	for (const struct settings_problem *p = fake_root.settings.problems; p; p = p->next)
		if (strstr(p->text, text))
			return p;
	return NULL;
}

size_t fake_root_count_problems(void)
{
	size_t count = 0;

	for (const struct settings_problem *p = fake_root.settings.problems; p; p = p->next)
		count++;
	return count;
}

const char *fake_root_join(const struct setting_list *list)
{
	static char text[4][4096];
	static unsigned turn;
	char *end = text[turn = (turn + 1) % 4];
	char *start = end;

	*end = '\0';
	for (size_t i = 0; i < list->count && end - start < 3800; i++)
		end += sprintf(end, "%s%.200s", i ? "|" : "", list->items[i].text);
	return start;
}
