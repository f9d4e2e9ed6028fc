/* quick.c: see quick.h */
#include "measure/io/quick.h"

#include "measure/region.h"

__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct quick quick;

void quick_remember(const void *site, const void *stream)
{
    struct format_node *up = measure_lane_current, *node = up->recent, *below = node->recent;
    struct tri_region *region = measure_lane_own ? measure_region_known(node->region) : NULL;
    if (!region || region->kind != TRI_KIND_IO || !below || below == &measure_lane_nobody ||
        __atomic_load_n(&region->mode, __ATOMIC_RELAXED) != TRI_COUNT)
        return;
    quick = (struct quick){
        .site = site,
        .stream = stream,
        .up = up,
        .node = node,
        .below = below,
        .region = region,
        .lane = measure_lane_own->record->start,
        .changes = __atomic_load_n(&measure_files_changes, __ATOMIC_RELAXED),
    };
}
