/* SPDX-License-Identifier: Apache-2.0 */
/*
 * env: see env.h. One walk over the environment instead of one getenv() per
 * variable: twenty look-ups cost more than a driver's whole acceptance. The
 * kernel's AT_SECURE is what secure_getenv() goes by too.
 */
#include "base/env.h"

#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/text.h"

/* One behind the other, each behind its size: a table would be as wide as the longest. */
static const struct {
#define X(name, who, help) unsigned char size_of_##name; char name[sizeof(#name)];
	ENV_VARIABLES(X)
#undef X
} names = {
#define X(name, who, help) sizeof(#name), #name,
	ENV_VARIABLES(X)
#undef X
};

static const char *first_name(void)
{
	return (const char *)&names + 1;
}

static const char *next_name(const char *name)
{
	return name + (unsigned char)name[-1] + 1;
}

const char *env_name(enum env_variable variable)
{
	const char *name = first_name();

	for (int i = 0; i < (int)variable; i++)
		name = next_name(name);
	return name;
}

static void take_variable(struct env *env, const char *setting)
{
	const char *name = first_name();

	for (int i = 0; i < ENV_COUNT; i++, name = next_name(name)) {
		const char *rest = text_skip_prefix(setting, name);

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
