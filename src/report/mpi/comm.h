/* comm.h: the MPI calls of a run, by call site and by call site and place.
 *
 *     sites[i]  ── first, count ──▶ rows: (region, place) with sums, place by place
 *     by_time   ──▶ indexes of sites, the one with the most time first */
#ifndef REPORT_MPI_COMM_H
#define REPORT_MPI_COMM_H

#include "report/table/view.h"

/* A call site: a line of the source that calls an MPI function. */
struct report_comm_site {
    uint32_t region;
    size_t first, count; /* its rows in `rows`, one per place */
    struct cube_sums sums;
    uint64_t min, max; /* ns: the least and the most of a rank; 0 for a rank without a visit */
};

/* All MPI calls of a run. */
struct report_comm {
    struct report_comm_site *sites; /* in the order of the source; tables number them from 1 */
    size_t count;
    struct cube_rows rows; /* by (region, row of places) */
    size_t *by_time;       /* indexes of sites, the most time first */
    size_t ranks;          /* places that take part */
    bool *takes_part;      /* by row of places */
    uint64_t *life;        /* by row of places: ns of its lanes that call MPI */
    bool others;           /* some rank has lanes that do not call MPI */
};

/* Returns the calls of a run; to be freed with report_comm_free. */
struct report_comm report_comm_new(const struct report_view *view);
void report_comm_free(struct report_comm *comm);

#endif
