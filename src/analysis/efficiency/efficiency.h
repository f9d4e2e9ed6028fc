/* efficiency.h: how well ranks and OpenMP threads use their time: the POP metrics. */
#ifndef ANALYSIS_EFFICIENCY_EFFICIENCY_H
#define ANALYSIS_EFFICIENCY_EFFICIENCY_H

#include "analysis/crowding.h"
#include "analysis/efficiency/replay.h"
#include "cube/cube.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An MPI rank, or a process with OpenMP threads. It is represented by its main lane: the one that
 * initialised MPI, or its first. OpenMP worker threads are its other lanes. Times are in ns. */
struct analysis_efficiency_rank {
    uint32_t place, lane; /* rows */
    uint64_t lanes;
    uint64_t time; /* of the main lane, without MPI_Init and MPI_Finalize */
    uint64_t
        outside; /* the part of `time` outside of MPI, in which each of its lanes could compute */
    uint64_t parallel; /* the part of `outside` in parallel regions */
    uint64_t useful; /* of all its lanes: not in MPI or the OpenMP runtime, not waiting, not idle */
    uint64_t serial; /* the part of `useful` by the main lane outside of parallel regions */
    uint64_t most;   /* the longest useful time of one of its lanes in parallel regions */
    uint64_t longest; /* the longest useful time of one of its lanes */
    uint64_t cpu;     /* CPU time of the main lane outside of MPI; ARCHIVE_UNKNOWN: unknown */
    uint64_t queued;  /* time that the main lane waited for a core, in MPI and outside;
                         ARCHIVE_UNKNOWN: unknown */
    uint64_t work;    /* instructions, if counted, else trips of all loops; 0: unknown */
};

enum analysis_efficiency_state {
    EFFICIENCY_KNOWN,
    EFFICIENCY_NOTHING,    /* neither two ranks of one MPI program nor OpenMP threads are known */
    EFFICIENCY_CPU_TIME,   /* the clock stood still while lanes waited */
    EFFICIENCY_UNMEASURED, /* of some ranks, nobody saw the MPI calls: waits would look like useful
                              time */
    EFFICIENCY_UNTIMED,    /* MPI calls or parallel regions were not timed */
    EFFICIENCY_UNFINISHED, /* ranks are unfinished or still run, and were not observed for the same
                              time */
    EFFICIENCY_PART, /* the archive is a part of another one: missing events would look like useful
                        time */
};

/* The factors. Each is the product of those below it that are indented further in the report. */
enum analysis_efficiency_which {
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
    /* PARALLEL again, as the product of two factors of single lanes. */
    EFFICIENCY_LANE_BALANCE,
    EFFICIENCY_LANE_COMMUNICATION,
    EFFICIENCY_FACTORS,
};

/* A ratio of two times, from 0 to 1. */
struct analysis_efficiency_factor {
    bool known, shown; /* shown: meaningful for this run */
    double value;
    double lost; /* ns of all lanes: the difference of the two times */
};

/* The evidence that decides if ranks with more time outside of MPI have more work, or had to wait
 * for a core. */
enum analysis_efficiency_evidence {
    EFFICIENCY_BY_TIME, /* the time outside of MPI; if lanes had to wait for cores, there is no
                           evidence */
    EFFICIENCY_BY_CPU,  /* their CPU time outside of MPI */
    EFFICIENCY_BY_OWN,  /* their time outside of MPI, where some certainly computed or were blocked
                           longer than others: by I/O or sleeping, which CPU time does not show */
    EFFICIENCY_BY_WORK, /* the amount of work done */
};

/* The efficiency of a run. */
struct analysis_efficiency {
    enum analysis_efficiency_state state;
    bool mpi;                               /* they are ranks: the process level is known */
    bool threads;                           /* some have several lanes: the thread level is known */
    bool vague;                             /* some waits of threads were not timed */
    struct analysis_efficiency_rank *ranks; /* ordered by number */
    size_t count;
    size_t absent;    /* ranks without any data */
    bool at_least;    /* some rank is unfinished, or still runs */
    size_t busiest;   /* index in `ranks` */
    uint64_t runtime; /* the longest time of a rank */
    uint64_t most;    /* the longest time outside of MPI */
    uint64_t outside; /* of all ranks */
    uint64_t useful;  /* of all lanes */
    uint64_t lanes;   /* of all ranks */
    struct analysis_efficiency_factor factors[EFFICIENCY_FACTORS];
    struct analysis_crowding crowding;
    enum analysis_efficiency_evidence evidence;
    double even;    /* mean / most of the evidence */
    bool preempted; /* by the evidence, ranks have equal work: others had their cores */
    struct analysis_replay replay; /* if it is known, so are serialisation and transfer */
};

/* Computes the efficiency. Needs the tables messages and collectives. */
struct analysis_efficiency analysis_efficiency_find(const struct cube *cube);

/* Computes the efficiency without the replay and without these tables; serialisation and transfer
 * remain unknown. */
struct analysis_efficiency analysis_efficiency_look(const struct cube *cube);
void analysis_efficiency_free(struct analysis_efficiency *efficiency);

/* Chooses the evidence and what it says about the ranks' work. */
void analysis_efficiency_judge(const struct archive *archive,
                               struct analysis_efficiency *efficiency);

/* True if lanes had to wait for cores, and there is no evidence whether ranks have equal work. */
bool analysis_efficiency_is_untold(const struct analysis_efficiency *efficiency);

/* Returns the evidence of a rank. */
uint64_t analysis_efficiency_evidence_of(const struct analysis_efficiency *efficiency, size_t rank);

/* Computes the factors from the ranks' times and the replay. */
void analysis_efficiency_multiply(struct analysis_efficiency *efficiency);

/* Finds how much work each rank did, if known. */
void analysis_efficiency_work_find(const struct cube *cube, struct analysis_efficiency *efficiency);

/* Finds the ranks and their times. */
void analysis_efficiency_ranks_find(const struct cube *cube,
                                    struct analysis_efficiency *efficiency);

/* The loop, routine or statement without MPI calls in which a rank exceeds the mean of all ranks
 * most; region 0 if none makes up half of the difference. `of` is an index in the efficiency's
 * ranks. */
struct analysis_efficiency_blame {
    uint32_t region;
    uint64_t most, mean; /* ns */
};

struct analysis_efficiency_blame
analysis_efficiency_blame_find(const struct cube *cube,
                               const struct analysis_efficiency *efficiency, size_t of);

/* The regions where OpenMP threads lose most: rows of regions, 0: unknown. */
struct analysis_efficiency_thread_blame {
    uint32_t serial; /* code outside of parallel regions with the longest exclusive time */
    uint32_t waits;  /* where lanes wait for each other longest */
};

struct analysis_efficiency_thread_blame
analysis_efficiency_thread_blame_find(const struct cube *cube,
                                      const struct analysis_efficiency *efficiency);

/* Returns, by node, whether it is an MPI call or has one below it. The caller frees the array. */
bool *analysis_efficiency_find_callers(const struct archive *archive);

/* Returns, by row of places, the lane that represents it, plus 1: the one that initialised MPI, or
 * its first that is not of a pool; 0: none. The caller frees the array. */
uint32_t *analysis_efficiency_main_lanes(const struct archive *archive);

/* True if MPI calls of all ranks were recorded, if they made any. */
bool analysis_efficiency_sees_mpi(const struct archive *archive);

/* True if the ranks of one MPI program are known, and this place is one of them. */
bool analysis_efficiency_is_rank(const struct archive *archive, uint32_t place);

#endif
