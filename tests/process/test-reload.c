/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reload: opens and closes libOpenCL.so.1 a hundred times in a program that is not linked to it,
 * and checks which libraries are unloaded and that nothing leaks. OPENCL_LIBRARY_UNDER_TEST is the
 * path of the library.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/api.h"
#include "process/process.h"
#include "unit/unit.h"

#define ROUNDS 100
#define WARM_UP 20	/* rounds in which caches of the C library fill */

static const struct {
	const char *drivers;
	const char *variable;		/* also set to 1; NULL: none */
	bool has_thread;
	cl_uint count;			/* of platforms */
	bool loader_goes;		/* is the loader unloaded? */
	const char *driver;		/* the driver that is checked */
	bool driver_goes;		/* is it unloaded? */
} rows[] = {
	{ "no-such", NULL, false, 0, true, "stub-icd1", true },
	{ "stub-icd1", NULL, false, 1, true, "stub-icd1", false },
	{ "faulty-none faulty-count-zero", NULL, false, 3, true, "faulty-count-zero", true },
	{ "faulty-unloadable", NULL, false, 3, true, "faulty-unloadable", true },
	{ "faulty-unloadable-partly", NULL, false, 3, true, "faulty-unloadable-partly", false },

	/* the loader stays: drivers keep pointers into it, or there are many platforms */
	{ "stub-icd2", NULL, false, 1, false, "stub-icd2", false },
	{ "faulty-unloadable-icd2", NULL, false, 3, false, "faulty-unloadable-icd2", false },
	{ "faulty-unloadable stub-icd2", NULL, false, 4, false, "faulty-unloadable", false },
	{ "faulty-many", NULL, false, 500, false, "faulty-many", false },
	{ "faulty-unloadable-icd2", "OCL_ICD_DISABLE_DYNAMIC_LIBRARY_UNLOADING", false, 3, false,
	  "faulty-unloadable-icd2", false },
	{ "faulty-unloadable-icd2", "OCL_ICD_FORCE_LEGACY_TERMINATION", false, 3, false,
	  "faulty-unloadable-icd2", false },

	/* a second thread could be in the driver: the driver stays, the loader goes */
	{ "faulty-unloadable", NULL, true, 3, true, "faulty-unloadable", false },
};

static const char *library_path(void)
{
	const char *path = getenv("OPENCL_LIBRARY_UNDER_TEST");

	ck_assert_msg(path != NULL, "OPENCL_LIBRARY_UNDER_TEST, the library's path, is not set");
	return path;
}

static bool is_loaded(const char *path)
{
	void *library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);

	if (library)
		dlclose(library);
	return library != NULL;
}

static void use_once(cl_uint expected)
{
	void *library = dlopen(library_path(), RTLD_NOW | RTLD_LOCAL);
	api_fn_clGetPlatformIDs *list;
	cl_uint count = 99;

	ck_assert_msg(library != NULL, "%s", dlerror());
	list = (api_fn_clGetPlatformIDs *)dlsym(library, "clGetPlatformIDs");
	ck_assert_int_eq(list(0, NULL, &count), expected ? CL_SUCCESS : CL_PLATFORM_NOT_FOUND_KHR);
	ck_assert_uint_eq(count, expected);
	ck_assert_int_eq(dlclose(library), 0);
}

struct usage {
	size_t memory;
	unsigned descriptors;
	unsigned mappings;	/* of files; sanitizers map other memory */
};

static size_t count_memory(void)
{
#ifdef __GLIBC__
	return mallinfo2().uordblks + mallinfo2().hblkhd;
#else
	return 0;
#endif
}

/* It is also called in the first rounds, so that the C library's caches have its allocations. */
static struct usage measure(void)
{
	struct usage usage = { count_memory(), 0, 0 };
	DIR *descriptors = opendir("/proc/self/fd");
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[4096];

	ck_assert(descriptors && maps);
	while (readdir(descriptors))
		usage.descriptors++;
	closedir(descriptors);
	while (fgets(line, sizeof(line), maps))
		usage.mappings += strchr(line, '/') != NULL;
	fclose(maps);
	return usage;
}

