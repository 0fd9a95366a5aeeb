/* SPDX-License-Identifier: Apache-2.0 */
/* replayer: see replayer.h. */
#include "tool/diverge/replayer.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/common/system.h"
#include "base/file/io.h"
#include "base/text.h"
#include "launch/launch-contents.h"
#include "launch/launch-file.h"
#include "launch/launch-rules.h"
#include "tool/probe/driver/report.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/started-program.h"
#include "tool/replay/trial.h"

#define MOST_BYTES ((size_t)1 << 20) /* of a report */
#define BEAT 50			     /* milliseconds between two looks at the child */

/* What the child is to do next. */
struct order {
	unsigned int repeat;
	char path[1024];
};

/* -- the child -------------------------------------------------------------------------------- */

/* The launch, changed as the user has said. */
static void obey(struct trial *trial, const struct replayer *replayer, const struct order *order)
{
	struct launch_bounds bounds[LAUNCH_KINDS];
	struct arena arena = ARENA_INIT;
	char problem[LAUNCH_PROBLEM];
	struct launch launch;

	*trial = (struct trial){ trial->use, &launch, bounds, .repeat = order->repeat };
	trial->use.arena = &arena;
	memcpy(bounds, launch_bounds, sizeof(bounds));
	if (launch_contents_read(&launch, order->path, &arena, problem)) {
		replay_options_apply(replayer->options, &launch, bounds, &arena, problem);
		trial_run_next(trial);
		launch_contents_done(&launch);
	} else {
		report_put(trial->use.report, LAUNCH_SAYS_UNABLE, problem);
	}
	arena_done(&arena);
}

/* Memory for contents goes back to the system when it is freed, so that it stays under the limit.
 */
static void keep_no_memory(void)
{
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}

static _Noreturn void work(const struct replayer *replayer, int orders, int report)
{
	static struct trial trial; /* drivers keep pointers to both */
	static struct arena arena;
	const struct replay_probe *device = &replayer->device;
	struct order order;
	bool is_found = false;
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	child_settle(memfd_create("clrouter output", MFD_CLOEXEC));
	keep_no_memory();
	trial.use = (struct device_use){ .report = report, .arena = &arena };
	while (io_read(orders, &order, sizeof(order)) == (ssize_t)sizeof(order)) {
		/* What drivers print is dropped. */
		if (ftruncate(STDOUT_FILENO, 0) == 0)
			lseek(STDOUT_FILENO, 0, SEEK_SET);
		trial_begin_step(&trial.use, LAUNCH_LOADS);
		is_found =
			is_found || device_use_find(&trial.use, device->candidate, device->settings,
						    device->platform, device->device);
		if (is_found)
			obey(&trial, replayer, &order);
		trial_begin_step(&trial.use, LAUNCH_ENDS);
	}
	/* Drivers may hang or crash when they end, which is nothing to any launch. */
	_exit(EXIT_SUCCESS);
}

/* -- the parent ------------------------------------------------------------------------------- */

static void forget(struct replayer *replayer)
{
	close(replayer->orders);
	close(replayer->report);
	replayer->id = 0;
}

static bool start(struct replayer *replayer)
{
	int orders[2];
	int report[2] = { -1, -1 };

	if (!replayer->bytes)
		replayer->bytes = malloc(MOST_BYTES);
	if (!replayer->bytes || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, orders) != 0)
		return false;
	replayer->id = pipe2(report, O_CLOEXEC | O_NONBLOCK) == 0 ? fork() : -1;
	if (replayer->id == 0) {
		started_program_end_forwarding();
		close(orders[1]);
		fcntl(report[1], F_SETFL, 0);
		work(replayer, orders[0], report[1]);
	}
	close(orders[0]);
	close(report[1]);
	replayer->orders = orders[1];
	replayer->report = report[0];
	if (replayer->id > 0)
		return true;
	forget(replayer);
	return false;
}

static void note_step(void *data, const char *key, const char *value)
{
	if (strcmp(key, LAUNCH_SAYS_STEP) == 0 && report_number(value) == LAUNCH_ENDS)
		*(bool *)data = true;
}

/* Reads what there is, which begins a step that has time until *END. Has the child done the launch?
 */
static bool read_report(struct replayer *replayer, uint64_t *end)
{
	bool is_done = false;
	ssize_t size;

	while ((size = read(replayer->report, replayer->bytes + replayer->size,
			    MOST_BYTES - replayer->size)) > 0) {
		replayer->size += (size_t)size;
		*end = system_now() + replayer->seconds * (uint64_t)1000000000;
	}
	report_visit(replayer->bytes, replayer->size, note_step, &is_done);
	return is_done;
}

/* Waits until the launch is done. False: CHILD says how the child ended. */
static bool await(struct replayer *replayer, struct child *child)
{
	struct pollfd polled = { .fd = replayer->report, .events = POLLIN };
	uint64_t end = system_now() + replayer->seconds * (uint64_t)1000000000;

	while (!read_report(replayer, &end)) {
		const bool is_over = system_now() >= replayer->over || interruption_is_pending();

		if (child_is_gone(replayer->id, child)) {
			const bool is_done = read_report(replayer, &end);

			forget(replayer);
			return is_done;
		}
		if (is_over || system_now() >= end || replayer->size == MOST_BYTES) {
			child_put_down(replayer->id, child);
			if (is_over)
				*child = (struct child){ .end = CHILD_FAILED, .code = ETIME };
			forget(replayer);
			return false;
		}
		poll(&polled, 1, BEAT);
	}
	return true;
}

struct replay_probe replayer_run(struct replayer *replayer, const char *path,
				 const struct launch *launch, unsigned int repeat,
				 struct arena *arena)
{
	struct order order = { .repeat = repeat };
	struct replay_probe probe = replayer->device;
	struct child *child = &probe.child;

	probe.launch = launch;
	replayer->size = 0;
	/* One that has died since is no fault of this launch. */
	if (replayer->id > 0 && child_is_gone(replayer->id, child))
		forget(replayer);
	*child = (struct child){ .end = CHILD_FAILED, .code = ENOMEM };
	text_format(order.path, sizeof(order.path), "%s", path);
	if (replayer->id > 0 || start(replayer)) {
		send(replayer->orders, &order, sizeof(order), MSG_NOSIGNAL);
		if (await(replayer, child))
			*child = (struct child){ .end = CHILD_EXITED };
	}
	child->output = "";
	child->report = arena_copy(arena, replayer->bytes, replayer->size);
	child->report_size = child->report ? replayer->size : 0;
	replay_probe_judge(&probe, arena);
	return probe;
}

void replayer_end(struct replayer *replayer)
{
	struct child child;

	if (replayer->id > 0) {
		child_put_down(replayer->id, &child);
		forget(replayer);
	}
	free(replayer->bytes);
	replayer->bytes = NULL;
}
