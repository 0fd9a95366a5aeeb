/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prologue: see prologue.h. It is OpenCL C 1.1, with every address space written down, so that it
 * means the same in all versions. A "@" stands for the prefix of names.
 *
 * Compilers take what does not change out of a loop, so the fast check is one comparison there. The
 * start is always the pointer itself, because they know the difference between it and what is
 * computed from it then.
 */
#include "rewriter/prologue.h"

#include <string.h>

#include "sanitize/sanitize-format.h"

static const char macros[] =
	"#define @p __global uint *@r, __global const ulong *@g, uint @n\n"
	"#define @D @d, __private const ulong *@R\n"
	"#define @K @k, @R\n"
	"#define @h @k, (__private const ulong *)0\n"
	"#define @H @K\n"
	"#define @b(number) @l##number, @s##number, @i##number\n"
	"#define @V(number, start, span, object) @l##number = start, @s##number = span, @i##number "
	"= object\n"
	"#define @v(number, bounds) @V(number, bounds)\n"
	"#define @X(number, start, span, object) @x##number = start, @y##number = span, @w##number "
	"= object\n"
	"#define @x(number, bounds) @X(number, bounds)\n"
	"#define @m(number) @V(number, @x##number, @y##number, @w##number)\n"
	"#define @a 0, 0, @ANYWHERE\n"
	"#define @o 0, 0, @UNJUDGED\n"
	"#define @cold __attribute__((noinline))\n";

static const char record[] =
	"@cold void @record(@d, uint site, uint object, ulong offset, ulong size)\n"
	"{\n"
	"	__global uint *word = @r + @HEAD + @WORDS * site;\n"
	"	uint i, mark = @BASIS;\n"
	"	if (atomic_inc((volatile __global uint *)word) != 0) return;\n"
	"	word[@LAUNCH] = @n;\n"
	"	word[@OBJECT] = object;\n"
	"	word[@OFFSET] = (uint)offset;\n"
	"	word[@OFFSET + 1] = (uint)(offset >> 32);\n"
	"	word[@SIZE] = (uint)size;\n"
	"	word[@SIZE + 1] = (uint)(size >> 32);\n"
	"	for (i = 0; i < 3; i++) {\n"
	"		word[@GLOBAL + 2 * i] = (uint)get_global_id(i);\n"
	"		word[@GLOBAL + 1 + 2 * i] = (uint)((ulong)get_global_id(i) >> 32);\n"
	"		word[@LOCAL + i] = (uint)get_local_id(i);\n"
	"	}\n"
	"	for (i = @LAUNCH; i < @MARK; i++) mark = (mark ^ word[i]) * @FACTOR;\n"
	"	mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
	"	word[@MARK] = mark;\n"
	"	@r[@FOUND] = 1;\n"
	"}\n";

/* Is an access of unknown origin to memory that the launch may use? SPACE as in slow(). */
static const char lawful[] =
	"uint @static(ulong at, ulong size);\n"
	"@cold uint @lawful(@D, ulong at, ulong size, uint space)\n"
	"{\n"
	"	ulong i, first = 0, count;\n"
	"	if (space == 0) {\n"
	"		for (i = 0; i < @g[@COUNT]; i++)\n"
	"			if (at >= @g[@PAIRS + 2 * i] && at <= @g[@PAIRS + 1 + 2 * i] &&\n"
	"				size <= @g[@PAIRS + 1 + 2 * i] - at) return 1;\n"
	"		if (@static(at, size)) return 1;\n"
	"	}\n"
	"	if (@R == 0) return space != 0;\n"
	"	if (space != 0) first = @R[0];\n"
	"	count = first + @R[space != 0];\n"
	"	for (i = first; i < count; i++)\n"
	"		if (size <= @R[3 + 3 * i] && at - @R[2 + 3 * i] <= @R[3 + 3 * i] - size)\n"
	"			return 1;\n"
	"	return 0;\n"
	"}\n";

/* Records a bad access of unknown origin, with the memory of the launch that is nearest. */
static const char near[] =
	"@cold void @near(@D, ulong at, uint site, uint space)\n"
	"{\n"
	"	ulong i, best = 0, least = @NEAR, count = 0;\n"
	"	if (@R != 0) count = @R[0] + (space != 0 ? @R[1] : 0);\n"
	"	for (i = space != 0 && @R != 0 ? @R[0] : 0; i < count; i++) {\n"
	"		const ulong start = @R[2 + 3 * i], size = @R[3 + 3 * i];\n"
	"		const ulong away = at < start ? start - at : at - start < size ? 0 : at - "
	"start - "
	"size;\n"
	"		if (size == 0 || away >= least) continue;\n"
	"		least = away;\n"
	"		best = 2 + 3 * i;\n"
	"	}\n"
	"	if (best == 0) @record(@k, site, @UNKNOWN, at, 0);\n"
	"	else @record(@k, site, @NEAREST | (uint)@R[best + 2], at - @R[best], @R[best + "
	"1]);\n"
	"}\n";

