/* SPDX-License-Identifier: Apache-2.0 */
/* candidate-advice: words for a shell, the name of a driver, packages, and what cures each verdict. */
#include "tool/doctor/cause/causes.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "tool/doctor/shell.h"
#include "unit/unit.h"

static const struct {
	const char *text;
	const char *expected;
} words[] = {
	{ "plain", "plain" },
	{ "/usr/lib/x86_64-linux-gnu/lib-a.so.1", "/usr/lib/x86_64-linux-gnu/lib-a.so.1" },
	{ "libc++.so@1,2%3=:", "libc++.so@1,2%3=:" },
	{ "", "''" },
	{ "two words", "'two words'" },
	{ "$(reboot)", "'$(reboot)'" },
	{ "~", "'~'" },
	{ "it's", "'it'\\''s'" },
	{ "'", "''\\'''" },
	{ "''", "''\\'''\\'''" },
	{ "a\nb", "\"$(printf 'a\\012b')\"" },
	{ "\xC3\xA9", "'\xC3\xA9'" },
	{ "\xC2\x9B'% \xC3\xA9", "\"$(printf '\\302\\233\\047\\045 \\303\\251')\"" },
};

START_TEST(word_of_a_shell)
{
	ck_assert_str_eq(shell_word(words[_i].text, &unit_arena), words[_i].expected);
}
END_TEST

static const struct {
	const char *path;
	const char *written;
	const char *expected;
} names[] = {
	{ "/etc/OpenCL/vendors/pocl.icd", "libpocl.so", "pocl" },
	{ "pocl.icd", "libpocl.so", "pocl" },
	{ "/etc/OpenCL/vendors/.icd", "libpocl.so", "" },
	{ "/a/driver.conf", NULL, "driver.conf" },
	{ NULL, "/opt/lib/libpocl.so.2", "libpocl.so.2" },
	{ NULL, "driver.icd", "driver.icd" },
};

START_TEST(name_of_a_driver)
{
	struct candidate candidate = { .path = names[_i].path, .written = names[_i].written };

	ck_assert_str_eq(advice_driver_name(&candidate, &unit_arena), names[_i].expected);
}
END_TEST

/* A root without package managers, in which the advice is the same on every machine. */
static struct tool empty_tool(void)
{
	unit_make("root/");
	return (struct tool){ .arena = ARENA_INIT, .root = unit_path("root") };
}

static bool has_fact(const struct finding *finding, const char *key, const char *text)
{
	for (const struct finding_fact *fact = finding->facts; fact; fact = fact->next)
		if (strcmp(fact->key, key) == 0 && strstr(fact->text, text))
			return true;
	return false;
}

static const struct {
	struct verdict verdict;
	const char *path;
	const char *library;
	const char *cure;	/* a part of it */
} cures[] = {
	{ { REASON_UNREADABLE, EACCES, NULL }, "/v/a b.icd", NULL, "chmod a+r '/v/a b.icd'" },
	{ { REASON_UNREADABLE, EACCES, "/c d" }, "/v/a.icd", NULL, "chmod a+r '/c d'" },
	{ { REASON_UNREADABLE, ENOENT, NULL }, "/v/a.icd", NULL, "install /v/a.icd again" },
	{ { REASON_NOT_REGULAR, 0, NULL }, "/v/a.icd", NULL, "in the place of /v/a.icd" },
	{ { REASON_EMPTY_FILE, 0, NULL }, "/v/a.icd", NULL, "echo libNAME.so >/v/a.icd" },
	{ { REASON_EMPTY_FILE, 0, NULL }, "/v/a.icd", NULL, "reinstall the package that /v/a.icd" },
	{ { REASON_DISABLED, 0, "/c:3" }, "/v/a.icd", "l.so", "take it out of /c:3, or add" },
	{ { REASON_DISABLED, 0, "VARIABLE" }, "/v/a.icd", "l.so", "unset VARIABLE  # or take a" },
	{ { REASON_NOT_FOUND, 0, NULL }, "/v/a.icd", "lib-not-there.so", "mv /v/a.icd /v/a.icd." },
	{ { REASON_NOT_FOUND, 0, NULL }, "/v/a.icd", "/x/lib y.so", "that has /x/lib y.so" },
	{ { REASON_NOT_ELF, 0, NULL }, "/v/a.icd", "/x/l.so", "package that /x/l.so belongs to" },
	{ { REASON_NO_CL_KHR_ICD, 0, NULL }, "/v/a.icd", "l.so", "[driver a]" },
	{ { REASON_DUPLICATE, 0, "/v/b.icd" }, "/v/a.icd", "l.so", "used once, through /v/b.icd" },
	{ { REASON_IS_LOADER, 0, NULL }, "/v/a.icd", "l.so", "into /v/a.icd instead of l.so" },
	{ { REASON_CONFIG_REFUSED, 0, NULL }, "/c.conf", NULL, "correct /c.conf; until" },
};

