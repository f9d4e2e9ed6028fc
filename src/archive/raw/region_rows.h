/* region_rows.h: the rows of the table of regions, each region once. */
#ifndef ARCHIVE_RAW_REGION_ROWS_H
#define ARCHIVE_RAW_REGION_ROWS_H

#include "archive/raw/raw.h"
#include "format/region.h"

/* What makes two regions the same one: everything but what was chosen for them. */
struct region_key {
    uint32_t kind, line, seq, name, file, dir, routine;
};

/* The row of a region with that key, made from `raw` if there is none; *is_new tells. */
uint32_t raw_region_row(struct raw_reader *reader, const struct format_region *raw,
                        const struct region_key *key, bool *is_new);

/* The same region in another place or unit may have been chosen otherwise: what says more is kept.
 */
/* What another table of the same region tells of it is added to its row. */
void raw_region_join(struct archive_regions *all, uint32_t row, const struct format_region *raw);

#endif
