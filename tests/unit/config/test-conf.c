/* SPDX-License-Identifier: Apache-2.0 */
/* conf: the variables, and a process without memory. */
#include "config/conf.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "unit/fake-root.h"

static const struct settings *s;

START_TEST(variables_are_applied)
{
	const char **value = fake_root.env.value;

	value[ENV_OPENCL_LOADER_DRIVERS_DISABLE] = "a*, b";
	value[ENV_OPENCL_LOADER_DRIVERS_ENABLE] = "c";
	value[ENV_OPENCL_LOADER_LAYERS_DISABLE] = "d,,e";
	value[ENV_OCL_ICD_DEFAULT_PLATFORM] = "2";
	value[ENV_OCL_ICD_ASSUME_ICD_EXTENSION] = "0";
	value[ENV_OCL_ICD_FORCE_LEGACY_TERMINATION] = "T";
	value[ENV_OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING] = "yes";
	s = fake_root_read();
	ck_assert_uint_eq(fake_root_count_problems(), 1);
	ck_assert_ptr_nonnull(fake_root_problem("expected True, true, T or 1, found \"yes\""));
	ck_assert_str_eq(fake_root_join(&s->env_disable), "a*|b");
	ck_assert_str_eq(s->env_disable.items[0].origin.name, "OPENCL_LOADER_DRIVERS_DISABLE");
	ck_assert_str_eq(fake_root_join(&s->env_enable), "c");
	ck_assert_str_eq(fake_root_join(&s->env_layers_disable), "d|e");
	ck_assert(s->has_default_platform && s->default_platform == 2);
	ck_assert(s->assume_icd && s->legacy_termination && !s->no_unload);
	ck_assert_ptr_ne(s->env.value[ENV_HOME], fake_root.env.value[ENV_HOME]);

	value[ENV_OCL_ICD_DEFAULT_PLATFORM] = "-1";
	value[ENV_OCL_ICD_PLATFORM_SORT] = "name";
	value[ENV_OCL_ICD_ASSUME_ICD_EXTENSION] = "";
	value[ENV_OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING] = "off";
	value[ENV_OCL_ICD_DEBUG] = "x";
	s = fake_root_read();
	ck_assert_uint_eq(fake_root_count_problems(), 3);
	ck_assert_ptr_nonnull(fake_root_problem("expected a number, found \"x\""));
	ck_assert_ptr_nonnull(fake_root_problem("expected devices or none"));
	ck_assert_ptr_nonnull(fake_root_problem("expected the number of a platform"));
	ck_assert(!s->has_default_platform && !s->assume_icd);
}
END_TEST

/* Each line is one of layers.conf: the last one, stronger than all files. */
START_TEST(layer_options_are_lines)
{
	const char **value = fake_root.env.value;

	fake_root_write(USER_LAYERS, "[layer a]\nlibrary = liba.so\noption.x = file\noption.y = file\n");
	value[ENV_OPENCL_LAYER_OPTIONS] = "a.x=one=1\n\nlib/b.so.1.z=\na.x=two, ...\n";
	s = fake_root_read();
	ck_assert_uint_eq(fake_root_count_problems(), 0);
	ck_assert_uint_eq(s->layer_count, 2);
	ck_assert_str_eq(s->layer_sections[0].name, "a");
	ck_assert_str_eq(s->layer_sections[0].library.text, "liba.so");
	ck_assert_str_eq(fake_root_join(&s->layer_sections[0].options),
			 "x=file|y=file|x=one=1|x=two, ...");
	ck_assert_str_eq(s->layer_sections[0].options.items[3].origin.name,
			 "OPENCL_LAYER_OPTIONS");
	ck_assert_uint_eq(s->layer_sections[0].options.items[3].origin.line, 0);
	ck_assert_str_eq(s->layer_sections[1].name, "lib/b.so.1");
	ck_assert_str_eq(fake_root_join(&s->layer_sections[1].options), "z=");

	value[ENV_OPENCL_LAYER_OPTIONS] = "a.x\n.x=1\na.=1\n=\nqx=1.1\n .x=1\na.y=z";
	s = fake_root_read();
	ck_assert_uint_eq(fake_root_count_problems(), 6);
	ck_assert_ptr_nonnull(fake_root_problem("expected LAYER.NAME=VALUE, found \"a.x\""));
	ck_assert_ptr_nonnull(fake_root_problem("found \"qx=1.1\"; it is ignored"));
	ck_assert_str_eq(fake_root_join(&s->layer_sections[0].options), "x=file|y=file|y=z");

	fake_root.env.secure = true;
	ck_assert_uint_eq(fake_root_read()->layer_count, 0);
}
END_TEST

/* A program can replace malloc() of glibc. A sanitizer has an allocator of its own. */
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

/* calloc() and malloc() fail after this number of calls; never if it is negative. */
static long calls_left = -1;

void *__libc_calloc(size_t count, size_t size);
void *__libc_malloc(size_t size);

void *calloc(size_t count, size_t size)
{
	return calls_left == 0 ? NULL : calls_left-- ? __libc_calloc(count, size) : NULL;
}

void *malloc(size_t size)
{
	return calls_left == 0 ? NULL : calls_left-- ? __libc_malloc(size) : NULL;
}

START_TEST(no_memory_leaves_values_out)
{
	char text[8192] = "[order]\nfirst = x\n";
	size_t reports = 0;
	void *volatile memory;

	/* valgrind has an allocator of its own: then nothing can be tested. */
	calls_left = 0;
	memory = malloc(1);
	calls_left = -1;
	if (memory) {
		free(memory);
		return;
	}
	/* Enough text to allocate blocks of the arena in each step of conf_read(). */
	for (int i = 0; i < 200; i++)
		strcat(text, "[driver a]\nload = no\n");
	fake_root_write(MAIN_CONF, text);
	fake_root_write(LOCAL_CONF "90-good.conf", "[loader]\nnull_platform = good\n");
	fake_root_write(MAIN_LAYERS, "[layer a]\nlibrary = a\nprograms = b, c\n");
	for (long limit = 0; limit < 60; limit++) {
		arena_done(&fake_root.arena);
		calls_left = limit;
		s = fake_root_read();
		calls_left = -1;
		for (const struct settings_problem *p = s->problems; p; p = p->next)
			reports += strstr(p->text, "memory") != NULL;
		ck_assert_ptr_nonnull(s->null_platform.text);
	}
	ck_assert_uint_gt(reports, 5);
	ck_assert_str_eq(s->null_platform.text, "good");
	ck_assert_uint_eq(s->driver_count, 200);
	ck_assert_uint_eq(fake_root_count_problems(), 0);
}
END_TEST

#endif

int main(void)
{
	Suite *suite = suite_create("conf");
	TCase *tcase = fake_root_tcase(suite, "conf", 20);

	tcase_add_test(tcase, variables_are_applied);
	tcase_add_test(tcase, layer_options_are_lines);
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
	tcase_add_test(tcase, no_memory_leaves_values_out);
#else
	puts("not tested: no_memory_leaves_values_out, this allocator cannot be replaced");
#endif
	return unit_run(suite);
}
