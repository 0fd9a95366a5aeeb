/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-image: see elf-image.h. The word size and byte order are those of this process.
 */
#include "layers/frame/place/elf-image.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct elf_image elf_image_open(const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct elf_image image = { NULL, 0 };
	struct stat status;
	void *bytes = MAP_FAILED;

	if (file < 0)
		return image;
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
	    status.st_size > (off_t)sizeof(ElfW(Ehdr)))
		bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	close(file);
	if (bytes != MAP_FAILED)
		image = (struct elf_image){ bytes, (size_t)status.st_size };
	return image;
}

void elf_image_close(struct elf_image *image)
{
	if (image->bytes != NULL)
		munmap((void *)image->bytes, image->size);
	image->bytes = NULL;
	image->size = 0;
}

const void *elf_image_part(const struct elf_image *image, uint64_t offset, uint64_t count,
			   size_t size)
{
	if (offset > image->size || count > (image->size - offset) / size)
		return NULL;
	return image->bytes + offset;
}

const ElfW(Shdr) *elf_image_header(const struct elf_image *image, unsigned index)
{
	const ElfW(Ehdr) *header = elf_image_part(image, 0, 1, sizeof(*header));
	const ElfW(Shdr) *sections;

	if (header == NULL || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
	    header->e_shentsize != sizeof(*sections) || index >= header->e_shnum)
		return NULL;
	sections = elf_image_part(image, header->e_shoff, header->e_shnum, sizeof(*sections));
	return sections != NULL ? &sections[index] : NULL;
}

const ElfW(Shdr) *elf_image_header_of_type(const struct elf_image *image, uint32_t type)
{
	const ElfW(Shdr) *section;

	for (unsigned i = 0; (section = elf_image_header(image, i)) != NULL; i++)
		if (section->sh_type == type)
			return section;
	return NULL;
}

const char *elf_image_name(const struct elf_image *image, const ElfW(Shdr) *table, uint64_t offset)
{
	const char *names = table != NULL ?
		elf_image_part(image, table->sh_offset, table->sh_size, 1) : NULL;

	if (names == NULL || offset >= table->sh_size ||
	    memchr(names + offset, '\0', table->sh_size - offset) == NULL)
		return NULL;
	return names + offset;
}

struct elf_section elf_image_section(const struct elf_image *image, const char *name)
{
	const ElfW(Ehdr) *header = elf_image_part(image, 0, 1, sizeof(*header));
	const ElfW(Shdr) *section;
	const ElfW(Shdr) *names;

	if (header == NULL)
		return (struct elf_section){ NULL, 0 };
	names = elf_image_header(image, header->e_shstrndx);
	for (unsigned i = 0; (section = elf_image_header(image, i)) != NULL; i++) {
		const char *found = elf_image_name(image, names, section->sh_name);

		if (found == NULL || strcmp(found, name) != 0 ||
		    section->sh_type != SHT_PROGBITS || (section->sh_flags & SHF_COMPRESSED) != 0)
			continue;
		return (struct elf_section){
			elf_image_part(image, section->sh_offset, section->sh_size, 1),
			section->sh_size,
		};
	}
	return (struct elf_section){ NULL, 0 };
}