/* The access is perhaps bad; is it? SPACE: 0 global or constant, 1 local, 2 generic. */
static const char slow[] =
	"@cold uint @slow(@D, ulong start, ulong span, uint object, ulong at, ulong size, uint "
	"site, "
	"uint space)\n"
	"{\n"
	"	if (object == @UNJUDGED) return 0;\n"
	"	if (object == @ANYWHERE) {\n"
	"		if (space == 2 || @lawful(@K, at, size, space)) return 0;\n"
	"		if (space == 0 && (@g[@FLAGS] & @OPEN) != 0) {\n"
	"			atomic_inc((volatile __global uint *)@r + @PASSED);\n"
	"			return 0;\n"
	"		}\n"
	"		@near(@K, at, site, space);\n"
	"	} else if ((object & @ARRAY) != 0) {\n"
	"		const long element = (long)(object & ~@ARRAY);\n"
	"		const long offset = (long)(at - start);\n"
	"		const long index = offset / element - (offset % element < 0 ? 1 : 0);\n"
	"		@record(@k, site, @INDEXED, (ulong)index, span / (ulong)element);\n"
	"	} else {\n"
	"		@record(@k, site, object, at - start, span);\n"
	"	}\n"
	"	return 1;\n"
	"}\n"
	"@cold void @slowly(@D, ulong start, ulong span, uint object, ulong at, ulong bytes, "
	"ulong step, ulong size, uint site, uint space)\n"
	"{\n"
	"	const ulong left = span - (at - start);\n"
	"	if (span == 0 || at - start > span) {\n"
	"		@slow(@K, start, span, object, at, span == 0 ? bytes : size, site, "
	"space);\n"
	"		return;\n"
	"	}\n"
	"	if (left >= size) at += step * ((left - size) / step + 1);\n"
	"	@slow(@K, start, span, object, at, size, site, space);\n"
	"}\n";

/* What another unit of the program has of these. */
static const char declarations[] =
	"void @record(@d, uint site, uint object, ulong offset, ulong size);\n"
	"uint @slow(@D, ulong start, ulong span, uint object, ulong at, ulong size, uint site, "
	"uint space);\n"
	"void @slowly(@D, ulong start, ulong span, uint object, ulong at, ulong bytes, "
	"ulong step, ulong size, uint site, uint space);\n";

static const char index_check[] =
	"@fast long @index(@D, long i, ulong count, uint site)\n"
	"{\n"
	"	if ((ulong)i < count) return i;\n"
	"	@record(@k, site, @INDEXED, (ulong)i, count);\n"
	"	return @first(i);\n"
	"}\n";

/* The checks of pointers to a space. They are a macro of the program, so that each has its words.
 */
static const char check[] =
	"#define @CHECK(SPACE, letter, number, address, scratch) \\\n"
	"@fast SPACE void *@at_##letter(@D, ulong start, ulong span, uint object, \\\n"
	"	const volatile SPACE void *to, ulong size, uint site) \\\n"
	"{ \\\n"
	"	const ulong at = address, offset = at - start; \\\n"
	"	if (span < size || offset > span - size) \\\n"
	"		@bad(@slow(@K, start, span, object, at, size, site, number), SPACE, "
	"scratch) \\\n"
	"	return (SPACE void *)to; \\\n"
	"} \\\n"
	"@fast SPACE void *@all_##letter(@D, ulong start, ulong span, uint object, \\\n"
	"	const volatile SPACE void *to, ulong count, ulong stride, ulong size, uint site) "
	"\\\n"
	"{ \\\n"
	"	const ulong at = address, offset = at - start; \\\n"
	"	const ulong bytes = ((count - 1) * stride + 1) * size; \\\n"
	"	if (count != 0 && (span < bytes || offset > span - bytes)) \\\n"
	"		@slowly(@K, start, span, object, at, bytes, stride * size, size, site, "
	"number); \\\n"
	"	return (SPACE void *)to; \\\n"
	"}\n";

/*
 * The check of pointers to private memory. Only the distance from the start is handed on: where a
 * compiler sees that it is a constant, the variable needs no address, and can stay in registers. So
 * this check is always inlined. A pointer without an address space is a generic one for some
 * drivers if no option says which version of the language it is; so its number is the one of a
 * generic pointer.
 */
static const char private_check[] =
	"__attribute__((always_inline))\n"
	"void *@at_p(@D, ulong start, ulong span, uint object,\n"
	"	const volatile void *to, ulong size, uint site)\n"
	"{\n"
	"	const ulong at = (ulong)(const volatile uchar *)to - start;\n"
	"	if (span < size || at > span - size)\n"
	"		@bad(@slow(@K, 0, span, object, at, size, site, 2), , @P)\n"
	"	return (void *)to;\n"
	"}\n";

