/* SPDX-License-Identifier: Apache-2.0 */
/*
 * source-line: see source-line.h. A line table is a program for a small machine, whose registers
 * are the address, file and line of an instruction (DWARF 5, section 6.2.2). The tables are not
 * trusted: a cursor that would pass the end of its bytes reads zeros and stays there.
 */
#include "layers/frame/place/source-line.h"

#include <string.h>

/* Reading more would stop the program for more than a tenth of a second. */
#define LONGEST_TABLES ((size_t)64 << 20) /* bytes */

/* -- Bytes ------------------------------------------------------------------------------- */

struct cursor {
	const unsigned char *at;
	const unsigned char *end;
};

static bool has_bytes(const struct cursor *cursor)
{
	return cursor->at < cursor->end;
}

/* The next COUNT bytes as a cursor of their own, or all that are left. */
static struct cursor take(struct cursor *cursor, uint64_t count)
{
	const size_t left = (size_t)(cursor->end - cursor->at);
	const struct cursor taken = {
		cursor->at, cursor->at + (count < left ? (size_t)count : left),
	};

	cursor->at = taken.end;
	return taken;
}

/* A number of SIZE bytes, at most 8, in this machine's byte order. */
static uint64_t read_number(struct cursor *cursor, size_t size)
{
	const struct cursor bytes = take(cursor, size);
	union {
		uint8_t one;
		uint16_t two;
		uint32_t four;
		uint64_t eight;
	} number = { .eight = 0 };

	if ((size_t)(bytes.end - bytes.at) != size || size > sizeof(number))
		return 0;
	memcpy(&number, bytes.at, size);
	return size == 1 ? number.one : size == 2 ? number.two : size == 4 ? number.four :
	       number.eight;
}

static uint8_t read_byte(struct cursor *cursor)
{
	return (uint8_t)read_number(cursor, 1);
}

/* A LEB128 number (DWARF 5, section 7.6); the bits beyond 64 are lost. */
static uint64_t read_leb128(struct cursor *cursor, bool is_signed)
{
	uint64_t number = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = read_byte(cursor);
		if (shift < 64)
			number |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while ((byte & 0x80) != 0);
	if (is_signed && (byte & 0x40) != 0 && shift < 64)
		number |= ~UINT64_C(0) << shift;
	return number;
}

static uint64_t read_unsigned(struct cursor *cursor)
{
	return read_leb128(cursor, false);
}

/* A text that ends with a NUL byte; "" if it does not end. */
static const char *read_text(struct cursor *cursor)
{
	const size_t left = (size_t)(cursor->end - cursor->at);
	const unsigned char *end = left > 0 ? memchr(cursor->at, '\0', left) : NULL;
	const char *text = (const char *)cursor->at;

	cursor->at = end ? end + 1 : cursor->end;
	return end ? text : "";
}

static const char *text_at(const struct elf_bytes *section, uint64_t offset)
{
	const char *text = elf_name(section, offset);

	return text ? text : "";
}

/* -- Headers ----------------------------------------------------------------------------- */

/* A unit is the table of one compilation. */
struct unit {
	const struct source_tables *tables;
	unsigned version;
	size_t offset_size;		/* 4 or 8 bytes */
	uint8_t shortest;		/* instruction, in bytes */
	int8_t line_base;
	uint8_t line_range;
	uint8_t first_special;		/* opcode */
	struct cursor operand_counts;	/* of the standard opcodes */
	struct cursor names;		/* directories, then files */
	struct cursor program;
};

/* Takes the next unit of UNITS. Returns false if its header is none that can be read. */
static bool read_unit(struct unit *unit, struct cursor *units)
{
	uint64_t length = read_number(units, 4);
	struct cursor bytes;

	unit->offset_size = length == UINT32_MAX ? 8 : 4;
	if (unit->offset_size == 8)
		length = read_number(units, 8);
	bytes = take(units, length);
	unit->version = (unsigned)read_number(&bytes, 2);
	if (unit->version < 2 || unit->version > 5)
		return false;
	if (unit->version == 5)
		take(&bytes, 2); /* sizes of an address and of a segment */
	unit->names = take(&bytes, read_number(&bytes, unit->offset_size));
	unit->program = bytes;
	unit->shortest = read_byte(&unit->names);
	take(&unit->names, unit->version >= 4 ? 2 : 1); /* wide instructions; is_stmt */
	unit->line_base = (int8_t)read_byte(&unit->names);
	unit->line_range = read_byte(&unit->names);
	unit->first_special = read_byte(&unit->names);
	unit->operand_counts =
		take(&unit->names, unit->first_special > 0 ? unit->first_special - 1U : 0);
	return unit->line_range != 0;
}

/* -- Names of files ---------------------------------------------------------------------- */

struct file_name {
	const char *text;
	uint64_t directory;	/* its index */
};

