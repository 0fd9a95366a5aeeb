/* SPDX-License-Identifier: Apache-2.0 */
/*
 * link-load: what goes over the link of a device in one direction, and whether it is slow because
 * the memory of the host is not pinned: then a driver copies it into pinned memory of its own
 * first, on its way. Only transfers of LINK_LEAST bytes or more are looked at, since others mostly
 * wait for something else.
 */
#ifndef CLROUTER_TOOL_REPORT_LINK_LOAD_H
#define CLROUTER_TOOL_REPORT_LINK_LOAD_H

#include "tool/report/busy.h"

#define LINK_LEAST (UINT64_C(1) << 20) /* bytes */

enum link_direction {
	LINK_NONE, /* it is no such transfer */
	LINK_TO_DEVICE,
	LINK_TO_HOST,
	LINK_DIRECTIONS
};

/* All zero: nothing. Times are of the device's clock. */
struct link_load {
	struct busy all;
	uint64_t bytes;
	struct busy pageable; /* from or to memory that is not pinned, as far as is known */
	uint64_t pageable_bytes;
	uint64_t count;	    /* of these */
	uint64_t longest;   /* ns: of these */
	uint64_t reference; /* of the call that enqueued the longest */
	uint64_t pinned_count;
	uint64_t pinned_bytes;
	uint64_t pinned_time; /* ns, added up */
};

/* Adds a transfer. Returns false, with a message, if there is no memory. */
bool link_load_add(struct link_load *load, const struct busy_span *span, uint64_t bytes,
		   bool is_pinned);

/* What pinned memory would change. */
struct link_saving {
	uint64_t time;	/* ns that the device would be done earlier */
	uint64_t rate;	/* bytes in a second, as it is */
	uint64_t could; /* what the link gives, or what transfers of pinned memory have */
	bool is_of_link;
};

/*
 * Stores what pinned memory would save, by the rate of the LINK in bytes per second (0: not known)
 * and by the program's own transfers of pinned memory. Returns false if these do not tell, or if
 * the transfers are as fast as half of that.
 */
bool link_load_saving(struct link_load *load, uint64_t link, struct link_saving *saving);

/* No more will come. */
void link_load_done(struct link_load *load);

#endif
