/* collectives.c: joins the parts of collective operations by their numbers: see format/event.h. */
#include "archive/messages/messages.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A part with the key of its operation. */
struct placed {
    uint64_t start; /* ns: the earliest start of its parts */
    uint64_t instance, number;
    struct message_part part;
};

/* The parts of one operation. */
struct instance {
    struct message_part *parts;
    size_t count, room;
};

static bool begins_with(const char *name, const char *word)
{
    return !strncmp(name, word, strlen(word));
}

/* Returns the name of a function of MPI in lower case, without the prefix and the I of nonblocking
 * ones; "" if it is none. */
static const char *plain_name(const struct archive *archive, uint32_t node, char plain[64])
{
    const char *name =
        node == ARCHIVE_NONE
            ? ""
            : archive_text(archive, archive->regions.name[archive->nodes.region[node]]);
    if (!begins_with(name, "MPI_"))
        return "";
    name += 4;
    if (name[0] == 'I' && islower((unsigned char)name[1]))
        name++;
    size_t i = 0;
    for (; i < 63 && name[i]; i++)
        plain[i] = (char)tolower((unsigned char)name[i]);
    plain[i] = '\0';
    return plain;
}

uint32_t collectives_kind(const struct archive *archive, uint32_t node)
{
    static const struct {
        const char *begins;
        enum archive_collective kind;
    } kinds[] = {
        {"barrier", ARCHIVE_COLLECTIVE_BARRIER}, {"neighbor_", ARCHIVE_COLLECTIVE_NEAR},
        {"all", ARCHIVE_COLLECTIVE_N_TO_N},      {"reduce_scatter", ARCHIVE_COLLECTIVE_N_TO_N},
        {"reduce", ARCHIVE_COLLECTIVE_N_TO_1},   {"gather", ARCHIVE_COLLECTIVE_N_TO_1},
        {"bcast", ARCHIVE_COLLECTIVE_1_TO_N},    {"scatter", ARCHIVE_COLLECTIVE_1_TO_N},
        {"scan", ARCHIVE_COLLECTIVE_PREFIX},     {"exscan", ARCHIVE_COLLECTIVE_PREFIX},
    };
    char room[64];
    const char *name = plain_name(archive, node, room);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (begins_with(name, kinds[i].begins))
            return kinds[i].kind;
    }
    return ARCHIVE_COLLECTIVE;
}

bool message_only_begins(const struct archive *archive, uint32_t node)
{
    if (node == ARCHIVE_NONE)
        return true;
    const char *name = archive_text(archive, archive->regions.name[archive->nodes.region[node]]);
    return begins_with(name, "MPI_Start") ||
           (begins_with(name, "MPI_I") && islower((unsigned char)name[5]));
}

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* Rows of communicators are in order of their places, so parts of one operation come in order of
 * places. */
int collectives_order(const void *left, const void *right)
{
    const struct message_part *a = left, *b = right;
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
        sorter_add(to, &placed);
    }
    instance->count = 0;
}

static bool is_same(const struct message_part *a, const struct message_part *b)
{
    return a->group == b->group && a->span.act.number == b->span.act.number;
}

static void find_instances(struct sorter *parts, struct sorter *to)
{
    struct instance instance = {0};
    uint64_t number = 0;
    for (const struct message_part *part; (part = sorter_next(parts));) {
        if (instance.count && !is_same(part, instance.parts))
            end_instance(&instance, number++, to);
        instance.parts =
            memory_grow(instance.parts, &instance.room, instance.count + 1, sizeof *instance.parts);
        instance.parts[instance.count++] = *part;
    }
    end_instance(&instance, number, to);
    free(instance.parts);
}

bool collectives_match(struct message_log *log, const struct message_sink *sink,
                       struct error *error)
{
    if (!sorter_begin(log->parts, error))
        return false;
    struct sorter *placed = sorter_new(sizeof(struct placed), MESSAGE_MOST, by_start, log->folder);
    find_instances(log->parts, placed);
    bool good = sorter_end(log->parts, error) && sorter_begin(placed, error);
    struct message_part_row row = {.instance = UINT32_MAX};
    uint64_t last = UINT64_MAX;
    for (const struct placed *next; good && (next = sorter_next(placed));) {
        row.instance += next->instance != last;
        last = next->instance;
        row.part = next->part;
        sink->part(sink->to, log, &row);
    }
    good = good && sorter_end(placed, error);
    sorter_free(placed);
    return good;
}
