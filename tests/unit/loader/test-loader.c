/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader: initialises the loader in a process of its own for each test, with variables and a
 * configuration file, and checks the context. Threads, forks and the end of a process are in
 * test-life.c and test-end.c.
 */
#include "loader/loader.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/handle.h"
#include "drivers/faulty-driver.h"
#include "dispatch/terminator-list.h"
#include "base/text.h"
#include "unit/unit.h"

static void *find_nothing(const char *name)
{
	(void)name;
	return NULL;
}

static struct dispatch dispatch = { .find_export = find_nothing };

/* The paths of the stub drivers that TEXT names, joined by colons. */
static const char *drivers(const char *text)
{
	static char list[8192];
	char copy[512];

	list[0] = '\0';
	snprintf(copy, sizeof(copy), "%s", text);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
		strcat(list, *list ? ":" : "");
		strcat(list, unit_driver(word));
	}
	return list;
}

/* Makes the file NAME of the test's directory the standard output or error. */
static void redirect(int descriptor, const char *name)
{
	int file = open(unit_path(name), O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);

	ck_assert_int_ge(file, 0);
	ck_assert_int_eq(dup2(file, descriptor), descriptor);
	close(file);
}

static void set_up(void)
{
	setenv("OCL_ICD_VENDORS", unit_dir, 1);
	setenv("OPENCL_LOADER_CONFIG", "none", 1);
	fflush(NULL);
	redirect(STDOUT_FILENO, "stdout");
	redirect(STDERR_FILENO, "stderr");
}

static const struct context *start(void)
{
	ck_assert(loader_use(&dispatch));
	return loader_context();
}

/* "driver:platform" for each platform in the registry, in order. */
static const char *describe(const struct context *context)
{
	static char text[1024];
	size_t size = 0;

	text[0] = '\0';
	ck_assert_uint_eq(context->registry.count, context->count);
	for (size_t i = 0; i < context->count; i++) {
		const struct platform *platform = context->platforms[i];
		const char *base = text_base_name(platform->driver->candidate->library);

		ck_assert_ptr_eq(context->registry.platforms[i].handle, platform->handle);
		size += (size_t)snprintf(text + size, sizeof(text) - size, "%s%.*s:%zu",
					 i ? " " : "", (int)strcspn(base, "."), base,
					 (size_t)(platform - platform->driver->platforms));
	}
	return text;
}

