/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool-process: a process for "clrouter list --pid" to look at. It does what its arguments say,
 * prints a line when it is ready, and waits until its standard input ends. It needs no OpenCL.
 *
 *   load FILE     opens the library FILE
 *   map FILE      maps FILE to be executed, without the dynamic linker
 *   areas N       makes N memory areas
 *   files N DIR   maps N files in DIR to be executed, which it makes
 *   environ N     has an environment of N bytes without a NUL byte
 *   name TEXT     calls a memory area TEXT, where the kernel can
 *   silent        gives up the right of other processes of its user to look into it
 *   zombie        prints the number of a child that has ended
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#define PR_SET_VMA_ANON_NAME 0
#endif

#define PAGE 4096

extern char **environ;

static void fail(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

static void load(const char *file)
{
	if (!dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
		fprintf(stderr, "%s\n", dlerror());
		exit(EXIT_FAILURE);
	}
}

static void map(const char *file)
{
	int descriptor = open(file, O_RDONLY);

	if (descriptor < 0 ||
	    mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor, 0) == MAP_FAILED)
		fail(file);
	close(descriptor);
}

/* Neighbours with different rights are areas of their own. */
static void make_areas(long count)
{
	char *at = mmap(NULL, (size_t)count * PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (long i = 0; i < count; i += 2)
		if (at == MAP_FAILED || mprotect(at + i * PAGE, PAGE, PROT_NONE) != 0)
			fail("areas");
}

static void make_files(long count, const char *directory)
{
	char path[4096];
	int descriptor;

	for (long i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "%s/%ld.so", directory, i);
		descriptor = open(path, O_RDWR | O_CREAT, 0600);
		if (descriptor < 0 || ftruncate(descriptor, PAGE) != 0)
			fail(path);
		close(descriptor);
		map(path);
	}
}

/* The kernel shows what is where the environment was when the program started. */
static void fill_environ(size_t size)
{
	char *start = environ[0];
	char *end = start;

	for (char **variable = environ; *variable; variable++)
		end = *variable + strlen(*variable) + 1;
	if ((size_t)(end - start) < size)
		fail("the environment is too small");
	memset(start, 'A', (size_t)(end - start));
	memcpy(start, "OPENCL_LAYERS=\033[2J", 18);
	environ[0] = NULL;
}

static void name_area(const char *name)
{
	void *at = mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED || prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, at, PAGE, name) != 0)
		printf("no name\n");
}

/* It stays one: nobody asks for its exit status. */
static void make_zombie(void)
{
	siginfo_t info;
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	if (child < 0 || waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) != 0)
		fail("zombie");
	printf("%ld\n", (long)child);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *what = argv[i];

		if (strcmp(what, "load") == 0)
			load(argv[++i]);
		else if (strcmp(what, "map") == 0)
			map(argv[++i]);
		else if (strcmp(what, "areas") == 0)
			make_areas(atol(argv[++i]));
		else if (strcmp(what, "files") == 0) {
			make_files(atol(argv[i + 1]), argv[i + 2]);
			i += 2;
		} else if (strcmp(what, "environ") == 0)
			fill_environ((size_t)atol(argv[++i]));
		else if (strcmp(what, "name") == 0)
			name_area(argv[++i]);
		else if (strcmp(what, "silent") == 0)
			prctl(PR_SET_DUMPABLE, 0);
		else if (strcmp(what, "zombie") == 0)
			make_zombie();
	}
	printf("ready\n");
	fflush(stdout);
	while (getchar() != EOF)
		continue;
	return EXIT_SUCCESS;
}
