/* SPDX-License-Identifier: Apache-2.0 */
/*
 * read-tree: see read-tree.h. Of libclang only what version 14 has is used. It hides some kinds of
 * expressions, and all operators: these are read from the text.
 */
#include "rewriter/read-tree.h"

#include <clang-c/Index.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/pointer-map.h"
#include "base/text.h"
#include "rewriter/growing-text.h"
#include "rewriter/unit-headers.h"

#define FILE_NAME "program.cl"

/* A deeper tree is refused: libclang and this file need some KiB of the stack for a level. */
#define DEEPEST 1500

struct tree_reader {
	struct program_tree *tree;
	const struct read_tree_language *language;
	CXFile file;
	struct pointer_map types;	 /* by the number that libclang has for a type */
	struct pointer_map declarations; /* by place, from 1 */
	struct pointer_map foreign;	 /* built-in functions, by libclang's pointer */
	struct tree_node *above;	 /* of the node that is next */
	struct tree_node *function;
	size_t depth;
	bool is_too_deep;
};

/* The process ends if there was no memory to keep something. */
static void keep(bool is_kept)
{
	if (!is_kept)
		exit(1);
}

static char *copy_string(struct tree_reader *reader, CXString string)
{
	const char *text = clang_getCString(string);
	char *copy =
		growing_text_copy(&reader->tree->arena, text ? text : "", text ? strlen(text) : 0);

	clang_disposeString(string);
	return copy;
}

/* The place of LOCATION in the text. False: it is in a header. */
static bool find_place(const struct tree_reader *reader, CXSourceLocation location, size_t *place)
{
	CXFile file;
	unsigned offset;

	clang_getFileLocation(location, &file, NULL, NULL, &offset);
	*place = offset;
	return file && clang_File_isEqual(file, reader->file) && offset <= reader->tree->length;
}

/* --- types --------------------------------------------------------------------------------- */

/* The numbers that clang has given the address spaces of OpenCL C since version 11. */
static enum tree_space space_of(const struct tree_reader *reader, CXType type)
{
	static const enum tree_space spaces[] = { TREE_PRIVATE,	 TREE_GLOBAL,  TREE_LOCAL,
						  TREE_CONSTANT, TREE_PRIVATE, TREE_GENERIC,
						  TREE_GLOBAL,	 TREE_GLOBAL };
	const unsigned space = clang_getAddressSpace(type);

	(void)reader;
	return space < sizeof(spaces) / sizeof(spaces[0]) ? spaces[space] : TREE_PRIVATE;
}

static bool is_simple_name(const char *name)
{
	return name[0] != '\0' && !strpbrk(name, "([^") && !strstr(name, "unnamed") &&
	       !strstr(name, "anonymous") && !strstr(name, "__attribute__");
}

/* libclang crashes if the type of a function that is built into the compiler is asked for its size.
 */
static bool has_size(CXType type)
{
	return type.kind != CXType_Invalid && type.kind != CXType_Unexposed &&
	       type.kind != CXType_Void && type.kind != CXType_FunctionProto &&
	       type.kind != CXType_FunctionNoProto;
}

static const struct tree_type *read_type(struct tree_reader *reader, CXType type);

static void fill_type(struct tree_reader *reader, struct tree_type *filled, CXType type)
{
	const CXType canonical = clang_getCanonicalType(type);
	const long long size = has_size(canonical) ? clang_Type_getSizeOf(canonical) : 0;

	filled->space = space_of(reader, canonical);
	filled->size = size > 0 ? (size_t)size : 0;
	filled->name = copy_string(reader, clang_getTypeSpelling(type));
	filled->is_simple = is_simple_name(filled->name);
	switch ((int)canonical.kind) {
	case CXType_Pointer:
		filled->class = TREE_POINTER;
		filled->target = read_type(reader, clang_getPointeeType(canonical));
		break;
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
		filled->class = TREE_ARRAY;
		filled->is_sized = canonical.kind == CXType_ConstantArray;
		if (filled->is_sized)
			filled->elements = (size_t)clang_getArraySize(canonical);
		filled->target = read_type(reader, clang_getArrayElementType(type).kind
							   ? clang_getArrayElementType(type)
							   : clang_getArrayElementType(canonical));
		/* The address space of an array is the one of its elements. */
		if (filled->target && filled->target->space != TREE_PRIVATE)
			filled->space = filled->target->space;
		break;
	case CXType_Vector:
	case CXType_ExtVector:
		filled->class = TREE_VECTOR;
		filled->elements = (size_t)clang_getNumElements(canonical);
		filled->target = read_type(reader, clang_getElementType(canonical));
		break;
	case CXType_Record:
		filled->class = TREE_RECORD;
		break;
	case CXType_OCLSampler:
	case CXType_OCLEvent:
	case CXType_OCLQueue:
	case CXType_OCLReserveID:
		filled->class = TREE_OPAQUE;
		break;
	default:
		break;
	}
}