static void *end_at_once(void *unused)
{
	return unused;
}

/* After this, the C library no longer says that the process has one thread. */
static void start_thread(void)
{
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, end_at_once, NULL), 0);
	pthread_join(thread, NULL);
}

START_TEST(a_hundred_rounds)
{
	const char *driver = unit_driver(rows[_i].driver);
	/* A driver that is refused is always closed. */
	bool goes = rows[_i].driver_goes &&
		    (process_is_single_threaded() || !strstr(rows[_i].driver, "unloadable"));
	bool loader_goes = rows[_i].loader_goes && (goes || !strstr(rows[_i].driver, "-icd2"));
	struct usage before = { 0, 0, 0 }, after;

	process_set_drivers(rows[_i].drivers);
	if (rows[_i].variable)
		setenv(rows[_i].variable, "1", 1);
	if (rows[_i].has_thread)
		start_thread();
	for (int i = 0; i < WARM_UP + ROUNDS; i++) {
		if (i <= WARM_UP)
			before = measure();
		use_once(rows[_i].count);
		ck_assert_int_eq(is_loaded(library_path()), !loader_goes);
		ck_assert_int_eq(is_loaded(driver), !goes);
	}
	after = measure();
	ck_assert_uint_eq(after.memory, before.memory);
	ck_assert_uint_eq(after.descriptors, before.descriptors);
	ck_assert_uint_eq(after.mappings, before.mappings);
}
END_TEST

/* A library that is not used leaves nothing behind. */
START_TEST(opened_and_closed_unused)
{
	struct usage before = { 0, 0, 0 }, after;

	for (int i = 0; i < WARM_UP + ROUNDS; i++) {
		if (i <= WARM_UP)
			before = measure();
		ck_assert_int_eq(dlclose(dlopen(library_path(), RTLD_NOW)), 0);
		ck_assert(!is_loaded(library_path()));
	}
	after = measure();
	ck_assert_uint_eq(after.memory, before.memory);
	ck_assert_uint_eq(after.mappings, before.mappings);
}
END_TEST

/*
 * An ICD 2 driver keeps a pointer to the loader's table, and may stay in memory after dlclose() of
 * the loader because something else uses it. Its handles must still work, and a program that opens
 * the loader again must find its platforms.
 */
enum other_user { USER_PROGRAM, USER_OTHER_LOADER, USER_THREAD, OTHER_USERS };

static void use_otherwise(enum other_user user)
{
	api_fn_clGetPlatformIDs *list;
	size_t size;
	char *bytes;
	void *copy;

	switch (user) {
	case USER_PROGRAM:
		ck_assert_ptr_nonnull(dlopen(unit_driver("faulty-unloadable-icd2"), RTLD_NOW));
		break;
	case USER_OTHER_LOADER:
		bytes = unit_read(library_path(), &size);
		unit_write("libOther.so", bytes, size);
		copy = dlopen(unit_path("libOther.so"), RTLD_NOW | RTLD_LOCAL);
		ck_assert_msg(copy != NULL, "%s", dlerror());
		list = (api_fn_clGetPlatformIDs *)dlsym(copy, "clGetPlatformIDs");
		list(0, NULL, &(cl_uint){ 0 });
		ck_assert_int_eq(dlclose(copy), 0);
		break;
	default:
		start_thread();
		break;
	}
}

START_TEST(driver_outlives_the_loader)
{
	void *library = dlopen(library_path(), RTLD_NOW | RTLD_LOCAL);
	cl_platform_id platforms[PROCESS_PLATFORMS];
	api_fn_clGetPlatformIDs *list;
	api_fn_clGetPlatformInfo *get_info;
	char name[64] = "";
	cl_uint count = 0;

	process_set_drivers("faulty-unloadable-icd2");
	list = (api_fn_clGetPlatformIDs *)dlsym(library, "clGetPlatformIDs");
	get_info = (api_fn_clGetPlatformInfo *)dlsym(library, "clGetPlatformInfo");
	ck_assert_int_eq(list(PROCESS_PLATFORMS, platforms, &count), CL_SUCCESS);
	use_otherwise((enum other_user)_i);
	ck_assert_int_eq(dlclose(library), 0);
	ck_assert_int_eq(get_info(platforms[0], CL_PLATFORM_NAME, sizeof(name), name, NULL),
			 CL_SUCCESS);
	ck_assert_str_ne(name, "");
	use_once(count);
}
END_TEST

