/* steps.c: see steps.h */
#include "analysis/replay/steps.h"

#include "analysis/delays/waits.h"
#include "analysis/efficiency/efficiency.h"
#include "analysis/replay/threads.h"
#include "analysis/replay/walk.h"
#include "archive/messages/mpi_calls.h"
#include "format/event.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* Adds a point to its lane. While `points` is NULL, only counts the points of each lane. */
static void add_point(struct analysis_replay_steps *to, const struct archive *archive,
                      uint32_t node, uint64_t start, enum replay_act act, size_t number)
{
    uint32_t lane = archive->nodes.lane[node];
    if (!analysis_efficiency_is_rank(archive, archive->lanes.place[lane]))
        return;
    size_t at = to->ends[lane]++;
    if (to->points)
        to->points[at] = (struct analysis_replay_point){start, node, (uint32_t)number, act};
}

/* Adds the completion of a send. It waits for its receive, if it may, and did not end before that
 * in the run. */
static void add_rendezvous(struct analysis_replay_steps *to, const struct archive *archive,
                           size_t message)
{
    const struct archive_messages *all = &archive->messages;
    if (all->send[message] == ARCHIVE_NONE || all->finish[message] == ARCHIVE_NONE)
        return;
    if (all->post[message] == ARCHIVE_NONE ||
        all->post_start[message] >= all->finish_end[message] ||
        !analysis_delay_needs_receive(archive, message)) {
        if (all->finish_start[message] != all->send_start[message])
            add_point(to, archive, all->finish[message], all->finish_start[message], REPLAY_DONE,
                      message);
        return;
    }
    add_point(to, archive, all->post[message], all->post_start[message], REPLAY_POST, message);
    add_point(to, archive, all->finish[message], all->finish_start[message], REPLAY_FINISH,
              message);
}

static void add_messages(struct analysis_replay_steps *to, const struct archive *archive)
{
    const struct archive_messages *all = &archive->messages;
    for (size_t i = 0; i < all->rows; i++) {
        bool sent = all->send[i] != ARCHIVE_NONE;
        if (sent)
            add_point(to, archive, all->send[i], all->send_start[i], REPLAY_SEND, i);
        if (all->receive[i] != ARCHIVE_NONE)
            add_point(to, archive, all->receive[i], all->receive_start[i],
                      sent ? REPLAY_RECEIVE : REPLAY_NOBODY, i);
        if (to->sends_wait)
            add_rendezvous(to, archive, i);
    }
}

static void add_collectives(struct analysis_replay_steps *to, const struct archive *archive)
{
    const struct archive_collectives *all = &archive->collectives;
    for (size_t i = 0; i < all->rows; i++) {
        if (all->begin[i] != ARCHIVE_NONE)
            add_point(to, archive, all->begin[i], all->begin_start[i], REPLAY_COME, i);
        if (all->end[i] != ARCHIVE_NONE)
            add_point(to, archive, all->end[i], all->end_start[i], REPLAY_LEAVE, i);
    }
}

static int by_start(const void *left, const void *right)
{
    const struct analysis_replay_point *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->act != b->act)
        return a->act < b->act ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static size_t first_point(const struct analysis_replay_steps *steps, uint32_t lane)
{
    return lane ? steps->ends[lane - 1] : 0;
}

/* Finds the points. There may be very many, so they are distributed to their lanes first, and
 * sorted there. */
static void find_points(struct analysis_replay_steps *to, const struct archive *archive)
{
    size_t lanes = archive->lanes.rows, all = 0;
    to->ends = memory_zeroed(lanes + 1, sizeof *to->ends);
    add_messages(to, archive);
    add_collectives(to, archive);
    for (size_t i = 0; i < lanes; i++) {
        size_t count = to->ends[i];
        to->ends[i] = all;
        all += count;
    }
    to->points = memory_zeroed(all + 1, sizeof *to->points);
    add_messages(to, archive);
    add_collectives(to, archive);
    for (uint32_t i = 0; i < lanes; i++) {
        size_t first = first_point(to, i);
        if (to->ends[i] > first)
            qsort(to->points + first, to->ends[i] - first, sizeof *to->points, by_start);
    }
}

/* Skips points whose call is missing. */
static void skip_points(struct replay_walk *walk, uint64_t start)
{
    while (walk->point < walk->end && walk->to->points[walk->point].start < start) {
        walk->point++;
        walk->to->missing++;
    }
}

/* True for a call that may wait for other ranks otherwise than the replay knows: for neighbours, in
 * one-sided communication, for files. (New communicators are made when a program begins, and seldom
 * later.) What a probe waits for, the receive after it waits for, too. */
static bool is_unfollowed(uint32_t facts)
{
    enum format_mpi_kind kind = format_mpi_kind(facts);
    bool waits = kind == FORMAT_MPI_MEMORY || kind == FORMAT_MPI_IO ||
                 format_mpi_operation(facts) == FORMAT_MPI_NEIGHBOR;
    return waits && !(facts & (FORMAT_MPI_LOCAL | FORMAT_MPI_BEGINS));
}

