/* sample.c: takes the measurements of one run from its archive. */
#include "cube/cube.h"
#include "format/mpi.h"
#include "model/learn/learn.h"
#include "model/learn/matching.h"
#include "model/learn/order.h"
#include "model/learn/paths.h"
#include "model/learn/table.h"
#include "triptych/probes.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TAGS = 8 };

bool model_learn_has_loops(const struct archive *archive)
{
    for (size_t node = 0; node < archive->nodes.rows; node++)
        if (archive->regions.kind[archive->nodes.region[node]] == TRI_KIND_LOOP)
            return true;
    return false;
}

/* Returns the rank of a place: 0 in programs without MPI. */
static int64_t rank_of(const struct archive *archive, uint32_t place)
{
    uint32_t rank = archive->places.rank[place];
    return rank == ARCHIVE_NONE ? 0 : rank;
}

/* Checks that the run had p ranks. */
static bool has_ranks(const struct archive *archive, int64_t n, int64_t p, struct error *error)
{
    int64_t ranks = archive->places.rows > 0;
    for (size_t place = 0; place < archive->places.rows; place++)
        if (archive->places.rank[place] != ARCHIVE_NONE &&
            (int64_t)archive->places.ranks[place] > ranks)
            ranks = archive->places.ranks[place];
    if (ranks == p)
        return true;
    return error_set(error,
                     "the run with n = %lld had %lld rank%s, not p = %lld; use {p} in the command, "
                     "such as 'mpirun -n {p} ./program {n}', or --p 1 for a serial program",
                     (long long)n, (long long)ranks, ranks == 1 ? "" : "s", (long long)p);
}

/* The point of each lane. */
static size_t *points_of(struct model_learn *learn, int64_t n, int64_t p,
                         const struct archive *archive)
{
    size_t *points = memory_zeroed(archive->lanes.rows + 1, sizeof *points);
    for (size_t lane = 0; lane < archive->lanes.rows; lane++)
        points[lane] = learn_point(learn, n, p, rank_of(archive, archive->lanes.place[lane]));
    return points;
}

bool model_learn_counts(struct model_learn *learn, int64_t n, int64_t p,
                        const struct archive *archive, struct error *error)
{
    if (!has_ranks(archive, n, p, error))
        return false;
    size_t *points = points_of(learn, n, p, archive);
    size_t *items = learn_paths(learn, archive);
    for (uint32_t node = 0; node < archive->nodes.rows; node++) {
        if (items[node] == SIZE_MAX)
            continue;
        struct learn_cell *cell = learn_cell(learn, items[node], points[archive->nodes.lane[node]]);
        cell->visits += (double)archive->nodes.visits[node];
        if (archive->regions.kind[archive->nodes.region[node]] == TRI_KIND_LOOP)
            cell->trips += (double)archive->nodes.trips[node];
        cell->work += (double)archive->nodes.instructions[node];
    }
    learn_order_take(learn, archive, items, NULL, 0);
    free(points);
    free(items);
    return true;
}

bool model_learn_work(struct model_learn *learn, int64_t n, int64_t p,
                      const struct archive *archive, struct error *error)
{
    if (!has_ranks(archive, n, p, error))
        return false;
    learn->timed = true;
    struct cube *cube = cube_new(archive, true);
    size_t *points = points_of(learn, n, p, archive);
    size_t *items = learn_paths(learn, archive);
    for (uint32_t node = 0; node < archive->nodes.rows; node++) {
        uint32_t above = node;
        while (above != ARCHIVE_NONE && items[above] == SIZE_MAX)
            above = archive->nodes.parent[above]; /* I/O belongs to its routine */
        if (above == ARCHIVE_NONE ||
            archive->regions.kind[archive->nodes.region[node]] == TRI_KIND_COMM)
            continue;
        learn_cell(learn, items[above], points[archive->nodes.lane[node]])->work +=
            (double)cube->self[node];
    }
    cube_free(cube);
    free(points);
    free(items);
    return true;
}

/* Adds up the CPU time of each rank outside of MPI, and keeps the least of several runs. */
static void take_cpu(struct model_learn *learn, int64_t n, int64_t p, const struct archive *archive)
{
    double *sums = memory_zeroed((size_t)p, sizeof *sums);
    for (size_t lane = 0; lane < archive->lanes.rows; lane++) {
        int64_t rank = rank_of(archive, archive->lanes.place[lane]);
        uint64_t cpu = archive->lanes.cpu[lane], mpi = archive->lanes.cpu_in_mpi[lane];
        if (rank >= p || cpu == ARCHIVE_UNKNOWN)
            continue;
        sums[rank] += 1e-9 * (double)(cpu - (mpi == ARCHIVE_UNKNOWN || mpi > cpu ? 0 : mpi));
    }
    for (int64_t rank = 0; rank < p; rank++) {
        struct learn_point *point = &learn->points[learn_point(learn, n, p, rank)];
        if (sums[rank] > 0 && (point->cpu < 0 || sums[rank] < point->cpu))
            point->cpu = sums[rank];
    }
    free(sums);
}

