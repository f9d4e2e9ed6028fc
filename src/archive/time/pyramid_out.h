/* pyramid_out.h: writes the tables of the pyramid; pyramid_writer calls it in a thread of its
 * own. */
#ifndef ARCHIVE_TIME_PYRAMID_OUT_H
#define ARCHIVE_TIME_PYRAMID_OUT_H

#include "archive/time/pyramid.h"

/* The functions do what those of struct pyramid_writer do (pyramid.h), in the calling thread. */
struct pyramid_out;
bool pyramid_out_open(const struct archive *archive, const char *folder, struct pyramid_out **out,
                      struct error *error);
void pyramid_out_begin(struct pyramid_out *out, uint32_t lane);
void pyramid_out_act(struct pyramid_out *out, uint64_t start, uint64_t end, uint32_t node);
void pyramid_out_end(struct pyramid_out *out);
bool pyramid_out_close(struct pyramid_out *out, struct error *error);

#endif
