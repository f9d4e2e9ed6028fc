/* scaling.h: the speed-up of runs of one program with different numbers of ranks and threads, and
 * the factors of their efficiency side by side.
 *
 * The time of a run is its useful time / (lanes * parallel efficiency). So the efficiency of a run,
 * speed-up * lanes of the first run / lanes of this one, is the product of two ratios: its parallel
 * efficiency / that of the first run, and the computation scaling, which is the useful time of the
 * first run / that of this one. With weak scaling, the problem grows with the lanes: the efficiency
 * is the time of the first run / that of this one, and useful times are means per lane. */
#ifndef ANALYSIS_SCALING_SCALING_H
#define ANALYSIS_SCALING_SCALING_H

#include "analysis/efficiency/efficiency.h"

/* The factors: those of one run, and the scaling of its useful time and of its work. */
enum analysis_scaling_factor {
    SCALING_COMPUTATION = EFFICIENCY_FACTORS,
    SCALING_WORK, /* instructions, or else trips, of the first run / those of this one */
    SCALING_FACTORS,
};

struct analysis_scaling_run {
    const struct archive *archive;
    enum analysis_efficiency_state state; /* known: all of the following is */
    bool crowded;                         /* lanes had to wait for cores */
    uint64_t ranks, lanes;                /* ranks: or processes */
    bool untold;                          /* it is not known how many of the lanes work */
    bool framed;   /* `time` has MPI_Init and MPI_Finalize: not all MPI calls were measured, or
                      several MPI programs ran */
    double time;   /* ns: without MPI_Init and MPI_Finalize, unless it is framed */
    double useful; /* ns: of all lanes; NaN: not known */
    double work;   /* NaN: not known */
    double speedup, efficiency;      /* NaN: not known */
    double factors[SCALING_FACTORS]; /* NaN: not known, or without meaning here */
    int fell; /* the factor that fell most since the first run; -1: none did, or it is unknown */
};

struct analysis_scaling {
    struct analysis_scaling_run *runs;
    size_t count;
    bool weak;
    bool by_trips; /* work is trips, not instructions */
    bool known;    /* of two runs at least */
};

/* Computes the table. Needs the messages of the archives, which must outlive the result. */
struct analysis_scaling *analysis_scaling_new(const struct archive *const *archives, size_t count,
                                              bool weak);

/* True if the times of a run and of the first one are not of the same things: only one of them has
 * MPI_Init and MPI_Finalize. Its speed-up and efficiency are unknown. */
bool analysis_scaling_differs(const struct analysis_scaling *scaling,
                              const struct analysis_scaling_run *run);

void analysis_scaling_free(struct analysis_scaling *scaling);

#endif
