/* gathered.h: places whose own folder is not in the archive, as rank 0 got them through MPI. */
#ifndef ARCHIVE_TABLE_GATHERED_H
#define ARCHIVE_TABLE_GATHERED_H

#include "archive/table/folder.h"

struct gathered;

/* What is in the archive's file, without places that have their folder there. NULL: nothing. */
struct gathered *gathered_open(const struct folder *folder);
void gathered_free(struct gathered *gathered);

/* Places that could not be read. */
uint64_t gathered_damaged(const struct gathered *gathered);

/* The numbers of the places; they have no folder of that number on disk. */
size_t gathered_count(const struct gathered *gathered);
uint32_t gathered_number(const struct gathered *gathered, size_t i);

/* All files of the place of that number, as it would have them, with their paths below the archive;
 * valid until another one's are asked for. NULL: it is none of these. */
const struct folder_memory_file *gathered_files(struct gathered *gathered, uint32_t number,
                                                size_t *count);

#endif
