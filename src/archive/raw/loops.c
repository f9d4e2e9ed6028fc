/* loops.c: makes nodes of the functions and loops that were counted in binaries. */
#include "archive/loops/carried.h"
#include "archive/loops/contexts.h"
#include "archive/loops/extremes.h"
#include "archive/loops/mix.h"
#include "archive/loops/passes.h"
#include "archive/loops/regions.h"
#include "archive/loops/times.h"
#include "archive/table/schema.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4096 }; /* rows of nodes that are allocated at a time */

struct making {
    struct archive_raw_reader *reader;
    struct archive_raw_place *place;
    struct archive_loops_contexts *contexts;
    struct archive_loops_counts counts;
    struct archive_loops_mix mix;
    struct archive_loops_times times; /* of the current file, if there are samples */
    struct archive_loops_lost *lost;  /* of the current context */
    size_t lost_count, lost_room;
    struct pairs nodes; /* (parent's row, region) -> row */
    size_t room;        /* rows of nodes that are allocated */
    uint32_t *roots;    /* by lane of the place: row of its root */
    uint32_t *chain;    /* a loop and those around it, the innermost first */
    size_t chain_room;
};

static uint32_t node_below(struct making *making, uint32_t parent, uint32_t region)
{
    assert(parent < making->reader->archive->nodes.rows);
    struct archive *archive = making->reader->archive;
    size_t row = archive->nodes.rows;
    if (row >= ARCHIVE_NONE - 1 - ROWS)
        return ARCHIVE_NONE;
    uint32_t found = pairs_add(&making->nodes, parent, region, (uint32_t)row);
    if (found != row)
        return found;
    if (row >= making->room) {
        archive_schema_add_rows(archive, SCHEMA_NODES, ROWS);
        making->room = archive->nodes.rows;
    }
    archive_schema_set_rows(archive, SCHEMA_NODES, row + 1);
    struct archive_nodes *all = &archive->nodes;
    all->lane[row] = all->lane[parent];
    all->parent[row] = parent;
    all->region[row] = region;
    all->time_min[row] = ARCHIVE_UNKNOWN;
    all->trips_min[row] = ARCHIVE_UNKNOWN;
    return found;
}

/* Returns the row of the node of a loop in a context, and adds it and those of the loops around it
 * where they are missing. */
static uint32_t node_of_loop(struct making *making, struct archive_loops_context *context,
                             uint32_t loop)
{
    size_t count = 0;
    struct archive_loops_function *function = context->function;
    uint32_t loops = function->raw->loops, parent = context->node;
    loop = archive_loops_function_whole(function, loop);
    if (loop == LOOPS_NONE)
        return parent;
    if (!context->loop_nodes) {
        context->loop_nodes = memory_zeroed(loops, sizeof *context->loop_nodes);
        memset(context->loop_nodes, 0xff, loops * sizeof *context->loop_nodes);
    }
    for (; loop != LOOPS_NONE;
         loop = archive_loops_function_whole(function, function->loops[loop].parent)) {
        if (context->loop_nodes[loop] != ARCHIVE_NONE) {
            parent = context->loop_nodes[loop];
            break;
        }
        making->chain =
            memory_grow(making->chain, &making->chain_room, count + 1, sizeof *making->chain);
        making->chain[count++] = loop;
    }
    while (count-- > 0 && parent != ARCHIVE_NONE) {
        loop = making->chain[count];
        uint32_t region =
            archive_loops_region_of_loop(making->reader, function, loop, context->same);
        parent = context->loop_nodes[loop] = node_below(making, parent, region);
    }
    return parent;
}

/* Returns the node below which a context belongs: that of the loop that contains the call, if it is
 * known, or that of the caller. */
