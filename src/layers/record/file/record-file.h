/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-file: how the file of a record is named and opened. Takes no lock of the layer; the
 * caller makes sure that one thread at a time uses a struct record_file.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_RECORD_FILE_H
#define CLROUTER_LAYERS_RECORD_FILE_RECORD_FILE_H

#include <stdbool.h>

#include "base/os.h"
#include "layers/record/file/raw-file.h"

struct record_file {
	struct raw_file raw;
	char path[OS_PATH_SIZE];	/* absolute, if the working directory has a name */
};

/*
 * Opens a file that is empty, and locks it, as raw-file.h says.
 *
 * PATH NULL: PROGRAM.PID.clrecord in the working directory; if there is such a file, a number is
 * added. A PATH that ends with a slash: the same in that directory. Otherwise PATH, with
 * placeholders as file-name.h says. A file that is not empty is replaced unless KEEPS. If it is
 * not, or another process has it locked, PATH.PID is written instead, which standard error says
 * unless KEEPS. False: the reason was written to standard error.
 */
bool record_file_open(struct record_file *file, const char *path, bool keeps);

#endif
