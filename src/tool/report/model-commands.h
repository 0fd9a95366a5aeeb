/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model-commands: what a program has enqueued, added up: kernels by name, transfers by kind, and the queues.
 * No command is kept (command-list.h does that): when its times come, its call is read again from the
 * file. So memory grows with names, sizes and queues, not with commands.
 *
 * Functions that return a bool or a pointer fail if there is no memory, with a message.
 */
#ifndef CLROUTER_TOOL_REPORT_MODEL_COMMANDS_H
#define CLROUTER_TOOL_REPORT_MODEL_COMMANDS_H

#include "record/durations.h"
#include "tool/report/busy.h"
#include "tool/report/clock-offset.h"
#include "tool/report/command-list.h"
#include "tool/report/depth.h"
#include "tool/report/drain.h"
#include "tool/report/enqueue.h"
#include "tool/report/link-load.h"
#include "tool/report/pinned.h"
#include "tool/report/ranges.h"
#include "tool/report/strings.h"

/* -- commands of one kind ----------------------------------------------------------------- */

struct model_work {
	uint64_t count;
	uint64_t bytes;
	uint64_t sampled;	/* of `count`: in queues of which samples are measured */
	uint64_t represented;	/* of `sampled`: by samples */
	uint64_t total;		/* ns: `times` without what is outside of the range that is reported */
	struct durations times;	/* of those that were measured, and of what samples stand for */
	struct model_numbers before;	/* at the end of the round before */
};

/* The times of WORK; commands that no sample stands for yet are taken to be as the mean. */
void work_times(const struct model_work *work, struct durations *times);

/* How many have device times of their own. */
uint64_t work_measured(const struct model_work *work);

/* Is a part of the times not measured? */
bool work_is_estimated(const struct model_work *work);

/* Has each command a device time of its own? */
bool work_is_measured(const struct model_work *work);

struct model_numbers work_numbers(const struct model_work *work);

/* -- rows ----------------------------------------------------------------------------------- */

struct kernel_sizes {
	struct command_sizes sizes;
	uint64_t count;
	size_t kernel;	/* index */
	size_t next;	/* of others with the same hash, plus 1; 0: none */
};

/* Some calls of the host, and where most of their time is. */
struct work_calls {
	uint64_t count;
	uint64_t time;		/* ns, of all */
	uint64_t longest;	/* ns */
	struct model_place place;
	struct place_lead lead;		/* of that place */
	const char *name;	/* of the kernel of the longest; NULL: it has none */
};

struct kernel {
	const char *name;	/* NULL: not known */
	struct model_work work;
	size_t size_count;	/* how many different sizes it was enqueued with */
	struct work_calls first;	/* its first launch */
	struct work_calls later;	/* all others */
};

struct transfer {
	struct model_work work;
	uint64_t measured_bytes;	/* of the measured ones whose size is known */
	uint64_t measured_time;		/* ns, of the same */
};

struct model_queue {
	uint64_t handle;
	uint32_t number;	/* among queues, from 1; 0: all queues that are not known */
	uint64_t device;	/* handle; 0: not known */
	enum record_profiling profiling;
	bool is_out_of_order;
	unsigned int references;	/* 0: released */
	struct model_work work;
	struct busy busy;	/* of the commands that were measured */
	uint64_t busy_now;	/* ns in which at least one command was executed */
	uint64_t busy_before;	/* at the end of the round before */
	struct clock_offset offset;
	uint64_t first;		/* ns: when the first command was enqueued; 0: none was */
	struct depth pending;
	uint64_t depth;		/* commands that are not known to be done */
	struct drain_queue drain;
	struct work_calls commands; /* those that were measured: their times on the device */
};

/* What an event stands for. */
struct commands_mark {
	uint32_t queue;		/* its number */
	uint64_t time;		/* when the command was enqueued */
	size_t next;		/* of a free one: another free one, plus 1 */
};

