/* SPDX-License-Identifier: Apache-2.0 */
/*
 * set: changes what programs get without an editor: one step is one call. It writes a drop-in file of its
 * own, or a part of its own in the user's file, and shows what was before and what is after. Lines of
 * others are left as they are, also if they are stronger; that is said then.
 */
#include <string.h>

#include "base/text.h"
#include "config/conf.h"
#include "config/files.h"
#include "config/parse.h"
#include "table/json.h"
#include "table/lines.h"
#include "tool/commands/set-effect.h"
#include "tool/commands/set-place.h"
#include "tool/commands/set-steps.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/suggest.h"
#include "tool/output/tool-notes.h"
#include "tool/probe/file/program.h"
#include "tool/tool.h"

/* After the files that packages and administrators mostly number from 10 to 50. */
#define FILE_NAME "/80-clrouter-set.conf"
#define MOST_HEADER 49		/* bytes between the brackets of a section's name */
#define OTHERS "*"		/* the last word of an order, which needs no line */

/* -- the files -------------------------------------------------------------------------------- */

/* False: the user's file is not known; that is reported. */
static bool find_place(struct set_place *place, enum settings_family family,
		       const struct settings *settings, struct tool *tool)
{
	struct arena *arena = &tool->arena;
	const char *directory = files_local_directory(family, arena);

	*place = (struct set_place){ .root = tool->root, .is_user = tool->set.is_user,
				     .wait = tool->timeout, .arena = arena, .directory = -1 };
	if (tool->set.is_user)
		place->path = conf_user_file(settings, family, arena);
	else if (directory)
		place->path = format_whole(arena, "%s" FILE_NAME, directory);
	if (place->path)
		return true;
	if (tool->set.is_user && !settings->environment.value)
		message_error("users have no file of their own, because of %s",
			      origin_text(&settings->environment.origin, arena));
	else
		message_error(tool->set.is_user ? "neither XDG_CONFIG_HOME nor HOME is set" :
						  "there is not enough memory");
	return false;
}

static bool read_part(struct set_place *place, struct set_part *part, enum settings_family family)
{
	const char *why = set_part_read(part, family, format_or(place->text, ""), place->size,
					place->arena);

	if (why)
		message_error("%s: %s; nothing was changed", place->path, why);
	return !why;
}

/* The steps of the file of FAMILY, which is not kept open. False: reported. */
static bool look(struct set_place *place, struct set_part *part, enum settings_family family,
		 const struct settings *settings, struct tool *tool)
{
	const char *why;
	bool is_good;

	if (!find_place(place, family, settings, tool))
		return false;
	why = set_place_read(place);
	if (why)
		message_error("%s", why);
	is_good = !why && read_part(place, part, family);
	set_place_close(place);
	return is_good;
}

/* -- the command line ------------------------------------------------------------------------- */

