/* activity_record.h: an act and the activity that it runs or starts, in one record of the event
 * log. Their times count from `base` of the piece. */
#ifndef FORMAT_ACTIVITY_RECORD_H
#define FORMAT_ACTIVITY_RECORD_H

#include "format/event.h"
#include "format/move_record.h"

/* Types of records that continue enum format_event_type. Both have the node, and the activity in
 * the lower half of `rest`; and in the upper bits of `start` the end of the act.
 * FORMAT_EVENT_NUMBERED is an act with the value ACTIVITY: its length is in the lower bits.
 * FORMAT_EVENT_STAYED is a move that takes no time: it has no length, and the values BYTES (unless
 * 0), TO and ACTIVITY. Its place and its bytes are in the lower bits. */
enum { FORMAT_EVENT_NUMBERED = 12, FORMAT_EVENT_STAYED = 13 };

enum {
    FORMAT_SINCE_BITS = 34,
    FORMAT_BRIEF_BITS = 64 - FORMAT_SINCE_BITS, /* of a length */
    FORMAT_STAYED_BITS = 20,                    /* of bytes; the rest is the place */
};

/* True if the end of an act can be told in a piece with that base; 0: it has none. */
static inline bool format_since_fits(uint64_t base, uint64_t end)
{
    return base && (end - base) >> FORMAT_SINCE_BITS == 0;
}

static inline bool format_numbered_fits(uint64_t base, uint64_t start, uint64_t length)
{
    return format_since_fits(base, start + length) && length >> FORMAT_BRIEF_BITS == 0;
}

static inline struct format_event format_numbered_pack(uint64_t base, uint32_t node, uint64_t start,
                                                       uint64_t length, uint32_t number)
{
    return (struct format_event){
        (start + length - base) << FORMAT_BRIEF_BITS | length,
        (uint64_t)FORMAT_EVENT_NUMBERED << 60 | (uint64_t)node << 32 | number,
    };
}

static inline bool format_stayed_fits(uint64_t base, uint64_t now, uint32_t place, uint64_t bytes)
{
    return format_since_fits(base, now) && bytes >> FORMAT_STAYED_BITS == 0 &&
           place >> (FORMAT_BRIEF_BITS - FORMAT_STAYED_BITS) == 0;
}

static inline struct format_event format_stayed_pack(uint64_t base, uint32_t node, uint64_t now,
                                                     uint32_t place, uint64_t bytes,
                                                     uint32_t number)
{
    return (struct format_event){
        (now - base) << FORMAT_BRIEF_BITS | (uint64_t)place << FORMAT_STAYED_BITS | bytes,
        (uint64_t)FORMAT_EVENT_STAYED << 60 | (uint64_t)node << 32 | number,
    };
}

/* Returns the act, and its values as records, and their number; 0 if the record is of another
 * type. */
static inline unsigned format_numbered_unpack(const struct format_event *record, uint64_t base,
                                              struct format_event *act,
                                              struct format_event values[FORMAT_MOVE_VALUES])
{
    uint64_t type = record->rest >> 60, end = base + (record->start >> FORMAT_BRIEF_BITS),
             rest = record->start & ((UINT64_C(1) << FORMAT_BRIEF_BITS) - 1);
    uint32_t node = (uint32_t)(record->rest >> 32) & (FORMAT_EVENT_NODES - 1),
             number = (uint32_t)record->rest;
    if (type == FORMAT_EVENT_NUMBERED) {
        *act = (struct format_event){end - rest,
                                     format_event_rest(FORMAT_EVENT_ACT, node, (uint32_t)rest)};
        values[0] = (struct format_event){
            number, format_event_rest(FORMAT_EVENT_VALUE, FORMAT_VALUE_ACTIVITY, 0)};
        return 1;
    }
    if (type != FORMAT_EVENT_STAYED)
        return 0;
    *act = (struct format_event){end, format_event_rest(FORMAT_EVENT_ACT, node, 0)};
    const struct format_event move =
        format_move_pack((uint32_t)(rest >> FORMAT_STAYED_BITS),
                         rest & ((UINT64_C(1) << FORMAT_STAYED_BITS) - 1), number);
    return format_move_unpack(&move, values);
}

#endif
