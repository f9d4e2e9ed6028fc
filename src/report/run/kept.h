/* kept.h: what several reports of one archive need and what takes long: waits of MPI calls and
 * their causes, efficiency, and the critical path. Each is found once, when a report first needs
 * it. */
#ifndef REPORT_RUN_KEPT_H
#define REPORT_RUN_KEPT_H

struct delays_kept;
struct efficiency_kept;
struct critical_kept;

struct report_kept {
    struct delays_kept *delays;         /* see mpi/delays.h */
    struct efficiency_kept *efficiency; /* see analysis/efficiency.h */
    struct critical_kept *critical;     /* see analysis/critical.h */
};

/* Makes one in which nothing was found yet. It holds for one archive whose messages were found, and
 * for reports that neither compensate nor have a floor. */
struct report_kept *report_kept_new(void);
void report_kept_free(struct report_kept *kept);

#endif
