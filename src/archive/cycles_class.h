/* cycles_class.h: classes of what a lane does. */
#ifndef ARCHIVE_CYCLES_CLASS_H
#define ARCHIVE_CYCLES_CLASS_H

#include "archive/archive.h"

/* What a lane does at a moment: the innermost open visit tells. */
enum cycles_class {
    CYCLES_PROGRAM, /* the user's own code */
    CYCLES_RUNTIME, /* of the parallel language or library: creating threads and tasks, MPI_Init */
    CYCLES_SEND,
    CYCLES_RECEIVE,
    CYCLES_SYNC, /* waits for others */
    CYCLES_IO,
    CYCLES_IDLE, /* a thread of a pool that has nothing to do */
    CYCLES_CLASSES,
};

const char *cycles_class_word(enum cycles_class class); /* "program", "runtime", "send" ... */

/* Of a region on a lane; region 0 stands for what is outside of all. */
enum cycles_class cycles_class_of(const struct archive *archive, uint32_t region, uint32_t lane);

#endif
