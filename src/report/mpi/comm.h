/* comm.h: the calls of MPI in a run: by site, and by site and place. */
#ifndef REPORT_MPI_COMM_H
#define REPORT_MPI_COMM_H

#include "report/table/view.h"

/* A line of the source that calls a function of MPI. */
struct comm_site {
    uint32_t region;
    size_t first, count; /* of `rows`: its places, in their order */
    struct cube_sums sums;
    uint64_t min, max; /* of the time of a rank; one that never came there has none */
};

struct comm {
    struct comm_site *sites; /* in the order of the source; their numbers count from 1 */
    size_t count;
    struct cube_rows rows; /* (region, row of places) */
    size_t *by_time;       /* sites: the one with the most time first */
    size_t ranks;          /* places that take part */
    bool *takes_part;      /* by row of places */
    uint64_t *life;        /* by row of places: ns of the lanes that call MPI */
    bool others;           /* a rank has other lanes, too */
};

struct comm comm_new(const struct view *view);
void comm_free(struct comm *comm);

#endif