/* What a column of a table of DWARF 5 can have (section 7.22), and its form (section 7.5.6). */
enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2 };
enum {
	FORM_DATA2 = 0x05, FORM_DATA4 = 0x06, FORM_DATA8 = 0x07, FORM_STRING = 0x08,
	FORM_BLOCK = 0x09, FORM_DATA1 = 0x0b, FORM_STRP = 0x0e, FORM_UDATA = 0x0f,
	FORM_DATA16 = 0x1e, FORM_LINE_STRP = 0x1f,
};

/* Reads one value: a text into *TEXT, or a number into *NUMBER. False for an unknown form. */
static bool read_form(const struct unit *unit, struct cursor *cursor, uint64_t form,
		      const char **text, uint64_t *number)
{
	switch (form) {
	case FORM_STRING:
		*text = read_text(cursor);
		return true;
	case FORM_LINE_STRP:
		*text = text_at(&unit->tables->line_strings,
				read_number(cursor, unit->offset_size));
		return true;
	case FORM_STRP:
		*text = text_at(&unit->tables->strings, read_number(cursor, unit->offset_size));
		return true;
	case FORM_UDATA:
		*number = read_unsigned(cursor);
		return true;
	case FORM_DATA1:
	case FORM_DATA2:
	case FORM_DATA4:
	case FORM_DATA8:
		*number = read_number(cursor, form == FORM_DATA1 ? 1 : form == FORM_DATA2 ? 2 :
					      form == FORM_DATA4 ? 4 : 8);
		return true;
	case FORM_DATA16:
		take(cursor, 16);
		return true;
	case FORM_BLOCK:
		take(cursor, read_unsigned(cursor));
		return true;
	default:
		return false;
	}
}

/* Reads a row of a table with COLUMNS into *NAME. */
static bool read_row(const struct unit *unit, struct cursor *cursor, struct cursor columns,
		     struct file_name *name)
{
	while (has_bytes(&columns)) {
		const uint64_t content = read_unsigned(&columns);
		const uint64_t form = read_unsigned(&columns);
		const char *text = "";
		uint64_t number = 0;

		if (!read_form(unit, cursor, form, &text, &number))
			return false;
		if (content == CONTENT_PATH)
			name->text = text;
		else if (content == CONTENT_DIRECTORY)
			name->directory = number;
	}
	return true;
}

/*
 * Reads a table of DWARF 5 at CURSOR as far as its row INDEX, which is stored in *NAME; the whole
 * table if it has no such row.
 */
static bool read_table(const struct unit *unit, struct cursor *cursor, uint64_t index,
		       struct file_name *name)
{
	const unsigned column_count = read_byte(cursor);
	struct cursor columns = *cursor;
	uint64_t rows;

	for (unsigned i = 0; i < column_count; i++) {
		read_unsigned(cursor);
		read_unsigned(cursor);
	}
	columns.end = cursor->at;
	rows = read_unsigned(cursor);
	for (uint64_t i = 0; i < rows && column_count > 0 && has_bytes(cursor); i++) {
		struct file_name row = { "", 0 };

		if (!read_row(unit, cursor, columns, &row))
			return false;
		if (i == index) {
			*name = row;
			return true;
		}
	}
	return index == UINT64_MAX;
}

/* Before DWARF 5 a table is a list of texts, which an empty one ends; its first index is 1. */
static bool read_old_name(struct cursor *cursor, bool is_file, struct file_name *name)
{
	name->text = read_text(cursor);
	name->directory = is_file ? read_unsigned(cursor) : 0;
	if (is_file) {
		read_unsigned(cursor); /* time */
		read_unsigned(cursor); /* size */
	}
	return *name->text != '\0';
}

static bool find_old_name(const struct unit *unit, bool is_file, uint64_t index,
			  struct file_name *name)
{
	struct cursor cursor = unit->names;

	while (is_file && read_old_name(&cursor, false, name))
		;
	for (uint64_t i = 1; read_old_name(&cursor, is_file, name); i++)
		if (i == index)
			return true;
	return false;
}

static bool find_name(const struct unit *unit, bool is_file, uint64_t index, struct file_name *name)
{
	struct cursor cursor = unit->names;

	if (unit->version < 5)
		return find_old_name(unit, is_file, index, name);
	return (!is_file || read_table(unit, &cursor, UINT64_MAX, name)) &&
	       read_table(unit, &cursor, index, name);
}

/* A relative name is below the directory of the compilation, which DWARF 5 has as the first. */
static void add_directory(struct line *line, const struct unit *unit, uint64_t index)
{
	struct file_name name = { "", 0 };

	if (!find_name(unit, false, index, &name) || *name.text == '\0')
		return;
	if (*name.text != '/' && index != 0 && unit->version == 5)
		add_directory(line, unit, 0);
	line_add_escaped(line, name.text);
	line_add(line, "/");
}

/* -- Programs ---------------------------------------------------------------------------- */

struct line_row {
	uint64_t address;
	uint64_t file;	/* its index */
	uint64_t line;
};

