/* run.h: an archive that is served. One thread of its own does all reading, one job after another:
 * the readers of archives are not made for several threads, and each thread would keep buffers.
 *
 *     web server's threads ──serve_run_do──▶ jobs ──▶ the run's thread ──▶ handler fills the answer
 *
 * Windows go before other jobs that wait: somebody moves through the picture.
 *
 * Whoever waits for a job looks whether its client is still there; a job whose client is gone is
 * dropped or stopped. */
#ifndef SERVE_RUN_H
#define SERVE_RUN_H

#include "cube/window.h"
#include "query/data/data.h"
#include "serve/answer.h"
#include "serve/request.h"

struct serve_jobs;

struct serve_run {
    char *path;
    const char *name;   /* the last part of the path */
    size_t number;      /* in the list of runs */
    const char *folder; /* temporary, for parts; NULL: it could not be made */
    struct serve_jobs *jobs;
    /* For handlers, in the run's thread: */
    struct archive *archive;
    bool live;       /* the program is running: the archive is opened again from time to time */
    uint64_t looked; /* ms: when it was opened */
    uint64_t ran;    /* ms: when the program was last seen running */
    struct query_data *data;           /* see serve_run_data */
    struct cube_window_reader *reader; /* see serve_run_windows */
    struct serve_parts *parts;         /* see part.h; or NULL */
    struct serve_kepts *kepts;         /* see kept.h; or NULL */
    struct serve_paths *paths;         /* see serve_run_paths */
    struct serve_kept_waits *waits;    /* see kept_waits.h; or NULL */
    struct report_kept *reports;       /* see serve_run_kept */
};

/* A handler answers one kind of request. False: the answer is an error. */
typedef bool serve_handler(struct serve_run *run, const struct serve_request *request,
                           struct serve_answer *answer);

/* Opens an archive and starts its thread. NULL with an error. */
struct serve_run *serve_run_new(const char *path, size_t number, struct error *error);
void serve_run_free(struct serve_run *run);

/* Has the run's thread call the handler, and waits for it. */
void serve_run_do(struct serve_run *run, serve_handler *handler,
                  const struct serve_request *request, struct serve_answer *answer);

/* For handlers: return the archive for queries and for windows, made when they are first needed.
 * NULL: the answer is an error. */
struct query_data *serve_run_data(struct serve_run *run, struct serve_answer *answer);
struct cube_window_reader *serve_run_windows(struct serve_run *run, struct serve_answer *answer);

/* For handlers: returns the call paths, made when they are first needed. */
const struct serve_paths *serve_run_paths(struct serve_run *run);

/* For handlers, once the messages were found: returns what reports keep for one another. */
struct report_kept *serve_run_kept(struct serve_run *run);

/* For handlers: has the archive opened again before the next job. */
void serve_run_look_again(struct serve_run *run);

/* For handlers: true if the client of this job is gone, so that a long answer need not be
 * finished. */
bool serve_run_is_stopped(const struct serve_run *run);

#endif