static const struct {
	const char *variable;		/* beside OCL_ICD_FILENAMES */
	const char *value;
	const char *config;		/* NULL: none */
	const char *filenames;		/* stub drivers */
	const char *expected;
	int default_platform;		/* index, -1: none */
} starts[] = {
	{ NULL, NULL, NULL, "", "", -1 },
	{ NULL, NULL, NULL, "no-such", "", -1 },
	{ NULL, NULL, NULL, "stub-icd1", "stub-icd1:0", 0 },
	{ NULL, NULL, NULL, "stub-icd2 stub-icd1", "stub-icd2:0 stub-icd1:0", 0 },
	{ NULL, NULL, NULL, "stub-icd1 stub-icd1", "stub-icd1:0", 0 },
	{ NULL, NULL, NULL, "faulty-count-zero stub-icd1 faulty-list-error", "stub-icd1:0", 0 },
	{ NULL, NULL, NULL, "faulty-null-platform stub-icd1",
	  "faulty-null-platform:0 faulty-null-platform:2 stub-icd1:0", 0 },
	{ NULL, NULL, NULL, "stub-icd2 faulty-unloadable-icd2 stub-icd1 faulty-icd2",
	  "stub-icd2:0 faulty-unloadable-icd2:0 faulty-unloadable-icd2:1 faulty-unloadable-icd2:2 "
	  "stub-icd1:0 faulty-icd2:0 faulty-icd2:1 faulty-icd2:2",
	  0 },

	/* variables */
	{ "OCL_ICD_DEFAULT_PLATFORM", "1", NULL, "stub-icd2 stub-icd1", "stub-icd2:0 stub-icd1:0",
	  1 },
	{ "OCL_ICD_DEFAULT_PLATFORM", "2", NULL, "stub-icd2 stub-icd1", "stub-icd2:0 stub-icd1:0",
	  0 },
	{ "OCL_ICD_DEFAULT_PLATFORM", "x", NULL, "stub-icd2 stub-icd1", "stub-icd2:0 stub-icd1:0",
	  0 },
	{ "OCL_ICD_ASSUME_ICD_EXTENSION", "1", NULL, "faulty-info-in-table",
	  "faulty-info-in-table:0 faulty-info-in-table:1 faulty-info-in-table:2", 0 },
	{ "OCL_ICD_ASSUME_ICD_EXTENSION", "1", NULL, "faulty-no-extension",
	  "faulty-no-extension:0 faulty-no-extension:1 faulty-no-extension:2", 0 },
	{ "OPENCL_LOADER_DRIVERS_DISABLE", "stub-icd2*", NULL, "stub-icd2 stub-icd1", "stub-icd1:0",
	  0 },
	{ "OPENCL_LOADER_DRIVERS_DISABLE", "Faulty", NULL, "faulty-none",
	  "faulty-none:0 faulty-none:2", 0 },

	/* configuration */
	{ NULL, NULL, "[loader]\nnull_platform = error\n", "stub-icd1", "stub-icd1:0", -1 },
	{ NULL, NULL, "[loader]\nnull_platform = stub-icd1*\n", "stub-icd2 stub-icd1",
	  "stub-icd2:0 stub-icd1:0", 1 },
	{ "OCL_ICD_DEFAULT_PLATFORM", "0", "[loader]\nnull_platform = error\n", "stub-icd1",
	  "stub-icd1:0", 0 },
	{ NULL, NULL, "[loader]\nhide_empty = yes\n", "faulty-none stub-icd1", "stub-icd1:0", 0 },
	{ NULL, NULL, "[driver faulty*]\nassume_icd = yes\n", "faulty-no-extension",
	  "faulty-no-extension:0 faulty-no-extension:1 faulty-no-extension:2", 0 },
	{ NULL, NULL, "[order]\nlast = stub-icd2*\n", "stub-icd2 stub-icd1",
	  "stub-icd2:0 stub-icd1:0", 0 }, /* OCL_ICD_FILENAMES is stronger */
};

static const char *write_config(const char *text)
{
	char what[512];

	snprintf(what, sizeof(what), "loader.conf=%s", text);
	unit_make(what);
	return unit_path("loader.conf");
}

START_TEST(platforms)
{
	const struct context *context;
	int chosen = starts[_i].default_platform;

	setenv("OCL_ICD_FILENAMES", drivers(starts[_i].filenames), 1);
	if (starts[_i].variable)
		setenv(starts[_i].variable, starts[_i].value, 1);
	if (starts[_i].config)
		setenv("OPENCL_LOADER_CONFIG", write_config(starts[_i].config), 1);
	context = start();
	ck_assert_str_eq(describe(context), starts[_i].expected);
	ck_assert_ptr_eq(context->registry.default_platform,
			 chosen < 0 ? NULL : context->platforms[chosen]->handle);
	/* Nothing is printed unless a log is asked for, whatever went wrong. */
	ck_assert_str_eq(unit_read(unit_path("stdout"), NULL), "");
	ck_assert_str_eq(unit_read(unit_path("stderr"), NULL), "");
}
END_TEST

/* Every candidate stays in the list, with its verdict. */
static const struct {
	const char *config;
	const char *driver;
	enum reason reason;
	const char *detail;	/* the end of it; NULL: none */
} verdicts[] = {
	{ "", "no-such", REASON_NOT_FOUND, NULL },
	{ "", "faulty-no-list", REASON_SYMBOL_MISSING, "clIcdGetPlatformIDsKHR" },
	{ "", "faulty-count-zero", REASON_NO_PLATFORM, NULL },
	{ "[drivers]\ndisable = *\n", "stub-icd1", REASON_OK, NULL }, /* named one by one */
	{ "[driver needs*]\ndlopen = now\n", "needs-function", REASON_UNDEFINED_SYMBOL,
	  "nowhere_function" },
	{ "[driver needs*]\ndlopen = lazy\n", "needs-function", REASON_SYMBOL_MISSING,
	  "clGetExtensionFunctionAddress" },
};

