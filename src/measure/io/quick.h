/* quick.h: a shortcut for calls that move one character each and are only counted by now. The nodes
 * of a thread's last such call are remembered: a program that writes a million characters does so
 * from one site to one file. */
#ifndef MEASURE_IO_QUICK_H
#define MEASURE_IO_QUICK_H

#include "measure/files.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/node.h"
#include "measure/place.h"
#include "measure/visit.h"

#include <triptych/probes.h>

struct quick {
    const void *site, *stream;
    struct format_node *up, *node, *below; /* the parent, the call site's node, the file's node */
    struct tri_region *region;
    uint64_t lane;    /* start of the lane: differs in a forked process */
    unsigned changes; /* value of measure_files_changes */
};

extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct quick quick;

static inline bool quick_knows(const void *site, const void *stream)
{
    return !measure_bridge_is_on && quick.site == site && quick.stream == stream &&
           quick.up == measure_lane_current && measure_listen_hears(FORMAT_COLLECT_IO) &&
           __atomic_load_n(&quick.region->mode, __ATOMIC_RELAXED) == TRI_COUNT &&
           quick.lane == measure_lane_own->record->start &&
           quick.changes == __atomic_load_n(&measure_files_changes, __ATOMIC_RELAXED);
}

/* Counts one call. */
static inline void quick_count(struct tri_region *region, struct format_node *node,
                               struct format_node *below, bool moved)
{
    struct format_node *up = measure_lane_current;
    measure_node_make_current(node); /* for signal handlers */
    node->count++;
    node->bytes += moved;
    below->count++;
    below->bytes += moved;
    if (__builtin_expect(measure_visit_share(region) != 0, 0)) {
        measure_visit_note_counted(region, node, node->count);
        measure_node_add_untimed(below);
    }
    __asm__ volatile("" ::: "memory");
    measure_lane_current = up;
    if (__builtin_expect((node->count & 1023) == 0, 0))
        measure_place_heed();
}

/* Remembers the call at that site, which has just ended, if it was only counted. */
void quick_remember(const void *site, const void *stream);

#endif
