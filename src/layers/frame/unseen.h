/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unseen: what a layer says of an extension that the driver has in another version than those that
 * extensions.list describes, so that the layer does not see the calls of its functions.
 */
#ifndef CLROUTER_LAYERS_FRAME_UNSEEN_H
#define CLROUTER_LAYERS_FRAME_UNSEEN_H

#include <stdbool.h>

#include <clrouter/extension.h>

#define UNSEEN_TEXT 512 /* bytes that hold every text of unseen_reason() */

/* Was the function MISSED because of the version that its driver reports? */
bool unseen_has_version(const struct clrouter_extension_missed *missed);

/*
 * The same, and no function of this extension of this platform before it. It takes no lock; any
 * thread may call it.
 */
bool unseen_is_news(const struct clrouter_extension_missed *missed);

/*
 * Writes into TEXT, which has UNSEEN_TEXT bytes, who reports which version and which ones were
 * expected. Asks the driver for its name, so no lock may be held.
 */
const char *unseen_reason(const struct clrouter_extension_missed *missed, char *text);

/* If it is news, writes it to standard error in the name of LAYER. No lock may be held. */
void unseen_complain(const char *layer, const struct clrouter_extension_missed *missed);

#endif
