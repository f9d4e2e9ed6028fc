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

_Static_assert((FORMAT_EVENT_TWICE ^ FORMAT_EVENT_THRICE) == 1, "one bit tells them apart");

/* Returns the number of acts of the last record of the log, if it is of that node and has room for
 * one more; otherwise 0. The time of that one is not needed to know it: where to write does not
 * depend on the clock. Without branches: none of them could be foreseen. */
static inline uint64_t format_points_open(uint64_t rest, uint32_t node)
{
    uint64_t of_node = (uint64_t)node << 32, once = (uint64_t)FORMAT_EVENT_ACT << 60 | of_node,
             twice = (uint64_t)FORMAT_EVENT_TWICE << 60 | of_node;
    return (uint64_t)(rest == once) | (uint64_t)((rest & ~(uint64_t)UINT16_MAX) == twice) << 1;
}

/* Returns `rest` of such a record with one more act at a time, which is not before the others; 0
 * if it is too long after them. `acts`: how many it has, or anything if it has no room. */
static inline uint64_t format_points_join(const struct format_event *last, uint64_t acts,
                                          uint64_t now)
{
    const uint64_t types = (uint64_t)(FORMAT_EVENT_TWICE ^ FORMAT_EVENT_ACT) << 60;
    uint64_t second = (uint32_t)last->rest, since = now - last->start - second;
    unsigned shift = 16 * (acts >> 1);
    uint64_t joined = (last->rest ^ (acts & 1 ? types : 1ULL << 60)) | since << shift;
    return __builtin_expect(since >> (32 - shift) == 0, 1) ? joined : 0;
}

/* Both in one step; 0 also if there is no room. */
static inline uint64_t format_points_add(const struct format_event *last, uint32_t node,
                                         uint64_t now)
{
    uint64_t acts = format_points_open(last->rest, node);
    return acts ? format_points_join(last, acts, now) : 0;
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
