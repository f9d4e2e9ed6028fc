/* record.h: tells libtriptych what directives do, if it is there and measures. */
#ifndef PLACES_RECORD_H
#define PLACES_RECORD_H

#define TRI_RECORD __attribute__((weak))
#include "triptych/places_record.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#pragma weak tri_record_sites

/* True if the construct of a site is measured, as far as is known. */
static inline bool record_is_wanted(const struct tri_site *site)
{
    return site && site->recorded &&
           __atomic_load_n(&site->recorded->mode, __ATOMIC_RELAXED) != TRI_OFF && tri_record_begin;
}

static inline struct tri_node *record_begin(const struct tri_site *site)
{
    return record_is_wanted(site) ? tri_record_begin(site) : NULL;
}

static inline void record_end(struct tri_node *node)
{
    if (node)
        tri_record_end(node);
}

/* Returns the number of a new activity, or -1. */
static inline long record_number(const struct tri_site *site)
{
    unsigned number = record_is_wanted(site) ? tri_record_number() : UINT_MAX;
    return number == UINT_MAX ? -1 : (long)number;
}

#endif
