/* region_keys.h: which regions and classes a projection is of, and how people read them. */
#ifndef CUBE_REGION_KEYS_H
#define CUBE_REGION_KEYS_H

#include "cube/projection.h"

/* For each region whether it is chosen; and for each class, whatever its regions are. */
struct whats {
    const struct archive *archive;
    bool any; /* there are patterns */
    bool class[CYCLES_CLASSES];
    uint8_t *region;   /* by row */
    uint8_t *class_of; /* by row: enum cycles_class; of row 0, on lanes that are of no pool */
};

/* False with an error: a pattern that can match nothing. */
bool whats_init(struct whats *whats, const struct archive *archive,
                const struct projection_request *request, struct error *error);
void whats_free(struct whats *whats);

enum cycles_class whats_class(const struct whats *whats, uint32_t region, uint32_t lane);

/* "solve (cg.c:17)", "solve"; to be freed. */
char *whats_label(const struct archive *archive, uint32_t region);
char *whats_name(const struct archive *archive, uint32_t region);

#endif
