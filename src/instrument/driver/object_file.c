/* object_file.c: see object_file.h */
#include "instrument/driver/object_file.h"

#include "instrument/driver/paths.h"

#include <string.h>

bool object_file_copy(const struct object_file *object, void *to, uint64_t at, size_t size)
{
    if (at > object->size || size > object->size - at)
        return false;
    memcpy(to, object->bytes + at, size);
    return true;
}

bool object_file_section(const struct object_file *object, Elf64_Shdr *section, uint64_t number)
{
    return number < object->head.e_shnum &&
           object_file_copy(object, section, object->head.e_shoff + number * sizeof *section,
                            sizeof *section);
}

static bool read_head(struct object_file *object)
{
    const Elf64_Ehdr *head = &object->head;
    return object_file_copy(object, &object->head, 0, sizeof object->head) &&
           !memcmp(head->e_ident, ELFMAG, SELFMAG) && head->e_ident[EI_CLASS] == ELFCLASS64 &&
           head->e_ident[EI_DATA] == ELFDATA2LSB && head->e_type == ET_REL &&
           (head->e_machine == EM_AARCH64 || head->e_machine == EM_X86_64) &&
           head->e_shentsize == sizeof(Elf64_Shdr);
}

bool object_file_read(struct object_file *object, const char *path)
{
    *object = (struct object_file){0};
    object->bytes = paths_read(path, &object->size);
    return object->bytes && read_head(object);
}

bool object_file_symbols(const struct object_file *object, Elf64_Shdr *table, uint64_t *number)
{
    for (*number = 0; object_file_section(object, table, *number); ++*number) {
        if (table->sh_type == SHT_SYMTAB)
            return table->sh_size / sizeof(Elf64_Sym) <= object->size;
    }
    return false;
}

const char *object_file_name(const struct object_file *object, const Elf64_Shdr *strings,
                             uint64_t offset)
{
    if (strings->sh_offset > object->size || strings->sh_size > object->size - strings->sh_offset ||
        offset >= strings->sh_size)
        return NULL;
    const char *name = object->bytes + strings->sh_offset + offset;
    return memchr(name, '\0', strings->sh_size - offset) ? name : NULL;
}
