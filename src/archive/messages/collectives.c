/* collectives.c: joins the parts of collective operations by their numbers: see format/event.h. */
#include "archive/messages/messages.h"

#include "archive/messages/mpi_calls.h"
#include "util/memory.h"

#include <stdlib.h>

/* A part with the key of its operation. */
struct placed {
    uint64_t start; /* ns: the earliest start of its parts */
    uint64_t instance, number;
    struct archive_message_part part;
};

/* The parts of one operation. */
struct instance {
    struct archive_message_part *parts;
    size_t count, room;
};

uint32_t archive_collectives_kind(const struct archive *archive, uint32_t node)
{
    return node == ARCHIVE_NONE ? ARCHIVE_COLLECTIVE
                                : archive_mpi_collective(archive, archive->nodes.region[node]);
}

bool archive_message_only_begins(const struct archive *archive, uint32_t node)
{
    return node == ARCHIVE_NONE ||
           archive->regions.mpi[archive->nodes.region[node]] & FORMAT_MPI_BEGINS;
}

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* Rows of communicators are in order of their places, so parts of one operation come in order of
 * places. */
int archive_collectives_order(const void *left, const void *right)
{
    const struct archive_message_part *a = left, *b = right;
    int order = compare(a->group, b->group);
    if (!order)
        order = compare(a->span.act.number, b->span.act.number);
    return order ? order : compare(a->span.act.communicator, b->span.act.communicator);
}

static int by_start(const void *left, const void *right)
{
    const struct placed *a = left, *b = right;
    int order = compare(a->start, b->start);
    if (!order)
        order = compare(a->instance, b->instance);
    return order ? order : compare(a->number, b->number);
}

static void end_instance(struct instance *instance, uint64_t number, struct sorter *to)
{
    struct placed placed = {.start = UINT64_MAX, .instance = number};
    for (size_t i = 0; i < instance->count; i++) {
        if (instance->parts[i].span.act.start < placed.start)
            placed.start = instance->parts[i].span.act.start;
    }
    for (size_t i = 0; i < instance->count; i++) {
        placed.number = i;
        placed.part = instance->parts[i];
        archive_sorter_add(to, &placed);
    }
    instance->count = 0;
}

static bool is_same(const struct archive_message_part *a, const struct archive_message_part *b)
{
    return a->group == b->group && a->span.act.number == b->span.act.number;
}

static void find_instances(struct sorter *parts, struct sorter *to)
{
    struct instance instance = {0};
    uint64_t number = 0;
    for (const struct archive_message_part *part; (part = archive_sorter_next(parts));) {
        if (instance.count && !is_same(part, instance.parts))
            end_instance(&instance, number++, to);
        instance.parts =
            memory_grow(instance.parts, &instance.room, instance.count + 1, sizeof *instance.parts);
        instance.parts[instance.count++] = *part;
    }
    end_instance(&instance, number, to);
    free(instance.parts);
}

bool archive_collectives_match(struct archive_message_log *log,
                               const struct archive_message_sink *sink, struct error *error)
{
    if (!archive_sorter_begin(log->parts, error))
        return false;
    struct sorter *placed =
        archive_sorter_new(sizeof(struct placed), MESSAGE_MOST, by_start, log->folder);
    find_instances(log->parts, placed);
    bool good = archive_sorter_end(log->parts, error) && archive_sorter_begin(placed, error);
    struct archive_message_part_row row = {.instance = UINT32_MAX};
    uint64_t last = UINT64_MAX;
    for (const struct placed *next; good && (next = archive_sorter_next(placed));) {
        row.instance += next->instance != last;
        last = next->instance;
        row.part = next->part;
        sink->part(sink->to, log, &row);
    }
    good = good && archive_sorter_end(placed, error);
    archive_sorter_free(placed);
    return good;
}
