/* group_nodes.c: see group_nodes.h */
#include "query/exec/step/group_nodes.h"

#include "query/exec/step/keys.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_lane(const struct query_field *field)
{
    return field->from == FIELD_COMPUTED && field->number == FUNCTION_EVENT_LANE;
}

static bool is_node(const struct query_field *field)
{
    return field->from == FIELD_COLUMN && field->column[0] == 'n';
}

static bool depends_on_node(const struct program *program, const struct query_expression *of)
{
    const struct query_field *index;
    size_t rows;
    if (program_table(program, &index, &rows))
        return is_lane(index) || is_node(index);
    return of->op == EXPRESSION_FIELD && !of->part_count &&
           (is_lane(of->field) || is_node(of->field));
}

void group_nodes_make(struct group_nodes *nodes, const struct query_step *step,
                      struct program *const *programs, size_t width)
{
    *nodes = (struct group_nodes){0};
    if (!query_data_is_events(step->shape))
        return;
    for (size_t i = 0; i < width; i++) {
        if (!depends_on_node(programs[i], step->stage->expressions[i]))
            return;
    }
    nodes->width = width;
    nodes->keys = memory_zeroed(width + 1, sizeof *nodes->keys);
    nodes->values = memory_zeroed(width + 1, sizeof *nodes->values);
    for (size_t i = 0; i < width; i++) {
        nodes->keys[i].type = step->stage->expressions[i]->type.type;
        nodes->values[i] = &nodes->keys[i];
    }
}

void group_nodes_free(struct group_nodes *nodes)
{
    for (size_t i = 0; i < nodes->width; i++)
        query_vector_free(&nodes->keys[i]);
    free(nodes->keys);
    free(nodes->values);
    free(nodes->numbers);
    free(nodes->cells);
}

bool group_nodes_is_other(const struct group_nodes *nodes, const struct archive_event_block *block)
{
    return nodes->node_count != block->node_count || nodes->dictionary != block->dictionary;
}

/* Computes the key of each node in the block's dictionary. */
static void find_keys(struct query_vector *key, const struct program *program,
                      const struct query_expression *of, const struct archive_event_block *block)
{
    const struct query_field *index;
    size_t rows;
    const struct query_vector *table = program_table(program, &index, &rows);
    bool by_lane = is_lane(table ? index : of->field);
    key->has_absent = table && table->has_absent;
    for (uint32_t i = 0; i < block->node_count; i++) {
        size_t row = by_lane ? block->lane : block->nodes[i];
        if (!table) {
            key->whole[i] = (int64_t)row;
            continue;
        }
        row = row < rows ? row : rows;
        if (key->has_absent)
            key->absent[i] = table->absent[row];
        if (key->type == TYPE_BOOL)
            key->truth[i] = table->truth[row];
        else
            key->whole[i] = table->whole[row];
    }
}

void group_nodes_begin(struct group_nodes *nodes, struct program *const *programs,
                       const struct query_step *step, const struct archive_event_block *block)
{
    size_t count = block->node_count;
    assert(nodes->width);
    nodes->numbers =
        memory_grow(nodes->numbers, &nodes->number_room, count, sizeof *nodes->numbers);
    nodes->cells = memory_grow(nodes->cells, &nodes->cell_room, count, sizeof *nodes->cells);
    memset(nodes->cells, 0, count * sizeof *nodes->cells);
    for (size_t i = 0; i < count; i++)
        nodes->numbers[i] = KEYS_NONE;
    for (size_t i = 0; i < nodes->width; i++) {
        query_vector_grow(&nodes->keys[i], count);
        find_keys(&nodes->keys[i], programs[i], step->stage->expressions[i], block);
    }
    nodes->open = block->node_count;
    nodes->node_count = block->node_count;
    nodes->dictionary = block->dictionary;
}
