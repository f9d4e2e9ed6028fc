/* run.c: see run.h */
#include "measure/vocabulary/run.h"

#include "measure/listen.h"
#include "measure/visit.h"
#include "measure/vocabulary/aside.h"
#include "measure/vocabulary/locks.h"
#include "measure/vocabulary/record.h"

__thread __attribute__((tls_model("initial-exec"),
                        visibility("hidden"))) struct described_record aside[ASIDE];
__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) unsigned aside_count;
__thread __attribute__((tls_model("initial-exec"),
                        visibility("hidden"))) struct described_record *aside_more;

void measure_vocabulary_clear(struct described_record *own)
{
    own->node = NULL;
    own->bytes = 0;
    own->with = NULL;
    own->held = 0;
    own->lock.does = 0;
    own->lock.object = NULL;
    own->lock.waits = false;
    own->count = 0;
    own->has_more = false;
    own->logs = false;
    own->counts_bytes = false;
    own->lacks = 0;
}

bool measure_vocabulary_may_put_aside(void)
{
    if (aside_has_room())
        return true;
    if (!aside_more)
        aside_more = measure_vocabulary_nested(NESTED_CALLS, sizeof *aside_more);
    if (!aside_has_room())
        measure_vocabulary_say_nested();
    return aside_has_room();
}

VISIT_RARE void measure_vocabulary_put_aside(struct described_record *own)
{
    locks_hide(own);
    *aside_at(aside_count++) = *own;
    own->call = NULL;
    measure_vocabulary_clear(own);
    listen_busy = 0;
}

bool measure_vocabulary_take_back(const struct described_call *call)
{
    while (aside_count && aside_at(aside_count - 1)->call < call)
        locks_leave(aside_at(--aside_count));
    if (!aside_count || aside_at(aside_count - 1)->call != call)
        return false;
    described_own = *aside_at(--aside_count);
    locks_show(&described_own);
    listen_busy = 1;
    return true;
}

const struct described_call *measure_vocabulary_opened(void)
{
    const struct described_call *call = aside_count ? aside_at(aside_count - 1)->call : NULL;
    return call && call->is_opened ? call : NULL;
}

void measure_vocabulary_begin_run(struct described_record *own)
{
    own->call = NULL;
    measure_vocabulary_clear(own);
    listen_busy--;
}

void measure_vocabulary_end_run(struct described_call *call)
{
    struct described_record *own = &described_own;
    if (call->function->after) {
        listen_busy++;
        measure_vocabulary_run(call, call->function->after, measure_vocabulary_record);
        listen_busy--;
    }
    if (!call->is_aside)
        return;
    while (aside_count && aside_at(--aside_count)->call < call)
        locks_leave(aside_at(aside_count)); /* it was left by longjmp */
    *own = *aside_at(aside_count);
    locks_show(own);
    listen_busy = 1;
}
