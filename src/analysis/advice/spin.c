/* spin.c: finds loops that do nothing but check again and again if something has changed. */
#include "analysis/advice/facts.h"

#include "analysis/idle_loop.h"
#include "archive/messages/mpi_calls.h"
#include "archive/write/sources.h"
#include "cube/region_words.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

enum {
    LEAST = 5,     /* % of the lanes' time */
    OFTEN = 1000,  /* trips per visit: fewer do not matter */
    SHORT = 200,   /* ns per trip: one check, and perhaps a pause instruction */
    ALONE = 90,    /* % of the time is the loop's own: nothing measured is inside of it */
    CALLS = 10000, /* of a function that polls MPI */
    SOON = 20000,  /* ns between such calls: nothing else was done meanwhile */
};

/* A loop, summed over all lanes. */
struct spin {
    uint64_t time, self, visits, trips, least, most, lanes;
    uint32_t lane; /* row plus 1: the last lane counted */
};

/* Returns the number of children of each node; 2 means two or more. */
static uint8_t *count_children(const struct archive_nodes *nodes)
{
    uint8_t *children = memory_zeroed(nodes->rows + 1, sizeof *children);
    for (size_t i = 0; i < nodes->rows; i++) {
        if (nodes->parent[i] != ARCHIVE_NONE && children[nodes->parent[i]] < 2)
            children[nodes->parent[i]]++;
    }
    return children;
}

/* Returns the node whose time is that of the loop: itself, or, if the loop was only counted, a
 * routine in which nothing else was measured. ARCHIVE_NONE if it is unknown. */
static uint32_t timed_by(const struct archive *archive, const uint8_t *children, uint32_t node)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t parent = nodes->parent[node];
    if (nodes->timed[node])
        return node;
    if (parent == ARCHIVE_NONE || !nodes->timed[parent] || children[parent] != 1 ||
        archive->regions.kind[nodes->region[parent]] != TRI_KIND_ROUTINE)
        return ARCHIVE_NONE;
    return parent;
}

static struct spin *add_up(const struct advice_facts *facts)
{
    const struct archive *archive = facts->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    struct spin *all = memory_zeroed(archive->regions.rows + 1, sizeof *all);
    uint8_t *children = count_children(nodes);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t region = nodes->region[i];
        struct spin *spin = &all[region];
        bool is_loop = archive->regions.kind[region] == TRI_KIND_LOOP;
        uint32_t timed = is_loop ? timed_by(archive, children, i) : ARCHIVE_NONE;
        if (timed == ARCHIVE_NONE)
            continue;
        spin->time = number_add(spin->time, facts->cube->time[timed]);
        spin->self = number_add(spin->self, facts->cube->self[timed]);
        spin->visits = number_add(spin->visits, nodes->visits[i]);
        spin->trips = number_add(spin->trips, nodes->trips[i]);
        if (nodes->trips_max[i] > spin->most)
            spin->most = nodes->trips_max[i];
        spin->lanes += spin->lane != nodes->lane[i] + 1;
        spin->lane = nodes->lane[i] + 1;
    }
    free(children);
    return all;
}

static bool may_spin(const struct archive *archive, uint32_t region, const struct spin *spin)
{
    return !(archive->regions.flags[region] & TRI_DETERMINED) && spin->visits && spin->trips &&
           spin->trips / spin->visits >= OFTEN && spin->self / spin->trips <= SHORT &&
           100.0 * (double)spin->self >= ALONE * (double)spin->time;
}

/* True if its source does nothing but wait. */
static bool is_idle(const struct archive *archive, uint32_t region)
{
    size_t size = 0;
    char *text = archive_sources_read(archive, region, &size);
    bool idle = false;
    if (text)
        idle = cube_region_is_fortran(archive, region)
                   ? analysis_idle_loop_of_fortran(text, size, archive->regions.line[region])
                   : analysis_idle_loop_of_c(text, size, archive->regions.line[region]);
    free(text);
    return idle;
}

/* Meaning of the numbers: count: visits; bytes: mean trips of a visit; others: lanes that spin
 * there; time: ns per trip. */
void advice_spin(struct advice_facts *facts)
{
    struct spin *all = add_up(facts);
    for (uint32_t i = 1; i < facts->archive->regions.rows; i++) {
        struct analysis_advice_finding finding = advice_of_lanes(facts, ADVICE_SPIN);
        finding.cost = all[i].self;
        if (100.0 * (double)finding.cost < LEAST * (double)finding.of ||
            !may_spin(facts->archive, i, &all[i]) || !is_idle(facts->archive, i))
            continue;
        finding.count = all[i].visits;
        finding.bytes = all[i].trips / all[i].visits;
        finding.others = all[i].lanes;
        finding.time = all[i].self / all[i].trips;
        advice_site(&finding, i);
        advice_add(facts, finding, LEAST);
    }
    free(all);
}

/* True for a call that only asks MPI if something has happened: MPI_Test, MPI_Iprobe. */
static bool asks(uint32_t mpi)
{
    enum format_mpi_kind kind = format_mpi_kind(mpi);
    return (kind == FORMAT_MPI_WAIT || kind == FORMAT_MPI_PROBE) && mpi & FORMAT_MPI_LOCAL;
}

/* Calls that poll MPI, at one site. */
struct poll {
    uint64_t count, time;
    uint64_t around; /* ns: of loops that do nothing else */
    uint32_t loop;   /* row of regions: one of these loops; 0: unknown */
};

/* Adds the loop around a polling call, if nearly all its time is its own and that of the call. */
static void add_loop(const struct advice_facts *facts, uint32_t node, struct poll *to)
{
    const struct archive_nodes *nodes = &facts->archive->nodes;
    uint32_t parent = nodes->parent[node];
    if (parent == ARCHIVE_NONE || !nodes->timed[parent] ||
        facts->archive->regions.kind[nodes->region[parent]] != TRI_KIND_LOOP)
        return;
    uint64_t whole = facts->cube->time[parent];
    uint64_t own = number_add(facts->cube->self[parent], facts->cube->time[node]);
    bool often = nodes->visits[parent] && nodes->visits[node] / nodes->visits[parent] >= OFTEN;
    if (!often || 100.0 * (double)own < ALONE * (double)whole)
        return;
    to->around = number_add(to->around, number_minus(whole, facts->cube->time[node]));
    to->loop = nodes->region[parent];
}

/* Meaning of the numbers: count: calls; time: ns from one to the next, if loops are known; about:
 * the loop. */
void advice_poll(struct advice_facts *facts)
{
    const struct archive *archive = facts->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    struct poll *all = memory_zeroed(archive->regions.rows + 1, sizeof *all);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        struct poll *poll = &all[nodes->region[i]];
        if (!facts->rank_of_place[archive->lanes.place[nodes->lane[i]]] ||
            !asks(facts->archive->regions.mpi[nodes->region[i]]))
            continue;
        poll->count = number_add(poll->count, nodes->visits[i]);
        poll->time = number_add(poll->time, facts->cube->time[i]);
        add_loop(facts, i, poll);
    }
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        struct analysis_advice_finding finding = advice_of_ranks(facts, ADVICE_POLL);
        finding.cost = number_add(all[i].time, all[i].around);
        finding.count = all[i].count;
        finding.about = all[i].loop;
        if (all[i].count < CALLS || finding.cost / all[i].count > SOON)
            continue;
        finding.time = finding.cost / all[i].count;
        advice_site(&finding, i);
        advice_add(facts, finding, LEAST);
    }
    free(all);
}
