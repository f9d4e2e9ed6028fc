/* times.c: see times.h */
#include "archive/loops/times.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum {
    SLACK = 1000000, /* ns: the lane of a forked process begins after the fork */
    FEW = 20000000,  /* ns: samples of less time do not tell how it is divided */
};

bool archive_loops_time_of(const struct archive_raw_reader *reader,
                           const struct archive_raw_place *place,
                           const struct archive_loops_context *context, uint32_t loop,
                           const uint64_t *values, uint64_t *ns)
{
    const struct archive_lanes *lanes = &reader->archive->lanes;
    const struct archive_loops_function *function = context->function;
    uint32_t number =
        loop < function->raw->loops ? function->loops[loop].timer : function->raw->timer;
    if (!number || place->record.clock != FORMAT_CLOCK_COUNTER || context->node == ARCHIVE_NONE)
        return false;
    const uint64_t *timer = &values[number - 1];
    uint32_t lane = reader->archive->nodes.lane[context->node];
    uint64_t life = lanes->at_least[lane] ? INT64_MAX : lanes->end[lane] - lanes->start[lane];
    if (timer[FORMAT_TIMER_STATE] || timer[FORMAT_TIMER_TIME] > INT64_MAX)
        return false;
    *ns = archive_ticks_ns(&place->moments, timer[FORMAT_TIMER_TIME]);
    bool is_forked = place->record.parent_place >= 0;
    bool is_possible = *ns <= number_add(life, is_forked ? SLACK : 0);
    *ns = *ns < life ? *ns : life;
    return is_possible;
}

static struct archive_loops_time *new_item(struct archive_loops_times *times, uint32_t node,
                                           uint32_t above)
{
    times->all = memory_grow(times->all, &times->room, times->count + 1, sizeof *times->all);
    struct archive_loops_time *item = &times->all[times->count++];
    *item = (struct archive_loops_time){.node = node, .above = above};
    return item;
}

/* Adds the item of a lane. */
static void add_root(struct archive_loops_times *times, const struct archive_loops_context *context,
                     uint64_t sampled)
{
    struct archive_loops_time *item = new_item(times, context->node, 0);
    item->is_exact = item->is_root = true;
    item->sampled = sampled;
}

/* True if a call is a jump: when it returns, its caller has ended. */
static bool is_jump(const struct archive_loops_function *function, uint32_t node)
{
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        if (function->edges[i].from == node && function->edges[i].kind == FORMAT_EDGE_BACK)
            return false;
    }
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        if (function->edges[i].from == node && function->edges[i].kind == FORMAT_EDGE_LEAVE)
            return true;
    }
    return false;
}

uint32_t archive_loops_times_item(const struct archive_loops_context *context, uint32_t loop)
{
    if (loop != LOOPS_NONE)
        loop = archive_loops_function_whole(context->function, loop);
    return loop == LOOPS_NONE ? context->item : context->item + 1 + loop;
}

/* Returns the item whose time contains that of a function in a context. */
static uint32_t item_above(const struct archive_loops_times *times,
                           const struct archive_loops_contexts *contexts,
                           const struct archive_loops_context *context)
{
    const struct archive_loops_context *above = &contexts->all[context->above];
    if (context->holder != LOOPS_NONE)
        return context->holder;
    if (above->kind != LOOPS_FUNCTION || above->is_probed)
        return above->item;
    if (!format_site_is_slot(context->site))
        return archive_loops_times_item(above, context->site == FORMAT_NO_SITE
                                                   ? above->others
                                                   : format_site_loop(context->site));
    uint32_t node = above->function->slots[context->site].node;
    return is_jump(above->function, node)
               ? times->all[above->item].above
               : archive_loops_times_item(above, above->function->blocks[node - 1].loop);
}

/* True if a function called itself in a context. */
static bool is_recursive(const struct archive_loops_function *function, const uint64_t *values,
                         const struct archive_loops_counts *counts)
{
    const struct format_function *raw = function->raw;
    for (uint32_t i = 0; i < raw->slots; i++) {
        const struct format_slot *slot = &function->slots[i];
        if (&function->plan->functions[slot->function] == raw && counts->visits[slot->node])
            return true;
    }
    return raw->timer && values[raw->timer - 1 + FORMAT_TIMER_NESTED];
}

