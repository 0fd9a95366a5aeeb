/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry points, in assembly for x86-64: the exported functions. entry-points.c
 * says what they do and has them in C for all other systems; it owns `route`,
 * whose first word is the guard, followed by the slots.
 */
#include "asm-macros.h"

#ifdef HAVE_ASM_ENTRIES

	.hidden	route

	.macro jump_to_slot slot
	jmp	*(route + 8 + 8 * \slot)(%rip)
	.endm

/*
 * One unsigned comparison finds both NULL (the guard is 0) and slow mode (the
 * guard is all ones).
 */
	.macro handle_entry name, slot
	cmp	%rdi, route(%rip)
	jae	1f
	jump_to_driver \name, \slot
1:	jump_to_slot \slot
	.endm

	.macro api_function name, slot, way, export, length
	.ifc	\export, exported
	function_begin \name
	.globl	entry_\name
	.hidden	entry_\name
	.set	entry_\name, \name
	.ifc	\way, handle
	handle_entry \name, \slot
	.else
	jump_to_slot \slot
	.endif
	function_end \name
	.endif
	.endm

	all_begin
#include "api-asm.inc"
	all_end

#endif
