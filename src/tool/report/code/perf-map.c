/* SPDX-License-Identifier: Apache-2.0 */
/* perf-map: see perf-map.h. */
#include "tool/report/code/perf-map.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/list.h"
#include "base/text.h"

#define MOST_BYTES ((off_t)64 << 20) /* a large Python program writes some MiB */

/* Others may write to /tmp, but not in the name of OWNER. */
static bool is_usable(int descriptor, uid_t owner, int64_t since, struct stat *status)
{
	return fstat(descriptor, status) == 0 && S_ISREG(status->st_mode) &&
	       status->st_uid == owner && status->st_size <= MOST_BYTES &&
	       status->st_mtim.tv_sec >= since;
}

static size_t read_all(int descriptor, char *text, size_t size)
{
	size_t done = 0;
	ssize_t got;

	while (done < size && (got = read(descriptor, text + done, size - done)) > 0)
		done += (size_t)got;
	return done;
}

/* The function in LINE; without a name if it is none. */
static struct perf_function read_function(const char *line)
{
	struct perf_function function = { .name = NULL };
	char *end;

	function.begin = strtoull(line, &end, 16);
	if (end == line || *end != ' ')
		return function;
	line = end + 1;
	function.size = strtoull(line, &end, 16);
	if (end != line && *end == ' ')
		function.name = end + 1;
	return function;
}

/* Reads all lines of the map, whose ends become NUL bytes. */
static void read_functions(struct perf_map *map)
{
	char *rest = map->text;
	char *line;

	while ((line = strsep(&rest, "\n"))) {
		const struct perf_function function = read_function(line);

		if (!function.name)
			continue;
		if (!list_make_space(&map->functions, map->count, sizeof(function)))
			return;
		map->functions[map->count++] = function;
	}
}

struct perf_map perf_map_read(uint32_t process, uid_t owner, int64_t since)
{
	struct perf_map map = { .text = NULL };
	struct stat status;
	char path[64];
	int descriptor;

	text_format(path, sizeof(path), "/tmp/perf-%" PRIu32 ".map", process);
	descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
	if (descriptor < 0)
		return map;
	if (is_usable(descriptor, owner, since, &status))
		map.text = malloc((size_t)status.st_size + 1);
	if (map.text) {
		map.text[read_all(descriptor, map.text, (size_t)status.st_size)] = '\0';
		read_functions(&map);
	}
	close(descriptor);
	return map;
}

/* Code can be replaced: the last line counts. */
const char *perf_map_find(const struct perf_map *map, uint64_t address)
{
	for (size_t i = map->count; i > 0; i--)
		if (address - map->functions[i - 1].begin < map->functions[i - 1].size)
			return map->functions[i - 1].name;
	return "";
}

void perf_map_done(struct perf_map *map)
{
	free(map->text);
	free(map->functions);
	*map = (struct perf_map){ .text = NULL };
}
