/* window.h: the bytes of a flow: the newest in memory, all of them in a file where that is needed.
 */
#ifndef SCRIPT_STREAMS_WINDOW_H
#define SCRIPT_STREAMS_WINDOW_H

#include "script/streams/flow.h"

/* Returns how many bytes may be read from writers now, without a reader getting too far behind. */
size_t window_room(const struct flow *flow);

/* Appends at most FLOW_READ + FLOW_CARRY + 1 bytes of a writer. */
bool window_append(struct flow *flow, uint32_t task, const void *bytes, size_t size,
                   struct error *error);

/* Writes to a descriptor from a position on. Returns as write(2). */
ssize_t window_send(struct flow *flow, uint64_t position, int to, size_t most);

/* Gives back the part of the file that no reader needs any more. */
void window_forget(struct flow *flow);

/* Writes the index of the file: which bytes came from which writer. */
bool window_write_index(struct flow *flow, struct error *error);

void window_free(struct flow *flow);

#endif
