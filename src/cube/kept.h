/* kept.h: the visits that a filter keeps, for pictures: windows of them cost as little as windows
 * of all visits, however many are kept.
 *
 * Reading the kept visits once makes a pyramid of them in memory, as sealing makes one of all
 * visits (archive/time/pyramid.h), and a mark per block of events, from which the visits around it
 * are known. A window is read from the tiles of the pyramid; where there are none, from the few
 * events after a mark. Time in none of the visits belongs to nobody. */
#ifndef CUBE_KEPT_H
#define CUBE_KEPT_H

#include "archive/write/excerpt.h"
#include "cube/window.h"

struct cube_kept;

/* Reads the kept events, with a thread per core. The reader and the rows must outlive the result.
 * NULL with an error if *stop becomes true meanwhile. */
struct cube_kept *cube_kept_new(struct cube_window_reader *reader,
                                const struct archive_excerpt_rows *rows, const atomic_bool *stop,
                                struct error *error);
void cube_kept_free(struct cube_kept *kept);
size_t cube_kept_bytes(const struct cube_kept *kept); /* its size in memory, without the rows */

/* Reads a window of the kept visits; one at a time. */
bool cube_kept_window(struct cube_kept *kept, const struct cube_window_request *request,
                      struct cube_window *window, struct error *error);

#endif
