/* data_nodes.c: see data_nodes.h */
#include "query/data_nodes.h"

#include "util/buffer.h"
#include "util/memory.h"
#include "util/number.h"

#include <triptych/probes.h>

int64_t query_data_region_type(const struct query_data *data, uint32_t region)
{
    return data->types[region];
}

/* A parent's row is smaller than its child's. */
static void find_depths(struct query_data *data)
{
    const struct archive_nodes *all = &data->archive->nodes;
    data->depth = memory_zeroed(all->rows + 1, sizeof *data->depth);
    for (size_t i = 0; i < all->rows; i++)
        data->depth[i] = all->parent[i] == ARCHIVE_NONE ? 0 : data->depth[all->parent[i]] + 1;
}

/* A file below an I/O statement is no part of it, nor an object below a wait. */
static bool is_part(const struct archive *archive, size_t node)
{
    uint32_t kind = archive->regions.kind[archive->nodes.region[node]];
    return kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT;
}

/* Of all visits, also of those that have not ended: what is below them may have. */
static uint64_t whole_time(const struct archive_nodes *all, size_t node)
{
    return number_add(all->time[node], all->open_time[node]);
}

static void find_inside(struct query_data *data)
{
    const struct archive_nodes *all = &data->archive->nodes;
    data->inside = memory_zeroed(all->rows + 1, sizeof *data->inside);
    for (size_t i = all->rows; i-- > 0;) {
        uint32_t parent = all->parent[i];
        uint64_t time = all->timed[i] ? whole_time(all, i) : data->inside[i];
        if (parent != ARCHIVE_NONE && is_part(data->archive, i))
            data->inside[parent] = number_add(data->inside[parent], time);
    }
}

/* The path of the parent, and one step more. */
static int64_t path_of(struct query_data *data, size_t node)
{
    const struct archive *archive = data->archive;
    uint32_t parent = archive->nodes.parent[node], region = archive->nodes.region[node];
    struct buffer path = {0};
    if (parent == ARCHIVE_NONE)
        return -1;
    if (data->paths[parent] >= 0)
        buffer_printf(&path, "%s/", query_data_text(data, data->paths[parent]));
    const char *name = archive_text(archive, archive->regions.name[region]);
    const char *kind = shape_region_kind(archive->regions.kind[region]);
    if (*name)
        buffer_add(&path, name);
    else
        buffer_printf(&path, "%s:%u", kind ? kind : "region", archive->regions.line[region]);
    int64_t text = query_data_add_text(data, path.text);
    buffer_free(&path);
    return text;
}

static void find_paths(struct query_data *data)
{
    size_t rows = data->archive->nodes.rows;
    data->paths = memory_zeroed(rows + 1, sizeof *data->paths);
    for (size_t i = 0; i < rows; i++)
        data->paths[i] = path_of(data, i);
}

static int64_t clamped(uint64_t number)
{
    return number > INT64_MAX ? INT64_MAX : (int64_t)number;
}

bool query_data_node(struct query_data *data, enum field_function function, uint64_t row,
                     int64_t *value)
{
    const struct archive_nodes *all = &data->archive->nodes;
    switch (function) {
    case FUNCTION_NODE_SELF:
        query_data_once(data, &data->known.inside, find_inside);
        *value = clamped(number_minus(whole_time(all, row), data->inside[row]));
        return all->timed[row];
    case FUNCTION_NODE_TRIPS:
        *value = clamped(all->trips[row]);
        return all->trips_min[row] != ARCHIVE_UNKNOWN;
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
