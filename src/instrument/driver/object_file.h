/* object_file.h: the parts of an object file, of any length and content. */
#ifndef INSTRUMENT_DRIVER_OBJECT_FILE_H
#define INSTRUMENT_DRIVER_OBJECT_FILE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file that is being read. Its parts are copied out, since they may be anywhere in it. */
struct object_file {
    char *bytes;
    size_t size;
    Elf64_Ehdr head;
};

/* Reads a relocatable ELF object for aarch64 or x86-64. False if the file is none. The caller frees
 * `bytes` in both cases. */
bool object_file_read(struct object_file *object, const char *path);

/* Copies a part of the file. False if it is beyond the end. */
bool object_file_copy(const struct object_file *object, void *to, uint64_t at, size_t size);

/* Copies the header of a section. False if there is no such section. */
bool object_file_section(const struct object_file *object, Elf64_Shdr *section, uint64_t number);

/* Finds the table of symbols and its number. False if there is none. */
bool object_file_symbols(const struct object_file *object, Elf64_Shdr *table, uint64_t *number);

/* Returns the name at an offset of a table of strings, or NULL. */
const char *object_file_name(const struct object_file *object, const Elf64_Shdr *strings,
                             uint64_t offset);

#endif
