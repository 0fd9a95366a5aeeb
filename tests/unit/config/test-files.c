/* SPDX-License-Identifier: Apache-2.0 */
/*
 * files: which files are read: masking, files that are not regular or not readable, names, secure
 * execution, the file of the user, and the file that OPENCL_LOADER_CONFIG names.
 */
#include "config/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/fake-root.h"

static const struct settings *s;

/* A file that is read, even if others are refused. */
static void write_good(void)
{
	fake_root_write(LOCAL_CONF "90-good.conf", "[loader]\nnull_platform = good\n");
}

static enum reason reason_of(const char *path)
{
	const struct verdict *verdict = fake_root_verdict(path);

	ck_assert_msg(verdict != NULL, "%s has no verdict", path);
	return verdict->reason;
}

#define SHIPPED SHIPPED_CONF "50-a.conf"
#define LOCAL LOCAL_CONF "50-a.conf"

static const struct {
	const char *make;	/* see unit_make() */
	bool masks;		/* the shipped file is masked */
	enum reason reason;	/* of the local file */
	int code;
} masks[] = {
	{ "/elsewhere", false, REASON_OK, 0 },
	{ LOCAL "=", true, REASON_OK, 0 },
	{ LOCAL "=[drivers]\nenable = local\n", true, REASON_OK, 0 },
	{ LOCAL "=[drivers]\nenable = half\nbroken", true, REASON_CONFIG_REFUSED, 0 },
	{ LOCAL "=\x7F" "ELF\2\1\1", true, REASON_CONFIG_REFUSED, 0 },
	{ LOCAL "->/dev/null", true, REASON_OK, 0 },
	{ LOCAL "->nowhere", true, REASON_UNREADABLE, ENOENT },
	{ LOCAL "->50-a.conf", true, REASON_UNREADABLE, ELOOP },
	{ LOCAL "/", true, REASON_NOT_REGULAR, 0 },
	{ LOCAL "|", true, REASON_NOT_REGULAR, 0 },
	{ LOCAL "@", true, REASON_NOT_REGULAR, 0 },
	{ LOCAL "->/dev/zero", true, REASON_NOT_REGULAR, 0 },
};

/* A local file of any kind masks the shipped file of its name, and does not affect other files. */
START_TEST(local_file_masks_shipped_file)
{
	bool is_local = strstr(masks[_i].make, "= local") != NULL;

	fake_root_write(SHIPPED, "[drivers]\ndisable = shipped\n");
	unit_make(masks[_i].make);
	s = fake_root_read();
	ck_assert_str_eq(s->null_platform.text, "good");
	ck_assert_str_eq(fake_root_join(&s->disable), masks[_i].masks ? "" : "shipped");
	ck_assert_str_eq(fake_root_join(&s->enable), is_local ? "local" : "");
	ck_assert_int_eq(reason_of(SHIPPED), masks[_i].masks ? REASON_MASKED : REASON_OK);
	ck_assert(files_is_shipped(s, SHIPPED));
	ck_assert(!files_is_shipped(s, LOCAL));
	ck_assert(!files_is_shipped(s, "/usr/share/OpenCL/loader.conf.d/elsewhere.conf"));
	if (!masks[_i].masks)
		return;
	ck_assert_str_eq(fake_root_verdict(SHIPPED)->detail, LOCAL);
	ck_assert_int_eq(reason_of(LOCAL), masks[_i].reason);
	ck_assert_int_eq(fake_root_verdict(LOCAL)->code, masks[_i].code);
	/* A file that is refused because of its contents is among the problems. */
	ck_assert_uint_eq(fake_root_count_problems(),
			  masks[_i].reason == REASON_CONFIG_REFUSED);
}
END_TEST

/* If the loader has a prefix of its own, its local files mask shipped files of the system too. */
START_TEST(local_file_masks_file_of_the_system)
{
	if (strcmp(SYSCONFDIR, "/etc") == 0)
		return;
	fake_root_write("/usr/share/OpenCL/loader.conf.d/50-a.conf", "[order]\nlast = s\n");
	s = fake_root_read();
	ck_assert_str_eq(fake_root_join(&s->last), "s");
	fake_root_write(LOCAL, "");
	s = fake_root_read();
	ck_assert_str_eq(fake_root_join(&s->last), "");
}
END_TEST

