/* SPDX-License-Identifier: Apache-2.0 */
/* service: see service.h. */
#include "tool/doctor/service.h"

#include <errno.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "table/json.h"
#include "table/lines.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/tool-notes.h"
#include "tool/probe/file/program.h"
#include "tool/probe/file/whole-file.h"

#define DYNAMIC_USER 61184	/* the first number that systemd gives to such users */
#define PATH_OF_SERVICES "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin"
#define MOST_BYTES 1048576	/* of a file of variables */

/* -- who ------------------------------------------------------------------------------------- */

static const char *first_word(const struct unit_file *unit, const char *key)
{
	const struct unit_line *line = unit_file_last(unit, key);
	const char *rest = line ? line->value : "";

	return unit_file_word(unit, &rest);
}

static void add_groups(struct service *service, const char *root)
{
	const struct unit_file *unit = &service->unit;
	const char *group = first_word(unit, "Group");
	struct unit_words words = { .line = NULL };
	const char *word;

	if (group && !service_user_add_group(&service->user, group, true, root, unit->arena))
		service->missing_group = group;
	while ((word = unit_file_next_word(unit, "SupplementaryGroups", &words)))
		if (!service_user_add_group(&service->user, word, false, root, unit->arena))
			service->missing_group = word;
}

static void find_user(struct service *service, const char *root)
{
	const struct unit_file *unit = &service->unit;
	const struct unit_line *line;
	const char *name = first_word(unit, "User");

	service->is_dynamic = unit_file_flag(unit, "DynamicUser", &line);
	if (!service_user_find(&service->user, format_or(name, service->is_dynamic ? "" : "root"),
			       root, unit->arena)) {
		service->is_user_missing = name && !service->is_dynamic;
		service->user = (struct service_user){
			.name = format_or(name, service->is_dynamic ? "a dynamic user" : "root"),
			.uid = name || service->is_dynamic ? DYNAMIC_USER : 0,
		};
	}
	add_groups(service, root);
}

/* -- its program ------------------------------------------------------------------------------ */

static void find_program(struct service *service, struct tool *tool)
{
	const struct unit_line *line = unit_file_next(&service->unit, "ExecStart", NULL);
	const char *rest = line ? line->value + strspn(line->value, "@-:+!|") : "";

	service->program = unit_file_word(&service->unit, &rest);
	if (!service->program || tool->program)
		return;
	tool->program = service->program;
	if (access(arena_under_root(&tool->arena, tool->root, tool->program), F_OK) == 0)
		program_notes_choose(tool);
	else
		notes_add(tool, "program-missing", "the program of %s, %s, is not there",
			  service->unit.name, service->program);
}

/* -- its variables ---------------------------------------------------------------------------- */

/* "NAME=VALUE"; a name alone is none. */
static void set_variable(const char *assignment, struct arena *arena)
{
	const char *equals = strchr(assignment, '=');

	if (equals && equals > assignment)
		setenv(format_into(arena, "%.*s", (int)(equals - assignment), assignment),
		       equals + 1, true);
}

static void set_words(const struct unit_file *unit, const char *key)
{
	struct unit_words words = { .line = NULL };
	const char *word;

	while ((word = unit_file_next_word(unit, key, &words)))
		set_variable(word, unit->arena);
}

/* A line of a file of variables has one assignment, whose value may be in quotes. */
static void set_line(const struct unit_file *unit, char *line)
{
	char *equals = strchr(line, '=');
	const char *name = line;
	const char *rest = equals ? equals + 1 : "";
	const char *value;

	while (text_is_space(*name))
		name++;
	if (!equals || *name == '#' || *name == ';')
		return;
	*equals = '\0';
	while (text_is_space(*rest))
		rest++;
	value = *rest == '"' || *rest == '\'' ? unit_file_word(unit, &rest) :
						format_into(unit->arena, "%s", rest);
	setenv(name, format_or(value, ""), true);
}

static void set_from_file(const struct unit_file *unit, const char *path, struct tool *tool)
{
	const bool may_miss = *path == '-';
	const char *name = path + may_miss;
	const char *whole = arena_under_root(&tool->arena, tool->root, name);
	size_t size;
	char *bytes = whole ? whole_file_read(whole, MOST_BYTES, &size) : NULL;
	char *rest = bytes;

	if (!bytes && !may_miss)
		notes_add(tool, "unit-environment", "%s: %s: the service is not started without it",
			  name, strerror(errno));
	while (rest)
		set_line(unit, strsep(&rest, "\n"));
	free(bytes);
}

static void set_from_files(const struct unit_file *unit, struct tool *tool)
{
	struct unit_words words = { .line = NULL };
	const char *word;

	while ((word = unit_file_next_word(unit, "EnvironmentFile", &words)))
		set_from_file(unit, word, tool);
}

