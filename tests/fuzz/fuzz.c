/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz: see fuzz.h. */
#include "fuzz.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void fuzz_fail(const char *condition, const char *file, int line)
{
	fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
	abort();
}

char *fuzz_take(struct fuzz_input *input, char separator, size_t *size, struct arena *arena)
{
	const char *start = input->at;
	const char *stop;
	char *text;

	if (!start)
		return NULL;
	stop = memchr(start, separator, (size_t)(input->end - start));
	input->at = stop ? stop + 1 : NULL;
	if (!stop)
		stop = input->end;
	text = arena_copy(arena, start, (size_t)(stop - start));
	FUZZ_CHECK(text);
	if (size)
		*size = (size_t)(stop - start);
	return text;
}

const char *fuzz_take_variable(struct fuzz_input *input, struct arena *arena)
{
	const char *value = fuzz_take(input, '\n', NULL, arena);

	return value && strcmp(value, "-") == 0 ? NULL : value;
}

static char root[64];
static pid_t owner;

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
	(void)status;
	(void)type;
	(void)where;
	return remove(path);
}

/* After a finding libFuzzer calls _exit(), so the directory stays for a look at it. */
static void remove_root(void)
{
	if (getpid() == owner)
		nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_root(void)
{
	const char *parent = getenv("TMPDIR");

	if (*root)
		return root;
	snprintf(root, sizeof(root), "%s/clrouter-fuzz-XXXXXX",
		 parent && strlen(parent) < sizeof(root) / 2 ? parent : "/tmp");
	FUZZ_CHECK(mkdtemp(root));
	owner = getpid();
	atexit(remove_root);
	return root;
}

static void make_parents(char *path)
{
	for (char *slash = strchr(path + strlen(root) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0755);
		*slash = '/';
	}
}

void fuzz_write(const char *path, const void *bytes, size_t size)
{
	char full_path[512];
	int file;

	snprintf(full_path, sizeof(full_path), "%s%s", fuzz_root(), path);
	if (!bytes) {
		unlink(full_path);
		return;
	}
	make_parents(full_path);
	file = open(full_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	FUZZ_CHECK(file >= 0);
	FUZZ_CHECK(write(file, bytes, size) == (ssize_t)size);
	close(file);
}

void fuzz_check_candidates(const struct candidate_list *list)
{
	size_t count = 0;

	for (const struct candidate *candidate = list->first; candidate;
	     candidate = candidate->next) {
		bool is_good = candidate->verdict.reason == REASON_OK;

		count++;
		FUZZ_CHECK(candidate->verdict.reason < REASON_COUNT);
		FUZZ_CHECK(candidate->path || candidate->written);
		FUZZ_CHECK(!is_good || (candidate->library && *candidate->library));
		FUZZ_CHECK(strcmp(reason_id(candidate->verdict.reason), "?") != 0);
	}
	FUZZ_CHECK(count == list->count);
}
