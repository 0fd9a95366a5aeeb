/* SPDX-License-Identifier: Apache-2.0 */
/* help: the text of --help, which is made from the tables; see tables.h. */
#include "tool/commands/tables.h"

#include <stdio.h>

#include "base/text.h"

static void print_options(unsigned bits)
{
	const struct option_row *row = NULL;

	printf("\nOptions:\n");
	while ((row = tables_next_option(row))) {
		char left[32];

		if (!(row->commands & bits))
			continue;
		text_format(left, sizeof(left), "--%s%s%s", row->name, row->argument ? " " : "",
			    row->argument ? row->argument : "");
		printf("  %-18s %s\n", left, row->help);
	}
}

void help_print(const struct subcommand *command)
{
	const struct subcommand *row = NULL;

	if (command) {
		printf("usage: clrouter %s [OPTION...]%s\n\n%s\n", command->name,
		       command->operands, command->help);
		print_options(command->bit);
		return;
	}
	printf("usage: clrouter SUBCOMMAND [OPTION...]\n"
	       "       clrouter help SUBCOMMAND\n\nSubcommands:\n");
	while ((row = tables_next_command(row)))
		printf("  %-18s %s\n", row->name, row->help);
	print_options(FOR_ALL);
	printf("\nExit status: 0 good, 1 a problem was found, 2 wrong use. See clrouter(1).\n");
}
