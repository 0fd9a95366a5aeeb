/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation: libCLValidation.so reports calls that the OpenCL specification does not allow, before
 * the driver does with them what it likes. rules.list has the rules.
 *
 * A call that a driver would follow into freed memory is answered by the layer, as the specification
 * says; any other call is passed on. OPENCL_VALIDATION_CALLS changes that.
 *
 * Right calls take no lock, unless they make, find, retain or release objects:
 *
 *	validation --> finding-report	counts the findings
 *	    |            |--> finding-output writes them
 *	    |            |--> explain	which argument of a kernel they are about
 *	    |            '--> advice	how they are mended
 *	    |--> hints			what is near a limit, or slow
 *	    |      '--> hint-*		events, held objects, languages
 *	    |--> never-released		what the program has not released
 *	    |--> races			commands that nothing orders
 *	    |      |--> command-order	which comes first, which bytes they use
 *	    |      '--> uses, storage	what calls use
 *	    |--> arg-info		makes drivers keep the types of arguments, if asked to
 *	    |--> answers		which wrong calls the driver does not get
 *	    |--> doubts			findings that the driver has to confirm
 *	    |--> pending		whether a command buffer has ended
 *	    |--> quick			finds most right calls fast
 *	    |--> check-*		one function for each way to be wrong
 *	    |        '--> facts, memory	what is known of objects and addresses
 *	    '--> learn ------^		notes what calls make and change
 */
#include "base/array.h"
#include "base/glob.h"
#include "layers/frame/option.h"
#include "layers/frame/place/place.h"
#include "layers/frame/program-callbacks.h"
#include "layers/frame/stop.h"
#include "layers/frame/unseen.h"
#include "layers/validation/answers.h"
#include "layers/validation/arg-info.h"
#include "layers/validation/checks/check.h"
#include "layers/validation/doubts.h"
#include "layers/validation/explain.h"
#include "layers/validation/hints/hints.h"
#include "layers/validation/races/races.h"
#include "layers/validation/report/finding-report.h"
#include "layers/validation/stages.h"
#include "layers/validation/validation-own.h"
#include "opencl/call.h"
#include "state/facts.h"
#include "state/formats.h"
#include "state/learn/follow.h"
#include "state/life.h"
#include "state/memory.h"
#include "state/track.h"

static struct option calls_option = OPTION(VALIDATION_CALLS);
static struct option stop_option = OPTION(VALIDATION_STOP);
static struct option races_option = OPTION(VALIDATION_RACES);
static struct option arg_info_option = OPTION(VALIDATION_ARG_INFO);

/* -- before the call --------------------------------------------------------------------- */

/* The test of RULE that CALL fails; NULL if CALL is right. */
static const struct rule_test *failed_test(const struct call *call, const struct rule *rule)
{
	for (const struct rule_test *test = rule->tests; test->check; test++)
		if (!test->check(call, test))
			return test;
	return NULL;
}

/* What was found of a call. */
struct opinion {
	bool is_right;		/* it breaks no rule at all, so that its arguments can be followed */
	bool has_wrong_handle;	/* then it is not known what the call does */
	bool is_unsupported;	/* the device does not have what the function is for */
	enum answers_ground ground;
	const struct rule *answered;	/* the layer answers with the code of this one; NULL: none */
};

static void note_failed(struct opinion *opinion, const struct call *call, const struct rule *rule,
			const struct rule_test *failed)
{
	const enum answers_ground ground = answers_ground(call, failed);

	report_rule(call, rule, failed);
	opinion->has_wrong_handle |= answers_is_about_handle(failed);
	if (ground <= opinion->ground)
		return;
	opinion->ground = ground;
	opinion->answered = rule;
}

/*
 * Is FAILED about flags or properties with bits that do not exist, as a test before was? Which of
 * them were meant is not known. *REPORTED has the parameters.
 */
static bool is_said(const struct call *call, const struct rule_test *failed, unsigned *reported)
{
	bool is_said = false;

	for (unsigned i = 0; i < failed->param_count; i++) {
		const unsigned bit = 1u << failed->params[i];

		if (check_bits_exist(call, failed->params[i]))
			continue;
		is_said |= (*reported & bit) != 0;
		*reported |= bit;
	}
	return is_said;
}

