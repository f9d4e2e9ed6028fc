/* nodes.c: see nodes.h */
#include "query/data/nodes.h"

#include "cube/cube.h"
#include "format/act.h"
#include "util/buffer.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

int64_t query_data_region_type(const struct query_data *data, uint32_t region)
{
    return data->types[region];
}

/* Computes the depths in one pass: a parent's row is always smaller than its child's. */
static void find_depths(struct query_data *data)
{
    const struct archive_nodes *all = &data->archive->nodes;
    data->depth = memory_zeroed(all->rows + 1, sizeof *data->depth);
    for (size_t i = 0; i < all->rows; i++)
        data->depth[i] = all->parent[i] == ARCHIVE_NONE ? 0 : data->depth[all->parent[i]] + 1;
}

/* False for a file below an I/O statement, or an object below a wait: their times are not part of
 * it. */
static bool is_part(const struct archive *archive, size_t node)
{
    uint32_t kind = archive->regions.kind[archive->nodes.region[node]];
    return kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT;
}

/* Returns the time of all visits, ended or not: a child may have ended in a visit that has not. */
static uint64_t whole_time(const struct archive_nodes *all, size_t node)
{
    return number_add(all->inclusive_time[node], all->unfinished_time[node]);
}

/* Sums the times of the nearest timed nodes below each node, and the part of them that is in its
 * own loops. Children come after their parents, hence the order. */
static void find_inside(struct query_data *data)
{
    const struct archive_nodes *all = &data->archive->nodes;
    data->inside = memory_zeroed(all->rows + 1, sizeof *data->inside);
    data->loops = memory_zeroed(all->rows + 1, sizeof *data->loops);
    for (size_t i = all->rows; i-- > 0;) {
        uint32_t parent = all->parent[i];
        uint64_t time = all->timed[i] ? whole_time(all, i) : data->inside[i];
        if (parent == ARCHIVE_NONE || !is_part(data->archive, i))
            continue;
        data->inside[parent] = number_add(data->inside[parent], time);
        if (archive_is_own_loop(data->archive, (uint32_t)i))
            data->loops[parent] =
                number_add(data->loops[parent],
                           number_add(number_minus(time, data->inside[i]), data->loops[i]));
    }
}

/* Returns the time in a routine's own loops; 0 for a loop. */
static uint64_t loop_time(const struct query_data *data, uint64_t node)
{
    const struct archive *archive = data->archive;
    bool loop = archive->regions.kind[archive->nodes.region[node]] == TRI_KIND_LOOP;
    return loop ? 0 : data->loops[node];
}

static uint64_t exclusive_time(const struct query_data *data, uint64_t node)
{
    uint64_t time = whole_time(&data->archive->nodes, node);
    return number_add(number_minus(time, data->inside[node]), loop_time(data, node));
}

/* Finds the loops from which the compiler took passes out. */
static void find_peeled(struct query_data *data)
{
    const struct archive *archive = data->archive;
    data->peeled = memory_zeroed(archive->regions.rows + 1, sizeof *data->peeled);
    for (uint32_t i = 0; i < archive->loops.rows; i++) {
        if (archive->loops.region[i] < archive->regions.rows)
            data->peeled[archive->loops.region[i]] = cube_is_peeled(archive, i);
    }
}

static bool are_trips_least(const struct query_data *data, uint64_t node)
{
    const struct archive *archive = data->archive;
    const struct archive_nodes *all = &archive->nodes;
    uint32_t region = all->region[node], place = archive->lanes.place[all->lane[node]];
    bool counted = archive->regions.kind[region] == TRI_KIND_LOOP &&
                   (all->trips[node] || all->trips_min[node] != ARCHIVE_UNKNOWN);
    return counted && (all->unfinished[node] || all->aborted[node] || data->peeled[region] ||
                       all->how[node] & ARCHIVE_AT_LEAST || archive->places.damage[place]);
}

void query_data_path_step(const struct query_data *data, size_t node, struct buffer *to)
{
    const struct archive *archive = data->archive;
    uint32_t region = archive->nodes.region[node];
    const char *name = archive_text(archive, archive->regions.name[region]);
    const char *kind = format_region_word(archive->regions.kind[region]);
    if (*name)
        buffer_add(to, name);
    else
        buffer_printf(to, "%s:%u", kind ? kind : "region", archive->regions.line[region]);
}

/* Lengths in bytes. A path longer than LONGEST is shortened in the middle: in a deep recursion,
 * full paths would exhaust the memory. */
enum { LONGEST = 4096, AT_BOTH_ENDS = 256, STEPS = AT_BOTH_ENDS / 2 };

static size_t step_size(const struct query_data *data, size_t node)
{
    struct buffer step = {0};
    query_data_path_step(data, node, &step);
    size_t size = step.used;
    buffer_free(&step);
    return size;
}

/* Finds the nodes at the end of a path, last one first, that fit in AT_BOTH_ENDS bytes. */
static size_t find_end(const struct query_data *data, size_t node, size_t *nodes)
{
    size_t count = 1, size = step_size(data, node);
    nodes[0] = node;
    while (count < STEPS) {
        node = data->archive->nodes.parent[node];
        size += 1 + step_size(data, node);
        if (size > AT_BOTH_ENDS)
            break;
        nodes[count++] = node;
    }
    return count;
}

