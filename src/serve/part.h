/* part.h: the part of a run that a filter keeps, as an archive of its own: so that whatever can
 * show a run can show the part. Its tables are in a temporary folder; its events are those of the
 * run. */
#ifndef SERVE_PART_H
#define SERVE_PART_H

#include "serve/run.h"

/* Returns the part that the request's filter keeps, or the run itself if there is no filter. NULL:
 * the answer is an error. The last few parts are kept. For handlers. */
struct serve_run *serve_part_of(struct serve_run *run, const struct serve_request *request,
                                struct serve_answer *answer);

#endif
