/* SPDX-License-Identifier: Apache-2.0 */
/* redaction: which words and paths are replaced, and which only look like them. */
#include "tool/doctor/redaction.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static struct redaction redaction;

/* TEXT with the names of REDACTION replaced, in the arena. */
static const char *redact(const char *text)
{
	char *bytes = NULL;
	size_t size;
	FILE *file = open_memstream(&bytes, &size);
	const char *copy;

	redaction_put(&redaction, text, file);
	fclose(file);
	copy = arena_copy(&unit_arena, bytes, size);
	free(bytes);
	return copy;
}

static const struct {
	const char *text;
	const char *expected;	/* NULL: the same */
} rows[] = {
	{ "", NULL },
	{ "/home/alice", "~" },
	{ "/home/alice/", "~/" },
	{ "/home/alice/lib/libfoo.so: alice", "~/lib/libfoo.so: USER" },
	{ "it is in /home/alice.", "it is in ~." },
	{ "\"/home/alice\", (/home/alice)", "\"~\", (~)" },
	{ "A=/home/alice/a:/home/alice/b", "A=~/a:~/b" },
	{ "-I/home/alice/include", "-I~/include" },
	{ "file:///home/alice/x", "file://~/x" },
	/* another directory, but the word is the user's name */
	{ "/home/alice.old/x", "/home/USER.old/x" },
	{ "/home/alice-old/x", "/home/USER-old/x" },
	{ "/mnt/home/alice/x", "/mnt/home/USER/x" },
	{ "/home/alice2/x /home/malice/x", NULL },
	{ "/media/alice/usb", "/media/USER/usb" },
	{ "/root/.config", "~/.config" },
	{ "root runs /proc/1/root/x as root", NULL },
	{ "/data/build/x /data/builds", "/data/USER/x /data/builds" },
	{ "/build/x and /work/build/x", "~/x and /work/USER/x" },
	/* words */
	{ "alice's, Alice, alice_1, alices, malice", "USER's, Alice, alice_1, alices, malice" },
	{ "\xC3\xA4lice alice\xC3\xA4 \xC3\xA4" "alice", NULL },
	{ "usermod -aG render alice  # as root", "usermod -aG render USER  # as root" },
	{ "erika@corp.example erika CORP\\frieda frieda", "USER USER USER USER" },
	/* hosts, in any case */
	{ "box7 BOX7.example.org box7.example.org box7.other", "HOST HOST HOST HOST.other" },
	{ "box77 sandbox7 box7-gpu", "box77 sandbox7 HOST-gpu" },
	/* too short, or common */
	{ "/dev/dri/renderD128 al /lib/x localhost", NULL },
	{ "/home/al/x /home/al", "~/x ~" },
};

static void set_up(void)
{
	redaction_init(&redaction, &unit_arena);
	redaction_add(&redaction, REDACTION_HOME, "/home/alice//");
	redaction_add(&redaction, REDACTION_HOME, "/home/al");
	redaction_add(&redaction, REDACTION_HOME, "/root");
	redaction_add(&redaction, REDACTION_HOME, "/build");
	redaction_add(&redaction, REDACTION_HOME, "/");
	redaction_add(&redaction, REDACTION_HOME, "relative");
	redaction_add(&redaction, REDACTION_HOME, "");
	redaction_add(&redaction, REDACTION_HOME, NULL);
	redaction_add(&redaction, REDACTION_USER, "alice");
	redaction_add(&redaction, REDACTION_USER, "build");
	redaction_add(&redaction, REDACTION_USER, "erika@corp.example");
	redaction_add(&redaction, REDACTION_USER, "CORP\\frieda");
	redaction_add(&redaction, REDACTION_USER, "root");
	redaction_add(&redaction, REDACTION_USER, "dev");
	redaction_add(&redaction, REDACTION_USER, "al");
	redaction_add(&redaction, REDACTION_USER, "");
	redaction_add(&redaction, REDACTION_USER, NULL);
	redaction_add(&redaction, REDACTION_HOST, "box7.example.org");
	redaction_add(&redaction, REDACTION_HOST, "lib");
	redaction_add(&redaction, REDACTION_HOST, "localhost");
}

START_TEST(names_are_replaced)
{
	const char *expected = rows[_i].expected ? rows[_i].expected : rows[_i].text;

	set_up();
	ck_assert_str_eq(redact(rows[_i].text), expected);
}
END_TEST

START_TEST(own_names)
{
	ck_assert_int_eq(setenv("HOME", "/home/staff/berta", 1), 0);
	ck_assert_int_eq(setenv("USER", "carla", 1), 0);
	ck_assert_int_eq(setenv("SUDO_USER", "dagmar", 1), 0);
	redaction_init(&redaction, &unit_arena);
	redaction_add_own(&redaction);
	ck_assert_str_eq(redact("/home/staff/berta/x carla dagmar berta"), "~/x USER USER USER");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("redaction");
	TCase *tcase = unit_tcase(suite, "redaction", 20);

	tcase_add_loop_test(tcase, names_are_replaced, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, own_names);
	return unit_run(suite);
}
