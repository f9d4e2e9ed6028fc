/* ranks.h: ranks of an MPI program, made by hand: what each does, one thing after another. */
#ifndef TESTS_RANKS_H
#define TESTS_RANKS_H

#include "analysis/advice.h"
#include "analysis/efficiency/efficiency.h"
#include "made.h"

/* Lines of the source, on every rank: a region of that line, named as MPI calls it. */
enum ranks_site {
    RANKS_MAIN = 1,
    RANKS_INIT,
    RANKS_LOOP,  /* computes, without calls of MPI in it */
    RANKS_OUTER, /* a loop around RANKS_INNER, and that one: around calls */
    RANKS_INNER,
    RANKS_SEND,
    RANKS_RECV,
    RANKS_ISEND,
    RANKS_IRECV,
    RANKS_WAIT,
    RANKS_BARRIER,
    RANKS_ALLREDUCE,
    RANKS_BCAST,
    RANKS_REDUCE,
    RANKS_SCAN,
    RANKS_WRITE, /* I/O */
    RANKS_OMP,   /* waits for other threads */
    RANKS_LOCK,
    RANKS_OBJECT, /* the lock */
    RANKS_TASK,
    RANKS_TASKWAIT,
    RANKS_PARALLEL, /* a parallel region of OpenMP, with all that follows in it */
    RANKS_IMPLICIT, /* a lane's part of it */
    RANKS_SHARED,   /* a loop there, without calls in it */
    RANKS_END,      /* waits there for other lanes */
    RANKS_CALL,     /* MPI_Barrier there */
    RANKS_IBARRIER,
    RANKS_PROBE,
    RANKS_TEST,  /* MPI_Test */
    RANKS_FENCE, /* MPI_Win_fence */
    RANKS_WORK,  /* a routine without calls */
    RANKS_SITES,
};

struct ranks {
    struct made *made;
    uint32_t count;
    bool silent;    /* no events */
    uint32_t kinds; /* enum format_events_kind: what is said to be logged */
    struct ranks_one {
        struct made_place *place;
        struct made_profile *profile;
        uint32_t root, node[RANKS_SITES];
        uint64_t now; /* ns */
        uint64_t sent, posted, together;
    } rank[MADE_PLACES];
    struct archive *archive;
    struct cube *cube;
    struct analysis_efficiency efficiency;
    struct analysis_delays delays;
    struct analysis_advice advice;
};

/* Ranks of a program of `size`; those with numbers from `count` on are not known. */
struct ranks ranks_new(uint32_t count, uint32_t size);
void ranks_free(struct ranks *ranks);

/* Outside of all loops; in RANKS_LOOP; in RANKS_WORK. */
void ranks_compute(struct ranks *ranks, uint32_t rank, uint64_t ns);
void ranks_work(struct ranks *ranks, uint32_t rank, uint64_t ns);
void ranks_loop(struct ranks *ranks, uint32_t rank, uint64_t ns);

/* Calls that last until that moment; a moment before now: they take no time. */
void ranks_call(struct ranks *ranks, uint32_t rank, enum ranks_site site, uint64_t until);
void ranks_send(struct ranks *ranks, uint32_t rank, uint32_t to, uint64_t bytes, uint64_t until);
void ranks_receive(struct ranks *ranks, uint32_t rank, uint32_t from, uint64_t bytes,
                   uint64_t until);
void ranks_together(struct ranks *ranks, uint32_t rank, enum ranks_site site, uint32_t root,
                    uint64_t bytes, uint64_t until);
/* MPI_Ibarrier, which takes no time, and MPI_Wait. */
void ranks_ibarrier(struct ranks *ranks, uint32_t rank, uint64_t until);
void ranks_write(struct ranks *ranks, uint32_t rank, uint64_t bytes, uint64_t until);

/* All come to the end together. */
void ranks_meet(struct ranks *ranks, uint64_t at);

/* In a parallel region that began `forked` ns ago: the lane computes, calls MPI_Barrier, and waits
 * until the region ends, `ns` after it began. */
void ranks_parallel(struct ranks *ranks, uint32_t rank, uint64_t forked, uint64_t useful,
                    uint64_t mpi, uint64_t ns);

/* A worker thread of OpenMP: its number in the rank, and its part of all regions. */
void ranks_worker(struct ranks *ranks, uint32_t rank, uint32_t number, uint64_t useful,
                  uint64_t waits);
/* One that calls MPI_Barrier there. */
void ranks_talker(struct ranks *ranks, uint32_t rank, uint32_t number, uint64_t useful,
                  uint64_t mpi);

/* A worker thread of rank 0 whose events are given one by one: its nodes, and an event of one. */
struct ranks_lane {
    uint32_t root, task, shared, end;
};
struct ranks_lane ranks_lane(struct ranks *ranks, uint32_t number, uint64_t end);
void ranks_act(struct ranks *ranks, uint32_t node, uint64_t start, uint64_t end);

/* What begins, and what sees its end. */
void ranks_isend(struct ranks *ranks, uint32_t rank, uint32_t to, uint64_t bytes, uint64_t until);
uint64_t ranks_post(struct ranks *ranks, uint32_t rank, uint32_t from, uint64_t until);
void ranks_wait(struct ranks *ranks, uint32_t rank, uint64_t posted, uint32_t from, uint64_t bytes,
                uint64_t until);

/* The same by MPI_Test. */
void ranks_test(struct ranks *ranks, uint32_t rank, uint64_t posted, uint32_t from, uint64_t bytes,
                uint64_t until);

/* The machine of a rank: bits of the cores that it may run on; CPU time of its lane outside of MPI
 * and in it, and how long it waited for a core. */
void ranks_machine(struct ranks *ranks, uint32_t rank, uint64_t cores, uint64_t outside,
                   uint64_t in_mpi, uint64_t queued);

/* All is said: the lanes end. */
void ranks_end(struct ranks *ranks);

/* Reads the archive, and finds efficiency and advice; both of these. */
void ranks_look(struct ranks *ranks);
void ranks_read(struct ranks *ranks);

/* The only finding of that kind, or NULL. */
const struct analysis_advice_finding *ranks_find(const struct ranks *ranks,
                                                 enum analysis_advice_kind kind);

/* The line of a region. */
uint32_t ranks_line(const struct ranks *ranks, uint32_t region);

#endif
