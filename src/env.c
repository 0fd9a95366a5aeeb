/* SPDX-License-Identifier: Apache-2.0 */
/*
 * env: see env.h. One walk over the environment instead of one getenv() per
 * variable: twenty look-ups cost more than a driver's whole acceptance. The
 * kernel's AT_SECURE is what secure_getenv() goes by too.
 */
#include "env.h"

#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "text.h"

#define NAME_SIZE 42

static const char names[ENV_COUNT][NAME_SIZE] = {
#define X(name, who, help) #name,
	ENV_VARIABLES(X)
#undef X
};

#define X(name, who, help) \
	_Static_assert(sizeof(#name) <= NAME_SIZE, "longer than NAME_SIZE");
ENV_VARIABLES(X)
#undef X

const char *env_name(enum env_variable variable)
{
	return names[variable];
}

static void take_variable(struct env *env, const char *setting)
{
	for (int i = 0; i < ENV_COUNT; i++) {
		const char *rest = text_skip_prefix(setting, names[i]);

		/* The first of two settings counts, as for getenv(). */
		if (rest && *rest == '=') {
			if (!env->value[i])
				env->value[i] = rest + 1;
			return;
		}
	}
}

void env_read(struct env *env)
{
	memset(env, 0, sizeof(*env));
	env->secure = getauxval(AT_SECURE) != 0;
	if (env->secure || !environ)
		return;
	for (char **setting = environ; *setting; setting++)
		if (**setting == 'O' || **setting == 'H' || **setting == 'X')
			take_variable(env, *setting);
}