/* signature-writer.c says why the address of local memory has a zero added. */
static const struct {
	enum tree_space space;
	const char *arguments;
} checks[] = {
	{ TREE_GLOBAL, "__global, g, 0, (ulong)to, @y" },
	{ TREE_CONSTANT, "__constant, c, 0, (ulong)to, @e" },
	{ TREE_LOCAL,
	  "__local, l, 1, (ulong)((const volatile __local uchar *)to + (@n == ~0u)), @L" },
	{ TREE_GENERIC, ", x, 2, (ulong)to, @y" },
};

static const struct {
	const char *name;
	unsigned value;
} numbers[] = {
	{ "HEAD", SANITIZE_HEAD_WORDS },
	{ "WORDS", SANITIZE_RECORD_WORDS },
	{ "LAUNCH", SANITIZE_RECORD_LAUNCH },
	{ "OBJECT", SANITIZE_RECORD_OBJECT },
	{ "OFFSET", SANITIZE_RECORD_OFFSET },
	{ "SIZE", SANITIZE_RECORD_SIZE },
	{ "GLOBAL", SANITIZE_RECORD_GLOBAL },
	{ "LOCAL", SANITIZE_RECORD_LOCAL },
	{ "FOUND", SANITIZE_HEAD_FOUND },
	{ "PASSED", SANITIZE_HEAD_PASSED },
	{ "COUNT", SANITIZE_REGIONS_COUNT },
	{ "FLAGS", SANITIZE_REGIONS_FLAGS },
	{ "PAIRS", SANITIZE_REGIONS_HEAD },
	{ "OPEN", SANITIZE_REGIONS_OPEN },
	{ "UNKNOWN", SANITIZE_OBJECT_UNKNOWN },
	{ "INDEXED", SANITIZE_OBJECT_ARRAY },
	{ "ARRAY", PROLOGUE_ARRAY },
	{ "ANYWHERE", PROLOGUE_ANYWHERE },
	{ "UNJUDGED", PROLOGUE_UNJUDGED },
	{ "NEAREST", SANITIZE_OBJECT_NEAREST },
	{ "NEAR", SANITIZE_NEAR },
	{ "REDIRECTED", SANITIZE_REDIRECTED },
	{ "MARK", SANITIZE_RECORD_MARK },
	{ "BASIS", SANITIZE_MARK_BASIS },
	{ "FACTOR", SANITIZE_MARK_FACTOR },
};

/* The text of the name at AT, if it is a number; its length in *LENGTH. */
static bool add_number(struct growing_text *text, const char *at, size_t *length)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		*length = strlen(numbers[i].name);
		if (strncmp(at, numbers[i].name, *length) == 0) {
			growing_text_add(text, "%uu", numbers[i].value);
			return true;
		}
	}
	return false;
}

static void add_code(const struct rewriting *rewriting, struct growing_text *text, const char *code)
{
	for (const char *at = code; *at; at++) {
		size_t length;

		if (*at != '@')
			growing_text_add_bytes(text, at, 1);
		else if (add_number(text, at + 1, &length))
			at += length;
		else
			growing_text_add(text, "%s", rewriting->prefix);
	}
}

/* Does the program have an access to SPACE whose address is checked? */
static bool is_used(const struct rewriting *rewriting, enum tree_space space)
{
	LIST_EACH(const struct tree_function, function, rewriting->plan->first)
		if (function->tree == rewriting->tree)
			LIST_EACH(const struct memory_use, use, function->uses.first)
				if (use->has_pointer && use->space == space)
					return true;
	return false;
}

/* The functions that exist once in a program are in its first unit. */
static void add_shared(const struct rewriting *rewriting, struct growing_text *text)
{
	if (rewriting->unit > 0) {
		add_code(rewriting, text, declarations);
		return;
	}
	add_code(rewriting, text, record);
	add_code(rewriting, text, lawful);
	add_code(rewriting, text, near);
	add_code(rewriting, text, slow);
}

