/* whatif.h: how long a recorded run would take if something were different: a region faster, the
 * load even, the network another one. The MPI calls are replayed (replay/engine.h); between them,
 * lanes compute as long as they did, less what is saved. */
#ifndef ANALYSIS_WHATIF_H
#define ANALYSIS_WHATIF_H

#include "cube/cube.h"
#include "util/error.h"

#include <stdbool.h>
#include <stdint.h>

enum analysis_whatif_network {
    WHATIF_NETWORK_MEASURED, /* MPI calls take as long as they did */
    WHATIF_NETWORK_IDEAL,    /* they take no time; they only wait for others */
    WHATIF_NETWORK_GIVEN,    /* they take `latency` plus bytes / `bandwidth` */
};

/* A region that is different. */
struct analysis_whatif_change {
    uint32_t region; /* row; 0: the whole program outside of MPI */
    double faster;   /* it takes its time divided by this; greater than 0 */
    bool exclusive;  /* only the region's own time changes, not that of what it calls */
    bool even;       /* between the same two calls, all ranks spend as much time in it as they do on
                        average */
};

/* All that is different. Changes of nested regions multiply where both apply. */
struct analysis_whatif_scenario {
    const struct analysis_whatif_change *changes;
    size_t count;
    enum analysis_whatif_network network;
    double latency;   /* seconds; negative: as estimated from the run */
    double bandwidth; /* bytes per second; negative: likewise */
};

/* What follows. Times are in ns. */
struct analysis_whatif_answer {
    uint64_t time;    /* of the changed run */
    uint64_t region;  /* time in the regions, without MPI and waits of threads, on all lanes of the
                         replay */
    uint64_t placed;  /* the part of it that was found between the calls of the replay */
    uint64_t sure;    /* the part of `placed` that was logged, not distributed by source lines */
    uint64_t missing; /* waits for an unknown rank, or one that never arrived: ignored */
};

/* A run that can be changed. */
struct analysis_whatif {
    const struct cube *cube;
    uint64_t measured;  /* ns: the run as it was */
    uint64_t replayed;  /* ns: its replay without any change */
    double latency;     /* seconds, estimated from the run; negative: unknown */
    double bandwidth;   /* bytes per second, likewise */
    bool has_messages;  /* ranks communicate */
    bool has_places;    /* activities of `#pragma tri` move between places, without MPI */
    bool ignores_lanes; /* threads other than those that call MPI compute, too, and their waits were
                           not logged */
    uint64_t exact_waits;     /* of threads: barriers, joins, ends of parallel regions */
    uint64_t estimated_waits; /* of threads: locks, conditions, tasks */
    uint64_t unsized;         /* messages and parts of collective operations of unknown bytes */
    uint64_t missing;         /* waits for an unknown rank, or one that never arrived: ignored */
    size_t processes; /* if they are not ranks of one program: how they wait for each other is not
                         known; else 0 */
    bool ended_early; /* a process was killed or crashed, or measuring stopped */
    bool running;     /* the run has not ended */
    struct whatif_run *run;
};

/* Prepares a run. Needs the tables messages and collectives. Returns NULL with an error if data is
 * missing: it says which. The cube must live as long. */
struct analysis_whatif *analysis_whatif_new(const struct cube *cube, struct error *error);
void analysis_whatif_free(struct analysis_whatif *whatif);

struct analysis_whatif_answer analysis_whatif_ask(const struct analysis_whatif *whatif,
                                                  const struct analysis_whatif_scenario *scenario);

/* Returns the row of the region that a text such as "loop 2 of step", "step" or "solver.c:14"
 * means; 0 with an error that lists what there is, if it means none or several. */
uint32_t analysis_whatif_region(const struct archive *archive, const char *text,
                                struct error *error);

#endif
