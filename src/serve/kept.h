/* kept.h: the events that the last few filters keep, found once per filter. */
#ifndef SERVE_KEPT_H
#define SERVE_KEPT_H

#include "serve/kepts.h"
#include "serve/run.h"

/* For handlers: returns the events of a filter. NULL: the answer is an error. */
struct serve_kept *serve_kept_of(struct serve_run *run, const char *filter,
                                 struct serve_answer *answer);

/* For handlers: returns what windows of them are read from. NULL: the answer is an error. */
struct cube_kept *serve_kept_picture(struct serve_run *run, struct serve_kept *kept,
                                     struct serve_answer *answer);

#endif