static const struct tree_type *read_type(struct tree_reader *reader, CXType type)
{
	struct tree_type *filled;

	if (type.kind == CXType_Invalid || !type.data[0])
		return NULL;
	filled = (struct tree_type *)pointer_map_get(&reader->types, type.data[0]);
	if (filled)
		return filled;
	filled = growing_text_alloc(&reader->tree->arena, sizeof(*filled));
	keep(pointer_map_set(&reader->types, type.data[0], (uintptr_t)filled));
	fill_type(reader, filled, type);
	return filled;
}

/*
 * The type of a parameter: libclang says of an array what the text says, but it is a pointer to the
 * first element, of an array that may have more of them.
 */
static const struct tree_type *parameter_type(struct tree_reader *reader,
					      const struct tree_type *type)
{
	struct tree_type *pointer;
	struct growing_text name = { 0 };

	if (!type || type->class != TREE_ARRAY || !type->target)
		return type;
	pointer = growing_text_alloc(&reader->tree->arena, sizeof(*pointer));
	growing_text_add(&name, "%s *", type->target->name);
	*pointer = (struct tree_type){
		.class = TREE_POINTER,
		.target = type->target,
		.is_simple = type->target->is_simple,
		.name = growing_text_copy(&reader->tree->arena, name.text, name.length),
	};
	growing_text_done(&name);
	return pointer;
}

/* --- declarations -------------------------------------------------------------------------- */

static enum tree_declared declared_by(enum CXCursorKind kind)
{
	switch ((int)kind) {
	case CXCursor_VarDecl:
		return TREE_DECLARED_VARIABLE;
	case CXCursor_ParmDecl:
		return TREE_DECLARED_PARAMETER;
	case CXCursor_FunctionDecl:
		return TREE_DECLARED_FUNCTION;
	case CXCursor_FieldDecl:
		return TREE_DECLARED_FIELD;
	default:
		return TREE_DECLARED_OTHER;
	}
}

struct last_field {
	CXCursor field;
};

static enum CXVisitorResult take_field(CXCursor cursor, CXClientData data)
{
	((struct last_field *)data)->field = cursor;
	return CXVisit_Continue;
}

static void read_field(struct tree_declaration *declaration, CXCursor cursor)
{
	struct last_field last = { clang_getNullCursor() };

	clang_Type_visitFields(clang_getCursorType(clang_getCursorSemanticParent(cursor)),
			       take_field, &last);
	declaration->is_trailing = clang_equalCursors(last.field, cursor);
	declaration->is_bit_field = clang_Cursor_isBitField(cursor);
}

static struct tree_declaration *add_declaration(struct tree_reader *reader, CXCursor cursor)
{
	struct program_tree *tree = reader->tree;
	struct tree_declaration *declaration =
		growing_text_alloc(&tree->arena, sizeof(*declaration));

	declaration->kind = declared_by(clang_getCursorKind(cursor));
	declaration->name = copy_string(reader, clang_getCursorSpelling(cursor));
	declaration->number = ++tree->declaration_count;
	declaration->type = read_type(reader, clang_getCursorType(cursor));
	declaration->is_internal = clang_getCursorLinkage(cursor) != CXLinkage_External;
	if (declaration->kind == TREE_DECLARED_PARAMETER)
		declaration->type = parameter_type(reader, declaration->type);
	if (declaration->kind == TREE_DECLARED_FIELD)
		read_field(declaration, cursor);
	if (tree->last_declaration)
		tree->last_declaration->next = declaration;
	else
		tree->declarations = declaration;
	tree->last_declaration = declaration;
	return declaration;
}

/*
 * The declaration of CURSOR, one for all places that declare the same. Functions that are built in
 * have the place of their first call, or one in a header; no node declares them.
 */
