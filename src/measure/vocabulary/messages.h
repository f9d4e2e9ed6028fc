/* messages.h: the messages of a call, as they are noted before they are logged. Only ask.c and
 * quick_messages.c use it, which are compiled without vector registers. */
#ifndef MEASURE_VOCABULARY_MESSAGES_H
#define MEASURE_VOCABULARY_MESSAGES_H

#include "measure/vocabulary/groups.h"
#include "measure/vocabulary/steps.h"

enum { MESSAGES = 128 }; /* of a call; more are left to the stack machine */

/* Their numbers count from the call's first one on. */
struct described_messages {
    struct described_group *group;
    uint64_t bytes;
    unsigned count, directions[2]; /* sent, and received */
    struct format_event all[MESSAGES];
};

/* Notes a message. False if something is not known, or if it does not fit. */
STEPS_INLINE bool messages_note(const struct described_call *call,
                                const struct format_vocabulary_step *step,
                                struct described_messages *to, uint64_t *page)
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

#endif
