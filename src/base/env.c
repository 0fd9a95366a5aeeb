/* SPDX-License-Identifier: Apache-2.0 */
/* env: see env.h. */
#include "base/env.h"

static const char *const names[] = {
#define X(name, loaders, help) #name,
	ENV_VARIABLES(X)
#undef X
};

const char *env_name(enum env_variable variable)
{
	return names[variable];
}

void env_read(struct env *env)
{
	env->secure = os_is_elevated();
	for (int i = 0; i < ENV_COUNT; i++)
		env->value[i] = os_variable(names[i]);
}
