/* tree.c: see tree.h */
#include "analysis/division/tree.h"

#include "analysis/crowding.h"
#include "analysis/division/flat.h"
#include "analysis/division/keys.h"
#include "analysis/division/source_trips.h"
#include "analysis/division/work.h"
#include "cube/overlay.h"
#include "format/hash.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

bool analysis_division_tree_knows(const struct archive *archive, enum analysis_division_work work)
{
    const struct archive_nodes *nodes = &archive->nodes;
    if (work == DIVISION_TRIPS)
        return true;
    for (size_t i = 0; i < nodes->rows; i++) {
        bool timed =
            nodes->timed[i] && nodes->parent[i] != ARCHIVE_NONE && nodes->inclusive_time[i];
        if (work == DIVISION_INSTRUCTIONS ? nodes->instructions[i] != 0 : timed)
            return true;
    }
    return false;
}

/* Returns the lanes with measurements; only those of ranks, where ranks are known. */
static uint8_t *find_lanes(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint8_t *used = memory_zeroed(archive->lanes.rows + 1, sizeof *used);
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t place = archive->lanes.place[nodes->lane[i]];
        bool counts = !archive->ranked || archive->places.rank[place] != ARCHIVE_NONE;
        if (nodes->parent[i] != ARCHIVE_NONE && counts)
            used[nodes->lane[i]] = 1;
    }
    return used;
}

static size_t count_places(const struct archive *archive, const uint8_t *used)
{
    uint8_t *seen = memory_zeroed(archive->places.rows + 1, sizeof *seen);
    size_t count = 0;
    for (size_t i = 0; i < archive->lanes.rows; i++) {
        uint32_t place = archive->lanes.place[i];
        count += used[i] && !seen[place];
        seen[place] |= used[i];
    }
    free(seen);
    return count;
}

/* Numbers the workers. Returns them by lane; ARCHIVE_NONE for lanes of no worker. */
static uint32_t *find_workers(struct analysis_division_tree *tree)
{
    const struct archive *archive = tree->archive;
    uint8_t *used = find_lanes(archive);
    size_t count = count_places(archive, used);
    for (size_t i = 0; i < archive->lanes.rows; i++)
        tree->lane_count += used[i];
    bool places = tree->by == DIVISION_BY_PLACE || (tree->by == DIVISION_BY_ANY && count > 1) ||
                  (count > 1 && tree->lane_count == count);
    tree->by = places ? DIVISION_BY_PLACE : DIVISION_BY_LANE;
    uint32_t *workers = memory_zeroed(archive->lanes.rows + 1, sizeof *workers);
    uint32_t *of_place = memory_zeroed(archive->places.rows + 1, sizeof *of_place); /* plus 1 */
    tree->workers = memory_zeroed(archive->lanes.rows + 1, sizeof *tree->workers);
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        uint32_t place = archive->lanes.place[i];
        workers[i] = ARCHIVE_NONE;
        if (!used[i])
            continue;
        if (!places || !of_place[place]) {
            tree->workers[tree->worker_count++] = places ? place : i;
            of_place[place] = tree->worker_count;
        }
        workers[i] = places ? of_place[place] - 1 : tree->worker_count - 1;
    }
    free(of_place);
    free(used);
    return workers;
}

static void set_nodes(struct analysis_division_tree *tree, const struct cube_overlay *overlay)
{
    tree->count = overlay->count;
    tree->nodes = memory_zeroed(tree->count, sizeof *tree->nodes);
    for (size_t i = 0; i < tree->count; i++)
        tree->nodes[i] = (struct analysis_division_tree_node){
            .parent = overlay->nodes[i].parent,
            .region = overlay->nodes[i].region,
            .key = ARCHIVE_NONE,
            .routine = ARCHIVE_NONE,
            .first = ARCHIVE_NONE,
            .next = ARCHIVE_NONE,
        };
}

static struct cube_overlay lay_paths(struct analysis_division_tree *tree, const uint8_t *chosen,
                                     struct interned *keys)
{
    uint32_t *numbers = division_keys(tree->archive, tree->sources, keys);
    struct cube_overlay overlay =
        cube_overlay_lanes(tree->archive, chosen, numbers, interned_count(keys));
    set_nodes(tree, &overlay);
    for (size_t i = 1; i < tree->count; i++)
        tree->nodes[i].key = numbers[tree->nodes[i].region];
    free(numbers);
    return overlay;
}

static struct cube_overlay lay_flat(struct analysis_division_tree *tree, const uint8_t *chosen,
                                    const struct analysis_division_texts *texts)
{
    struct division_flat flat =
        division_flat_new(tree->archive, tree->sources, chosen, texts->routines, texts->keys);
    struct cube_overlay overlay = flat.overlay;
    set_nodes(tree, &overlay);
    for (size_t i = 1; i < tree->count; i++) {
        tree->nodes[i].key = flat.keys[i];
        tree->nodes[i].routine = flat.routines[i];
        tree->nodes[i].around = flat.around[i];
        tree->nodes[i].row = flat.rows[i];
    }
    flat.overlay = (struct cube_overlay){0};
    division_flat_free(&flat);
    return overlay;
}

/* Merges the trees of the workers' lanes. */
static struct cube_overlay lay_over(struct analysis_division_tree *tree,
                                    enum analysis_division_shape shape, const uint32_t *workers,
                                    const struct analysis_division_texts *texts)
{
    const struct archive *archive = tree->archive;
    uint8_t *chosen = memory_zeroed(archive->lanes.rows + 1, sizeof *chosen);
    for (size_t i = 0; i < archive->lanes.rows; i++)
        chosen[i] = workers[i] != ARCHIVE_NONE;
    struct cube_overlay overlay = shape == DIVISION_FLAT ? lay_flat(tree, chosen, texts)
                                                         : lay_paths(tree, chosen, texts->keys);
    free(chosen);
    return overlay;
}

