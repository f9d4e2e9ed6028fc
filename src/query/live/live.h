/* live.h: the events of a run that goes on, as they come: each of them once. */
#ifndef QUERY_LIVE_LIVE_H
#define QUERY_LIVE_LIVE_H

#include "query/exec/run.h"

struct live;
struct live *live_new(const char *path);
void live_free(struct live *live);

enum live_state {
    LIVE_ABSENT, /* there is no archive yet, or nothing in it */
    LIVE_GOING,
    LIVE_MORE, /* there is more to be had at once */
    LIVE_OVER, /* the run has ended, and this was all */
    LIVE_FAILED,
};

/* Looks what has come since the last time: live_data() then has these events and no others, and all
 * other tables as they are now. An act comes when it has ended; what had not ended comes with the
 * end of the run. The archive may be sealed meanwhile. */
enum live_state live_look(struct live *live, struct error *error);

/* Until the next look; NULL unless that gave LIVE_GOING, LIVE_MORE or LIVE_OVER. */
struct query_data *live_data(const struct live *live);

/* Whether the log, of which only the last part is kept, lost acts before they were looked at. */
bool live_has_lost(const struct live *live);

/* Whether nobody writes to it any more. */
bool live_is_over(const struct archive *archive);

/* Whether an archive that cannot be opened may become one yet. */
bool live_may_come(const char *path);

#endif
