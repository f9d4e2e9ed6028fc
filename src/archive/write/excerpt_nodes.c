/* excerpt_nodes.c: see excerpt_nodes.h */
#include "archive/write/excerpt_nodes.h"

#include "archive/table/schema.h"
#include "util/memory.h"
#include "util/number.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>

/* True for a file or object below the call that used it. */
static bool is_share(const struct archive *archive, uint32_t node)
{
    uint32_t kind = archive->regions.kind[archive->nodes.region[node]];
    return kind == TRI_KIND_FILE || kind == TRI_KIND_OBJECT;
}

void part_nodes_begin(struct part_nodes *nodes, const struct archive *from)
{
    size_t rows = from->nodes.rows;
    struct archive made = {0};
    archive_schema_init_table(&made, SCHEMA_NODES);
    archive_schema_add_rows(&made, SCHEMA_NODES, rows);
    *nodes =
        (struct part_nodes){.from = from, .sums = made.nodes, .table = made.tables[SCHEMA_NODES]};
    nodes->kept = memory_zeroed(rows + 1, 1);
    nodes->rows = memory_zeroed(rows + 1, sizeof *nodes->rows);
    for (uint32_t i = 0; i < rows; i++) {
        nodes->sums.time_min[i] = nodes->sums.trips_min[i] = ARCHIVE_UNKNOWN;
        if (from->nodes.parent[i] == ARCHIVE_NONE)
            nodes->kept[i] = 1; /* the lane itself */
        else if (is_share(from, i))
            pairs_add(&nodes->below, from->nodes.parent[i], from->nodes.region[i], i);
    }
}

void part_nodes_free(struct part_nodes *nodes)
{
    archive_table_free(&nodes->table);
    pairs_free(&nodes->below);
    free(nodes->kept);
    free(nodes->rows);
}

void part_nodes_keep(struct part_nodes *nodes, uint32_t node)
{
    for (; node != ARCHIVE_NONE && !nodes->kept[node]; node = nodes->from->nodes.parent[node])
        nodes->kept[node] = 1;
}

static void add_time(struct archive_nodes *sums, uint32_t node, uint64_t time)
{
    sums->inclusive_time[node] = number_add(sums->inclusive_time[node], time);
    sums->time_min[node] = time < sums->time_min[node] ? time : sums->time_min[node];
    sums->time_max[node] = time > sums->time_max[node] ? time : sums->time_max[node];
}

static void add_trips(struct archive_nodes *sums, uint32_t node, uint64_t trips)
{
    if (trips == ARCHIVE_UNKNOWN)
        return;
    sums->trips[node] = number_add(sums->trips[node], trips);
    sums->trips_min[node] = trips < sums->trips_min[node] ? trips : sums->trips_min[node];
    sums->trips_max[node] = trips > sums->trips_max[node] ? trips : sums->trips_max[node];
}

/* Adds the share of the file or object that an act used: see measure/act.c. */
static void add_share(struct part_nodes *nodes, const struct archive_act *act)
{
    struct archive_nodes *sums = &nodes->sums;
    uint32_t below = act->file ? pairs_find(&nodes->below, act->node, act->file) : PAIRS_NONE;
    if (below == PAIRS_NONE || act->flags & (ARCHIVE_ACT_UNFINISHED | ARCHIVE_ACT_ABORTED))
        return;
    part_nodes_keep(nodes, below);
    sums->timed[below] = 1;
    sums->visits[below]++;
    sums->bytes[below] = number_add(sums->bytes[below], act->bytes);
    add_time(sums, below, act->held ? act->held : act->end - act->start);
}

void part_nodes_add(struct part_nodes *nodes, const struct archive_act *act)
{
    struct archive_nodes *sums = &nodes->sums;
    uint32_t node = act->node;
    part_nodes_keep(nodes, node);
    sums->timed[node] = 1;
    sums->visits[node]++;
    if (act->flags & ARCHIVE_ACT_UNFINISHED) {
        sums->unfinished[node]++;
        sums->unfinished_time[node] =
            number_add(sums->unfinished_time[node], act->end - act->start);
    } else {
        add_time(sums, node, act->end - act->start);
    }
    sums->aborted[node] += (act->flags & ARCHIVE_ACT_ABORTED) != 0;
    sums->bytes[node] = number_add(sums->bytes[node], act->bytes);
    add_trips(sums, node, act->trips);
    add_share(nodes, act);
}

/* Copies the sums of whole lanes, which do not depend on the choice. */
static void copy_roots(struct part_nodes *nodes)
{
    const struct archive_nodes *all = &nodes->from->nodes;
    struct archive_nodes *sums = &nodes->sums;
    for (size_t i = 0; i < all->rows; i++) {
        if (all->parent[i] != ARCHIVE_NONE)
            continue;
        sums->timed[i] = all->timed[i];
        sums->visits[i] = all->visits[i];
        sums->inclusive_time[i] = all->inclusive_time[i];
        sums->time_min[i] = all->time_min[i];
        sums->time_max[i] = all->time_max[i];
        sums->unfinished[i] = all->unfinished[i];
        sums->unfinished_time[i] = all->unfinished_time[i];
        sums->aborted[i] = all->aborted[i];
    }
}

static void copy_row(const struct archive_table *from, size_t row, struct archive_table *to,
                     size_t to_row)
{
    for (size_t i = 0; i < to->column_count; i++) { /* both have the schema's columns in order */
        size_t size = archive_table_type_size(to->columns[i].type);
        memcpy((char *)to->columns[i].data + to_row * size,
               (const char *)from->columns[i].data + row * size, size);
    }
}

void part_nodes_end(struct part_nodes *nodes, struct archive *to)
{
    const struct archive_nodes *all = &nodes->from->nodes;
    uint32_t count = 0;
    copy_roots(nodes);
    for (size_t i = 0; i < all->rows; i++)
        nodes->rows[i] = nodes->kept[i] ? count++ : ARCHIVE_NONE;
    archive_schema_add_rows(to, SCHEMA_NODES, count);
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t row = nodes->rows[i];
        if (row == ARCHIVE_NONE)
            continue;
        copy_row(&nodes->table, i, &to->tables[SCHEMA_NODES], row);
        to->nodes.lane[row] = all->lane[i];
        to->nodes.region[row] = all->region[i];
        to->nodes.parent[row] = part_nodes_row(nodes, all->parent[i]);
    }
}
