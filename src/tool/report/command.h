/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command: what is known of one command, and of all commands of a program. All times are in ns;
 * those of the host are CLOCK_MONOTONIC.
 */
#ifndef CLROUTER_TOOL_REPORT_COMMAND_H
#define CLROUTER_TOOL_REPORT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/record-format.h"
#include "record/durations.h"

enum command_kind {
	COMMAND_OTHER,		/* markers, barriers, ... */
	COMMAND_KERNEL,
	COMMAND_WRITE,		/* host to device */
	COMMAND_READ,		/* device to host */
	COMMAND_COPY,		/* device to device */
	COMMAND_SVM_COPY,
	COMMAND_FILL,
	COMMAND_MAP,
	COMMAND_UNMAP,
	COMMAND_MIGRATE,
	COMMAND_KINDS
};

#define COMMAND_DIMENSIONS 3

struct command {
	uint64_t reference;	/* of the call that enqueued it */
	uint64_t begin;		/* of that call */
	uint64_t end;
	uint64_t offset;	/* of that call in the file */
	uint32_t thread;	/* the ID of the thread that called */
	uint16_t function;
	uint8_t kind;		/* enum command_kind */
	uint8_t dimensions;	/* of a kernel: 0 if its sizes were not kept */
	uint32_t queue;		/* index in `queues` */
	int32_t status;		/* negative: it failed with this error code */
	const char *name;	/* of a kernel; NULL if it is not known */
	uint64_t bytes;		/* of a transfer; 0 if that is not known */
	uint64_t sizes[2][COMMAND_DIMENSIONS];	/* of a kernel: global, local (0: the driver's choice) */
	bool is_measured;	/* the following are known */
	uint32_t stands_for;	/* how many commands of its queue, itself included */
	uint64_t queued;	/* in the device's clock */
	uint64_t submitted;
	uint64_t started;
	uint64_t ended;
	uint64_t host_started;
	uint64_t host_ended;
	uint64_t estimate;	/* ns: of one that is not measured, the mean of those like it; 0: none */
};

/* Some commands. */
struct command_sum {
	uint64_t count;
	struct durations times; /* of the measured ones, on the device */
};

#define KERNEL_SIZES 4

struct kernel {
	const char *name;	/* NULL: not known */
	struct command_sum sum;
	size_t size_count;	/* how many different sizes it was enqueued with */
	struct {
		const struct command *command;	/* one with these sizes */
		uint64_t count;
	} sizes[KERNEL_SIZES];	/* the most frequent ones first */
};

struct transfer {
	struct command_sum sum;
	uint64_t bytes;
	uint64_t measured_bytes;	/* of the measured ones whose size is known */
	uint64_t measured_time;		/* of the same */
};

struct queue {
	uint64_t handle;
	uint32_t number;	/* among queues, from 1; 0: all queues that are not known */
	const char *device;	/* its name; NULL if it is not known */
	uint64_t device_handle;	/* 0 if it is not known */
	struct command_sum sum;
	enum record_profiling profiling;
	uint64_t busy;		/* at least one of the measured commands was executed */
	uint64_t idle;		/* between the first and the last of them; 0 if some are not measured */
};

/* What a record says of a command. */
struct device_time {
	uint64_t call;	/* the reference of the call that enqueued it */
	uint32_t queue;	/* index in `queues` */
	uint64_t queued;
	uint64_t submitted;
	uint64_t started;
	uint64_t ended;
	int32_t status;
};

struct history;

struct commands {
	const struct history *history;
	struct command *list;		/* in the order of their references */
	size_t count;
	struct device_time *times;	/* until commands_join() */
	size_t time_count;
	const struct command **ordered;	/* the measured ones by queue, and there by host_started */
	size_t ordered_count;
	struct kernel *kernels;		/* by total time */
	size_t kernel_count;
	struct transfer transfers[COMMAND_KINDS];
	struct queue *queues;
	size_t queue_count;
};

#endif