static void unset_words(const struct unit_file *unit)
{
	struct unit_words words = { .line = NULL };
	const char *word;

	while ((word = unit_file_next_word(unit, "UnsetEnvironment", &words))) {
		const char *equals = strchr(word, '=');
		const char *name = format_into(unit->arena, "%.*s", (int)strcspn(word, "="), word);
		const char *value = getenv(name);

		if (value && (!equals || strcmp(value, equals + 1) == 0))
			unsetenv(name);
	}
}

/* A service gets nothing of the environment of the user who starts it. */
static void take_environment(const struct service *service, struct tool *tool)
{
	clearenv();
	setenv("PATH", PATH_OF_SERVICES, true);
	if (unit_file_last(&service->unit, "User") && service->user.home) {
		setenv("HOME", service->user.home, true);
		setenv("USER", service->user.name, true);
		setenv("LOGNAME", service->user.name, true);
	}
	set_words(&service->unit, "Environment");
	set_from_files(&service->unit, tool);
	unset_words(&service->unit);
}

/* -- the two ways to be it ------------------------------------------------------------------- */

/* Drivers are then opened with the rights of the service, in each child process. */
static bool become_user(const struct service_user *user)
{
	return user->count > 0 && setgroups(user->count, user->groups) == 0 &&
	       setgid(user->groups[0]) == 0 && setuid(user->uid) == 0;
}

static bool report(const struct tool *tool, int error)
{
	if (error == -ENOENT)
		message_error("--unit %s: there is no such unit in /etc, /run, /usr/local/lib, /usr/lib or /lib, systemd/system",
			      tool->unit);
	else if (error == -EINVAL)
		message_error("--unit %s: it is masked, or no regular file", tool->unit);
	else
		message_error("--unit %s: %s", tool->unit, strerror(-error));
	return false;
}

bool service_prepare(struct service *service, struct tool *tool)
{
	int error;

	*service = (struct service){ .missing_group = NULL };
	error = unit_file_read(&service->unit, tool->unit, tool->root, &tool->arena);
	if (error)
		return report(tool, error);
	find_user(service, tool->root);
	take_environment(service, tool);
	find_program(service, tool);
	if (geteuid() != 0 || *tool->root || service->user.uid == 0)
		service->is_acting = !*tool->root && geteuid() == service->user.uid;
	else if (!service->is_dynamic && !service->is_user_missing)
		service->is_acting = become_user(&service->user);
	return true;
}

void service_add_cure(struct service *service, const char *text)
{
	struct service_line *line;

	LIST_EACH(const struct service_line, each, service->cures)
		if (strcmp(each->text, text) == 0)
			return;
	line = arena_append(service->unit.arena, &service->cures, sizeof(*line));
	if (line)
		line->text = text;
}

/* -- what it is ------------------------------------------------------------------------------- */

static const char *groups_text(const struct service *service, const struct tool *tool)
{
	const char *names = NULL;

	for (size_t i = 0; i < service->user.count; i++) {
		const char *name = service_user_group_name(service->user.groups[i], tool->root,
							   service->unit.arena);

		if (!names || !text_has_word(names, name))
			names = format_joined(names, " ", name, service->unit.arena);
	}
	return format_or(names, "none");
}

static void put_cures(const struct service *service, struct output *output)
{
	json_open_array(output, "drop_in");
	if (service->cures) {
		lines_fact(output, "drop-in", "sudo systemctl edit %s  # writes %s/override.conf, with:",
			   service->unit.name, unit_file_drop_in_directory(&service->unit));
		lines_fact(output, "drop-in", "[Service]");
		json_text(output, NULL, "[Service]");
	}
	LIST_EACH(const struct service_line, line, service->cures) {
		lines_fact(output, "drop-in", "%s", line->text);
		json_text(output, NULL, line->text);
	}
	json_close_array(output);
}

void service_put(const struct service *service, struct tool *tool)
{
	struct output *output = tool->output;
	const char *groups = groups_text(service, tool);

	lines_head(output, LINES_PLAIN, "unit", "%s: as %s%s", service->unit.name,
		   service->user.name,
		   service->is_acting ? "" : ", whose rights doctor does not have: they are compared only");
	json_open_object(output, "unit");
	json_text(output, "name", service->unit.name);
	json_text(output, "user", service->user.name);
	json_text(output, "groups", groups);
	json_text(output, "program", service->program);
	json_flag(output, "as_user", service->is_acting);
	lines_fact(output, "groups", "%s", groups);
	lines_fact(output, "program", "%s", format_or(service->program, "not known"));
	json_open_array(output, "sources");
	LIST_EACH(const struct unit_source, source, service->unit.sources) {
		lines_fact(output, "file", "%s", source->path);
		json_text(output, NULL, source->path);
	}
	json_close_array(output);
	put_cures(service, output);
	json_close_object(output);
}
