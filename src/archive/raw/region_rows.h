/* region_rows.h: adds rows to the table of regions, one per region of the whole archive. */
#ifndef ARCHIVE_RAW_REGION_ROWS_H
#define ARCHIVE_RAW_REGION_ROWS_H

#include "archive/raw/raw.h"
#include "format/region.h"

/* The identity of a region, which does not depend on how it is measured. */
struct archive_region_key {
    uint32_t kind, line, seq, name, file, dir, routine;
};

/* Returns the row of the region with that key; if it is new, adds one made from `raw`. */
uint32_t archive_raw_region_row(struct archive_raw_reader *reader, const struct format_region *raw,
                                const struct archive_region_key *key, bool *is_new);

/* Merges another description of the same region into its row: from another place or translation
 * unit, where other modes may have been chosen. The larger reason (enum format_reason) is kept with
 * its mode, except FORMAT_STOPPED; flags are joined, visits added up. */
void archive_raw_region_join(struct archive_regions *all, uint32_t row,
                             const struct format_region *raw);

#endif
