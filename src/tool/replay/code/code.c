/* SPDX-License-Identifier: Apache-2.0 */
/* code: see code.h. */
#include "tool/replay/code/code.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "launch/build-options.h"
#include "tool/output/format.h"
#include "tool/replay/code/code-parts.h"
#include "tool/replay/code/code-text.h"
#include "tool/replay/code/pieces.h"

static const char makefile[] =
	"# Builds and runs the launch that was captured: make check\n"
	"CFLAGS = -O2 -Wall -Wextra\n"
	"LDLIBS = -lOpenCL\n"
	"\n"
	"replay: replay.c\n"
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

/* -- which pieces are needed ----------------------------------------------------------------- */

static bool is_any_built(const struct capture *capture)
{
	for (size_t i = 0; i < capture->program_count; i++)
		if (capture->programs[i].is_built ||
		    capture->programs[i].kind == CAPTURE_PROGRAM_LINKED)
			return true;
	return false;
}

static bool has_vendor_options(const struct capture *capture)
{
	struct arena arena = ARENA_INIT;
	bool is_any = false;

	for (size_t i = 0; i < capture->program_count; i++) {
		const struct capture_program *program = &capture->programs[i];

		is_any = is_any ||
			 build_options_portable(capture_options(program), &arena) !=
				 capture_options(program) ||
			 build_options_portable(program->link_options, &arena) !=
				 program->link_options;
	}
	arena_done(&arena);
	return is_any;
}

/* Is there a range of such memory that is written, or that is compared? */
static bool has_range(const struct capture *capture, enum capture_memory_kind kind, bool is_after)
{
	struct capture_cursor at = { 0 };
	const struct capture_range *range;

	while ((range = capture_next(capture, &at)))
		if (capture->memory[at.memory].kind == kind &&
		    (is_after ? range->after.hash : range->before.hash))
			return true;
	return false;
}

static bool is_any_compared(const struct capture *capture, const char *how)
{
	struct capture_cursor at = { 0 };
	const struct capture_range *range;

	while ((range = capture_next(capture, &at)))
		if (range->after.hash && strcmp(code_text_rule(&range->rule), how) == 0)
			return true;
	return false;
}

static bool is_needed(const struct capture *capture, const char *name)
{
	const bool has_bits = is_any_compared(capture, "bits");
	const bool has_norms = is_any_compared(capture, "norms");
	const bool has_floats = is_any_compared(capture, "floats");
	const bool is_compared = has_bits || has_norms || has_floats;
	const struct {
		const char *name;
		bool is_needed;
	} needs[] = {
		{ "always", true },
		{ "log", is_any_built(capture) },
		{ "again", has_vendor_options(capture) },
		{ "source", capture_has_program(capture, CAPTURE_PROGRAM_SOURCE) },
		{ "il", capture_has_program(capture, CAPTURE_PROGRAM_IL) },
		{ "binary", capture_has_program(capture, CAPTURE_PROGRAM_BINARY) },
		{ "buffer", capture_has_memory(capture, CAPTURE_BUFFER) },
		{ "sub-buffer", capture_has_memory(capture, CAPTURE_SUB_BUFFER) },
		{ "image", capture_has_memory(capture, CAPTURE_IMAGE) },
		{ "svm", capture_has_memory(capture, CAPTURE_SVM) },
		{ "sampler", capture->sampler_count > 0 },
		{ "write-buffer", has_range(capture, CAPTURE_BUFFER, false) },
		{ "write-image", has_range(capture, CAPTURE_IMAGE, false) },
		{ "write-svm", has_range(capture, CAPTURE_SVM, false) },
		{ "compare", is_compared },
		{ "put-bits", has_bits || has_norms },
		{ "bits", has_bits },
		{ "norms", has_norms },
		{ "floats", has_floats },
		{ "read-buffer", has_range(capture, CAPTURE_BUFFER, true) },
		{ "read-image", has_range(capture, CAPTURE_IMAGE, true) },
		{ "read-svm", has_range(capture, CAPTURE_SVM, true) },
		{ "status", capture->launch.status < 0 },
		{ "end", !is_compared },
		{ "end-compare", is_compared },
	};

	for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++)
		if (strcmp(needs[i].name, name) == 0)
			return needs[i].is_needed;
	return false;
}

/* -- the program ----------------------------------------------------------------------------- */

static void put_comment_line(FILE *file, const char *before, const char *text, const char *after)
{
	fprintf(file, " * %s", before);
	code_text_comment(file, text);
	fprintf(file, "%s\n", after);
}

