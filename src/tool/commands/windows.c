/* SPDX-License-Identifier: Apache-2.0 */
/*
 * windows: what the tool does instead on Windows, where it has the subcommands list, files, config
 * and layers: the others start child processes, or read files of Linux. The program is linked with
 * -municode, so it starts in wmain().
 */
#include "base/os.h"
#include "tool/commands/failing-driver.h"
#include "tool/doctor/process-report.h"
#include "tool/output/message.h"
#include "tool/probe/file/program.h"

int main(int argc, char **argv);
int wmain(int argc, wchar_t **wide);

/* The arguments that main() gets without this are in the code page of the user. */
int wmain(int argc, wchar_t **wide)
{
	struct arena arena = ARENA_INIT;
	char **argv = arena_alloc(&arena, ((size_t)argc + 1) * sizeof(*argv));

	for (int i = 0; i < argc && argv; i++) {
		argv[i] = os_windows_text(wide[i], &arena);
		if (!argv[i])
			argv = NULL;
	}
	if (argv)
		return main(argc, argv);
	message_error("there is not enough memory");
	return TOOL_USAGE;
}

static int refuse(const char *name)
{
	message_error("%s is not there on Windows; list, files, config and layers are", name);
	return TOOL_USAGE;
}

#define REFUSED(function, name)                                                                    \
	int function(struct tool *tool)                                                            \
	{                                                                                          \
		(void)tool;                                                                        \
		return refuse(name);                                                               \
	}

REFUSED(tool_doctor, "doctor")
REFUSED(tool_report, "report")
REFUSED(tool_run, "run")
REFUSED(tool_record, "record")
REFUSED(tool_top, "top")
REFUSED(tool_capture, "capture")
REFUSED(tool_replay, "replay")
REFUSED(tool_diverge, "diverge")
REFUSED(tool_sanitize, "sanitize")
REFUSED(tool_set, "set")
REFUSED(process_report_list, "--pid")

/* A driver that fails ends this process: nothing is left that could say so. */
size_t failing_driver_leave_out(struct tool *tool, const struct snapshot *snapshot)
{
	(void)tool;
	(void)snapshot;
	return 0;
}

/* The path of --program is taken as it is written, and paths with a drive have no other root. */
bool program_notes_choose(struct tool *tool)
{
	return !*tool->root || message_usage("--root is not there on Windows");
}

void program_notes_system(struct tool *tool)
{
	(void)tool;
}