START_TEST(verdict_of_candidate)
{
	const struct candidate *candidate;

	setenv("OCL_ICD_FILENAMES", drivers(verdicts[_i].driver), 1);
	setenv("OPENCL_LOADER_CONFIG", write_config(verdicts[_i].config), 1);
	candidate = start()->candidates.first;
	ck_assert_ptr_nonnull(candidate);
	ck_assert_str_eq(reason_id(candidate->verdict.reason), reason_id(verdicts[_i].reason));
	if (verdicts[_i].detail)
		ck_assert(text_has_suffix(candidate->verdict.detail, verdicts[_i].detail));
	else
		ck_assert_ptr_null(candidate->verdict.detail);
}
END_TEST

/* `disable` counts for drivers in directories, and the detail names file and line. */
START_TEST(disabled_by_a_line)
{
	char what[1100];
	const struct candidate *candidate;

	snprintf(what, sizeof(what), "a.icd=%s", unit_driver("stub-icd1"));
	unit_make(what);
	setenv("OPENCL_LOADER_CONFIG", write_config("[drivers]\n\ndisable = b, a\n"), 1);
	candidate = start()->candidates.first;
	ck_assert_int_eq(candidate->verdict.reason, REASON_DISABLED);
	ck_assert(text_has_suffix(candidate->verdict.detail, "loader.conf:3"));
	ck_assert_uint_eq(loader_context()->registry.count, 0);
}
END_TEST

/* Drivers in a directory, so that rules can change the order. */
static const struct {
	const char *config;
	const char *variable;
	const char *expected;
	int default_platform;
} orders[] = {
	{ "", NULL, "stub-icd2:0 faulty-none:0 faulty-none:1 faulty-none:2", 0 },
	{ "[order]\nlast = stub-icd2*\n", NULL,
	  "stub-icd2:0 faulty-none:0 faulty-none:1 faulty-none:2", 0 },
	{ "[order]\nlast = stub-icd2*\nempty = keep\n", NULL,
	  "faulty-none:0 faulty-none:1 faulty-none:2 stub-icd2:0", 0 },
	{ "[order]\nfirst = Faulty\n", NULL,
	  "faulty-none:1 stub-icd2:0 faulty-none:0 faulty-none:2", 0 },
	{ "[order]\nsort = name\n", NULL, "stub-icd2:0 faulty-none:0 faulty-none:2 faulty-none:1",
	  0 },
	{ "[order]\nsort = name\nempty = keep\n", NULL,
	  "faulty-none:0 faulty-none:2 faulty-none:1 stub-icd2:0", 0 },
	{ "[order]\nempty = keep\nlast = stub*\n[loader]\nnull_platform = Stub\n", NULL,
	  "faulty-none:0 faulty-none:1 faulty-none:2 stub-icd2:0", 3 },
	{ "[order]\nlast = stub*\n[loader]\nnull_platform = Faulty\n", NULL,
	  "stub-icd2:0 faulty-none:0 faulty-none:1 faulty-none:2", 2 },
	{ "[order]\nlast = stub*\nsort = name\nempty = keep\n", "OCL_ICD_PLATFORM_SORT",
	  "faulty-none:0 faulty-none:1 faulty-none:2 stub-icd2:0", 0 },
};

START_TEST(ordered)
{
	const struct context *context;
	char what[1100];

	snprintf(what, sizeof(what), "a.icd=%s", unit_driver("stub-icd2"));
	unit_make(what);
	snprintf(what, sizeof(what), "b.icd=%s", unit_driver("faulty-none"));
	unit_make(what);
	setenv("OPENCL_LOADER_CONFIG", write_config(orders[_i].config), 1);
	if (orders[_i].variable)
		setenv(orders[_i].variable, "none", 1);
	context = start();
	ck_assert_str_eq(describe(context), orders[_i].expected);
	ck_assert_ptr_eq(context->registry.default_platform,
			 context->platforms[orders[_i].default_platform]->handle);
}
END_TEST

START_TEST(hidden_without_devices)
{
	const struct context *context;

	setenv("OCL_ICD_FILENAMES", drivers("faulty-none"), 1);
	setenv("OPENCL_LOADER_CONFIG", write_config("[loader]\nhide_empty = yes\n"), 1);
	context = start();
	ck_assert_uint_eq(context->registry.count, 0);
	ck_assert_int_eq(context->drivers.first->platforms[0].verdict.reason, REASON_NO_DEVICES);
}
END_TEST