/* The headers of OpenCL show the functions of this version. */
static unsigned int version_of(const struct capture *capture)
{
	for (size_t i = 0; i < capture->program_count; i++)
		if (capture->programs[i].constant_count > 0)
			return 220;
	if (capture_has_program(capture, CAPTURE_PROGRAM_IL))
		return 210;
	if (capture_has_memory(capture, CAPTURE_SVM) || capture->launch.setting_count > 0)
		return 200;
	for (size_t i = 0; i < capture->memory_count; i++)
		if (capture->memory[i].flags & CL_MEM_KERNEL_READ_AND_WRITE)
			return 200;
	return 120;
}

static void put_texts(FILE *file, const char *before, const struct capture_texts *texts,
		      const char *after)
{
	for (size_t i = 0; i < texts->count; i++)
		put_comment_line(file, before, texts->texts[i], after);
}

/* What was found when the launch was replayed where it was captured. */
static void put_findings(FILE *file, const struct capture_findings *findings)
{
	if (findings->is_asked && findings->list.count == 0)
		put_texts(file, "    checked   by ", &findings->by, ", which found nothing wrong");
	put_texts(file, "    found     by ", &findings->list, "");
	put_texts(file, "    unchecked by ", &findings->problems, "");
}

static void put_head(FILE *file, const struct capture *capture, const char *missing)
{
	fputs("/*\n", file);
	fprintf(file, " * Launch %llu of a program, on its own. It was captured:\n *\n",
		(unsigned long long)capture->launch.number);
	put_comment_line(file, "    kernel    ", capture->launch.kernel, "");
	put_comment_line(file, "    program   ", capture->process, "");
	put_comment_line(file, "    platform  ", capture->platform.name, "");
	put_comment_line(file, "    device    ", capture->device.name, "");
	put_comment_line(file, "    driver    ", capture->device.driver, "");
	put_comment_line(file, "    date      ", capture->created, "");
	if (missing)
		put_comment_line(file, "    includes  ", missing, ", which are not in this directory");
	put_findings(file, &capture->findings);
	fputs(" *\n"
	      " * This makes the same launch on another device and compares what is in memory then.\n"
	      " * manifest.json says more. In this directory:\n"
	      " *\n"
	      " *     make && ./replay [PLATFORM [DEVICE]]\n"
	      " *\n"
	      " * PLATFORM and DEVICE are numbers, from 0. It prints PASS and ends with status 0, or FAIL,\n"
	      " * with what went wrong or the first difference, and status 1. With status 2 it could not be\n"
	      " * tried, or what differs was not the same each time where it was captured (VARIES).\n"
	      " */\n", file);
	fprintf(file, "#define CL_TARGET_OPENCL_VERSION %u\n", version_of(capture));
	fputs("#define CL_USE_DEPRECATED_OPENCL_1_1_APIS\n"
	      "#define CL_USE_DEPRECATED_OPENCL_1_2_APIS\n"
	      "#define CL_USE_DEPRECATED_OPENCL_2_2_APIS\n"
	      "#include <CL/cl.h>\n"
	      "\n"
	      "#include <stdio.h>\n"
	      "#include <stdlib.h>\n"
	      "#include <string.h>\n"
	      "\n", file);
}

static void put_main(FILE *file, const struct capture *capture)
{
	fputs("\nint main(int argc, char **argv)\n{\n\tcl_int error;\n\n"
	      "\topen_device(argc > 1 ? (unsigned int)atoi(argv[1]) : 0,\n"
	      "\t\t    argc > 2 ? (unsigned int)atoi(argv[2]) : 0);\n", file);
	/* A device that lacks images or shared memory may not build the program either. */
	code_put_memory(file, capture);
	code_put_samplers(file, capture);
	code_put_programs(file, capture);
	code_put_arguments(file, capture);
	code_put_launch(file, capture);
	code_put_comparison(file, capture);
	fputs("\treturn finish();\n}\n", file);
}

void code_put_program(FILE *file, const struct capture *capture, const char *missing)
{
	put_head(file, capture, missing);
	code_put_constants(file, capture);
	for (size_t i = 0; i < pieces_count; i++)
		if (is_needed(capture, pieces[i].name))
			fputs(pieces[i].text, file);
	put_main(file, capture);
}

/* -- files ----------------------------------------------------------------------------------- */

bool code_write(const struct capture *capture, const char *missing, struct own_dir *directory)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	bool is_good;

	if (!file)
		return false;
	code_put_program(file, capture, missing);
	is_good = !ferror(file);
	is_good = fclose(file) == 0 && is_good;
	if (!is_good)
		errno = ENOMEM;
	is_good = is_good && own_dir_write(directory, "replay.c", text, size) &&
		  own_dir_write(directory, "Makefile", makefile, strlen(makefile));
	free(text);
	return is_good;
}
