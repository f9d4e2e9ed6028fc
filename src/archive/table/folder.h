/* folder.h: the files of an archive, on disk or in memory. */
#ifndef ARCHIVE_TABLE_FOLDER_H
#define ARCHIVE_TABLE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file in memory, of an archive that is not on disk. Its path is relative to the archive. */
struct archive_folder_memory_file {
    const char *path;
    const void *data;
    size_t size;
};

struct gathered;

/* The folder of an archive: either `root` is its path on disk, or `files` are all of its files.
 * Places without a folder of their own, which rank 0 gathered, appear beside the others if
 * `gathered` is set. */
struct archive_folder {
    const char *root;
    const struct archive_folder_memory_file *files;
    size_t file_count;
    struct gathered *gathered; /* NULL: none */
};

struct archive_folder_file {
    int fd; /* less than 0: the file is in memory */
    const struct archive_folder_memory_file *memory;
    uint64_t size; /* at the time it was opened; the file may grow or shrink while it is read */
    unsigned mode; /* permissions, as chmod() takes them */
};

/* Opens a regular file for reading. False if there is none of that path. */
bool archive_folder_open(const struct archive_folder *folder, const char *path,
                         struct archive_folder_file *file);
void archive_folder_close(struct archive_folder_file *file);

/* Copies up to `size` bytes from `offset` on; returns how many were copied: fewer at the end of the
 * file or after an error. */
size_t archive_folder_read(const struct archive_folder_file *file, uint64_t offset, void *to,
                           size_t size);

/* Reads a whole file, at most `limit` bytes of it, and appends a zero byte. The caller frees the
 * result; NULL if the file cannot be opened. */
char *archive_folder_read_all(const struct archive_folder *folder, const char *path, size_t limit,
                              size_t *size);

/* Returns the file's content as a read-only array that stays valid after archive_folder_close;
 * *mapped as in struct archive_table_column. NULL on failure. An empty file gives an array, too. */
void *archive_folder_map(const struct archive_folder_file *file, size_t *mapped);

/* Returns the sorted names in a folder, ended by NULL; none if there is no such folder. To be freed
 * with archive_folder_free_names. */
char **archive_folder_names(const struct archive_folder *folder, const char *path);
void archive_folder_free_names(char **names);

bool archive_folder_has(const struct archive_folder *folder,
                        const char *path); /* true for a file or folder of that name */

#endif
