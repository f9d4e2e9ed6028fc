/* write_ranks.c: writes ranks made by hand into the folder that is named: what is said of them is
 * known word for word. write_ranks NAME
 * advised|silent|unsized|unseen|begun|partly|apart|alone|lost|fine|open|hybrid|threads|crowded|
 * late|dropped|full|disk [sealed] */
#include "ranks.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MS = 1000000, US = 1000, TURNS = 4 };

/* Four ranks with uneven work, a ring of messages of so many bytes, a barrier, and rank 0 writes.
 */
static struct ranks advised(bool silent, uint64_t bytes)
{
    struct ranks ranks = ranks_new(4, 4);
    ranks.silent = silent;
    const uint64_t work[] = {10 * MS, 40 * MS, 45 * MS, 15 * MS};
    for (uint64_t turn = 0; turn < TURNS; turn++) {
        uint64_t start = turn * 60 * MS;
        for (uint32_t i = 0; i < 4; i++) {
            ranks_loop(&ranks, i, work[i]);
            ranks_send(&ranks, i, (i + 1) % 4, bytes, start + 47 * MS);
            ranks_receive(&ranks, i, (i + 3) % 4, bytes, start + 50 * MS);
            ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, start + 60 * MS);
        }
    }
    ranks_write(&ranks, 0, 1000000, TURNS * 60 * MS + 60 * MS);
    for (uint32_t i = 0; i < 4; i++)
        ranks_together(&ranks, i, RANKS_BCAST, 0, 8, TURNS * 60 * MS + 61 * MS);
    return ranks;
}

/* Two ranks with the same work that reduce a number now and then. */
static struct ranks fine(void)
{
    struct ranks ranks = ranks_new(2, 2);
    for (uint64_t turn = 0; turn < TURNS; turn++) {
        for (uint32_t i = 0; i < 2; i++) {
            ranks_loop(&ranks, i, (99 + i) * MS);
            ranks_together(&ranks, i, RANKS_ALLREDUCE, 0, 8, (turn + 1) * (100 * MS + 50 * US));
        }
    }
    return ranks;
}

/* Two ranks that begin with MPI_Init. */
static struct ranks begun(void)
{
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ranks_call(&ranks, i, RANKS_INIT, 60 * MS);
        ranks_loop(&ranks, i, (99 + i) * MS);
        ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, 160 * MS + 50 * US);
    }
    return ranks;
}

/* Ranks with two lanes each: a loop outside of parallel regions, uneven work in them, a barrier of
 * MPI. Without ranks: the first one alone. */
static struct ranks threads(uint32_t count)
{
    struct ranks ranks = ranks_new(count, count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint64_t turn = 0; turn < TURNS; turn++) {
            ranks_loop(&ranks, i, 10 * MS);
            ranks_parallel(&ranks, i, 1 * MS, (40 + 5 * i) * MS, 0, 50 * MS);
            if (count > 1)
                ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, (turn + 1) * 80 * MS);
        }
        ranks_worker(&ranks, i, 1, TURNS * 30 * MS, TURNS * 19 * MS);
        if (count == 1)
            ranks.rank[i].place->record.ranks = 0;
    }
    return ranks;
}

/* Four ranks that use the same CPU time, on two cores. */
static struct ranks crowded(void)
{
    struct ranks ranks = ranks_new(4, 4);
    const uint64_t outside[] = {70 * MS, 50 * MS, 40 * MS, 30 * MS};
    for (uint32_t i = 0; i < 4; i++) {
        ranks_loop(&ranks, i, outside[i]);
        ranks_together(&ranks, i, RANKS_ALLREDUCE, 0, 8, 100 * MS);
        ranks_machine(&ranks, i, 3, (20 + i) * MS, (30 - i) * MS, 50 * MS);
    }
    return ranks;
}

