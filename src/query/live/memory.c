/* memory.c: see memory.h */
#include "query/live/memory.h"

#include "util/buffer.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BESIDES = 24 }; /* bytes per remembered row, besides its keys */

/* The row counter of one stage. */
struct kept {
    const struct query_stage *stage;
    uint64_t count;
};

struct live_memory {
    struct kept *stages;
    size_t count, room;
    struct interned *seen; /* keys of the rows seen, each with its stage */
    uint64_t bytes;        /* size of `seen` */
};

struct live_memory *query_live_memory_new(void)
{
    struct live_memory *memory = memory_zeroed(1, sizeof *memory);
    memory->seen = interned_new();
    return memory;
}

void query_live_memory_free(struct live_memory *memory)
{
    if (!memory)
        return;
    interned_free(memory->seen);
    free(memory->stages);
    free(memory);
}

uint64_t *query_live_memory_count(struct live_memory *memory, const struct query_stage *stage)
{
    size_t i = 0;
    while (i < memory->count && memory->stages[i].stage != stage)
        i++;
    if (i == memory->count) {
        memory->stages = memory_grow(memory->stages, &memory->room, i + 1, sizeof *memory->stages);
        memory->stages[memory->count++] = (struct kept){stage, 0};
    }
    return &memory->stages[i].count;
}

bool query_live_memory_is_full(struct live_memory *memory, const struct query_plan *plan)
{
    for (size_t i = 0; i < plan->stage_count; i++) {
        const struct query_stage *stage = &plan->stages[i];
        if (stage->kind == STAGE_LIMIT && *query_live_memory_count(memory, stage) >= stage->count)
            return true;
    }
    return false;
}

/* Appends all that distinguishes a region from others. */
static void add_region(struct buffer *to, const struct archive *archive, uint32_t row)
{
    const struct archive_regions *all = &archive->regions;
    uint32_t routine = all->routine[row];
    buffer_printf(to, "%u %u %u %s\n%s\n%s\n%s\n", all->kind[row], all->line[row], all->seq[row],
                  archive_text(archive, all->name[row]), archive_text(archive, all->file[row]),
                  archive_text(archive, all->dir[row]), archive_text(archive, all->name[routine]));
}

static void add_place(struct buffer *to, const struct archive *archive, uint32_t row)
{
    buffer_printf(to, "%u ", archive->places.number[row]);
}

static void add_lane(struct buffer *to, const struct archive *archive, uint32_t row)
{
    add_place(to, archive, archive->lanes.place[row]);
    buffer_printf(to, "%u ", archive->lanes.number[row]);
}

static void add_node(struct buffer *to, const struct archive *archive, uint32_t row)
{
    add_lane(to, archive, archive->nodes.lane[row]);
    for (; row != ARCHIVE_NONE; row = archive->nodes.parent[row])
        add_region(to, archive, archive->nodes.region[row]);
}

/* Appends what identifies a row. Tables that only grow at their end, and unknown ones, are
 * identified by the row number. */
static void add_row(struct buffer *to, const struct archive *archive, const char *table,
                    uint32_t row)
{
    if (!strcmp(table, "regions") && row < archive->regions.rows) {
        add_region(to, archive, row);
    } else if (!strcmp(table, "nodes") && row < archive->nodes.rows) {
        add_node(to, archive, row);
    } else if (!strcmp(table, "lanes") && row < archive->lanes.rows) {
        add_lane(to, archive, row);
    } else if (!strcmp(table, "places") && row < archive->places.rows) {
        add_place(to, archive, row);
    } else if (!strcmp(table, "activities") && row < archive->activities.rows) {
        add_place(to, archive, archive->activities.place[row]);
        buffer_printf(to, "%u ", archive->activities.number[row]);
    } else if (!strcmp(table, "communicators") && row < archive->communicators.rows) {
        add_place(to, archive, archive->communicators.place[row]);
        buffer_printf(to, "%u ", archive->communicators.number[row]);
    } else {
        buffer_printf(to, "%u ", row);
    }
}

static void add_key(struct buffer *to, const struct query_step *step,
                    const struct query_expression *expression, const struct query_vector *key,
                    size_t i)
{
    const struct query_fields *shape = expression->type.shape;
    if (query_vector_is_absent(key, i))
        buffer_add(to, "none ");
    else if (key->type == TYPE_TEXT)
        buffer_printf(to, "%s\n", query_data_text(step->data, key->whole[i]));
    else if (key->type == TYPE_ROW && shape && shape->table)
        add_row(to, step->data->archive, shape->table, (uint32_t)key->whole[i]);
    else if (key->type == TYPE_BOOL)
        buffer_add(to, key->truth[i] ? "true " : "false ");
    else
        buffer_printf(to, "%lld ", (long long)key->whole[i]); /* for reals: the bits */
}

uint64_t query_live_memory_bytes(const struct live_memory *memory)
{
    return memory ? memory->bytes : 0;
}

bool query_live_memory_is_new(struct live_memory *memory, const struct query_step *step,
                              const struct query_vector *const *keys, size_t i)
{
    struct buffer text = {0};
    uint32_t before = interned_count(memory->seen);
    buffer_printf(&text, "%p ", (const void *)step->stage);
    for (size_t k = 0; k < step->stage->expression_count; k++)
        add_key(&text, step, step->stage->expressions[k], keys[k], i);
    bool is_new = interned_add(memory->seen, text.text, text.used) == before;
    if (is_new)
        memory->bytes += text.used + BESIDES;
    buffer_free(&text);
    return is_new;
}
