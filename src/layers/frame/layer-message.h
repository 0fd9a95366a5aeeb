/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-message: what a layer says on standard error. It is for what the user must know: that
 * nothing, or not everything, of what was asked for will be there. Takes no lock.
 */
#ifndef CLROUTER_LAYERS_FRAME_LAYER_MESSAGE_H
#define CLROUTER_LAYERS_FRAME_LAYER_MESSAGE_H

/*
 * Writes one line, "clrouter: layer: " and the formatted text, of at most 1023 bytes, in which
 * names of files and drivers may have any bytes: line_add_escaped() makes them harmless. Nothing is
 * written to a file that has reached RLIMIT_FSIZE, because that would end the program.
 */
void layer_message(const char *format, ...) __attribute__((format(__printf__, 1, 2)));

#endif
