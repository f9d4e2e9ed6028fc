/* loops.c: makes nodes of the functions and loops that were counted in binaries.
 *
 * Functions with probes have contexts, too, which only lead to those of the functions that they
 * call: their own nodes come from their probes. Where a node is above others that probes made, it
 * is made while the profile is read, since parents come before their children; its counts follow,
 * as those of all others, when the times of lanes are known. */
#include "archive/loops/carried.h"
#include "archive/loops/contexts.h"
#include "archive/loops/extremes.h"
#include "archive/loops/mix.h"
#include "archive/loops/passes.h"
#include "archive/loops/regions.h"
#include "archive/loops/times.h"
#include "archive/raw/crossings.h"
#include "archive/table/schema.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4096 }; /* rows of nodes that are allocated at a time */

/* A file of contexts, and what the profile of the same number tells of it. */
struct file {
    struct archive_loops_contexts contexts;
    bool is_open;
    struct raw_crossings crossings;
};

struct archive_raw_loops {
    struct archive_raw_reader *reader;
    struct archive_raw_place *place;
    struct archive_loops_modules modules;
    struct file *files, *file;               /* all of the place; the current one */
    struct archive_loops_contexts *contexts; /* of the current file */
    struct archive_loops_counts counts;
    struct archive_loops_mix mix;
    struct archive_loops_times times; /* of the current file, if there are samples */
    struct archive_loops_lost *lost;  /* of the current context */
    size_t lost_count, lost_room;
    struct pairs nodes; /* (parent's row, region) -> row */
    bool *marked;       /* by row of nodes from the place's first one: it is in `nodes` */
    size_t marked_room;
    uint32_t *roots; /* by lane of the place: row of its root, plus 1; 0: none */
    size_t roots_room;
    uint32_t *chain; /* a loop and those around it, the innermost first */
    size_t chain_room;
};

uint32_t archive_raw_new_node(struct archive_raw_reader *reader)
{
    struct archive *archive = reader->archive;
    size_t row = archive->nodes.rows;
    if (row >= reader->node_room) {
        archive_schema_add_rows(archive, SCHEMA_NODES, ROWS);
        reader->node_room = archive->nodes.rows;
    }
    archive_schema_set_rows(archive, SCHEMA_NODES, row + 1);
    return (uint32_t)row;
}

/* Makes marks for all rows before that one. */
static void make_marks(struct archive_raw_loops *making, size_t rows)
{
    size_t before = making->marked_room;
    making->marked = memory_grow(making->marked, &making->marked_room,
                                 rows - making->place->first_node, sizeof *making->marked);
    memset(making->marked + before, 0, (making->marked_room - before) * sizeof *making->marked);
}

