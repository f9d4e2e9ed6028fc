/* frame.h: names of frames in folded stacks. */
#ifndef EXPORT_FRAME_H
#define EXPORT_FRAME_H

#include "util/buffer.h"

/* Adds the name of a frame without semicolons, which end a frame, and without blanks before digits,
 * which would read as a second number. */
static inline void export_frame(struct buffer *to, const char *name)
{
    for (; *name; name++) {
        char byte = *name == ';' ? ':' : *name == ' ' ? '_' : *name;
        buffer_add_bytes(to, &byte, 1);
    }
}

#endif
