/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-code MANIFEST: writes the replay.c of a capture, of which only the manifest is read, to standard
 * output. It ends with status 2 if the manifest is refused.
 */
#include <stdio.h>
#include <stdlib.h>

#include "capture/capture-format.h"
#include "capture/capture-reader.h"
#include "tool/probe/file/whole-file.h"
#include "tool/replay/code/code.h"

/* The status of the program. */
static int put(const char *text, size_t size, struct arena *arena)
{
	char problem[CAPTURE_PROBLEM];
	struct capture capture;

	if (!capture_reader_read(&capture, text, size, arena, problem))
		return 2;
	code_put_program(stdout, &capture, NULL);
	return fflush(stdout) == 0 ? 0 : 99;
}

int main(int argc, char **argv)
{
	struct arena arena = ARENA_INIT;
	size_t size = 0;
	char *text = argc == 2 ? whole_file_read(argv[1], CAPTURE_MOST_MANIFEST, &size) : NULL;
	int status = text ? put(text, size, &arena) : 99;

	arena_done(&arena);
	free(text);
	return status;
}
