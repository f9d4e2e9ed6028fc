/* gathered_ranks.h: the gathered ranks of an archive in memory. gathered_open.c finds them,
 * gathered.c makes their files. */
#ifndef ARCHIVE_TABLE_GATHERED_RANKS_H
#define ARCHIVE_TABLE_GATHERED_RANKS_H

#include "archive/table/gathered_place.h"

/* One gathered rank. Its pieces follow each other from byte `at` to `end` of the source. */
struct gathered_rank {
    size_t source;
    uint32_t rank, number;
    size_t at, end;
};

/* One file of gathered ranks, written by rank 0 of a job. */
struct gathered_source {
    char *bytes;
    size_t size;
    struct gathered_definitions definitions;
    uint32_t version;
};

struct gathered {
    struct gathered_source *sources;
    size_t source_count, source_room;
    struct gathered_rank *ranks;
    size_t count, room;
    uint64_t damaged;
    /* the place whose files were asked for last */
    struct gathered_files files;
    uint32_t number;
};

/* Joins the pieces of a rank and makes its files. False if they are damaged. */
bool gathered_make_files(const struct gathered *gathered, const struct gathered_rank *rank,
                         struct gathered_files *files);

#endif
