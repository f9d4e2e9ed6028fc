/* callgrind.c: profiles for KCachegrind and callgrind_annotate. */
#include "export/paths.h"
#include "export/stacks.h"

#include "cube/lcct.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

enum {
    EVENTS = EXPORT_MEASURES,
    OFTEN = 1024,
};

/* The measures written for each function, in this order, with their definitions. */
struct events {
    enum export_measure of[EVENTS];
    int count;
    const char *text;
};

#define TEXT_COUNTS "event: Visits : visits\nevent: Trips : trips of loops\n"
static const struct events measured = {{EXPORT_TIME, EXPORT_VISITS, EXPORT_TRIPS, EXPORT_BYTES},
                                       4,
                                       "event: Ns : nanoseconds\n" TEXT_COUNTS
                                       "event: Bytes : bytes of I/O and messages\n"
                                       "events: Ns Visits Trips Bytes\nsummary:"};
/* Of binaries whose loops were counted, and of those whose loops were timed, too. */
static const struct events counted = {{EXPORT_INSTRUCTIONS, EXPORT_VISITS, EXPORT_TRIPS},
                                      3,
                                      "event: Ir : instructions\n" TEXT_COUNTS
                                      "events: Ir Visits Trips\nsummary:"};
static const struct events timed = {
    {EXPORT_TIME, EXPORT_INSTRUCTIONS, EXPORT_VISITS, EXPORT_TRIPS},
    4,
    "event: Ns : nanoseconds\nevent: Ir : instructions\n" TEXT_COUNTS
    "events: Ns Ir Visits Trips\nsummary:"};

struct costs {
    uint64_t of[EVENTS];
};

/* The costs of a region within a function: its own code, or a loop in it. */
struct part {
    uint32_t function, region;
    struct costs costs;
};

/* Calls of one function by another, on all paths and lanes. */
struct call {
    uint32_t from;   /* function */
    uint32_t line;   /* of the call */
    uint32_t region; /* the region called */
    uint64_t count;
    struct costs costs; /* of outermost visits: recursion is not counted twice */
};

/* The state of an export. Readers of the format identify a function by its file and name, so
 * several regions may be one function, such as two call sites of one MPI function in a routine. A
 * loop becomes a line of the function around it. */
struct writing {
    struct export_job *job;
    const struct export_labels *labels;
    const struct cube *cube;
    const struct events *events;
    struct interned *files, *names; /* a name is "FILE\nNAME" */
    uint32_t *file_of, *name_of;    /* by row of regions */
    uint32_t *function_of;          /* by row of nodes */
    uint32_t *region_of;            /* by function: a region with its name */
    struct pairs known_parts;       /* (function, region) -> row of parts */
    struct part *parts;
    size_t part_count, part_room;
    struct costs *all;           /* by row of nodes: inclusive costs */
    uint32_t *active;            /* by function: how many of its visits enclose the current one */
    struct pairs known_calls[2]; /* (function or region that calls, region) -> row of calls */
    struct call *calls;
    size_t call_count, call_room;
    bool *file_known, *name_known; /* written already: later only their numbers are written */
};

static void add_costs(struct costs *to, const struct costs *what)
{
    for (int i = 0; i < EVENTS; i++)
        to->of[i] = number_add(to->of[i], what->of[i]);
}

static struct costs own_of(const struct cube *cube, uint32_t node)
{
    struct costs costs;
    for (int i = 0; i < EVENTS; i++)
        costs.of[i] = paths_own(cube, node, (enum export_measure)i);
    return costs;
}

static void name_functions(struct writing *writing)
{
    const struct archive *archive = writing->job->archive;
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        const char *file = *writing->labels->file[i] ? writing->labels->file[i] : "???";
        char *name = memory_printf("%s\n%s", file, writing->labels->name[i]);
        writing->file_of[i] = interned_add_text(writing->files, file);
        writing->name_of[i] = interned_add_text(writing->names, name);
        free(name);
    }
}

/* A parent's row is smaller than its child's. */
static void find_functions(struct writing *writing)
{
    const struct archive *archive = writing->job->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t region = nodes->region[i], name = writing->name_of[region];
        bool inside = archive_is_own_loop(archive, i) &&
                      writing->file_of[region] == writing->file_of[nodes->region[nodes->parent[i]]];
        writing->function_of[i] = inside ? writing->function_of[nodes->parent[i]] : name;
        if (!inside)
            writing->region_of[name] = region;
    }
}

/* A parent's row is smaller than its child's. */
static void sum_up(struct writing *writing)
{
    const struct cube *cube = writing->cube;
    const struct archive_nodes *nodes = &cube->archive->nodes;
    for (uint32_t i = (uint32_t)nodes->rows; i-- > 0;) {
        struct costs own = own_of(cube, i);
        if (paths_is_share(cube->archive, i))
            continue;
        add_costs(&writing->all[i], &own);
        if (nodes->timed[i])
            writing->all[i].of[EXPORT_TIME] = cube->time[i];
        if (nodes->parent[i] != ARCHIVE_NONE)
            add_costs(&writing->all[nodes->parent[i]], &writing->all[i]);
    }
}

