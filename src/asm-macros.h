/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asm-macros: the shape of entry points and terminators on x86-64, where the
 * arguments have to stay where they are: a compiler would copy those that lie
 * on the stack. Measured: 9 instructions instead of up to 22.
 *
 * Both .S files include this, define the macro api_function, and then include
 * api-asm.inc, which calls it for every function.
 */
#include "config.h"

#include "clrouter/icd.h"

#ifdef HAVE_ASM_ENTRIES

/*
 * The functions stand between all_begin and all_end. None moves the stack, so
 * one description of it serves them all: each of its own costs 32 bytes.
 */
	.macro all_begin
	.cfi_startproc
	.endm

	.macro all_end
	.cfi_endproc
	.endm

	.macro function_begin symbol, alignment=5
	.p2align \alignment
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

	.text

#endif

	.section .note.GNU-stack, "", %progbits
	.text
