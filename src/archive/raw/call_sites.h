/* call_sites.h: finds the source lines of regions that are known only by an address. */
#ifndef ARCHIVE_RAW_CALL_SITES_H
#define ARCHIVE_RAW_CALL_SITES_H

#include "archive/raw/region_rows.h"

/* If the key has an address, replaces it by source file, line, routine and name. If no source is
 * known, the file becomes the module, followed by the address unless a function is meant
 * itself. Returns true if it is in the routine with which the program begins. */
bool raw_find_site(struct archive_raw_reader *reader, struct archive_raw_place *place,
                   struct archive_region_key *key);

/* Returns the path of a module, which the caller frees. A relative path is taken from the folder in
 * which the run was started. */
char *raw_module_path(const struct archive_raw_reader *reader, const char *module);

#endif
