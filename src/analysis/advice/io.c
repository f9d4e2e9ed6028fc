/* io.c: finds I/O that one rank does for all, or that ranks do one after another. */
#include "analysis/advice/facts.h"

#include "analysis/events_lack.h"
#include "format/event.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

enum {
    NEARLY_ALL = 80, /* % of all I/O is done by one rank */
    ALONE = 90,      /* % of the I/O time, exactly one rank does I/O */
    PART = 25,       /* % of the mean: a rank with less does not participate */
    TAKE_TURNS = 3,  /* ranks: two may only have missed each other by chance */
    LEAST = 5,       /* % of the ranks' time, and of the run */
};

/* The I/O of one rank. */
struct io {
    uint64_t time, bytes;
    uint32_t region; /* where most of it was; 0: none */
    uint64_t most;
};

static struct io *find_io(const struct advice_facts *facts, uint64_t *whole)
{
    const struct archive *archive = facts->archive;
    struct io *all = memory_zeroed(facts->efficiency->count + 1, sizeof *all);
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        size_t rank = facts->rank_of_place[archive->lanes.place[archive->nodes.lane[i]]];
        uint32_t region = archive->nodes.region[i];
        if (!rank || archive->regions.kind[region] != TRI_KIND_IO)
            continue;
        struct io *io = &all[rank - 1];
        uint64_t time = facts->cube->time[i];
        io->time = number_add(io->time, time);
        bool tells = archive_tells_bytes(archive, region, archive->nodes.bytes[i]);
        io->bytes = number_add(io->bytes, tells ? archive->nodes.bytes[i] : ARCHIVE_UNKNOWN);
        *whole = number_add(*whole, time);
        if (time > io->most) {
            io->most = time;
            io->region = region;
        }
    }
    return all;
}

static uint64_t in_mpi(const struct analysis_efficiency_rank *rank)
{
    return number_minus(rank->time, rank->outside);
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Meaning of the numbers: place: the rank; time, bytes: its I/O; ratio: of all I/O; cost: the time
 * that the others can have waited for it, at most their time in MPI calls. */
void advice_one_writer(struct advice_facts *facts)
{
    const struct analysis_efficiency *efficiency = facts->efficiency;
    struct analysis_advice_finding finding = advice_of_ranks(facts, ADVICE_ONE_WRITER);
    uint64_t whole = 0;
    size_t busiest = 0;
    struct io *all = find_io(facts, &whole);
    for (size_t i = 0; i < efficiency->count; i++) {
        if (all[i].time > all[busiest].time)
            busiest = i;
    }
    const struct io *io = &all[busiest];
    for (size_t i = 0; i < efficiency->count; i++) {
        if (i != busiest)
            finding.cost =
                number_add(finding.cost, smaller(io->time, in_mpi(&efficiency->ranks[i])));
    }
    finding.place = efficiency->ranks[busiest].place;
    finding.time = io->time;
    finding.bytes = io->bytes;
    finding.ratio = whole ? (double)io->time / (double)whole : 0;
    advice_site(&finding, io->region);
    if (100 * finding.ratio >= NEARLY_ALL &&
        100.0 * (double)io->time >= LEAST * (double)efficiency->runtime)
        advice_add(facts, finding, LEAST);
    free(all);
}

/* One I/O visit. */
struct stretch {
    uint64_t start, end;
    size_t rank;
};

/* The I/O visits of all ranks. */
struct stretches {
    struct stretch *all;
    size_t count, room;
};

static void read_stretches(const struct advice_facts *facts, size_t rank, struct stretches *to)
{
    struct error error = {0};
    struct archive_act act;
    const struct archive *archive = facts->archive;
    struct archive_acts *acts =
        archive_acts_of(archive, facts->efficiency->ranks[rank].lane, 0, UINT64_MAX, &error);
    while (acts && archive_acts_next(acts, &act)) {
        if (archive->regions.kind[archive->nodes.region[act.node]] != TRI_KIND_IO)
            continue;
        to->all = memory_grow(to->all, &to->room, to->count + 1, sizeof *to->all);
        to->all[to->count++] = (struct stretch){act.start, act.end, rank};
    }
    archive_acts_free(acts);
}

static int by_start(const void *left, const void *right)
{
    const struct stretch *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* Computes the time in which anyone did I/O (*together), and the part of it in which another rank
 * had not finished (*overlap). */
static void measure(struct stretches *stretches, uint64_t *together, uint64_t *overlap)
{
    uint64_t until = 0;
    size_t who = SIZE_MAX;
    if (stretches->count)
        qsort(stretches->all, stretches->count, sizeof *stretches->all, by_start);
    for (size_t i = 0; i < stretches->count; i++) {
        const struct stretch *at = &stretches->all[i];
        uint64_t from = at->start > until ? at->start : until;
        if (at->rank != who && at->start < until)
            *overlap = number_add(*overlap, smaller(at->end, until) - at->start);
        *together = number_add(*together, number_minus(at->end, from));
        if (at->end >= until) {
            until = at->end;
            who = at->rank;
        }
    }
}

/* Meaning of the numbers: others: ranks that participate; time: the time in which any did I/O;
 * cost: the time that each rank can have waited while others did I/O, at most its time in MPI
 * calls. */
void advice_io_in_turn(struct advice_facts *facts)
{
    const struct analysis_efficiency *efficiency = facts->efficiency;
    struct analysis_advice_finding finding = advice_of_ranks(facts, ADVICE_IO_IN_TURN);
    struct stretches stretches = {0};
    uint64_t whole = 0, overlap = 0;
    struct io *all = find_io(facts, &whole);
    bool much = 100.0 * (double)whole >= LEAST * (double)efficiency->runtime;
    facts->to->needs_io = much && !facts->logged_io;
    for (size_t i = 0; i < efficiency->count && much; i++) {
        if (100.0 * (double)all[i].time * (double)efficiency->count >= PART * (double)whole)
            finding.others++;
        read_stretches(facts, i, &stretches);
        advice_site(&finding, all[i].region);
    }
    measure(&stretches, &finding.time, &overlap);
    for (size_t i = 0; i < efficiency->count; i++)
        finding.cost = number_add(finding.cost, smaller(in_mpi(&efficiency->ranks[i]),
                                                        number_minus(finding.time, all[i].time)));
    finding.at_least = analysis_events_lack(facts->archive, FORMAT_EVENTS_IO);
    double alone = (double)finding.time - (double)overlap;
    if (finding.others >= TAKE_TURNS && 100 * alone >= ALONE * (double)finding.time &&
        100.0 * (double)finding.time >= LEAST * (double)efficiency->runtime)
        advice_add(facts, finding, LEAST);
    free(stretches.all);
    free(all);
}
