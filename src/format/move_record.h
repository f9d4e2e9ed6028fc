/* move_record.h: the values of a move between places in one record of the event log: where it
 * leads, its bytes, and the activity that it starts. */
#ifndef FORMAT_MOVE_RECORD_H
#define FORMAT_MOVE_RECORD_H

#include "format/event.h"

/* A type of records that continues enum format_event_type. It stands for the values BYTES (unless
 * 0), TO (without a tag) and ACTIVITY (if the bit below the type is set) of the act before it: the
 * place in the lower half of `start`, the bytes in the upper; the activity in the lower half of
 * `rest`. */
enum { FORMAT_EVENT_MOVE = 10 };

#define FORMAT_MOVE_STARTS (UINT64_C(1) << 59)

static inline bool format_move_fits(uint64_t bytes)
{
    return bytes <= UINT32_MAX;
}

/* Returns the record; `number` is UINT32_MAX if no activity starts. */
static inline struct format_event format_move_pack(uint32_t place, uint64_t bytes, uint32_t number)
{
    return (struct format_event){
        bytes << 32 | place,
        (uint64_t)FORMAT_EVENT_MOVE << 60 |
            (number == UINT32_MAX ? 0 : FORMAT_MOVE_STARTS | number),
    };
}

enum { FORMAT_MOVE_VALUES = 3 };

/* Returns the values as records, and their number. */
static inline unsigned format_move_unpack(const struct format_event *record,
                                          struct format_event values[FORMAT_MOVE_VALUES])
{
    unsigned count = 0;
    uint64_t bytes = record->start >> 32;
    if (bytes)
        values[count++] = (struct format_event){
            bytes, format_event_rest(FORMAT_EVENT_VALUE, FORMAT_VALUE_BYTES, 0)};
    values[count++] =
        (struct format_event){format_address((uint32_t)record->start, -1),
                              format_event_rest(FORMAT_EVENT_VALUE, FORMAT_VALUE_TO, 0)};
    if (record->rest & FORMAT_MOVE_STARTS)
        values[count++] =
            (struct format_event){(uint32_t)record->rest,
                                  format_event_rest(FORMAT_EVENT_VALUE, FORMAT_VALUE_ACTIVITY, 0)};
    return count;
}

#endif
