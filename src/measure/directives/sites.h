/* sites.h: the directives of a program as regions. */
#ifndef MEASURE_DIRECTIVES_SITES_H
#define MEASURE_DIRECTIVES_SITES_H

#include <triptych/places_record.h>

#include <stdbool.h>
#include <stddef.h>

/* Returns the region of a directive, or of its block, once it is known to the archive. NULL: it is
 * not measured. */
struct tri_region *measure_directive_region(const struct tri_site *site);
struct tri_region *measure_directive_block(const struct tri_site *site);

/* Returns the bytes that a block with these data takes along. */
size_t measure_directive_bytes(const struct tri_site *site, const char *data);

/* True if the data of the block begin with the sizes of its variables. */
bool measure_directive_is_dynamic(const struct tri_site *site);

#endif
