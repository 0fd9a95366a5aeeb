/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conf: which files count: masking, what is no readable regular file, secure
 * execution, OPENCL_LOADER_CONFIG, the user's file, [program] sections, the
 * variables; and a process without memory.
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/fake-root.h"

static struct fake_root root;
static const struct settings *s;

static void setup(void)
{
	fake_root_init(&root);
	fake_root_write(&root, LOCAL_CONF "90-good.conf", "[loader]\nnull_platform = good\n");
}

static void teardown(void)
{
	fake_root_done(&root);
}

static enum reason reason_of(const char *path)
{
	const struct verdict *verdict = fake_root_verdict(&root, path);

	ck_assert_msg(verdict != NULL, "%s was not looked at", path);
	return verdict->reason;
}

#define SHIPPED SHIPPED_CONF "50-a.conf"
#define LOCAL LOCAL_CONF "50-a.conf"

static void make_nothing(void)
{
}

static void make_empty(void)
{
	fake_root_write(&root, LOCAL, "");
}

static void make_broken(void)
{
	fake_root_write(&root, LOCAL, "broken");
}

static void make_null_link(void)
{
	fake_root_link(&root, LOCAL, "/dev/null");
}

static void make_dangling(void)
{
	fake_root_link(&root, LOCAL, "nowhere");
}

static void make_loop(void)
{
	fake_root_link(&root, LOCAL, "50-a.conf");
}

static void make_directory(void)
{
	fake_root_make_room(&root, LOCAL "/");
}

static void make_fifo(void)
{
	ck_assert_int_eq(mkfifo(fake_root_path(&root, LOCAL), 0644), 0);
}

static void make_device(void)
{
	fake_root_link(&root, LOCAL, "/dev/zero");
}

static void make_large(void)
{
	fake_root_write(&root, LOCAL, "[drivers]\nenable = large\n");
	ck_assert_int_eq(truncate(fake_root_path(&root, LOCAL), 10 << 20), 0);
}

static void make_binary(void)
{
	fake_root_write_bytes(&root, LOCAL, "\x7F" "ELF\2\1\1\0\0\0", 10);
}

static void make_good(void)
{
	fake_root_write(&root, LOCAL, "[drivers]\nenable = local\n");
}

struct mask {
	void (*make)(void);
	bool masks;
	enum reason reason;	/* of the local file */
	int code;
};

static const struct mask masks[] = {
	{ make_nothing, false, REASON_OK, 0 },
	{ make_empty, true, REASON_OK, 0 },
	{ make_broken, true, REASON_CONFIG_REFUSED, 0 },
	{ make_null_link, true, REASON_OK, 0 },
	{ make_dangling, true, REASON_UNREADABLE, ENOENT },
	{ make_loop, true, REASON_UNREADABLE, ELOOP },
	{ make_directory, true, REASON_NOT_REGULAR, 0 },
	{ make_fifo, true, REASON_NOT_REGULAR, 0 },
	{ make_device, true, REASON_NOT_REGULAR, 0 },
	{ make_large, true, REASON_CONFIG_REFUSED, 0 },
	{ make_binary, true, REASON_CONFIG_REFUSED, 0 },
	{ make_good, true, REASON_OK, 0 },
};

START_TEST(test_mask)
{
	const struct mask *row = &masks[_i];

	fake_root_write(&root, SHIPPED, "[drivers]\ndisable = shipped\n");
	row->make();
	s = fake_root_read(&root);
	ck_assert_str_eq(s->null_platform.text, "good");
	ck_assert_str_eq(fake_root_join(&s->disable), row->masks ? "" : "shipped");
	ck_assert_str_eq(fake_root_join(&s->enable), row->make == make_good ? "local" : "");
	ck_assert_int_eq(reason_of(SHIPPED), row->masks ? REASON_MASKED : REASON_OK);
	if (!row->masks)
		return;
	ck_assert_str_eq(fake_root_verdict(&root, SHIPPED)->detail, LOCAL);
	ck_assert_int_eq(reason_of(LOCAL), row->reason);
	ck_assert_int_eq(fake_root_verdict(&root, LOCAL)->code, row->code);
	/* Whatever is refused for what it says has its line in the problems. */
	ck_assert_uint_eq(fake_root_count_problems(&root), row->reason == REASON_CONFIG_REFUSED);
}
END_TEST