/* A device by all its queues. */
struct device_work {
	uint64_t device;	/* handle */
	struct busy busy;
	struct gaps gaps;	/* of `busy` */
	struct drain_device drain;
	struct work_calls moves[BUSY_KINDS];	/* measured transfers, by kind: their times on the device */
	struct link_load links[LINK_DIRECTIONS];
};

/* The queues of a device; if not all their commands are measured, none. */
struct device_queues {
	uint64_t count;
	uint64_t busy;		/* ns, added up */
	const struct model_queue *most;	/* the one that is busy for the longest time ... */
	uint64_t longest;		/* ... ns; and the next one */
	const struct model_queue *second;
};

struct commands {
	uint64_t from;		/* ns, CLOCK_MONOTONIC: what is reported begins then */
	uint64_t to;		/* and ends before then */
	struct strings names;	/* of kernels, by their index in `kernels` */
	struct kernel *kernels;
	size_t kernel_count;
	struct kernel_sizes *sizes;
	size_t size_count;
	struct pointer_map size_map;	/* from a hash to the index in `sizes`, plus 1 */
	struct transfer transfers[COMMAND_KINDS]; /* of kinds for which command_is_transfer() */
	struct model_queue **queues;		  /* by number; NULL: nothing was enqueued */
	size_t queue_count;
	struct device_work *devices;
	size_t device_count;
	uint64_t earlier;	/* that were executed in the range, but started before it */
	struct pointer_map events;	/* from a handle to the index in `marks`, plus 1 */
	struct commands_mark *marks;
	size_t mark_count;
	size_t free_mark;	/* the first free one, plus 1; 0: none */
	struct work_calls small_reads;	/* for which the program waits */
	struct work_calls small_transfers; /* that could be a part of the one before */
	struct work_calls small_launches;
	struct ranges *ranges;	/* in which commands were enqueued; NULL: nobody wants to know */
	struct pinned pinned;
	bool keeps_list;
	struct command_list list;
};

#define COMMANDS_SMALL 4096	/* bytes: a smaller transfer costs as much as one of this size */
#define COMMANDS_WORK_ITEMS 1024 /* fewer do not fill a device */

/* -- adding ----------------------------------------------------------------------------------- */

/* Before a round. If HAS_SUMS, all is added up anew. */
void commands_begin(struct commands *commands, bool has_sums);

/*
 * Which commands of a queue are measured; PROFILING is an enum record_profiling, or damaged. Comes
 * before the commands of the round.
 */
bool commands_set_profiling(struct commands *commands, const struct history *history,
			    const struct record_queue *record, unsigned int profiling);

struct thread;

/* Is TIME in the range of COMMANDS? */
bool commands_have(const struct commands *commands, uint64_t time);

/*
 * Looks for commands, queues and waits in CALL of THREAD, which has succeeded and is one of FUNCTION.
 * It is at PLACE.
 */
bool commands_add_call(struct commands *commands, const struct history *history,
		       const struct signature *function, const struct record_call *call,
		       const struct model_place *place, struct thread *thread);

/* The times of a command; its call is CALL, or NULL. */
bool commands_add_times(struct commands *commands, const struct history *history,
			const struct record_command *times, const struct record_call *call);

/* A sum of a thread, of commands or of kernels. */
bool commands_add_sum(struct commands *commands, const struct known_functions *known,
		      const struct record_sum *sum);

/* At the end of a round. IS_OVER: no more will come. */
void commands_settle(struct commands *commands, bool is_over);

/* -- asking ------------------------------------------------------------------------------------- */

/* In which no command of QUEUE was executed, between the first and the last one. */
uint64_t commands_queue_idle(const struct model_queue *queue);

/* The queues of the device with this handle. */
struct device_queues commands_queues(const struct commands *commands, uint64_t device);

/* The COUNT most frequent sizes of KERNEL, the first one in front; returns how many there are. */
size_t commands_sizes(const struct commands *commands, const struct kernel *kernel,
		      const struct kernel_sizes **sizes, size_t count);

void commands_done(struct commands *commands);

#endif
