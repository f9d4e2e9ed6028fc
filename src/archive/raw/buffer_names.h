/* buffer_names.h: reads the names of the buffers of MPI calls (format/buffer.h). */
#ifndef ARCHIVE_RAW_BUFFER_NAMES_H
#define ARCHIVE_RAW_BUFFER_NAMES_H

#include "archive/raw/raw.h"

/* Reads those of a place, after its regions. */
void raw_buffer_names_read(struct archive_raw_reader *reader,
                           const struct archive_raw_place *place);

/* Returns the names of the first (0) or second (1) buffer of a call site, by its row of the table
 * regions, as all places know it; "" if one of them does not. Valid until
 * raw_buffer_names_free(). */
const char *raw_buffer_names_of(const struct archive_raw_reader *reader, uint32_t region,
                                unsigned which);

void raw_buffer_names_free(struct archive_raw_reader *reader);

#endif
