/* ask.h: the profile values that a task's metaprogram asks for, and their answers. */
#ifndef MODEL_PROFILE_ASK_H
#define MODEL_PROFILE_ASK_H

#include "instrument/values.h"
#include "model/profile/tally.h"
#include "util/error.h"

#include <jansson.h>

enum profile_call { CALL_TIME, CALL_TRIPS, CALL_BYTES, CALL_VARIABLE };

/* One value. Texts belong to the metamodel. */
struct model_profile_ask {
    const char *variable; /* its name in the model: _getTime_0 */
    const char *function, *name;
    enum profile_call call;
    unsigned block; /* 0: the whole function */
    bool has_position;
    enum instrument_value_at at;
    unsigned position;
    unsigned sample, only; /* sample: k, at: n; 0: none */
    enum profile_stat stat;
    bool cpu;      /* clock: cpu, CPU time instead of wall time */
    unsigned line; /* of the metaprogram */
    /* the answer: */
    bool known;
    bool untimed; /* the run counted the block and did not time it */
    double value;
    uint64_t visits;  /* that it is about */
    const char *unit; /* s, bytes, trips, "" */
};

/* All values of a task. */
struct model_profile_asks {
    struct model_profile_ask *list;
    size_t count;
};

/* Reads them from a task of a metamodel, which must outlive them. */
bool model_profile_asks_read(struct model_profile_asks *asks, const json_t *task,
                             struct error *error);
void model_profile_asks_free(struct model_profile_asks *asks);

/* True if single visits must be known, and not only their sums. */
bool profile_ask_needs_visits(const struct model_profile_ask *ask);

/* Sets the answer from a tally; false with an error if no visit counts. */
bool profile_ask_answer(struct model_profile_ask *ask, const struct profile_tally *tally,
                        struct error *error);

/* Writes the call as a metaprogram would: getTime(step, 2). Returns it, to be freed. */
char *model_profile_ask_text(const struct model_profile_ask *ask);

#endif
