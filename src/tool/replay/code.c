/* SPDX-License-Identifier: Apache-2.0 */
/* code: see code.h. */
#include "tool/replay/code.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "launch/launch-file.h"
#include "launch/launch-format.h"
#include "launch/launch-rules.h"

static const char makefile[] =
	"# Builds and runs the launch that was captured: make check\n"
	"CFLAGS = -O2 -Wall -Wextra\n"
	"LDLIBS = -lOpenCL\n"
	"\n"
	"replay: replay.c launch.h\n"
	"\t$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ replay.c $(LDLIBS)\n"
	"\n"
	"# PLATFORM and DEVICE are numbers, from 0.\n"
	"PLATFORM = 0\n"
	"DEVICE = 0\n"
	"check: replay\n"
	"\t./replay $(PLATFORM) $(DEVICE)\n"
	"\n"
	"clean:\n"
	"\trm -f replay\n"
	"\n"
	".PHONY: check clean\n";

/* -- the head -------------------------------------------------------------------------------- */

/* Nothing if TEXT is not known. */
static void put_line(FILE *file, const char *before, const char *text, const char *after)
{
	if (!text)
		return;
	fprintf(file, " *     %s", before);
	launch_file_put_comment(file, text);
	fprintf(file, "%s\n", after);
}

static void put_notes(FILE *file, const struct launch *launch, enum launch_note_kind kind,
		      const char *before, const char *after)
{
	for (size_t i = 0; i < launch->note_count; i++)
		if (launch->notes[i].kind == kind)
			put_line(file, before, launch->notes[i].text, after);
}

static bool has_finding(const struct launch *launch)
{
	size_t i = 0;

	while (i < launch->note_count && launch->notes[i].kind != LAUNCH_FINDING)
		i++;
	return i < launch->note_count;
}

static void put_head(FILE *file, const struct launch *launch)
{
	fprintf(file, "/*\n * Launch %" PRIu64 " of a program, as data for replay.c. It was captured:\n",
		launch->call.number);
	fputs(" *\n", file);
	put_line(file, "kernel    ", launch->call.kernel, "");
	put_line(file, "program   ", launch->call.process, "");
	put_line(file, "platform  ", launch->platform.name, "");
	put_line(file, "device    ", launch->device.name, "");
	put_line(file, "driver    ", launch->device.driver, "");
	put_line(file, "date      ", launch->call.created, "");
	for (size_t i = 0; i < launch->missing_count; i++)
		put_line(file, "includes  ", launch->missing[i].name,
			 ", which is not in this directory");
	if (!has_finding(launch))
		put_notes(file, launch, LAUNCH_CHECKED_BY, "checked   by ",
			  ", which found nothing wrong");
	put_notes(file, launch, LAUNCH_FINDING, "found     by ", "");
	put_notes(file, launch, LAUNCH_UNCHECKED, "unchecked by ", "");
	fputs(" *\n"
	      " * The structs come first, then the launch. launch.txt has the same for other programs.\n"
	      " */\n",
	      file);
}

/* -- the data -------------------------------------------------------------------------------- */

/* The headers of OpenCL show the functions of this version. */
static unsigned int version_of(const struct launch *launch)
{
	if (launch->constant_count > 0)
		return 220;
	if (launch_has_program(launch, LAUNCH_IL))
		return 210;
	if (launch_has_memory(launch, LAUNCH_SVM) || launch->setting_count > 0)
		return 200;
	for (size_t i = 0; i < launch->memory_count; i++)
		if (launch->memory[i].flags & CL_MEM_KERNEL_READ_AND_WRITE)
			return 200;
	return 120;
}

static void put_bounds(FILE *file)
{
	static const char *const names[LAUNCH_KINDS] = {
		[LAUNCH_FLOAT16] = "LAUNCH_FLOAT16", [LAUNCH_FLOAT32] = "LAUNCH_FLOAT32",
		[LAUNCH_FLOAT64] = "LAUNCH_FLOAT64", [LAUNCH_UNORM8] = "LAUNCH_UNORM8",
		[LAUNCH_UNORM16] = "LAUNCH_UNORM16", [LAUNCH_SNORM8] = "LAUNCH_SNORM8",
		[LAUNCH_SNORM16] = "LAUNCH_SNORM16",
	};

	fputs("/*\n"
	      " * Results may differ by so many units in the last place, by this part of the greater\n"
	      " * number, or by this number. With 0 for all three they must be equal.\n"
	      " */\n"
	      "static const struct launch_bounds bounds[LAUNCH_KINDS] = {\n",
	      file);
	for (int as = LAUNCH_FLOAT16; as < LAUNCH_KINDS; as++)
		fprintf(file, "\t[%s] = { %" PRIu64 ", %.15g, %.15g },\n", names[as],
			launch_bounds[as].ulps, launch_bounds[as].relative,
			launch_bounds[as].absolute);
	fputs("};\n\n", file);
}

static void put_lines(FILE *file, const char *const *lines)
{
	for (; *lines; lines++)
		fprintf(file, "%s\n", *lines);
}

void code_put_data(FILE *file, const struct launch *launch)
{
	put_head(file, launch);
	fprintf(file, "#define CL_TARGET_OPENCL_VERSION %u\n", version_of(launch));
	fputs("#define CL_USE_DEPRECATED_OPENCL_1_1_APIS\n"
	      "#define CL_USE_DEPRECATED_OPENCL_1_2_APIS\n"
	      "#define CL_USE_DEPRECATED_OPENCL_2_2_APIS\n"
	      "\n",
	      file);
	put_lines(file, code_h);
	fputs("\n/* With this, replay.c is a program for the launch below. */\n"
	      "#define LAUNCH_PROGRAM\n\n",
	      file);
	put_bounds(file);
	fputs("/*\n"
	      " * If the program gave no local size: 1 for the one that the driver of the capture\n"
	      " * chose; 0 for NULL, so each driver chooses.\n"
	      " */\n"
	      "#define CAPTURED_LOCAL 0\n\n",
	      file);
	launch_file_write_code(file, launch);
}

static void put_engine(FILE *file, const struct launch *launch)
{
	(void)launch;
	put_lines(file, code_c);
}

/* -- files ----------------------------------------------------------------------------------- */

/* Writes the file NAME, which PUT makes. False with errno. */
static bool write_file(struct own_dir *directory, const char *name, const struct launch *launch,
		       void (*put)(FILE *file, const struct launch *launch))
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	bool is_good;

	if (!file)
		return false;
	put(file, launch);
	is_good = !ferror(file);
	is_good = fclose(file) == 0 && is_good;
	if (!is_good)
		errno = ENOMEM;
	is_good = is_good && own_dir_write(directory, name, text, size);
	free(text);
	return is_good;
}

bool code_write(const struct launch *launch, struct own_dir *directory)
{
	return write_file(directory, LAUNCH_DATA, launch, code_put_data) &&
	       write_file(directory, LAUNCH_CODE, launch, put_engine) &&
	       own_dir_write(directory, "Makefile", makefile, strlen(makefile));
}
