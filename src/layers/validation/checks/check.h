/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check: what the checks of the validation layer are made of. A check looks at some parameters of
 * a call and says whether they are right. Each is a small function, check_NAME() in check-*.c, and
 * rules.list says which rule uses it on which parameters.
 *
 * A check that does not know enough says that the call is right: a finding is a mistake of the
 * program, never a guess. If another rule is about the same mistake, a NULL pointer for example,
 * it says so too: each mistake is one finding. It is called without a lock and may call the
 * driver's queries. Meanwhile other threads may end the layer, or release the object: what a check
 * looks up twice may be gone the second time.
 *
 * A check of several parameters gives them names by an enum, in the order of rules.list:
 * call_number(call, test->params[SIZE]).
 */
#ifndef CLROUTER_LAYERS_VALIDATION_CHECKS_CHECK_H
#define CLROUTER_LAYERS_VALIDATION_CHECKS_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "opencl/call.h"
#include "opencl/constants.h"
#include "opencl/lists.h"
#include "state/facts.h"
#include "state/live.h"
#include "state/track.h"

#define RULE_TESTS 4
#define RULE_PARAMS 9
#define RULE_CONSTANTS 2

struct rule_test;

/* Is CALL right, as far as the parameters of TEST are concerned? */
typedef bool check_fn(const struct call *call, const struct rule_test *test);

struct rule_test {
	check_fn *check;			/* NULL after the last one */
	union {
		unsigned char param;		   /* of a check of one parameter; else the first */
		unsigned char params[RULE_PARAMS]; /* indexes, in the order of rules.list */
	};
	unsigned char param_count;
	uint64_t constants[RULE_CONSTANTS];

	/*
	 * What only a vendor or the driver could know counts as right. A call that fails a test,
	 * but not the lenient one, is doubtful: see doubts.h.
	 */
	bool is_lenient;
};

struct rule {
	const char *id;
	cl_int code;
	const char *code_name;	/* NULL: the function returns none */
	const char *section;
	const char *since;	/* the version of OpenCL; "ext": in the extension only */
	const char *text;	/* what is expected */
	unsigned char param;	/* the one that reports name */
	struct rule_test tests[RULE_TESTS + 1];
};

/* The rules of the function in SLOT: from rules_first[SLOT] to before rules_first[SLOT + 1]. */
extern const struct rule rules[];
extern const unsigned short rules_first[CLROUTER_ALL_SLOTS + 1];

/* How many of them, at the beginning, quick.c has as well. */
extern const unsigned char rules_quick[CLROUTER_ALL_SLOTS];

/* May HANDLE be used as a live object of KIND, as far as that is known? */
bool check_is_good(const void *handle, enum object_kind kind);

/* How many elements a list has, which parameter INDEX says; 0: too many to be looked at. */
static inline size_t check_count(const struct call *call, unsigned index)
{
	const uint64_t count = call_number(call, index);

	return count <= SIGNATURE_MOST ? (size_t)count : 0;
}

/* The facts of the memory object that parameter INDEX of CALL is; NULL: they are not known. */
static inline const struct facts_mem *check_mem(const struct call *call, unsigned index)
{
	return facts_of_mem(call_pointer(call, index));
}

/* The context that parameter INDEX of CALL is, or the context of the object; NULL: not known. */
static inline const void *check_context(const struct call *call, unsigned index)
{
	return facts_context(call_pointer(call, index), call_param(call, index)->object);
}

/* The value of NAME in the pairs of parameter INDEX of CALL; NULL: it is not there. */
static inline const cl_context_properties *check_pair(const struct call *call, unsigned index,
						      cl_context_properties name)
{
	return lists_of_context(call_pointer(call, index), name);
}

/* Does VALUE count as right for TEST because a vendor may have such a query or property? */
bool check_allows_name(const struct rule_test *test, uint64_t value);

/* Does TEST let FLAGS, of memory, mean anything because they have bits that a vendor may have? */
bool check_allows_flags(const struct rule_test *test, uint64_t flags);

/* Has parameter INDEX of CALL no flags but those that the specification or a vendor has? */
bool check_bits_exist(const struct call *call, unsigned index);

#include "layers/validation/checks/checks.h"

#endif
