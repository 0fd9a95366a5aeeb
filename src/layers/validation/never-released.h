/* SPDX-License-Identifier: Apache-2.0 */
/*
 * never-released: the objects that the program has not released when it ends, one finding for each
 * place where it made some.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_NEVER_RELEASED_H
#define CLROUTER_LAYERS_VALIDATION_NEVER_RELEASED_H

/* To be called at the end, with the layer's lock held. */
void never_released_end(void);

/* The same of events, which are performance hints. */
void never_released_events(void);

#endif