static struct tree_declaration *find_declaration(struct tree_reader *reader, CXCursor cursor,
						 bool is_declared_here)
{
	const CXCursor first = clang_getCanonicalCursor(cursor);
	const enum tree_declared kind = declared_by(clang_getCursorKind(first));
	struct tree_declaration *declaration;
	size_t place;

	if (kind == TREE_DECLARED_OTHER)
		return NULL;
	if (find_place(reader, clang_getCursorLocation(first), &place)) {
		declaration = (struct tree_declaration *)pointer_map_get_number(
			&reader->declarations, place + 1);
		if (declaration)
			return declaration;
		if (kind != TREE_DECLARED_FUNCTION || is_declared_here) {
			declaration = add_declaration(reader, first);
			keep(pointer_map_set_number(&reader->declarations, place + 1,
						    (uintptr_t)declaration));
			return declaration;
		}
	}
	declaration = (struct tree_declaration *)pointer_map_get(&reader->foreign, first.data[0]);
	if (declaration)
		return declaration;
	declaration = add_declaration(reader, first);
	declaration->is_foreign = true;
	keep(pointer_map_set(&reader->foreign, first.data[0], (uintptr_t)declaration));
	return declaration;
}

/* --- kinds --------------------------------------------------------------------------------- */

static bool has_text(const struct program_tree *tree, size_t at, const char *text)
{
	const size_t length = strlen(text);

	return length <= tree->length - at && memcmp(tree->text + at, text, length) == 0;
}

/* Is what begins at AT the operand of typeof? */
static bool follows_typeof(const struct program_tree *tree, size_t at)
{
	static const char *const words[] = { "typeof", "__typeof__", "__typeof" };
	size_t start;

	while (at > 0 && (text_is_space(tree->text[at - 1]) || tree->text[at - 1] == '('))
		at--;
	for (start = at; start > 0 && text_is_name(tree->text[start - 1]); start--)
		;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i]) == at - start && has_text(tree, start, words[i]))
			return true;
	return false;
}

/* The operator of NODE, after its first child: of C it is at most three characters long. */
static size_t find_operator(const struct program_tree *tree, const struct tree_node *node)
{
	size_t at = tree_token(tree, node->first->end);

	/* Some versions of libclang end a vector before its last parenthesis. */
	while (at < node->end && tree->text[at] == ')')
		at = tree_token(tree, at + 1);
	return at;
}

static enum tree_kind unary_kind(const struct program_tree *tree, const struct tree_node *node)
{
	const char first = tree->text[node->start];

	if (node->first && node->first->start == node->start)
		return TREE_INCREMENT;
	if (has_text(tree, node->start, "++") || has_text(tree, node->start, "--"))
		return TREE_INCREMENT;
	if (first == '*')
		return TREE_DEREFERENCE;
	return first == '&' ? TREE_ADDRESS : TREE_OTHER;
}

static enum tree_kind binary_kind(const struct program_tree *tree, struct tree_node *node)
{
	const size_t at = node->first ? find_operator(tree, node) : node->end;

	if (at >= node->end)
		return TREE_OTHER;
	switch (tree->text[at]) {
	case '=':
		return has_text(tree, at, "==") ? TREE_OTHER : TREE_ASSIGNMENT;
	case ',':
		return TREE_COMMA;
	case '+':
	case '-':
		node->is_difference = tree->text[at] == '-';
		return TREE_SUM;
	default:
		return TREE_OTHER;
	}
}

/* A hidden kind: what is written after its only child says whether it is a component. */
static enum tree_kind hidden_kind(const struct program_tree *tree, struct tree_node *node)
{
	size_t at;

	if (!node->first || node->first->next || node->first->start != node->start ||
	    node->first->end >= node->end)
		return TREE_OTHER;
	at = find_operator(tree, node);
	node->is_arrow = has_text(tree, at, "->");
	return node->is_arrow || tree->text[at] == '.' ? TREE_COMPONENT : TREE_OTHER;
}

/* The kind of NODE from the kind of its cursor, when its children are known. */
static enum tree_kind kind_of(const struct program_tree *tree, struct tree_node *node, int kind)
{
	switch (kind) {
	case CXCursor_MemberRefExpr:
		node->is_arrow = node->first && has_text(tree, find_operator(tree, node), "->");
		return TREE_MEMBER;
	case CXCursor_UnaryOperator:
		return unary_kind(tree, node);
	case CXCursor_BinaryOperator:
		return binary_kind(tree, node);
	case CXCursor_UnexposedExpr:
		return hidden_kind(tree, node);
	default:
		return node->kind;
	}
}

