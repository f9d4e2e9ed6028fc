/* ask.h: runs a query beside the keyboard: a key or a signal can end it. */
#ifndef CMD_QUERY_ASK_H
#define CMD_QUERY_ASK_H

#include "query/exec/run.h"

struct ask {
    struct query_data *data;
    bool keys_end;            /* a key that waits on the standard input ends it */
    void (*slow)(void *that); /* called once, when it takes long; or NULL */
    void *that;
};

enum ask_end { ASK_DONE, ASK_FAILED, ASK_STOPPED };

/* `take` is called from another thread, and never again when this has returned. */
enum ask_end ask_run(const struct ask *ask, const struct plan *plan, query_take *take, void *to,
                     struct error *error);

/* Whether a key waits, or a signal came that ask_catch() listens to. */
bool ask_is_disturbed(bool keys);

/* Ctrl-C ends what runs, and is remembered until it is asked for. */
void ask_catch(void);
bool ask_interrupted(void); /* and forgets it */

#endif
