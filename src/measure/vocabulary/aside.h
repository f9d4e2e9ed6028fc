/* aside.h: described calls of a thread that wait for activities or open, one inside the other: what
 * they call is recorded, too. */
#ifndef MEASURE_VOCABULARY_ASIDE_H
#define MEASURE_VOCABULARY_ASIDE_H

#include "measure/listen.h"
#include "measure/vocabulary/call.h"
#include "measure/vocabulary/nested.h"

enum { ASIDE = 16 }; /* others are in aside_more */

extern __thread __attribute__((tls_model("initial-exec"),
                               visibility("hidden"))) struct described_record aside[ASIDE];
extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) unsigned aside_count;
extern __thread
    __attribute__((tls_model("initial-exec"),
                   visibility("hidden"))) struct described_record *aside_more; /* NULL: none */

static inline bool aside_has_room(void)
{
    return aside_count < (aside_more ? ASIDE + NESTED_MOST : ASIDE);
}

static inline struct described_record *aside_at(unsigned number)
{
    return number < ASIDE ? &aside[number] : &aside_more[number - ASIDE];
}

/* Puts a quick call that opens aside, for which there is room. Everything else in the record is
 * empty. */
static inline void aside_put_quickly(struct described_call *call, struct described_record *own)
{
    struct described_record *to = aside_at(aside_count++);
    to->call = call;
    to->function = own->function;
    to->node = own->node;
    to->visited = own->visited;
    to->look_at = own->look_at;
    to->taken = own->taken;
    to->is_ended = false;
    to->bytes = 0;
    to->with = NULL;
    to->held = 0;
    to->lock.does = 0;
    to->lock.object = NULL;
    to->lock.waits = false;
    to->count = 0;
    to->has_more = false;
    to->logs = own->logs;
    to->counts_bytes = false;
    to->lacks = 0;
    call->is_opened = true;
    own->call = NULL;
    listen_busy = 0;
}

/* Goes on with such a call, at its end. False if calls inside of it were left otherwise. */
static inline bool aside_take_quickly(struct described_call *call, struct described_record *own)
{
    const struct described_record *from = aside_count ? aside_at(aside_count - 1) : NULL;
    if (!from || from->call != call || own->call || listen_busy)
        return false;
    aside_count--;
    own->call = call;
    own->function = from->function;
    own->node = from->node;
    own->visited = from->visited;
    own->taken = from->taken;
    own->logs = from->logs;
    call->is_opened = false;
    listen_busy = 1;
    return true;
}

#endif
