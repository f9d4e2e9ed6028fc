/* sources.h: the source files of a run at the time of measuring. */
#ifndef ANALYSIS_DIVISION_SOURCES_H
#define ANALYSIS_DIVISION_SOURCES_H

#include "archive/archive.h"

struct division_sources;

/* Reads the copies in a sealed archive; for others, the files themselves. */
struct division_sources *analysis_division_sources_new(const struct archive *archive);
void analysis_division_sources_free(struct division_sources *sources);

/* Returns the text of the file that contains a region; NULL if it is unknown. */
const char *analysis_division_source(const struct division_sources *sources, uint32_t region,
                                     size_t *size);

/* Returns the same number for all regions of files with the same text; if the text is unknown, of
 * files with the same path, of the source or else of the binary. */
uint64_t analysis_division_source_tag(const struct division_sources *sources, uint32_t region);

/* True if any loop is in a file with that number. */
bool division_sources_have(const struct division_sources *sources, uint64_t tag);

/* True if a loop of one run is in a binary that the other run did not execute. */
bool division_binary_differs(const struct division_sources *sources, uint32_t region,
                             const struct division_sources *other);

#endif
