/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-writes: see kernel-writes.h. The source is a list of tokens; a kernel is found by its name
 * and its brackets, an assignment by the operator after the parameter and its subscripts.
 */
#include "opencl/kernel-writes.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

struct token {
	const char *text;
	size_t size; /* 0: the end */
};

/* -- tokens ------------------------------------------------------------------------------ */

/* AT is after the beginning of the line. It goes on after a backslash, also if it ends as on
 * Windows. */
static const char *skip_line(const char *at)
{
	for (; *at != '\0'; at++)
		if (*at == '\n' && at[-1] != '\\' && (at[-1] != '\r' || at[-2] != '\\'))
			break;
	return at;
}

static const char *skip_comment(const char *at)
{
	const char *end = strstr(at + 2, "*/");

	return end ? end + 2 : at + strlen(at);
}

static const char *skip_quoted(const char *at)
{
	const char quote = *at++;

	while (*at != '\0' && *at != quote && *at != '\n')
		at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
	return *at == quote ? at + 1 : at;
}

/* Follows the directive at AT, which begins with '#': *DEPTH is how many conditions it is in. */
static const char *skip_directive(const char *at, unsigned *depth)
{
	const char *word = at + 1;

	while (*word == ' ' || *word == '\t')
		word++;
	if (strncmp(word, "if", 2) == 0)
		++*depth;
	else if (strncmp(word, "endif", 5) == 0 && *depth > 0)
		--*depth;
	return skip_line(at + 1);
}

