/* region_words.h: the words for regions in displays. */
#ifndef CUBE_REGION_WORDS_H
#define CUBE_REGION_WORDS_H

#include "archive/archive.h"
#include "util/buffer.h"

const char *cube_region_name(const struct archive *archive, uint32_t region);
const char *cube_region_kind(const struct archive *archive, uint32_t region);
const char *cube_region_routine(const struct archive *archive,
                                uint32_t region); /* the routine around it, or "" */

/* Returns the data file of a region of kind TRI_KIND_FILE, relative to the directory of the run. */
const char *cube_region_target(const struct archive *archive, uint32_t file);

/* Finds the Fortran unit through which the file was used. False if there is none. */
bool cube_region_unit(const struct archive *archive, uint32_t file, int64_t *unit);

/* True if the suffix of its source file is Fortran's. */
bool cube_region_is_fortran(const struct archive *archive, uint32_t region);

/* Appends "loop 2", "loop 2 sweep"; in Fortran "loop 2 (do)", "loop 2 (do 10)", "loop 2 (sweep:
 * do)"; "fwrite", "main". */
void cube_region_label(const struct archive *archive, uint32_t region, struct buffer *to);

/* Appends "loop 2 of main", "fwrite of save", "main". */
void cube_region_describe(const struct archive *archive, uint32_t region, struct buffer *to);

/* Appends where the source has the region: " (ring.c:12)"; of a call without a line, "
 * (ring+0x121d)"; nothing if neither is known. */
void cube_region_place(const struct archive *archive, uint32_t region, struct buffer *to);

/* Returns the length of a region's file without the address that a call without a line has behind
 * it: that of "ring" in "ring+0x121d". */
size_t cube_region_file_size(const char *file, uint32_t line);

/* Returns the file as it was given to the compiler, or relative to the compiler's directory. */
const char *cube_region_file(const struct archive *archive, uint32_t region);

/* True if it is in a known source file. */
bool cube_region_has_source(const struct archive *archive, uint32_t region);

#endif
