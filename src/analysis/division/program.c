/* program.c: see program.h */
#include "analysis/division/program.h"

#include "archive/archive.h"
#include "cube/region_words.h"
#include "format/region.h"
#include "util/memory.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* A loop's position in the source. */
struct placed {
    uint32_t node, routine, file, line, seq;
    uint32_t around, first, next; /* positions in the sorted list, plus 1; 0: none */
    uint32_t number;              /* among the loops of the program */
};

static int by_place(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    if (a->routine != b->routine)
        return a->routine < b->routine ? -1 : 1;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->seq != b->seq)
        return a->seq < b->seq ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

static struct placed place_of(const struct analysis_division_tree *tree, uint32_t node,
                              uint32_t routine)
{
    const struct archive_regions *regions = &tree->archive->regions;
    uint32_t region = tree->nodes[node].region;
    return (struct placed){.node = node,
                           .routine = routine,
                           .file = regions->file[region],
                           .line = regions->line[region],
                           .seq = regions->seq[region]};
}

struct analysis_loop_text analysis_division_loop_text(const struct archive *archive,
                                                      const struct division_sources *sources,
                                                      uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    size_t size;
    const char *source = analysis_division_source(sources, region, &size);
    if (!source || !regions->line[region])
        return (struct analysis_loop_text){0};
    bool exact = !(regions->flags[region] & FORMAT_BINARY) &&
                 regions->end_line[region] > regions->line[region];
    return analysis_loop_text_new(source, size, regions->line[region], regions->end_line[region],
                                  exact, cube_region_is_fortran(archive, region));
}

static enum analysis_match_work work_of(const struct analysis_division *division)
{
    return division->work == DIVISION_INSTRUCTIONS ? MATCH_WORK_INSTRUCTIONS
           : division->work == DIVISION_TIME       ? MATCH_WORK_TIME
                                                   : MATCH_WORK_NOTHING;
}

static struct division_program program_new(const struct analysis_division *division, size_t run,
                                           size_t loops)
{
    const struct analysis_division_tree *tree = division->trees[run];
    struct division_program of = {
        .nodes = memory_zeroed(loops + 1, sizeof *of.nodes),
        .trips = memory_zeroed(loops * tree->worker_count + 1, sizeof *of.trips),
    };
    of.program.loops = memory_zeroed(loops + 1, sizeof *of.program.loops);
    of.program.workers = tree->worker_count;
    of.program.work = work_of(division);
    return of;
}

static bool has_loops(const struct analysis_division_tree *tree, uint32_t node)
{
    for (uint32_t i = tree->nodes[node].first; i != ARCHIVE_NONE; i = tree->nodes[i].next) {
        if (analysis_division_tree_is_loop(tree, i))
            return true;
    }
    return false;
}

static void add_loop(struct division_program *of, const struct analysis_division *division,
                     size_t run, const struct placed *placed, uint32_t parent)
{
    const struct analysis_division_tree *tree = division->trees[run];
    uint32_t number = of->program.count++, workers = tree->worker_count;
    uint64_t *trips = of->trips + (size_t)number * workers, visits = 0;
    for (uint32_t i = 0; i < workers; i++) {
        const struct analysis_division_part *part =
            analysis_division_tree_part(tree, placed->node, i);
        trips[i] = analysis_division_tree_is_loop(tree, placed->node) ? part->trips : part->count;
        visits += part->count;
    }
    double work = analysis_division_tree_work(tree, placed->node), all = division->all[run];
    of->nodes[number] = placed->node;
    of->program.loops[number] = (struct analysis_match_loop){
        .routine = placed->routine,
        .parent = parent,
        .around = MATCH_NONE,
        .turn = number,
        .is_routine = !analysis_division_tree_is_loop(tree, placed->node),
        .is_nest = has_loops(tree, placed->node),
        .visits = visits,
        .work = work,
        .share = all > 0 ? work / all : 0,
        .text = analysis_division_loop_text(tree->archive, tree->sources,
                                            tree->nodes[placed->node].region),
    };
    analysis_match_set_trips(&of->program.loops[number], trips, workers);
}

struct division_program division_program_beside(const struct analysis_division *division,
                                                size_t run, const uint32_t *nodes, size_t count)
{
    struct division_program of = program_new(division, run, count);
    struct placed *placed = memory_zeroed(count + 1, sizeof *placed);
    of.names = memory_zeroed(1, sizeof *of.names);
    of.names[0] = "";
    of.program.routines = of.names;
    of.program.routine_count = 1;
    for (size_t i = 0; i < count; i++)
        placed[i] = place_of(division->trees[run], nodes[i], 0);
    qsort(placed, count, sizeof *placed, by_place);
    for (size_t i = 0; i < count; i++)
        add_loop(&of, division, run, &placed[i], MATCH_NONE);
    free(placed);
    return of;
}

/* True for nodes that are matched: loops, and routines, which count as a loop around all their
 * loops. */
static bool is_item(const struct analysis_division_tree *tree, uint32_t node)
{
    uint32_t kind = tree->archive->regions.kind[tree->nodes[node].region];
    return kind == TRI_KIND_LOOP || kind == TRI_KIND_ROUTINE;
}

/* Numbers the routines from 1; returns the numbers by number of the name. The caller frees the
 * array. */