static uint32_t node_below(struct archive_raw_loops *making, uint32_t parent, uint32_t region)
{
    assert(parent < making->reader->archive->nodes.rows);
    struct archive *archive = making->reader->archive;
    size_t row = archive->nodes.rows;
    if (row >= ARCHIVE_NONE - 1 - ROWS)
        return ARCHIVE_NONE;
    uint32_t found = pairs_add(&making->nodes, parent, region, (uint32_t)row);
    if (found != row)
        return found;
    archive_raw_new_node(making->reader);
    make_marks(making, row + 1);
    making->marked[row - making->place->first_node] = true;
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
static uint32_t node_of_loop(struct archive_raw_loops *making,
                             struct archive_loops_context *context, uint32_t loop)
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
static uint32_t node_above(struct archive_raw_loops *making,
                           const struct archive_loops_context *context)
{
    struct archive_loops_context *above = &making->contexts->all[context->above];
    const struct raw_link *link = raw_crossings_link(&making->file->crossings, context->record);
    if (link)
        return link->row;
    if (above->kind != LOOPS_FUNCTION || above->is_probed || above->node == ARCHIVE_NONE)
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
static struct loop_visits visits_of(const struct archive_raw_loops *making,
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

static void add_loops(struct archive_raw_loops *making, struct archive_loops_context *context,
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
static void raise_open(struct archive_raw_loops *making, struct archive_loops_context *context)
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

/* Collects the calls of a context that did not return. Returns their number. */
static size_t lost_of(struct archive_raw_loops *making, const struct archive_loops_context *context)
{
    const struct archive_loops_contexts *contexts = making->contexts;
    size_t low = 0, high = contexts->lost_count, count = 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (contexts->lost[middle].context < context->record)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < contexts->lost_count && contexts->lost[low].context == context->record; low++) {
        const struct format_lost *lost = &contexts->lost[low];
        making->lost =
            memory_grow(making->lost, &making->lost_room, count + 1, sizeof *making->lost);
        making->lost[count++] =
            (struct archive_loops_lost){lost->node, (int64_t)lost->count, lost->skipped};
    }
    return count;
}

/* True if one of these calls left a loop whose trips a register counts: they are not known then. */
static bool leaves_counted(const struct archive_raw_loops *making,
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

/* Finds the counts of a context and makes the node of its function. False if its counters
 * contradict each other, or there is no room for it. */
static bool place_function(struct archive_raw_loops *making, struct archive_loops_context *context)
{
    if (context->same)
        ask_source(making->reader, context->function);
    uint32_t above = node_above(making, context);
    size_t lost_count = making->lost_count = lost_of(making, context);
    if (context->is_probed) {
        context->node = above;
        return true;
    }
    const uint64_t *values = archive_loops_contexts_values(making->contexts, context);
    if (above == ARCHIVE_NONE || !values)
        return false;
    bool good = archive_loops_counts_find(context->function, values, making->lost, lost_count,
                                          &making->counts);
    context->others = making->counts.others;
    context->node = node_below(
        making, above, archive_loops_region(making->reader, context->function, context->same));
    return good;
}

/* Adds the counts of a context to the nodes of its function and loops. False if its counters
 * contradict each other. */
static bool add_function(struct archive_raw_loops *making, struct archive_loops_context *context)
{
    bool good = place_function(making, context);
    if (context->node == ARCHIVE_NONE || context->is_probed)
        return good && context->is_probed;
    const uint64_t *values = archive_loops_contexts_values(making->contexts, context);
    if (!values)
        return false;
    making->place->open_trees += leaves_counted(making, context->function, making->lost_count);
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
static uint32_t root_of(const struct archive_raw_loops *making, uint32_t number)
{
    const struct archive_lanes *lanes = &making->reader->archive->lanes;
    size_t first = making->place->first_lane;
    for (size_t i = first; i < lanes->rows && i - first < making->roots_room; i++) {
        if (lanes->number[i] == number && making->roots[i - first])
            return making->roots[i - first] - 1;
    }
    return ARCHIVE_NONE;
}

void archive_raw_tell_root(struct archive_raw_loops *loops, uint32_t lane, uint32_t row)
{
    size_t at = lane - loops->place->first_lane, before = loops->roots_room;
    loops->roots = memory_grow(loops->roots, &loops->roots_room, at + 1, sizeof *loops->roots);
    memset(loops->roots + before, 0, (loops->roots_room - before) * sizeof *loops->roots);
    loops->roots[at] = row + 1;
}

/* Makes the node of a context, without its counts. */
static void place_context(struct archive_raw_loops *making, struct archive_loops_context *context)
{
    if (context->kind == LOOPS_ROOT)
        context->node = root_of(making, context->lane);
    else if (context->kind == LOOPS_SIGNAL)
        context->node = making->contexts->all[context->above].node;
    else
        place_function(making, context);
}

/* Opens the contexts of the place's index-th file. */
static void open_file(struct archive_raw_loops *making, size_t index)
{
    struct file *file = making->file = &making->files[index];
    making->contexts = &file->contexts;
    if (file->is_open)
        return;
    file->is_open =
        archive_loops_contexts_read(making->reader, making->place, making->place->files[index],
                                    &making->modules, &file->contexts);
    if (!file->is_open)
        making->place->bad_files += file->contexts.bad;
}

void archive_raw_begin_crossings(struct archive_raw_loops *loops, size_t index)
{
    loops->file = &loops->files[index];
    loops->contexts = NULL;
}

/* Returns the context at a record; NULL: there is none. */
static struct archive_loops_context *find_context(const struct file *file, uint32_t record)
{
    size_t low = 0, high = file->is_open ? file->contexts.count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (file->contexts.all[middle].record < record)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_it =
        file->is_open && low < file->contexts.count && file->contexts.all[low].record == record;
    return is_it ? &file->contexts.all[low] : NULL;
}

/* Returns the context at a record, after its node was made. NULL: there is none. */
static struct archive_loops_context *reach(struct archive_raw_loops *loops, uint32_t record)
{
    if (!loops->contexts)
        open_file(loops, (size_t)(loops->file - loops->files));
    struct archive_loops_context *all = loops->file->contexts.all,
                                 *found = find_context(loops->file, record), *at;
    while (found && found->node == ARCHIVE_NONE) { /* those above it first */
        for (at = found; at->kind != LOOPS_ROOT && all[at->above].node == ARCHIVE_NONE;)
            at = &all[at->above];
        at->used = true;
        place_context(loops, at);
        if (at->node == ARCHIVE_NONE)
            return NULL;
    }
    return found;
}

/* Returns the number of the loop that a crossing names; LOOPS_NONE: none. */
static uint32_t loop_of(const struct archive_loops_context *context, uint32_t loop)
{
    uint32_t found = !loop ? context->others : loop - 1;
    return found < context->function->raw->loops ? found : LOOPS_NONE;
}

uint32_t archive_raw_crossing_row(struct archive_raw_loops *loops, uint32_t context, uint32_t loop)
{
    struct archive_loops_context *found = reach(loops, context);
    if (!found || found->kind != LOOPS_FUNCTION || found->node == ARCHIVE_NONE)
        return ARCHIVE_NONE;
    return found->is_probed ? found->node : node_of_loop(loops, found, loop_of(found, loop));
}

uint32_t archive_raw_crossing_top(struct archive_raw_loops *loops, uint32_t row, uint32_t context,
                                  uint32_t loop)
{
    const struct archive *archive = loops->reader->archive;
    const struct raw_top top = {row, context, loop, archive->lanes.number[archive->nodes.lane[row]],
                                RAW_NO_ITEM};
    return raw_crossings_add_top(&loops->file->crossings, &top);
}

void archive_raw_crossing_back(struct archive_raw_loops *loops, uint32_t context, uint32_t row,
                               uint32_t top)
{
    raw_crossings_add_link(&loops->file->crossings, context, (struct raw_link){row, top});
}

/* Returns the context that visited a top, or the root of its lane; NULL: there is none. */
static const struct archive_loops_context *visitor_of(const struct archive_raw_loops *making,
                                                      const struct raw_top *top)
{
    const struct archive_loops_contexts *contexts = making->contexts;
    const struct archive_loops_context *found =
        top->context ? find_context(making->file, top->context) : NULL;
    for (size_t i = 0; i < contexts->count && !top->context && !found; i++) {
        const struct archive_loops_context *context = &contexts->all[i];
        if (context->kind == LOOPS_ROOT && context->lane == top->lane)
            found = context;
    }
    return found && found->used && found->node != ARCHIVE_NONE ? found : NULL;
}

/* Returns the item of a top, added if needed; RAW_NO_ITEM: there is none. */
static uint32_t item_of_top(struct archive_raw_loops *making, struct raw_top *top)
{
    const struct archive_loops_context *visitor =
        top->item == RAW_NO_ITEM ? visitor_of(making, top) : NULL;
    if (!visitor)
        return top->item;
    const struct archive_nodes *nodes = &making->reader->archive->nodes;
    bool is_plain = visitor->kind != LOOPS_FUNCTION || visitor->is_probed;
    uint32_t above =
        is_plain ? visitor->item : archive_loops_times_item(visitor, loop_of(visitor, top->loop));
    top->item = archive_loops_times_add_probed(&making->times, top->row, above,
                                               nodes->inclusive_time[top->row]);
    return top->item;
}

/* Adds the time of a context whose node is known. */
static void add_times(struct archive_raw_loops *making, size_t number)
{
    struct archive_loops_context *context = &making->contexts->all[number];
    struct raw_crossings *crossings = &making->file->crossings;
    const struct raw_link *link = raw_crossings_link(crossings, context->record);
    uint32_t item =
        link && link->top ? item_of_top(making, &crossings->tops[link->top - 1]) : RAW_NO_ITEM;
    if (item != RAW_NO_ITEM)
        context->holder = item;
    archive_loops_times_add(&making->times, making->reader, making->place, making->contexts, number,
                            &making->counts);
}

static void make_nodes(struct archive_raw_loops *making)
{
    struct archive_raw_place *place = making->place;
    struct archive_loops_contexts *contexts = making->contexts;
    struct raw_crossings *crossings = &making->file->crossings;
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
        } else if (!add_function(making, context)) {
            *(context->closed ? &place->bad_flows : &place->open_flows) += 1;
        }
        if (place->is_sampled)
            add_times(making, i);
    }
    for (size_t i = 0; i < crossings->top_count && place->is_sampled; i++)
        item_of_top(making, &crossings->tops[i]);
    archive_loops_times_share(&making->times, making->reader, place);
}

struct archive_raw_loops *archive_raw_begin_loops(struct archive_raw_reader *reader,
                                                  struct archive_raw_place *place)
{
    struct archive_raw_loops *loops = memory_zeroed(1, sizeof *loops);
    loops->reader = reader;
    loops->place = place;
    archive_loops_modules_read(reader, place, &loops->modules);
    loops->files = memory_zeroed(place->file_count + 1, sizeof *loops->files);
    if (loops->modules.count)
        return loops;
    archive_raw_read_loops(loops);
    return NULL;
}

/* Adds the nodes of all contexts, and their counts and times. */
static void read_contexts(struct archive_raw_loops *loops)
{
    struct archive_raw_reader *reader = loops->reader;
    struct archive_raw_place *place = loops->place;
    archive_loops_natives_read(reader, place, &loops->modules);
    archive_loops_carried_read(reader, place, &loops->modules);
    for (size_t i = 0; i < place->file_count; i++) {
        open_file(loops, i);
        if (loops->file->is_open)
            make_nodes(loops);
    }
    if (!place->is_sampled || reader->archive->nodes.rows == place->first_node)
        return;
    make_marks(loops, reader->archive->nodes.rows);
    archive_loops_times_sum(reader->archive, place->first_node, loops->marked);
}

void archive_raw_read_loops(struct archive_raw_loops *loops)
{
    if (!loops)
        return;
    if (loops->modules.count)
        read_contexts(loops);
    for (size_t i = 0; i < loops->place->file_count; i++) {
        if (loops->files[i].is_open)
            archive_loops_contexts_free(&loops->files[i].contexts);
        raw_crossings_free(&loops->files[i].crossings);
    }
    archive_loops_times_free(&loops->times);
    free(loops->files);
    free(loops->marked);
    free(loops->roots);
    free(loops->chain);
    free(loops->lost);
    archive_loops_counts_free(&loops->counts);
    archive_loops_mix_free(&loops->mix);
    pairs_free(&loops->nodes);
    archive_loops_modules_free(&loops->modules);
    free(loops);
}
