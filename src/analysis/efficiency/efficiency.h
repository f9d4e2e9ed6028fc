/* efficiency.h: how well ranks and OpenMP threads use their time: the metrics of POP. */
#ifndef ANALYSIS_EFFICIENCY_EFFICIENCY_H
#define ANALYSIS_EFFICIENCY_EFFICIENCY_H

#include "analysis/crowding.h"
#include "analysis/efficiency/replay.h"
#include "cube/cube.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A rank of MPI, or a process with OpenMP threads. It is seen through the lane that began MPI, or
 * its first one: the main lane. The worker threads of OpenMP are its other lanes. Times are ns. */
struct efficiency_rank {
    uint32_t place, lane; /* rows */
    uint64_t lanes;
    uint64_t time;     /* of the main lane, without MPI_Init and MPI_Finalize */
    uint64_t outside;  /* of this, outside of MPI: so long each of its lanes could compute */
    uint64_t parallel; /* of `outside`, in parallel regions */
    uint64_t useful;   /* of all its lanes: neither in MPI, nor in OpenMP, nor waiting, nor idle */
    uint64_t serial;   /* of this, by the main lane outside of parallel regions */
    uint64_t most;     /* the longest useful time of one of its lanes in parallel regions */
    uint64_t longest;  /* the longest useful time of one of its lanes */
    uint64_t cpu;      /* CPU time of the main lane outside of MPI; ARCHIVE_UNKNOWN: not known */
    uint64_t queued;   /* how long the main lane waited for a core, in MPI and outside; the same */
    uint64_t work; /* instructions, if they were counted, else trips of all loops; 0: neither tells
                      how much it did */
};

enum efficiency_state {
    EFFICIENCY_KNOWN,
    EFFICIENCY_NOTHING,  /* neither two ranks of one MPI program nor OpenMP threads are known */
    EFFICIENCY_CPU_TIME, /* the clock stood still while lanes waited */
    EFFICIENCY_UNTIMED,  /* calls of MPI, or parallel regions, were only counted */
    EFFICIENCY_CUT,      /* ranks were cut off or still run, and were not seen for the same time */
    EFFICIENCY_PART,     /* the archive is a part of another one: what is not in it looks useful */
};

/* The factors. Each is the product of those that are indented below it. */
enum efficiency_which {
    EFFICIENCY_PARALLEL,
    EFFICIENCY_PROCESS, /* of MPI */
    EFFICIENCY_BALANCE,
    EFFICIENCY_COMMUNICATION,
    EFFICIENCY_SERIALISATION,
    EFFICIENCY_TRANSFER,
    EFFICIENCY_THREAD, /* of OpenMP */
    EFFICIENCY_SERIAL, /* parallel regions do not cover all of the run: Amdahl's law */
    EFFICIENCY_THREAD_BALANCE,
    EFFICIENCY_THREAD_COMMUNICATION,
    /* PARALLEL once more, as the product of two factors about single lanes. */
    EFFICIENCY_LANE_BALANCE,
    EFFICIENCY_LANE_COMMUNICATION,
    EFFICIENCY_FACTORS,
};

/* The part of a time that is left of a larger one: from 0 to 1. */
struct efficiency_factor {
    bool known, shown; /* shown: it has a meaning for this run */
    double value;
    double lost; /* ns of all lanes: the difference of the two times */
};

/* What tells whether ranks that are outside of MPI longer than others have more to do, or had to
 * wait for a core. */
enum efficiency_evidence {
    EFFICIENCY_BY_TIME, /* the time outside of MPI; if lanes had to wait for cores, nothing tells */
    EFFICIENCY_BY_CPU,  /* their CPU time outside of MPI */
    EFFICIENCY_BY_OWN,  /* their time outside of MPI, of which some computed or were blocked longer
                           than others for certain: by I/O, or because they slept, so that CPU
                           times do not tell */
    EFFICIENCY_BY_WORK, /* how much they did */
};

struct efficiency {
    enum efficiency_state state;
    bool mpi;                      /* they are ranks: the process level is known */
    bool threads;                  /* some have several lanes: the thread level is known */
    bool vague;                    /* some waits of threads were only counted */
    struct efficiency_rank *ranks; /* in the order of their numbers */
    size_t count;
    size_t absent;    /* ranks of which nothing is known */
    bool at_least;    /* some rank was cut off, or still runs */
    size_t busiest;   /* of `ranks` */
    uint64_t runtime; /* the longest time of a rank */
    uint64_t most;    /* the longest time outside of MPI */
    uint64_t outside; /* of all ranks */
    uint64_t useful;  /* of all lanes */
    uint64_t lanes;   /* of all ranks */
    struct efficiency_factor factors[EFFICIENCY_FACTORS];
    struct crowding crowding;
    enum efficiency_evidence evidence;
    double even;          /* mean / most of the evidence */
    bool preempted;       /* by the evidence, ranks have the same to do: others had their cores */
    struct replay replay; /* where it is known, so are serialisation and transfer */
};

/* The tables messages and collectives must be there. */
struct efficiency efficiency_find(const struct cube *cube);

/* The same without the replay, and without these tables: serialisation and transfer are not known.
 */
struct efficiency efficiency_look(const struct cube *cube);
void efficiency_free(struct efficiency *efficiency);

/* Finds out what the ranks' times say of what they have to do. */
void efficiency_judge(const struct archive *archive, struct efficiency *efficiency);

/* Whether lanes had to wait for cores, and nothing tells whether ranks have the same to do. */
bool efficiency_is_untold(const struct efficiency *efficiency);

/* The evidence of a rank. */
uint64_t efficiency_evidence_of(const struct efficiency *efficiency, size_t rank);

/* Fills in the factors from the ranks' times and the replay. */
void efficiency_multiply(struct efficiency *efficiency);

/* Fills in how much each rank did, if that is known. */
void efficiency_work_find(const struct cube *cube, struct efficiency *efficiency);

/* Fills in the ranks, each with its times. */
void efficiency_ranks_find(const struct cube *cube, struct efficiency *efficiency);

/* The loop, routine or statement, without calls of MPI in it, that a rank (one of the efficiency's)
 * has longest beyond the mean of all; region 0: none is known that makes up half of the difference.
 */
struct efficiency_blame {
    uint32_t region;
    uint64_t most, mean; /* ns */
};

struct efficiency_blame efficiency_blame_find(const struct cube *cube,
                                              const struct efficiency *efficiency, size_t of);

/* Where the threads of OpenMP lose the most: rows of regions, 0: none is known. */
struct efficiency_thread_blame {
    uint32_t serial; /* code outside of parallel regions that takes the longest, what it calls left
                        out */
    uint32_t waits;  /* where lanes wait for each other the longest */
};

struct efficiency_thread_blame efficiency_thread_blame_find(const struct cube *cube,
                                                            const struct efficiency *efficiency);

/* Which nodes have a call of MPI below them, or are one. To be freed. */
bool *efficiency_find_callers(const struct archive *archive);

/* Whether the ranks of one MPI program are known, and this place is one of them. */
bool efficiency_is_rank(const struct archive *archive, uint32_t place);

#endif
