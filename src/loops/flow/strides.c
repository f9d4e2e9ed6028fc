/* strides.c: see strides.h */
#include "loops/flow/strides.h"

#include "loops/flow/loop_views.h"
#include "util/memory.h"

#include <stdlib.h>

/* True if a loop contains others. */
static bool has_loops(const struct loops_shape *shape, uint32_t loop)
{
    for (uint32_t i = loop + 1; i < shape->loops.count; i++) {
        if (shape->loops.loops[i].parent == loop)
            return true;
    }
    return false;
}

/* Adds the accesses of an array. */
static void add_group(struct loops_strides *strides, const struct loops_view_group *group)
{
    bool is_unit = loops_view_is_dense(group, false);
    enum loops_stride kind = is_unit ? STRIDE_UNIT : STRIDE_CONSTANT;
    bool is_first = !strides->loads[STRIDE_CONSTANT] && !strides->stores[STRIDE_CONSTANT];
    if (!is_unit)
        strides->distance = is_first || strides->distance == group->stride ? group->stride : 0;
    for (uint32_t i = 0; i < group->count; i++)
        (group->all[i].is_store ? strides->stores : strides->loads)[kind]++;
}

struct loops_strides loops_strides_find(const struct loops_binary *binary,
                                        const struct loops_shape *shape, uint32_t loop)
{
    struct loops_strides strides = {0};
    if (has_loops(shape, loop))
        return strides;
    struct loops_view *view = memory_zeroed(1, sizeof *view);
    loops_view_begin(view, binary, shape, loop);
    strides.is_known = view->is_whole;
    for (uint32_t i = 0; i < view->count; i++)
        add_group(&strides, &view->groups[i]);
    for (int i = 0; i < 2; i++) {
        uint32_t *to = i ? strides.stores : strides.loads;
        to[STRIDE_FIXED] = view->fixed[i];
        to[STRIDE_INDIRECT] = view->indirect[i];
        to[STRIDE_UNKNOWN] = view->varied[i];
        to[STRIDE_OTHER] = view->computed[i];
    }
    free(view);
    return strides;
}
