/* chosen.h: a window of the events that a filter keeps. */
#ifndef SERVE_CHOSEN_H
#define SERVE_CHOSEN_H

#include "cube/window.h"
#include "serve/range.h"
#include "serve/run.h"

/* Makes the window. False: the answer is an error. */
bool serve_chosen(struct serve_run *run, const char *filter, const struct serve_range *range,
                  const struct cube_window_request *request, struct cube_window *window,
                  struct serve_answer *answer);

#endif