/* A loader with a prefix of its own: its local files mask the system's too. */
START_TEST(test_mask_system)
{
	if (strcmp(SYSCONFDIR, "/etc") == 0)
		return;
	fake_root_write(&root, "/usr/share/OpenCL/loader.conf.d/50-a.conf", "[order]\nlast = s\n");
	s = fake_root_read(&root);
	ck_assert_str_eq(fake_root_join(&s->last), "s");
	fake_root_write(&root, LOCAL, "");
	s = fake_root_read(&root);
	ck_assert_str_eq(fake_root_join(&s->last), "");
}
END_TEST

/* Only names ending in .conf, none hidden; a whole mebibyte is still read. */
START_TEST(test_names)
{
	char *text = malloc((1 << 20) + 2);

	fake_root_write(&root, LOCAL_CONF ".a.conf", "[drivers]\nenable = hidden\n");
	fake_root_write(&root, LOCAL_CONF "a.conf~", "[drivers]\nenable = backup\n");
	fake_root_write(&root, LOCAL_CONF "a.conf.dpkg-old", "[drivers]\nenable = old\n");
	memset(text, '\n', (1 << 20) + 2);
	memcpy(text, "[order]\nlast=x\n", 15);
	fake_root_write_bytes(&root, MAIN_CONF, text, 1 << 20);
	s = fake_root_read(&root);
	ck_assert_uint_eq(s->enable.count, 0);
	ck_assert_str_eq(fake_root_join(&s->last), "x");
	fake_root_write_bytes(&root, MAIN_CONF, text, (1 << 20) + 1);
	s = fake_root_read(&root);
	ck_assert_uint_eq(s->last.count, 0);
	ck_assert_int_eq(reason_of(MAIN_CONF), REASON_CONFIG_REFUSED);
	free(text);
}
END_TEST

START_TEST(test_unreadable)
{
	fake_root_write(&root, MAIN_CONF, "[order]\nlast = x\n");
	ck_assert_int_eq(chmod(fake_root_path(&root, MAIN_CONF), 0), 0);
	if (geteuid() == 0 && seteuid(65534) != 0)
		return;
	chmod(root.path, 0755);
	s = fake_root_read(&root);
	if (seteuid(getuid()) != 0)
		return;
	ck_assert_uint_eq(s->last.count, 0);
}
END_TEST

START_TEST(test_secure)
{
	bool is_root = geteuid() == 0;

	root.env.secure = true;
	root.env.value[ENV_OCL_ICD_PLATFORM_SORT] = "devices";
	fake_root_write(&root, MAIN_CONF, "[program program]\nlast = main\n");
	fake_root_write(&root, SHIPPED, "[order]\nfirst = shipped\n");
	fake_root_write(&root, USER_CONF, "[drivers]\ndisable = user\n");
	ck_assert_int_eq(chmod(fake_root_path(&root, SHIPPED), 0666), 0);
	s = fake_root_read(&root);
	ck_assert_uint_eq(s->first.count + s->disable.count, 0);
	ck_assert_int_eq(s->sort.value, SETTINGS_SORT_FILE);
	ck_assert(s->env.secure && !s->env.value[ENV_HOME]);
	ck_assert_int_eq(reason_of(SHIPPED), REASON_UNTRUSTED);
	ck_assert_ptr_null(fake_root_verdict(&root, USER_CONF));
	ck_assert_int_eq(reason_of(MAIN_CONF), is_root ? REASON_OK : REASON_UNTRUSTED);
	ck_assert_str_eq(fake_root_join(&s->last), is_root ? "main" : "");
	if (!is_root)
		return;
	ck_assert_int_eq(chmod(fake_root_path(&root, MAIN_CONF), 0664), 0);
	s = fake_root_read(&root);
	ck_assert_int_eq(reason_of(MAIN_CONF), REASON_UNTRUSTED);
	ck_assert_int_eq(chmod(fake_root_path(&root, MAIN_CONF), 0644), 0);
	ck_assert_int_eq(chown(fake_root_path(&root, MAIN_CONF), 1, 0), 0);
	s = fake_root_read(&root);
	ck_assert_int_eq(reason_of(MAIN_CONF), REASON_UNTRUSTED);
	ck_assert_uint_eq(s->last.count, 0);
}
END_TEST

