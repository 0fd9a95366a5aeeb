/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calls, in assembly for x86-64: entry points and terminators, where the arguments
 * have to stay where they are: a compiler would copy those that lie on the stack.
 * Measured: 9 instructions instead of up to 22. All other systems have them in C
 * (api-entries.inc, api-terminators.c), which says what they do, too.
 *
 * What goes by its handle has one body with two ways in: the entry point, which the
 * program calls, and the terminator, which the lowest layer calls. Programs that have
 * no entry points (the tool, the tests) assemble this file without ENTRY_POINTS.
 */
#include "config.h"

#include "clrouter/icd.h"

#ifdef HAVE_ASM_ENTRIES

/*
 * Indirect branches and the shadow stack are respected: every function starts
 * with endbr64, and none touches a return address (x86 psABI, program property
 * GNU_PROPERTY_X86_FEATURE_1_AND: IBT 1, SHSTK 2).
 */
	.section .note.gnu.property, "a", @note
	.p2align 3
	.long	4			/* length of the name */
	.long	16			/* length of what follows it */
	.long	5			/* NT_GNU_PROPERTY_TYPE_0 */
	.asciz	"GNU"
	.long	0xc0000002		/* GNU_PROPERTY_X86_FEATURE_1_AND */
	.long	4			/* length of the value */
	.long	3
	.long	0			/* padding to 8 bytes */

	.macro function_begin symbol
	.globl	\symbol
	.type	\symbol, @function
\symbol:
	endbr64
	.endm

	.macro function_end symbol
	.size	\symbol, . - \symbol
	.endm

/*
 * Leaves for the driver's function in SLOT, for the object in %rdi.
 *
 * The tag is recognised by its upper half: no pointer that a program can have
 * looks like that. Only the slot that is called is read, for a table may end
 * behind it. The loader's own table has no empty slot.
 */
	.macro jump_to_driver name, slot
	.hidden	missing_\name
	mov	(%rdi), %rax
	cmpl	$(CLROUTER_ICD2_TAG_64 >> 32), 4(%rax)
	je	2f
	cmpq	$0, 8 * \slot(%rax)
	je	missing_\name
	jmp	*(8 * \slot)(%rax)
2:	mov	8(%rdi), %rax
	jmp	*(8 * \slot)(%rax)
	.endm

/*
 * The first word of `route` is the guard; the slots follow it. EARLY is who is called
 * as long as nothing is in the slot; "-" where nobody can call so early.
 */
	.macro jump_to_slot slot, early
	.hidden	route
	.ifc	\early, -
	jmp	*(route + 8 + 8 * \slot)(%rip)
	.else
	.hidden	\early
	mov	(route + 8 + 8 * \slot)(%rip), %rax
	test	%rax, %rax
	je	\early
	jmp	*%rax
	.endif
	.endm

	.macro entry_begin name
	.p2align 4
	function_begin \name
	.endm

	.macro terminator_begin name
	.hidden	terminator_\name
	.hidden	null_\name
	function_begin terminator_\name
	test	%rdi, %rdi
	.endm

/*
 * One unsigned comparison finds both NULL (the guard is 0) and slow mode (the
 * guard is all ones).
 */
	.macro both name, slot, early
	entry_begin \name
	cmp	%rdi, route(%rip)
	jae	1f
3:	jump_to_driver \name, \slot
1:	jump_to_slot \slot, \early
	function_end \name
	terminator_begin \name
	jne	3b
	jmp	null_\name
	function_end terminator_\name
	.endm

	.macro terminator_alone name, slot
	.p2align 2
	terminator_begin \name
	je	null_\name
	jump_to_driver \name, \slot
	function_end terminator_\name
	.endm

	.macro entry_alone name, slot, early
	entry_begin \name
	jump_to_slot \slot, \early
	function_end \name
	.endm

	.macro api_function name, slot, way, export, early, kind
	.ifc	\export \way, exported handle
	both	\name, \slot, \early
	.else
	.ifc	\export, exported
	entry_alone \name, \slot, \early
	.endif
	.ifc	\way, handle
	terminator_alone \name, \slot
	.endif
	.endif
	.endm

