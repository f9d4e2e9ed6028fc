/* defined.h: a set of definitions without duplicates: texts, regions, nodes of call paths. */
#ifndef MEASURE_MPI_DEFINED_H
#define MEASURE_MPI_DEFINED_H

#include "format/gathered.h"

#include <stdbool.h>
#include <stddef.h>

struct defined {
    char *bytes; /* the definitions in the form of format/gathered.h */
    size_t used, room;
    size_t *at; /* offsets by number; number 0 means none */
    uint32_t count;
    size_t at_room;
    uint32_t *table; /* hash table of numbers */
    size_t slots;
    bool failed; /* there was not enough memory */
};

void defined_free(struct defined *set);

/* Returns the number of a definition, new or known; 0 if there is no room for it. */
uint32_t defined_add(struct defined *set, enum format_definition_kind kind,
                     const uint32_t *references, uint16_t count, const void *content,
                     uint32_t size);

/* Adds all definitions of another set. If the set was empty, numbers stay the same. */
void defined_merge(struct defined *set, const char *bytes, size_t size);

#endif
