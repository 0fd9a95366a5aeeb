/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program: a program that chooses layers for itself (clrouter/loader.h): which names start the
 * loader, what is obeyed and when, the verdicts, and all of it in several threads and with forks.
 */
#include <dlfcn.h>
#include <libgen.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/process.h"
#include "unit/unit.h"

#include <clrouter/loader.h>

#define THREADS 8

static clSetLayersCLROUTER_t *set_layers;
static clSetLayerOptionCLROUTER_t *set_option;
static clGetLayerVerdictCLROUTER_t *get_verdict;

static const char *const names[] = {
	"clSetLayersCLROUTER", "clSetLayerOptionCLROUTER", "clGetLayerVerdictCLROUTER",
	"clGetICDLoaderInfoOCLICD", "clGetLayerOptionCLROUTER", "clGetPlatformDriverCLROUTER",
};

static void start(void)
{
	process_set_drivers("stub-icd1");
	setenv("STUB_LAYER_LOG", unit_path("calls"), 1);
	set_layers = (clSetLayersCLROUTER_t *)clGetExtensionFunctionAddress(names[0]);
	set_option = (clSetLayerOptionCLROUTER_t *)clGetExtensionFunctionAddress(names[1]);
	get_verdict = (clGetLayerVerdictCLROUTER_t *)clGetExtensionFunctionAddress(names[2]);
}

static bool is_started(void)
{
	void *library = dlopen(unit_driver("stub-icd1"), RTLD_LAZY | RTLD_NOLOAD);

	if (library)
		dlclose(library);
	return library != NULL;
}

static void use_loader(void)
{
	cl_platform_id platforms[PROCESS_PLATFORMS];

	process_get_platforms(platforms, 1);
}

/* The stub layers A and B as a list; each may be NULL. */
static const char *list_of(const char *a, const char *b)
{
	const char *parts[] = { a ? unit_driver(a) : "", ":", b ? unit_driver(b) : "" };

	return arena_join(&unit_arena, parts, 3);
}

static const char *calls(void)
{
	return access(unit_path("calls"), F_OK) == 0 ? unit_read(unit_path("calls"), NULL) : "";
}

/* -- what starts the loader ------------------------------------------------------ */

START_TEST(own_names_do_not_start)
{
	void *address = clGetExtensionFunctionAddress(names[_i]);

	ck_assert_ptr_nonnull(address);
	ck_assert(!is_started());
	use_loader();
	ck_assert(is_started());
	ck_assert_ptr_eq(clGetExtensionFunctionAddress(names[_i]), address);
}
END_TEST

START_TEST(other_names_start)
{
	ck_assert_ptr_null(clGetExtensionFunctionAddress("clFooCLROUTER"));
	ck_assert(is_started());
}
END_TEST

