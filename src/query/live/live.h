/* live.h: the events of a running program as they arrive, each exactly once. */
#ifndef QUERY_LIVE_LIVE_H
#define QUERY_LIVE_LIVE_H

#include "query/exec/run.h"

struct live;
struct live *query_live_new(const char *path);
void query_live_free(struct live *live);

enum query_live_state {
    LIVE_ABSENT, /* no archive yet, or an empty one */
    LIVE_GOING,
    LIVE_MORE, /* more events can be read at once */
    LIVE_OVER, /* the run has ended, and all events were given */
    LIVE_FAILED,
};

/* Reads the events that have arrived since the last call: query_live_data() then has these and no
 * others, and all other tables in their present state. An event arrives when its visit has ended;
 * visits that are still unfinished at the end of the run arrive then. The archive may be sealed in
 * between. */
enum query_live_state query_live_look(struct live *live, struct error *error);

/* Returns the data of the last query_live_look, valid until the next; NULL unless that returned
 * LIVE_GOING, LIVE_MORE or LIVE_OVER. */
struct query_data *query_live_data(const struct live *live);

/* True if a log that keeps only its last part dropped events before they were read. */
bool query_live_has_lost(const struct live *live);

/* True if no process writes to the archive any more. */
bool query_live_is_over(const struct archive *archive);

/* True if an archive that cannot be opened yet may still appear. */
bool query_live_may_come(const char *path);

#endif
