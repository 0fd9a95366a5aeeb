/* SPDX-License-Identifier: Apache-2.0 */
/* unit: see sections.h. What does not matter for OpenCL is left out, however much it restricts a service. */
#include "tool/doctor/section/sections.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/dir.h"
#include "base/glob.h"
#include "base/text.h"
#include "tool/output/format.h"
#include "tool/probe/file/whole-file.h"

#define MOST_PROFILE 1048576	/* bytes of a profile of AppArmor */
#define LABEL_SIZE 256

/* The nodes by which drivers reach a GPU, and what DeviceAllow calls their devices. */
static const struct {
	const char *directory;
	const char *glob;
	const char *class;
} node_kinds[] = {
	{ "/dev/dri", "renderD*", "char-drm" },
	{ "/dev", "kfd", "char-kfd" },
	{ "/dev", "nvidia[0-9]*", "char-nvidia-frontend" },
	{ "/dev", "nvidiactl", "char-nvidia-frontend" },
	{ "/dev", "nvidia-uvm", "char-nvidia-uvm" },
};

/* What is asked of each node. */
struct unit_answer {
	struct examination *check;
	struct service *service;
	size_t nodes;
	struct finding *no_rights;	/* NULL: no node lacks rights */
	struct finding *no_device;	/* the same of what the unit keeps away */
};

static const char *whole_path(const struct examination *check, const char *path)
{
	return format_or(arena_under_root(&check->tool->arena, check->tool->root, path), path);
}

static void by(struct finding *finding, const struct unit_line *line)
{
	finding_fact(finding, "by", "%s:%u: %s=%s", line->file, line->line, line->key, line->value);
}

__attribute__((format(__printf__, 3, 4)))
static void cure(struct service *service, struct finding *finding, const char *format, ...)
{
	va_list arguments;
	const char *text;

	va_start(arguments, format);
	text = format_into_va(service->unit.arena, format, arguments);
	va_end(arguments);
	finding_cure(finding, "%s  # in section [Service] of a drop-in file", text);
	service_add_cure(service, text);
}

/* -- who ------------------------------------------------------------------------------------- */

static void examine_user(struct examination *check, struct service *service)
{
	const struct unit_line *line = unit_file_last(&service->unit, "User");
	struct finding *finding;

	if (service->is_user_missing && line) {
		finding = finding_add(&check->findings, FINDING_PROBLEM, service->user.name,
				      "unit-user", "there is no such user, so the service cannot be started");
		by(finding, line);
		finding_cure(finding, "sudo adduser --system --group %s", service->user.name);
	}
	if (service->missing_group) {
		finding = finding_add(&check->findings, FINDING_PROBLEM, service->missing_group,
				      "unit-user", "there is no such group, so the service cannot be started");
		finding_cure(finding, "sudo addgroup --system %s", service->missing_group);
	}
}

/* -- devices ---------------------------------------------------------------------------------- */

/* The place in the service's view that WORD is about: "SOURCE:PLACE:OPTIONS", "PLACE:OPTIONS" or "PLACE". */
static const char *place_of(const struct unit_file *unit, const char *key, const char *word)
{
	const char *colon;

	word += strspn(word, "-+");
	colon = strchr(word, ':');
	if (colon && text_skip_prefix(key, "Bind"))
		word = colon + 1;
	return format_into(unit->arena, "%.*s", (int)strcspn(word, ":"), word);
}

/* The line of KEY that is about PATH, or about a directory above it. */
static const struct unit_line *find_path(const struct unit_file *unit, const char *key,
					 const char *path)
{
	struct unit_words words = { .line = NULL };
	const char *word = unit_file_next_word(unit, key, &words);

	for (; word; word = unit_file_next_word(unit, key, &words)) {
		const char *more = text_skip_prefix(path, place_of(unit, key, word));

		if (more && (*more == '/' || *more == '\0'))
			return words.line;
	}
	return NULL;
}

