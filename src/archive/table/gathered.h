/* gathered.h: reads places whose own folders are not in the archive: rank 0 received them through
 * MPI and wrote them into one file (format/gathered.h). */
#ifndef ARCHIVE_TABLE_GATHERED_H
#define ARCHIVE_TABLE_GATHERED_H

#include "archive/table/folder.h"

struct gathered;

/* Reads the gathered files of all places, and leaves out ranks that have a folder in the archive.
 * Returns NULL if nothing remains. */
struct gathered *archive_gathered_open(const struct archive_folder *folder);
void archive_gathered_free(struct gathered *gathered);

/* Returns the number of places that could not be read; 0 for NULL. */
uint64_t archive_gathered_damaged(const struct gathered *gathered);

/* Return how many places there are, and the number of one of them, which no folder on disk has. */
size_t archive_gathered_count(const struct gathered *gathered);
uint32_t archive_gathered_number(const struct gathered *gathered, size_t i);

/* Returns the files that this place would have written, with their paths below the archive. They
 * stay valid until those of another place are asked for. NULL if no gathered place has the
 * number. */
const struct archive_folder_memory_file *archive_gathered_files(struct gathered *gathered,
                                                                uint32_t number, size_t *count);

#endif
