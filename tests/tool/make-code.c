/* SPDX-License-Identifier: Apache-2.0 */
/* make-code DIRECTORY: writes replay.c with its data and its Makefile into a capture that has none. */
#include <stdio.h>

#include "launch/launch-contents.h"
#include "launch/launch-file.h"
#include "tool/replay/code.h"

int main(int argc, char **argv)
{
	struct arena arena = ARENA_INIT;
	char problem[LAUNCH_PROBLEM];
	struct own_dir directory;
	struct launch launch;
	bool is_good;

	if (argc != 2 || !own_dir_open(&directory, argv[1]))
		return 99;
	is_good = launch_contents_read_at(&launch, directory.place.descriptor, &arena, problem);
	if (is_good) {
		is_good = code_write(&launch, &directory);
		launch_contents_done(&launch);
	} else {
		fprintf(stderr, "make-code: %s: %s\n", argv[1], problem);
	}
	own_dir_close(&directory);
	arena_done(&arena);
	return is_good ? 0 : 99;
}
