/* region_words.h: what regions are called when they are shown. */
#ifndef CUBE_REGION_WORDS_H
#define CUBE_REGION_WORDS_H

#include "archive/archive.h"
#include "util/buffer.h"

const char *region_name(const struct archive *archive, uint32_t region);
const char *region_kind(const struct archive *archive, uint32_t region);
const char *region_routine(const struct archive *archive, uint32_t region); /* around it, or "" */

/* The data file of a region of the kind TRI_KIND_FILE, as a path from where the run began. */
const char *region_target(const struct archive *archive, uint32_t file);

/* The Fortran unit that it was used by. False: none. */
bool region_unit(const struct archive *archive, uint32_t file, int64_t *unit);

/* By the suffix of its source file. */
bool region_is_fortran(const struct archive *archive, uint32_t region);

/* "loop 2", "loop 2 sweep"; of Fortran "loop 2 (do)", "loop 2 (do 10)", "loop 2 (sweep: do)";
 * "fwrite", "main" */
void region_label(const struct archive *archive, uint32_t region, struct buffer *to);

/* "loop 2 of main", "fwrite of save", "main" */
void region_describe(const struct archive *archive, uint32_t region, struct buffer *to);

/* The file as the compiler was given it, or relative to where it ran. */
const char *region_file(const struct archive *archive, uint32_t region);

/* Whether it stands in a source file that is known. */
bool region_has_source(const struct archive *archive, uint32_t region);

#endif
