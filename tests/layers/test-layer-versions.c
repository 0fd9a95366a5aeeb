/* SPDX-License-Identifier: Apache-2.0 */
/*
 * versions: a driver that lists an extension in each version that matters. The layers see the calls
 * of its functions if their prototypes are certain; if not, each layer says so once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "layers/layer-target.h"
#include "unit/unit.h"

/* The extension in VERSION, and whether calls of FUNCTION come to the layers. */
static const struct {
	cl_name_version extension;
	const char *function;
	const char *other;	/* another function of it, which is missing as well; NULL: none */
	const char *missing;	/* what is said; NULL: nothing, since the layers see it */
} rows[] = {
#define ROW(name, major, minor, patch, ...) \
	{ { CL_MAKE_VERSION(major, minor, patch), name }, __VA_ARGS__ }
	ROW("cl_khr_command_buffer", 0, 8, 9, "clFinalizeCommandBufferKHR",
	    "clRetainCommandBufferKHR", "Beta has version 0.8.9 of cl_khr_command_buffer, expected "
	    "0.9.0 or later, before 2.0.0; "),
	ROW("cl_khr_command_buffer", 0, 9, 8, "clFinalizeCommandBufferKHR", NULL, NULL),
	ROW("cl_khr_command_buffer", 1, 0, 0, "clFinalizeCommandBufferKHR", NULL, NULL),
	ROW("cl_khr_command_buffer", 1, 2, 3, "clFinalizeCommandBufferKHR", NULL, NULL),
	ROW("cl_khr_command_buffer", 2, 0, 0, "clFinalizeCommandBufferKHR",
	    "clRetainCommandBufferKHR", "Beta has version 2.0.0 of cl_khr_command_buffer, expected "
	    "0.9.0 or later, before 2.0.0; "),
	ROW("cl_khr_command_buffer_multi_device", 0, 9, 0, "clRemapCommandBufferKHR", NULL, NULL),
	ROW("cl_khr_command_buffer_multi_device", 0, 9, 1, "clRemapCommandBufferKHR", NULL, NULL),
	ROW("cl_khr_command_buffer_multi_device", 0, 9, 2, "clRemapCommandBufferKHR", NULL, NULL),
	ROW("cl_khr_command_buffer_multi_device", 0, 9, 3, "clRemapCommandBufferKHR", NULL,
	    "Beta has version 0.9.3 of cl_khr_command_buffer_multi_device, expected 0.9.0 to "
	    "0.9.2; "),
	ROW("cl_khr_command_buffer_multi_device", 1, 0, 0, "clRemapCommandBufferKHR", NULL,
	    "Beta has version 1.0.0 of cl_khr_command_buffer_multi_device, expected 0.9.0 to "
	    "0.9.2; "),
	ROW("cl_khr_command_buffer_mutable_dispatch", 0, 9, 1, "clUpdateMutableCommandsKHR", NULL,
	    "Beta has version 0.9.1 of cl_khr_command_buffer_mutable_dispatch, expected 0.9.2 to "
	    "0.9.5; "),
	ROW("cl_khr_command_buffer_mutable_dispatch", 0, 9, 1, "clGetMutableCommandInfoKHR", NULL,
	    NULL),
	ROW("cl_khr_command_buffer_mutable_dispatch", 0, 9, 5, "clUpdateMutableCommandsKHR", NULL,
	    NULL),
	ROW("cl_khr_command_buffer_mutable_dispatch", 0, 9, 6, "clUpdateMutableCommandsKHR",
	    "clGetMutableCommandInfoKHR", "Beta has version 0.9.6 of "
	    "cl_khr_command_buffer_mutable_dispatch, expected 0.9.2 to 0.9.5; "),
	ROW("cl_khr_unified_svm", 0, 9, 0, "clSVMAllocWithPropertiesKHR", NULL, NULL),
	ROW("cl_khr_unified_svm", 0, 9, 1, "clSVMAllocWithPropertiesKHR", NULL, NULL),
	ROW("cl_khr_unified_svm", 0, 9, 2, "clSVMAllocWithPropertiesKHR", NULL,
	    "Beta has version 0.9.2 of cl_khr_unified_svm, expected 0.9.0 to 0.9.1; "),
	ROW("cl_khr_unified_svm", 0, 9, 0, "clEnqueueSVMMemcpyWithPropertiesKHR", NULL,
	    "Beta has version 0.9.0 of cl_khr_unified_svm, expected 0.9.1; "),
	ROW("cl_khr_unified_svm", 0, 9, 1, "clEnqueueSVMMemcpyWithPropertiesKHR", NULL, NULL),
#undef ROW
};