static enum tree_kind plain_kind(int kind)
{
	static const struct {
		int clang;
		enum tree_kind kind;
	} kinds[] = {
		{ CXCursor_FunctionDecl, TREE_FUNCTION },
		{ CXCursor_ParmDecl, TREE_PARAMETER },
		{ CXCursor_VarDecl, TREE_VARIABLE },
		{ CXCursor_DeclStmt, TREE_DECLARATION },
		{ CXCursor_CompoundStmt, TREE_BLOCK },
		{ CXCursor_BlockExpr, TREE_CLOSURE },
		{ CXCursor_GotoStmt, TREE_GOTO },
		{ CXCursor_UnaryExpr, TREE_UNEVALUATED },
		{ CXCursor_DeclRefExpr, TREE_REFERENCE },
		{ CXCursor_MemberRefExpr, TREE_MEMBER },
		{ CXCursor_ArraySubscriptExpr, TREE_SUBSCRIPT },
		{ CXCursor_CompoundAssignOperator, TREE_UPDATE },
		{ CXCursor_ConditionalOperator, TREE_CONDITIONAL },
		{ CXCursor_CallExpr, TREE_CALL },
		{ CXCursor_CStyleCastExpr, TREE_CAST },
		{ CXCursor_ParenExpr, TREE_PARENTHESES },
		{ CXCursor_StringLiteral, TREE_STRING },
		{ CXCursor_InitListExpr, TREE_LIST },
		{ CXCursor_IntegerLiteral, TREE_NUMBER },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].clang == kind)
			return kinds[i].kind;
	return TREE_OTHER;
}

/* Does a cursor of KIND stand for no expression, statement or variable? */
static bool is_passed_over(int kind)
{
	return clang_isReference((enum CXCursorKind)kind) ||
	       clang_isAttribute((enum CXCursorKind)kind) || kind == CXCursor_StructDecl ||
	       kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl ||
	       kind == CXCursor_TypedefDecl || kind == CXCursor_FieldDecl;
}

/* --- nodes --------------------------------------------------------------------------------- */

static void append(struct tree_node *above, struct tree_node *node)
{
	node->parent = above;
	node->previous = above->last;
	if (above->last)
		above->last->next = node;
	else
		above->first = node;
	above->last = node;
}

/* Is NODE, which has the same text as its only child, a conversion? */
static bool is_conversion(const struct tree_node *node, int kind)
{
	return kind == CXCursor_UnexposedExpr && node->first && !node->first->next &&
	       node->first->start == node->start && node->first->end == node->end;
}

/* Puts the child of NODE, the last one of the node above, in its place. */
static void drop_conversion(struct tree_node *node)
{
	struct tree_node *child = node->first, *above = node->parent;

	child->parent = above;
	child->previous = node->previous;
	child->next = NULL;
	child->is_initialiser |= node->is_initialiser;
	child->has_value |= node->has_value;
	if (node->has_value)
		child->value = node->value;
	if (node->previous)
		node->previous->next = child;
	else
		above->first = child;
	above->last = child;
}

/* The words before the name of a function say whether it is a kernel. */
static bool has_kernel_word(const struct program_tree *tree, size_t start, size_t end)
{
	for (size_t at = start; at < end;) {
		size_t after = at;

		while (after < end && text_is_name(tree->text[after]))
			after++;
		if ((after - at == 6 && has_text(tree, at, "kernel")) ||
		    (after - at == 8 && has_text(tree, at, "__kernel")))
			return true;
		at = after > at ? after : at + 1;
	}
	return false;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data);

static void visit_below(struct tree_reader *reader, struct tree_node *node, CXCursor cursor)
{
	struct tree_node *const above = reader->above;

	if (++reader->depth > DEEPEST) {
		reader->is_too_deep = true;
	} else {
		reader->above = node;
		clang_visitChildren(cursor, visit, reader);
		reader->above = above;
	}
	reader->depth--;
}

static void read_value(struct tree_node *node, CXCursor cursor)
{
	CXEvalResult result = clang_Cursor_Evaluate(cursor);

	if (!result)
		return;
	if (clang_EvalResult_getKind(result) == CXEval_Int) {
		node->has_value = true;
		node->value = clang_EvalResult_getAsLongLong(result);
	}
	clang_EvalResult_dispose(result);
}

