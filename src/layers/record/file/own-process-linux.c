/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-process-linux: see own-process.h.
 */
#include "layers/record/file/own-process.h"

#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

uint32_t own_process_parent(void)
{
	return (uint32_t)getppid();
}

bool own_process_program(char *path, size_t size)
{
	const ssize_t length = readlink("/proc/self/exe", path, size - 1);

	if (length <= 0)
		return false;
	path[length] = '\0';
	return true;
}

void own_process_visit_arguments(void (*visit)(const char *argument))
{
	char text[4096];
	FILE *file = fopen("/proc/self/cmdline", "re");
	const size_t length = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

	if (file)
		fclose(file);
	text[length] = '\0';
	for (size_t at = 0; at < length; at += strlen(text + at) + 1)
		visit(text + at);
}

/* One system call; system_thread_name() needs three. */
void own_process_thread_name(char *name, size_t size)
{
	memset(name, 0, size);
	prctl(PR_GET_NAME, name);
}

uint64_t own_process_thread_cpu(void)
{
	struct timespec time = { 0 };

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