/* The library of a layer, its word, and the variable of its file. */
static const struct {
	const char *library, *word, *file;
} layers[] = {
	{ "CLTrace", NULL, "OPENCL_TRACE_FILE" },	/* writes it into its trace */
	{ "CLRecord", "record", "OPENCL_RECORD_FILE" },
	{ "CLLifetime", "lifetime", "OPENCL_LIFETIME_FILE" },
	{ "CLValidation", "validation", "OPENCL_VALIDATION_FILE" },
};

static cl_platform_id beta(void)
{
	cl_platform_id platforms[2];

	ck_assert_int_eq(layer->clGetPlatformIDs(2, platforms, NULL), CL_SUCCESS);
	return platforms[1];
}

static void *look_up(const char *name)
{
	void *first = layer->clGetExtensionFunctionAddressForPlatform(beta(), name);

	ck_assert_ptr_nonnull(first);
	for (int i = 0; i < 3; i++)
		ck_assert_ptr_eq(layer->clGetExtensionFunctionAddressForPlatform(beta(), name),
				 first);
	return first;
}

static unsigned int count_of(const char *text, const char *part)
{
	unsigned int count = 0;

	for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
		count++;
	return count;
}

/* A finding, or a file of findings, would accuse the program of what the driver lists. */
static void check_text(int which, int row)
{
	const char *error = unit_read(unit_path("error"), NULL);
	const char *text = !layers[which].word ? unit_read(unit_path("file"), NULL) : error;
	char expected[512];

	ck_assert_msg(count_of(text, " has version ") == (rows[row].missing != NULL), "%s", text);
	if (!layers[which].word || !rows[row].missing)
		ck_assert_str_eq(error, "");
	if (!rows[row].missing)
		return;
	if (!layers[which].word)
		snprintf(expected, sizeof(expected), "calls of \"%s\" are not traced: %s",
			 rows[row].function, rows[row].missing);
	else
		snprintf(expected, sizeof(expected),
			 "clrouter: layer: %s: calls of %s do not come to this layer: %s",
			 layers[which].word, rows[row].function, rows[row].missing);
	ck_assert_msg(strstr(text, expected) != NULL, "%s", text);
}

START_TEST(version_is_said_once)
{
	const int which = _i / UNIT_ROWS(rows);
	const int row = _i % UNIT_ROWS(rows);
	const int kept = dup(STDERR_FILENO);
	void *driver, *found;

	ck_assert_ptr_nonnull(freopen(unit_path("error"), "w", stderr));
	target.extension = &rows[row].extension;
	setenv(layers[which].file, unit_path("file"), 1);
	target_start(layers[which].library, false);
	found = look_up(rows[row].function);
	if (rows[row].other)
		look_up(rows[row].other);
	/* This one has the same address in the driver, and no layer is between. */
	driver = layer->clGetExtensionFunctionAddressForPlatform(beta(), "clOther");
	ck_assert_int_eq(found == driver, rows[row].missing != NULL);
	target_stop();
	fflush(stderr);
	dup2(kept, STDERR_FILENO);
	check_text(which, row);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("versions");
	TCase *tcase = unit_tcase(suite, "versions", 20);

	tcase_add_loop_test(tcase, version_is_said_once, 0, UNIT_ROWS(layers) * UNIT_ROWS(rows));
	return unit_run(suite);
}
