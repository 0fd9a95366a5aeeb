/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry-points-x86_64: the exported functions, in assembly: a compiler would copy the
 * arguments that lie on the stack. Measured: 9 instructions instead of up to 22. All other
 * systems have them in C (api-entries.c).
 */
#include "clrouter/icd.h"

/*
 * Indirect branches and the shadow stack are respected: every function starts with endbr64,
 * and none touches a return address (x86 psABI, program property
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

	.section .note.GNU-stack, "", %progbits

	.hidden	dispatch

/*
 * An exported function, and its own hidden name entry_NAME. DISPATCH is "handle" if the first
 * argument is an object, else "custom", and then only the slot is asked.
 *
 * `dispatch` is the switch, then the slots; one unsigned comparison finds a NULL handle (the
 * switch is 0) and slow mode (it is all ones). The upper half of the ICD 2 tag is enough: no
 * pointer that a program can have looks like that. Only the slot that is called is read,
 * because the tables of old drivers end early. The loader's own table has no empty slot.
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

/* None moves the stack, so one description of it serves all. */
	.text
	.cfi_startproc
#include "loader/api-entries-asm.inc"
	.cfi_endproc