/* Returns the line of a call: that of the callee if it is in the same file (a call site), else that
 * of the caller. */
static uint32_t line_of_call(const struct writing *writing, uint32_t from, uint32_t to)
{
    const struct archive_regions *regions = &writing->job->archive->regions;
    bool stands_there =
        regions->kind[to] != TRI_KIND_ROUTINE && writing->file_of[from] == writing->file_of[to];
    return regions->line[stands_there ? to : from];
}

static void add_call(struct writing *writing, uint32_t node, bool outermost)
{
    const struct archive_nodes *nodes = &writing->job->archive->nodes;
    uint32_t parent = nodes->parent[node], from = nodes->region[parent], to = nodes->region[node];
    uint32_t function = writing->function_of[parent];
    /* a loop may be part of several functions if regions are named at run time */
    uint32_t way = pairs_add(&writing->known_calls[0], function, from, (uint32_t)parent);
    uint32_t row = pairs_add(&writing->known_calls[1], way, to, (uint32_t)writing->call_count);
    if (row == writing->call_count) {
        writing->calls = memory_grow(writing->calls, &writing->call_room, writing->call_count + 1,
                                     sizeof *writing->calls);
        writing->calls[writing->call_count++] =
            (struct call){.from = function, .line = line_of_call(writing, from, to), .region = to};
    }
    struct call *call = &writing->calls[row];
    call->count = number_add(call->count, nodes->visits[node]);
    if (outermost)
        add_costs(&call->costs, &writing->all[node]);
}

static void add_part(struct writing *writing, uint32_t node)
{
    uint32_t function = writing->function_of[node];
    uint32_t region = writing->job->archive->nodes.region[node];
    uint32_t row =
        pairs_add(&writing->known_parts, function, region, (uint32_t)writing->part_count);
    if (row == writing->part_count) {
        writing->parts = memory_grow(writing->parts, &writing->part_room, writing->part_count + 1,
                                     sizeof *writing->parts);
        writing->parts[writing->part_count++] =
            (struct part){.function = function, .region = region};
    }
    struct costs own = own_of(writing->cube, node);
    add_costs(&writing->parts[row].costs, &own);
}

/* True if a node is a line of the function above it, not a function that is called. */
static bool is_line(const struct writing *writing, uint32_t node)
{
    const struct archive *archive = writing->job->archive;
    uint32_t parent = archive->nodes.parent[node];
    return parent != ARCHIVE_NONE && archive_is_own_loop(archive, node) &&
           writing->function_of[node] == writing->function_of[parent];
}

static void enter(struct writing *writing, uint32_t node)
{
    const struct archive *archive = writing->job->archive;
    if (paths_is_share(archive, node))
        return;
    bool outermost = writing->active[writing->function_of[node]]++ == 0;
    add_part(writing, node);
    if (archive->nodes.parent[node] != ARCHIVE_NONE && !is_line(writing, node))
        add_call(writing, node, outermost);
}

static void leave(struct writing *writing, uint32_t node)
{
    if (!paths_is_share(writing->job->archive, node))
        writing->active[writing->function_of[node]]--;
}

/* Walks the tree of one lane. */
static void walk(struct writing *writing, uint32_t root)
{
    const struct cube *cube = writing->cube;
    for (uint32_t node = root;;) {
        enter(writing, node);
        if (cube->first[node] != ARCHIVE_NONE) {
            node = cube->first[node];
            continue;
        }
        for (;; node = cube->archive->nodes.parent[node]) {
            leave(writing, node);
            if (node == root)
                return;
            if (cube->next[node] != ARCHIVE_NONE)
                break;
        }
        node = cube->next[node];
    }
}

static void write_costs(const struct writing *writing, uint32_t line, const struct costs *costs)
{
    int last = writing->events->count;
    struct export_sink *out = writing->job->out;
    while (last > 1 && !costs->of[writing->events->of[last - 1]])
        last--; /* trailing zeros may be left out */
    export_sink_number(out, line);
    for (int i = 0; i < last; i++) {
        export_sink_char(out, ' ');
        export_sink_number(out, costs->of[writing->events->of[i]]);
    }
    export_sink_char(out, '\n');
}

static void write_name(struct export_sink *out, const char *key, uint32_t number, const char *name,
                       bool *known)
{
    export_sink_printf(out, "%s=(%u)", key, number + 1);
    if (!known[number]) {
        export_sink_char(out, ' ');
        export_sink_text(out, name);
    }
    known[number] = true;
    export_sink_char(out, '\n');
}

static void write_function(struct writing *writing, const char *file_key, const char *name_key,
                           uint32_t region)
{
    uint32_t file = writing->file_of[region], name = writing->name_of[region];
    struct export_sink *out = writing->job->out;
    write_name(out, file_key, file, interned_text(writing->files, file), writing->file_known);
    write_name(out, name_key, name, writing->labels->name[region], writing->name_known);
}

