/* efficiency.h: how well the ranks of an MPI program use their time: the metrics of POP. */
#ifndef ANALYSIS_EFFICIENCY_H
#define ANALYSIS_EFFICIENCY_H

#include "analysis/replay.h"
#include "cube/cube.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A rank is seen through the lane that began MPI, or its first one. */
struct efficiency_rank {
    uint32_t place, lane; /* rows */
    uint64_t time;        /* ns: of the lane, MPI_Init and MPI_Finalize left out */
    uint64_t useful;      /* of this, outside of MPI */
    uint64_t lanes;       /* this one and those of the pool that works for it */
    uint64_t busy;        /* of `useful`, and of the same time on the pool's lanes: neither waiting
                             nor idle; all of them together */
};

enum efficiency_state {
    EFFICIENCY_KNOWN,
    EFFICIENCY_NO_RANKS, /* fewer than two ranks of one MPI program are known */
    EFFICIENCY_CPU_TIME, /* the clock stood still while ranks waited */
    EFFICIENCY_UNTIMED,  /* calls of MPI were only counted */
    EFFICIENCY_CUT,      /* ranks were cut off or still run, and were not seen for the same time */
};

/* parallel = balance * communication * threads; communication = serialisation * transfer. All are
 * from 0 to 1; threads is 1 where ranks have one lane. */
struct efficiency {
    enum efficiency_state state;
    struct efficiency_rank *ranks; /* in the order of their numbers */
    size_t count;
    size_t absent;    /* ranks of which nothing is known */
    bool at_least;    /* some rank was cut off, or still runs */
    size_t busiest;   /* of `ranks` */
    uint64_t runtime; /* the longest time of a rank */
    uint64_t most;    /* the longest useful time */
    uint64_t useful;  /* of all ranks */
    uint64_t lanes;   /* of all ranks */
    double parallel, balance, communication, threads;
    struct replay replay; /* where it is known: */
    double serialisation, transfer;
};

/* The tables messages and collectives must be there. */
struct efficiency efficiency_find(const struct cube *cube);
void efficiency_free(struct efficiency *efficiency);

/* The loop, routine or statement, without calls of MPI in it, that the busiest rank has longest
 * beyond the mean of all; region 0: none is known that makes up half of the difference. */
struct efficiency_blame {
    uint32_t region;
    uint64_t most, mean; /* ns */
};

struct efficiency_blame efficiency_blame_find(const struct cube *cube,
                                              const struct efficiency *efficiency);

/* Whether a region is a call of MPI. */
bool efficiency_is_mpi(const struct archive *archive, uint32_t region);

/* Whether the ranks of one MPI program are known, and this place is one of them. */
bool efficiency_is_rank(const struct archive *archive, uint32_t place);

#endif