/* Adds the items of a function and of its loops, without their samples. */
static void add_function(struct archive_loops_times *times, const struct archive_raw_reader *reader,
                         const struct archive_raw_place *place,
                         const struct archive_loops_context *context, uint32_t above,
                         const uint64_t *values, const struct archive_loops_counts *counts)
{
    const struct archive_loops_function *function = context->function;
    bool counted = values && context->node != ARCHIVE_NONE; /* else `counts` are of another one */
    bool recursive = counted && is_recursive(function, values, counts);
    uint32_t node = context->node == ARCHIVE_NONE ? times->all[above].node : context->node;
    struct archive_loops_time *item = new_item(times, node, above);
    item->work = counted ? counts->instructions[function->raw->loops] : 0;
    item->is_exact = values && archive_loops_time_of(reader, place, context, function->raw->loops,
                                                     values, &item->exact);
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        uint32_t parent = archive_loops_times_item(context, function->loops[i].parent);
        uint32_t row = context->loop_nodes ? context->loop_nodes[i] : ARCHIVE_NONE;
        item = new_item(times, row == ARCHIVE_NONE ? times->all[parent].node : row, parent);
        item->is_joined = row == ARCHIVE_NONE;
        item->is_exact = values && !recursive && row != ARCHIVE_NONE &&
                         archive_loops_function_whole(function, i) == i &&
                         archive_loops_time_of(reader, place, context, i, values, &item->exact);
    }
    for (uint32_t i = 0; i < function->raw->loops && counted; i++) {
        struct archive_loops_time *loop = &times->all[archive_loops_times_item(context, i)];
        loop->work = number_add(loop->work, counts->instructions[i]);
    }
}

/* Adds the samples of a function to its items. */
static void add_samples(struct archive_loops_times *times,
                        const struct archive_loops_context *context, const uint64_t *samples)
{
    const struct archive_loops_function *function = context->function;
    for (uint32_t i = 0; i <= function->raw->loops && samples[FORMAT_SAMPLES_FOLDED]; i++)
        times->all[context->item + i].is_exact = false;
    times->all[context->item].sampled += samples[FORMAT_SAMPLES_OWN];
    times->all[archive_loops_times_item(context, context->others)].sampled +=
        samples[FORMAT_SAMPLES_CALLED];
    for (uint32_t i = 0; i < function->raw->loops; i++)
        times->all[archive_loops_times_item(context, i)].sampled +=
            samples[FORMAT_SAMPLES_LOOP + i];
}

void archive_loops_times_add(struct archive_loops_times *times,
                             const struct archive_raw_reader *reader,
                             const struct archive_raw_place *place,
                             struct archive_loops_contexts *contexts, size_t number,
                             const struct archive_loops_counts *counts)
{
    struct archive_loops_context *context = &contexts->all[number];
    if (context->is_probed) {
        context->item = item_above(times, contexts, context);
        return;
    }
    if (context->kind == LOOPS_FUNCTION) {
        uint32_t above = item_above(times, contexts, context);
        context->item = (uint32_t)times->count;
        const uint64_t *values = archive_loops_contexts_values(contexts, context);
        add_function(times, reader, place, context, above, values, counts);
    }
    const uint64_t *samples = archive_loops_contexts_samples(contexts, context);
    if (context->kind == LOOPS_FUNCTION && samples)
        add_samples(times, context, samples);
    if (context->kind == LOOPS_ROOT) {
        context->item = (uint32_t)times->count;
        add_root(times, context, samples ? samples[FORMAT_SAMPLES_CALLED] : 0);
    }
    if (context->kind == LOOPS_SIGNAL) {
        context->item = contexts->all[context->above].item;
        times->all[context->item].sampled += samples ? samples[FORMAT_SAMPLES_CALLED] : 0;
    }
}

uint32_t archive_loops_times_add_probed(struct archive_loops_times *times, uint32_t node,
                                        uint32_t above, uint64_t ns)
{
    struct archive_loops_time *item = new_item(times, node, above);
    item->is_exact = item->is_probed = true;
    item->exact = ns;
    return (uint32_t)(times->count - 1);
}

static uint64_t part_of(uint64_t whole, uint64_t part, uint64_t all)
{
    return (uint64_t)((long double)whole * (long double)part / (long double)all);
}

/* Finds what each exact item contains. */
static void survey(struct archive_loops_times *times)
{
    for (size_t i = 0; i < times->count; i++) {
        struct archive_loops_time *item = &times->all[i];
        const struct archive_loops_time *above = &times->all[item->above];
        item->exact_above = above->is_exact ? item->above : above->exact_above;
        struct archive_loops_time *outer = &times->all[item->exact_above];
        if (item->is_exact && !item->is_root)
            outer->inner = number_add(outer->inner, item->exact);
        struct archive_loops_time *own = item->is_exact ? item : outer;
        own->found = number_add(own->found, item->sampled);
        own->below = number_add(own->below, item->work);
    }
}

