/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recorded-processes: which processes of a program that was started are recorded, as the record layer
 * says (layer-status.h), and when they ended. A process that is killed cannot say that itself, so the
 * tool that saw it writes it into the record. For one program at a time.
 */
#include "tool/commands/record-run.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/common/list.h"
#include "base/file/safe-open.h"
#include "record/record-reader.h"

/* -- one record ------------------------------------------------------------------ */

/* The record PATH, open, and its header; -1: it is none, or it is gone. */
static int open_record(const char *path, struct record_header *header)
{
	const int file = safe_open(path, SAFE_OPEN_READ | SAFE_OPEN_REGULAR);

	if (file < 0)
		return -1;
	if (pread(file, header, sizeof(*header), 0) == (ssize_t)sizeof(*header) &&
	    memcmp(header->magic, RECORD_MAGIC, sizeof(header->magic)) == 0)
		return file;
	close(file);
	return -1;
}

static uint64_t clock_now(void)
{
	struct timespec now = { 0, 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* What is known of the end of the process, seen NOW, is in HEADER; the time counts that was noted first. */
static void tell_end(int file, struct record_header *header, uint64_t now)
{
	const size_t begin = offsetof(struct record_header, death);
	const size_t size = offsetof(struct record_header, reserved) - begin;

	if (header->died == 0)
		header->died = now;
	(void)!pwrite(file, (const char *)header + begin, size, (off_t)begin);
}

/* A process that has closed its record has said when it ended. */
static void look_at(struct recorded_process *process, uint64_t now)
{
	struct record_header header;
	const int file = open_record(process->path, &header);

	process->has_ended = file < 0 || !record_reader_is_locked(file);
	if (file < 0)
		return;
	if (process->has_ended && pread(file, &header, sizeof(header), 0) == (ssize_t)sizeof(header) &&
	    header.state == RECORD_OPEN)
		tell_end(file, &header, now);
	close(file);
}

/* The process ended with STATUS of waitpid(2). */
static void tell_status(const struct recorded_process *process, int status)
{
	struct record_header header;
	const int file = open_record(process->path, &header);

	if (file < 0)
		return;
	header.death = WIFSIGNALED(status) ? RECORD_DEATH_SIGNAL : RECORD_DEATH_EXIT;
	header.death_code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
	tell_end(file, &header, clock_now());
	close(file);
}

static pid_t process_of(const struct recorded_process *process)
{
	struct record_header header;
	const int file = open_record(process->path, &header);

	if (file < 0)
		return 0;
	close(file);
	return (pid_t)header.process;
}

/* -- the lines ------------------------------------------------------------------------- */

static void take_lines(struct recorded_processes *processes)
{
	char line[STATUS_LINE_SIZE];

	while (layer_status_next(&processes->lines, line)) {
		const char *path = layer_status_rest(line, STATUS_RECORD);
		struct recorded_process process = { .path = NULL };

		processes->loaded += strcmp(line, STATUS_LOADED) == 0;
		if (path)
			process.path = arena_copy(processes->arena, path, strlen(path));
		if (process.path &&
		    list_make_space(&processes->list, processes->count, sizeof(process)))
			processes->list[processes->count++] = process;
	}
}

void recorded_processes_look(struct recorded_processes *processes)
{
	const uint64_t now = clock_now();

	take_lines(processes);
	for (size_t i = 0; i < processes->count; i++)
		if (!processes->list[i].has_ended && !processes->list[i].is_polled)
			look_at(&processes->list[i], now);
}

/* -- waiting ----------------------------------------------------------------------------- */

/* Half of the descriptors that this process may have are left for records and the like. */
static bool is_spare(int file)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_NOFILE, &limit) == 0 && (rlim_t)file < limit.rlim_cur / 2;
}

/* A descriptor of the process ID, on which poll(2) waits for its end; -1: there is none. */
static int open_process(pid_t id)
{
	int file = -1;

#ifdef SYS_pidfd_open
	file = (int)syscall(SYS_pidfd_open, id, 0);
#endif
	(void)id;
	if (file < 0 || is_spare(file))
		return file;
	close(file);
	return -1;
}

/*
 * Linux 6.15 says of a process that somebody else has waited for how it ended. Headers may be
 * older; the names are as in pidfd_info in linux/pidfd.h.
 */
struct pidfd_info {
	uint64_t mask;
	uint64_t cgroup;
	uint32_t ids[11];
	int32_t exit_code;
};
#define GET_INFO _IOWR(0xff, 11, struct pidfd_info)
#define INFO_EXIT 8

/* The status of waitpid(2) of the process that FILE stands for. */
static bool find_status(int file, int *status)
{
	struct pidfd_info info = { .mask = INFO_EXIT };

	if (file < 0 || ioctl(file, GET_INFO, &info) != 0 || !(info.mask & INFO_EXIT))
		return false;
	*status = info.exit_code;
	return true;
}

/* Adds the program ID, or the next process of the list. */
static bool add_polled(struct recorded_processes *processes, pid_t id)
{
	struct pollfd polled = { .fd = -1, .events = POLLIN };

	if (!list_make_space(&processes->polled, processes->polled_count, sizeof(polled)))
		return false;
	if (processes->polled_count > 0)
		id = processes->list[processes->polled_count - 1].has_ended
			     ? 0
			     : process_of(&processes->list[processes->polled_count - 1]);
	if (id > 0)
		polled.fd = open_process(id);
	if (processes->polled_count > 0)
		processes->list[processes->polled_count - 1].is_polled = polled.fd >= 0;
	processes->polled[processes->polled_count++] = polled;
	return true;
}

/* The descriptor of a process: poll(2) passes over what is negative. */
static int descriptor_of(const struct pollfd *polled)
{
	return polled->fd < -1 ? ~polled->fd : polled->fd;
}

/* What has ended is looked at, and not waited for again. */
static void leave_out(struct recorded_processes *processes, size_t index)
{
	struct pollfd *polled = &processes->polled[index + 1];

	if (polled->fd < 0 || polled->revents == 0)
		return;
	polled->fd = ~polled->fd;
	processes->list[index].is_polled = false;
}

bool recorded_processes_wait(struct recorded_processes *processes, pid_t id, int milliseconds)
{
	while (processes->polled_count <= processes->count)
		if (!add_polled(processes, id))
			return false;
	if (processes->polled[0].fd < 0)
		return false;
	poll(processes->polled, (nfds_t)processes->polled_count, milliseconds);
	for (size_t i = 0; i < processes->count; i++)
		leave_out(processes, i);
	return true;
}

/* Of a process that another one has waited for it is not always known how it ended. */
void recorded_processes_end(struct recorded_processes *processes, pid_t id, int status)
{
	int own;

	take_lines(processes);
	for (size_t i = 0; i < processes->count; i++) {
		struct recorded_process *process = &processes->list[i];

		if (process_of(process) == id)
			tell_status(process, status);
		else if (i + 1 < processes->polled_count &&
			 find_status(descriptor_of(&processes->polled[i + 1]), &own))
			tell_status(process, own);
		process->is_polled = false;
	}
	recorded_processes_look(processes);
}

void recorded_processes_done(struct recorded_processes *processes)
{
	for (size_t i = 0; i < processes->polled_count; i++)
		if (descriptor_of(&processes->polled[i]) >= 0)
			close(descriptor_of(&processes->polled[i]));
	free(processes->polled);
	free(processes->list);
	layer_status_close(&processes->lines);
	*processes = (struct recorded_processes){ .lines.file = -1 };
}
