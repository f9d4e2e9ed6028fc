/* sources.h: the source files of a run, as they were when it was measured. */
#ifndef ANALYSIS_DIVISION_SOURCES_H
#define ANALYSIS_DIVISION_SOURCES_H

#include "archive/archive.h"

struct division_sources;

/* Reads the copies that a sealed archive has; of others, the files themselves. */
struct division_sources *division_sources_new(const struct archive *archive);
void division_sources_free(struct division_sources *sources);

/* The file that a region stands in; NULL: it is not known. */
const char *division_source(const struct division_sources *sources, uint32_t region, size_t *size);

/* The same number for all regions of files with the same text; where that is not known, of the same
 * path, of the source or else of the binary. */
uint64_t division_source_tag(const struct division_sources *sources, uint32_t region);

/* Whether any loop is of a file with that number. */
bool division_sources_have(const struct division_sources *sources, uint64_t tag);

/* Whether a loop of one run was found in a binary that the other run did not execute. */
bool division_binary_differs(const struct division_sources *sources, uint32_t region,
                             const struct division_sources *other);

#endif