/* What is done with a bad access. */
static void add_answer(const struct rewriting *rewriting, struct growing_text *text)
{
	const bool has_scratch = rewriting->tree->checks_private;

	if (!rewriting->redirects) {
		add_code(rewriting, text,
			 "#define @d @p\n"
			 "#define @k @r, @g, @n\n"
			 "#define @bad(judged, SPACE, scratch) judged;\n"
			 "#define @first(i) i\n");
		return;
	}
	growing_text_add(text, "#define %sy (%sr + %zu)\n", rewriting->prefix, rewriting->prefix,
			 (size_t)SANITIZE_SCRATCH_AT(rewriting->all_sites));
	growing_text_add(text, "#define %se %szeros%zu\n", rewriting->prefix, rewriting->prefix,
			 rewriting->unit);
	/* signature-writer.c says why the address of local memory has a zero added. */
	add_code(rewriting, text,
		 "__constant ulong16 @e[3] = { (ulong16)(0), (ulong16)(0), (ulong16)(0) };\n"
		 "#define @d @p, __local ulong16 *@L");
	add_code(rewriting, text, has_scratch ? ", __private ulong16 *@P\n" : "\n");
	add_code(rewriting, text, "#define @k @r, @g, @n, @L + (@n == ~0u)");
	add_code(rewriting, text, has_scratch ? ", @P\n" : "\n");
	add_code(rewriting, text,
		 "#define @bad(judged, SPACE, scratch) \\\n"
		 "	if (judged && size <= @REDIRECTED) \\\n"
		 "		return (SPACE void *)((SPACE uchar *)(scratch) + @REDIRECTED + (at "
		 "& "
		 "(@REDIRECTED - 1)));\n"
		 "#define @first(i) 0\n");
}

void prologue_add_start(const struct rewriting *rewriting, struct growing_text *text)
{
	add_code(rewriting, text, "# 1 \"clrouter-sanitize\"\n");
	add_code(rewriting, text, macros);
	add_answer(rewriting, text);
	add_code(rewriting, text, "#define @fast ");
	add_code(rewriting, text, rewriting->unit_count > 1 ? "static " : "");
	add_code(rewriting, text,
		 rewriting->all_sites > PROLOGUE_INLINED ? "__attribute__((noinline))\n"
							 : "__attribute__((always_inline))\n");
	add_shared(rewriting, text);
	add_code(rewriting, text, index_check);
	add_code(rewriting, text, check);
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
		if (is_used(rewriting, checks[i].space)) {
			add_code(rewriting, text, "@CHECK(");
			add_code(rewriting, text, checks[i].arguments);
			add_code(rewriting, text, ")\n");
		}
	if (is_used(rewriting, TREE_PRIVATE)) {
		add_code(rewriting, text, rewriting->unit_count > 1 ? "static " : "");
		add_code(rewriting, text, private_check);
	}
	/* What the compiler reads as the start of the program's own text. */
	add_code(rewriting, text, "# 1 \"<stdin>\"\n");
}

/* An object of the program that any pointer may point to. */
static bool is_static(const struct tree_declaration *object)
{
	return object->kind == TREE_DECLARED_VARIABLE && !object->is_foreign && object->type &&
	       object->type->class != TREE_OPAQUE &&
	       (object->type->space == TREE_GLOBAL || object->type->space == TREE_CONSTANT);
}

/* Has a function that is no kernel such an object? It cannot be named here. */
static bool has_hidden_object(const struct rewriting *rewriting)
{
	LIST_EACH(const struct tree_declaration, object, rewriting->tree->declarations)
		if (is_static(object) && object->function &&
		    (!object->function->is_kernel || object->function->data->is_called))
			return true;
	return false;
}

/* The first one of several units asks all of them for their objects. */
static void add_all_units(const struct rewriting *rewriting, struct growing_text *text)
{
	for (size_t i = 1; i < rewriting->unit_count; i++)
		growing_text_add(text, "uint %sstatic%zu(ulong at, ulong size);\n",
				 rewriting->prefix, i);
	add_code(rewriting, text, "uint @static(ulong at, ulong size)\n{\n	return 0");
	for (size_t i = 0; i < rewriting->unit_count; i++)
		growing_text_add(text, " | %sstatic%zu(at, size)", rewriting->prefix, i);
	add_code(rewriting, text, ";\n}\n");
}

void prologue_add_end(const struct rewriting *rewriting, struct growing_text *text)
{
	add_code(rewriting, text, "\n# 1 \"clrouter-sanitize\"\nuint @static");
	if (rewriting->unit_count > 1)
		growing_text_add(text, "%zu", rewriting->unit);
	add_code(rewriting, text, "(ulong at, ulong size)\n{\n");
	if (has_hidden_object(rewriting))
		add_code(rewriting, text, "	return 1;\n");
	LIST_EACH(const struct tree_declaration, object, rewriting->tree->declarations)
		if (is_static(object) && !object->function && object->type->size > 0)
			growing_text_add(text,
					 "	if (size <= sizeof(%s) && "
					 "at - (ulong)&%s <= sizeof(%s) - size) return 1;\n",
					 object->name, object->name, object->name);
	add_code(rewriting, text, "	return 0;\n}\n");
	if (rewriting->unit_count > 1 && rewriting->unit == 0)
		add_all_units(rewriting, text);
}
