/* writer.h: takes bytes from a writer of a flow and appends its complete lines or records. */
#ifndef SCRIPT_STREAMS_WRITER_H
#define SCRIPT_STREAMS_WRITER_H

#include "script/streams/flow.h"

enum writer_state {
    WRITER_FAILED,  /* with an error */
    WRITER_WAITS,   /* for more from its descriptor */
    WRITER_MORE,    /* has more, after the others' turn */
    WRITER_BLOCKED, /* until readers have caught up, or another long line has passed */
    WRITER_DONE,    /* everything was taken; it is closed */
};

/* Takes what there is, in `scratch` of FLOW_READ bytes. `folder` is for lines too long for memory.
 * *dropped is set if the end of an unfinished line was dropped. */
enum writer_state writer_take(struct flow_writer *writer, char *scratch, const char *folder,
                              bool *dropped, struct error *error);

void writer_free(struct flow_writer *writer);

#endif