static uint32_t *number_routines(struct division_program *of,
                                 const struct analysis_division_tree *tree,
                                 const struct interned *routines)
{
    uint32_t *numbers = memory_zeroed(interned_count(routines) + 1, sizeof *numbers);
    of->names = memory_zeroed(interned_count(routines) + 1, sizeof *of->names);
    for (uint32_t i = 1; i < tree->count; i++) {
        uint32_t name = tree->nodes[i].routine;
        if (!is_item(tree, i) || numbers[name])
            continue;
        of->names[of->program.routine_count] = interned_text(routines, name);
        numbers[name] = ++of->program.routine_count;
    }
    of->program.routines = of->names;
    return numbers;
}

/* Links each loop to the one around it in its routine. places[node] is its position in the list,
 * plus 1. Returns the first outermost loop, plus 1. */
static uint32_t link_loops(const struct analysis_division_tree *tree, struct placed *placed,
                           uint32_t count, const uint32_t *places)
{
    uint32_t first = 0;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t around = places[tree->nodes[placed[i].node].parent];
        bool inside = around && placed[around - 1].routine == placed[i].routine;
        uint32_t *list = inside ? &placed[around - 1].first : &first;
        placed[i].around = inside ? around : 0;
        placed[i].next = *list;
        *list = i + 1;
    }
    return first;
}

/* Adds the loops from the outside in, in source order. */
static void add_nested(struct division_program *of, const struct analysis_division *division,
                       size_t run, struct placed *placed, uint32_t first)
{
    for (uint32_t at = first; at;) {
        struct placed *loop = &placed[at - 1];
        loop->number = of->program.count;
        add_loop(of, division, run, loop,
                 loop->around ? placed[loop->around - 1].number : MATCH_NONE);
        if (loop->first) {
            at = loop->first;
            continue;
        }
        while (at && !placed[at - 1].next)
            at = placed[at - 1].around;
        at = at ? placed[at - 1].next : 0;
    }
}

static int by_row(const void *left, const void *right, void *context)
{
    const struct analysis_division_tree_node *nodes = context;
    uint32_t a = nodes[*(const uint32_t *)left].row, b = nodes[*(const uint32_t *)right].row;
    return a < b ? -1 : a > b;
}

/* Returns the nodes of the tree in the order of their first execution. The caller frees the
 * array. */
static uint32_t *sort_executed(const struct analysis_division_tree *tree)
{
    uint32_t *sorted = memory_zeroed(tree->count + 1, sizeof *sorted);
    for (uint32_t i = 1; i < tree->count; i++)
        sorted[i - 1] = i;
    qsort_r(sorted, tree->count - 1, sizeof *sorted, by_row, tree->nodes);
    return sorted;
}

/* Returns, by node, its position in an order in which nodes precede those executed in them. The
 * caller frees the array. */
static uint32_t *find_turns(const struct analysis_division_tree *tree)
{
    uint32_t *sorted = sort_executed(tree);
    uint32_t *first = memory_zeroed(tree->count + 1, sizeof *first);
    uint32_t *next = memory_zeroed(tree->count + 1, sizeof *next);
    uint32_t *turns = memory_zeroed(tree->count + 1, sizeof *turns), turn = 0;
    for (size_t i = tree->count - 1; i-- > 0;) {
        uint32_t *list = &first[tree->nodes[sorted[i]].around];
        next[sorted[i]] = *list;
        *list = sorted[i];
    }
    for (uint32_t at = first[0]; at;) {
        turns[at] = turn++;
        if (first[at]) {
            at = first[at];
            continue;
        }
        while (at && !next[at])
            at = tree->nodes[at].around;
        at = at ? next[at] : 0;
    }
    free(sorted);
    free(first);
    free(next);
    return turns;
}

/* Sets where each loop was first executed, and in which order. */
static void set_turns(struct division_program *of, const struct analysis_division_tree *tree)
{
    uint32_t *loops = memory_zeroed(tree->count + 1, sizeof *loops); /* by node, plus 1 */
    uint32_t *turns = find_turns(tree);
    for (uint32_t i = 0; i < of->program.count; i++)
        loops[of->nodes[i]] = i + 1;
    for (uint32_t i = 0; i < of->program.count; i++) {
        uint32_t around = tree->nodes[of->nodes[i]].around;
        while (around && !loops[around])
            around = tree->nodes[around].around;
        of->program.loops[i].around = around ? loops[around] - 1 : MATCH_NONE;
        of->program.loops[i].turn = turns[of->nodes[i]];
    }
    free(loops);
    free(turns);
}

struct division_program division_program_flat(const struct analysis_division *division, size_t run,
                                              const struct interned *routines)
{
    const struct analysis_division_tree *tree = division->trees[run];
    struct division_program of = program_new(division, run, tree->count);
    struct placed *placed = memory_zeroed(tree->count + 1, sizeof *placed);
    uint32_t *places = memory_zeroed(tree->count + 1, sizeof *places), count = 0;
    uint32_t *numbers = number_routines(&of, tree, routines);
    for (uint32_t i = 1; i < tree->count; i++) {
        if (is_item(tree, i))
            placed[count++] = place_of(tree, i, numbers[tree->nodes[i].routine] - 1);
    }
    qsort(placed, count, sizeof *placed, by_place);
    for (uint32_t i = 0; i < count; i++)
        places[placed[i].node] = i + 1;
    add_nested(&of, division, run, placed, link_loops(tree, placed, count, places));
    set_turns(&of, tree);
    free(numbers);
    free(places);
    free(placed);
    return of;
}

void division_program_free(struct division_program *of)
{
    for (uint32_t i = 0; i < of->program.count; i++)
        analysis_loop_text_free(&of->program.loops[i].text);
    free(of->program.loops);
    free(of->nodes);
    free(of->trips);
    free(of->names);
}