/* The second child of a subscript is an index, which may be a constant. */
static bool is_index(const struct tree_node *node)
{
	return node->parent->kind == TREE_SUBSCRIPT && node->parent->first != node;
}

static void read_function(struct tree_reader *reader, struct tree_node *node, CXCursor cursor)
{
	reader->function = node;
	visit_below(reader, node, cursor);
	reader->function = NULL;
	node->has_body = node->last && node->last->kind == TREE_BLOCK;
	node->is_kernel = has_kernel_word(reader->tree, node->start, node->name);
	if (node->has_body && node->declaration)
		node->declaration->node = node;
}

static void read_declared(struct tree_reader *reader, struct tree_node *node, CXCursor cursor)
{
	node->declaration = find_declaration(reader, cursor, true);
	if (!find_place(reader, clang_getCursorLocation(cursor), &node->name))
		node->name = node->start;
	if (node->declaration && node->kind != TREE_FUNCTION)
		node->declaration->function = reader->function;
	if (node->kind != TREE_FUNCTION) {
		const CXCursor initialiser = clang_Cursor_getVarDeclInitializer(cursor);

		visit_below(reader, node, cursor);
		if (!clang_Cursor_isNull(initialiser) && node->last)
			node->last->is_initialiser = true;
		return;
	}
	read_function(reader, node, cursor);
}

static void read_node(struct tree_reader *reader, struct tree_node *node, CXCursor cursor)
{
	const int kind = (int)clang_getCursorKind(cursor);

	node->kind = plain_kind(kind);
	node->type = read_type(reader, clang_getCursorType(cursor));
	if (node->kind == TREE_FUNCTION || node->kind == TREE_PARAMETER ||
	    node->kind == TREE_VARIABLE) {
		read_declared(reader, node, cursor);
		return;
	}
	visit_below(reader, node, cursor);
	node->kind = kind_of(reader->tree, node, kind);
	if (node->kind == TREE_REFERENCE || node->kind == TREE_MEMBER || node->kind == TREE_CALL)
		node->declaration =
			find_declaration(reader, clang_getCursorReferenced(cursor), false);
	if (node->kind == TREE_REFERENCE && node->declaration &&
	    node->declaration->kind == TREE_DECLARED_PARAMETER)
		node->type = node->declaration->type;
	if (is_index(node))
		read_value(node, cursor);
	if (follows_typeof(reader->tree, node->start))
		node->kind = TREE_UNEVALUATED;
	if (is_conversion(node, kind))
		drop_conversion(node);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct tree_reader *reader = data;
	const CXSourceRange range = clang_getCursorExtent(cursor);
	struct tree_node *node;
	size_t start, end;

	(void)parent;
	if (reader->is_too_deep)
		return CXChildVisit_Break;
	if (!find_place(reader, clang_getRangeStart(range), &start) ||
	    !find_place(reader, clang_getRangeEnd(range), &end) ||
	    is_passed_over((int)clang_getCursorKind(cursor)))
		return CXChildVisit_Continue;
	node = growing_text_alloc(&reader->tree->arena, sizeof(*node));
	node->start = start;
	node->end = end < start ? start : end;
	append(reader->above, node);
	read_node(reader, node, cursor);
	return CXChildVisit_Continue;
}

/* --- the program --------------------------------------------------------------------------- */

/* What DIAGNOSTIC says, with the user's line. */
static char *describe(struct tree_reader *reader, CXDiagnostic diagnostic)
{
	struct growing_text text = { 0 };
	CXString name;
	const char *file;
	char *copy;
	unsigned line, column;

	clang_getPresumedLocation(clang_getDiagnosticLocation(diagnostic), &name, &line, &column);
	file = copy_string(reader, name);
	growing_text_add(&text, "clang reports an error: ");
	/* The compiler's own name for a text that has none. */
	if (strcmp(file, "<stdin>") == 0)
		growing_text_add(&text, "line %u: ", line);
	else
		growing_text_add(&text, "%s:%u: ", unit_headers_name(file), line);
	growing_text_add(&text, "%s", copy_string(reader, clang_getDiagnosticSpelling(diagnostic)));
	copy = growing_text_copy(&reader->tree->arena, text.text, text.length);
	growing_text_done(&text);
	return copy;
}

