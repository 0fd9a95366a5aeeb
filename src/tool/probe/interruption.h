/* SPDX-License-Identifier: Apache-2.0 */
/*
 * interruption: a signal that is to end the tool, while there is something to tidy up first: SIGHUP,
 * SIGINT or SIGTERM, unless it is ignored, as after nohup(1).
 */
#ifndef CLROUTER_TOOL_PROBE_INTERRUPTION_H
#define CLROUTER_TOOL_PROBE_INTERRUPTION_H

#include <signal.h>
#include <stdbool.h>

/* From now on such a signal waits. *MASK is what interruption_release() gets. */
void interruption_hold(sigset_t *mask);

/* Does one wait? */
bool interruption_is_pending(void);

/* One that waits takes effect, unless the caller of the caller holds it, too. */
void interruption_release(const sigset_t *mask);

/* In a child of the tool: none waits there. */
void interruption_allow(void);

#endif