START_TEST(test_named)
{
	fake_root_write(&root, USER_CONF, "[drivers]\ndisable = user\n");
	fake_root_write(&root, MAIN_LAYERS, "[layers]\nload = main\n");
	fake_root_write(&root, "/x/my.conf", "[order]\nlast = my\n[program program]\nfirst = p\n");
	fake_root_write(&root, "/x/layers.conf", "[layers]\nload = beside\n");
	root.env.value[ENV_OPENCL_LOADER_CONFIG] = "/x/my.conf";
	s = fake_root_read(&root);
	ck_assert_str_eq(s->null_platform.text, "first");
	ck_assert_uint_eq(s->disable.count, 0);
	ck_assert_str_eq(fake_root_join(&s->last), "my");
	ck_assert_str_eq(fake_root_join(&s->first), "p");
	ck_assert_str_eq(fake_root_join(&s->layers), "beside");
	ck_assert_uint_eq(s->files->source, 0);

	root.env.value[ENV_OPENCL_LOADER_CONFIG] = "none";
	s = fake_root_read(&root);
	ck_assert_str_eq(s->null_platform.text, "first");
	ck_assert_uint_eq(s->layers.count + s->last.count, 0);
	ck_assert_ptr_null(s->files);

	root.env.value[ENV_OPENCL_LOADER_CONFIG] = "/x/none.conf";
	s = fake_root_read(&root);
	ck_assert_int_eq(reason_of("/x/none.conf"), REASON_UNREADABLE);
	ck_assert_str_eq(fake_root_join(&s->layers), "beside");

	root.env.value[ENV_OPENCL_LOADER_CONFIG] = "";
	s = fake_root_read(&root);
	ck_assert_str_eq(fake_root_join(&s->layers), "main");

	fake_root_write(&root, MAIN_CONF, "[loader]\nenvironment = ignore\n");
	root.env.value[ENV_OPENCL_LOADER_CONFIG] = "/x/my.conf";
	s = fake_root_read(&root);
	ck_assert_str_eq(s->null_platform.text, "good");
	ck_assert_uint_eq(s->last.count, 0);
	for (int i = 0; i < ENV_COUNT; i++)
		ck_assert_ptr_null(s->env.value[i]);
}
END_TEST

START_TEST(test_user)
{
	fake_root_write(&root, USER_CONF, "[order]\nlast = home\n");
	fake_root_write(&root, "/xdg/OpenCL/loader.conf", "[order]\nlast = xdg\n");
	ck_assert_str_eq(fake_root_join(&fake_root_read(&root)->last), "home");
	root.env.value[ENV_XDG_CONFIG_HOME] = "/xdg";
	ck_assert_str_eq(fake_root_join(&fake_root_read(&root)->last), "xdg");
	root.env.value[ENV_XDG_CONFIG_HOME] = "xdg";
	ck_assert_str_eq(fake_root_join(&fake_root_read(&root)->last), "home");
	root.env.value[ENV_XDG_CONFIG_HOME] = "/other";
	ck_assert_uint_eq(fake_root_read(&root)->last.count, 0);
	root.env.value[ENV_XDG_CONFIG_HOME] = "";
	root.env.value[ENV_HOME] = NULL;
	ck_assert_uint_eq(fake_root_read(&root)->last.count, 0);
}
END_TEST