/* The line that takes PATH away from the service; NULL: none, or another one puts it there again. */
static const struct unit_line *find_hiding(const struct unit_file *unit, const char *path)
{
	const struct unit_line *line = find_path(unit, "InaccessiblePaths", path);

	if (find_path(unit, "BindPaths", path) || find_path(unit, "BindReadOnlyPaths", path))
		return NULL;
	return line ? line : find_path(unit, "TemporaryFileSystem", path);
}

/* Does DeviceAllow name the node, for reading and writing? It can have globs of classes. */
static bool is_allowed(const struct unit_file *unit, const char *path, const char *class)
{
	const struct unit_line *line = NULL;

	while ((line = unit_file_next(unit, "DeviceAllow", line))) {
		const char *rest = line->value;
		const char *word = unit_file_word(unit, &rest);
		const char *rights = unit_file_word(unit, &rest);

		if (word && (strcmp(word, path) == 0 || glob_matches(word, class) ||
			     (text_skip_prefix(class, "char-nvidia") && glob_matches(word, "char-nvidia"))) &&
		    (!rights || (strchr(rights, 'r') && strchr(rights, 'w'))))
			return true;
	}
	return false;
}

/* The line by which a list of devices counts; NULL: all devices are allowed. */
static const struct unit_line *device_policy(const struct unit_file *unit)
{
	const struct unit_line *policy = unit_file_last(unit, "DevicePolicy");

	if (policy && strcmp(policy->value, "auto") != 0)
		return policy;
	return unit_file_last(unit, "DeviceAllow");
}

static struct finding *no_device(struct unit_answer *answer, const struct unit_line *line)
{
	if (!answer->no_device)
		answer->no_device = finding_add(&answer->check->findings, FINDING_PROBLEM,
						answer->service->unit.name, "unit-devices",
						"the unit keeps devices of GPUs from the service");
	by(answer->no_device, line);
	return answer->no_device;
}

static void examine_hiding(struct unit_answer *answer, const char *path, const char *class)
{
	struct service *service = answer->service;
	const struct unit_file *unit = &service->unit;
	const struct unit_line *policy = device_policy(unit);
	const struct unit_line *line = find_hiding(unit, path);
	struct finding *finding;

	if (line) {
		finding = no_device(answer, line);
		finding_fact(finding, "hidden", "%s", path);
		cure(service, finding, "BindPaths=%s", path);
	}
	if (policy && !is_allowed(unit, path, class)) {
		finding = no_device(answer, policy);
		finding_fact(finding, "not allowed", "%s (%s)", path, class);
		cure(service, finding, "DeviceAllow=%s rw", strcmp(class, "char-drm") == 0 ? class : path);
	}
}

static void examine_rights(struct unit_answer *answer, const char *path)
{
	struct examination *check = answer->check;
	struct service *service = answer->service;
	const char *name;
	gid_t group = 0;
	const int may = service_user_may(&service->user, whole_path(check, path), 6, &group);

	if (may == true)
		return;
	if (!answer->no_rights)
		answer->no_rights = finding_add(&check->findings, FINDING_PROBLEM, service->user.name,
						"unit-group",
						"the user of %s may not open devices of GPUs",
						service->unit.name);
	name = service_user_group_name(group, check->tool->root, service->unit.arena);
	finding_fact(answer->no_rights, "device", "%s: %s%s%s", path,
		     may < 0 ? strerror(-may) : "only for ", may < 0 ? "" : "group ",
		     may < 0 ? "" : name);
	if (may == 0 && group != 0)
		cure(service, answer->no_rights, "SupplementaryGroups=%s", name);
	else
		finding_cure(answer->no_rights,
			     "a rule of udev gives the device to a group, such as render; then SupplementaryGroups=render");
}

