/* SPDX-License-Identifier: Apache-2.0 */
/*
 * faults: functions of the C library fail while the built library uses them. Each call fails in
 * turn, once alone, and once together with all later calls. The library must return an error or
 * fewer platforms; it must not crash, hang or leak. OPENCL_LIBRARY_UNDER_TEST is its path. Each
 * case is a process that opens the library, uses it and closes it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "process/faults.h"
#include "process/process.h"
#include "unit/unit.h"

#define ALL_PLATFORMS 10	/* of the drivers that set_up() names */

/* What a child reports, in shared memory. */
static struct report {
	unsigned calls;		/* of the kind that fails */
	cl_uint count;		/* of platforms */
	unsigned leaks;
	bool is_unloaded;
} *report;

static void make_file(const char *name, const char *text)
{
	char what[2048];

	snprintf(what, sizeof(what), "%s=%s", name, text);
	unit_make(what);
}

/*
 * Drivers that are named and drivers in a directory, with broken ones between them, configuration
 * files with errors, and a layer. With PINS there are also ICD 2 drivers.
 */
static void set_up(bool pins)
{
	char log[256];

	make_file("vendors/a.icd", unit_driver("faulty-unloadable"));
	make_file("vendors/b.icd", "");
	make_file("vendors/c.icd", unit_driver("faulty-list-error"));
	make_file("vendors/e.icd", unit_driver("needs-gone"));
	unit_make("vendors/d.icd->a.icd");
	unit_make("vendors/f.icd->nothing");
	make_file("layers/a.lay", unit_driver("layer-new"));
	make_file("loader.conf",
		  "[order]\nfirst = Correct, Faulty\nlast = x,\n y\nsort = devices\n"
		  "[driver faulty*]\ndlopen = now\n[program *]\nenable = a\nunknown = 1\n");
	make_file("layers.conf", "[layers]\nload = a, none\n[layer a]\nlibrary = libnone.so\n[open\n");
	process_set_drivers(pins ? "faulty-unloadable-icd2 stub-icd2 faulty-none" :
				   "faulty-by-lookup stub-icd1 faulty-none");
	setenv("OCL_ICD_VENDORS", unit_path("vendors"), 1);
	setenv("OPENCL_LAYER_PATH", unit_path("layers"), 1);
	setenv("OPENCL_LOADER_CONFIG", unit_path("loader.conf"), 1);
	snprintf(log, sizeof(log), "debug:%s", unit_path("log of the library"));
	setenv("OPENCL_LOADER_LOG", log, 1);
}

