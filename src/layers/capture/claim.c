/* SPDX-License-Identifier: Apache-2.0 */
/*
 * claim: see claim.h.
 */
#include "layers/capture/claim.h"

#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/system.h"
#include "base/file/io.h"
#include "base/file/safe-open.h"
#include "launch/compared.h"
#include "layers/capture/launch-choice.h"

#define LOOK_MS 2
#define MOMENT_NS ((uint64_t)50 * 1000000) /* the tool needs less to begin with the next launch */
#define STUCK_NS ((uint64_t)10 * 1000000000)

static struct compared *compared; /* NULL: nobody compares launches */
static const char *place;
static uint64_t limit;	      /* MiB */
static atomic_bool was_stuck; /* the last one that waited: the next one does not wait so long */

bool claim_start(const char *wanted, uint64_t mebibytes)
{
	const int file = wanted ? safe_open(wanted, SAFE_OPEN_READ | SAFE_OPEN_REGULAR) : -1;
	struct stat status;
	void *memory = MAP_FAILED;

	if (file >= 0 && fstat(file, &status) == 0 && status.st_size == sizeof(*compared))
		memory = mmap(NULL, sizeof(*compared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	io_close(file);
	place = wanted;
	limit = mebibytes;
	compared = memory != MAP_FAILED ? memory : NULL;
	return compared || !wanted;
}

bool claim_is_wanted(void)
{
	return compared != NULL;
}

/*
 * The MiB that JOB takes. While it is copied, its contents are on the device and in files. While it
 * is compared, they are in files, in the child that compares them, and on its device, which has the
 * whole objects; and what it has found is read.
 */
static uint64_t count_mebibytes(const struct job *job)
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
	return ((bytes + most) >> 20) + 1;
}

/* The tool has ended the comparison, or has been killed, with which its file is gone. */
static bool is_over(void)
{
	return system_now() >= atomic_load(&compared->over) || access(place, F_OK) != 0;
}

static bool fits(unsigned int mebibytes)
{
	unsigned int taken = atomic_load(&compared->taken);

	while (taken + (uint64_t)mebibytes <= limit)
		if (atomic_compare_exchange_weak(&compared->taken, &taken, taken + mebibytes))
			return true;
	return false;
}

/*
 * Is memory perhaps never given back? A launch may have it that the program holds, or whose process
 * has died. The tool has not compared any since *SINCE.
 */
static bool is_stuck(uint64_t *since)
{
	const uint64_t now = system_now();
	const bool is_likely = memory_may_be_held() || atomic_load(&was_stuck);

	if (atomic_load(&compared->is_busy))
		*since = now;
	return now - *since > (is_likely ? MOMENT_NS : STUCK_NS);
}

static bool take(struct job *job, unsigned int mebibytes)
{
	uint64_t since = system_now();
	bool has_memory = false;

	while (!is_over()) {
		has_memory = fits(mebibytes);
		if (has_memory || is_stuck(&since)) {
			atomic_store(&was_stuck, !has_memory);
			return has_memory ||
			       job_refuse(job->reason,
					  "--limit was reached by launches that do not end");
		}
		poll(NULL, 0, LOOK_MS);
	}
	choice_end();
	return job_refuse(job->reason, "--duration was over");
}

bool claim_make(struct job *job)
{
	const uint64_t mebibytes = count_mebibytes(job);
	int state;

	if (!compared)
		return true;
	if (mebibytes > limit)
		return job_refuse(job->reason, "it takes %llu MiB, more than --limit allows",
				  (unsigned long long)mebibytes);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	if (take(job, (unsigned int)mebibytes))
		job->claim = (unsigned int)mebibytes;
	pthread_setcancelstate(state, NULL);
	return job->claim > 0;
}

void claim_drop(const struct job *job)
{
	if (job->claim > 0)
		atomic_fetch_sub(&compared->taken, job->claim);
}
