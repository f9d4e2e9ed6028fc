/* gaps.h: what lanes do between the steps of a replay.
 *
 * A gap is the time before a step. Logged visits cut it into pieces; pieces with the same
 * surroundings are one group:
 *
 *     step       MPI_Recv       MPI_Send            MPI_Recv        MPI_Send
 *     gap                ──────          ──────────          ───────
 *     group                1                 2                  1
 *
 * All that is known about a piece is what is around it and which visits end before and begin after
 * it. From this follows which regions can have run in it: whatif_gaps_shares. */
#ifndef ANALYSIS_WHATIF_GAPS_H
#define ANALYSIS_WHATIF_GAPS_H

#include "analysis/replay/steps.h"
#include "cube/cube.h"

/* Pieces with the same surroundings. */
struct whatif_group {
    uint32_t lane;   /* row */
    uint32_t around; /* row of nodes: the innermost call path around what is before and after */
    uint32_t surely; /* row of nodes: the innermost call path that is surely around it. Between
                        two calls of an inner loop that was not logged, that loop may have
                        ended, and begun anew */
    uint32_t after, before; /* rows of nodes: the visit that ended before, and that begins after it;
                               ARCHIVE_NONE: it begins or ends together with `around` */
    uint64_t time;          /* ns: of all its pieces */
};

struct whatif_piece {
    size_t gap; /* index of a step; the time after the last step of lane i is step_count + i */
    uint32_t group;
    uint64_t time; /* ns */
};

struct whatif_gaps {
    struct whatif_piece *pieces; /* ordered by gap, as far as they are of the same lane */
    size_t piece_count, piece_room;
    struct whatif_group *groups; /* those of a lane follow each other */
    size_t group_count, group_room;
    bool threads;                        /* steps include waits of threads */
    size_t *first_of_lane, *end_of_lane; /* by row of lanes: its groups */
};

/* Reads the gaps of all lanes of the steps. False if events could not be read. */
bool whatif_gaps_read(struct whatif_gaps *to, const struct archive *archive,
                      const struct analysis_replay_steps *steps);
void whatif_gaps_free(struct whatif_gaps *gaps);

/* The part of a region in each group. */
struct whatif_shares {
    double *share;     /* by group: 0 to 1 */
    uint64_t *of_lane; /* by row of lanes: ns in the region, without MPI */
    uint64_t time;     /* ns: of all lanes of the steps */
    uint64_t placed;   /* ns of it that are in some group */
    uint64_t sure;     /* ns of it in groups that are surely inside of the region */
};

/* Finds where a region (0: everything) ran. `exclusive`: its own code only. */
struct whatif_shares whatif_gaps_shares(const struct whatif_gaps *gaps, const struct cube *cube,
                                        uint32_t region, bool exclusive);
void whatif_shares_free(struct whatif_shares *shares);

#endif
