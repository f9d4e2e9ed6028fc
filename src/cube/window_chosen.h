/* window_chosen.h: a window of chosen visits, such as those that a filter keeps. Its items are
 * those of window.h; time in none of the visits belongs to nobody. */
#ifndef CUBE_WINDOW_CHOSEN_H
#define CUBE_WINDOW_CHOSEN_H

#include "cube/window.h"

struct cube_chosen;

/* Starts a window. NULL with an error. The reader must outlive it. */
struct cube_chosen *cube_chosen_new(struct cube_window_reader *reader,
                                    const struct cube_window_request *request,
                                    struct cube_window *window, struct error *error);

/* Adds a visit, in ns of the lane's clock. The visits of a lane come together, in order of their
 * start. False if that is not so: then nothing of the window is right. */
bool cube_chosen_add(struct cube_chosen *chosen, uint32_t lane, uint32_t node, uint64_t start,
                     uint64_t end);

/* Completes the window, and frees what was needed to make it. */
void cube_chosen_end(struct cube_chosen *chosen);

#endif
