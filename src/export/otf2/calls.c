/* calls.c: see calls.h */
#include "export/otf2/calls.h"

#include "archive/table/sorter.h"
#include "format/mpi.h"
#include "util/memory.h"

#include <otf2/otf2.h>
#include <stdlib.h>

enum { MOST = 1 << 16 }; /* events in memory at a time; more are sorted on disk */

/* The events of all calls, being written. */
struct calls {
    const struct archive *archive;
    const struct own_comms *comms;
    struct sorter *sorter;
    const struct call_event *next; /* the next event of the sorter; NULL if there are no more */
    uint32_t lane;
    struct call_event *ready; /* events of this lane whose time has come, but not their call */
    size_t ready_count, ready_room;
    struct foreign_record record;
};

static int by_lane(const void *left, const void *right)
{
    const struct call_event *a = left, *b = right;
    if (a->lane != b->lane)
        return a->lane < b->lane ? -1 : 1;
    return a->time < b->time ? -1 : a->time > b->time;
}

static void add(struct calls *calls, struct call_event event)
{
    event.lane = calls->archive->nodes.lane[event.node];
    archive_sorter_add(calls->sorter, &event);
}

static uint64_t length_of(uint64_t bytes)
{
    return bytes == ARCHIVE_UNKNOWN ? OTF2_UNDEFINED_UINT64 : bytes;
}

/* Returns the rank of a place in a communicator. */
static uint64_t rank_in(const struct calls *calls, uint32_t comm, uint32_t place)
{
    return place == ARCHIVE_NONE ? PAIRS_NONE : pairs_find(&calls->comms->ranks, comm, place);
}

/* Adds the events of a sent message. */
static void add_send(struct calls *calls, size_t row, uint32_t comm)
{
    const struct archive_messages *all = &calls->archive->messages;
    uint64_t peer = rank_in(calls, comm, all->target[row]), id = 2 * (uint64_t)row;
    bool blocking =
        all->finish[row] == all->send[row] && all->finish_start[row] == all->send_start[row];
    add(calls, (struct call_event){
                   .time = all->send_start[row],
                   .node = all->send[row],
                   .kind = blocking ? FOREIGN_EVENT_MPI_SEND : FOREIGN_EVENT_MPI_ISEND,
                   .count = blocking ? 4 : 5,
                   .values = {peer, comm, all->tag[row], length_of(all->bytes[row]), id},
               });
    if (!blocking && all->finish[row] != ARCHIVE_NONE)
        add(calls, (struct call_event){.time = all->finish_end[row],
                                       .node = all->finish[row],
                                       .kind = FOREIGN_EVENT_MPI_ISEND_COMPLETE,
                                       .ends = true,
                                       .count = 1,
                                       .values = {id}});
}

/* Adds the events of a received message. */
static void add_receive(struct calls *calls, size_t row, uint32_t comm)
{
    const struct archive_messages *all = &calls->archive->messages;
    uint64_t peer = rank_in(calls, comm, all->source[row]), id = 2 * (uint64_t)row + 1;
    bool blocking =
        all->post[row] == ARCHIVE_NONE ||
        (all->post[row] == all->receive[row] && all->post_start[row] == all->receive_start[row]);
    add(calls, (struct call_event){
                   .time = all->receive_end[row],
                   .node = all->receive[row],
                   .kind = blocking ? FOREIGN_EVENT_MPI_RECV : FOREIGN_EVENT_MPI_IRECV,
                   .ends = true,
                   .count = blocking ? 4 : 5,
                   .values = {peer, comm, all->tag[row], length_of(all->bytes[row]), id},
               });
    if (!blocking)
        add(calls, (struct call_event){.time = all->post_start[row],
                                       .node = all->post[row],
                                       .kind = FOREIGN_EVENT_MPI_IRECV_REQUEST,
                                       .count = 1,
                                       .values = {id}});
}

static void add_messages(struct calls *calls)
{
    const struct archive_messages *all = &calls->archive->messages;
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t comm = calls->comms->ref[all->communicator[i]];
        if (comm == UINT32_MAX)
            continue;
        if (all->send[i] != ARCHIVE_NONE)
            add_send(calls, i, comm);
        if (all->receive[i] != ARCHIVE_NONE)
            add_receive(calls, i, comm);
    }
}

/* Returns OTF2's name for the collective operation of an MPI call. */
static OTF2_CollectiveOp operation_of(const struct archive *archive, uint32_t node)
{
    static const OTF2_CollectiveOp all[] = {
        /* a collective operation of unknown kind */
        [FORMAT_MPI_NO_OPERATION] = OTF2_COLLECTIVE_OP_BARRIER,
        [FORMAT_MPI_BARRIER] = OTF2_COLLECTIVE_OP_BARRIER,
        [FORMAT_MPI_BCAST] = OTF2_COLLECTIVE_OP_BCAST,
        [FORMAT_MPI_GATHER] = OTF2_COLLECTIVE_OP_GATHER,
        [FORMAT_MPI_GATHERV] = OTF2_COLLECTIVE_OP_GATHERV,
        [FORMAT_MPI_SCATTER] = OTF2_COLLECTIVE_OP_SCATTER,
        [FORMAT_MPI_SCATTERV] = OTF2_COLLECTIVE_OP_SCATTERV,
        [FORMAT_MPI_ALLGATHER] = OTF2_COLLECTIVE_OP_ALLGATHER,
        [FORMAT_MPI_ALLGATHERV] = OTF2_COLLECTIVE_OP_ALLGATHERV,
        [FORMAT_MPI_ALLTOALL] = OTF2_COLLECTIVE_OP_ALLTOALL,
        [FORMAT_MPI_ALLTOALLV] = OTF2_COLLECTIVE_OP_ALLTOALLV,
        [FORMAT_MPI_ALLTOALLW] = OTF2_COLLECTIVE_OP_ALLTOALLW,
        [FORMAT_MPI_ALLREDUCE] = OTF2_COLLECTIVE_OP_ALLREDUCE,
        [FORMAT_MPI_REDUCE] = OTF2_COLLECTIVE_OP_REDUCE,
        [FORMAT_MPI_REDUCE_SCATTER] = OTF2_COLLECTIVE_OP_REDUCE_SCATTER,
        [FORMAT_MPI_REDUCE_SCATTER_BLOCK] = OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK,
        [FORMAT_MPI_SCAN] = OTF2_COLLECTIVE_OP_SCAN,
        [FORMAT_MPI_EXSCAN] = OTF2_COLLECTIVE_OP_EXSCAN,
        [FORMAT_MPI_NEIGHBOR] = OTF2_COLLECTIVE_OP_BARRIER,
    };
    enum format_mpi_operation operation =
        format_mpi_operation(archive->regions.mpi[archive->nodes.region[node]]);
    return operation < sizeof all / sizeof all[0] ? all[operation] : OTF2_COLLECTIVE_OP_BARRIER;
}

