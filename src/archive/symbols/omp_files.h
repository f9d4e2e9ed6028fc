/* omp_files.h: the OpenMP directives of source files, each of which is read once. */
#ifndef ARCHIVE_SYMBOLS_OMP_FILES_H
#define ARCHIVE_SYMBOLS_OMP_FILES_H

#include "archive/symbols/omp_directives.h"
#include "archive/symbols/unit.h"

struct omp_files;
struct omp_files *omp_files_new(void);
void omp_files_free(struct omp_files *files);

/* Returns the directives of a unit's file; none if it was changed after `newest` (ns since 1970).
 */
const struct omp_directives *omp_files_directives(struct omp_files *files,
                                                  const struct archive_symbols_unit *unit,
                                                  uint32_t file, uint64_t newest);

#endif
