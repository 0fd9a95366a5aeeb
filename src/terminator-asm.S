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
 * (terminator-list.h). Nobody is in a hurry here: what they have in common they
 * leave to call_guarded, which is given the slot in %eax and what answers for an
 * empty one in %r11.
 */
	.macro guarded name, slot
	.hidden	guarded_\name
	function_begin guarded_\name, 3
	test	%rdi, %rdi
	je	null_\name
	mov	$\slot, %eax
	lea	missing_\name(%rip), %r11
	jmp	call_guarded
	function_end guarded_\name
	.endm

	.macro api_function name, slot, way, export, length
	.ifc	\way, handle
	.hidden	terminator_\name
	.hidden	null_\name
	function_begin terminator_\name
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

	.hidden	terminator_table_length
	.type	call_guarded, @function
call_guarded:
	.cfi_startproc
	.irp	register, %rdi, %rsi, %rdx, %rcx, %r8, %r9, %rax, %r11
	keep	\register
	.endr
	mov	(%rdi), %rdi
	sub	$8, %rsp		/* calls want a multiple of 16 */
	.cfi_adjust_cfa_offset 8
	call	terminator_table_length
	mov	%eax, %r10d
	add	$8, %rsp
	.cfi_adjust_cfa_offset -8
	.irp	register, %r11, %rax, %r9, %r8, %rcx, %rdx, %rsi, %rdi
	take_back \register
	.endr
	cmp	%eax, %r10d
	jbe	1f
	mov	(%rdi), %r10
	cmpl	$(CLROUTER_ICD2_TAG_64 >> 32), 4(%r10)
	je	2f
	mov	(%r10, %rax, 8), %r10
	test	%r10, %r10
	je	1f
	jmp	*%r10
1:	jmp	*%r11
2:	mov	8(%rdi), %r10
	jmp	*(%r10, %rax, 8)
	.cfi_endproc
	.size	call_guarded, . - call_guarded

/*
 * terminator_fill and guarded_fill: where the functions are, seen from the list
 * itself. Addresses would be relocations, and code would be as long again.
 */
	.macro offset_list symbol
	.hidden	\symbol
	.globl	\symbol
	.type	\symbol, @object
	.p2align 2
\symbol:
	.endm

	.section .rodata
	offset_list terminator_offsets
	.purgem	api_function
	.macro api_function name, slot, way, export, length
	.hidden	terminator_\name
	.long	terminator_\name - terminator_offsets
	.endm
#include "api-asm.inc"
	.size	terminator_offsets, . - terminator_offsets

	offset_list guarded_offsets
	.purgem	api_function
	.macro api_function name, slot, way, export, length
	.ifc	\length, guarded
	.long	guarded_\name - guarded_offsets
	.else
	.long	0
	.endif
	.endm
#include "api-asm.inc"
	.size	guarded_offsets, . - guarded_offsets

#endif