/* The machine, and what is looked for. */
struct machine {
	struct line_row row;
	struct line_row last;	/* the row before, if has_last */
	bool has_last;		/* in this sequence of rows */
	bool is_left_out;	/* this sequence is of code that the linker has left out */
	uint64_t wanted;	/* address */
	struct line_row found;
	bool is_found;
};

static void start_sequence(struct machine *machine)
{
	machine->row = (struct line_row){ .file = 1, .line = 1 };
	machine->has_last = false;
}

/* A row holds until the next one. Linkers give code that they leave out the address 0, or -1. */
static void add_row(struct machine *machine)
{
	if (!machine->has_last)
		machine->is_left_out =
			machine->row.address == 0 || machine->row.address == UINT64_MAX;
	else if (!machine->is_left_out && machine->last.address <= machine->wanted &&
		 machine->wanted < machine->row.address) {
		machine->found = machine->last;
		machine->is_found = true;
	}
	machine->has_last = true;
	machine->last = machine->row;
}

enum {
	EXTENDED, COPY, ADVANCE_PC, ADVANCE_LINE, SET_FILE, SET_COLUMN, NEGATE_STMT,
	SET_BASIC_BLOCK, CONST_ADD_PC, FIXED_ADVANCE_PC,
};
enum { END_SEQUENCE = 1, SET_ADDRESS = 2 };

static void run_extended(struct machine *machine, struct cursor *program)
{
	struct cursor operands = take(program, read_unsigned(program));

	switch (read_byte(&operands)) {
	case END_SEQUENCE:
		add_row(machine);
		start_sequence(machine);
		break;
	case SET_ADDRESS:
		machine->row.address =
			read_number(&operands, (size_t)(operands.end - operands.at));
		break;
	default: /* the length has passed it over */
		break;
	}
}

/* A special opcode advances address and line, and adds a row. */
static uint64_t special_advance(const struct unit *unit, uint8_t opcode)
{
	return (uint64_t)((opcode - unit->first_special) / unit->line_range) * unit->shortest;
}

static void run_special(struct machine *machine, const struct unit *unit, uint8_t opcode)
{
	machine->row.address += special_advance(unit, opcode);
	machine->row.line += (uint64_t)(unit->line_base +
					(opcode - unit->first_special) % unit->line_range);
	add_row(machine);
}

/* An opcode that this version does not have is passed over with its operands. */
static void run_unknown(const struct unit *unit, struct cursor *program, uint8_t opcode)
{
	struct cursor counts = unit->operand_counts;

	take(&counts, opcode - 1U);
	for (unsigned i = read_byte(&counts); i > 0; i--)
		read_unsigned(program);
}

static void run_standard(struct machine *machine, const struct unit *unit, struct cursor *program,
			 uint8_t opcode)
{
	switch (opcode) {
	case COPY:
		add_row(machine);
		break;
	case ADVANCE_PC:
		machine->row.address += read_unsigned(program) * unit->shortest;
		break;
	case ADVANCE_LINE:
		machine->row.line += read_leb128(program, true);
		break;
	case SET_FILE:
		machine->row.file = read_unsigned(program);
		break;
	case CONST_ADD_PC:
		machine->row.address += special_advance(unit, UINT8_MAX);
		break;
	case FIXED_ADVANCE_PC:
		machine->row.address += read_number(program, 2);
		break;
	default:
		run_unknown(unit, program, opcode);
		break;
	}
}

static void run_program(struct machine *machine, const struct unit *unit)
{
	struct cursor program = unit->program;

	start_sequence(machine);
	while (has_bytes(&program) && !machine->is_found) {
		const uint8_t opcode = read_byte(&program);

		if (opcode == EXTENDED)
			run_extended(machine, &program);
		else if (opcode >= unit->first_special)
			run_special(machine, unit, opcode);
		else
			run_standard(machine, unit, &program, opcode);
	}
}

/* -- The answer -------------------------------------------------------------------------- */

/* A compiler writes line 0 for what it cannot say. */
static void add_found(struct line *line, const struct unit *unit, const struct line_row *found)
{
	struct file_name file = { "", 0 };

	if (found->line == 0 || found->line > INT32_MAX ||
	    !find_name(unit, true, found->file, &file))
		return;
	line_add(line, " [");
	if (*file.text != '/')
		add_directory(line, unit, file.directory);
	line_add_escaped(line, file.text);
	line_add(line, ":%ju]", (uintmax_t)found->line);
}

void source_line_add(struct line *line, const struct source_tables *tables, uint64_t address)
{
	const unsigned char *lines = (const unsigned char *)tables->lines.at;
	struct cursor units = { lines, lines };
	struct machine machine = { .wanted = address };

	if (!lines || tables->lines.size > LONGEST_TABLES)
		return;
	units.end += tables->lines.size;
	while (has_bytes(&units) && !machine.is_found) {
		struct unit unit = { .tables = tables };

		if (!read_unit(&unit, &units))
			continue;
		run_program(&machine, &unit);
		if (machine.is_found)
			add_found(line, &unit, &machine.found);
	}
}
