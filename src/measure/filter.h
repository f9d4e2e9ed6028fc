/* filter.h: evaluates the record filter, a condition that decides which acts are logged
 * (format/filter.h). */
#ifndef MEASURE_FILTER_H
#define MEASURE_FILTER_H

#include "format/event.h"
#include "format/profile.h"
#include "measure/settings.h"

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

/* True once there is a condition. */
extern __attribute__((visibility("hidden"))) bool filter_is_on;
static inline bool measure_filter_is_on(void)
{
    return __builtin_expect(__atomic_load_n(&filter_is_on, __ATOMIC_RELAXED), 0);
}

/* Reads the condition from its file. The place's page must exist. */
void measure_filter_start(const struct measure_settings *settings);

/* Reads a filter that was sent while the program runs, which is in force from now on; all regions
 * have to be met again. The guard must be held. False, with a line on stderr, if it cannot be used:
 * the one before stays. */
bool measure_filter_read(uint32_t number, const char *path);

/* Returns those of the chosen event kinds that the condition may be true for. The archive matches
 * messages from all MPI events; these are removed as a kind only if none of them can be logged. */
uint32_t measure_filter_kinds(uint32_t chosen);

/* The source position of a region. method: the name of the routine around it, or its own name if it
 * has none; is_address: the position is known only as an address, which the reader of the archive
 * resolves. */
struct measure_filter_site {
    const char *method;
    bool is_address;
};

/* True if a filter was sent since the program began. May be called at any time. */
bool measure_filter_was_sent(void);

/* Evaluates the part of the condition that depends on a region alone. The guard must be held. False
 * if no visit of the region is logged, and no probe has to ask: that is said of the first filter
 * only, as another one may log them again. */
bool measure_filter_meet(uint32_t id, const struct tri_region *region,
                         const struct measure_filter_site *site);

/* The message fields of an act. `told` has a bit of enum measure_filter_told for each field that is
 * known, `several` for each one that has several values. */
enum measure_filter_told {
    FILTER_TAG = 1,
    FILTER_COMMUNICATOR = 2,
    FILTER_FROM = 4,
    FILTER_TO = 8
};

struct measure_filter_message {
    uint32_t told, several;
    uint32_t tag, communicator, from,
        to; /* world ranks; UINT32_MAX: any, or outside the world communicator */
};

/* An act that ends, as the condition sees it. */
struct measure_filter_act {
    const struct format_node *node;
    uint64_t ticks; /* its duration */
    uint64_t trips; /* NODE_NO_TRIPS: it is no loop */
    uint64_t bytes;
    uint64_t held; /* ticks; 0: none */
    bool left;     /* it was ended from outside: by longjmp, thread end or exit */
    const struct measure_filter_message *message; /* NULL: it has none */
};

/* True if the visit began while the first filter dropped all visits of its region: such visits are
 * not counted one by one (FORMAT_FILTERED). */
bool measure_filter_drops(const struct format_node *node);

/* True if the act is to be logged. The slow path of measure_filter_keeps(). */
bool measure_filter_keeps_far(const struct measure_filter_act *act);

/* True for regions of I/O, waiting and MPI, whose filtered time is added up. */
bool measure_filter_is_aside(uint32_t region);

static inline bool measure_filter_is_aside_kind(uint32_t kind)
{
    const uint32_t aside = FORMAT_EVENTS_IO | FORMAT_EVENTS_SYNC | FORMAT_EVENTS_COMM;
    return format_events_of(kind) & aside;
}

/* measure_filter_count() counts an act that is not logged, and stores when it was. is_aside: it is
 * one of I/O, waiting or MPI; is_counted: readers count all visits of its region as filtered.
 * measure_filter_uncount() subtracts an act of such a region that is logged. */
void measure_filter_count(const struct measure_filter_act *act, bool is_aside, bool is_counted);
void measure_filter_uncount(const struct format_node *node);

/* Ends the counting of an act of the node: a signal handler interrupted it and does not return. */
void measure_filter_forget(const struct format_node *node);

/* Counts an act that measure_filter_keeps_far() did not keep. */
void measure_filter_leave_out(const struct measure_filter_act *act);

/* True if the act is to be logged; counts it if not. */
bool measure_filter_judge(const struct measure_filter_act *act);

static inline bool measure_filter_keeps(const struct measure_filter_act *act)
{
    return !measure_filter_is_on() || measure_filter_judge(act);
}

#endif