static void write_call(struct writing *writing, const struct call *call)
{
    struct export_sink *out = writing->job->out;
    write_function(writing, "cfi", "cfn", call->region);
    export_sink_text(out, "calls=");
    export_sink_number(out,
                       call->count ? call->count : 1); /* some readers ignore a call with count 0 */
    export_sink_char(out, ' ');
    export_sink_number(out, writing->job->archive->regions.line[call->region]);
    export_sink_char(out, '\n');
    write_costs(writing, call->line, &call->costs);
}

static bool is_nothing(const struct writing *writing, const struct costs *costs)
{
    for (int i = 0; i < writing->events->count; i++) {
        if (costs->of[writing->events->of[i]])
            return false;
    }
    return true;
}

static int by_function(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    if (a->function != b->function)
        return a->function < b->function ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

static int by_caller(const void *left, const void *right)
{
    const struct call *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Writes each function with its exclusive costs by line, and its calls. */
static bool write_functions(struct writing *writing, struct error *error)
{
    const struct archive_regions *regions = &writing->job->archive->regions;
    size_t part = 0, call = 0, names = interned_count(writing->names);
    if (writing->part_count)
        qsort(writing->parts, writing->part_count, sizeof *writing->parts, by_function);
    if (writing->call_count)
        qsort(writing->calls, writing->call_count, sizeof *writing->calls, by_caller);
    for (uint32_t name = 0; name < names; name++) {
        bool begun = false;
        for (; part < writing->part_count && writing->parts[part].function == name; part++) {
            const struct part *own = &writing->parts[part];
            if (is_nothing(writing, &own->costs))
                continue;
            if (!begun)
                write_function(writing, "\nfl", "fn", writing->region_of[name]);
            begun = true;
            write_costs(writing, regions->line[own->region], &own->costs);
        }
        for (; call < writing->call_count && writing->calls[call].from == name; call++) {
            if (!begun)
                write_function(writing, "\nfl", "fn", writing->region_of[name]);
            begun = true;
            write_call(writing, &writing->calls[call]);
        }
        if (name % OFTEN == 0 && !export_go_on(writing->job, name, names, error))
            return false;
    }
    return true;
}

static void write_header(const struct writing *writing)
{
    const struct archive *archive = writing->job->archive;
    struct export_sink *out = writing->job->out;
    struct costs total = {{0}};
    char *command = words_clean(archive->run.command);
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->nodes.parent[i] == ARCHIVE_NONE)
            add_costs(&total, &writing->all[i]);
    }
    export_sink_printf(
        out,
        "# callgrind format\nversion: 1\ncreator: triptych export\ncmd: %s\npart: 1\n"
        "desc: %zu lane%s of %zu place%s, summed up\n"
        "positions: line\n",
        command, archive->lanes.rows, archive->lanes.rows == 1 ? "" : "s", archive->places.rows,
        archive->places.rows == 1 ? "" : "s");
    export_sink_text(out, writing->events->text);
    for (int i = 0; i < writing->events->count; i++)
        export_sink_printf(out, " %llu", (unsigned long long)total.of[writing->events->of[i]]);
    export_sink_char(out, '\n');
    free(command);
}

static void free_all(struct writing *writing)
{
    interned_free(writing->files);
    interned_free(writing->names);
    pairs_free(&writing->known_parts);
    pairs_free(&writing->known_calls[0]);
    pairs_free(&writing->known_calls[1]);
    free(writing->file_of);
    free(writing->name_of);
    free(writing->function_of);
    free(writing->region_of);
    free(writing->parts);
    free(writing->all);
    free(writing->active);
    free(writing->calls);
    free(writing->file_known);
    free(writing->name_known);
}

bool export_callgrind(struct export_job *job, struct error *error)
{
    const struct archive *archive = job->archive;
    size_t regions = archive->regions.rows, nodes = archive->nodes.rows;
    struct export_labels labels;
    if (export_stacks_alone(archive))
        return export_stacks_callgrind(job, error);
    export_labels_init(&labels, archive);
    struct writing writing = {
        .job = job,
        .labels = &labels,
        .cube = labels.cube,
        .files = interned_new(),
        .names = interned_new(),
        .file_of = memory_zeroed(regions, sizeof *writing.file_of),
        .name_of = memory_zeroed(regions, sizeof *writing.name_of),
        .function_of = memory_zeroed(nodes + 1, sizeof *writing.function_of),
        .region_of = memory_zeroed(regions, sizeof *writing.region_of),
        .all = memory_zeroed(nodes + 1, sizeof *writing.all),
        .active = memory_zeroed(regions, sizeof *writing.active),
        .file_known = memory_zeroed(regions, sizeof *writing.file_known),
        .name_known = memory_zeroed(regions, sizeof *writing.name_known),
    };
    writing.events = !cube_lcct_is_known(archive)   ? &measured
                     : cube_lcct_has_times(archive) ? &timed
                                                    : &counted;
    name_functions(&writing);
    find_functions(&writing);
    sum_up(&writing);
    for (uint32_t i = 0; i < nodes; i++) {
        if (archive->nodes.parent[i] == ARCHIVE_NONE)
            walk(&writing, i);
    }
    write_header(&writing);
    bool good = write_functions(&writing, error);
    free_all(&writing);
    export_labels_free(&labels);
    return good;
}