START_TEST(null_and_private_names)
{
	ck_assert_ptr_null(clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR"));
	ck_assert_ptr_null(clGetExtensionFunctionAddress(NULL));
	ck_assert_ptr_null(clGetExtensionFunctionAddress(""));
}
END_TEST

START_TEST(choices_do_not_start)
{
	ck_assert_int_eq(set_layers(list_of("layer-new", NULL)), CL_SUCCESS);
	ck_assert_int_eq(set_option("trace", "entry", "yes"), CL_SUCCESS);
	ck_assert(!is_started());
}
END_TEST

/* -- the list ---------------------------------------------------------------------- */

START_TEST(list_is_nearest_the_program)
{
	char list[8192];

	setenv("OPENCL_LAYERS", unit_driver("layer-old"), 1);
	snprintf(list, sizeof(list), "%s", list_of("layer-new", "layer-both"));
	ck_assert_int_eq(set_layers(list), CL_SUCCESS);
	memset(list, 'x', strlen(list));
	use_loader();
	ck_assert_str_eq(calls(), "layer-old init\nlayer-new init\nlayer-both init\n"
				  "layer-both call\nlayer-new call\nlayer-old call\n");
}
END_TEST

START_TEST(variables_do_not_touch_it)
{
	setenv("OPENCL_LAYERS", "", 1);
	ck_assert_int_eq(set_layers(list_of("layer-new", NULL)), CL_SUCCESS);
	use_loader();
	ck_assert_str_eq(calls(), "layer-new init\nlayer-new call\n");
}
END_TEST

/* But the user's word about all layers counts. */
START_TEST(user_can_disable)
{
	const char *id;

	setenv("OPENCL_LOADER_LAYERS_DISABLE", "layer-new*", 1);
	ck_assert_int_eq(set_layers(list_of("layer-new", NULL)), CL_SUCCESS);
	ck_assert_int_eq(get_verdict(0, &id, NULL), CL_INVALID_OPERATION);
	ck_assert_str_eq(id, "disabled");
	ck_assert_str_eq(calls(), "");
}
END_TEST

START_TEST(late_choice_is_refused)
{
	use_loader();
	ck_assert_int_eq(set_layers(list_of("layer-new", NULL)), CL_INVALID_OPERATION);
	ck_assert_int_eq(set_layers(""), CL_INVALID_OPERATION);
	ck_assert_int_eq(set_layers(NULL), CL_INVALID_VALUE);
	ck_assert_int_eq(set_option("trace", "entry", "yes"), CL_INVALID_OPERATION);
	use_loader();
	ck_assert_str_eq(calls(), "");
}
END_TEST

static const char *const unreadable[] = { NULL, "a\nb", "\x1B]0;title\x07", "\x7F" };

START_TEST(unreadable_list_changes_nothing)
{
	ck_assert_int_eq(set_layers(list_of("layer-new", NULL)), CL_SUCCESS);
	ck_assert_int_eq(set_layers(unreadable[_i]), CL_INVALID_VALUE);
	ck_assert_int_eq(set_option("trace", "file", unreadable[_i]), CL_INVALID_VALUE);
	use_loader();
	ck_assert_str_eq(calls(), "layer-new init\nlayer-new call\n");
}
END_TEST

START_TEST(options_need_names)
{
	ck_assert_int_eq(set_option("", "file", "x"), CL_INVALID_VALUE);
	ck_assert_int_eq(set_option(NULL, "file", "x"), CL_INVALID_VALUE);
	ck_assert_int_eq(set_option("trace", "", "x"), CL_INVALID_VALUE);
	ck_assert_int_eq(set_option("trace", NULL, "x"), CL_INVALID_VALUE);
	use_loader();
}
END_TEST

START_TEST(last_list_replaces)
{
	ck_assert_int_eq(set_layers(list_of("layer-new", NULL)), CL_SUCCESS);
	ck_assert_int_eq(set_layers(""), CL_SUCCESS);
	use_loader();
	ck_assert_str_eq(calls(), "");
	ck_assert_int_eq(get_verdict(0, NULL, NULL), CL_INVALID_VALUE);
}
END_TEST

/* -- verdicts ------------------------------------------------------------------------- */

START_TEST(verdicts_are_told)
{
	static const struct {
		cl_int error;
		const char *id;
	} rows[] = {
		{ CL_INVALID_OPERATION, "not-found" },
		{ CL_SUCCESS, "ok" },
		{ CL_INVALID_OPERATION, "layer-init-failed" },
		{ CL_SUCCESS, "duplicate" },
		{ CL_INVALID_VALUE, "untouched" },
	};
	const char *parts[] = { "/no/such/layer.so::", list_of("layer-new", "layer-refuses"), ":",
				unit_driver("layer-new") };
	const char *id;
	const char *detail;

	ck_assert_int_eq(set_layers(arena_join(&unit_arena, parts, 4)), CL_SUCCESS);
	for (cl_uint i = 0; i < UNIT_ROWS(rows); i++) {
		id = "untouched";
		ck_assert_int_eq(get_verdict(i, &id, &detail), rows[i].error);
		ck_assert_str_eq(id, rows[i].id);
		ck_assert_int_eq(get_verdict(i, NULL, NULL), rows[i].error);
	}
	ck_assert_int_eq(get_verdict(UINT32_MAX, NULL, NULL), CL_INVALID_VALUE);
	ck_assert_int_eq(get_verdict(3, NULL, &detail), CL_SUCCESS);
	ck_assert_str_eq(detail, unit_driver("layer-new"));
	ck_assert(is_started());
}
END_TEST

START_TEST(verdict_starts_the_loader)
{
	ck_assert_int_eq(get_verdict(0, NULL, NULL), CL_INVALID_VALUE);
	ck_assert(is_started());
	ck_assert_int_eq(set_layers(""), CL_INVALID_OPERATION);
}
END_TEST

/* -- options ---------------------------------------------------------------------------- */

/* With the layer's own variable EXTRA, "NAME=VALUE", or NULL; expects LINE in the trace. */
static void trace_with(const char *variable, const char *value, const char *line)
{
	char library[4096];
	char *trace;

	snprintf(library, sizeof(library), "%s", getenv("OPENCL_LIBRARY_UNDER_TEST"));
	strcat(dirname(library), "/libCLTrace.so");
	if (variable)
		setenv(variable, value, 1);
	ck_assert_int_eq(set_layers(library), CL_SUCCESS);
	ck_assert_int_eq(set_option("trace", "file", "/no/such/directory/x"), CL_SUCCESS);
	ck_assert_int_eq(set_option("trace", "file", unit_path("trace")), CL_SUCCESS);
	ck_assert_int_eq(set_option("trace", "entry", "yes"), CL_SUCCESS);
	ck_assert_int_eq(get_verdict(0, NULL, NULL), CL_SUCCESS);
	use_loader();
	trace = unit_read(unit_path("trace"), NULL);
	ck_assert_msg(strstr(trace, line) != NULL, "%s", trace);
}

START_TEST(options_reach_the_layer)
{
	trace_with(NULL, NULL, "] } clGetPlatformIDs(");
}
END_TEST

START_TEST(variables_of_the_layer_are_stronger)
{
	trace_with("OPENCL_TRACE_ENTRY", "no", "] clGetPlatformIDs(");
}
END_TEST

/* -- threads and forks ---------------------------------------------------------------------- */

static pthread_barrier_t barrier;
static cl_int answers[THREADS];
static const char *lists[THREADS];

static void *choose(void *index)
{
	const size_t i = (size_t)index;

	pthread_barrier_wait(&barrier);
	answers[i] = set_layers(lists[i]);
	return NULL;
}

static void *use(void *unused)
{
	pthread_barrier_wait(&barrier);
	use_loader();
	return unused;
}

static void make_lists(void)
{
	char name[32];

	for (int i = 0; i < THREADS; i++) {
		snprintf(name, sizeof(name), "layer-many-%d", i);
		lists[i] = unit_driver(name);
	}
}

/* Exactly one of the lists that were taken counts; none, if the start came before all of them. */
START_TEST(threads_choose_and_start)
{
	pthread_t threads[2 * THREADS];
	const char *log;
	int taken = 0;
	int loaded = 0;

	make_lists();
	pthread_barrier_init(&barrier, NULL, 2 * THREADS);
	for (size_t i = 0; i < THREADS; i++) {
		pthread_create(&threads[2 * i], NULL, choose, (void *)i);
		pthread_create(&threads[2 * i + 1], NULL, use, NULL);
	}
	for (size_t i = 0; i < UNIT_ROWS(threads); i++)
		pthread_join(threads[i], NULL);
	log = calls();
	for (int i = 0; i < THREADS; i++) {
		char line[64];

		snprintf(line, sizeof(line), "layer-many-%d init\n", i);
		ck_assert(answers[i] == CL_SUCCESS || answers[i] == CL_INVALID_OPERATION);
		taken += answers[i] == CL_SUCCESS;
		loaded += strstr(log, line) != NULL;
		ck_assert(!strstr(log, line) || answers[i] == CL_SUCCESS);
	}
	ck_assert_int_eq(loaded, taken > 0);
	ck_assert_int_eq(get_verdict(0, NULL, NULL), taken ? CL_SUCCESS : CL_INVALID_VALUE);
}
END_TEST

START_TEST(fork_keeps_the_choice)
{
	ck_assert_int_eq(set_layers(list_of("layer-new", NULL)), CL_SUCCESS);
	process_check_exit(process_run_child(use_loader, 3), 3);
	ck_assert_str_eq(calls(), "layer-new init\nlayer-new call\nlayer-new deinit\n");
	ck_assert_int_eq(set_layers(list_of("layer-both", NULL)), CL_SUCCESS);
	use_loader();
	ck_assert_ptr_nonnull(strstr(calls(), "layer-both call\n"));
}
END_TEST

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static int is_over;

static void *choose_again(void *unused)
{
	/* What is set is kept, so there is a limit. */
	for (int i = 0; i < 50000 && !__atomic_load_n(&is_over, __ATOMIC_RELAXED); i++)
		if (set_option("trace", "entry", "yes") != CL_SUCCESS)
			break;
	return unused;
}

static void choose_in_child(void)
{
	ck_assert_int_eq(set_layers(list_of("layer-new", NULL)), CL_SUCCESS);
	use_loader();
	ck_assert_int_eq(get_verdict(0, NULL, NULL), CL_SUCCESS);
}

START_TEST(fork_while_others_choose)
{
	pthread_t threads[2];

	for (size_t i = 0; i < UNIT_ROWS(threads); i++)
		pthread_create(&threads[i], NULL, choose_again, NULL);
	for (int i = 0; i < 20; i++)
		process_check_exit(process_run_child(choose_in_child, 0), 0);
	__atomic_store_n(&is_over, 1, __ATOMIC_RELAXED);
	for (size_t i = 0; i < UNIT_ROWS(threads); i++)
		pthread_join(threads[i], NULL);
}
END_TEST
#endif

/* -- another loader in the process --------------------------------------------------------- */

static const char *copy_library(void)
{
	size_t size;
	char *bytes = unit_read(getenv("OPENCL_LIBRARY_UNDER_TEST"), &size);

	unit_write("libcl.so", bytes, size);
	return unit_path("libcl.so");
}

static size_t count_lines(const char *text, const char *part)
{
	size_t count = 0;

	while ((text = strstr(text, part))) {
		text += strlen(part);
		count++;
	}
	return count;
}

START_TEST(second_loader_is_logged)
{
	const char *parts[] = { _i ? "warning:" : "error:", unit_path("log of the library") };
	const char *copy = copy_library();
	const char *log;

	setenv("OPENCL_LOADER_LOG", arena_join(&unit_arena, parts, 2), 1);
	ck_assert_ptr_nonnull(dlopen(copy, RTLD_NOW | RTLD_LOCAL));
	use_loader();
	log = unit_read(parts[1], NULL);
	ck_assert_uint_eq(count_lines(log, "\n"), (size_t)_i);
	ck_assert_uint_eq(count_lines(log, copy), (size_t)_i);
	ck_assert_uint_eq(count_lines(log, "/libOpenCL.so.1"), (size_t)_i);
}
END_TEST

START_TEST(one_loader_is_not_logged)
{
	const char *parts[] = { "warning:", unit_path("log of the library") };

	setenv("OPENCL_LOADER_LOG", arena_join(&unit_arena, parts, 2), 1);
	use_loader();
	ck_assert_str_eq(unit_read(parts[1], NULL), "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("program");
	TCase *tcase = unit_tcase(suite, "program", 60);

	tcase_add_checked_fixture(tcase, start, NULL);
	tcase_add_loop_test(tcase, own_names_do_not_start, 0, UNIT_ROWS(names));
	tcase_add_test(tcase, other_names_start);
	tcase_add_test(tcase, null_and_private_names);
	tcase_add_test(tcase, choices_do_not_start);
	tcase_add_test(tcase, list_is_nearest_the_program);
	tcase_add_test(tcase, variables_do_not_touch_it);
	tcase_add_test(tcase, user_can_disable);
	tcase_add_test(tcase, late_choice_is_refused);
	tcase_add_loop_test(tcase, unreadable_list_changes_nothing, 0, UNIT_ROWS(unreadable));
	tcase_add_test(tcase, options_need_names);
	tcase_add_test(tcase, last_list_replaces);
	tcase_add_test(tcase, verdicts_are_told);
	tcase_add_test(tcase, verdict_starts_the_loader);
	tcase_add_test(tcase, options_reach_the_layer);
	tcase_add_test(tcase, variables_of_the_layer_are_stronger);
	tcase_add_loop_test(tcase, threads_choose_and_start, 0, 20);
	tcase_add_test(tcase, fork_keeps_the_choice);
#if defined(__SANITIZE_ADDRESS__)
	printf("not tested: fork_while_others_choose: the sanitizer's allocator stays locked in a child\n");
#elif defined(__SANITIZE_THREAD__)
	printf("not tested: fork_while_others_choose: the sanitizer takes the parent's threads for leaks\n");
#else
	tcase_add_test(tcase, fork_while_others_choose);
#endif
	tcase_add_loop_test(tcase, second_loader_is_logged, 0, 2);
	tcase_add_test(tcase, one_loader_is_not_logged);
	return unit_run(suite);
}
