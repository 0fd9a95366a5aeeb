/* SPDX-License-Identifier: Apache-2.0 */
/*
 * claim: see claim.h.
 */
#include "layers/capture/claim.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/system.h"
#include "base/text.h"
#include "launch/launch-format.h"
#include "layers/capture/launch-choice.h"

#define LOOK_MS 2
#define MOST_CLAIMS 256 /* at once */
#define STUCK_NS ((uint64_t)10 * 1000000000)

static const char *place;
static uint64_t limit;

void claim_start(const char *wanted, uint64_t most)
{
	place = wanted;
	limit = most;
}

bool claim_is_wanted(void)
{
	return place != NULL;
}

/*
 * What JOB takes. While it is copied, its contents are on the device and in files. While it is
 * compared, they are in files, in the child that compares them, and on its device, which has the
 * whole objects; and what it has found is read.
 */
static uint64_t count_bytes(const struct job *job)
{
	const struct launch *launch = &job->launch;
	uint64_t bytes = 0;
	uint64_t most = 0;

	for (size_t i = 0; i < launch->range_count; i++) {
		const uint64_t size = launch->ranges[i].size;

		bytes += (job->ranges[i].is_written ? 4 : 2) * size;
		most = size > most ? size : most;
	}
	for (size_t i = 0; i < launch->memory_count; i++)
		if (launch->memory[i].parent == LAUNCH_NONE)
			bytes += launch->memory[i].size;
	return bytes + most;
}

/*
 * What all launches take; UINT64_MAX: they are too many. IS_MOVING: one of them waits to be
 * compared.
 */
static uint64_t count_taken(bool *is_moving)
{
	char path[OS_PATH_SIZE];
	uint64_t taken = 0;
	size_t count = 0;
	struct os_dir dir = { .name = "" };

	if (os_dir_open(&dir, place) != 0)
		return UINT64_MAX;
	while (os_dir_next(&dir) > 0) {
		const char *bytes = strchr(dir.name, '-');

		if (!bytes)
			continue;
		count++;
		taken += strtoull(bytes + 1, NULL, 10);
		if (!*is_moving)
			text_format(path, sizeof(path), "%s/%s/" CLAIM_LAUNCH "/" LAUNCH_FILE,
				    place, dir.name);
		*is_moving = *is_moving || access(path, F_OK) == 0;
	}
	os_dir_close(&dir);
	return count <= MOST_CLAIMS ? taken : UINT64_MAX;
}

/*
 * Makes the claim PATH. It is there under another name, with a dot, before it is known whether it
 * fits: so two threads never both take the last space.
 */
static bool fits(struct job *job, const char *path, bool *is_moving)
{
	char attempt[OS_PATH_SIZE];
	uint64_t taken;

	*is_moving = false;
	text_format(attempt, sizeof(attempt), "%s/.%s", place, path + strlen(place) + 1);
	if (mkdir(attempt, S_IRWXU) != 0 && errno == ENOENT) {
		choice_end();
		return job_refuse(job->reason, "%s", "");
	}
	taken = count_taken(is_moving);
	job->reason[0] = '\0';
	if (taken <= limit && rename(attempt, path) == 0)
		return true;
	rmdir(attempt);
	return job_refuse(job->reason, "--limit was reached by launches that do not end");
}

static bool make(struct job *job, const char *path)
{
	uint64_t since = system_now();
	bool is_moving;

	while (!fits(job, path, &is_moving)) {
		if (job->reason[0] == '\0' || memory_may_be_held() ||
		    (!is_moving && system_now() - since > STUCK_NS))
			return false;
		since = is_moving ? system_now() : since;
		poll(NULL, 0, LOOK_MS);
	}
	return true;
}

bool claim_make(struct job *job)
{
	const uint64_t bytes = count_bytes(job);
	char path[OS_PATH_SIZE];
	bool is_made;
	int state;

	if (!place)
		return true;
	if (bytes > limit)
		return job_refuse(job->reason, "it takes %" PRIu64 " MiB, more than --limit allows",
				  bytes >> 20);
	text_format(path, sizeof(path), "%s/%" PRIu64 "-%" PRIu64 "-%ld", place,
		    job->launch.call.number, bytes, (long)getpid());
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	is_made = make(job, path);
	pthread_setcancelstate(state, NULL);
	job->claim = is_made ? job_copy_text(job, path) : NULL;
	if (is_made && !job->claim)
		rmdir(path);
	return job->claim ? true : is_made ? job_refuse_memory(job) : false;
}

void claim_drop(const struct job *job)
{
	if (job->claim)
		rmdir(job->claim);
}