/* 0: no slow mode; 1: slow mode, because a table is bounded. */
START_TEST(dispatch_of_calls)
{
	void *expected[API_SLOTS];

	setenv("OCL_ICD_FILENAMES", drivers("stub-icd1 faulty-short-table"), 1);
	if (_i)
		setenv("OPENCL_LOADER_CONFIG",
		       write_config("[driver faulty*]\nbounded_table = yes\n"), 1);
	start();
	terminator_fill(expected);
	ck_assert_uint_eq(dispatch.slow_mode, _i ? UINTPTR_MAX : 0);
	ck_assert_mem_eq(&dispatch.slots, expected, sizeof(expected));
}
END_TEST

START_TEST(many_platforms)
{
	const struct context *context;

	setenv("OCL_ICD_FILENAMES", drivers("stub-icd2 faulty-many stub-icd1"), 1);
	context = start();
	ck_assert_uint_eq(context->registry.count, 502);
	ck_assert(context->registry.needs_arena);
	for (size_t i = 0; i < 502; i++)
		ck_assert_str_eq(context->registry.platforms[i].suffix,
				 i == 0 || i == 501 ? "STUB" : "FLT");
}
END_TEST

START_TEST(second_use_does_nothing)
{
	setenv("OCL_ICD_FILENAMES", drivers("stub-icd1"), 1);
	start();
	setenv("OCL_ICD_FILENAMES", drivers("stub-icd2"), 1);
	ck_assert_str_eq(describe(start()), "stub-icd1:0");
}
END_TEST

/* The levels that are logged. A missing driver causes a warning, and others the lower levels. */
static const struct {
	const char *variable;
	const char *value;
	bool warning, info, debug;
} logs[] = {
	{ "OPENCL_LOADER_LOG", "warning", true, false, false },
	{ "OPENCL_LOADER_LOG", "info", true, true, false },
	{ "OPENCL_LOADER_LOG", "all", true, true, true },
	{ "OPENCL_LOADER_LOG", "none", false, false, false },
	{ "OPENCL_LOADER_LOG", "", false, false, false },
	{ "OCL_ICD_DEBUG", "0", false, false, false },
	{ "OCL_ICD_DEBUG", "1", true, false, false },
	{ "OCL_ICD_DEBUG", "2", true, true, false },
	{ "OCL_ICD_DEBUG", "3", true, true, false },
	{ "OCL_ICD_DEBUG", "4", true, true, true },
	{ "OCL_ICD_DEBUG", "8", true, true, true },
	{ "OCL_ICD_DEBUG", "15", true, true, true },
	{ "OCL_ICD_DEBUG", "yes", false, false, false },
	{ "OCL_ICD_ENABLE_TRACE", "True", true, true, true },
	{ "OCL_ICD_ENABLE_TRACE", "1", true, true, true },
	{ "OCL_ICD_ENABLE_TRACE", "no", false, false, false },
	{ "OCL_ICD_ENABLE_TRACE", "0", false, false, false },
};

START_TEST(log_variables)
{
	char *text;

	setenv("OCL_ICD_FILENAMES", drivers("no-such stub-icd1"), 1);
	setenv(logs[_i].variable, logs[_i].value, 1);
	log_done();
	start();
	log_done();
	text = unit_read(unit_path("stderr"), NULL);
	ck_assert_int_eq(strstr(text, "clrouter: warning: ") != NULL, logs[_i].warning);
	ck_assert_int_eq(strstr(text, "clrouter: info: ") != NULL, logs[_i].info);
	ck_assert_int_eq(strstr(text, "clrouter: debug: ") != NULL, logs[_i].debug);
	ck_assert_str_eq(unit_read(unit_path("stdout"), NULL), "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("loader");
	TCase *tcase = unit_tcase(suite, "loader", 20);

	tcase_add_checked_fixture(tcase, set_up, NULL);
	tcase_add_loop_test(tcase, platforms, 0, UNIT_ROWS(starts));
	tcase_add_loop_test(tcase, verdict_of_candidate, 0, UNIT_ROWS(verdicts));
	tcase_add_test(tcase, disabled_by_a_line);
	tcase_add_loop_test(tcase, ordered, 0, UNIT_ROWS(orders));
	tcase_add_test(tcase, hidden_without_devices);
	tcase_add_loop_test(tcase, dispatch_of_calls, 0, 2);
	tcase_add_test(tcase, many_platforms);
	tcase_add_test(tcase, second_use_does_nothing);
	tcase_add_loop_test(tcase, log_variables, 0, UNIT_ROWS(logs));
	return unit_run(suite);
}
