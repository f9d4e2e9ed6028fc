/* carried_file.h: the file places/P/carried in memory. */
#ifndef ARCHIVE_LOOPS_CARRIED_FILE_H
#define ARCHIVE_LOOPS_CARRIED_FILE_H

#include "archive/table/folder.h"
#include "format/carried.h"

#include <stdbool.h>

/* The parts of the file. Indexes in them, and texts, were checked; numbers of functions were
 * not. */
struct archive_carried_file {
    char *bytes;
    const struct format_carried_header *header;
    const struct format_carried_loop *loops;
    const struct format_carried_access *accesses;
    const struct format_carried *records;
    const char *texts;
};

/* Reads the file. False if there is none; `*is_bad` is then set if it is damaged. To be freed with
 * archive_carried_file_free, unless false. */
bool archive_carried_file_read(struct archive_carried_file *file,
                               const struct archive_folder *folder, const char *path, bool *is_bad);
void archive_carried_file_free(struct archive_carried_file *file);

#endif
