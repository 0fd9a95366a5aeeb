/* SPDX-License-Identifier: Apache-2.0 */
/* link: see link.h. */
#include "layers/record/link.h"

#include <limits.h>
#include <stdlib.h>

#include "base/file/safe-open.h"
#include "base/text.h"

#define TENTH UINT64_C(100000000) /* transfers of a lane in a second, of one tenth of 1 GT/s */
#define OLD_SPEEDS 50		  /* up to this speed, 8 of 10 bits are data; 128 of 130 above it */
#define MOST_SPEED 100000	  /* what is above this is no speed ... */
#define MOST_WIDTH 64		  /* ... and no width */

/* The first line of the file NAME of the device; empty if there is none. */
static void read_line(const char *directory, const char *address, const char *name, char line[64])
{
	char path[PATH_MAX];
	ssize_t size;

	text_format(path, sizeof(path), "%s/%s/%s", directory, address, name);
	size = safe_read_start(path, line, 63);
	line[size > 0 ? size : 0] = '\0';
}

/* For example "16.0 GT/s PCIe" or "8 GT/s", in tenths of 1 GT/s; 0: it is not known. */
static uint64_t read_speed(const char *directory, const char *address, const char *name)
{
	char line[64];
	char *end;
	uint64_t tenths;

	read_line(directory, address, name, line);
	if (*line < '0' || *line > '9')
		return 0;
	tenths = strtoull(line, &end, 10) * 10;
	if (*end == '.' && end[1] >= '0' && end[1] <= '9')
		tenths += (uint64_t)(end[1] - '0');
	return tenths < MOST_SPEED ? tenths : 0;
}

static uint64_t read_width(const char *directory, const char *address)
{
	char line[64];
	uint64_t width;

	read_line(directory, address, "current_link_width", line);
	width = *line >= '0' && *line <= '9' ? strtoull(line, NULL, 10) : 0;
	return width <= MOST_WIDTH ? width : 0;
}

/* A port that an emulator has made may say less than what the link has now. */
static uint64_t find_speed(const char *directory, const char *address)
{
	const uint64_t now = read_speed(directory, address, "current_link_speed");
	const uint64_t port = read_speed(directory, address, "../max_link_speed");
	uint64_t most = read_speed(directory, address, "max_link_speed");

	if (port > 0 && port < most)
		most = port;
	return now > most ? now : most;
}

uint64_t link_rate(const char *directory, const char *address)
{
	const uint64_t speed = find_speed(directory, address);
	const uint64_t bits = speed * TENTH * read_width(directory, address);

	return speed <= OLD_SPEEDS ? bits / 10 : bits / 130 * 16;
}
