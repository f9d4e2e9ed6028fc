/* call_sites.h: regions that are known by an address: what they are in the source. */
#ifndef ARCHIVE_RAW_CALL_SITES_H
#define ARCHIVE_RAW_CALL_SITES_H

#include "archive/raw/region_rows.h"

/* If the key has an address, source file, line, routine and name take its place. What is not known
 * of them: the module is the file, with the address behind it if there is no routine either. */
void raw_find_site(struct raw_reader *reader, struct raw_place *place, struct region_key *key);

/* The path of a module, to be freed: a relative one is relative to where the run began. */
char *raw_module_path(const struct raw_reader *reader, const char *module);

#endif
