/* SPDX-License-Identifier: Apache-2.0 */
/* choice: see choice.h. */
#include "config/choice.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What the list begins with once it is closed. */
static const struct choice closed;

static const struct choice *head;

static bool is_readable(const char *text)
{
	size_t length = 0;

	while (text && length < CHOICE_MOST && (unsigned char)text[length] >= ' ' &&
	       text[length] != '\x7F')
		length++;
	return text && text[length] == '\0';
}

/* Only the head of the list changes, and it only grows: the new one is added or refused. */
static bool publish(struct choice *choice)
{
	choice->next = __atomic_load_n(&head, __ATOMIC_ACQUIRE);
	while (choice->next != &closed)
		if (__atomic_compare_exchange_n(&head, &choice->next, choice, false,
						__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
			return true;
	return false;
}

/* A copy of TEXTS in one piece of memory. */
static struct choice *copy(const char *const texts[CHOICE_TEXTS])
{
	struct choice *choice;
	size_t size = sizeof(*choice);
	char *end;

	for (size_t i = 0; i < CHOICE_TEXTS; i++)
		size += strlen(texts[i]) + 1;
	choice = malloc(size);
	end = (char *)(choice + 1);
	for (size_t i = 0; choice && i < CHOICE_TEXTS; i++) {
		size_t length = strlen(texts[i]) + 1;

		choice->texts[i] = memcpy(end, texts[i], length);
		end += length;
	}
	return choice;
}

enum choice_result choice_add(const char *const texts[CHOICE_TEXTS])
{
	struct choice *choice;

	for (size_t i = 0; i < CHOICE_TEXTS; i++)
		if (!is_readable(texts[i]))
			return CHOICE_UNREADABLE;
	choice = copy(texts);
	if (!choice)
		return CHOICE_NO_MEMORY;
	if (publish(choice))
		return CHOICE_TAKEN;
	free(choice);
	return CHOICE_LATE;
}

const struct choice *choice_close(void)
{
	const struct choice *all = __atomic_exchange_n(&head, &closed, __ATOMIC_ACQ_REL);

	return all == &closed ? NULL : all;
}

void choice_free(const struct choice *choices)
{
	while (choices) {
		const struct choice *next = choices->next;

		free((void *)choices);
		choices = next;
	}
}

const char *choice_find(const struct choice *choices, const char *layer, const char *option)
{
	while (choices && (strcmp(choices->texts[CHOICE_LAYER], layer) != 0 ||
			   strcmp(choices->texts[CHOICE_OPTION], option) != 0))
		choices = choices->next;
	return choices ? choices->texts[CHOICE_VALUE] : NULL;
}
