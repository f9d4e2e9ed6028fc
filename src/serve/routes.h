/* routes.h: finds who answers a request, by its path. */
#ifndef SERVE_ROUTES_H
#define SERVE_ROUTES_H

#include "serve/runs.h"

/* Answers a request of the interface for scripts: its path begins with /api/. */
void serve_routes_answer(struct serve_runs *runs, const struct serve_request *request,
                         struct serve_answer *answer);

/* Finds the run and the last word of a path such as /api/0/window. False if it is none of these. */
bool serve_routes_split(const char *path, size_t *run, const char **word);

#endif
