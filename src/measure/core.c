/* core.c: see core.h */
#include "measure/core.h"

#include "measure/guard.h"
#include "measure/listen.h"
#include "measure/place.h"
#include "measure/process.h"

static struct measure_lane *lane_own(void)
{
    return measure_lane_own;
}

static void be_busy(bool is)
{
    listen_busy += is ? 1U : -1U;
}

/* Only libraries with collectors have it. */
#pragma weak measure_listen_prepare

const struct measure_core tri_core = {
    .begin = measure_listen_prepare,
    .be_busy = be_busy,
    .guard_enter = measure_guard_enter,
    .guard_leave = measure_guard_leave,
    .store_create = measure_store_create,
    .store_at = measure_store_at,
    .store_fork = measure_store_fork,
    .place_is_measuring = measure_place_is_measuring,
    .place_folder = measure_place_folder,
    .place_archive = measure_place_archive,
    .place_page = measure_place_page,
    .place_renew_moment = measure_place_renew_moment,
    .place_stop = measure_place_stop,
    .place_stop_guarded = measure_place_stop_guarded,
    .place_say = measure_place_say,
    .process_start_without_probes = measure_process_start_without_probes,
    .process_at_fork = measure_process_at_fork,
    .process_at_end = measure_process_at_end,
    .process_before_fork = measure_process_before_fork,
    .process_after_fork = measure_process_after_fork,
    .process_forked = measure_process_forked,
    .lane_own = lane_own,
    .lane_start = measure_lane_start,
    .bridge_begin = measure_bridge_begin,
    .bridge_link = measure_bridge_link,
    .bridge_land = measure_bridge_land,
};
