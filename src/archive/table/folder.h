/* folder.h: the files of an archive, on disk or in memory, all reading done by copying. */
#ifndef ARCHIVE_TABLE_FOLDER_H
#define ARCHIVE_TABLE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file in memory, for archives that are on no disk. Its path is relative to the archive. */
struct folder_memory_file {
    const char *path;
    const void *data;
    size_t size;
};

struct gathered;

/* Either `root` is a folder on disk or `files` are all there is. Places that are only in a file of
 * another one look like the others, where `gathered` knows them. */
struct folder {
    const char *root;
    const struct folder_memory_file *files;
    size_t file_count;
    struct gathered *gathered; /* or NULL */
};

struct folder_file {
    int fd; /* less than 0: in memory */
    const struct folder_memory_file *memory;
    uint64_t size; /* when it was opened; a file may grow or shrink while it is read */
    unsigned mode; /* who may read and write it, as chmod() takes it */
};

/* Regular files only. */
bool folder_open(const struct folder *folder, const char *path, struct folder_file *file);
void folder_close(struct folder_file *file);

/* Copies up to `size` bytes; returns how many there were. */
size_t folder_read(const struct folder_file *file, uint64_t offset, void *to, size_t size);

/* The whole file, at most `limit` bytes, with a zero byte behind; NULL when it cannot be opened. */
char *folder_read_all(const struct folder *folder, const char *path, size_t limit, size_t *size);

/* The file as an array for reading that stays valid after closing; *mapped as in struct
 * table_column. NULL when it cannot be had. An empty file gives memory of some size, too. */
void *folder_map(const struct folder_file *file, size_t *mapped);

/* The names in a folder, sorted; NULL-terminated, each and the list to be freed with
 * folder_free_names. */
char **folder_names(const struct folder *folder, const char *path);
void folder_free_names(char **names);

bool folder_has(const struct folder *folder, const char *path); /* a file or folder of that name */

#endif
