/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stop: see stop.h.
 */
#include "layers/frame/stop.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/common/system.h"

static enum stop_action wanted;
static atomic_bool is_due;

void stop_start(enum stop_action action)
{
	wanted = action;
	atomic_store(&is_due, false);
}

void stop_request(void)
{
	atomic_store(&is_due, wanted != STOP_NO);
}

void stop_now(void)
{
	if (!atomic_exchange(&is_due, false))
		return;
	if (wanted == STOP_ABORT)
		abort();
	system_trap();
}
