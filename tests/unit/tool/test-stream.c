/* SPDX-License-Identifier: Apache-2.0 */
/* stream: which terminals know codes, and which show colours. */
#include "tool/output/stream.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "unit/unit.h"

static const struct {
	const char *term;
	const char *no_color;
	bool has_codes;
	bool has_colour;
} terminals[] = {
	{ "xterm", NULL, true, true },	  { "xterm", "", true, true },
	{ "xterm", "1", true, false },	  { "dumb", NULL, false, false },
	{ "", NULL, false, false },	  { NULL, NULL, false, false },
};

static void set(const char *name, const char *value)
{
	if (value)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

/* Where there are no terminals, as in a chroot without /dev/pts, the null device stands for one. */
START_TEST(codes_of_a_terminal)
{
	const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	FILE *file = terminal < 0 ? fopen("/dev/null", "w") : fdopen(terminal, "w");
	const bool is_terminal = isatty(fileno(file));

	set("TERM", terminals[_i].term);
	set("NO_COLOR", terminals[_i].no_color);
	ck_assert_int_eq(stream_has_codes(file), is_terminal && terminals[_i].has_codes);
	ck_assert_int_eq(stream_has_colour(file), is_terminal && terminals[_i].has_colour);
	fclose(file);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stream");
	TCase *tcase = unit_tcase(suite, "stream", 10);

	tcase_add_loop_test(tcase, codes_of_a_terminal, 0, UNIT_ROWS(terminals));
	return unit_run(suite);
}