static void examine_nodes(struct unit_answer *answer)
{
	struct examination *check = answer->check;

	for (size_t i = 0; i < ARRAY_SIZE(node_kinds); i++) {
		struct dir dir;

		if (dir_read(&dir, check->tool->root, node_kinds[i].directory, "",
			     &check->tool->arena) != 0)
			continue;
		for (size_t j = 0; j < dir.count; j++) {
			if (!glob_matches(node_kinds[i].glob, dir.names[j]->name))
				continue;
			answer->nodes++;
			examine_hiding(answer, dir.names[j]->path, node_kinds[i].class);
			examine_rights(answer, dir.names[j]->path);
		}
	}
}

/* /dev is a new one then, which has /dev/null and its like only; DeviceAllow does not change that. */
static void examine_private(struct unit_answer *answer)
{
	const struct unit_line *line;
	struct finding *finding;

	if (!unit_file_flag(&answer->service->unit, "PrivateDevices", &line))
		return;
	finding = no_device(answer, line);
	finding_fact(finding, "hidden", "all of /dev but /dev/null and its like");
	cure(answer->service, finding, "PrivateDevices=no");
}

/* Its driver makes the node by a set-user-ID program, which the service may not be able to start. */
static void examine_nvidia(struct unit_answer *answer)
{
	struct examination *check = answer->check;
	struct stat status;
	struct finding *finding;

	if (stat(whole_path(check, "/dev/nvidiactl"), &status) != 0 ||
	    stat(whole_path(check, "/dev/nvidia-uvm"), &status) == 0)
		return;
	finding = finding_add(&check->findings, FINDING_WARNING, "/dev/nvidia-uvm", "unit-nvidia",
			      "it is not there yet; NVIDIA's driver makes it by a set-user-ID program, which a service without new privileges cannot start");
	cure(answer->service, finding, "ExecStartPre=+-/usr/bin/nvidia-modprobe -c0 -u");
}

static void examine_devices(struct examination *check, struct service *service)
{
	struct unit_answer answer = { .check = check, .service = service };
	struct finding *finding;

	examine_private(&answer);
	examine_nodes(&answer);
	examine_nvidia(&answer);
	if (answer.nodes > 0)
		return;
	finding = finding_add(&check->findings, FINDING_WARNING, "/dev", "unit-no-gpu",
			      "there is no device of a GPU: /dev/dri/renderD*, /dev/kfd, /dev/nvidia*");
	finding_cure(finding, "the kernel's driver is missing, or this is a container that was not given the device");
}

/* -- files ------------------------------------------------------------------------------------ */

/* Does ProtectHome take PATH away? It can be "read-only", which does not. */
static const struct unit_line *find_home(const struct unit_file *unit, const char *path)
{
	const struct unit_line *line = unit_file_last(unit, "ProtectHome");
	bool flag = true;

	if (!line || (!text_skip_prefix(path, "/home/") && !text_skip_prefix(path, "/root/")) ||
	    find_path(unit, "BindPaths", path) || find_path(unit, "BindReadOnlyPaths", path))
		return NULL;
	if (text_equal_nocase(line->value, "read-only") ||
	    (text_parse_bool(line->value, &flag) && !flag))
		return NULL;
	return line;
}

/* WHAT is what PATH is; RIGHTS is what others need for it, as chmod(1) has it. */
static void examine_readable(struct examination *check, struct service *service, const char *path,
			     const char *what, const char *rights)
{
	const struct unit_line *line = find_hiding(&service->unit, path);
	struct finding *finding;
	gid_t group;
	int may;

	if (!line)
		line = find_home(&service->unit, path);
	may = service_user_may(&service->user, whole_path(check, path), 4, &group);
	if (may < 0 || (may && !line))
		return;
	finding = finding_add(&check->findings, FINDING_PROBLEM, path, "unit-unreadable",
			      "%s, which the service cannot read", what);
	if (line) {
		by(finding, line);
		cure(service, finding, "BindReadOnlyPaths=%s", path);
	} else {
		finding_cure(finding, "sudo chmod o+%s %s", rights, path);
	}
}

