/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-order: which commands come after which. A command comes after another one if a queue, a
 * barrier, a marker or an event says so, directly or through others, or if the host has waited for
 * the first before it enqueued the second. Only commands for which the host has not waited are
 * kept, and at most ORDER_COMMANDS: then the oldest are taken for finished, which hides findings
 * and never makes one.
 *
 * A command that waits for a user event can still come after anything for which the host waits
 * before it sets that event. So it is compared with others when the event is set. Which event is
 * one of the user, and whether it is set, its facts say (state/facts.h).
 *
 * All functions are called with the lock of races.c held.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_RACES_COMMAND_ORDER_H
#define CLROUTER_LAYERS_VALIDATION_RACES_COMMAND_ORDER_H

#include "layers/validation/races/access.h"

#define ORDER_COMMANDS 512

enum order_kind {
	ORDER_COMMAND,
	ORDER_MARKER,  /* after all that is in its queue, if it waits for nothing */
	ORDER_BARRIER, /* the same, and before all that follows in its queue */
	ORDER_UNKNOWN, /* it may come after and before anything */
};

/* A part of the work-items of a kernel. */
struct order_range {
	const void *kernel; /* NULL: it is not known which part */
	uint64_t begin[3];
	uint64_t end[3];
};

/* What is known of a command that is enqueued. The arrays are copied. */
struct order_entry {
	enum order_kind kind;
	unsigned int slot;	  /* the function */
	const void *site;	  /* the place in the program */
	uint32_t queue;		  /* its number, which no other queue gets; 0: not known */
	bool is_unordered;	  /* the queue is out of order */
	const void *const *waits; /* events */
	size_t wait_count;
	const void *event; /* of the command; NULL: none */
	const struct access *accesses;
	size_t access_count;
	bool is_last; /* it frees the memory: what uses the addresses later uses other memory */
	struct order_range range;
};

enum order_certainty {
	ORDER_NONE,	/* there is no race */
	ORDER_DOUBTFUL, /* the commands may only read */
	ORDER_CERTAIN
};

/* Two commands that nothing orders. */
struct order_race {
	enum order_certainty certainty;
	unsigned int slot; /* of the earlier call */
	const void *site;
	uint32_t queue;
	struct access access; /* of it */
	unsigned int late_slot;
	const void *late_site;
	uint32_t late_queue;
	struct access late_access;
};

/*
 * Adds ENTRY. True: nothing orders it and an earlier command that uses the same memory, which is
 * then in *RACE, a certain race if there is one.
 */
bool order_add(const struct order_entry *entry, struct order_race *race);

/* Memory is short for what orders a command: from now on nothing is found until all is forgotten.
 */
void order_give_up(void);

/* Is there a command that uses the bytes of ACCESS? It is the earlier half of *RACE. */
bool order_find_use(const struct access *access, struct order_race *race);

/* The host knows that the command of EVENT has ended, and all that it came after. */
void order_wait(const void *event);

/* The same for the command that was added last. */
void order_wait_for_last(void);

/* Does the command that was added last wait for a user event that is not set? */
bool order_is_held(void);

/* The host knows that all commands in the queue with the number QUEUE have ended; 0: none has. */
void order_finish(uint32_t queue);

/* The same of all commands that use the bytes of ACCESS. */
void order_wait_for_users(const struct access *access);

/*
 * The user event EVENT has got its status, which its facts know already: if IS_GOOD, what waits for
 * it can run, else it never will. True: nothing orders two commands of which one can run now; see
 * order_add().
 */
bool order_set_user_event(const void *event, bool is_good, struct order_race *race);

/* How many commands are kept. */
size_t order_count(void);

/* Forgets everything. */
void order_forget_all(void);

#endif
