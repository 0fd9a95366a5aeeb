/* SPDX-License-Identifier: Apache-2.0 */
/*
 * drivers: see drivers.h.
 */
#include "layers/wait/drivers.h"

#include "base/text.h"

#define DRIVERS_MOST 16
#define LEAST_MEASURED (200 * NS_PER_US) /* shorter waits say nothing */
#define SLEEPING_WAITS 2		 /* after which a driver is left alone */
#define MISSED_TRIALS 4
#define NAME_SIZE 128

static struct wait_driver drivers[DRIVERS_MOST];
static clWriteLogCLROUTER_t *write_log; /* NULL: this loader has none. Written at start only. */

struct wait_driver *drivers_find(cl_platform_id platform)
{
	for (size_t i = 0; platform && i < DRIVERS_MOST; i++) {
		cl_platform_id found = NULL;

		if (atomic_compare_exchange_strong(&drivers[i].platform, &found, platform) ||
		    found == platform)
			return &drivers[i];
	}
	return NULL;
}

static void tell(const struct wait_driver *driver, const char *what)
{
	char name[NAME_SIZE] = "";
	char text[NAME_SIZE + 128];

	if (!write_log)
		return;
	clrouter_target.clGetPlatformInfo(atomic_load(&driver->platform), CL_PLATFORM_NAME,
					  sizeof(name) - 1, name, NULL);
	text_format(text, sizeof(text), "wait: platform \"%s\": %s", name, what);
	write_log(CLROUTER_LOG_INFO, text);
}

/* Changes the way of DRIVER once, and says why. */
static void change(struct wait_driver *driver, enum driver_way from, enum driver_way to,
		   const char *what)
{
	if (atomic_compare_exchange_strong(&driver->way, &from, to))
		tell(driver, what);
}

void drivers_try(struct wait_driver *driver)
{
	if (atomic_load(&driver->way) == DRIVER_MEASURED)
		change(driver, DRIVER_MEASURED, DRIVER_TRIED, "its waits are watched, and polled");
}

struct clock_spent drivers_enter(struct wait_driver *driver)
{
	atomic_fetch_add(&driver->entered, 1);
	return clock_thread();
}

/*
 * A thread that spins on a busy machine gets little time, but never gives it up; so one that sleeps
 * has done both.
 */
void drivers_leave(struct wait_driver *driver, uint64_t duration, const struct clock_spent *before)
{
	const struct clock_spent after = clock_thread();

	atomic_fetch_add(&driver->left, 1);
	if (atomic_load(&driver->way) != DRIVER_MEASURED || duration < LEAST_MEASURED)
		return;
	if ((after.cpu - before->cpu) * 2 >= duration || after.waits == before->waits)
		change(driver, DRIVER_MEASURED, DRIVER_TRIED,
		       "its waits use a processor all the time; they are polled");
	else if (atomic_fetch_add(&driver->sleeping, 1) + 1 >= SLEEPING_WAITS)
		change(driver, DRIVER_MEASURED, DRIVER_LEFT_ALONE,
		       "its waits sleep; it is left alone");
}

unsigned int drivers_begin_poll(const struct wait_driver *driver)
{
	return atomic_load(&driver->entered);
}

void drivers_saw_end(struct wait_driver *driver, unsigned int began)
{
	if (atomic_load(&driver->way) == DRIVER_TRIED && atomic_load(&driver->left) == began &&
	    atomic_load(&driver->entered) == began)
		change(driver, DRIVER_TRIED, DRIVER_POLLED,
		       "polling has seen a wait end; its own waits are called last");
}

void drivers_missed_end(struct wait_driver *driver)
{
	if (atomic_load(&driver->way) == DRIVER_TRIED &&
	    atomic_fetch_add(&driver->missed, 1) + 1 >= MISSED_TRIALS)
		change(driver, DRIVER_TRIED, DRIVER_LEFT_ALONE,
		       "its commands do not end while they are polled; it is left alone");
}

void drivers_start(void)
{
	write_log = (clWriteLogCLROUTER_t *)clrouter_layer_service("clWriteLogCLROUTER");
	for (size_t i = 0; i < DRIVERS_MOST; i++) {
		atomic_store(&drivers[i].platform, NULL);
		atomic_store(&drivers[i].way, DRIVER_MEASURED);
		atomic_store(&drivers[i].sleeping, 0);
		atomic_store(&drivers[i].missed, 0);
	}
}
