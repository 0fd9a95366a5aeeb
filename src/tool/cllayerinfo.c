/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cllayerinfo: the tool of that name that other loaders have, with the same output: the layers
 * that a program gets, the first to be called first. The layers are started as in a program; what
 * they print to standard output then is dropped. It is a name of clrouter, which a link has.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"
#include "loader/loader.h"
#include "table/safe.h"
#include "tool/tool.h"

#define NAME_SIZE 4096	/* bytes of a layer's name */

static struct dispatch dispatch;

/*
 * The stream that the list is written to. Standard output is the null device from here on, also for what
 * a layer keeps in its buffer until the process ends. NULL with errno if that fails.
 */
static FILE *take_output(void)
{
	int output = dup(STDOUT_FILENO);
	int nowhere = open(OS_NULL_PATH, O_WRONLY);

	if (output < 0 || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
		return NULL;
	close(nowhere);
	return fdopen(output, "w");
}

static void print_layer(FILE *output, const struct layer *layer)
{
	char name[NAME_SIZE];

	safe_put(output, layer->candidate->library);
	fprintf(output, ":\n\tCL_LAYER_API_VERSION: %u\n", (unsigned)layer->api_version);
	if (!layer_read_name(layer, name, sizeof(name)))
		return;
	fputs("\tCL_LAYER_NAME: ", output);
	safe_put(output, name);
	fputc('\n', output);
}

static bool is_one_of(const char *word, const char *name, const char *letter)
{
	return strcmp(word, name) == 0 || strcmp(word, letter) == 0;
}

/* What --help and --version write; the exit status. */
static int end_output(FILE *output)
{
	if (fflush(output) == 0 && !ferror(output))
		return 0;
	fprintf(stderr, "cllayerinfo: standard output: %s\n", strerror(errno));
	return 1;
}

/* The exit status. */
static int read_arguments(int argc, char **argv)
{
	bool wants_help = argc == 2 && is_one_of(argv[1], "--help", "-h");

	if (argc == 2 && is_one_of(argv[1], "--version", "-V")) {
		puts("cllayerinfo (" PACKAGE_STRING ")");
		return end_output(stdout);
	}
	fputs("usage: cllayerinfo [--help | --version]\n"
	      "lists the OpenCL layers that a program gets; see cllayerinfo(1)\n",
	      wants_help ? stdout : stderr);
	return wants_help ? end_output(stdout) : 2;
}

static int list_layers(void)
{
	FILE *output = take_output();
	const struct layer *layer;
	int status;

	if (!output) {
		fprintf(stderr, "cllayerinfo: standard output: %s\n", strerror(errno));
		return 1;
	}
	loader_use(&dispatch);
	layer = loader_context()->layers.top;
	if (!layer)
		fprintf(stderr, "cllayerinfo: no layer is active; see \"clrouter layers\"\n");
	for (; layer; layer = layer->below)
		print_layer(output, layer);
	status = end_output(output);
	fclose(output);
	return status;
}

int tool_cllayerinfo(int argc, char **argv)
{
	return argc > 1 ? read_arguments(argc, argv) : list_layers();
}
