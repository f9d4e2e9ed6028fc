/* lanes.h: the lanes that a request names: "0,1,5-9". */
#ifndef SERVE_LANES_H
#define SERVE_LANES_H

#include "serve/answer.h"
#include "serve/request.h"

#include <stddef.h>
#include <stdint.h>

struct serve_lanes {
    uint32_t *rows; /* in the order of the request */
    size_t count;
};

/* Reads the value "lanes", rows below `most`; without it, all rows. False: the answer is an error.
 * To be freed in any case. */
bool serve_lanes_read(struct serve_lanes *lanes, const struct serve_request *request, size_t most,
                      struct serve_answer *answer);
void serve_lanes_free(struct serve_lanes *lanes);

#endif
