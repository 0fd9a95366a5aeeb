/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool-deny: tool-deny PROGRAM ARGUMENT... runs PROGRAM in a process that may not make memory both
 * writable and executable. Status 77 if the kernel cannot do that (before Linux 6.3).
 */
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#define SET_MDWE 65		/* PR_SET_MDWE; older headers lack it */
#define REFUSE_GAIN 1ul		/* PR_MDWE_REFUSE_EXEC_GAIN */

int main(int argc, char **argv)
{
	if (argc < 2 || prctl(SET_MDWE, REFUSE_GAIN, 0ul, 0ul, 0ul) != 0)
		return 77;
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 1;
}