static void examine_files(struct examination *check, struct service *service)
{
	const struct settings *settings = &check->snapshot.settings;

	for (size_t i = 0; i < settings->vendor_dirs.count; i++)
		examine_readable(check, service, settings->vendor_dirs.items[i].text,
				 "a directory of drivers", "rx");
	LIST_EACH(const struct candidate, candidate, check->snapshot.drivers.first) {
		if (candidate->path)
			examine_readable(check, service, candidate->path, "a driver's file", "r");
		if (candidate->library && *candidate->library == '/')
			examine_readable(check, service, candidate->library, "a driver's library",
					 "rx");
	}
}

static void examine_root(struct examination *check, struct service *service)
{
	const struct unit_line *line = unit_file_last(&service->unit, "RootDirectory");
	struct finding *finding;

	if (!line)
		line = unit_file_last(&service->unit, "RootImage");
	if (!line || strcmp(line->value, "/") == 0)
		return;
	finding = finding_add(&check->findings, FINDING_WARNING, line->value, "unit-root",
			      "the service has another root, whose drivers, libraries and configuration are not examined here");
	by(finding, line);
	if (strcmp(line->key, "RootDirectory") == 0)
		finding_cure(finding, "clrouter doctor --root %s  # what is below it", line->value);
	else
		finding_cure(finding, "mount the image, and then clrouter doctor --root DIR");
}

/* PoCL, Mesa and NVIDIA's driver keep compiled kernels there, each in its directory. */
static void examine_cache(struct examination *check, struct service *service)
{
	const struct unit_file *unit = &service->unit;
	const struct unit_line *strict = unit_file_last(unit, "ProtectSystem");
	const char *home = service->user.home;
	const char *stem = format_into(unit->arena, "%.*s", (int)strcspn(unit->name, ".@"), unit->name);
	struct finding *finding;
	gid_t group;

	if (getenv("XDG_CACHE_HOME") || unit_file_last(unit, "CacheDirectory"))
		return;
	if (strict && !text_equal_nocase(strict->value, "strict"))
		strict = NULL;
	if (strict && home && (find_path(unit, "ReadWritePaths", home) || find_path(unit, "BindPaths", home)))
		strict = NULL;
	if (!strict && service->user.uid == 0)
		return;
	if (!strict && home && service_user_may(&service->user, whole_path(check, home), 2, &group) == true)
		return;
	finding = finding_add(&check->findings, FINDING_WARNING, format_or(home, "HOME"), "unit-cache",
			      "the service cannot write there, where drivers keep compiled kernels: each start compiles them again, and some drivers fail");
	if (strict)
		by(finding, strict);
	cure(service, finding, "CacheDirectory=%s", stem);
	cure(service, finding, "Environment=XDG_CACHE_HOME=/var/cache/%s POCL_CACHE_DIR=/var/cache/%s/pocl CUDA_CACHE_PATH=/var/cache/%s/nv",
	     stem, stem, stem);
}

/* -- what a process may do ------------------------------------------------------------------------ */

static void examine_memory(struct examination *check, struct service *service)
{
	const struct unit_line *line;
	struct finding *finding;

	if (!unit_file_flag(&service->unit, "MemoryDenyWriteExecute", &line))
		return;
	finding = finding_add(&check->findings, FINDING_WARNING, service->unit.name, "unit-memory",
			      "the service may not execute memory that it has written: drivers that compile for the processor fail, such as PoCL, and some for GPUs");
	by(finding, line);
	cure(service, finding, "MemoryDenyWriteExecute=no");
}

/* These restrict what drivers ask of the kernel; which calls a driver makes is not known. */
static void examine_calls(struct examination *check, struct service *service)
{
	static const char *const keys[] = { "SystemCallFilter", "RestrictAddressFamilies", "LimitNPROC",
					    "TasksMax", "LimitAS", "MemoryMax" };
	struct finding *finding = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		const struct unit_line *line = NULL;

		while ((line = unit_file_next(&service->unit, keys[i], line))) {
			if (!finding)
				finding = finding_add(&check->findings, FINDING_OFF, service->unit.name,
						      "unit-limits",
						      "what drivers ask of the kernel is limited; whether they need more, only a start of the service shows");
			by(finding, line);
		}
	}
	if (finding)
		finding_cure(finding, "if a driver fails only in the service: journalctl -k --grep type=1326  # a call that was refused");
}

