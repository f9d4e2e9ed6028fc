/* comm.c: see comm.h */
#include "report/mpi/comm.h"

#include "archive/messages/mpi_calls.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* True for the node of a helper process that MPI_Init forked: it is in the call, but made none. */
static bool is_inherited(const struct archive *archive, uint32_t node)
{
    uint32_t lane = archive->nodes.lane[node];
    return archive->lanes.forked[lane] && !archive->nodes.visits[node] &&
           archive->places.rank[archive->lanes.place[lane]] == ARCHIVE_NONE;
}

static bool key_of(const struct cube *cube, uint32_t node, const void *with, uint32_t *a,
                   uint32_t *b)
{
    (void)with;
    const struct archive *archive = cube->archive;
    *a = archive->nodes.region[node];
    *b = archive->lanes.place[archive->nodes.lane[node]];
    return *a != 0 && archive_mpi_is_call(archive, *a) && !is_inherited(archive, node);
}

static int by_source_and_place(const void *left, const void *right, void *context)
{
    const struct cube_row *a = left, *b = right;
    const uint32_t *order = context;
    if (a->a != b->a)
        return order[a->a] < order[b->a] ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

static int by_source(const void *left, const void *right, void *context)
{
    const struct report_view *view = context;
    const struct archive_regions *regions = &view->archive->regions;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    int order = strcmp(report_view_file(view, a), report_view_file(view, b));
    if (!order && regions->line[a] != regions->line[b])
        order = regions->line[a] < regions->line[b] ? -1 : 1;
    if (!order)
        order = strcmp(report_view_routine(view, a), report_view_routine(view, b));
    if (!order)
        order = strcmp(report_view_name(view, a), report_view_name(view, b));
    return order ? order : a < b ? -1 : a > b;
}

/* Puts the rows into the order of the source, then of the places. */
static void sort_rows(const struct report_view *view, struct cube_rows *rows)
{
    size_t regions = view->archive->regions.rows, count = 0;
    uint32_t *order = memory_zeroed(regions, sizeof *order);
    uint32_t *met = memory_zeroed(regions, sizeof *met);
    for (size_t i = 0; i < rows->count; i++) {
        if (!order[rows->rows[i].a])
            met[count++] = rows->rows[i].a;
        order[rows->rows[i].a] = 1;
    }
    if (count)
        qsort_r(met, count, sizeof *met, by_source, (void *)view);
    for (size_t i = 0; i < count; i++)
        order[met[i]] = (uint32_t)i;
    if (rows->count)
        qsort_r(rows->rows, rows->count, sizeof *rows->rows, by_source_and_place, order);
    free(order);
    free(met);
}

/* Drops the rows of places that never called the site. */
static void drop_unvisited(struct cube_rows *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->rows[i].sums.count || rows->rows[i].sums.unfinished)
            rows->rows[count++] = rows->rows[i];
    }
    rows->count = count;
}

static void add_to_site(struct report_comm_site *site, const struct cube_sums *sums)
{
    struct cube_sums *all = &site->sums;
    all->count = number_add(all->count, sums->count);
    all->time = number_add(all->time, sums->time);
    all->bytes = number_add(all->bytes, sums->bytes);
    all->unfinished += sums->unfinished;
    all->untimed |= sums->untimed;
    all->at_least |= sums->at_least;
    if (!site->count || sums->time < site->min)
        site->min = sums->time;
    if (sums->time > site->max)
        site->max = sums->time;
    site->count++;
}

/* Finds the places that take part: all MPI ranks, and others that called MPI. */
static void find_ranks(const struct report_view *view, struct report_comm *comm)
{
    const struct archive_places *places = &view->archive->places;
    comm->takes_part = memory_zeroed(places->rows, sizeof *comm->takes_part);
    for (size_t i = 0; i < places->rows; i++)
        comm->takes_part[i] = places->rank[i] != ARCHIVE_NONE;
    for (size_t i = 0; i < comm->rows.count; i++)
        comm->takes_part[comm->rows.rows[i].b] = true;
    for (size_t i = 0; i < places->rows; i++)
        comm->ranks += comm->takes_part[i];
}

/* Sums up the time of lanes that call MPI; other threads do not wait in it. */
static void find_life(const struct report_view *view, struct report_comm *comm)
{
    const struct archive *archive = view->archive;
    bool *calls = memory_zeroed(archive->lanes.rows, sizeof *calls);
    comm->life = memory_zeroed(archive->places.rows, sizeof *comm->life);
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        bool visited = (archive->nodes.visits[i] || archive->nodes.unfinished[i]) &&
                       !is_inherited(archive, (uint32_t)i);
        calls[archive->nodes.lane[i]] |=
            visited && archive_mpi_is_call(archive, archive->nodes.region[i]);
    }
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t lane = archive->nodes.lane[i], place = archive->lanes.place[lane];
        if (archive->nodes.parent[i] == ARCHIVE_NONE && calls[lane])
            comm->life[place] = number_add(comm->life[place], view->cube->time[i]);
    }
    for (size_t i = 0; i < archive->lanes.rows; i++)
        comm->others |= !calls[i] && comm->takes_part[archive->lanes.place[i]];
    free(calls);
}

static int by_time(const void *left, const void *right, void *context)
{
    const struct report_comm *comm = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    if (comm->sites[a].sums.time != comm->sites[b].sums.time)
        return comm->sites[a].sums.time > comm->sites[b].sums.time ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void sort_sites(struct report_comm *comm)
{
    comm->by_time = memory_zeroed(comm->count + 1, sizeof *comm->by_time);
    for (size_t i = 0; i < comm->count; i++)
        comm->by_time[i] = i;
    qsort_r(comm->by_time, comm->count, sizeof *comm->by_time, by_time, comm);
}

struct report_comm report_comm_new(const struct report_view *view)
{
    struct report_comm comm = {.rows = cube_project(view->cube, key_of, NULL)};
    size_t room = 0;
    drop_unvisited(&comm.rows);
    sort_rows(view, &comm.rows);
    find_ranks(view, &comm);
    find_life(view, &comm);
    for (size_t i = 0; i < comm.rows.count; i++) {
        const struct cube_row *row = &comm.rows.rows[i];
        if (!comm.count || comm.sites[comm.count - 1].region != row->a) {
            comm.sites = memory_grow(comm.sites, &room, comm.count + 1, sizeof *comm.sites);
            comm.sites[comm.count++] = (struct report_comm_site){.region = row->a, .first = i};
        }
        add_to_site(&comm.sites[comm.count - 1], &row->sums);
    }
    for (size_t i = 0; i < comm.count; i++) {
        if (comm.sites[i].count < comm.ranks)
            comm.sites[i].min = 0;
    }
    sort_sites(&comm);
    return comm;
}

void report_comm_free(struct report_comm *comm)
{
    cube_rows_free(&comm->rows);
    free(comm->sites);
    free(comm->by_time);
    free(comm->takes_part);
    free(comm->life);
}
