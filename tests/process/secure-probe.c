/* SPDX-License-Identifier: Apache-2.0 */
/*
 * secure-probe: prints what the loader reads in a process with elevated privileges, for
 * test-secure.sh and test-privilege.sh. The loader's modules are linked into it, because the
 * dynamic linker would not find a library of the build directory for a set-user-ID program.
 */
#include <stdio.h>

#include "loader/loader.h"

int __lsan_is_turned_off(void);

/* LeakSanitizer calls this. It cannot check a process with elevated privileges. */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void)
{
	return 1;
}

static void *find_nothing(const char *name)
{
	(void)name;
	return NULL;
}

static struct dispatch dispatch = { .find_export = find_nothing };

static unsigned count_variables(const struct env *env)
{
	unsigned count = 0;

	for (int i = 0; i < ENV_COUNT; i++)
		count += env->value[i] != NULL;
	return count;
}

static unsigned count_user_files(const struct settings *settings)
{
	unsigned count = 0;

	for (const struct settings_file *file = settings->files; file; file = file->next)
		count += file->source == 0 || file->source == 5;
	return count;
}

int main(void)
{
	const struct context *context;
	struct env env;
	unsigned named = 0;

	env_read(&env);
	loader_use(&dispatch);
	context = loader_context();
	for (const struct candidate *candidate = context->candidates.first; candidate;
	     candidate = candidate->next)
		named += candidate->origin != CANDIDATE_FROM_DIRECTORY;
	printf("secure %d, variables %u, candidates %u, user files %u, layers %u\n", env.secure,
	       count_variables(&context->settings.env), named, count_user_files(&context->settings),
	       (unsigned)context->layer_candidates.count);
	return 0;
}
