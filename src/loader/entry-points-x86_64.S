/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry-points-x86_64: the exported functions in assembly. A compiler copies the arguments that
 * are on the stack, so its code takes up to 22 instructions; this code takes 9. Other machines
 * use the same functions in C, which are generated (api-entries.c).
 */
#include "clrouter/icd.h"

/*
 * This note says that the code supports indirect branch tracking and the shadow stack (x86 psABI,
 * program property GNU_PROPERTY_X86_FEATURE_1_AND: IBT 1, SHSTK 2): every function starts with
 * endbr64, and none changes a return address. Without the note the linker would disable both for
 * the whole library.
 */
	.section .note.gnu.property, "a", @note
	.p2align 3
	.long	4			/* length of the name */
	.long	16			/* length of the descriptor */
	.long	5			/* NT_GNU_PROPERTY_TYPE_0 */
	.asciz	"GNU"
	.long	0xc0000002		/* GNU_PROPERTY_X86_FEATURE_1_AND */
	.long	4			/* length of the value */
	.long	3			/* IBT | SHSTK */
	.long	0			/* padding to 8 bytes */

	.section .note.GNU-stack, "", %progbits

	.hidden	dispatch

/*
 * Defines the exported function NAME, and its hidden alias entry_NAME. SLOT is its index in the
 * table. DISPATCH is "handle" if its first argument is an OpenCL object; if it is "custom", the
 * function jumps to its slot. entry-points.h and api-entries.c do the same in C.
 *
 * The variable `dispatch` is struct dispatch: slow_mode, then the slots. One unsigned comparison
 * finds a NULL handle (slow_mode is 0) and slow mode (slow_mode is all ones).
 *
 * The ICD 2 tag is recognised by its upper half, as no address of a process has these 32 bits. No
 * other slot than the called function's is read besides, because the tables of old drivers
 * are short. The loader's tables for ICD 2 have no empty slot, so they are not checked.
 */
	.macro entry_point name, slot, dispatch
	.globl	\name, entry_\name
	.hidden	entry_\name
	.type	\name, @function
	.type	entry_\name, @function
	.p2align 4
\name:
entry_\name:
	endbr64
	.ifc	\dispatch, handle
	.hidden	missing_\name
	cmp	%rdi, dispatch(%rip)
	jae	1f
	mov	(%rdi), %rax			/* the driver's table */
	cmpl	$(CLROUTER_ICD2_TAG_64 >> 32), 4(%rax)
	je	2f
	cmpq	$0, 8 * \slot(%rax)
	je	missing_\name
	jmp	*(8 * \slot)(%rax)
2:	mov	8(%rdi), %rax			/* the loader's table for the platform */
	jmp	*(8 * \slot)(%rax)
1:
	.endif
	jmp	*(dispatch + 8 + 8 * \slot)(%rip)
	.size	\name, . - \name
	.size	entry_\name, . - entry_\name
	.endm

/* No function changes the stack pointer, so one unwind entry serves all. */
	.text
	.cfi_startproc
#include "loader/api-entries-asm.inc"
	.cfi_endproc
