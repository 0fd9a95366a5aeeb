/* SPDX-License-Identifier: Apache-2.0 */
/* spent: runs a command, and writes its processor time in seconds and its most memory in MiB. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	pid_t child;

	if (argc < 2)
		return 1;
	child = fork();
	if (child == 0) {
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
		return 1;
	fprintf(stderr, "%.2f %.1f\n",
		(double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
			1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec),
		(double)usage.ru_maxrss / 1024);
	return 0;
}