/* Gives the items of lanes their time. A process whose end was not noticed may have lasted longer
 * than its lane: as long as what its contexts know. Then so did the visit that is the lane. */
static void find_lives(struct archive_loops_times *times, struct archive_raw_reader *reader,
                       struct archive_raw_place *place)
{
    const struct archive_lanes *lanes = &reader->archive->lanes;
    struct archive_nodes *nodes = &reader->archive->nodes;
    for (size_t i = 0; i < times->count; i++) {
        struct archive_loops_time *item = &times->all[i];
        if (!item->is_root || item->node == ARCHIVE_NONE)
            continue;
        uint32_t lane = nodes->lane[item->node];
        archive_raw_lane_lasts(reader, place, lane, number_add(item->inner, item->found));
        item->exact = number_minus(lanes->end[lane], lanes->start[lane]);
        uint64_t known =
            number_add(nodes->inclusive_time[item->node], nodes->unfinished_time[item->node]);
        if (lanes->at_least[lane] && item->exact > known)
            nodes->unfinished_time[item->node] += item->exact - known;
    }
}

/* Gives exact items their time, limited by that of the exact item above. */
static void limit(struct archive_loops_times *times)
{
    for (size_t i = 0; i < times->count; i++) {
        struct archive_loops_time *item = &times->all[i];
        struct archive_loops_time *outer = &times->all[item->exact_above];
        if (!item->is_exact)
            continue;
        if (!item->is_root && outer->inner > outer->exact) {
            item->exact = part_of(item->exact, outer->exact, outer->inner);
            item->exact = item->exact < outer->rest ? item->exact : outer->rest;
        }
        if (!item->is_root)
            outer->rest -= item->exact;
        item->rest = item->exact;
    }
}

static void give(struct archive_nodes *nodes, const struct archive_loops_time *item, uint64_t ns)
{
    if (item->is_root || item->is_probed || item->node == ARCHIVE_NONE || (item->is_joined && !ns))
        return;
    nodes->inclusive_time[item->node] = number_add(nodes->inclusive_time[item->node], ns);
    if (!item->is_exact)
        nodes->timed[item->node] = ARCHIVE_SAMPLED;
    else if (nodes->timed[item->node] == ARCHIVE_UNTIMED)
        nodes->timed[item->node] = ARCHIVE_TIMED;
}

/* Returns the time of a sampled item inside of an exact one, which has so much time for all. */
static uint64_t time_of(const struct archive_loops_time *item,
                        const struct archive_loops_time *outer, uint64_t has)
{
    if (outer->found < FEW && item->work) {
        uint64_t part = part_of(has, item->work, outer->below);
        return part < item->work ? part : item->work;
    }
    return outer->found > has ? part_of(has, item->sampled, outer->found) : item->sampled;
}

void archive_loops_times_share(struct archive_loops_times *times, struct archive_raw_reader *reader,
                               struct archive_raw_place *place)
{
    struct archive *archive = reader->archive;
    survey(times);
    find_lives(times, reader, place);
    limit(times);
    uint64_t *left = memory_zeroed(times->count + 1, sizeof *left); /* before anything is given */
    for (size_t i = 0; i < times->count; i++)
        left[i] = times->all[i].rest;
    for (size_t i = 0; i < times->count; i++) {
        const struct archive_loops_time *item = &times->all[i];
        struct archive_loops_time *outer = &times->all[item->exact_above];
        if (item->is_exact)
            continue;
        uint64_t ns = time_of(item, outer, left[item->exact_above]);
        ns = ns < outer->rest ? ns : outer->rest;
        outer->rest -= ns;
        give(&archive->nodes, item, ns);
    }
    for (size_t i = 0; i < times->count; i++) {
        if (times->all[i].is_exact)
            give(&archive->nodes, &times->all[i], times->all[i].rest);
    }
    free(left);
    times->count = 0;
}

void archive_loops_times_sum(struct archive *archive, size_t first, const bool *marked)
{
    struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = nodes->rows; i-- > first;) {
        uint32_t parent = nodes->parent[i];
        if (parent == ARCHIVE_NONE || parent < first || !marked[parent - first])
            continue;
        nodes->inclusive_time[parent] =
            number_add(nodes->inclusive_time[parent], nodes->inclusive_time[i]);
        bool is_entered = nodes->visits[parent] || nodes->timed[parent]; /* else before a fork */
        if (!is_entered && nodes->timed[i])
            nodes->timed[parent] = ARCHIVE_SAMPLED;
    }
}

void archive_loops_times_free(struct archive_loops_times *times)
{
    free(times->all);
    *times = (struct archive_loops_times){0};
}
