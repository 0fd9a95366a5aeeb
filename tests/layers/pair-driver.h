/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pair-driver: two drivers that programs use side by side. Both have OpenCL 3.0 and one device.
 * "Bare" has no extension; "full" (PAIR_FULL) has command buffers, semaphores and suggested sizes
 * of its own, and notes each call of them.
 *
 * No lock protects an object, so that the driver does not order what threads of the layer do. A
 * command is complete when it is enqueued, unless it waits for an event that is not. A handle that
 * the driver has not made is counted and refused.
 */
#ifndef PAIR_DRIVER_H
#define PAIR_DRIVER_H

#include <clrouter/extension.h>

#define PAIR_WORDS 17

/* What a driver has seen. All but the numbers of objects and commands are of the last call. */
struct pair_seen {
	unsigned foreign;  /* handles that it has not made */
	unsigned live;	   /* objects that are there */
	unsigned enqueued; /* commands */
	unsigned calls;	   /* of its own extensions */
	unsigned asked;	   /* queries of contexts and queues */
	const char *name;  /* of the function of its own extensions */
	unsigned count;
	cl_ulong words[PAIR_WORDS]; /* its arguments, after a 0 */
};

/* The type of the function that PAIR_SEEN names, which is the driver's for its platform. */
#define PAIR_SEEN "pairSeen"
typedef struct pair_seen *CL_API_CALL pair_seen_fn(void);

/* The arguments as numbers, and how many they are. */
#define PAIR_COUNT(...) \
	PAIR_LAST(__VA_ARGS__, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
#define PAIR_LAST(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, count, ...) count
#define PAIR_NUMBERS(...) PAIR_JOIN(PAIR_, PAIR_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define PAIR_JOIN(a, b) PAIR_JOIN_NOW(a, b)
#define PAIR_JOIN_NOW(a, b) a##b
#define PAIR_1(x) (cl_ulong)(uintptr_t)(x)
#define PAIR_2(x, ...) PAIR_1(x), PAIR_1(__VA_ARGS__)
#define PAIR_3(x, ...) PAIR_1(x), PAIR_2(__VA_ARGS__)
#define PAIR_4(x, ...) PAIR_1(x), PAIR_3(__VA_ARGS__)
#define PAIR_5(x, ...) PAIR_1(x), PAIR_4(__VA_ARGS__)
#define PAIR_6(x, ...) PAIR_1(x), PAIR_5(__VA_ARGS__)
#define PAIR_7(x, ...) PAIR_1(x), PAIR_6(__VA_ARGS__)
#define PAIR_8(x, ...) PAIR_1(x), PAIR_7(__VA_ARGS__)
#define PAIR_9(x, ...) PAIR_1(x), PAIR_8(__VA_ARGS__)
#define PAIR_10(x, ...) PAIR_1(x), PAIR_9(__VA_ARGS__)
#define PAIR_11(x, ...) PAIR_1(x), PAIR_10(__VA_ARGS__)
#define PAIR_12(x, ...) PAIR_1(x), PAIR_11(__VA_ARGS__)
#define PAIR_13(x, ...) PAIR_1(x), PAIR_12(__VA_ARGS__)
#define PAIR_14(x, ...) PAIR_1(x), PAIR_13(__VA_ARGS__)
#define PAIR_15(x, ...) PAIR_1(x), PAIR_14(__VA_ARGS__)
#define PAIR_16(x, ...) PAIR_1(x), PAIR_15(__VA_ARGS__)
#define PAIR_17(x, ...) PAIR_1(x), PAIR_16(__VA_ARGS__)

#endif