/* Adds the events of a rank's part in a collective operation. */
static void add_part(struct calls *calls, size_t row, uint32_t comm)
{
    const struct archive_collectives *all = &calls->archive->collectives;
    uint64_t root = rank_in(calls, comm, all->root[row]), id = (uint64_t)1 << 62 | row;
    bool blocking =
        all->begin[row] == all->end[row] && all->begin_start[row] == all->end_start[row];
    if (all->begin[row] == ARCHIVE_NONE)
        return;
    add(calls, (struct call_event){.time = all->begin_start[row],
                                   .node = all->begin[row],
                                   .kind = blocking ? FOREIGN_EVENT_MPI_COLLECTIVE_BEGIN
                                                    : FOREIGN_EVENT_NON_BLOCKING_COLLECTIVE_REQUEST,
                                   .count = blocking ? 0 : 1,
                                   .values = {id}});
    if (all->end[row] == ARCHIVE_NONE)
        return;
    add(calls, (struct call_event){
                   .time = all->end_end[row],
                   .node = all->end[row],
                   .kind = blocking ? FOREIGN_EVENT_MPI_COLLECTIVE_END
                                    : FOREIGN_EVENT_NON_BLOCKING_COLLECTIVE_COMPLETE,
                   .ends = true,
                   .count = blocking ? 5 : 6,
                   .values = {operation_of(calls->archive, all->begin[row]), comm, root,
                              length_of(all->given[row]), length_of(all->taken[row]), id},
               });
}

struct calls *calls_find(struct archive *archive, const struct own_comms *comms,
                         struct error *error)
{
    if (!archive_find_messages(archive, error))
        return NULL;
    struct calls *calls = memory_zeroed(1, sizeof *calls);
    calls->archive = archive;
    calls->comms = comms;
    calls->sorter = archive_sorter_new(sizeof(struct call_event), MOST, by_lane, archive->path);
    add_messages(calls);
    for (size_t i = 0; i < archive->collectives.rows; i++) {
        uint32_t comm = comms->ref[archive->collectives.communicator[i]];
        if (comm != UINT32_MAX)
            add_part(calls, i, comm);
    }
    if (!archive_sorter_begin(calls->sorter, error)) {
        calls_free(calls);
        return NULL;
    }
    calls->next = archive_sorter_next(calls->sorter);
    return calls;
}

void calls_free(struct calls *calls)
{
    if (!calls)
        return;
    archive_sorter_free(calls->sorter);
    foreign_record_free(&calls->record);
    free(calls->ready);
    free(calls);
}

void calls_begin_lane(struct calls *calls, uint32_t lane)
{
    calls->lane = lane;
    calls->ready_count = 0;
    while (calls->next && calls->next->lane < lane)
        calls->next = archive_sorter_next(calls->sorter);
}

static bool write_one(struct calls *calls, struct trace_out *out, const struct call_event *event)
{
    struct foreign_record *record = foreign_begin(&calls->record);
    for (int i = 0; i < event->count; i++)
        foreign_add(record, event->values[i]);
    return trace_out_check(out, foreign_write_event(out->writer, record, event->kind, NULL,
                                                    trace_out_time(out, event->time)));
}

/* Takes the events up to a time from the sorter. */
static void make_ready(struct calls *calls, uint64_t time)
{
    while (calls->next && calls->next->lane == calls->lane && calls->next->time <= time) {
        calls->ready = memory_grow(calls->ready, &calls->ready_room, calls->ready_count + 1,
                                   sizeof *calls->ready);
        calls->ready[calls->ready_count++] = *calls->next;
        calls->next = archive_sorter_next(calls->sorter);
    }
}

bool calls_write(struct calls *calls, struct trace_out *out, uint64_t time, uint32_t node,
                 bool ends)
{
    size_t kept = 0;
    bool good = true;
    make_ready(calls, time);
    for (size_t i = 0; i < calls->ready_count; i++) {
        const struct call_event *event = &calls->ready[i];
        bool its = event->node == node && event->ends == ends && event->time == time;
        if (its || event->time < time)
            good = good && write_one(calls, out, event);
        else
            calls->ready[kept++] = *event;
    }
    calls->ready_count = kept;
    return good;
}

bool calls_write_older(struct calls *calls, struct trace_out *out, uint64_t time)
{
    return calls_write(calls, out, time, ARCHIVE_NONE, true);
}

bool calls_end(const struct calls *calls, struct error *error)
{
    return archive_sorter_end(calls->sorter, error);
}

bool calls_end_lane(struct calls *calls, struct trace_out *out)
{
    return calls_write_older(calls, out, UINT64_MAX);
}