/* A layer that cannot be deinitialised may still call what is below it, so that stays open. */
static const struct {
	const char *layers[2];	/* the first is nearer the driver */
	bool goes[2];		/* is the layer unloaded? */
	bool driver_goes;
} chains[] = {
	{ { "layer-new", "layer-both" }, { true, true }, true },
	{ { "layer-new", "layer-deinit-fails" }, { false, false }, false },
	{ { "layer-deinit-fails", "layer-new" }, { false, true }, false },
	{ { "layer-old", "layer-new" }, { false, false }, false },
	{ { "layer-new", "layer-old" }, { false, false }, false },
};

START_TEST(nothing_is_closed_below_a_layer_that_stays)
{
	bool may_close = process_is_single_threaded();
	char layers[8192];

	snprintf(layers, sizeof(layers), "%s:%s", unit_driver(chains[_i].layers[0]),
		 unit_driver(chains[_i].layers[1]));
	process_set_drivers("faulty-unloadable");
	setenv("OPENCL_LAYERS", layers, 1);
	use_once(3);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(is_loaded(unit_driver(chains[_i].layers[i])),
				 !(chains[_i].goes[i] && may_close));
	ck_assert_int_eq(is_loaded(unit_driver("faulty-unloadable")),
			 !(chains[_i].driver_goes && may_close));
}
END_TEST

/*
 * A loader that is named as a driver is refused, a copy of it too, under any file name. Otherwise
 * it would call itself without end.
 */
static const char *const copies[] = {
	"libOpenCL.so.1", "libOpenCL.so", "libOpenCL.so.1.0.0", "libdriver.so",
};

START_TEST(loader_named_as_driver)
{
	bool is_link = _i >= UNIT_ROWS(copies);
	const char *name = copies[_i % UNIT_ROWS(copies)];
	char text[8192];
	size_t size;
	char *bytes = unit_read(library_path(), &size);

	unit_write(is_link ? "original" : name, bytes, size);
	snprintf(text, sizeof(text), "%s->original", name);
	if (is_link)
		unit_make(text);
	process_set_drivers("stub-icd1");
	snprintf(text, sizeof(text), "%s:%s", unit_path(name), getenv("OCL_ICD_FILENAMES"));
	setenv("OCL_ICD_FILENAMES", text, 1);
	snprintf(text, sizeof(text), "warning:%s", unit_path("log of the library"));
	setenv("OPENCL_LOADER_LOG", text, 1);
	use_once(1);
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("log of the library"), NULL),
				     "an OpenCL loader, not a driver"));
}
END_TEST

/* The loaded library itself, through a link with another name. */
START_TEST(loader_itself_as_driver)
{
	char text[8192];

	ck_assert_int_eq(symlink(realpath(library_path(), text), unit_path("libdriver.so")), 0);
	process_set_drivers("stub-icd1");
	snprintf(text, sizeof(text), "%s:%s", unit_path("libdriver.so"),
		 getenv("OCL_ICD_FILENAMES"));
	setenv("OCL_ICD_FILENAMES", text, 1);
	use_once(1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reload");
	TCase *tcase = unit_tcase(suite, "reload", 60);

	tcase_add_loop_test(tcase, a_hundred_rounds, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, opened_and_closed_unused);
	tcase_add_loop_test(tcase, driver_outlives_the_loader, 0, OTHER_USERS);
	tcase_add_loop_test(tcase, nothing_is_closed_below_a_layer_that_stays, 0,
			    UNIT_ROWS(chains));
	tcase_add_loop_test(tcase, loader_named_as_driver, 0, 2 * UNIT_ROWS(copies));
	tcase_add_test(tcase, loader_itself_as_driver);
	return unit_run(suite);
}