static void examine_environment(struct examination *check)
{
	const char *path = getenv("LD_LIBRARY_PATH");
	struct finding *finding;

	if (!path)
		return;
	finding = finding_add(&check->findings, FINDING_WARNING, "LD_LIBRARY_PATH", "unit-environment",
			      "the unit sets it, and the libraries of drivers are looked for there, which doctor cannot do after its start");
	finding_cure(finding, "LD_LIBRARY_PATH=%s clrouter doctor  # the same with it", path);
}

/* -- SELinux and AppArmor ------------------------------------------------------------------------- */

static void examine_selinux(struct examination *check, struct service *service)
{
	const struct unit_line *context = unit_file_last(&service->unit, "SELinuxContext");
	char label[LABEL_SIZE] = "";
	struct finding *finding;
	size_t size;
	char *mode = whole_file_read(whole_path(check, "/sys/fs/selinux/enforce"), 1, &size);
	const bool is_enforcing = mode && *mode == '1';

	free(mode);
	if (!is_enforcing)
		return;
	if (service->program)
		getxattr(whole_path(check, service->program), "security.selinux", label,
			 sizeof(label) - 1);
	finding = finding_add(&check->findings, FINDING_OFF, service->unit.name, "unit-selinux",
			      "SELinux is enforcing; what it refuses is in its log only");
	if (context)
		by(finding, context);
	if (*label)
		finding_fact(finding, "label", "%s: %s", format_or(service->program, ""), label);
	finding_cure(finding, "if a driver fails only in the service: sudo ausearch -m avc -ts recent");
}

/* "usr.bin.boinc" for /usr/bin/boinc, as the profiles of distributions are called. */
static const char *profile_of(const struct service *service)
{
	char *name = service->program && *service->program == '/' ?
			     arena_copy(service->unit.arena, service->program + 1,
					strlen(service->program + 1)) :
			     NULL;

	for (char *at = name; at && *at; at++)
		if (*at == '/')
			*at = '.';
	return name;
}

static void examine_apparmor(struct examination *check, struct service *service)
{
	const struct unit_line *line = unit_file_last(&service->unit, "AppArmorProfile");
	const char *name = profile_of(service);
	const char *path = name ? format_into(service->unit.arena, "/etc/apparmor.d/%s", name) : NULL;
	struct finding *finding;
	size_t size;
	char *text = path ? whole_file_read(whole_path(check, path), MOST_PROFILE, &size) : NULL;
	const bool is_open = !text || strstr(text, "abstractions/opencl") || strstr(text, "/dev/dri") ||
			     strstr(text, "unconfined");

	free(text);
	if (!line && is_open)
		return;
	finding = finding_add(&check->findings, line ? FINDING_OFF : FINDING_WARNING,
			      line ? service->unit.name : path, "unit-apparmor",
			      line ? "the unit has a profile of AppArmor; what it refuses is in the kernel's log only" :
				     "the profile of the program does not name OpenCL's devices and files");
	if (line)
		by(finding, line);
	if (line)
		finding_cure(finding, "if a driver fails only in the service: journalctl -k --grep apparmor=.DENIED");
	else
		finding_cure(finding, "echo 'include <abstractions/opencl>' | sudo tee -a /etc/apparmor.d/local/%s && sudo apparmor_parser -r %s",
			     name, path);
}

void unit_examine(struct examination *check, struct service *service)
{
	examine_user(check, service);
	examine_devices(check, service);
	examine_files(check, service);
	examine_root(check, service);
	examine_cache(check, service);
	examine_memory(check, service);
	examine_calls(check, service);
	examine_environment(check);
	examine_selinux(check, service);
	examine_apparmor(check, service);
}
