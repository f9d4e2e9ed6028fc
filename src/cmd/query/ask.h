/* ask.h: runs a query in the background, so that a key or a signal can end it. */
#ifndef CMD_QUERY_ASK_H
#define CMD_QUERY_ASK_H

#include "query/exec/run.h"

/* The circumstances of a query. */
struct ask {
    struct query_data *data;
    bool keys_end;            /* a key press on standard input ends it */
    void (*slow)(void *that); /* called once when the query takes long; or NULL */
    void *that;
};

enum ask_end { ASK_DONE, ASK_FAILED, ASK_STOPPED };

/* Runs a query. `take` is called from another thread, but never after this function has
 * returned. */
enum ask_end ask_run(const struct ask *ask, const struct query_plan *plan, query_take *take,
                     void *to, struct error *error);

/* True if a key was pressed, or a signal arrived that ask_catch() handles. */
bool ask_is_disturbed(bool keys);

/* ask_catch() makes Ctrl-C end the running query. ask_interrupted() returns true if Ctrl-C was
 * pressed since its last call. */
void ask_catch(void);
bool ask_interrupted(void);

#endif
