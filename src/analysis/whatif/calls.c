/* calls.c: see calls.h */
#include "analysis/whatif/calls.h"

#include "util/memory.h"
#include "util/number.h"

#include <math.h>
#include <stdlib.h>

enum {
    SMALL = 1024,      /* bytes: a message up to this size takes the latency */
    LARGE = 64 * 1024, /* bytes: from this size on, the bandwidth decides */
    ENOUGH = 5,        /* messages from which latency or bandwidth are estimated */
};

static const double ns_per_second = 1e9;

/* Returns when a participant of a collective operation had all that it needs, in the run. The
 * instance's rows are `first` to before `end`. */
static uint64_t ready_at(const struct archive *archive, size_t row, size_t first, size_t end)
{
    const struct archive_collectives *rows = &archive->collectives;
    const uint32_t *rank = archive->communicators.rank;
    uint32_t kind = rows->kind[row];
    bool is_root = rows->root[row] == rows->place[row];
    uint64_t ready = 0;
    if (kind == ARCHIVE_COLLECTIVE_NEAR || (kind == ARCHIVE_COLLECTIVE_1_TO_N && is_root) ||
        (kind == ARCHIVE_COLLECTIVE_N_TO_1 && !is_root))
        return 0;
    for (size_t i = first; i < end; i++) {
        if (rows->begin[i] == ARCHIVE_NONE ||
            (kind == ARCHIVE_COLLECTIVE_1_TO_N && rows->place[i] != rows->root[i]) ||
            (kind == ARCHIVE_COLLECTIVE_PREFIX &&
             rank[rows->communicator[i]] >= rank[rows->communicator[row]]))
            continue;
        if (rows->begin_start[i] > ready)
            ready = rows->begin_start[i];
    }
    return ready;
}

/* Returns, by row of collectives, when it had all that it needs. Operations of all to all, the
 * usual ones, are looked at once per instance. */
static uint64_t *find_ready(const struct archive *archive)
{
    const struct archive_collectives *rows = &archive->collectives;
    uint64_t *ready = memory_zeroed(rows->rows + 1, sizeof *ready);
    for (size_t first = 0, end; first < rows->rows; first = end) {
        for (end = first + 1; end < rows->rows && rows->instance[end] == rows->instance[first];)
            end++;
        bool same = rows->kind[first] <= ARCHIVE_COLLECTIVE_N_TO_N;
        for (size_t i = first; i < end; i++)
            ready[i] = same && i > first ? ready[first] : ready_at(archive, i, first, end);
    }
    return ready;
}

/* Returns when what a point waits for was there, in the run; 0: it waits for nothing. */
static uint64_t there_at(const struct archive *archive, const uint64_t *ready,
                         const struct analysis_replay_point *point)
{
    switch (point->act) {
    case REPLAY_RECEIVE:
        return archive->messages.send_start[point->number];
    case REPLAY_FINISH:
        return archive->messages.post_start[point->number];
    case REPLAY_LEAVE:
        return ready[point->number];
    default:
        return 0;
    }
}

void whatif_calls_measure(const struct archive *archive, struct analysis_replay_steps *steps)
{
    uint64_t *ready = find_ready(archive);
    for (size_t i = 0; i < steps->step_count; i++) {
        struct analysis_replay_step *step = &steps->steps[i];
        uint64_t there = step->there > step->start ? step->there : step->start;
        for (size_t k = 0; k < step->count; k++) {
            uint64_t moment = there_at(archive, ready, &steps->points[step->first + k]);
            there = moment > there ? moment : there;
        }
        step->own = number_minus(step->end, there);
    }
    free(ready);
}

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Returns the median; negative if there are too few. */
static double median(double *values, size_t count)
{
    if (count < ENOUGH)
        return -1;
    qsort(values, count, sizeof *values, by_value);
    return values[count / 2];
}

/* True if a step completes exactly one receive, of *bytes, which are known. */
static bool is_receive(const struct archive *archive, const struct analysis_replay_steps *steps,
                       const struct analysis_replay_step *step, uint64_t *bytes)
{
    size_t receives = 0;
    for (size_t k = 0; k < step->count; k++) {
        const struct analysis_replay_point *point = &steps->points[step->first + k];
        if (point->act == REPLAY_LEAVE)
            return false;
        if (point->act != REPLAY_RECEIVE)
            continue;
        receives++;
        *bytes = archive->messages.bytes[point->number];
    }
    return receives == 1 && *bytes != ARCHIVE_UNKNOWN;
}

void whatif_calls_network(const struct archive *archive, const struct analysis_replay_steps *steps,
                          double *latency, double *bandwidth)
{
    double *values = memory_zeroed(steps->step_count + 1, sizeof *values);
    size_t count = 0;
    uint64_t bytes = 0;
    for (size_t i = 0; i < steps->step_count; i++) {
        const struct analysis_replay_step *step = &steps->steps[i];
        if (is_receive(archive, steps, step, &bytes) && bytes <= SMALL)
            values[count++] = (double)step->own / ns_per_second;
    }
    *latency = median(values, count);
    count = 0;
    for (size_t i = 0; i < steps->step_count; i++) {
        const struct analysis_replay_step *step = &steps->steps[i];
        double own = (double)step->own / ns_per_second - (*latency > 0 ? *latency : 0);
        if (own > 0 && is_receive(archive, steps, step, &bytes) && bytes >= LARGE)
            values[count++] = (double)bytes / own;
    }
    *bandwidth = median(values, count);
    free(values);
}

uint64_t whatif_calls_unsized(const struct archive *archive)
{
    const struct archive_collectives *collectives = &archive->collectives;
    uint64_t count = 0;
    for (size_t i = 0; i < archive->messages.rows; i++)
        count += archive->messages.bytes[i] == ARCHIVE_UNKNOWN;
    for (size_t i = 0; i < collectives->rows; i++)
        count +=
            collectives->given[i] == ARCHIVE_UNKNOWN || collectives->taken[i] == ARCHIVE_UNKNOWN;
    return count;
}

uint64_t whatif_calls_on(const struct archive *archive, const struct analysis_replay_steps *steps,
                         const struct analysis_replay_step *step, double latency, double bandwidth)
{
    double latencies = 0, bytes = 0;
    bool only_sends = true;
    for (size_t k = 0; k < step->count; k++) {
        const struct analysis_replay_point *point = &steps->points[step->first + k];
        const struct archive_collectives *rows = &archive->collectives;
        if (point->act == REPLAY_LEAVE) {
            uint64_t given = archive_sized(rows->given[point->number]),
                     taken = archive_sized(rows->taken[point->number]);
            latencies += ceil(log2(rows->size[point->number] > 1 ? rows->size[point->number] : 1));
            bytes += (double)(given > taken ? given : taken);
        } else if (point->act == REPLAY_RECEIVE || point->act == REPLAY_SEND) {
            bytes += (double)archive_sized(archive->messages.bytes[point->number]);
        }
        only_sends &= point->act == REPLAY_SEND || point->act == REPLAY_POST;
        if (point->act == REPLAY_RECEIVE && latencies < 1)
            latencies = 1;
    }
    double time = latencies * latency + (bandwidth > 0 ? bytes / bandwidth : 0);
    double ns = time * ns_per_second;
    uint64_t whole = ns < (double)UINT64_MAX / 2 ? (uint64_t)ns : UINT64_MAX / 2;
    /* A send only hands its data over: it does not take longer than in the run. */
    return only_sends && whole > step->own ? step->own : whole;
}
