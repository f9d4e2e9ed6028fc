/* region_keys.h: the regions and classes that a projection covers, and their labels. */
#ifndef CUBE_REGION_KEYS_H
#define CUBE_REGION_KEYS_H

#include "cube/projection.h"

/* The selected regions and classes. A class is selected whatever its regions are. */
struct cube_region_keys {
    const struct archive *archive;
    bool any; /* patterns were given */
    bool class[CYCLES_CLASSES];
    uint8_t *region;   /* by row */
    uint8_t *class_of; /* by row: enum archive_cycles_class; of row 0, for lanes that are not of a
                          pool */
};

/* Applies the request's patterns. False with an error if one matches nothing. */
bool cube_region_keys_init(struct cube_region_keys *whats, const struct archive *archive,
                           const struct cube_projection_request *request, struct error *error);
void cube_region_keys_free(struct cube_region_keys *whats);

enum archive_cycles_class cube_region_keys_class(const struct cube_region_keys *whats,
                                                 uint32_t region, uint32_t lane);

/* Return "solve (cg.c:17)" and "solve"; the caller frees them. */
char *cube_region_keys_label(const struct archive *archive, uint32_t region);
char *cube_region_keys_name(const struct archive *archive, uint32_t region);

#endif
