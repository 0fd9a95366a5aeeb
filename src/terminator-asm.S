/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminators, in assembly for x86-64: from a handle to its driver, without any
 * layer. Those that do not go by their first parameter stand in terminator.c;
 * api-terminators.c has the same in C for all other systems.
 */
#include "asm-macros.h"

#ifdef HAVE_ASM_ENTRIES

	.macro api_function name, slot, way, export
	.ifc	\way, handle
	.hidden	terminator_\name
	.hidden	null_\name
	function_begin terminator_\name
	test	%rdi, %rdi
	je	null_\name
	jump_to_driver \name, \slot
	function_end terminator_\name
	.endif
	.endm

#include "api-asm.inc"

#endif
