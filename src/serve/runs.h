/* runs.h: the archives that are served, by number. */
#ifndef SERVE_RUNS_H
#define SERVE_RUNS_H

#include "serve/run.h"

struct serve_runs;

/* Makes an empty list, and a temporary folder that goes away with the process; to be called while
 * the process has one thread. With `once`, each run is opened once, for somebody who asks one
 * request after another. */
struct serve_runs *serve_runs_new(bool once);
void serve_runs_free(struct serve_runs *runs);

/* Opens another archive; one that is open already is not opened again. NULL with an error. */
struct serve_run *serve_runs_open(struct serve_runs *runs, const char *path, struct error *error);

/* Return the run with this number; NULL: none. Each is there twice, unless `once`: the second one
 * is for requests that are answered at once, so that they need not wait for reports and queries. */
struct serve_run *serve_runs_get(struct serve_runs *runs, size_t number);
struct serve_run *serve_runs_quick(struct serve_runs *runs, size_t number);

#endif
