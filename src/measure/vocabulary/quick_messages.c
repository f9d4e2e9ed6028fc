/* quick_messages.c: see quick_messages.h. All messages are found before one is logged. */
#include "measure/vocabulary/quick_messages.h"

#include "measure/vocabulary/inside.h"
#include "measure/vocabulary/quick_end.h"
#include "measure/vocabulary/quick_log.h"

enum {
    MESSAGES = 128, /* of a call; more are left to the stack machine */
    NUMBER_BITS = 31,
};

/* The messages of a call, as they are logged; numbers count from the call's first one on. */
struct messages {
    struct described_group *group;
    uint64_t bytes;
    unsigned count, directions[2]; /* sent, and received */
    struct format_event all[MESSAGES];
};

/* Notes a message. False if something is not known, or if it does not fit. */
STEPS_INLINE bool note(const struct described_call *call, const struct format_vocabulary_step *step,
                       struct messages *to, uint64_t *page)
{
    int64_t bytes, peer, tag;
    const bool receives = step->number;
    if (to->count == MESSAGES ||
        !steps_value(call, &step->parts[FORMAT_QUICK_BYTES], page, &bytes) ||
        !steps_value(call, &step->parts[FORMAT_QUICK_PEER], page, &peer) ||
        !steps_value(call, &step->parts[FORMAT_QUICK_TAG], page, &tag))
        return false;
    bytes = bytes < 0 ? 0 : bytes;
    uint64_t order = format_order(to->group->row, to->directions[receives]),
             address = format_address((uint32_t)peer, (int32_t)tag);
    if (__builtin_expect(!format_message_fits(order, address, (uint64_t)bytes), 0))
        return false;
    to->all[to->count++] = format_message_pack(receives, order, address, (uint64_t)bytes);
    to->directions[receives]++;
    to->bytes += (uint64_t)bytes;
    return true;
}

static bool find(struct described_call *call, const struct format_vocabulary_step *step,
                 unsigned count, struct messages *to, uint64_t *page);

/* Finds the messages of repeated steps. */
static bool find_repeated(struct described_call *call, const struct format_vocabulary_step *repeat,
                          struct messages *to, uint64_t *page)
{
    int64_t times, *number = (int64_t *)call + repeat->to;
    if (!steps_value(call, &repeat->parts[0], page, &times))
        return false;
    for (*number = 0; *number < times; ++*number) {
        if (!find(call, repeat + 1, repeat->number, to, page))
            return false;
    }
    return true;
}

/* Performs steps, and notes messages. False if that is not possible. */
static bool find(struct described_call *call, const struct format_vocabulary_step *step,
                 unsigned count, struct messages *to, uint64_t *page)
{
    int64_t holds;
    for (const struct format_vocabulary_step *end = step + count; step < end; step++) {
        switch (step->op) {
        case FORMAT_STEP_MESSAGE:
            if (!note(call, step, to, page))
                return false;
            break;
        case FORMAT_STEP_UNLESS:
            if (!steps_value(call, &step->parts[0], page, &holds))
                return false;
            step += holds ? 0 : step->number;
            break;
        case FORMAT_STEP_REPEAT:
            if (!find_repeated(call, step, to, page))
                return false;
            step += step->number;
            break;
        default:
            if (!steps_perform(call, step, page))
                return false;
        }
    }
    return true;
}

/* Gives the messages their numbers. False if these would not fit. */
static bool number(struct messages *messages)
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
static bool log_all(struct messages *messages, const struct format_node *node, uint64_t ticks)
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
STEPS_INLINE bool end(struct described_call *call, struct described_record *own, uint64_t now,
                      struct messages *messages)
{
    const struct format_vocabulary_quick *quick = &call->function->quick;
    const struct format_vocabulary_step *steps =
        steps_after(call->function) + quick->steps + quick->sets;
    uint64_t page = steps_page(call);
    if (!find(call, steps, quick->messages, messages, &page) ||
        !log_all(messages, own->visited, now - own->visited->open))
        return false;
    steps_set(call, steps + quick->messages, quick->sets, true);
    return quick_end_visit(own, own->visited, messages->bytes, now, false);
}

bool measure_vocabulary_end_messages(struct described_call *call, uint64_t now)
{
    struct messages messages; /* those that are not there are not cleared */
    messages.group = quick_log_group(&call->function->quick);
    messages.bytes = 0;
    messages.count = messages.directions[false] = messages.directions[true] = 0;
    if (!messages.group)
        return false;
    inside_begin(call);
    bool is_done = end(call, &described_own, now, &messages);
    inside_end(NULL);
    return is_done;
}
