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

struct perf_map perf_map_read(uint32_t process, uid_t owner, int64_t since)
{
	struct perf_map map = { NULL, 0 };
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
		map.size = read_all(descriptor, map.text, (size_t)status.st_size);
		map.text[map.size] = '\0';
	}
	close(descriptor);
	return map;
}

/* The name in the line at LINE, if that has ADDRESS; otherwise NULL. */
static const char *name_in(const char *line, uint64_t address)
{
	char *end;
	const uint64_t begin = strtoull(line, &end, 16);
	uint64_t size;

	if (end == line || *end != ' ')
		return NULL;
	line = end + 1;
	size = strtoull(line, &end, 16);
	return end != line && *end == ' ' && address - begin < size ? end + 1 : NULL;
}

/* Code can be replaced: the last line counts. */
void perf_map_find(const struct perf_map *map, uint64_t address, char *name, size_t size)
{
	const char *line = map->text;

	*name = '\0';
	while (line && *line != '\0') {
		const char *found = name_in(line, address);
		const size_t length = strcspn(line, "\n");

		if (found)
			text_format(name, size, "%.*s", (int)(line + length - found), found);
		line += length + (line[length] == '\n');
	}
}

void perf_map_done(struct perf_map *map)
{
	free(map->text);
	*map = (struct perf_map){ NULL, 0 };
}