/* Rank 0 sends late to rank 1; rank 3 comes later still to what all do. */
static struct ranks late(void)
{
    struct ranks ranks = ranks_new(4, 4);
    ranks_loop(&ranks, 0, 50 * MS);
    ranks_send(&ranks, 0, 1, 8, 50 * MS);
    ranks_compute(&ranks, 1, 2 * MS);
    ranks_receive(&ranks, 1, 0, 8, 50 * MS);
    ranks_compute(&ranks, 2, 10 * MS);
    ranks_loop(&ranks, 3, 100 * MS);
    for (uint32_t i = 0; i < 4; i++)
        ranks_together(&ranks, i, RANKS_ALLREDUCE, 0, 8, 100 * MS + 1 * US);
    return ranks;
}

/* The same, but the log of rank 1 had no room for three more events. */
static struct ranks dropped(void)
{
    struct ranks ranks = late();
    ranks.rank[1].place->log.head.header.dropped = 3;
    ranks.rank[1].place->log.head.header.limit = 65536;
    return ranks;
}

/* Calls take most of the time, and some of them were dropped. */
static struct ranks full(void)
{
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ranks_loop(&ranks, i, 10 * MS);
        ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, 100 * MS);
    }
    ranks.rank[0].place->log.head.header.dropped = 3;
    return ranks;
}

/* The same, but they could not be written: the disk was full. */
static struct ranks disk(void)
{
    struct ranks ranks = full();
    ranks.rank[0].place->log.head.header.error = ENOSPC;
    return ranks;
}

static struct ranks make(const char *how)
{
    if (!strcmp(how, "crowded"))
        return crowded();
    if (!strcmp(how, "late"))
        return late();
    if (!strcmp(how, "dropped"))
        return dropped();
    if (!strcmp(how, "full"))
        return full();
    if (!strcmp(how, "disk"))
        return disk();

    if (!strcmp(how, "begun") || !strcmp(how, "partly") || !strcmp(how, "apart") ||
        !strcmp(how, "alone"))
        return begun();
    if (!strcmp(how, "fine") || !strcmp(how, "open"))
        return fine();
    if (!strcmp(how, "hybrid"))
        return threads(2);
    if (!strcmp(how, "threads"))
        return threads(1);
    return advised(!strcmp(how, "silent"), strcmp(how, "unsized") != 0 ? 8000 : ARCHIVE_UNKNOWN);
}

/* Leaves out what is not known of a rank. */
static void hide(struct format_place *record, const char *how, uint32_t rank)
{
    bool partly = !strcmp(how, "partly"), apart = !strcmp(how, "apart");
    if (!strcmp(how, "unseen") || (partly && rank))
        record->collects |= FORMAT_COLLECT_NO_MPI;
    if (apart)
        record->collects |= FORMAT_COLLECT_UNASKED_MPI;
    if (apart || (!strcmp(how, "alone") && rank))
        record->ranks = 0;
}

/* The last rank, which waits least, was killed in a call. */
static void kill_last(struct ranks *ranks)
{
    struct ranks_one *rank = &ranks->rank[ranks->count - 1];
    struct format_node *call = made_at(rank->profile, rank->node[RANKS_ALLREDUCE]);
    rank->place->record.state = FORMAT_PLACE_RUNNING;
    rank->place->record.end = made_lane_of(rank->profile, rank->root)->end = 0;
    call->open = MADE_START + rank->now - 10 * US;
    call->count++;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    if (argc < 3)
        return 2;
    struct ranks ranks = make(argv[2]);
    for (uint32_t i = 0; i < ranks.count && !strcmp(argv[2], "lost"); i++)
        ranks.rank[i].place->event_count = 0; /* the files are gone */
    for (uint32_t i = 0; i < ranks.count; i++)
        hide(&ranks.rank[i].place->record, argv[2], i);
    ranks_end(&ranks);
    if (!strcmp(argv[2], "open"))
        kill_last(&ranks);
    made_write(ranks.made, argv[1]);
    ranks_free(&ranks);
    if (argc > 3 && !archive_seal(argv[1], NULL, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    return 0;
}
