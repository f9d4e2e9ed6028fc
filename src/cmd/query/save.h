/* save.h: the events of a query as an archive of their own. */
#ifndef CMD_QUERY_SAVE_H
#define CMD_QUERY_SAVE_H

#include "query/exec/plan.h"
#include "query/exec/run.h"

#include <stdbool.h>

struct query_save {
    const char *path;
    bool force;       /* replaces an archive of that name */
    bool again;       /* another stream of the same text was saved: that is wrong */
    const char *text; /* of the whole query: the new archive says so */
};

/* `tree` is a stream of events; `names` are those that it may use. False with an error,
 * or with trouble; nothing is left behind then. */
bool query_save(const struct query_save *save, struct tree *tree, struct plan_names *names,
                struct query_data *data, struct trouble *trouble, struct error *error);

#endif
