/* trace.c: see trace.h */
#include "export/otf2/trace.h"

#include <stdlib.h>
#include <string.h>

/* Returns the least number of arguments of a definition; 0 for kinds that are not needed. */
static size_t least(uint32_t kind)
{
    switch (kind) {
    case FOREIGN_DEFINITION_STRING:
        return 1;
    case FOREIGN_DEFINITION_CLOCK_PROPERTIES:
    case FOREIGN_DEFINITION_SYSTEM_TREE_NODE:
        return 4;
    case FOREIGN_DEFINITION_LOCATION_GROUP:
        return 4;
    case FOREIGN_DEFINITION_LOCATION:
    case FOREIGN_DEFINITION_COMM:
    case FOREIGN_DEFINITION_INTER_COMM:
        return 5;
    case FOREIGN_DEFINITION_REGION:
        return 10;
    case FOREIGN_DEFINITION_GROUP:
        return 6;
    case FOREIGN_DEFINITION_CALLING_CONTEXT:
    case FOREIGN_DEFINITION_IO_HANDLE:
        return 4;
    case FOREIGN_DEFINITION_IO_REGULAR_FILE:
    case FOREIGN_DEFINITION_IO_DIRECTORY:
        return 3;
    default:
        return 0;
    }
}

static void add_value(struct trace_list *list, uint64_t value)
{
    list->values = memory_grow(list->values, &list->room, list->used + 1, sizeof *list->values);
    list->values[list->used++] = value;
}

static uint64_t add_text(struct foreign_trace *trace, const struct foreign_record *record)
{
    size_t at = trace->text_used, size = record->text_count ? record->texts[0].size : 0;
    trace->texts = memory_grow(trace->texts, &trace->text_room, at + size + 1, 1);
    if (size)
        memcpy(trace->texts + at, record->texts[0].text, size);
    trace->texts[at + size] = '\0';
    trace->text_used += size + 1;
    return at;
}

void foreign_trace_add(struct foreign_trace *trace, uint32_t kind,
                       const struct foreign_record *record)
{
    size_t need = least(kind);
    if (!need || record->count < need ||
        (kind == FOREIGN_DEFINITION_GROUP &&
         record->values[TRACE_GROUP_COUNT] != record->count - TRACE_GROUP_MEMBERS))
        return;
    struct trace_list *list = &trace->lists[kind];
    uint64_t self = record->values[TRACE_SELF];
    uint32_t number = (uint32_t)list->count;
    if (pairs_add(&list->by_self, (uint32_t)(self >> 32), (uint32_t)self, number) != number)
        return; /* defined before */
    list->first = memory_grow(list->first, &list->first_room, list->count + 1, sizeof *list->first);
    list->first[list->count++] = list->used;
    for (size_t i = 0; i < record->count; i++)
        add_value(list, record->values[i]);
    if (kind == FOREIGN_DEFINITION_STRING)
        add_value(list, add_text(trace, record));
}

void foreign_trace_free(struct foreign_trace *trace)
{
    for (int i = 0; i < FOREIGN_DEFINITIONS; i++) {
        free(trace->lists[i].values);
        free(trace->lists[i].first);
        pairs_free(&trace->lists[i].by_self);
    }
    free(trace->texts);
    free(trace->seq);
    free(trace->same);
    *trace = (struct foreign_trace){0};
}

uint32_t foreign_trace_find(const struct foreign_trace *trace, uint32_t kind, uint64_t self)
{
    return pairs_find(&trace->lists[kind].by_self, (uint32_t)(self >> 32), (uint32_t)self);
}

const char *foreign_trace_text(const struct foreign_trace *trace, uint64_t string)
{
    uint32_t number = foreign_trace_find(trace, FOREIGN_DEFINITION_STRING, string);
    if (number == PAIRS_NONE)
        return "";
    return trace->texts + foreign_trace_at(trace, FOREIGN_DEFINITION_STRING, number)[1];
}

struct foreign_clock foreign_trace_clock(const struct foreign_trace *trace)
{
    struct foreign_clock clock = {.resolution = UINT64_C(1000000000)};
    if (!foreign_trace_count(trace, FOREIGN_DEFINITION_CLOCK_PROPERTIES))
        return clock;
    const uint64_t *values = foreign_trace_at(trace, FOREIGN_DEFINITION_CLOCK_PROPERTIES, 0);
    if (values[TRACE_CLOCK_RESOLUTION])
        clock.resolution = values[TRACE_CLOCK_RESOLUTION];
    clock.offset = values[TRACE_CLOCK_OFFSET];
    if (values[TRACE_CLOCK_REAL] != OTF2_UNDEFINED_TIMESTAMP)
        clock.real = values[TRACE_CLOCK_REAL];
    return clock;
}

#define SECOND UINT64_C(1000000000)

uint64_t foreign_clock_ns(const struct foreign_clock *clock, uint64_t ticks)
{
    bool before = ticks < clock->offset;
    unsigned __int128 apart = before ? clock->offset - ticks : ticks - clock->offset;
    unsigned __int128 ns = (apart * SECOND + (before ? clock->resolution - 1 : 0)) /
                           clock->resolution; /* rounded down */
    if (before)
        return ns < FOREIGN_START - 2 ? FOREIGN_START - (uint64_t)ns : 2;
    return ns < UINT64_MAX / 4 ? FOREIGN_START + (uint64_t)ns : UINT64_MAX / 4;
}

uint64_t foreign_clock_ticks(const struct foreign_clock *clock, uint64_t ns)
{
    bool before = ns < FOREIGN_START;
    unsigned __int128 apart = before ? FOREIGN_START - ns : ns - FOREIGN_START;
    unsigned __int128 ticks =
        (apart * clock->resolution + (before ? 0 : SECOND - 1)) / SECOND; /* rounded up */
    return before ? clock->offset - (uint64_t)ticks : clock->offset + (uint64_t)ticks;
}
