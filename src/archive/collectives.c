/* collectives.c: the parts of collective operations, put together by their orders: see
 * format/event.h. */
#include "archive/messages.h"

#include "archive/schema.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The parts of one operation: a run of those that are sorted. */
struct instance {
    size_t first, count;
    uint64_t start; /* ns: of the first that came */
};

static bool begins_with(const char *name, const char *word)
{
    return !strncmp(name, word, strlen(word));
}

/* What a function of MPI is called without its prefix, as of a blocking one. */
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
    for (; name[i] && i < 63; i++)
        plain[i] = (char)tolower((unsigned char)name[i]);
    plain[i] = '\0';
    return plain;
}

static uint32_t kind_of(const struct archive *archive, uint32_t node)
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

/* Rows of communicators are in the order of their places. */
static int by_instance(const void *left, const void *right)
{
    const struct message_part *a = left, *b = right;
    int order = compare(a->group, b->group);
    if (!order)
        order = compare(a->span.act.number, b->span.act.number);
    return order ? order : compare(a->span.act.communicator, b->span.act.communicator);
}

static int by_start(const void *left, const void *right)
{
    const struct instance *a = left, *b = right;
    int order = compare(a->start, b->start);
    return order ? order : compare(a->first, b->first);
}

static struct instance *find_instances(const struct message_list *parts, size_t *count)
{
    struct instance *all = NULL;
    size_t room = 0;
    *count = 0;
    for (size_t i = 0; i < parts->count; i++) {
        const struct message_part *part = message_at(parts, i);
        const struct message_part *last = i ? message_at(parts, i - 1) : NULL;
        if (!last || part->group != last->group || part->span.act.number != last->span.act.number) {
            all = memory_grow(all, &room, *count + 1, sizeof *all);
            all[(*count)++] = (struct instance){i, 0, part->span.act.start};
        }
        struct instance *own = &all[*count - 1];
        own->count++;
        if (part->span.act.start < own->start)
            own->start = part->span.act.start;
    }
    if (*count)
        qsort(all, *count, sizeof *all, by_start);
    return all;
}

static void fill_part(const struct message_log *log, size_t row, uint32_t instance,
                      const struct message_part *part)
{
    struct archive_collectives *all = &log->archive->collectives;
    const struct archive_communicators *communicators = &log->archive->communicators;
    uint32_t communicator = part->span.act.communicator;
    const struct message_act *end = part->span.other;
    if (!end && !message_only_begins(log->archive, part->span.act.node))
        end = &part->span.act;
    all->instance[row] = instance;
    all->communicator[row] = communicator;
    all->number[row] = part->span.act.number;
    all->place[row] = communicators->place[communicator];
    all->kind[row] = kind_of(log->archive, part->span.act.node);
    all->root[row] = message_place(log, communicator, part->root);
    all->size[row] = communicators->size[communicator] + communicators->remote_size[communicator];
    all->given[row] = part->given;
    all->taken[row] = part->taken;
    all->begin[row] = part->span.act.node;
    all->begin_start[row] = part->span.act.start;
    all->begin_end[row] = part->span.act.end;
    all->end[row] = end ? end->node : ARCHIVE_NONE;
    all->end_start[row] = end ? end->start : 0;
    all->end_end[row] = end ? end->end : 0;
}

void collectives_fill(struct message_log *log)
{
    struct message_list *parts = &log->lists[MESSAGE_PARTS];
    size_t count, row = 0;
    if (!parts->count)
        return;
    message_find_others(parts, &log->lists[MESSAGE_UNITED]);
    qsort(parts->all, parts->count, parts->size, by_instance);
    struct instance *instances = find_instances(parts, &count);
    schema_add_rows(log->archive, SCHEMA_COLLECTIVES, parts->count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < instances[i].count; j++)
            fill_part(log, row++, (uint32_t)i, message_at(parts, instances[i].first + j));
    }
    free(instances);
}