struct program_row {
	const char *section;
	const char *program;
	bool applies;
};

static const struct program_row programs[] = {
	{ "[program darktable]", "/usr/bin/darktable", true },
	{ "[program dark*]", "/usr/bin/darktable", true },
	{ "[program DARK*]", "/usr/bin/darktable", true },
	{ "[program darktable]", "/usr/bin/darktable-cli", false },
	{ "[program bin*]", "/usr/bin/darktable", false },
	{ "[program /usr/bin/*]", "/usr/bin/darktable", true },
	{ "[program */darktable]", "/opt/dt/bin/darktable", true },
	{ "[program /usr/bin/]", "/usr/bin/darktable", false },
	{ "[program x]\nmatch = y, dark*", "/usr/bin/darktable", true },
	{ "[program x]\nmatch = y,\n  /usr/*", "/usr/bin/darktable", true },
	{ "[program x]\nmatch = dark*\nmatch = y", "/usr/bin/darktable", false },
	{ "[program x]\nmatch = dark*\nmatch = y, ...", "/usr/bin/darktable", true },
	{ "[program dark*]\nmatch = y", "/usr/bin/darktable", true },
	{ "[program *]", NULL, false },
};

START_TEST(test_program)
{
	const struct program_row *row = &programs[_i];
	char text[256];

	root.program = row->program;
	snprintf(text, sizeof(text), "%s\nfirst = p\n[order]\nfirst = plain\n", row->section);
	fake_root_write(&root, MAIN_CONF, text);
	s = fake_root_read(&root);
	ck_assert_uint_eq(fake_root_count_problems(&root), 0);
	ck_assert_str_eq(fake_root_join(&s->first), row->applies ? "p" : "plain");
}
END_TEST

/* Several sections of one file apply, the later is the stronger. */
START_TEST(test_programs_together)
{
	fake_root_write(&root, MAIN_CONF,
			"[program program]\nfirst = ..., a\nsort = name\nhide_empty = yes\n"
			"disable_layers = x\nlayers = t\nlast = l\n"
			"[program other]\nfirst = no\n"
			"[program pro*]\nfirst = ..., b\nsort = version\nenable = e\n"
			"[order]\nfirst = plain\n");
	s = fake_root_read(&root);
	ck_assert_str_eq(fake_root_join(&s->first), "plain|a|b");
	ck_assert_uint_eq(s->first.items[1].origin.line, 2);
	ck_assert_int_eq(s->sort.value, SETTINGS_SORT_VERSION);
	ck_assert(s->hide_empty.value);
	ck_assert_str_eq(fake_root_join(&s->layers), "t");
	ck_assert_str_eq(fake_root_join(&s->layers_disable), "x");
	ck_assert_str_eq(fake_root_join(&s->last), "l");
	ck_assert_str_eq(fake_root_join(&s->enable), "e");
}
END_TEST

