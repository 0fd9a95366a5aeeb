/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-run: see validation-run.h.
 */
#include "layers/validation-run.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "layers/validation-calls.h"
#include "layers/validation-objects.h"
#include "layers/validation-words.h"

#define FINDINGS_SIZE 65536

const struct clrouter_table *run_layer;

static struct clrouter_table below;
static void *library;
static char findings_path[64];
static unsigned failures;

void run_open(const char *path)
{
	snprintf(findings_path, sizeof(findings_path), "validation-findings.%ld", (long)getpid());
	setenv("OPENCL_VALIDATION_FILE", findings_path, 1);
	/* No case releases anything, and each would find the places of all that again. */
	if (!getenv("OPENCL_VALIDATION_RULES"))
		setenv("OPENCL_VALIDATION_RULES", "!object-never-released,!performance-event-leak", 1);
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		printf("%s\n", dlerror());
		exit(1);
	}
	accept_fill(&below);
}

void *run_symbol(const char *name)
{
	void *address = dlsym(library, name);

	if (!address) {
		printf("%s\n", dlerror());
		exit(1);
	}
	return address;
}

void run_start(void)
{
	cl_int (CL_API_CALL *init)(cl_uint, const void *, cl_uint *, const void **, const cl_properties *);
	const void *table;
	cl_uint count;

	*(void **)&init = run_symbol("clInitLayerWithProperties");
	if (init(CLROUTER_SLOTS, &below, &count, &table, NULL) != CL_SUCCESS) {
		printf("the layer does not start\n");
		exit(1);
	}
	run_layer = table;
	objects_make(table);
	words_run_steps();
}

void run_stop(void)
{
	cl_int (CL_API_CALL *deinit)(void);

	*(void **)&deinit = run_symbol("clDeinitLayer");
	deinit();
	unlink(findings_path);
}

const char *run_findings(void)
{
	static char text[FINDINGS_SIZE];
	FILE *file = fopen(findings_path, "r");
	size_t size = !file ? 0 : fread(text, 1, sizeof(text) - 1, file);

	if (file)
		fclose(file);
	text[size] = '\0';
	return text;
}

unsigned run_step(unsigned step)
{
#ifdef __SANITIZE_ADDRESS__
	step *= 2;	/* each run takes four times as long here */
#endif
	return !getenv("CHECK_THOROUGH") ? step : 1;
}

void run_fail(const char *what, const char *id, const char *words, const char *findings)
{
	printf("%s: %s %s%s\n", what, id, words, findings);
	failures++;
}

/* The one line of FINDINGS is about rule ID. */
bool run_is_only(const char *findings, const char *id, const char *code, const char *function)
{
	char expected[256];

	snprintf(expected, sizeof(expected), "clrouter: validation: error: %s: %s: %s: ", id,
		 function, code);
	return strncmp(findings, expected, strlen(expected)) == 0 &&
	       strchr(findings, '\n') == findings + strlen(findings) - 1;
}

unsigned run_failures(void)
{
	return failures;
}