/* The next place after AT that is in no comment, literal, directive or condition. */
static const char *skip_other(const char *at)
{
	unsigned depth = 0;

	for (; *at != '\0'; at++) {
		if (at[0] == '/' && at[1] == '/')
			at = skip_line(at + 1) - 1;
		else if (at[0] == '/' && at[1] == '*')
			at = skip_comment(at) - 1;
		else if (*at == '"' || *at == '\'')
			at = skip_quoted(at) - 1;
		else if (*at == '#')
			at = skip_directive(at, &depth) - 1;
		else if (depth == 0 && !isspace((unsigned char)*at))
			break;
	}
	return at;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t token_size(const char *at)
{
	static const char *const operators[] = {
		"<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
		"&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
	};
	size_t size = 0;

	while (is_word(at[size]))
		size++;
	if (size > 0)
		return size;
	for (size_t i = 0; i < ARRAY_SIZE(operators); i++)
		if (strncmp(at, operators[i], strlen(operators[i])) == 0)
			return strlen(operators[i]);
	return 1;
}

/* The tokens of SOURCE; the last one is the end. free() it; NULL: there is no memory. */
static struct token *make_tokens(const char *source)
{
	struct token *tokens = malloc((strlen(source) + 1) * sizeof(*tokens));
	const char *at = skip_other(source);
	size_t count = 0;

	if (!tokens)
		return NULL;
	for (; *at != '\0'; at = skip_other(at + tokens[count++].size))
		tokens[count] = (struct token){ at, token_size(at) };
	tokens[count] = (struct token){ at, 0 };
	return tokens;
}

static bool is(const struct token *token, const char *text)
{
	return token->size == strlen(text) && memcmp(token->text, text, token->size) == 0;
}

static bool begins_with(const struct token *token, const char *text)
{
	return token->size >= strlen(text) && memcmp(token->text, text, strlen(text)) == 0;
}

/* Is the character of TOKEN, which has one, in SET? */
static bool is_one_of(const struct token *token, const char *set)
{
	return token->size == 1 && strchr(set, *token->text);
}

/* What follows the bracket that opens at TOKEN and all that is in it. */
static const struct token *skip_brackets(const struct token *token)
{
	unsigned depth = 0;

	for (; token->size > 0; token++) {
		if (is_one_of(token, "([{"))
			depth++;
		else if (is_one_of(token, ")]}") && --depth == 0)
			return token + 1;
	}
	return token;
}

/* -- uses of a parameter ------------------------------------------------------------------ */

/* Is TOKEN an assignment, or an increment? */
static bool changes(const struct token *token)
{
	const bool compares =
		is(token, "==") || is(token, "!=") || is(token, "<=") || is(token, ">=");

	if (is(token, "++") || is(token, "--"))
		return true;
	return !compares && token->size > 0 && !is_word(*token->text) &&
	       token->text[token->size - 1] == '=';
}

/* What follows the subscripts and members of the parameter at TOKEN, if it has any of memory. */
static const struct token *skip_members(const struct token *token)
{
	bool is_followed = false;

	token++;
	while (is(token, "[") || is(token, ".") || is(token, "->")) {
		is_followed |= !is(token, ".");
		token = is(token, "[") ? skip_brackets(token) : token + 1 + (token[1].size > 0);
	}
	return is_followed ? token : NULL;
}

/* Does TOKEN, which is a star, follow a pointer? A product and a declaration have a word before it.
 */
static bool is_dereference(const struct token *token)
{
	return is(token, "*") && !is_one_of(token - 1, ")]") &&
	       (!is_word(*token[-1].text) || is(token - 1, "else") || is(token - 1, "do"));
}

/* *a, *a++, (*a), *(a + i) */
static const struct token *skip_dereferenced(const struct token *token)
{
	if (is(token - 1, "(") && is_dereference(token - 2))
		return skip_brackets(token - 1);
	if (!is_dereference(token - 1))
		return NULL;
	if (is(token - 2, "(") && is(token + 1, ")"))
		return token + 2;
	if ((is(token + 1, "++") || is(token + 1, "--")) && changes(token + 2))
		return token + 2;
	return is(token + 1, "++") || is(token + 1, "--") ? NULL : token + 1;
}

static bool is_assigned(const struct token *token)
{
	const struct token *after = skip_members(token);
	const struct token *before = token - 1;

	if (!after) {
		after = skip_dereferenced(token);
		before = token - 2;
	}
	return after && (changes(after) || is(before, "++") || is(before, "--"));
}

/* Does the function NAME write to what its parameter INDEX points to? */
static bool writes_through(const struct token *name, unsigned index)
{
	static const char *const first[] = { "atomic_", "atom_", "write_image",
					     "async_work_group_" };

	if (begins_with(name, "vstore"))
		return index == 2;
	for (size_t i = 0; i < ARRAY_SIZE(first); i++)
		if (begins_with(name, first[i]))
			return index == 0 && !begins_with(name, "atomic_load");
	return false;
}

/* Is the parameter at TOKEN, and not what it points to, an argument of such a function? */
static bool is_passed_to_writer(const struct token *token, const struct token *begin)
{
	unsigned depth = 0;
	unsigned index = 0;

	if (is(token - 1, "*") ||
	    ((is(token + 1, "[") || is(token + 1, "->")) && !is(token - 1, "&")))
		return false;
	for (token--; token > begin && !is_one_of(token, ";{}"); token--) {
		if (is_one_of(token, ")]"))
			depth++;
		else if (depth > 0)
			depth -= is_one_of(token, "([");
		else if (is(token, "["))
			return false;
		else if (is(token, "(") && is_word(*token[-1].text))
			return writes_through(token - 1, index);
		else
			index = is(token, "(") ? 0 : index + is(token, ",");
	}
	return false;
}

/* -- kernels ------------------------------------------------------------------------------ */

/* The "(" after the name of the kernel NAME, which has a body; NULL: there is none. */
static const struct token *find_kernel(const struct token *token, const char *name)
{
	bool is_kernel = false;

	for (; token->size > 0; token++) {
		if (is(token, "kernel") || is(token, "__kernel"))
			is_kernel = true;
		else if (is_one_of(token, ";{}"))
			is_kernel = false;
		else if (is_kernel && is(token, name) && is(token + 1, "(") &&
			 is(skip_brackets(token + 1), "{"))
			return token + 1;
	}
	return NULL;
}

/* Finds the NAMES of the parameters after the bracket at TOKEN. Returns how many there are. */
static size_t find_names(const struct token *token, const struct token *names[KERNEL_WRITES_MOST])
{
	const struct token *end = skip_brackets(token);
	size_t count = 0;

	for (token++; token < end; token++) {
		if (is_one_of(token, "([")) {
			token = skip_brackets(token) - 1;
			continue;
		}
		if (!is(token, ",") && token + 1 != end)
			continue;
		if (count < KERNEL_WRITES_MOST)
			names[count] = token - 1;
		count++;
	}
	return count;
}

/* Is NAME used at TOKEN, and not as a member's name? */
static bool is_use(const struct token *token, const struct token *name)
{
	return token->size == name->size && is_word(*name->text) && !is(token - 1, ".") &&
	       !is(token - 1, "->") && memcmp(token->text, name->text, token->size) == 0;
}

/* Is it a type that is before TOKEN? Then it is the name of something else, too. */
static bool is_declared(const struct token *token)
{
	static const char *const words[] = { "return", "else", "do", "case", "sizeof" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (is(token - 1, words[i]))
			return false;
	return is_word(*token[-1].text);
}

static uint64_t find_writes(const struct token *begin, const struct token *const *names,
			    size_t count)
{
	const struct token *end = skip_brackets(begin);
	uint64_t writes = 0;
	uint64_t others = 0;

	for (const struct token *token = begin + 1; token < end; token++)
		for (size_t i = 0; i < count; i++) {
			if (!is_use(token, names[i]))
				continue;
			if (is_declared(token))
				others |= UINT64_C(1) << i;
			else if (is_assigned(token) || is_passed_to_writer(token, begin))
				writes |= UINT64_C(1) << i;
		}
	return writes & ~others;
}

uint64_t kernel_writes_find(const char *source, const char *name, size_t count)
{
	const struct token *names[KERNEL_WRITES_MOST];
	struct token *tokens = make_tokens(source);
	const struct token *kernel = tokens ? find_kernel(tokens, name) : NULL;
	uint64_t writes = 0;

	if (kernel && find_names(kernel, names) == count)
		writes = find_writes(skip_brackets(kernel), names,
				     count < KERNEL_WRITES_MOST ? count : KERNEL_WRITES_MOST);
	free(tokens);
	return writes;
}