#ifndef ENTRY_POINTS
	.purgem	both
	.macro both name, slot, early
	terminator_alone \name, \slot
	.endm

	.purgem	entry_alone
	.macro entry_alone name, slot, early
	.endm
#endif

/* None moves the stack, so one description of it serves all of them. */
	.text
	.cfi_startproc
	nop				/* so that no function has the offset 0 */
functions = . - 1
#include "loader/api-asm.inc"
	.cfi_endproc

/*
 * A guarded function asks how long the driver's table is before it reads a slot
 * (terminator-list.h). Nobody is in a hurry here: all but the slot, in %al, is left
 * to call_guarded. All are of one length, and there is one for every slot from the
 * first that may be missing, wanted or not.
 */
	.purgem	api_function
	.macro api_function name, slot, way, export, early, kind
	.if	\slot >= API_FIRST_GUARDED
	.hidden	guarded_\name
	function_begin guarded_\name
	mov	$\slot, %al
	{disp32} jmp call_guarded	/* as long from anywhere */
	function_end guarded_\name
	.endif
	.endm

	.globl	guarded_functions
	.hidden	guarded_functions
guarded_functions:
	.cfi_startproc
#include "loader/api-asm.inc"
	.globl	guarded_functions_end
	.hidden	guarded_functions_end
guarded_functions_end:

#ifdef ENTRY_POINTS
/* A program's first call initialises the loader, before it goes by its slot. */
	.purgem	api_function
	.macro api_function name, slot, way, export, early, kind
	.ifc	\early, first_\name
	function_begin first_\name
	mov	$\slot, %al
	jmp	call_first
	function_end first_\name
	.endif
	.endm
#include "loader/api-asm.inc"
#endif

	.macro keep register
	push	\register
	.cfi_adjust_cfa_offset 8
	.endm

	.macro take_back register
	pop	\register
	.cfi_adjust_cfa_offset -8
	.endm

#ifdef ENTRY_POINTS
	.hidden	first_choose
call_first:
	lea	first_choose(%rip), %r11
	jmp	call_chosen
#endif

	.hidden	terminator_choose
call_guarded:
	lea	terminator_choose(%rip), %r11

/* Goes on with what %r11 chooses for a handle and a slot. */
call_chosen:
	.irp	register, %rdi, %rsi, %rdx, %rcx, %r8, %r9
	keep	\register
	.endr
	movzbl	%al, %esi
	sub	$8, %rsp		/* calls want a multiple of 16 */
	.cfi_adjust_cfa_offset 8
	call	*%r11
	add	$8, %rsp
	.cfi_adjust_cfa_offset -8
	.irp	register, %r9, %r8, %rcx, %rdx, %rsi, %rdi
	take_back \register
	.endr
	jmp	*%rax
	.cfi_endproc

/*
 * Where the terminators are, seen from the first function; 0 for those that are not
 * here. Addresses would be relocations, and code would be as long again.
 */
	.section .rodata
	.hidden	terminator_functions
	.globl	terminator_functions
	.set	terminator_functions, functions
	.hidden	terminator_offsets
	.globl	terminator_offsets
	.type	terminator_offsets, @object
	.p2align 1
terminator_offsets:
	.purgem	api_function
	.macro api_function name, slot, way, export, early, kind
	.ifc	\way, handle
	.short	terminator_\name - functions
	.else
	.short	0
	.endif
	.endm
#include "loader/api-asm.inc"
	.size	terminator_offsets, . - terminator_offsets

/* The same of the exported extension functions: the slot in a byte, then the offset. */
#ifdef ENTRY_POINTS
	.purgem	api_function
	.macro api_function name, slot, way, export, early, kind
	.ifc	\kind, extension
	.byte	\slot
	.short	\name - functions
	.endif
	.endm
	.hidden	entry_extensions
	.globl	entry_extensions
	.type	entry_extensions, @object
entry_extensions:
#include "loader/api-asm.inc"
	.size	entry_extensions, . - entry_extensions
	.hidden	entry_extensions_count
	.globl	entry_extensions_count
	.type	entry_extensions_count, @object
entry_extensions_count:
	.byte	(entry_extensions_count - entry_extensions) / 3
	.size	entry_extensions_count, 1
#endif

#endif

	.section .note.GNU-stack, "", %progbits
