/* SPDX-License-Identifier: Apache-2.0 */
/*
 * idle: why a device had nothing to do. Each gap is divided among what the thread did that enqueued
 * the command after it, because nothing else could end the gap. The record is read again for this.
 *
 * If each command of a device is measured, its gaps are those between them, and they are divided
 * once, of a record that is complete. Otherwise, and of a program that runs, drain.h has found the
 * gaps.
 */
#ifndef CLROUTER_TOOL_REPORT_IDLE_H
#define CLROUTER_TOOL_REPORT_IDLE_H

#include "tool/report/enqueue.h"
#include "tool/report/gaps.h"

enum idle_cause {
	IDLE_OUTSIDE, /* the thread was in no call */
	IDLE_BUILD,
	IDLE_QUERY,
	IDLE_TRANSFER,	/* it waited for a transfer, or had done so in this gap */
	IDLE_WAIT,	/* it waited for commands that had ended, or had done so in this gap */
	IDLE_ELSEWHERE, /* it waited for another device */
	IDLE_USER_EVENT, /* the command waited for a user event */
	IDLE_CALLBACK,	/* a callback of the program went on */
	IDLE_LOCK,	/* another thread's call held a lock */
	IDLE_LAUNCH,	/* the command was being enqueued, or had been and was not started yet */
	IDLE_CALL,	/* it was in another call */
	IDLE_CAUSES
};

/* What a cause is for people, and what helps. */
struct idle_kind {
	const char *id;
	const char *title; /* "the program is outside OpenCL" */
	const char *cure;
};

extern const struct idle_kind idle_kinds[IDLE_CAUSES];

/* A word for each cause, as `idle_kinds` has it, for tables. */
extern const char *const idle_words[IDLE_CAUSES + 1];

/* What a thread is in. */
enum idle_call { IN_NOTHING, IN_BUILD, IN_QUERY, IN_TRANSFER, IN_WAIT, IN_ENQUEUE, IN_OTHER };

/* The kind of CALL; one that enqueues a command and waits for it is a transfer. */
enum idle_call idle_call_of(const struct known_functions *known, const struct record_call *call);

/* What is known of a moment of a gap. */
struct idle_moment {
	enum idle_call call;  /* the one that the thread is in */
	bool is_enqueued;     /* the command after the gap is enqueued */
	bool is_locked;	      /* the call waits for a lock that another thread's call holds */
	bool is_in_callback;  /* a callback of the program goes on, in any thread */
	bool is_own_callback; /* in this one */
	bool is_built;	      /* another thread builds a program */
	bool waits_for_user;  /* the command after the gap waits for a user event */
	bool waits_elsewhere; /* the call, or the command, waits for another device */
	bool has_waited;      /* the thread was in a call that waits, in this gap */
	bool has_moved;	      /* the same of a transfer */
};

/* The only place where a cause is decided. */
enum idle_cause idle_cause_of(const struct idle_moment *moment);

/* A part of a gap. */
struct idle_part {
	uint64_t begin;	 /* ns, CLOCK_MONOTONIC */
	uint64_t end;
	uint64_t device; /* handle */
	double weight; /* it stands for so many times its time */
	enum idle_cause cause;
	struct model_place place; /* the call that the thread was in, or that enqueued the command;
				     its number is not known */
};

/* -- sums ---------------------------------------------------------------------------------- */

struct idle_sum {
	uint64_t device; /* handle */
	enum idle_cause cause;
	uint64_t time;		  /* ns */
	uint64_t count;		  /* of the parts that were looked at ... */
	uint64_t seen;		  /* ... and their time, ns */
	uint64_t longest;	  /* ns, of a part */
	struct model_place place; /* where most of the time is */
	struct place_lead lead;
};

/* Calls that waited for a lock, on any device. */
struct idle_locks {
	uint64_t time; /* ns */
	uint64_t count;
	uint64_t longest;	   /* ns */
	struct model_place place;  /* of the longest */
	struct model_place holder; /* of the call that held the lock then */
};

/* Callbacks that were made by a call, which goes on until they return. */
struct idle_callbacks {
	uint64_t time; /* ns, of each moment once for each thread */
	uint64_t count;
	uint64_t longest;  /* ns */
	uint64_t call; /* the reference of the one that has set the longest */
};

/* All zero: nothing. */
struct idle {
	struct idle_sum *sums; /* of each device and cause that there is */
	size_t count;
	struct idle_locks locks;
	struct idle_callbacks callbacks;
};

struct model;

/* Adds what MODEL's last round has. Returns false, with a message, if there is no memory. */
bool idle_add(struct idle *idle, struct model *model);

typedef bool idle_visit_part(const struct idle_part *part, void *data);

/* Visits the parts of the gaps of the last round; the parts of one thread come in the order of
 * time. */
bool idle_visit(const struct model *model, idle_visit_part *visit, void *data);

/* How long DEVICE was idle in all, by these sums. */
uint64_t idle_time(const struct idle *idle, uint64_t device);

/* NULL: there is none. */
const struct idle_sum *idle_find(const struct idle *idle, uint64_t device, enum idle_cause cause);

void idle_done(struct idle *idle);

#endif