START_TEST(test_variables)
{
	const char **value = root.env.value;

	value[ENV_OPENCL_LOADER_DRIVERS_DISABLE] = "a*, b";
	value[ENV_OPENCL_LOADER_DRIVERS_ENABLE] = "c";
	value[ENV_OPENCL_LOADER_LAYERS_DISABLE] = "d,,e";
	value[ENV_OCL_ICD_DEFAULT_PLATFORM] = "2";
	value[ENV_OCL_ICD_ASSUME_ICD_EXTENSION] = "0";
	value[ENV_OCL_ICD_FORCE_LEGACY_TERMINATION] = "T";
	value[ENV_OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING] = "yes";
	s = fake_root_read(&root);
	ck_assert_uint_eq(fake_root_count_problems(&root), 0);
	ck_assert_str_eq(fake_root_join(&s->env_disable), "a*|b");
	ck_assert_str_eq(s->env_disable.items[0].origin.name, "OPENCL_LOADER_DRIVERS_DISABLE");
	ck_assert_str_eq(fake_root_join(&s->env_enable), "c");
	ck_assert_str_eq(fake_root_join(&s->env_layers_disable), "d|e");
	ck_assert(s->has_default_platform && s->default_platform == 2);
	ck_assert(s->assume_icd && s->legacy_termination && !s->no_unload);
	ck_assert_ptr_ne(s->env.value[ENV_HOME], root.env.value[ENV_HOME]);

	value[ENV_OCL_ICD_DEFAULT_PLATFORM] = "-1";
	value[ENV_OCL_ICD_PLATFORM_SORT] = "name";
	value[ENV_OCL_ICD_ASSUME_ICD_EXTENSION] = "";
	s = fake_root_read(&root);
	ck_assert_uint_eq(fake_root_count_problems(&root), 2);
	ck_assert_ptr_nonnull(fake_root_problem(&root, "expected devices or none"));
	ck_assert_ptr_nonnull(fake_root_problem(&root, "expected the number of a platform"));
	ck_assert(!s->has_default_platform && !s->assume_icd);
}
END_TEST

START_TEST(test_own_program)
{
	struct arena arena = ARENA_INIT;
	const char *program = conf_own_program(&arena);

	ck_assert_ptr_nonnull(program);
	ck_assert_ptr_nonnull(strstr(program, "test-conf-files"));
	arena_done(&arena);
}
END_TEST

/*
 * A sanitizer has an allocator of its own, which nobody may get between, and only
 * glibc has other names for its own.
 */
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define CAN_FAIL_MALLOC


/* calloc() and malloc() fail from the Nth call on, and then always. */
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

START_TEST(test_no_memory)
{
	char text[8192] = "[order]\nfirst = x\n";
	size_t told = 0;
	void *volatile memory;

	/* valgrind has an allocator of its own too. */
	calls_left = 0;
	memory = malloc(1);
	calls_left = -1;
	if (memory) {
		free(memory);
		return;
	}
	/* Enough to fill blocks of the arena in every part of the work. */
	for (int i = 0; i < 200; i++)
		strcat(text, "[driver a]\nload = no\n");
	fake_root_write(&root, MAIN_CONF, text);
	fake_root_write(&root, MAIN_LAYERS, "[layer a]\nlibrary = a\nprograms = b, c\n");
	for (long limit = 0; limit < 60; limit++) {
		arena_done(&root.arena);
		calls_left = limit;
		s = fake_root_read(&root);
		calls_left = -1;
		for (const struct settings_problem *p = s->problems; p; p = p->next)
			told += strstr(p->text, "memory") != NULL;
		ck_assert_ptr_nonnull(s->null_platform.text);
	}
	ck_assert_uint_gt(told, 5);
	ck_assert_str_eq(s->null_platform.text, "good");
	ck_assert_uint_eq(s->driver_count, 200);
	ck_assert_uint_eq(fake_root_count_problems(&root), 0);
}
END_TEST

#endif

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

int main(void)
{
	Suite *suite = suite_create("conf-files");
	TCase *tcase = tcase_create("conf-files");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, test_mask, 0, COUNT(masks));
	tcase_add_test(tcase, test_mask_system);
	tcase_add_test(tcase, test_names);
	tcase_add_test(tcase, test_unreadable);
	tcase_add_test(tcase, test_secure);
	tcase_add_test(tcase, test_named);
	tcase_add_test(tcase, test_user);
	tcase_add_loop_test(tcase, test_program, 0, COUNT(programs));
	tcase_add_test(tcase, test_programs_together);
	tcase_add_test(tcase, test_variables);
	tcase_add_test(tcase, test_own_program);
#ifdef CAN_FAIL_MALLOC
	tcase_add_test(tcase, test_no_memory);
#else
	puts("not looked at: a start without memory, which this allocator cannot be made to fail");
#endif
	suite_add_tcase(suite, tcase);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
