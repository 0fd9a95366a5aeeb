/* SPDX-License-Identifier: Apache-2.0 */
/* fake-root: see fake-root.h. */
#include "unit/fake-root.h"

#include <check.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void fake_root_init(struct fake_root *root)
{
	const char *directory = getenv("TMPDIR");

	memset(root, 0, sizeof(*root));
	snprintf(root->path, sizeof(root->path), "%s/clrouter-XXXXXX",
		 directory ? directory : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(root->path));
	root->env.value[ENV_HOME] = "/home/u";
	root->program = "/usr/bin/program";
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status;
	(void)type;
	(void)walk;
	return remove(path);
}

void fake_root_done(struct fake_root *root)
{
	arena_done(&root->arena);
	nftw(root->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *fake_root_path(const struct fake_root *root, const char *path)
{
	static char whole[1024];

	snprintf(whole, sizeof(whole), "%s%s", root->path, path);
	return whole;
}

void fake_root_make_room(const struct fake_root *root, const char *path)
{
	char whole[1024];

	snprintf(whole, sizeof(whole), "%s%s", root->path, path);
	for (char *at = whole + strlen(root->path) + 1; *at; at++)
		if (*at == '/') {
			*at = '\0';
			mkdir(whole, 0755);
			*at = '/';
		}
}

static void write_bytes(const struct fake_root *root, const char *path, int flags,
			const char *bytes, size_t size)
{
	int file;

	fake_root_make_room(root, path);
	file = open(fake_root_path(root, path), O_WRONLY | O_CREAT | flags, 0644);
	ck_assert_int_ge(file, 0);
	ck_assert_int_eq(write(file, bytes, size), (ssize_t)size);
	close(file);
}

void fake_root_write_bytes(const struct fake_root *root, const char *path, const char *bytes,
			   size_t size)
{
	write_bytes(root, path, O_TRUNC, bytes, size);
}

void fake_root_write(const struct fake_root *root, const char *path, const char *text)
{
	write_bytes(root, path, O_TRUNC, text, strlen(text));
}

void fake_root_append(const struct fake_root *root, const char *path, const char *text)
{
	write_bytes(root, path, O_APPEND, text, strlen(text));
}

void fake_root_link(const struct fake_root *root, const char *path, const char *target)
{
	fake_root_make_room(root, path);
	ck_assert_int_eq(symlink(target, fake_root_path(root, path)), 0);
}

const struct settings *fake_root_read(struct fake_root *root)
{
	struct conf_place place = { root->path, root->env, root->program };

	arena_done(&root->arena);
	conf_read(&root->settings, &place, &root->arena);
	return &root->settings;
}

const struct verdict *fake_root_verdict(const struct fake_root *root, const char *path)
{
	for (const struct settings_file *f = root->settings.files; f; f = f->next)
		if (strcmp(f->path, path) == 0)
			return &f->verdict;
	return NULL;
}

const struct settings_problem *fake_root_problem(const struct fake_root *root, const char *text)
{
	for (const struct settings_problem *p = root->settings.problems; p; p = p->next)
		if (strstr(p->text, text))
			return p;
	return NULL;
}

size_t fake_root_count_problems(const struct fake_root *root)
{
	size_t count = 0;

	for (const struct settings_problem *p = root->settings.problems; p; p = p->next)
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
