/* excerpt_messages.c: see excerpt_messages.h */
#include "archive/write/excerpt_messages.h"

#include "archive/table/schema.h"
#include "format/event.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Only ranks have messages. */
void part_calls_add(struct part_calls *calls, const struct archive *from,
                    const struct archive_act *act)
{
    uint32_t place = from->lanes.place[from->nodes.lane[act->node]];
    if (!from->communicators.rows || from->places.rank[place] == ARCHIVE_NONE)
        return;
    if (!(format_events_of(from->regions.kind[from->nodes.region[act->node]]) & FORMAT_EVENTS_COMM))
        return;
    calls->all = memory_grow(calls->all, &calls->room, calls->count + 1, sizeof *calls->all);
    calls->all[calls->count++] = (struct part_call){act->start, act->node};
}

void part_calls_free(struct part_calls *calls)
{
    free(calls->all);
}

static int by_call(const void *a, const void *b)
{
    const struct part_call *left = a, *right = b;
    if (left->node != right->node)
        return left->node < right->node ? -1 : 1;
    return left->start < right->start ? -1 : left->start > right->start;
}

static bool has(const struct part_calls *calls, uint32_t node, uint64_t start)
{
    struct part_call call = {start, node};
    return node != ARCHIVE_NONE && calls->count &&
           bsearch(&call, calls->all, calls->count, sizeof call, by_call);
}

static void choose_messages(struct part_messages *chosen, const struct archive *from,
                            const struct part_calls *calls, struct part_nodes *nodes)
{
    const struct archive_messages *all = &from->messages;
    for (size_t i = 0; i < all->rows; i++) {
        chosen->messages[i] = has(calls, all->send[i], all->send_start[i]) ||
                              has(calls, all->receive[i], all->receive_start[i]) ||
                              has(calls, all->finish[i], all->finish_start[i]) ||
                              has(calls, all->post[i], all->post_start[i]);
        const uint32_t ends[] = {all->send[i], all->receive[i], all->finish[i], all->post[i]};
        for (int k = 0; chosen->messages[i] && k < 4; k++)
            part_nodes_keep(nodes, ends[k]);
    }
}

/* Chooses all parts of an operation or none: they are in successive rows. */
static void choose_collectives(struct part_messages *chosen, const struct archive *from,
                               const struct part_calls *calls, struct part_nodes *nodes)
{
    const struct archive_collectives *all = &from->collectives;
    for (size_t first = 0, end; first < all->rows; first = end) {
        bool any = false;
        for (end = first; end < all->rows && all->instance[end] == all->instance[first]; end++)
            any |= has(calls, all->begin[end], all->begin_start[end]) ||
                   has(calls, all->end[end], all->end_start[end]);
        for (size_t i = first; any && i < end; i++) {
            chosen->collectives[i] = 1;
            part_nodes_keep(nodes, all->begin[i]);
            part_nodes_keep(nodes, all->end[i]);
        }
    }
}

void part_messages_choose(struct part_messages *chosen, const struct archive *from,
                          struct part_calls *calls, struct part_nodes *nodes)
{
    chosen->messages = memory_zeroed(from->messages.rows + 1, 1);
    chosen->collectives = memory_zeroed(from->collectives.rows + 1, 1);
    if (calls->count)
        qsort(calls->all, calls->count, sizeof *calls->all, by_call);
    choose_messages(chosen, from, calls, nodes);
    choose_collectives(chosen, from, calls, nodes);
}

void part_messages_free(struct part_messages *chosen)
{
    free(chosen->messages);
    free(chosen->collectives);
}

void part_copy_rows(const struct archive *from, struct archive *to, int which, const uint8_t *kept)
{
    const struct archive_table *source = &from->tables[which];
    struct archive_table *target = &to->tables[which];
    size_t count = 0;
    for (size_t i = 0; i < source->rows; i++)
        count += !kept || kept[i];
    if (count)
        archive_schema_add_rows(to, (enum archive_schema_which)which, count);
    for (size_t k = 0; count && k < target->column_count; k++) {
        const struct archive_table_column *column =
            archive_table_find(source, target->columns[k].name);
        size_t size = archive_table_type_size(column->type), row = 0;
        for (size_t i = 0; i < source->rows; i++) {
            if (!kept || kept[i])
                memcpy((char *)target->columns[k].data + row++ * size,
                       (const char *)column->data + i * size, size);
        }
    }
}

static void renumber(const struct part_nodes *nodes, uint32_t *column, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        column[i] = part_nodes_row(nodes, column[i]);
}

void part_messages_copy(const struct part_messages *chosen, const struct archive *from,
                        const struct part_nodes *nodes, struct archive *to)
{
    part_copy_rows(from, to, SCHEMA_MESSAGES, chosen->messages);
    part_copy_rows(from, to, SCHEMA_COLLECTIVES, chosen->collectives);
    struct archive_messages *all = &to->messages;
    uint32_t *const ends[] = {all->send, all->receive, all->finish, all->post};
    for (int k = 0; k < 4; k++)
        renumber(nodes, ends[k], all->rows);
    struct archive_collectives *parts = &to->collectives;
    renumber(nodes, parts->begin, parts->rows);
    renumber(nodes, parts->end, parts->rows);
    uint32_t instance = 0, before = 0;
    for (size_t i = 0; i < parts->rows; i++) {
        uint32_t own = parts->instance[i];
        instance += i && own != before;
        before = own;
        parts->instance[i] = instance;
    }
}