static void take_call(struct replay_walk *walk, const struct archive_act *act)
{
    struct analysis_replay_steps *to = walk->to;
    uint32_t region = walk->archive->nodes.region[act->node];
    to->seen[act->node]++;
    uint64_t took = replay_walk_pass(walk, act->start, act->end);
    if (!format_mpi_is_frame(walk->archive->regions.mpi[region]))
        to->spent[region] = number_add(to->spent[region], took);
    skip_points(walk, act->start);
    size_t first = walk->point;
    while (walk->point < walk->end && to->points[walk->point].start == act->start)
        walk->point++;
    if (is_unfollowed(walk->archive->regions.mpi[region]))
        to->unfollowed[region] = number_add(to->unfollowed[region], took);
    if (walk->point == first) {
        walk->aside = number_add(walk->aside, took);
        return;
    }
    size_t step = replay_walk_step(walk, act->start, act->end, region);
    to->steps[step].first = first;
    to->steps[step].count = (uint32_t)(walk->point - first);
}

/* Reads the steps of a lane. The time after its last call is part of its rank's time only for the
 * main lane: other lanes may only exist. */
static bool read_lane(struct analysis_replay_steps *to, const struct archive *archive,
                      uint32_t lane, uint32_t own, bool calls, struct replay_threads *threads)
{
    struct error error = {0};
    struct archive_act act;
    const struct archive_lanes *lanes = &archive->lanes;
    struct replay_walk walk = {.to = to, .archive = archive, .until = lanes->start[lane]};
    struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, &error);
    if (!acts)
        return false;
    size_t first = to->step_count;
    walk.point = first_point(to, lane);
    walk.end = to->ends[lane];
    if (threads)
        replay_threads_begin(threads, &walk, lane, lane == own);
    while (archive_acts_next(acts, &act)) {
        if (threads)
            replay_threads_reach(threads, &walk, act.start);
        if (archive_mpi_is_call(archive, archive->nodes.region[act.node])) {
            take_call(&walk, &act);
        } else if (threads) {
            to->seen[act.node]++;
            replay_threads_take(threads, &walk, &act);
        }
    }
    if (threads)
        replay_threads_end(threads, &walk);
    skip_points(&walk, UINT64_MAX);
    archive_acts_free(acts);
    to->lanes[to->lane_count++] = (struct analysis_replay_lane){
        .lane = lane,
        .main = lane == own,
        .counts = calls || lane == own,
        .created = threads && lane != own,
        .begin = number_minus(lanes->start[lane], lanes->start[own]),
        .first = first,
        .count = to->step_count - first,
        .after =
            lane == own ? number_add(walk.before, number_minus(lanes->end[lane], walk.until)) : 0,
        .aside = lane == own ? walk.aside : 0,
    };
    return true;
}

/* Returns, by lane, if it calls MPI. */
static bool *find_callers(const struct archive *archive)
{
    bool *calls = memory_zeroed(archive->lanes.rows + 1, sizeof *calls);
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->nodes.visits[i] && archive_mpi_is_call(archive, archive->nodes.region[i]))
            calls[archive->nodes.lane[i]] = true;
    }
    return calls;
}

/* True if threads wait in such a region, or begin and end there. */
static bool is_of_threads(uint32_t kind)
{
    return kind == TRI_KIND_PARALLEL || kind == TRI_KIND_TASK || kind == TRI_KIND_FINISH ||
           kind == TRI_KIND_CLOCK || kind == TRI_KIND_ATOMIC || kind == TRI_KIND_RELEASE;
}

/* Finds calls that were counted, but not logged: they would be taken for computation. */
static void find_unseen(struct analysis_replay_steps *to, const struct archive *archive,
                        const uint32_t *lane_of_place)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = 0; i < nodes->rows; i++) {
        bool is_rank = lane_of_place[archive->lanes.place[nodes->lane[i]]] != ARCHIVE_NONE;
        uint32_t kind = archive->regions.kind[nodes->region[i]];
        if (!is_rank || to->seen[i] >= nodes->visits[i])
            continue;
        if (archive_mpi_is_call(archive, nodes->region[i]))
            to->unseen |= format_events_of(kind);
        else if (is_of_threads(kind))
            to->unseen_threads = true;
    }
}

bool analysis_replay_steps_read(struct analysis_replay_steps *to, const struct archive *archive,
                                const uint32_t *lane_of_place, uint32_t with)
{
    const struct archive_lanes *lanes = &archive->lanes;
    bool *calls = find_callers(archive), read = true;
    struct replay_threads *threads =
        with & REPLAY_WITH_THREADS ? replay_threads_new(to, archive) : NULL;
    to->sends_wait = with & REPLAY_WITH_SENDS;
    to->threads = with & REPLAY_WITH_THREADS;
    to->lanes = memory_zeroed(lanes->rows + 1, sizeof *to->lanes);
    to->spent = memory_zeroed(archive->regions.rows + 1, sizeof *to->spent);
    to->unfollowed = memory_zeroed(archive->regions.rows + 1, sizeof *to->unfollowed);
    to->seen = memory_zeroed(archive->nodes.rows + 1, sizeof *to->seen);
    find_points(to, archive);
    for (uint32_t i = 0; i < lanes->rows && read; i++) {
        uint32_t own = lane_of_place[lanes->place[i]];
        if (own != ARCHIVE_NONE && (calls[i] || i == own || threads))
            read = read_lane(to, archive, i, own, calls[i], threads);
    }
    find_unseen(to, archive, lane_of_place);
    if (threads) {
        replay_threads_connect(threads);
        replay_threads_free(threads);
    }
    free(calls);
    return read;
}

void analysis_replay_steps_free(struct analysis_replay_steps *steps)
{
    free(steps->lanes);
    free(steps->steps);
    free(steps->points);
    free(steps->meetings);
    free(steps->ends);
    free(steps->seen);
    free(steps->spent);
    free(steps->unfollowed);
    *steps = (struct analysis_replay_steps){0};
}
