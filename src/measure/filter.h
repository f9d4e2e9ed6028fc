/* filter.h: which acts are logged, by a condition on them: format/filter.h. */
#ifndef MEASURE_FILTER_H
#define MEASURE_FILTER_H

#include "format/profile.h"
#include "measure/settings.h"

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

/* Whether there is a condition at all. */
extern __attribute__((visibility("hidden"))) bool filter_is_on;

/* Reads it. When the place's page is there. */
void filter_start(const struct settings *settings);

/* Of the kinds that were chosen, those that the condition may be true for. Messages are matched by
 * all of them: only where none at all can be logged, they are left out as a kind. */
uint32_t filter_kinds(uint32_t chosen);

/* What a region is told of: the routine around it, or its own name; and whether its source is known
 * only by an address. */
struct filter_site {
    const char *method;
    bool is_address;
};

/* A new region: what depends on it alone is computed now. With the guard held. False: no visit of
 * it is ever logged. */
bool filter_meet(uint32_t id, const struct tri_region *region, const struct filter_site *site);

/* What an act tells of messages: bits of enum filter_told say what was told, and what of it has
 * several values. */
enum filter_told { FILTER_TAG = 1, FILTER_COMMUNICATOR = 2, FILTER_FROM = 4, FILTER_TO = 8 };

struct filter_message {
    uint32_t told, several;
    uint32_t tag, communicator, from, to; /* world ranks; UINT32_MAX: any, or outside */
};

/* An act that ends. */
struct filter_act {
    const struct format_node *node;
    uint64_t ticks; /* how long it took */
    uint64_t trips; /* NODE_NO_TRIPS: it is no loop */
    uint64_t bytes;
    uint64_t held;                        /* ticks; 0: none */
    bool left;                            /* it was ended from outside */
    const struct filter_message *message; /* NULL: it is about none */
};

/* Whether all visits of a region are left out. */
bool filter_drops(uint32_t region);

/* Whether it is to be logged. */
bool filter_keeps_far(const struct filter_act *act);

/* Counts an act that is not, and keeps when it was. */
void filter_count(const struct filter_act *act);

/* The same for those that have nothing else to do then. */
static inline bool filter_keeps(const struct filter_act *act)
{
    if (__builtin_expect(!filter_is_on, 1) || filter_keeps_far(act))
        return true;
    filter_count(act);
    return false;
}

#endif
