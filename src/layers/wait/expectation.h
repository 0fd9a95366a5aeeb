/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expectation: how long a wait is going to take, from the waits of the same kind before it, and
 * what follows from that for the thread that waits. The kinds are kept in a table of fixed size, in
 * which a new kind may take the place of another one. Takes no lock; any thread may call.
 */
#ifndef CLROUTER_LAYERS_WAIT_EXPECTATION_H
#define CLROUTER_LAYERS_WAIT_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPECTATION_SAMPLES 8
#define EXPECTATION_MARGIN 60000 /* ns by which a thread wants to be awake too early, at most */

/* How threads that sleep wake up. */
struct expectation_sleep {
	uint64_t late;	 /* ns after the time that they ask for */
	uint64_t margin; /* ns by which they want to be awake too early, because that varies */
};

/*
 * The time that a wait takes at least, after waits of the COUNT durations SAMPLES: a low quantile
 * of them, and the least of them if they scatter. 0: nothing is known.
 */
uint64_t expectation_of(const uint64_t *samples, size_t count);

/*
 * For how long a thread sleeps now which has waited for ELAPSED, is EXPECTED to wait that long in
 * all, and sleeps like SLEEP. 0: it polls. All are nanoseconds. SPARES: from 1 ms on it polls at
 * most once a millisecond, but when the end is expected.
 */
uint64_t expectation_pause(uint64_t elapsed, uint64_t expected, struct expectation_sleep sleep,
			   bool spares);

/* How a wait went; all are nanoseconds after its begin. */
struct expectation_course {
	uint64_t expected; /* its duration */
	uint64_t margin;   /* by which the thread wanted to be awake too early */
	uint64_t asleep;   /* the thread fell asleep last */
	uint64_t woke;	   /* and woke; 0: it has not slept */
	uint64_t ran;	   /* the wait was not over yet */
	uint64_t ended;	   /* it was over */
};

/* The duration that is learnt of a wait that went like COURSE. 0: nothing. */
uint64_t expectation_lesson(const struct expectation_course *course);

/* What waits of one kind have in common. */
struct expectation_kind {
	const void *queue;
	const void *site;  /* where the program calls */
	uint64_t work;	   /* the last kernel and its size, as one number */
	unsigned int slot; /* of the function */
};

/* What is expected of a wait of the kind WANTED. */
uint64_t expectation_find(const struct expectation_kind *wanted);

/* A wait of the kind WANTED took DURATION. */
void expectation_learn(const struct expectation_kind *wanted, uint64_t duration);

/* How threads sleep, as far as that was learnt; then, one was to sleep for ASKED, and SLEPT. */
struct expectation_sleep expectation_sleep(void);
void expectation_learn_sleep(uint64_t asked, uint64_t slept);

/* Forgets everything. For the layer's start, and for tests. */
void expectation_start(void);

#endif