/* Only names that end in .conf are read, and no hidden ones. A file may have exactly 1 MiB. */
START_TEST(names_and_sizes_of_files)
{
	char *text = malloc((1 << 20) + 2);

	fake_root_write(LOCAL_CONF ".a.conf", "[drivers]\nenable = hidden\n");
	fake_root_write(LOCAL_CONF "a.conf~", "[drivers]\nenable = backup\n");
	fake_root_write(LOCAL_CONF "a.conf.dpkg-old", "[drivers]\nenable = old\n");
	memset(text, '\n', (1 << 20) + 2);
	memcpy(text, "[order]\nlast=x\n", 15);
	unit_write(MAIN_CONF, text, 1 << 20);
	s = fake_root_read();
	ck_assert_uint_eq(s->enable.count, 0);
	ck_assert_str_eq(fake_root_join(&s->last), "x");
	unit_write(MAIN_CONF, text, (1 << 20) + 1);
	s = fake_root_read();
	ck_assert_uint_eq(s->last.count, 0);
	ck_assert_int_eq(reason_of(MAIN_CONF), REASON_CONFIG_REFUSED);
	free(text);
}
END_TEST

START_TEST(unreadable_file)
{
	fake_root_write(MAIN_CONF, "[order]\nlast = x\n");
	ck_assert_int_eq(chmod(unit_path(MAIN_CONF), 0), 0);
	if (geteuid() == 0 && seteuid(65534) != 0)
		return;
	chmod(unit_dir, 0755);
	s = fake_root_read();
	if (seteuid(getuid()) != 0)
		return;
	ck_assert_uint_eq(s->last.count, 0);
}
END_TEST

START_TEST(secure_execution)
{
	bool is_root = geteuid() == 0;

	fake_root.env.secure = true;
	fake_root.env.value[ENV_OCL_ICD_PLATFORM_SORT] = "devices";
	fake_root_write(MAIN_CONF, "[program program]\nlast = main\n");
	fake_root_write(SHIPPED, "[order]\nfirst = shipped\n");
	fake_root_write(USER_CONF, "[drivers]\ndisable = user\n");
	ck_assert_int_eq(chmod(unit_path(SHIPPED), 0666), 0);
	s = fake_root_read();
	ck_assert_uint_eq(s->first.count + s->disable.count, 0);
	ck_assert_int_eq(s->sort.value, SETTINGS_SORT_FILE);
	ck_assert(s->env.secure && !s->env.value[ENV_HOME]);
	ck_assert_int_eq(reason_of(SHIPPED), REASON_UNTRUSTED);
	ck_assert_ptr_null(fake_root_verdict(USER_CONF));
	ck_assert_int_eq(reason_of(MAIN_CONF), is_root ? REASON_OK : REASON_UNTRUSTED);
	ck_assert_str_eq(fake_root_join(&s->last), is_root ? "main" : "");
	if (!is_root)
		return;
	ck_assert_int_eq(chmod(unit_path(MAIN_CONF), 0664), 0);
	s = fake_root_read();
	ck_assert_int_eq(reason_of(MAIN_CONF), REASON_UNTRUSTED);
	ck_assert_int_eq(chmod(unit_path(MAIN_CONF), 0644), 0);
	ck_assert_int_eq(chown(unit_path(MAIN_CONF), 1, 0), 0);
	s = fake_root_read();
	ck_assert_int_eq(reason_of(MAIN_CONF), REASON_UNTRUSTED);
	ck_assert_uint_eq(s->last.count, 0);
}
END_TEST

START_TEST(file_that_a_variable_names)
{
	fake_root_write(USER_CONF, "[drivers]\ndisable = user\n");
	fake_root_write(MAIN_LAYERS, "[layers]\nload = main\n");
	fake_root_write("/x/my.conf", "[order]\nlast = my\n[program program]\nfirst = p\n");
	fake_root_write("/x/layers.conf", "[layers]\nload = beside\n");
	fake_root.env.value[ENV_OPENCL_LOADER_CONFIG] = "/x/my.conf";
	s = fake_root_read();
	ck_assert_str_eq(s->null_platform.text, "first");
	ck_assert_uint_eq(s->disable.count, 0);
	ck_assert_str_eq(fake_root_join(&s->last), "my");
	ck_assert_str_eq(fake_root_join(&s->first), "p");
	ck_assert_str_eq(fake_root_join(&s->layers), "beside");
	ck_assert_uint_eq(s->files->source, 0);

	fake_root.env.value[ENV_OPENCL_LOADER_CONFIG] = "none";
	s = fake_root_read();
	ck_assert_str_eq(s->null_platform.text, "first");
	ck_assert_uint_eq(s->layers.count + s->last.count, 0);
	ck_assert_ptr_null(s->files);

	fake_root.env.value[ENV_OPENCL_LOADER_CONFIG] = "/x/none.conf";
	s = fake_root_read();
	ck_assert_int_eq(reason_of("/x/none.conf"), REASON_UNREADABLE);
	ck_assert_str_eq(fake_root_join(&s->layers), "beside");

	fake_root.env.value[ENV_OPENCL_LOADER_CONFIG] = "";
	s = fake_root_read();
	ck_assert_str_eq(fake_root_join(&s->layers), "main");

	fake_root_write(MAIN_CONF, "[loader]\nenvironment = ignore\n");
	fake_root.env.value[ENV_OPENCL_LOADER_CONFIG] = "/x/my.conf";
	s = fake_root_read();
	ck_assert_str_eq(s->null_platform.text, "good");
	ck_assert_uint_eq(s->last.count, 0);
	for (int i = 0; i < ENV_COUNT; i++)
		ck_assert_ptr_null(s->env.value[i]);
}
END_TEST

