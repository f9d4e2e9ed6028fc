/* range.h: the time range that a request names. */
#ifndef SERVE_RANGE_H
#define SERVE_RANGE_H

#include "archive/archive.h"
#include "serve/answer.h"
#include "serve/request.h"

struct serve_range {
    uint64_t zero;     /* ns of the archive's clock: the start of the run */
    uint64_t from, to; /* ns since then */
};

/* Reads the values "from" and "to", ns since the start of the run; without them, the whole run.
 * False: the answer is an error. */
bool serve_range_read(struct serve_range *range, const struct serve_request *request,
                      const struct archive *archive, struct serve_answer *answer);

#endif