static uint32_t node_above(struct making *making, const struct archive_loops_context *context)
{
    struct archive_loops_context *above = &making->contexts->all[context->above];
    if (above->kind != LOOPS_FUNCTION || above->node == ARCHIVE_NONE)
        return above->node;
    uint32_t loop = above->others;
    if (format_site_is_slot(context->site))
        loop = above->function->blocks[above->function->slots[context->site].node - 1].loop;
    else if (context->site != FORMAT_NO_SITE)
        loop = format_site_loop(context->site);
    return node_of_loop(making, above, loop);
}

/* The visits of a loop in a context, and the fewest and most trips of one, if they are known. */
struct loop_visits {
    uint64_t entries, trips, least, most;
    bool is_known;
};

static void add_trips(struct archive_nodes *all, uint32_t row, const struct loop_visits *visits)
{
    bool first = !all->visits[row];
    bool known = (first || all->trips_min[row] != ARCHIVE_UNKNOWN) && visits->is_known;
    all->visits[row] = number_add(all->visits[row], visits->entries);
    all->trips[row] = number_add(all->trips[row], visits->trips);
    if (!known) {
        all->trips_min[row] = ARCHIVE_UNKNOWN;
        all->trips_max[row] = 0;
        return;
    }
    if (visits->least < all->trips_min[row])
        all->trips_min[row] = visits->least;
    if (visits->most > all->trips_max[row])
        all->trips_max[row] = visits->most;
}

/* Finds what is known of the visits of a loop in a context. */
static struct loop_visits visits_of(const struct making *making,
                                    const struct archive_loops_context *context, uint32_t loop,
                                    const uint64_t *values)
{
    const struct archive_loops_counts *counts = &making->counts;
    uint64_t each = context->function->loops[loop].trips;
    struct loop_visits found = {.entries = counts->entries[loop], .trips = counts->trips[loop]};
    if (each && found.trips == number_scale(found.entries, each, 1)) {
        found.least = found.most = each;
        found.is_known = true;
    } else if (found.entries == 1 || !found.trips) {
        found.least = found.most = found.trips;
        found.is_known = true;
    } else {
        struct archive_loops_extremes_of of = {counts, values, making->lost, making->lost_count,
                                               context->closed};
        found.is_known =
            archive_loops_extremes_find(context->function, loop, &of, &found.least, &found.most);
    }
    return found;
}

/* Adds a time to a node, which has either the times of all contexts that it stands for, or none.
 * If there are samples, times.h does it. */
static void add_time(struct archive_nodes *all, uint32_t row, bool first, bool known, uint64_t ns)
{
    all->timed[row] = known && (first || all->timed[row]);
    all->inclusive_time[row] = all->timed[row] ? number_add(all->inclusive_time[row], ns) : 0;
}

static void add_loops(struct making *making, struct archive_loops_context *context,
                      const uint64_t *values)
{
    const struct archive_loops_function *function = context->function;
    const struct archive_loops_counts *counts = &making->counts;
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        if (!counts->entries[i] && !counts->trips[i] && !counts->instructions[i] &&
            !counts->beside[i])
            continue;
        uint32_t row = node_of_loop(making, context, i);
        if (row == ARCHIVE_NONE)
            return;
        struct archive_nodes *all = &making->reader->archive->nodes;
        bool first = !all->visits[row] && !all->instructions[row];
        all->instructions[row] = number_add(all->instructions[row], counts->instructions[i]);
        archive_loops_mix_add(&making->mix, making->reader->archive, i, row);
        if (archive_loops_function_whole(function, i) != i)
            continue; /* entries and trips are counted for the whole loop */
        all->beside[row] = number_add(all->beside[row], counts->beside[i]);
        uint64_t ns = 0;
        bool known = !making->place->is_sampled &&
                     archive_loops_time_of(making->reader, making->place, context, i, values, &ns);
        add_time(all, row, first, known, ns);
        struct loop_visits visits = visits_of(making, context, i, values);
        add_trips(all, row, &visits);
    }
}

