/* SPDX-License-Identifier: Apache-2.0 */
/*
 * service: doctor as a systemd service would be started: with its variables, its program and, if doctor
 * is run by root, as its user. What else a unit says is judged in section/unit.c.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SERVICE_H
#define CLROUTER_TOOL_DOCTOR_SERVICE_H

#include <stdbool.h>

#include "tool/probe/file/service-user.h"
#include "tool/probe/file/unit-file.h"
#include "tool/tool.h"

/* A line for a drop-in file of the unit, which solves something. */
struct service_line {
	struct service_line *next;
	const char *text;
};

struct service {
	struct unit_file unit;
	struct service_user user;
	bool is_dynamic;	/* the user is made when the service starts */
	bool is_user_missing;	/* the unit names one that is not there */
	bool is_acting;		/* this process is that user now */
	const char *missing_group;	/* NULL: none is missing */
	const char *program;	/* of ExecStart; NULL: not known */
	struct service_line *cures;
};

/*
 * Reads the unit tool->unit, and takes its variables, its program and perhaps its user. False: there is
 * no such unit, which is reported. Texts live in the arena of TOOL.
 */
bool service_prepare(struct service *service, struct tool *tool);

/* Adds TEXT to the lines that solve something, once. */
void service_add_cure(struct service *service, const char *text);

/* Writes what the service is, and the drop-in file. */
void service_put(const struct service *service, struct tool *tool);

#endif
