/* wait_list.h: single waits of MPI calls as JSON, the longest ones where there are many. */
#ifndef SERVE_WAIT_LIST_H
#define SERVE_WAIT_LIST_H

#include "serve/answer.h"
#include "serve/kept_waits.h"
#include "serve/lanes.h"
#include "serve/range.h"

/* Answers with at most `most` waits of the lanes that touch the range, sums by kind of all of
 * them, and what is not known. */
bool serve_wait_list(const struct serve_kept_waits *waits, const struct archive *archive,
                     const struct serve_lanes *lanes, const struct serve_range *range, size_t most,
                     struct serve_answer *answer);

#endif