/* Returns the deepest node whose path begins all shortened paths below it. */
static uint32_t beginning_of(const struct query_data *data, uint32_t node)
{
    const uint32_t *parents = data->archive->nodes.parent;
    for (uint32_t parent = parents[node]; data->paths[parent] >= 0; parent = parents[node]) {
        if (strlen(query_data_text(data, data->paths[node])) <= AT_BOTH_ENDS)
            break;
        node = parent;
    }
    return node;
}

/* Shortens a path: replaces its middle by the number of nodes that are omitted. beginnings[n] is
 * the node whose path a shortened path n begins with, else 0. */
static void shorten(struct query_data *data, size_t node, uint32_t *beginnings, struct buffer *path)
{
    uint32_t parent = data->archive->nodes.parent[node];
    if (data->paths[parent] < 0)
        return; /* a single name */
    size_t nodes[STEPS], count = find_end(data, node, nodes);
    uint32_t first = beginnings[parent] ? beginnings[parent] : beginning_of(data, parent);
    beginnings[node] = first;
    uint32_t left_out = data->depth[nodes[count - 1]] - data->depth[first] - 1;
    if (!left_out)
        return;
    buffer_free(path);
    buffer_printf(path, "%s/…%u…", query_data_text(data, data->paths[first]), left_out);
    while (count-- > 0) {
        buffer_add(path, "/");
        query_data_path_step(data, nodes[count], path);
    }
}

/* Returns the text of a node's path, made from its parent's; -1 for a root. */
static int64_t path_of(struct query_data *data, size_t node, uint32_t *beginnings)
{
    uint32_t parent = data->archive->nodes.parent[node];
    struct buffer path = {0};
    if (parent == ARCHIVE_NONE)
        return -1;
    if (data->paths[parent] >= 0)
        buffer_printf(&path, "%s/", query_data_text(data, data->paths[parent]));
    query_data_path_step(data, node, &path);
    if (path.used > LONGEST || beginnings[parent])
        shorten(data, node, beginnings, &path);
    int64_t text = query_data_add_text(data, path.text);
    buffer_free(&path);
    return text;
}

static void find_paths(struct query_data *data)
{
    size_t rows = data->archive->nodes.rows;
    uint32_t *beginnings = memory_zeroed(rows + 1, sizeof *beginnings);
    query_data_once(data, &data->known.depth, find_depths);
    data->paths = memory_zeroed(rows + 1, sizeof *data->paths);
    for (size_t i = 0; i < rows; i++)
        data->paths[i] = path_of(data, i, beginnings);
    free(beginnings);
}

static int64_t clamped(uint64_t number)
{
    return number > INT64_MAX ? INT64_MAX : (int64_t)number;
}

bool query_data_node(struct query_data *data, enum query_field_function function, uint64_t row,
                     int64_t *value)
{
    const struct archive_nodes *all = &data->archive->nodes;
    switch (function) {
    case FUNCTION_NODE_EXCLUSIVE:
        query_data_once(data, &data->known.inside, find_inside);
        *value = clamped(exclusive_time(data, row));
        return all->timed[row];
    case FUNCTION_NODE_LOOPS:
        query_data_once(data, &data->known.inside, find_inside);
        *value = clamped(loop_time(data, row));
        return all->timed[row];
    case FUNCTION_NODE_ESTIMATED:
        *value = all->timed[row] == ARCHIVE_ESTIMATED || all->timed[row] == ARCHIVE_SAMPLED;
        return true;
    case FUNCTION_NODE_LIGHT:
        *value = (all->how[row] & ARCHIVE_LIGHT) != 0;
        return true;
    case FUNCTION_NODE_DERIVED:
        *value = (all->how[row] & (ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS)) != 0;
        return true;
    case FUNCTION_NODE_AT_LEAST:
        *value = (all->how[row] & ARCHIVE_AT_LEAST) != 0;
        return true;
    case FUNCTION_NODE_TRIPS_AT_LEAST:
        query_data_once(data, &data->known.peeled, find_peeled);
        *value = are_trips_least(data, row);
        return true;
    case FUNCTION_NODE_TRIPS:
        *value = clamped(all->trips[row]);
        return all->trips[row] || all->trips_min[row] != ARCHIVE_UNKNOWN;
    case FUNCTION_NODE_TRIPS_MAX:
        *value = clamped(all->trips_max[row]);
        return all->trips_min[row] != ARCHIVE_UNKNOWN;
    case FUNCTION_NODE_BYTES:
        *value = clamped(all->bytes[row]);
        return archive_tells_bytes(data->archive, all->region[row], all->bytes[row]);
    case FUNCTION_NODE_DEPTH:
        query_data_once(data, &data->known.depth, find_depths);
        *value = data->depth[row];
        return true;
    default: /* FUNCTION_NODE_PATH */
        query_data_once(data, &data->known.paths, find_paths);
        *value = data->paths[row];
        return *value >= 0;
    }
}
