/* again.h: an act with a message that is like an earlier one, in one record of the event log
 * instead of two. Most messages of a call site have the same peer, tag and size. */
#ifndef FORMAT_AGAIN_H
#define FORMAT_AGAIN_H

#include "format/event.h"

#include <stddef.h>

/* A type of records that continues enum format_event_type. `rest` has the node and the length of
 * the act, as that of FORMAT_EVENT_ACT. The message is that of an earlier record of the piece,
 * FORMAT_EVENT_MESSAGE, directly behind its act, with a greater number. `start` has from the top
 * 12 bits of the difference of the numbers, 12 bits of how many records earlier that one is, and
 * 40 bits of ticks from the start of its act to that of this one. */
enum { FORMAT_EVENT_AGAIN = 11 };

enum {
    FORMAT_AGAIN_TICKS = 40,
    FORMAT_AGAIN_BACK = 12,
    FORMAT_AGAIN_MORE = 12,
};

_Static_assert(FORMAT_PIECE_SIZE / sizeof(struct format_event) <= 1 << FORMAT_AGAIN_BACK, "back");

/* True if a message and the start of its act can refer to an earlier record, which is any one of
 * the piece but the first. */
static inline bool format_again_fits(const struct format_event *earlier,
                                     const struct format_event *message, uint64_t start)
{
    uint64_t more = (uint64_t)(uint32_t)message->rest - (uint32_t)earlier->rest;
    return !((earlier->start ^ message->start) | (earlier->rest ^ message->rest) >> 32 |
             more >> FORMAT_AGAIN_MORE | (start - earlier[-1].start) >> FORMAT_AGAIN_TICKS |
             (earlier[-1].rest >> 60 ^ FORMAT_EVENT_ACT));
}

/* Returns `start` of the record `at`. */
static inline uint64_t format_again_start(const struct format_event *earlier,
                                          const struct format_event *message, uint64_t start,
                                          const struct format_event *at)
{
    uint64_t more = (uint32_t)message->rest - (uint32_t)earlier->rest;
    return more << (FORMAT_AGAIN_TICKS + FORMAT_AGAIN_BACK) |
           (uint64_t)(at - earlier) << FORMAT_AGAIN_TICKS | (start - earlier[-1].start);
}

/* Returns the act and its message as records of their own. False if the record is damaged; `first`
 * is the first one of its piece. */
static inline bool format_again_split(const struct format_event *record,
                                      const struct format_event *first,
                                      struct format_event split[2])
{
    uint64_t ticks = record->start & ((UINT64_C(1) << FORMAT_AGAIN_TICKS) - 1),
             more = record->start >> (FORMAT_AGAIN_TICKS + FORMAT_AGAIN_BACK);
    ptrdiff_t back =
        (ptrdiff_t)(record->start >> FORMAT_AGAIN_TICKS & ((1 << FORMAT_AGAIN_BACK) - 1));
    if (!back || back >= record - first)
        return false;
    const struct format_event *earlier = record - back;
    if (earlier->rest >> 60 != FORMAT_EVENT_MESSAGE || earlier[-1].rest >> 60 != FORMAT_EVENT_ACT ||
        (uint32_t)earlier->rest + more > UINT32_MAX)
        return false;
    split[0] = (struct format_event){
        earlier[-1].start + ticks,
        format_event_rest(FORMAT_EVENT_ACT,
                          (uint32_t)(record->rest >> 32) & (FORMAT_EVENT_NODES - 1),
                          (uint32_t)record->rest)};
    split[1] = (struct format_event){earlier->start, earlier->rest + more};
    return true;
}

#endif