static void link_children(struct analysis_division_tree *tree)
{
    for (uint32_t i = (uint32_t)tree->count; i-- > 1;) {
        struct analysis_division_tree_node *parent = &tree->nodes[tree->nodes[i].parent];
        tree->nodes[i].next = parent->first;
        parent->first = i;
    }
}

/* Returns, by region, the source iterations per trip; 0 if unknown. */
static uint32_t *find_factors(const struct archive *archive)
{
    uint32_t *factors = memory_zeroed(archive->regions.rows + 1, sizeof *factors);
    for (size_t i = 0; i < archive->loops.rows; i++) {
        if (archive->loops.region[i] < archive->regions.rows)
            factors[archive->loops.region[i]] = archive->loops.factor[i];
    }
    return factors;
}

static uint64_t iterations(uint64_t trips, uint32_t factor)
{
    return factor > 1 ? number_scale(trips, factor, 1) : trips;
}

/* Returns, by region, a number of the path and the address of the loop of a binary; 0: it is none.
 * The caller frees the array. */
static uint64_t *find_codes(const struct archive *archive)
{
    const struct archive_loops *loops = &archive->loops;
    uint64_t *codes = memory_zeroed(archive->regions.rows + 1, sizeof *codes);
    for (size_t i = 0; i < loops->rows; i++) {
        uint64_t path = format_hash_text(archive_text(archive, loops->binary[i]));
        if (loops->region[i] < archive->regions.rows)
            codes[loops->region[i]] =
                format_hash(path, &loops->address[i], sizeof loops->address[i]);
    }
    return codes;
}

/* Notes what the trips of the nodes are. */
static void find_trips(struct analysis_division_tree *tree, const uint32_t *to,
                       const uint32_t *workers)
{
    const struct archive_nodes *nodes = &tree->archive->nodes;
    uint8_t *trips = analysis_division_source_trips(tree->archive);
    uint64_t *codes = find_codes(tree->archive);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        struct analysis_division_tree_node *node = &tree->nodes[to[i]];
        uint32_t region = nodes->region[i];
        if (workers[nodes->lane[i]] == ARCHIVE_NONE || nodes->parent[i] == ARCHIVE_NONE ||
            !nodes->trips[i])
            continue;
        node->code = !node->trips || node->code == codes[region] ? codes[region] : 0;
        node->trips |= trips[region];
        node->executed += (double)nodes->instructions[i];
    }
    free(trips);
    free(codes);
}

static void sum_up(struct analysis_division_tree *tree, const uint32_t *to, const uint32_t *workers,
                   enum analysis_division_work work)
{
    const struct archive_nodes *nodes = &tree->archive->nodes;
    uint64_t *by_node = division_work_new(tree->archive, work, &tree->shared);
    uint32_t *factors = find_factors(tree->archive);
    tree->parts = memory_zeroed(tree->count * tree->worker_count + 1, sizeof *tree->parts);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t worker = workers[nodes->lane[i]];
        if (worker == ARCHIVE_NONE || nodes->parent[i] == ARCHIVE_NONE)
            continue;
        struct analysis_division_part *part =
            &tree->parts[(size_t)to[i] * tree->worker_count + worker];
        part->count = number_add(part->count, nodes->visits[i]);
        part->trips =
            number_add(part->trips, iterations(nodes->trips[i], factors[nodes->region[i]]));
        part->work = number_add(part->work, by_node[i]);
    }
    free(by_node);
    free(factors);
}

struct analysis_division_tree *
analysis_division_tree_new(const struct archive *archive, enum analysis_division_shape shape,
                           enum analysis_division_by by, enum analysis_division_work work,
                           const struct analysis_division_texts *texts)
{
    struct analysis_division_tree *tree = memory_zeroed(1, sizeof *tree);
    tree->archive = archive;
    tree->by = by;
    tree->crowded = analysis_crowding_find(archive).crowded;
    tree->sources = analysis_division_sources_new(archive);
    uint32_t *workers = find_workers(tree);
    struct cube_overlay overlay = lay_over(tree, shape, workers, texts);
    link_children(tree);
    sum_up(tree, overlay.to, workers, work);
    find_trips(tree, overlay.to, workers);
    cube_overlay_free(&overlay);
    free(workers);
    return tree;
}

void analysis_division_tree_free(struct analysis_division_tree *tree)
{
    if (!tree)
        return;
    analysis_division_sources_free(tree->sources);
    free(tree->workers);
    free(tree->nodes);
    free(tree->parts);
    free(tree);
}

void analysis_division_worker_name(const struct analysis_division_tree *tree, uint32_t worker,
                                   char name[ARCHIVE_NAME])
{
    if (tree->by == DIVISION_BY_PLACE)
        archive_place_name(tree->archive, tree->workers[worker], name);
    else
        archive_lane_name(tree->archive, tree->workers[worker], name);
}

bool analysis_division_tree_is_loop(const struct analysis_division_tree *tree, uint32_t node)
{
    return tree->archive->regions.kind[tree->nodes[node].region] == TRI_KIND_LOOP;
}

double analysis_division_tree_work(const struct analysis_division_tree *tree, uint32_t node)
{
    double sum = 0;
    for (uint32_t i = 0; i < tree->worker_count; i++)
        sum += (double)analysis_division_tree_part(tree, node, i)->work;
    return sum;
}
