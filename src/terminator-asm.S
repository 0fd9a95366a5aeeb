/* SPDX-License-Identifier: Apache-2.0 */
/*
 * terminators, in assembly for x86-64: from a handle to its driver, without any
 * layer. Those that do not go by their first parameter stand in terminator.c;
 * api-terminators.c has the same in C for all other systems.
 */
#include "asm-macros.h"

#ifdef HAVE_ASM_ENTRIES

/*
 * guarded_<name> asks how long the driver's table is before it reads a slot
 * (terminator-list.h). Nobody is in a hurry here: all but the slot, in %eax, is
 * left to call_guarded.
 */
	.macro guarded name, slot
	.hidden	guarded_\name
	function_begin guarded_\name, 1
	mov	$\slot, %eax
	jmp	call_guarded
	function_end guarded_\name
	.endm

	.macro api_function name, slot, way, export, length
	.ifc	\way, handle
	.hidden	terminator_\name
	.hidden	null_\name
	function_begin terminator_\name, 2
	test	%rdi, %rdi
	je	null_\name
	jump_to_driver \name, \slot
	function_end terminator_\name
	.endif
	.ifc	\length, guarded
	guarded	\name, \slot
	.endif
	.endm

	all_begin
	nop				/* so that no function has the offset 0 */
functions = . - 1
#include "api-asm.inc"
	all_end

	.macro keep register
	push	\register
	.cfi_adjust_cfa_offset 8
	.endm

	.macro take_back register
	pop	\register
	.cfi_adjust_cfa_offset -8
	.endm

	.hidden	terminator_choose
	.type	call_guarded, @function
call_guarded:
	.cfi_startproc
	.irp	register, %rdi, %rsi, %rdx, %rcx, %r8, %r9
	keep	\register
	.endr
	mov	%eax, %esi
	sub	$8, %rsp		/* calls want a multiple of 16 */
	.cfi_adjust_cfa_offset 8
	call	terminator_choose
	add	$8, %rsp
	.cfi_adjust_cfa_offset -8
	.irp	register, %r9, %r8, %rcx, %rdx, %rsi, %rdi
	take_back \register
	.endr
	jmp	*%rax
	.cfi_endproc
	.size	call_guarded, . - call_guarded

/*
 * Where the functions are, seen from the first of them; 0 for none. Addresses
 * would be relocations, and code would be as long again.
 */
	.macro offset_list symbol
	.hidden	\symbol
	.globl	\symbol
	.type	\symbol, @object
	.p2align 1
\symbol:
	.endm

	.section .rodata
	.hidden	terminator_functions
	.globl	terminator_functions
	.set	terminator_functions, functions
	offset_list terminator_offsets
	.purgem	api_function
	.macro api_function name, slot, way, export, length
	.ifc	\way, handle
	.short	terminator_\name - functions
	.else
	.short	0
	.endif
	.endm
#include "api-asm.inc"
	.size	terminator_offsets, . - terminator_offsets

	offset_list guarded_offsets
	.purgem	api_function
	.macro api_function name, slot, way, export, length
	.ifc	\length, guarded
	.short	guarded_\name - functions
	.else
	.short	0
	.endif
	.endm
#include "api-asm.inc"
	.size	guarded_offsets, . - guarded_offsets

#endif
