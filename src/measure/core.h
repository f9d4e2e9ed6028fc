/* core.h: what the library that counts binaries (loops/) needs of the one that measures the
 * process.
 *
 * `triptych run` preloads both, and each contains what it needs to work alone. The first one that
 * is loaded defines tri_core for all: so there is one place, one lane for each thread, and one
 * guard. */
#ifndef MEASURE_CORE_H
#define MEASURE_CORE_H

#include "format/place.h"
#include "measure/bridge.h"
#include "measure/lane.h"
#include "measure/store.h"

#include <signal.h>

/* Its functions are those of guard.h, store.h, place.h, process.h, lane.h and bridge.h; see there.
 */
struct measure_core {
    void (*begin)(void);      /* of listen.h: prepares the collectors; NULL: there are none */
    void (*be_busy)(bool is); /* what this thread calls meanwhile is not the program's; may nest */
    void (*guard_enter)(sigset_t *before);
    void (*guard_leave)(const sigset_t *before);
    bool (*store_create)(struct measure_store *store, const char *folder, const char *name,
                         int number, size_t record, size_t bytes);
    void *(*store_at)(struct measure_store *store, uint64_t index);
    bool (*store_fork)(struct measure_store *store, bool copy);
    bool (*place_is_measuring)(void);
    const char *(*place_folder)(void);
    const char *(*place_archive)(void);
    struct format_place *(*place_page)(void);
    void (*place_renew_moment)(void);
    void (*place_stop)(int error, const char *what);
    void (*place_stop_guarded)(int error, const char *what);
    void (*place_say)(int error, const char *what, const char *consequence);
    bool (*process_start_without_probes)(void);
    void (*process_at_fork)(bool (*also)(void));
    void (*process_at_end)(void (*also)(void));
    void (*process_before_fork)(void);
    void (*process_after_fork)(void);
    void (*process_forked)(void);
    struct measure_lane *(*lane_own)(void); /* the lane of this thread; NULL: none */
    bool (*lane_start)(void);
    void (*bridge_begin)(const struct measure_bridge *bridge);
    void (*bridge_link)(uint32_t context, bool is_probed, uint32_t from);
    void (*bridge_land)(uint32_t context);
};

extern __attribute__((visibility("default"))) const struct measure_core tri_core;

#endif
