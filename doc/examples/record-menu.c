/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program that records itself: it loads the layer "record" for its own process, without any
 * variable, and a menu switches recording on and off. It shows clrouter/loader.h; with another
 * OpenCL loader it works without the menu.
 *
 *     cc record-menu.c -o record-menu $(pkg-config --cflags --libs OpenCL)
 *     ./record-menu
 *     clrouter report menu.clrecord
 *
 * The menu is lines of standard input: "on", "off", "work".
 */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <stdio.h>
#include <string.h>

#include <CL/cl.h>
#include <clrouter/loader.h>

/*
 * Before the first OpenCL call. The layer and its options are what layers.conf could say, too; a
 * path of libCLRecord.so is possible in place of the name. Returns 1 if the layer is there.
 */
static int choose_layer(void)
{
	clSetLayersCLROUTER_t *set_layers = (clSetLayersCLROUTER_t *)
		clGetExtensionFunctionAddress("clSetLayersCLROUTER");
	clSetLayerOptionCLROUTER_t *set_option = (clSetLayerOptionCLROUTER_t *)
		clGetExtensionFunctionAddress("clSetLayerOptionCLROUTER");
	clGetLayerVerdictCLROUTER_t *get_verdict = (clGetLayerVerdictCLROUTER_t *)
		clGetExtensionFunctionAddress("clGetLayerVerdictCLROUTER");
	const char *verdict = "refused";

	if (set_layers == NULL || set_option == NULL || get_verdict == NULL) {
		printf("another OpenCL loader, nothing can be recorded\n");
		return 0;
	}
	if (set_layers("record") == CL_SUCCESS &&
	    set_option("record", "file", "menu.clrecord") == CL_SUCCESS &&
	    set_option("record", "paused", "yes") == CL_SUCCESS &&
	    get_verdict(0, &verdict, NULL) == CL_SUCCESS)
		return 1;
	printf("the record layer is not there: %s\n", verdict);
	return 0;
}

/* What the program is for. */
static void work(void)
{
	cl_platform_id platforms[16];
	cl_uint count = 0;
	char name[256];

	if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS)
		count = 0;
	for (cl_uint i = 0; i < count && i < 16; i++)
		if (clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL) ==
		    CL_SUCCESS)
			printf("platform: %s\n", name);
}

int main(void)
{
	clSetRecordingCLROUTER_t *set_recording = NULL;
	char line[64];

	if (choose_layer())
		set_recording = (clSetRecordingCLROUTER_t *)
			clGetExtensionFunctionAddress("clSetRecordingCLROUTER");
	while (fgets(line, sizeof(line), stdin) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (strcmp(line, "work") == 0)
			work();
		else if (set_recording != NULL)
			printf("%s: %d\n", line, set_recording(strcmp(line, "on") == 0));
		fflush(stdout);
	}
	return 0;
}