/* The first error of the compiler, or NULL. */
static char *find_error(struct tree_reader *reader, CXTranslationUnit unit)
{
	const unsigned count = clang_getNumDiagnostics(unit);
	char *text = NULL;

	for (unsigned i = 0; i < count && !text; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);

		if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error)
			text = describe(reader, diagnostic);
		clang_disposeDiagnostic(diagnostic);
	}
	return text;
}

static void read_unit(struct tree_reader *reader, CXTranslationUnit unit)
{
	reader->file = clang_getFile(unit, FILE_NAME);
	reader->tree->root = growing_text_alloc(&reader->tree->arena, sizeof(struct tree_node));
	reader->tree->root->end = reader->tree->length;
	reader->above = reader->tree->root;
	clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, reader);
	pointer_map_done(&reader->types);
	pointer_map_done(&reader->declarations);
	pointer_map_done(&reader->foreign);
}

/* How a program is read; each attempt after the first one is for programs that it refuses. */
struct tree_attempt {
	bool is_whole;	/* with all of clang's header, as the short form lacks some functions */
	bool is_single; /* constants are of type float, which drivers without double take them for
			 */
};

static CXTranslationUnit parse(CXIndex index, const struct tree_reader *reader,
			       const struct tree_attempt *attempt)
{
	const struct program_tree *tree = reader->tree;
	struct CXUnsavedFile file = { FILE_NAME, tree->text, (unsigned long)tree->length };
	char standard[64], headers[4096];
	const char *arguments[16] = { "-x",
				      "cl",
				      standard,
				      "-target",
				      reader->language->bits == 32 ? "spir-unknown-unknown"
								   : "spir64-unknown-unknown",
				      "-isystem",
				      headers,
				      "-w",
				      "-Xclang",
				      "-finclude-default-header" };
	int count = 10;
	CXTranslationUnit unit = NULL;

	if (!attempt->is_whole) {
		arguments[count++] = "-Xclang";
		arguments[count++] = "-fdeclare-opencl-builtins";
	}
	if (reader->language->lacks_generic) {
		arguments[count++] = "-Xclang";
		arguments[count++] =
			"-cl-ext=-__opencl_c_generic_address_space,"
			"-__opencl_c_pipes,-__opencl_c_device_enqueue";
	}
	if (attempt->is_single)
		arguments[count++] = "-cl-single-precision-constant";
	text_format(standard, sizeof(standard), "-cl-std=%s", reader->language->standard);
	text_format(headers, sizeof(headers), "%s/include", reader->language->resources);
	return clang_parseTranslationUnit2(index, FILE_NAME, arguments, count, &file, 1,
					   CXTranslationUnit_None, &unit) == CXError_Success
		       ? unit
		       : NULL;
}

/* NULL: it is read; else what is wrong. */
static const char *try_attempt(struct tree_reader *reader, CXIndex index,
			       const struct tree_attempt *attempt)
{
	CXTranslationUnit unit = parse(index, reader, attempt);
	const char *reason;

	if (!unit)
		return "libclang cannot read the program";
	reason = find_error(reader, unit);
	if (!reason)
		read_unit(reader, unit);
	if (reader->is_too_deep)
		reason = "its expressions or statements are nested too deeply";
	clang_disposeTranslationUnit(unit);
	return reason;
}

bool read_tree(struct program_tree *tree, const char *text, size_t length,
	       const struct read_tree_language *language, const char **reason)
{
	static const struct tree_attempt attempts[] = {
		{ false, false }, { true, false }, { false, true }, { true, true }
	};
	struct tree_reader reader = { .tree = tree, .language = language };
	CXIndex index = clang_createIndex(0, 0);
	const char *wrong = NULL;

	*tree = (struct program_tree){ .arena = ARENA_INIT, .text = text, .length = length };
	*reason = NULL;
	for (size_t i = 0; i < sizeof(attempts) / sizeof(attempts[0]) && !reader.is_too_deep; i++) {
		wrong = try_attempt(&reader, index, &attempts[i]);
		if (!wrong)
			break;
		/* The first attempt says best what is wrong, except for missing functions. */
		if (i < 2 || reader.is_too_deep)
			*reason = wrong;
	}
	clang_disposeIndex(index);
	if (!wrong)
		*reason = NULL;
	return !wrong;
}
