/* quick_messages.c: see quick_messages.h. All messages are found before one is logged. */
#include "measure/vocabulary/quick_messages.h"

#include "measure/vocabulary/inside.h"
#include "measure/vocabulary/messages.h"
#include "measure/vocabulary/quick_end.h"
#include "measure/vocabulary/quick_log.h"

enum { NUMBER_BITS = 31 };

/* Gives the messages their numbers. False if these would not fit. */
static bool number(struct described_messages *messages)
{
    uint64_t first[2];
    for (unsigned i = 0; i < 2; i++) {
        if (__atomic_load_n(&messages->group->messages[i], __ATOMIC_RELAXED) >> NUMBER_BITS)
            return false;
    }
    for (unsigned i = 0; i < 2; i++)
        first[i] = messages->directions[i]
                       ? measure_vocabulary_take_numbers(&messages->group->messages[i],
                                                         messages->directions[i])
                       : 0;
    for (unsigned i = 0; i < messages->count; i++)
        messages->all[i].rest += first[format_message_is_received(&messages->all[i])];
    return true;
}

/* Logs the visit and its messages. False if there is no room, and nothing has been done. */
static bool log_all(struct described_messages *messages, const struct format_node *node,
                    uint64_t ticks)
{
    if (!measure_log_fits(node->self, ticks))
        return false;
    struct format_event *at = measure_log_reserve(1 + messages->count);
    if (!at || !number(messages))
        return false;
    for (unsigned i = 0; i < messages->count; i++)
        at[1 + i] = messages->all[i];
    measure_log_write(at, FORMAT_EVENT_ACT, node->self, node->open, ticks);
    return true;
}

/* Does what is to be done without being interrupted. */
STEPS_INLINE bool end_with(struct described_call *call, struct described_record *own, uint64_t now,
                           struct described_messages *messages)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    const struct format_vocabulary_step *steps =
        steps_after(call->function) + quick->steps + quick->sets;
    if (!measure_vocabulary_ask_functions(call, steps, quick->messages, messages) ||
        !log_all(messages, own->visited, now - own->visited->open))
        return false;
    steps_set(call, steps + quick->messages, quick->sets, true);
    return quick_end_visit(own, own->visited, messages->bytes, now, false);
}

bool measure_vocabulary_end_messages(struct described_call *call, uint64_t now)
{
    struct described_messages messages; /* those that are not there are not cleared */
    messages.group = quick_log_group(&call->function->quick);
    messages.bytes = 0;
    messages.count = messages.directions[false] = messages.directions[true] = 0;
    if (!messages.group) {
        measure_vocabulary_ask_nothing();
        return false;
    }
    inside_begin(call);
    bool is_done = end_with(call, &described_own, now, &messages);
    inside_end(NULL);
    return is_done;
}
