/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unit-windows: what the tests of the layers use of unit.h, and fork() and mmap() of shim/, for
 * Windows. The program starts itself again for each test, with the variables
 *
 *	UNIT_TEST	the test to run, NAME.INDEX
 *	UNIT_DIR	its directory
 *	UNIT_CHILD	set in a child that the test has forked
 */
#include "unit/unit.h"

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <windows.h>

#define SIZE 1024

char unit_dir[SIZE];

static int failures;
static int tests;

/* These fork while the layer runs, and the child goes on with its state. */
static const char *const forking[] = {
	"a_child_counts_its_own", "a_child_leaves_its_own", "forks_during_calls",
	"held_objects_are_not_inherited",
	"a_child_goes_on", "environment_changes_before_a_fork", "exits_during_calls",
	"has_no_finding.18", "a_child_has_a_last_line_if_it_makes_objects",
};

int unit_setenv(const char *name, const char *value)
{
	_putenv_s(name, value);
	return SetEnvironmentVariableA(name, value) ? 0 : -1;
}

/* -- processes ---------------------------------------------------------------------------- */

static intptr_t start_again(int mode)
{
	wchar_t path[SIZE];
	wchar_t quoted[SIZE + 2];

	GetModuleFileNameW(NULL, path, SIZE);
	swprintf(quoted, SIZE + 2, L"\"%ls\"", path);
	fflush(stdout);
	return _wspawnl(mode, path, quoted, NULL);
}

pid_t fork(void)
{
	intptr_t process;

	if (getenv("UNIT_CHILD"))
		return 0;
	_putenv_s("UNIT_CHILD", "1");
	process = start_again(_P_NOWAIT);
	_putenv_s("UNIT_CHILD", "");
	return process;
}

pid_t waitpid(pid_t child, int *status, int options)
{
	(void)options;
	return _cwait(status, child, 0) == child ? child : -1;
}

/* A program that crashes ends, without asking anybody. */
static void be_test(const TCase *tcase, void (*test)(int), int index)
{
	SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
	_fmode = _O_BINARY;
	snprintf(unit_dir, SIZE, "%s", getenv("UNIT_DIR"));
	if (tcase->set_up)
		tcase->set_up();
	test(index);
	exit(EXIT_SUCCESS);
}

static bool is_forking(const char *name, const char *own)
{
	for (int i = 0; i < UNIT_ROWS(forking); i++)
		if (strcmp(name, forking[i]) == 0 || strcmp(own, forking[i]) == 0)
			return true;
	return false;
}

static void remove_directory(void)
{
	struct _finddata_t file;
	intptr_t list = _findfirst(unit_path("*"), &file);

	do
		_unlink(unit_path(file.name));
	while (_findnext(list, &file) == 0);
	_findclose(list);
	_rmdir(unit_dir);
}

static void run_alone(TCase *tcase, const char *name, void (*test)(int), int index)
{
	const char *wanted = getenv("UNIT_TEST");
	char own[SIZE];
	intptr_t status;

	snprintf(own, sizeof(own), "%s.%d", name, index);
	if (wanted && strcmp(wanted, own) == 0)
		be_test(tcase, test, index);
	if (wanted)
		return;
	if (is_forking(name, own)) {
		printf("not tested: %s: Windows does not fork\n", own);
		return;
	}
	snprintf(unit_dir, SIZE, "%s\\unit-%d-%s", getenv("TEMP"), _getpid(), own);
	_mkdir(unit_dir);
	_putenv_s("UNIT_TEST", own);
	_putenv_s("UNIT_DIR", unit_dir);
	status = start_again(_P_WAIT);
	/* On a busy machine, Wine fails to start one process in many thousands. */
	if (status == -1)
		status = start_again(_P_WAIT);
	_putenv_s("UNIT_TEST", "");
	tests++;
	if (status == -1)
		printf("FAIL: %s: it cannot be started: %s\n", own, strerror(errno));
	else if (status != 0)
		printf("FAIL: %s: status %#jx, files in %s\n", own, (uintmax_t)status, unit_dir);
	else
		remove_directory();
	failures += status != 0;
}

/* -- unit.h ------------------------------------------------------------------------------- */

TCase *unit_tcase(Suite *suite, const char *name, int seconds)
{
	TCase *tcase = tcase_create(name);

	suite_add_tcase(suite, tcase);
	tcase_set_timeout(tcase, seconds);
	tcase->run = run_alone;
	return tcase;
}

int unit_run(Suite *suite)
{
	(void)suite;
	printf("%d tests, %d failed\n", tests, failures);
	return failures > 0 || tests == 0;
}

const char *unit_path(const char *name)
{
	const size_t size = strlen(unit_dir) + strlen(name) + 2;
	char *path = malloc(size);

	snprintf(path, size, "%s\\%s", unit_dir, name);
	return path;
}

char *unit_read(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	char *text = NULL;
	long length;

	ck_assert_msg(file != NULL, "%s cannot be opened", path);
	fseek(file, 0, SEEK_END);
	length = ftell(file);
	rewind(file);
	text = calloc(1, (size_t)length + 1);
	ck_assert_int_eq(fread(text, 1, (size_t)length, file), length);
	fclose(file);
	if (size)
		*size = (size_t)length;
	return text;
}

/* Only files: "name=text". */
void unit_make(const char *what)
{
	char *path = (char *)unit_path(what);
	char *text = strchr(path + strlen(unit_dir), '=');
	FILE *file;

	*text++ = '\0';
	file = fopen(path, "wb");
	ck_assert_msg(file != NULL, "%s cannot be made", path);
	fputs(text, file);
	fclose(file);
}

/* -- sys/mman.h --------------------------------------------------------------------------- */

void *mmap(void *address, size_t size, int protection, int flags, int file, long long offset)
{
	(void)address, (void)protection, (void)flags, (void)file, (void)offset;
	return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

int mprotect(void *address, size_t size, int protection)
{
	DWORD old;

	(void)protection;
	return VirtualProtect(address, size, PAGE_NOACCESS, &old) ? 0 : -1;
}
