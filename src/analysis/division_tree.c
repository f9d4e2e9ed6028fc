/* division_tree.c: see division_tree.h */
#include "analysis/division_tree.h"

#include "analysis/division_keys.h"
#include "cube/cube.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <stdlib.h>
#include <triptych/probes.h>

bool division_tree_knows(const struct archive *archive, enum division_work work)
{
    const struct archive_nodes *nodes = &archive->nodes;
    if (work == DIVISION_TRIPS)
        return true;
    for (size_t i = 0; i < nodes->rows; i++) {
        bool timed = nodes->timed[i] && nodes->parent[i] != ARCHIVE_NONE && nodes->time[i];
        if (work == DIVISION_INSTRUCTIONS ? nodes->instructions[i] != 0 : timed)
            return true;
    }
    return false;
}

/* Lanes in which anything was measured, of ranks only where these are known. */
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

/* Numbers the workers. Returns them by lane; ARCHIVE_NONE: it is nobody's. */
static uint32_t *find_workers(struct division_tree *tree)
{
    const struct archive *archive = tree->archive;
    uint8_t *used = find_lanes(archive);
    bool places = tree->by == DIVISION_BY_PLACE ||
                  (tree->by == DIVISION_BY_ANY && count_places(archive, used) > 1);
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

static uint32_t add_node(struct division_tree *tree, uint32_t parent, uint32_t region, uint32_t key)
{
    uint32_t number = (uint32_t)tree->count;
    tree->nodes = memory_grow(tree->nodes, &tree->room, tree->count + 1, sizeof *tree->nodes);
    tree->nodes[tree->count++] =
        (struct division_tree_node){parent, region, key, ARCHIVE_NONE, ARCHIVE_NONE};
    return number;
}

#define SEVERAL UINT32_MAX

struct building {
    struct division_tree *tree;
    const uint32_t *keys, *workers;
    struct pairs children; /* (parent, key) -> node */
    uint32_t *only;       /* by key: the node with it, among those of the first lanes; SEVERAL, 0 */
    uint32_t *to;         /* by row of nodes */
    uint32_t *first_lane; /* by place */
};

/* What a thread begins with is what somebody else called when it is known from just one path: the
 * threads of a team run the same function as the one who began it. */
static uint32_t parent_of(struct building *building, uint32_t parent, uint32_t key, bool is_first)
{
    if (parent || is_first || pairs_find(&building->children, 0, key) != PAIRS_NONE)
        return parent;
    uint32_t only = building->only[key];
    return only && only != SEVERAL ? building->tree->nodes[only].parent : parent;
}

/* Nodes of the first lanes of the places, or of the others. */
static void add_nodes(struct building *building, bool first)
{
    const struct archive *archive = building->tree->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t lane = nodes->lane[i], place = archive->lanes.place[lane];
        bool is_first = building->first_lane[place] == lane;
        if (building->workers[lane] == ARCHIVE_NONE || nodes->parent[i] == ARCHIVE_NONE ||
            is_first != first)
            continue;
        uint32_t region = nodes->region[i], key = building->keys[region];
        uint32_t parent = parent_of(building, building->to[nodes->parent[i]], key, is_first);
        uint32_t number =
            pairs_add(&building->children, parent, key, (uint32_t)building->tree->count);
        if (number == building->tree->count) {
            add_node(building->tree, parent, region, key);
            if (first)
                building->only[key] = building->only[key] ? SEVERAL : number;
        }
        building->to[i] = number;
    }
}

/* The rows of its lanes with the smallest numbers. */
static uint32_t *find_first_lanes(const struct archive *archive)
{
    const struct archive_lanes *lanes = &archive->lanes;
    uint32_t *first = memory_zeroed(archive->places.rows + 1, sizeof *first);
    for (size_t i = 0; i < archive->places.rows; i++)
        first[i] = ARCHIVE_NONE;
    for (uint32_t i = 0; i < lanes->rows; i++) {
        uint32_t *of = &first[lanes->place[i]];
        if (*of == ARCHIVE_NONE || lanes->number[i] < lanes->number[*of])
            *of = i;
    }
    return first;
}

static void link_children(struct division_tree *tree)
{
    for (uint32_t i = (uint32_t)tree->count; i-- > 1;) {
        struct division_tree_node *parent = &tree->nodes[tree->nodes[i].parent];
        tree->nodes[i].next = parent->first;
        parent->first = i;
    }
}

/* Waiting for others, and speaking with them, is no work that could be divided. */
static uint64_t work_of(const struct archive *archive, const struct cube *cube, uint32_t node,
                        enum division_work work)
{
    uint32_t kind = archive->regions.kind[archive->nodes.region[node]];
    bool works = kind == TRI_KIND_ROUTINE || kind == TRI_KIND_LOOP || kind == TRI_KIND_IO ||
                 kind == TRI_KIND_USER || kind == TRI_KIND_TASK || kind == TRI_KIND_WORK;
    if (!works)
        return 0;
    return work == DIVISION_INSTRUCTIONS ? archive->nodes.instructions[node]
           : work == DIVISION_TIME       ? cube->self[node]
                                         : archive->nodes.trips[node];
}

static void sum_up(struct division_tree *tree, const struct building *building,
                   enum division_work work)
{
    const struct archive_nodes *nodes = &tree->archive->nodes;
    struct cube *cube = work == DIVISION_TIME ? cube_new(tree->archive, false) : NULL;
    tree->parts = memory_zeroed(tree->count * tree->worker_count + 1, sizeof *tree->parts);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t worker = building->workers[nodes->lane[i]];
        if (worker == ARCHIVE_NONE || nodes->parent[i] == ARCHIVE_NONE)
            continue;
        struct division_part *part =
            &tree->parts[(size_t)building->to[i] * tree->worker_count + worker];
        part->count = number_add(part->count, nodes->count[i]);
        part->trips = number_add(part->trips, nodes->trips[i]);
        part->work = number_add(part->work, work_of(tree->archive, cube, i, work));
    }
    if (cube)
        cube_free(cube);
}

struct division_tree *division_tree_new(const struct archive *archive, enum division_by by,
                                        enum division_work work, struct interned *keys)
{
    struct division_tree *tree = memory_zeroed(1, sizeof *tree);
    tree->archive = archive;
    tree->by = by;
    uint32_t *numbers = division_keys(archive, keys), *workers = find_workers(tree);
    struct building building = {
        .tree = tree,
        .keys = numbers,
        .workers = workers,
        .to = memory_zeroed(archive->nodes.rows + 1, sizeof *building.to),
        .first_lane = find_first_lanes(archive),
        .only = memory_zeroed((size_t)interned_count(keys) + 1, sizeof *building.only),
    };
    add_node(tree, ARCHIVE_NONE, 0, ARCHIVE_NONE);
    add_nodes(&building, true);
    add_nodes(&building, false);
    link_children(tree);
    sum_up(tree, &building, work);
    pairs_free(&building.children);
    free(building.only);
    free(building.to);
    free(building.first_lane);
    free(numbers);
    free(workers);
    return tree;
}

void division_tree_free(struct division_tree *tree)
{
    if (!tree)
        return;
    free(tree->workers);
    free(tree->nodes);
    free(tree->parts);
    free(tree);
}

void division_worker_name(const struct division_tree *tree, uint32_t worker,
                          char name[ARCHIVE_NAME])
{
    if (tree->by == DIVISION_BY_PLACE)
        archive_place_name(tree->archive, tree->workers[worker], name);
    else
        archive_lane_name(tree->archive, tree->workers[worker], name);
}