/*
 * Rules that are not wanted count for nothing else. A call that is wrong anyway has no doubts: the
 * driver may have refused it for what is certain.
 */
static struct opinion examine(struct call *call)
{
	const unsigned skipped = quick_is_right(call) ? rules_quick[call->slot] : 0;
	struct opinion opinion = { .is_right = true };
	const struct rule_test *failed, *certain;
	unsigned reported = 0;
	unsigned i;

	validation_own(call)->doubt_count = 0;
	for (i = rules_first[call->slot] + skipped; i < rules_first[call->slot + 1]; i++) {
		failed = failed_test(call, &rules[i]);
		if (!failed)
			continue;
		certain = doubts_certain(call, &rules[i]);
		if (!certain) {
			doubts_add(call, &rules[i], failed);
			continue;
		}
		opinion.is_right = false;
		opinion.is_unsupported |= answers_is_about_support(certain);
		if (report_wants(LEVEL_ERROR, rules[i].id) && !is_said(call, certain, &reported))
			note_failed(&opinion, call, &rules[i], certain);
	}
	if (!opinion.is_right)
		validation_own(call)->doubt_count = 0;
	if (opinion.answered && opinion.ground != GROUND_HANDLE &&
	    (opinion.is_unsupported || answers_lacks_support(call)))
		opinion.answered = NULL;
	return opinion;
}

static void note_facts_before(struct call *call)
{
	facts_note_before(call);
}

/*
 * What may not be called in a callback, the specification says of the callbacks of events and memory
 * objects. If the driver refuses CALL, what is kept of its callback stays: a driver that calls back
 * nevertheless does not crash the program then. If it cannot be kept, calls inside pass as right.
 */
static void keep_callback(struct call *call)
{
	switch (call->slot) {
	case CLROUTER_SLOT_clSetEventCallback:
		program_callbacks_keep_event(call->values[ARG_clSetEventCallback_pfn_notify],
					     call->values[ARG_clSetEventCallback_user_data]);
		break;
	case CLROUTER_SLOT_clSetMemObjectDestructorCallback:
		program_callbacks_keep_memory(
			call->values[ARG_clSetMemObjectDestructorCallback_pfn_notify],
			call->values[ARG_clSetMemObjectDestructorCallback_user_data]);
		break;
	default:
		break;
	}
}

/* Makes direct calls of the stages of a table, since each call of a program goes through all. */
#define UNROLL _Pragma("GCC unroll 16")

/* What must hold for a stage; 0: nothing. */
enum when {
	RIGHT = 1 << 0, /* the call breaks no rule, so that its arguments can be followed */
	RACES = 1 << 1, /* the user wants these findings */
	HINTS = 1 << 2,
	PASSED = 1 << 3, /* the driver accepted the call; or not */
	FAILED = 1 << 4,
	DOUBTS = 1 << 5, /* doubts_add() has noted some */
	EVENT = 1 << 6,	 /* pending_before() has asked for one */
};

/* What is done, in this order, before a call is passed on that the layer does not answer. */
static const struct before_stage {
	void (*function)(struct call *call);
	unsigned when;
} before_stages[] = {
	/* Each changes other parameters of what the driver gets, so their order does not matter. */
	{ doubts_before, 0 },
	{ pending_before, 0 },
	{ keep_callback, 0 },
	{ track_ask_stored, 0 },
	/* Memory that the call frees is not known any more after its facts are noted. */
	{ races_before, RIGHT | RACES },
	{ note_facts_before, 0 },
	/* An object that the call releases is not live any more after follow_before(). */
	{ hints_before, RIGHT | HINTS },
	{ follow_before, 0 },
};

static unsigned wanted; /* RACES and HINTS; set when the layer starts */

static bool before(struct call *call)
{
	struct opinion opinion;
	unsigned holds;

	call->is_ignored = !life_is_open();
	if (call->is_ignored)
		return true;
	opinion = examine(call);
	call->is_ignored = opinion.has_wrong_handle || opinion.answered;
	if (opinion.answered) {
		call->refusal = opinion.answered->code;
		explain_note_failed(call, call->refusal);
	}
	if (call->is_ignored)
		return opinion.answered == NULL;
	if (!arg_info_before(call)) {
		doubts_settle(call, call->refusal);
		call->is_ignored = true;
		return false;
	}
	validation_own(call)->is_broken = !opinion.is_right;
	holds = wanted | (opinion.is_right ? RIGHT : 0);
	UNROLL
	for (size_t i = 0; i < ARRAY_SIZE(before_stages); i++)
		if ((before_stages[i].when & ~holds) == 0)
			before_stages[i].function(call);
	return true;
}