/* PINS: with drivers that keep pointers into the loader, so that it stays in memory. */
static void begin(bool pins)
{
	report = mmap(NULL, sizeof(*report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	ck_assert_ptr_ne(report, MAP_FAILED);
	unit_expect_errors();
	set_up(pins);
}

/* -- one life of the library ----------------------------------------------- */

static struct {
	enum fault kind;
	unsigned first;
	unsigned last;
	int error;
} wanted;

/* Platforms that were accepted work, whatever else has failed. */
static void use_platforms(void *library, const cl_platform_id *platforms, cl_uint count)
{
	api_fn_clGetPlatformInfo *get_info =
		(api_fn_clGetPlatformInfo *)dlsym(library, "clGetPlatformInfo");
	char text[256];

	for (cl_uint i = 0; i < count; i++)
		if (get_info(platforms[i], CL_PLATFORM_NAME, sizeof(text), text, NULL) != CL_SUCCESS)
			exit(11);
	if ((get_info(NULL, CL_PLATFORM_NAME, sizeof(text), text, NULL) == CL_SUCCESS) != (count > 0))
		exit(12);
}

static void live(void)
{
	void *library = dlopen(getenv("OPENCL_LIBRARY_UNDER_TEST"), RTLD_NOW | RTLD_LOCAL);
	void *entry = library ? dlsym(library, "clGetPlatformIDs") : NULL;
	api_fn_clGetPlatformIDs *list = (api_fn_clGetPlatformIDs *)entry;
	cl_platform_id platforms[PROCESS_PLATFORMS];
	cl_uint count = 99;
	cl_int error;

	if (!entry || !fault_install(library))
		exit(1);
	fault_arm(wanted.kind, wanted.first, wanted.last, wanted.error);
	error = list(PROCESS_PLATFORMS, platforms, &count);
	report->calls = fault_disarm();
	if (count > ALL_PLATFORMS || error != (count ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR))
		exit(2);
	report->count = count;
	use_platforms(library, platforms, count);
	fault_arm(wanted.kind, 1, wanted.last == UINT_MAX ? UINT_MAX : 0, wanted.error);
	dlclose(library);
	fault_disarm();
	library = dlopen(getenv("OPENCL_LIBRARY_UNDER_TEST"), RTLD_LAZY | RTLD_NOLOAD);
	report->is_unloaded = !library;
	report->leaks = fault_count_leaks();
}

static void live_with(enum fault kind, unsigned first, unsigned last, int error)
{
	int status;

	memset(report, 0, sizeof(*report));
	wanted.kind = kind;
	wanted.first = first;
	wanted.last = last;
	wanted.error = error;
	status = process_run_child(live, 42);
	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 42,
		      "call %u to %u of %s failing with errno %d: wait status %#x", first, last,
		      fault_name(kind), error, (unsigned)status);
	/* A loader that stays in memory keeps what calls can reach. */
	ck_assert_msg(!report->is_unloaded || report->leaks == 0,
		      "call %u to %u of %s failing with errno %d: %u blocks leak", first, last,
		      fault_name(kind), error, report->leaks);
}

/* -- faults ---------------------------------------------------------------- */

START_TEST(without_faults)
{
	begin(false);
	live_with(FAULT_MEMORY, UINT_MAX, 0, 0);
	ck_assert_uint_eq(report->count, ALL_PLATFORMS);
	ck_assert(report->is_unloaded);
	ck_assert_uint_gt(report->calls, 1);
}
END_TEST

static const struct {
	enum fault kind;
	int error;
	bool costs_nothing;	/* no platform is lost if one call fails */
	bool pins;
} rows[] = {
	{ FAULT_MEMORY, ENOMEM, false, false },
	{ FAULT_ANY_MEMORY, ENOMEM, false, false },
	{ FAULT_OPEN, EMFILE, false, false },
	{ FAULT_OPEN, ENOENT, false, false },		/* removed after it was listed */
	{ FAULT_OPEN, EINTR, false, false },
	{ FAULT_READ, EIO, false, false },
	{ FAULT_READ, EINTR, true, false },
	{ FAULT_STAT, EIO, false, false },
	{ FAULT_STAT, EOVERFLOW, false, false },
	{ FAULT_READDIR, EIO, false, false },
	{ FAULT_READDIR, ENOENT, false, false },	/* removed meanwhile */
	{ FAULT_READLINK, ENOENT, true, false },	/* no /proc */
	{ FAULT_READLINK, EACCES, true, false },
	{ FAULT_WRITE, ENOSPC, true, false },
	{ FAULT_WRITE, EINTR, true, false },
	{ FAULT_DLOPEN, 0, false, false },
	{ FAULT_DLSYM, 0, false, false },
	{ FAULT_DLSYM, 0, false, true },
	{ FAULT_DLOPEN, 0, false, true },
};

static bool can_fail(enum fault kind)
{
	if (kind != FAULT_ANY_MEMORY || fault_has_any_memory())
		return true;
	printf("not tested: %s: a sanitizer has an allocator of its own\n", fault_name(kind));
	return false;
}

/* A single fault must not cost all platforms. */
START_TEST(each_call_in_turn)
{
	unsigned calls;

	if (!can_fail(rows[_i].kind))
		return;
	begin(rows[_i].pins);
	live_with(rows[_i].kind, UINT_MAX, 0, 0);
	calls = report->calls;
	ck_assert_msg(calls > 0, "%s is not called at all", fault_name(rows[_i].kind));
	for (unsigned call = 1; call <= calls; call++) {
		live_with(rows[_i].kind, call, call, rows[_i].error);
		ck_assert_msg(report->count > 0, "call %u of %s costs every platform", call,
			      fault_name(rows[_i].kind));
		if (rows[_i].costs_nothing)
			ck_assert_uint_eq(report->count, ALL_PLATFORMS);
	}
}
END_TEST

START_TEST(all_calls_from_one_on)
{
	unsigned calls;

	/* An interrupted read is repeated, so this case would never end. */
	if (!can_fail(rows[_i].kind) || (rows[_i].kind == FAULT_READ && rows[_i].error == EINTR))
		return;
	begin(rows[_i].pins);
	live_with(rows[_i].kind, UINT_MAX, 0, 0);
	calls = report->calls;
	for (unsigned call = calls; call > 0; call--)
		live_with(rows[_i].kind, call, UINT_MAX, rows[_i].error);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("faults");
	TCase *tcase = unit_tcase(suite, "faults", 120);

	tcase_add_test(tcase, without_faults);
	tcase_add_loop_test(tcase, each_call_in_turn, 0, UNIT_ROWS(rows));
	tcase_add_loop_test(tcase, all_calls_from_one_on, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
