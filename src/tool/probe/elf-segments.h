/* SPDX-License-Identifier: Apache-2.0 */
/* elf-segments: what the program headers of a library ask of the process that loads it. */
#ifndef CLROUTER_TOOL_PROBE_ELF_SEGMENTS_H
#define CLROUTER_TOOL_PROBE_ELF_SEGMENTS_H

/*
 * The bytes of thread-local storage (PT_TLS) of the file PATH; 0 if it has none, cannot be read,
 * or is not for this program.
 */
unsigned long long elf_segments_tls_size(const char *path);

#endif
