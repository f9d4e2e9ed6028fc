/* points.h: acts of no length, such as atomic blocks that need not wait: up to three of them in one
 * record of the event log, if they are of one node and nothing else was logged between them. */
#ifndef FORMAT_POINTS_H
#define FORMAT_POINTS_H

#include "format/event.h"

/* Types of records that continue enum format_event_type. The record of one such act becomes that of
 * two or three by a single store to `rest`. Its length is then the time from the first to the
 * second; or, of three, in the lower half the time from the first to the second, in the upper that
 * from the second to the third. */
enum format_points_type {
    FORMAT_EVENT_TWICE = 8,
    FORMAT_EVENT_THRICE = 9,
};

enum { FORMAT_POINTS = 3 }; /* most acts of a record */

/* Returns `rest` of the last record of the log with one more act of the node at a time, which is
 * not before the others; 0 if it does not fit. Without branches: none of them could be foreseen. */
static inline uint64_t format_points_add(const struct format_event *last, uint32_t node,
                                         uint64_t now)
{
    uint64_t of_node = (uint64_t)node << 32, since = now - last->start,
             second = (uint32_t)last->rest, third = since - second;
    uint64_t twice = (uint64_t)FORMAT_EVENT_TWICE << 60 | of_node | since,
             thrice = (uint64_t)FORMAT_EVENT_THRICE << 60 | of_node | third << 16 | second;
    uint64_t is_second = (last->rest == ((uint64_t)FORMAT_EVENT_ACT << 60 | of_node)) &
                         (since <= UINT32_MAX),
             is_third = (last->rest - second == ((uint64_t)FORMAT_EVENT_TWICE << 60 | of_node)) &
                        ((second | third) <= UINT16_MAX);
    return (-is_second & twice) | (-is_third & thrice);
}

/* Returns the number of acts of a record, and each of them as a record of its own; 0 if the record
 * is of another type. */
static inline unsigned format_points_split(const struct format_event *record,
                                           struct format_event acts[FORMAT_POINTS])
{
    uint64_t type = record->rest >> 60, second = (uint32_t)record->rest, third = 0;
    if (type != FORMAT_EVENT_TWICE && type != FORMAT_EVENT_THRICE)
        return 0;
    if (type == FORMAT_EVENT_THRICE) {
        third = second >> 16;
        second &= UINT16_MAX;
    }
    const uint64_t since[FORMAT_POINTS] = {0, second, second + third};
    for (unsigned i = 0; i < FORMAT_POINTS; i++)
        acts[i] = (struct format_event){
            record->start + since[i],
            format_event_rest(FORMAT_EVENT_ACT,
                              (uint32_t)(record->rest >> 32) & (FORMAT_EVENT_NODES - 1), 0)};
    return type == FORMAT_EVENT_THRICE ? 3 : 2;
}

#endif
