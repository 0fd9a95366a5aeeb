/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cllayerinfo: the tool that people know from the other loaders, with their
 * output: the layers that a program would get, the first to be called first.
 * The layers are started as in a program; what they print to standard output
 * while they are is kept away from the list.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "loader/loader.h"

#define NAME_SIZE 4096	/* bytes of a layer's name */

static struct dispatch dispatch;

/*
 * The stream of what is our output; standard output goes nowhere from here on,
 * also what a layer has in its buffer until the process ends.
 */
static FILE *take_output(void)
{
	int output = dup(STDOUT_FILENO);
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (output < 0 || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
		return NULL;
	close(nowhere);
	return fdopen(output, "w");
}

static void print_layer(FILE *output, const struct layer *layer)
{
	char name[NAME_SIZE];

	fprintf(output, "%s:\n", layer->candidate->library);
	fprintf(output, "\tCL_LAYER_API_VERSION: %u\n", (unsigned)layer->api_version);
	if (layer_read_name(layer, name, sizeof(name)))
		fprintf(output, "\tCL_LAYER_NAME: %s\n", name);
}

int main(int argc, char **argv)
{
	const struct layer *layer;
	FILE *output;

	if (argc == 2 && strcmp(argv[1], "--version") == 0) {
		puts("cllayerinfo (" PACKAGE_STRING ")");
		return 0;
	}
	if (argc > 1) {
		fprintf(argc == 2 && strcmp(argv[1], "--help") == 0 ? stdout : stderr,
			"usage: cllayerinfo [--help | --version]\n"
			"lists the OpenCL layers that a program gets; see cllayerinfo(1)\n");
		return strcmp(argv[1], "--help") == 0 ? 0 : 2;
	}
	output = take_output();
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
	return fclose(output) == 0 ? 0 : 1;
}
