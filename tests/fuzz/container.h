/* container.h: an archive as one string of bytes: pieces of [u8 which file][u32 size][bytes]. An
 * event log has its header and then what is in its first slot, without the gap between them. */
#ifndef TESTS_CONTAINER_H
#define TESTS_CONTAINER_H

#include "archive/table/folder.h"

enum {
    CONTAINER_FILES = 512,
    CONTAINER_MORE = 0x7f, /* in the upper byte of the size: 256 more is the number of the file */
};

/* Which path a number stands for, or NULL. */
const char *container_path(unsigned number);

/* The bytes of a header when that is such a file; else 0. */
size_t container_header(const char *path);

/* Cuts the bytes up; a size that is too large takes what is left. Returns the number of files. */
size_t container_open(const unsigned char *bytes, size_t size,
                      struct archive_folder_memory_file files[CONTAINER_FILES]);

#endif