/* Raises the counts of a context in a thread that was killed or is running: an open call adds to
 * its counters only when it ends. A function that has a context was called at least once, and as
 * often as its caller reached the call. */
static void raise_open(struct making *making, struct archive_loops_context *context)
{
    const struct archive_loops_context *above = &making->contexts->all[context->above];
    const struct format_function *raw = context->function->raw;
    struct archive_loops_counts *counts = &making->counts;
    struct archive_nodes *all = &making->reader->archive->nodes;
    uint64_t least =
        above->made && format_site_is_slot(context->site) ? above->made[context->site] : 1;
    bool forked =
        making->place->record.parent_place >= 0; /* the call was made in the other process */
    if (counts->calls < least && !forked) {
        all->unfinished[context->node] += (uint32_t)(least - counts->calls);
        counts->calls = least;
    }
    for (uint32_t i = 0; i < raw->loops; i++) {
        if (counts->trips[i] && !counts->entries[i])
            counts->entries[i] = !forked;
    }
    context->made = memory_zeroed((size_t)raw->slots + 1, sizeof *context->made);
    for (uint32_t i = 0; i < raw->slots; i++)
        context->made[i] = counts->visits[context->function->slots[i].node];
}

/* Collects the calls of a context that did not return; `at`, which moves on, is the first one that
 * may be of this context. Returns their number. */
static size_t lost_of(struct making *making, const struct archive_loops_context *context,
                      size_t *at)
{
    const struct archive_loops_contexts *contexts = making->contexts;
    size_t count = 0;
    while (*at < contexts->lost_count && contexts->lost[*at].context <= context->record) {
        const struct format_lost *lost = &contexts->lost[(*at)++];
        if (lost->context != context->record)
            continue;
        making->lost =
            memory_grow(making->lost, &making->lost_room, count + 1, sizeof *making->lost);
        making->lost[count++] =
            (struct archive_loops_lost){lost->node, (int64_t)lost->count, lost->skipped};
    }
    return count;
}

/* True if one of these calls left a loop whose trips a register counts: they are not known then. */
static bool leaves_counted(const struct making *making,
                           const struct archive_loops_function *function, size_t lost_count)
{
    for (size_t i = 0; i < lost_count; i++) {
        uint32_t loop = function->blocks[making->lost[i].node - 1].loop;
        for (; making->lost[i].count > 0 && loop != LOOPS_NONE;
             loop = function->loops[loop].parent) {
            if (function->loops[loop].trips || function->loops[loop].flags & FORMAT_LOOP_COUNTED)
                return true;
        }
    }
    return false;
}

/* Finds, once per function, where the passes of its loops begin in the source. */
static void ask_source(struct archive_raw_reader *reader, struct archive_loops_function *function)
{
    if (function->asked)
        return;
    function->asked = true;
    if (!reader->sources)
        reader->sources = archive_source_files_new();
    function->passes =
        archive_loops_passes_find(function, archive_raw_addresses(reader), reader->sources);
}

/* Adds the counts of a context to the nodes of its function and loops. False if its counters
 * contradict each other. */
static bool add_function(struct making *making, struct archive_loops_context *context, size_t *lost)
{
    if (context->same)
        ask_source(making->reader, context->function);
    uint32_t above = node_above(making, context);
    size_t lost_count = making->lost_count = lost_of(making, context, lost);
    const uint64_t *values = archive_loops_contexts_values(making->contexts, context);
    if (above == ARCHIVE_NONE || !values)
        return false;
    bool good = archive_loops_counts_find(context->function, values, making->lost, lost_count,
                                          &making->counts);
    making->place->open_trees += leaves_counted(making, context->function, lost_count);
    context->others = making->counts.others;
    context->node = node_below(
        making, above, archive_loops_region(making->reader, context->function, context->same));
    if (context->node == ARCHIVE_NONE)
        return false;
    if (!context->closed)
        raise_open(making, context);
    struct archive_nodes *all = &making->reader->archive->nodes;
    const struct archive_loops_counts *counts = &making->counts;
    uint64_t own = counts->instructions[context->function->raw->loops];
    all->visits[context->node] = number_add(all->visits[context->node], counts->calls);
    all->instructions[context->node] = number_add(all->instructions[context->node], own);
    archive_loops_mix_find(&making->mix, context->function, counts);
    archive_loops_mix_add(&making->mix, making->reader->archive, context->function->raw->loops,
                          context->node);
    add_loops(making, context, values);
    return good;
}

