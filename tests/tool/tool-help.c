/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool-help: a library that a staged driver needs (tool-driver.c with NEEDS_HELP). -DIS_OLD: an
 * earlier version of it, which lacks all functions but the first.
 */
#pragma GCC visibility push(default)

int help_one(void);
int help_two(void);
int help_three(void);
int help_four(void);
int help_five(void);

int help_one(void)
{
	return 1;
}

#ifndef IS_OLD
int help_two(void)
{
	return 2;
}

int help_three(void)
{
	return 3;
}

int help_four(void)
{
	return 4;
}

int help_five(void)
{
	return 5;
}
#endif
