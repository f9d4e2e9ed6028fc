/* reader.h: passes the bytes of a flow to one of its readers. */
#ifndef SCRIPT_STREAMS_READER_H
#define SCRIPT_STREAMS_READER_H

#include "script/streams/flow.h"

enum reader_state {
    READER_FAILED,  /* with an error: a file cannot be written */
    READER_WAITS,   /* for room in its pipe */
    READER_CURRENT, /* has everything that there is */
    READER_CLOSED,  /* does not read any more, or has everything there will ever be */
};

/* Passes on what there is. */
enum reader_state reader_give(struct flow_reader *reader, struct error *error);

/* Closes its descriptor. */
void reader_close(struct flow_reader *reader);

#endif