/* Why WORD can be in no list of a configuration file; NULL: it can. */
static const char *refuse_word(const char *word)
{
	if (!*word)
		return "it is empty";
	for (const char *at = word; *at; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			return "it has a control character";
	if (text_is_blank(*word) || text_is_blank(word[strlen(word) - 1]))
		return "it begins or ends with a blank";
	if (strchr(word, ','))
		return "it has a comma, which separates the elements of a list";
	if (*word == '#' || *word == ';' || strstr(word, " ;"))
		return "it begins a comment";
	return strcmp(word, "...") == 0 ? "it stands for a weaker list" : NULL;
}

/* The same for WORD in the name of a section that begins with SECTION and a blank. */
static const char *refuse_argument(const char *word, const char *section)
{
	if (strpbrk(word, "[]"))
		return "it has a bracket, which the name of a section cannot have";
	if (strlen(section) + 1 + strlen(word) > MOST_HEADER)
		return "it is too long for the name of a section; a glob can be shorter";
	return refuse_word(word);
}

static bool check_words(const struct set_step *step)
{
	for (size_t i = 0; i < step->count; i++) {
		const bool is_argument = step->subject == SET_DRIVER && i == 0;
		const char *why = is_argument ? refuse_argument(step->words[i], "driver") :
						refuse_word(step->words[i]);

		if (why)
			return message_usage("set %s cannot have \"%s\": %s",
					     set_subject_name(step->subject), step->words[i], why);
	}
	return true;
}

static bool check_count(const struct set_step *step)
{
	const char *state = step->count > 1 ? step->words[1] : "on";

	if (step->subject != SET_DRIVER)
		return true;
	if (step->count == 0)
		return message_usage("set driver needs a driver, for example \"set driver pocl off\"");
	if (step->count > 2)
		return message_usage("set driver takes one driver, found \"%s\"", step->words[2]);
	return strcmp(state, "on") == 0 || strcmp(state, "off") == 0 ||
	       message_usage("set driver %s takes \"on\" or \"off\", found \"%s\"", step->words[0],
			     state);
}

static bool take_subject(struct set_step *step, const struct tool *tool, struct arena *arena)
{
	struct suggestion suggestion;

	if (set_subject_find(tool->operands[0], &step->subject))
		return true;
	suggest_begin(&suggestion, tool->operands[0]);
	for (enum set_subject subject = 0; subject < SET_SUBJECTS; subject++)
		suggest_consider(&suggestion, set_subject_name(subject));
	return message_usage("set takes device, driver or order, found \"%s\"%s", tool->operands[0],
			     suggest_end(&suggestion, "", arena));
}

/* OTHERS at the end of an order changes nothing. */
static bool take_others(struct set_step *step)
{
	if (step->subject != SET_ORDER)
		return true;
	for (size_t i = 0; i + 1 < step->count; i++)
		if (strcmp(step->words[i], OTHERS) == 0)
			return message_usage("\"" OTHERS "\" stands for all other drivers, so it is the last word of an order");
	if (step->count == 0 || strcmp(step->words[step->count - 1], OTHERS) != 0)
		return true;
	step->count--;
	return step->count > 0 ||
	       message_usage("an order names a driver before \"" OTHERS "\"");
}

/*
 * The program as its [program] section has to name it: a program that is here by what runs, since a link
 * or a script never is that. Any other word is a glob.
 */
static bool take_program(struct set_step *step, struct tool *tool)
{
	const char *word = tool->program;
	const bool has_slash = word && strchr(word, '/');
	const char *why = word ? refuse_argument(word, "program") : NULL;
	struct program_file program;

	if (why)
		return message_usage("--program cannot be \"%s\": %s", word, why);
	step->program = word;
	if (!word || strpbrk(word, "*?\\"))
		return true;
	if (program_find(&program, word, tool->root, &tool->arena) != 0) {
		notes_add(tool, "set-no-program", "there is no program \"%s\" here; the section is for it all the same",
			  word);
		return true;
	}
	if (program.script)
		return message_usage("%s is a script, which %s runs, and [program] sections are compared with that: --program %s sets it for all scripts",
				     program.script, program.path, text_base_name(program.path));
	step->program = has_slash ? program.path : text_base_name(program.path);
	if (strcmp(step->program, word) != 0)
		notes_add(tool, "program-link", "%s leads to %s, so the section is [program %s]",
			  program.file, program.path, step->program);
	why = refuse_argument(step->program, "program");
	return !why || message_usage("--program cannot be \"%s\": %s", step->program, why);
}

/* Of a call that sets nothing. */
static bool check_options(const struct tool *tool)
{
	return !tool->program || message_usage("--program goes with what is to be set");
}

static bool read_request(struct set_step *step, struct tool *tool)
{
	if (tool->set.undoes)
		return message_usage("--undo takes back the last step, found \"%s\"",
				     tool->operands[0]);
	*step = (struct set_step){ .words = (const char **)(tool->operands + 1),
				   .count = tool->operand_count - 1 };
	return take_subject(step, tool, &tool->arena) && check_count(step) && check_words(step) &&
	       take_others(step) && take_program(step, tool);
}

/* -- what is written -------------------------------------------------------------------------- */

/* Would the loader refuse TEXT, a configuration file? *DETAIL is why, or a warning about a line of it. */
static bool is_refused(const struct set_place *place, enum settings_family family, const char *text,
		       size_t size, const char **detail)
{
	struct settings settings = { .arena = place->arena };
	char *bytes = arena_copy(place->arena, text, size);
	struct draft draft;

	*detail = "there is not enough memory";
	draft_init(&draft, &settings, place->path, family, !place->is_user);
	if (!bytes || !parse_text(&draft, bytes, size, detail))
		return true;
	*detail = settings.problems ? settings.problems->text : NULL;
	return false;
}

/*
 * The loader's own code reads the new lines, which have to be good as they are, and the file with
 * them: another line of a user's file may be one for which the loader refuses the whole file.
 */
static bool check_text(const struct set_place *place, const struct set_part *part, const char *text,
		       size_t size)
{
	struct set_part own = { .family = part->family, .steps = part->steps };
	const char *detail = NULL;
	size_t own_size = 0;
	const char *own_text = set_part_write(&own, &own_size, place->arena);

	if (!own_text || is_refused(place, part->family, own_text, own_size, &detail) || detail) {
		message_error("this cannot be written into a configuration file: %s; nothing was changed",
			      format_or(detail, "there is not enough memory"));
		return false;
	}
	if (is_refused(place, part->family, text, size, &detail)) {
		message_error("%s: %s: the loader refuses the file; nothing was changed", place->path,
			      format_or(detail, "there is not enough memory"));
		return false;
	}
	return true;
}

static bool replace(struct set_place *place, const struct set_part *part)
{
	size_t size = 0;
	const char *text = set_part_write(part, &size, place->arena);
	const char *why;

	if (!text || !check_text(place, part, text, size))
		return false;
	why = set_place_replace(place, text, size);
	if (why)
		message_error("%s", why);
	return !why;
}

/* -- steps ------------------------------------------------------------------------------------ */

static unsigned last_number(const struct set_part *part)
{
	unsigned number = 0;

	LIST_EACH(const struct set_step, step, part->steps)
		number = step->number > number ? step->number : number;
	return number;
}

static void put_unchanged(const struct set_step *step, const struct set_step *old,
			  struct tool *tool)
{
	const char *text = set_step_text(step, &tool->arena);

	lines_head(tool->output, LINES_GOOD, "set", "%s: %s, nothing changes", text,
		   old ? "it was set before" : "nothing was set");
	json_open_object(tool->output, NULL);
	json_text(tool->output, "step", text);
	json_flag(tool->output, "unchanged", true);
	json_close_object(tool->output);
}

/* Is STEP what is there already? Says so then. */
static bool is_set_already(const struct set_part *part, const struct set_step *step,
			   struct tool *tool)
{
	const struct set_step *old = set_part_find(part, step);
	bool is_same = old ? old->count == step->count : set_step_is_unset(step);

	for (size_t i = 0; old && is_same && i < step->count; i++)
		is_same = strcmp(old->words[i], step->words[i]) == 0;
	if (is_same)
		put_unchanged(step, old, tool);
	return is_same;
}

/* The devices layer has one selection for all of its programs. */
static bool check_selection(const struct set_part *part, const struct set_step *step,
			    struct arena *arena)
{
	LIST_EACH(const struct set_step, other, part->steps) {
		bool is_same = other->count == step->count;

		if (step->subject != SET_DEVICE || set_step_is_unset(step) ||
		    other != set_part_find(part, other) || set_step_has_key(other, step))
			continue;
		for (size_t i = 0; is_same && i < step->count; i++)
			is_same = strcmp(other->words[i], step->words[i]) == 0;
		if (is_same)
			continue;
		message_error("the devices layer has one selection, which is \"%s\" now; \"clrouter set%s%s device\" takes that back",
			      set_step_text(other, arena), other->program ? " --program " : "",
			      format_or(other->program, ""));
		return false;
	}
	return true;
}

/* -- one call --------------------------------------------------------------------------------- */

struct set_answer {
	struct tool *tool;
	struct set_step step;	/* that is made or taken back */
	bool is_undone;
	struct set_place place;	/* of the file that it is in */
	struct set_view before;
	struct set_view after;
};

static bool open_part(struct set_answer *answer, struct set_part *part)
{
	const char *why = set_place_open(&answer->place);

	if (why)
		message_error("%s", why);
	return !why && read_part(&answer->place, part, set_subject_family(answer->step.subject));
}

/* Another call may have changed the file since it was looked at. */
static bool change_part(struct set_answer *answer, struct set_part *part)
{
	const struct set_step *step = &answer->step;
	struct arena *arena = &answer->tool->arena;
	const struct set_step *undone;

	if (!answer->is_undone) {
		if (!check_selection(part, step, arena))
			return false;
		if (set_part_add(part, step, arena))
			return true;
		message_error("there is not enough memory");
		return false;
	}
	undone = set_part_undo(part);
	if (undone && undone->number == step->number && set_step_has_key(undone, step))
		return true;
	message_error("%s: it was changed by somebody else just now; nothing was changed",
		      answer->place.path);
	return false;
}

static bool change(struct set_answer *answer)
{
	struct set_part part;
	const bool is_good = open_part(answer, &part) && change_part(answer, &part) &&
			     replace(&answer->place, &part);

	set_place_close(&answer->place);
	return is_good;
}

static void put_answer(struct set_answer *answer)
{
	struct tool *tool = answer->tool;
	const char *text = set_step_text(&answer->step, &tool->arena);

	lines_head(tool->output, LINES_GOOD, answer->is_undone ? "undone" : "set", "%s", text);
	lines_fact(tool->output, "file", "%s", answer->place.path);
	json_open_object(tool->output, NULL);
	json_text(tool->output, "step", text);
	json_flag(tool->output, "undone", answer->is_undone);
	json_text(tool->output, "file", answer->place.path);
	set_view_put(&answer->before, "before", &answer->step, tool);
	set_view_put(&answer->after, "after", &answer->step, tool);
	notes_put(tool);
	json_close_object(tool->output);
}

/* The step is known, and which file it is in. */
static int apply(struct set_answer *answer)
{
	struct tool *tool = answer->tool;
	bool is_effective = true;

	tool->program = answer->step.program;
	set_view_take(&answer->before, tool);
	if (!change(answer))
		return TOOL_PROBLEM;
	set_view_take(&answer->after, tool);
	if (!answer->is_undone) {
		set_effect_note_unmatched(&answer->after, &answer->step, tool);
		is_effective = set_effect_check(&answer->after, &answer->step, answer->place.path,
						tool);
	}
	put_answer(answer);
	return is_effective ? TOOL_GOOD : TOOL_PROBLEM;
}

/* -- the three ways to call it ---------------------------------------------------------------- */

/* The files of both families. */
struct set_files {
	struct set_place places[FAMILY_LAYERS + 1];
	struct set_part parts[FAMILY_LAYERS + 1];
};

static bool look_at_all(struct set_files *files, struct tool *tool)
{
	struct snapshot snapshot;

	snapshot_read(&snapshot, tool);
	for (enum settings_family family = FAMILY_LOADER; family <= FAMILY_LAYERS; family++)
		if (!look(&files->places[family], &files->parts[family], family,
			  &snapshot.settings, tool))
			return false;
	return true;
}

static int set_step(const struct set_files *files, const struct set_step *step, struct tool *tool)
{
	const enum settings_family family = set_subject_family(step->subject);
	struct set_answer answer = { .tool = tool, .step = *step, .place = files->places[family] };

	answer.step.number = 1 + (last_number(&files->parts[0]) > last_number(&files->parts[1]) ?
					  last_number(&files->parts[0]) :
					  last_number(&files->parts[1]));
	if (is_set_already(&files->parts[family], step, tool))
		return TOOL_GOOD;
	if (!check_selection(&files->parts[family], step, &tool->arena))
		return TOOL_PROBLEM;
	return apply(&answer);
}

static int undo(const struct set_files *files, struct tool *tool)
{
	struct set_answer answer = { .tool = tool, .is_undone = true };
	bool is_found = false;

	for (size_t i = 0; i <= FAMILY_LAYERS; i++)
		LIST_EACH(const struct set_step, step, files->parts[i].steps)
			if (step->number > answer.step.number) {
				answer.step = *step;
				answer.place = files->places[i];
				is_found = true;
			}
	if (is_found)
		return apply(&answer);
	message_error("there is nothing to undo: clrouter set has nothing in %s and %s",
		      files->places[FAMILY_LOADER].path, files->places[FAMILY_LAYERS].path);
	return TOOL_PROBLEM;
}

static void put_file(const struct set_place *place, const struct set_part *part, struct tool *tool)
{
	struct output *output = tool->output;

	lines_head(output, LINES_PLAIN, "file", "%s%s", place->path,
		   part->steps ? "" : ": nothing is set");
	json_open_object(output, NULL);
	json_text(output, "name", place->path);
	json_open_array(output, "steps");
	LIST_EACH(const struct set_step, step, part->steps) {
		const char *text = set_step_text(step, &tool->arena);
		const bool counts = set_part_find(part, step) == step;

		lines_fact(output, "step", "%u: %s%s", step->number, text,
			   counts || set_step_is_unset(step) ? "" : " (replaced)");
		json_open_object(output, NULL);
		json_unsigned(output, "number", step->number);
		json_text(output, "text", text);
		json_flag(output, "counts", counts);
		json_close_object(output);
	}
	json_close_array(output);
	json_close_object(output);
}

static int show(const struct set_files *files, struct tool *tool)
{
	json_open_object(tool->output, NULL);
	json_open_array(tool->output, "files");
	for (size_t i = 0; i <= FAMILY_LAYERS; i++)
		put_file(&files->places[i], &files->parts[i], tool);
	json_close_array(tool->output);
	json_close_object(tool->output);
	return TOOL_GOOD;
}

int tool_set(struct tool *tool)
{
	struct set_files files;
	struct set_step step = { .number = 0 };

	if (tool->operand_count > 0 ? !read_request(&step, tool) : !check_options(tool))
		return TOOL_USAGE;
	if (!look_at_all(&files, tool))
		return TOOL_PROBLEM;
	if (tool->set.undoes)
		return undo(&files, tool);
	return tool->operand_count > 0 ? set_step(&files, &step, tool) : show(&files, tool);
}