START_TEST(file_of_the_user)
{
	fake_root_write(USER_CONF, "[order]\nlast = home\n");
	fake_root_write("/xdg/OpenCL/loader.conf", "[order]\nlast = xdg\n");
	ck_assert_str_eq(fake_root_join(&fake_root_read()->last), "home");
	fake_root.env.value[ENV_XDG_CONFIG_HOME] = "/xdg";
	ck_assert_str_eq(fake_root_join(&fake_root_read()->last), "xdg");
	fake_root.env.value[ENV_XDG_CONFIG_HOME] = "xdg";
	ck_assert_str_eq(fake_root_join(&fake_root_read()->last), "home");
	fake_root.env.value[ENV_XDG_CONFIG_HOME] = "/other";
	ck_assert_uint_eq(fake_root_read()->last.count, 0);
	fake_root.env.value[ENV_XDG_CONFIG_HOME] = "";
	fake_root.env.value[ENV_HOME] = NULL;
	ck_assert_uint_eq(fake_root_read()->last.count, 0);
}
END_TEST

/* With "/" as root. */
static const struct settings *read_real(void)
{
	struct conf_place place = {
		.root = "", .env = { .value = { [ENV_HOME] = unit_path("home/u") } },
	};

	conf_read(&fake_root.settings, &place, &fake_root.arena);
	return &fake_root.settings;
}

/* Root reads no file that another user can change; other users read what they name. */
START_TEST(file_that_a_user_names_to_root)
{
	const char *path = unit_path(USER_CONF + 1);

	if (geteuid() != 0) {
		printf("left out: only root can make files of other users\n");
		return;
	}
	fake_root_write(USER_CONF, "[order]\nlast = home\n");
	fake_root_write(USER_LAYERS, "[layers]\nload = home\n");
	s = read_real();
	if (reason_of(path) == REASON_UNTRUSTED) {
		printf("left out: %s\n", fake_root_verdict(path)->detail);
		return;
	}
	ck_assert_int_eq(reason_of(path), REASON_OK);
	ck_assert_str_eq(fake_root_join(&s->last), "home");
	ck_assert_str_eq(fake_root_join(&s->layers), "home");

	ck_assert_int_eq(chown(unit_path("home"), 65533, 65533), 0);
	s = read_real();
	ck_assert_int_eq(reason_of(path), REASON_UNTRUSTED);
	ck_assert_int_eq(reason_of(unit_path(USER_LAYERS + 1)), REASON_UNTRUSTED);
	ck_assert_ptr_nonnull(strstr(fake_root_verdict(path)->detail,
				     "/home belongs to user 65533"));
	ck_assert_uint_eq(s->last.count + s->layers.count, 0);

	ck_assert_int_eq(chmod(unit_dir, 0755), 0);
	ck_assert_int_eq(seteuid(65534), 0);
	s = read_real();
	ck_assert_int_eq(seteuid(0), 0);
	ck_assert_str_eq(fake_root_join(&s->last), "home");
}
END_TEST

/* Who examines a root (--root) trusts it; its owners may be users of another system. */
START_TEST(owners_in_a_root)
{
	fake_root_write(USER_CONF, "[order]\nlast = home\n");
	if (geteuid() == 0)
		ck_assert_int_eq(chown(unit_path("home"), 65533, 65533), 0);
	ck_assert_int_eq(chmod(unit_path("home"), 0777), 0);
	ck_assert_str_eq(fake_root_join(&fake_root_read()->last), "home");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("files");
	TCase *tcase = fake_root_tcase(suite, "files", 20);

	tcase_add_checked_fixture(tcase, write_good, NULL);
	tcase_add_loop_test(tcase, local_file_masks_shipped_file, 0, UNIT_ROWS(masks));
	tcase_add_test(tcase, local_file_masks_file_of_the_system);
	tcase_add_test(tcase, names_and_sizes_of_files);
	tcase_add_test(tcase, unreadable_file);
	tcase_add_test(tcase, secure_execution);
	tcase_add_test(tcase, file_that_a_variable_names);
	tcase_add_test(tcase, file_of_the_user);
	tcase_add_test(tcase, file_that_a_user_names_to_root);
	tcase_add_test(tcase, owners_in_a_root);
	return unit_run(suite);
}
