/* SPDX-License-Identifier: Apache-2.0 */
/*
 * env: the variables of the two older loaders, and clrouter's variables.
 * tests/process/test-secure.sh tests that no variable counts in secure execution.
 */
#include "base/env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/unit.h"

/* The names are listed a second time here, so that a change of a name in env.h is noticed. */
static const struct {
	const char *name;
	enum env_variable variable;
} variables[] = {
	{ "OCL_ICD_FILENAMES", ENV_OCL_ICD_FILENAMES },
	{ "OCL_ICD_VENDORS", ENV_OCL_ICD_VENDORS },
	{ "OPENCL_VENDOR_PATH", ENV_OPENCL_VENDOR_PATH },
	{ "OPENCL_LAYERS", ENV_OPENCL_LAYERS },
	{ "OPENCL_LAYER_PATH", ENV_OPENCL_LAYER_PATH },
	{ "OPENCL_LAYER_OPTIONS", ENV_OPENCL_LAYER_OPTIONS },
	{ "OCL_ICD_PLATFORM_SORT", ENV_OCL_ICD_PLATFORM_SORT },
	{ "OCL_ICD_DEFAULT_PLATFORM", ENV_OCL_ICD_DEFAULT_PLATFORM },
	{ "OCL_ICD_ASSUME_ICD_EXTENSION", ENV_OCL_ICD_ASSUME_ICD_EXTENSION },
	{ "OCL_ICD_DEBUG", ENV_OCL_ICD_DEBUG },
	{ "OCL_ICD_ENABLE_TRACE", ENV_OCL_ICD_ENABLE_TRACE },
	{ "OCL_ICD_FORCE_LEGACY_TERMINATION", ENV_OCL_ICD_FORCE_LEGACY_TERMINATION },
	{ "OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING",
	  ENV_OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING },
	{ "OPENCL_LOADER_LOG", ENV_OPENCL_LOADER_LOG },
	{ "OPENCL_LOADER_CONFIG", ENV_OPENCL_LOADER_CONFIG },
	{ "OPENCL_LOADER_DRIVERS_DISABLE", ENV_OPENCL_LOADER_DRIVERS_DISABLE },
	{ "OPENCL_LOADER_DRIVERS_ENABLE", ENV_OPENCL_LOADER_DRIVERS_ENABLE },
	{ "OPENCL_LOADER_LAYERS_DISABLE", ENV_OPENCL_LOADER_LAYERS_DISABLE },
	{ "HOME", ENV_HOME },
	{ "XDG_CONFIG_HOME", ENV_XDG_CONFIG_HOME },
};

_Static_assert(UNIT_ROWS(variables) == ENV_COUNT, "every variable of env.h needs a row");

/* No variable is set, except VARIABLE; ENV_COUNT stands for no exception. */
static void check_only(const struct env *env, int variable)
{
	for (int i = 0; i < ENV_COUNT; i++)
		if (i != variable)
			ck_assert_ptr_null(env->value[i]);
}

START_TEST(variable_is_read)
{
	static const char *const values[] = { "some value", "", "=a=", "no" };
	struct env env;

	ck_assert_str_eq(env_name(variables[_i].variable), variables[_i].name);
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		clearenv();
		setenv(variables[_i].name, values[i], 1);
		env_read(&env);
		ck_assert(!env.secure);
		ck_assert_str_eq(env.value[variables[_i].variable], values[i]);
		check_only(&env, (int)variables[_i].variable);
	}
}
END_TEST

START_TEST(similar_names_are_not_read)
{
	char name[64];
	struct env env;

	clearenv();
	snprintf(name, sizeof(name), "%sX", variables[_i].name);
	setenv(name, "x", 1);
	memcpy(name, variables[_i].name, strlen(variables[_i].name) - 1);
	name[strlen(variables[_i].name) - 1] = '\0';
	setenv(name, "x", 1);
	snprintf(name, sizeof(name), "X%s", variables[_i].name);
	setenv(name, "x", 1);
	env_read(&env);
	check_only(&env, ENV_COUNT);
}
END_TEST

START_TEST(malformed_environments)
{
	static char *settings[] = { (char *)"", (char *)"=", (char *)"OCL_ICD_VENDORS",
				    (char *)"HOME=first", (char *)"HOME=second", NULL };
	char **before = environ;
	struct env env;

	environ = settings;
	env_read(&env);
	ck_assert_str_eq(env.value[ENV_HOME], "first");
	check_only(&env, ENV_HOME);
	environ = NULL;
	env_read(&env);
	check_only(&env, ENV_COUNT);
	environ = before;
}
END_TEST

START_TEST(environment_is_not_changed)
{
	struct env env;

	setenv("OPENCL_LAYERS", "/a/one.so:/b/two.so", 1);
	env_read(&env);
	ck_assert_ptr_eq(env.value[ENV_OPENCL_LAYERS], getenv("OPENCL_LAYERS"));
	ck_assert_str_eq(getenv("OPENCL_LAYERS"), "/a/one.so:/b/two.so");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("env");
	TCase *tcase = unit_tcase(suite, "env", 10);

	tcase_add_loop_test(tcase, variable_is_read, 0, UNIT_ROWS(variables));
	tcase_add_loop_test(tcase, similar_names_are_not_read, 0, UNIT_ROWS(variables));
	tcase_add_test(tcase, malformed_environments);
	tcase_add_test(tcase, environment_is_not_changed);
	return unit_run(suite);
}