/* What the messages of one run are taken from. */
struct taking {
    struct model_learn *learn;
    const struct archive *archive;
    int64_t n, p;
    size_t *items;            /* by node */
    struct pairs known;       /* (node, item) to number in: */
    struct learn_call *calls; /* see learn_order_take() */
    size_t call_count, call_room;
};

static void note_call(struct taking *taking, struct learn_call call)
{
    const uint32_t next = (uint32_t)taking->call_count;
    if (pairs_add(&taking->known, call.node, call.item, next) != next)
        return;
    taking->calls = memory_grow(taking->calls, &taking->call_room, taking->call_count + 1,
                                sizeof *taking->calls);
    taking->calls[taking->call_count++] = call;
}

/* Adds a message to the item of its sending or receiving call, and returns that. SIZE_MAX: the call
 * is not known. */
static size_t add_message(struct taking *taking, struct learn_site site, enum learn_kind kind,
                          int64_t rank, int64_t other, uint64_t bytes)
{
    if (site.node == ARCHIVE_NONE)
        return SIZE_MAX;
    struct model_learn *learn = taking->learn;
    const size_t at = learn_message(learn, taking->archive, taking->items, &site, kind);
    const size_t point = learn_point(learn, taking->n, taking->p, rank);
    struct learn_cell *cell = learn_cell(learn, at, point);
    cell->visits++;
    cell->bytes += (double)bytes;
    if (kind != LEARN_COLLECTIVE)
        learn_peers_add(&learn->items[at].peers, rank, other, taking->p);
    note_call(taking, (struct learn_call){site.node, (uint32_t)at});
    return at;
}

/* True if the messages of a run have few different tags: these tell directions apart, and are no
 * numbers of steps. */
static bool has_few_tags(const struct archive_messages *messages)
{
    uint32_t tags[MOST_TAGS];
    size_t count = 0;
    for (size_t row = 0; row < messages->rows; row++) {
        size_t known = 0;
        while (known < count && tags[known] != messages->tag[row])
            known++;
        if (known == MOST_TAGS)
            return false;
        if (known == count)
            tags[count++] = messages->tag[row];
    }
    return true;
}

static void take_messages(struct taking *taking)
{
    const struct archive *archive = taking->archive;
    const struct archive_messages *messages = &archive->messages;
    const bool tags = has_few_tags(messages);
    for (size_t row = 0; row < messages->rows; row++) {
        if (messages->source[row] == ARCHIVE_NONE || messages->target[row] == ARCHIVE_NONE)
            continue;
        char tag[32];
        snprintf(tag, sizeof tag, "tag %d", (int)messages->tag[row]);
        const int64_t from = rank_of(archive, messages->source[row]);
        const int64_t to = rank_of(archive, messages->target[row]);
        const struct learn_site sent = {messages->send[row], ARCHIVE_NONE, tags ? tag : NULL};
        const struct learn_site taken = {messages->receive[row], messages->post[row],
                                         tags ? tag : NULL};
        const size_t send =
            add_message(taking, sent, LEARN_SEND, from, to, archive_sized(messages->bytes[row]));
        const size_t receive = add_message(taking, taken, LEARN_RECEIVE, to, from,
                                           archive_sized(messages->bytes[row]));
        if (send != SIZE_MAX && receive != SIZE_MAX)
            learn_match(taking->learn, send, receive);
    }
}

static void take_collectives(struct taking *taking)
{
    const struct archive_collectives *rows = &taking->archive->collectives;
    for (size_t row = 0; row < rows->rows; row++)
        add_message(taking, (struct learn_site){rows->begin[row], ARCHIVE_NONE, NULL},
                    LEARN_COLLECTIVE, rank_of(taking->archive, rows->place[row]), 0,
                    archive_sized(rows->given[row]) > archive_sized(rows->taken[row])
                        ? archive_sized(rows->given[row])
                        : archive_sized(rows->taken[row]));
}

bool model_learn_messages(struct model_learn *learn, int64_t n, int64_t p,
                          const struct archive *archive, struct error *error)
{
    if (!has_ranks(archive, n, p, error))
        return false;
    struct taking taking = {learn, archive, n, p, .items = learn_paths(learn, archive)};
    take_messages(&taking);
    take_collectives(&taking);
    learn_order_take(learn, archive, taking.items, taking.calls, taking.call_count);
    free(taking.items);
    free(taking.calls);
    pairs_free(&taking.known);
    return true;
}

bool model_learn_times(struct model_learn *learn, int64_t n, int64_t p,
                       const struct archive *archive, struct error *error)
{
    if (!has_ranks(archive, n, p, error))
        return false;
    take_cpu(learn, n, p, archive);
    return true;
}