START_TEST(cure_of_a_verdict)
{
	struct candidate candidate = { .origin = CANDIDATE_FROM_DIRECTORY,
				       .path = cures[_i].path,
				       .written = cures[_i].library,
				       .library = cures[_i].library };
	struct snapshot snapshot = { .drivers = { .first = NULL } };
	struct tool tool = empty_tool();
	struct finding finding = { .arena = &unit_arena };

	advice_for_candidate(&finding, &candidate, &cures[_i].verdict, &snapshot, &tool);
	ck_assert_msg(has_fact(&finding, "cure", cures[_i].cure), "no cure \"%s\"",
		      cures[_i].cure);
	arena_done(&tool.arena);
}
END_TEST

/* There is at least one cure for every reason. */
START_TEST(every_verdict_has_a_cure)
{
	struct candidate candidate = { .path = "/v/a.icd", .written = "l.so", .library = "l.so" };
	struct verdict verdict = { (enum reason)_i, 0, "detail" };
	struct snapshot snapshot = { .drivers = { .first = NULL } };
	struct tool tool = empty_tool();
	struct finding finding = { .arena = &unit_arena };

	advice_for_candidate(&finding, &candidate, &verdict, &snapshot, &tool);
	ck_assert(has_fact(&finding, "cure", ""));
	arena_done(&tool.arena);
}
END_TEST

START_TEST(what_masks_is_named)
{
	struct candidate masked = { .path = "/b/a.icd", .verdict = { REASON_MASKED, 0, NULL } };
	struct candidate first = { .path = "/a/a.icd", .next = &masked };
	struct snapshot snapshot = { .drivers = { .first = &first } };
	struct tool tool = empty_tool();
	struct finding finding = { .arena = &unit_arena };

	advice_for_candidate(&finding, &masked, &masked.verdict, &snapshot, &tool);
	ck_assert(has_fact(&finding, "masked by", "/a/a.icd"));
	arena_done(&tool.arena);
}
END_TEST

static const struct {
	const char *command;	/* made under the root */
	const char *missing;
	const char *reinstall;
} managers[] = {
	{ "root/", "install the package that has /x/lib y.so", "reinstall the package" },
	{ "root/usr/bin/apt-get=",
	  "apt-get install apt-file && apt-file update && apt-file search 'lib y.so'",
	  "reinstall the package" },
	{ "root/usr/bin/apt-get=root/usr/bin/apt-file=", ": \"apt-file search 'lib y.so'\" names it",
	  "reinstall the package" },
	{ "root/usr/bin/dnf=", "dnf install '*/lib y.so'", "reinstall the package" },
	{ "root/usr/bin/dpkg=", "install the package that has", "$(dpkg -S '/x/lib y.so' |" },
	{ "root/usr/bin/rpm=", "install the package that has", "$(rpm -qf '/x/lib y.so')" },
};

START_TEST(package_manager_of_the_root)
{
	struct finding missing = { .arena = &unit_arena };
	struct finding reinstall = { .arena = &unit_arena };
	struct tool tool = empty_tool();
	const char *command = managers[_i].command;

	/* A directory, or files that each end in "=". */
	for (const char *end; (end = strchr(command, '=')); command = end + 1) {
		const size_t length = (size_t)(end - command);

		unit_make(arena_copy(&unit_arena, command, length + 1));
		ck_assert_int_eq(chmod(unit_path(arena_copy(&unit_arena, command, length)), 0755), 0);
	}
	if (*command != '\0')
		unit_make(command);
	packages_install_library(&missing, "/x/lib y.so", &tool);
	packages_reinstall(&reinstall, "/x/lib y.so", &tool);
	ck_assert(has_fact(&missing, "cure", managers[_i].missing));
	ck_assert(has_fact(&reinstall, "cure", managers[_i].reinstall));
	arena_done(&tool.arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("advice");
	TCase *tcase = unit_tcase(suite, "advice", 10);

	tcase_add_loop_test(tcase, word_of_a_shell, 0, UNIT_ROWS(words));
	tcase_add_loop_test(tcase, name_of_a_driver, 0, UNIT_ROWS(names));
	tcase_add_loop_test(tcase, cure_of_a_verdict, 0, UNIT_ROWS(cures));
	tcase_add_loop_test(tcase, every_verdict_has_a_cure, 1, REASON_COUNT);
	tcase_add_test(tcase, what_masks_is_named);
	tcase_add_loop_test(tcase, package_manager_of_the_root, 0, UNIT_ROWS(managers));
	return unit_run(suite);
}
