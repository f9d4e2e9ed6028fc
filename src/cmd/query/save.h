/* save.h: saves the events of a query as an archive. */
#ifndef CMD_QUERY_SAVE_H
#define CMD_QUERY_SAVE_H

#include "query/exec/plan.h"
#include "query/exec/run.h"

#include <stdbool.h>

struct cmd_query_save {
    const char *path;
    bool force;       /* replaces an existing archive of that name */
    bool again;       /* a query of the same text was saved before: an error */
    const char *text; /* the whole query, recorded in the new archive */
};

/* Saves the events that `tree`, which may use `names`, gives. False with an error or with trouble;
 * nothing is left behind then. */
bool cmd_query_save(const struct cmd_query_save *save, struct query_tree *tree,
                    struct plan_names *names, struct query_data *data, struct diagnostic *trouble,
                    struct error *error);

#endif