/* Returns the root of the lane with this number in the place; ARCHIVE_NONE: none. */
static uint32_t root_of(const struct making *making, uint32_t number)
{
    const struct archive_lanes *lanes = &making->reader->archive->lanes;
    size_t first = making->place->first_lane;
    for (size_t i = first; i < lanes->rows; i++) {
        if (lanes->number[i] == number)
            return making->roots[i - first];
    }
    return ARCHIVE_NONE;
}

static void find_roots(struct making *making)
{
    const struct archive *archive = making->reader->archive;
    const struct archive_raw_place *place = making->place;
    size_t count = archive->lanes.rows - place->first_lane;
    making->roots = memory_zeroed(count + 1, sizeof *making->roots);
    memset(making->roots, 0xff, count * sizeof *making->roots);
    for (size_t i = place->first_node; i < archive->nodes.rows; i++) {
        if (archive->nodes.parent[i] == ARCHIVE_NONE)
            making->roots[archive->nodes.lane[i] - place->first_lane] = (uint32_t)i;
    }
}

static void make_nodes(struct making *making)
{
    struct archive_raw_place *place = making->place;
    struct archive_loops_contexts *contexts = making->contexts;
    size_t lost = 0;
    place->bad_contexts += contexts->bad;
    for (size_t i = 0; i < contexts->count; i++) {
        struct archive_loops_context *context = &contexts->all[i];
        if (!context->used)
            continue;
        if (context->kind == LOOPS_ROOT) {
            context->node = root_of(making, context->lane);
            place->bad_contexts += context->node == ARCHIVE_NONE;
            place->open_trees += !context->closed;
            place->open_lanes += !context->closed;
        } else if (context->kind == LOOPS_SIGNAL) {
            context->node = contexts->all[context->above].node;
        } else if (!add_function(making, context, &lost)) {
            *(context->closed ? &place->bad_flows : &place->open_flows) += 1;
        }
        if (place->is_sampled)
            archive_loops_times_add(&making->times, making->reader, place, contexts, i,
                                    &making->counts);
    }
    archive_loops_times_share(&making->times, making->reader->archive);
}

void archive_raw_read_loops(struct archive_raw_reader *reader, struct archive_raw_place *place)
{
    struct archive_loops_modules modules;
    struct archive_loops_contexts contexts;
    struct making making = {.reader = reader, .place = place, .contexts = &contexts};
    size_t first = reader->archive->nodes.rows;
    archive_loops_modules_read(reader, place, &modules);
    if (modules.count) {
        find_roots(&making);
        archive_loops_natives_read(reader, place, &modules);
        archive_loops_carried_read(reader, place, &modules);
    }
    for (size_t i = 0; modules.count && i < place->file_count; i++) {
        if (archive_loops_contexts_read(reader, place, place->files[i], &modules, &contexts)) {
            make_nodes(&making);
            archive_loops_contexts_free(&contexts);
        } else {
            place->bad_files += contexts.bad;
        }
    }
    if (place->is_sampled)
        archive_loops_times_sum(reader->archive, first);
    archive_loops_times_free(&making.times);
    free(making.roots);
    free(making.chain);
    free(making.lost);
    archive_loops_counts_free(&making.counts);
    archive_loops_mix_free(&making.mix);
    pairs_free(&making.nodes);
    archive_loops_modules_free(&modules);
}