/* -- after the call ---------------------------------------------------------------------- */

static void learn(struct call *call, const void *result)
{
	if (!track_has_news(call, result))
		return;
	call->site = place_of(call->site);
	follow_after(call, result);
}

/* The functions that set arguments return their code. */
static void note_refused(struct call *call, const void *result)
{
	cl_int code;

	facts_note_failed(call);
	if (!result || signatures[call->slot].result.group != NAMES_cl_error)
		return;
	memcpy(&code, result, sizeof(code));
	explain_note_failed(call, code);
}

static void note_facts(struct call *call, const void *result)
{
	facts_note(call, result);
}

static void end_link(struct call *call, const void *result)
{
	(void)result;
	track_returned(call);
}

/* What is done, in this order, when a call has returned. */
static const struct after_stage {
	void (*function)(struct call *call, const void *result);
	unsigned when;
} after_stages[] = {
	/* A finding shows the objects as they were when the program made the call. */
	{ doubts_after, DOUBTS },
	/* The event that the program did not ask for is no object, so learn() must not see it. */
	{ pending_hide, EVENT },
	/* The others look up the objects that the call has made. */
	{ learn, 0 },
	/* A region that is unmapped is not known any more after its facts are noted. */
	{ races_after, RACES },
	{ note_refused, FAILED },
	{ note_facts, PASSED },
	/* What waits for a user event from here on sees in its facts that it is set. */
	{ races_after_facts, RIGHT | RACES | PASSED },
	/* They look up the facts of what is new. */
	{ hints_after, RIGHT | HINTS | PASSED },
	/* What a link has made is known now. */
	{ end_link, 0 },
	/* It releases the event, which must not be in use. */
	{ pending_after, EVENT },
	/* It frees the options of a build, which the others read. */
	{ arg_info_after, 0 },
};

static void after(struct call *call, const void *result)
{
	const struct validation_own *own = validation_own(call);
	unsigned holds = wanted;

	if (call->is_ignored || !life_is_open())
		return;
	holds |= own->is_broken ? 0 : RIGHT;
	holds |= own->doubt_count > 0 ? DOUBTS : 0;
	holds |= own->has_event ? EVENT : 0;
	holds |= signature_succeeded(&signatures[call->slot], call->values, result) ? PASSED
										    : FAILED;
	UNROLL
	for (size_t i = 0; i < ARRAY_SIZE(after_stages); i++)
		if ((after_stages[i].when & ~holds) == 0)
			after_stages[i].function(call, result);
}

/* -- start and end ----------------------------------------------------------------------- */

/* What the function allocates may be given to functions of OpenCL that take shared memory. */
static void note_unseen(const struct clrouter_extension_missed *missed)
{
	if (glob_matches("clSVMAlloc*", missed->name))
		memory_expect_unseen();
	life_note_unseen(missed);
	unseen_complain("validation", missed);
}

static const struct call_hooks hooks = {
	.before = before, .after = after, .unseen = note_unseen,
};

/* What was found, and what commands wait for, is of the parent. */
static void begin_child(void)
{
	report_clear();
	hints_forget();
}

static cl_int start(struct clrouter_table *table)
{
	const bool looks_for_races = option_flag(&races_option, false);
	const bool adds_arg_info = option_flag(&arg_info_option, false);

	follow_start();
	answers_start((enum answers)option_choice(&calls_option));
	stop_start((enum stop_action)option_choice(&stop_option));
	report_start(looks_for_races, adds_arg_info);
	arg_info_start(adds_arg_info);
	program_callbacks_start();
	facts_start(FACTS_ALL_KINDS, 0);
	formats_start();
	wanted = (hints_start() ? HINTS : 0) | (looks_for_races ? RACES : 0);
	races_start();
	memory_start();
	life_start(table, &hooks, begin_child);
	return CL_SUCCESS;
}

static void end(void)
{
	hints_end();
	never_released_end();
	races_end();
	report_end();
	memory_forget_all();
}

static void stop(void)
{
	life_end(end);
	stop_now();
}

CLROUTER_LAYER("validation", start, stop)
