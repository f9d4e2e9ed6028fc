/* compute.c: computes fields that are not columns, of all streams except events. */
#include "query/data/data.h"

#include "archive/moves/relays.h"
#include "archive/time/cycle_table.h"
#include "format/loops.h"
#include "query/data/nodes.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <assert.h>
#include <triptych/probes.h>

#include <stdlib.h>

bool query_data_number(struct query_data *data, uint32_t place, uint32_t number, int64_t *value)
{
    char text[ARCHIVE_NAME];
    archive_activity_name(data->archive, place, number, text);
    *value = query_data_add_text(data, text);
    return true;
}

bool query_data_activity(struct query_data *data, uint32_t place, uint32_t number, int64_t *value)
{
    query_data_find_activities(data);
    uint32_t row = number == ARCHIVE_NONE ? number : archive_activity(data->archive, place, number);
    *value = row;
    return row != ARCHIVE_NONE;
}

/* Finds the text of a row of the archive's strings. False if it is empty: empty means absent. */
static bool text_of(const struct query_data *data, uint32_t string, int64_t *value)
{
    *value = data->strings[string];
    return *query_data_text(data, *value) != '\0';
}

static int64_t length(uint64_t start, uint64_t end)
{
    return (int64_t)(end - start);
}

static bool of_region(struct query_data *data, enum query_field_function function, uint64_t row,
                      int64_t *value)
{
    assert(row < data->archive->regions.rows);
    const struct archive_regions *all = &data->archive->regions;
    switch (function) {
    case FUNCTION_REGION_TYPE:
        *value = query_data_region_type(data, (uint32_t)row);
        return true;
    case FUNCTION_REGION_METHOD:
        return text_of(data, all->name[all->routine[row] ? all->routine[row] : row], value);
    case FUNCTION_REGION_END:
        *value = all->end_line[row] ? all->end_line[row] : all->line[row];
        return *value != 0;
    case FUNCTION_REGION_READS:
        *value = (all->flags[row] & TRI_READS) != 0;
        return true;
    default:
        *value = (all->flags[row] & TRI_WRITES) != 0;
        return true;
    }
}

static bool of_cycle(const struct query_data *data, enum query_field_function function,
                     uint64_t row, int64_t *value)
{
    struct archive_spread_slices slices;
    const struct archive_table_column *column =
        archive_table_find(&data->archive->cycle_table, "cycle");
    if (!archive_cycle_table_slices(data->archive, &slices) || !column)
        return false;
    uint64_t number = ((const uint32_t *)column->data)[row];
    number += function == FUNCTION_CYCLE_FINISH;
    *value = function == FUNCTION_CYCLE_DURATION
                 ? (int64_t)slices.length
                 : query_data_moment(data, slices.start + number * slices.length);
    return true;
}

static bool of_lane(struct query_data *data, enum query_field_function function, uint64_t row,
                    int64_t *value)
{
    const struct archive_lanes *all = &data->archive->lanes;
    switch (function) {
    case FUNCTION_LANE_DURATION:
        *value = length(all->start[row], all->end[row]);
        return true;
    case FUNCTION_LANE_ACTIVITY_NUMBER:
        return query_data_number(data, all->place[row], all->activity[row], value);
    default:
        return query_data_activity(data, all->place[row], all->activity[row], value);
    }
}

static bool path_of(struct query_data *data, uint64_t row, int64_t *value)
{
    char text[256];
    query_data_find_activities(data);
    size_t length = archive_activity_path(data->archive, (uint32_t)row, text, sizeof text);
    if (length < sizeof text) {
        *value = query_data_add_text(data, text);
        return true;
    }
    char *whole = memory_zeroed(length + 1, 1);
    archive_activity_path(data->archive, (uint32_t)row, whole, length + 1);
    *value = query_data_add_text(data, whole);
    free(whole);
    return true;
}

static bool of_activity(struct query_data *data, enum query_field_function function, uint64_t row,
                        int64_t *value)
{
    const struct archive_activities *all = &data->archive->activities;
    switch (function) {
    case FUNCTION_ACTIVITY_NUMBER:
        return query_data_number(data, all->place[row], all->number[row], value);
    case FUNCTION_ACTIVITY_PARENT:
        return query_data_activity(data, all->place[row], all->parent[row], value);
    case FUNCTION_ACTIVITY_PATH:
        return path_of(data, row, value);
    default:
        *value = length(all->start[row], all->end[row]);
        return all->start[row] != ARCHIVE_UNKNOWN && all->end[row] != ARCHIVE_UNKNOWN;
    }
}

static bool of_place(struct query_data *data, enum query_field_function function, uint64_t row,
                     int64_t *value)
{
    const struct archive_places *all = &data->archive->places;
    if (function == FUNCTION_PLACE_DURATION) {
        *value = length(all->start[row], all->end[row]);
        return true;
    }
    for (size_t i = 0; all->parent[row] != ARCHIVE_NONE && i < all->rows; i++) {
        *value = (int64_t)i;
        if (all->number[i] == all->parent[row])
            return true;
    }
    return false;
}

static bool of_messages(struct query_data *data, enum query_field_function function, uint64_t row,
                        int64_t *value)
{
    const struct archive_messages *all = &data->archive->messages;
    const struct archive_collectives *parts = &data->archive->collectives;
    switch (function) {
    case FUNCTION_MESSAGE_DURATION:
        *value = length(all->send_start[row], all->receive_end[row]);
        return all->send_start[row] && all->receive_end[row];
    default:
        *value = length(parts->begin_start[row], parts->end_end[row]);
        return parts->begin_start[row] && parts->end_end[row];
    }
}

static bool of_loop(const struct query_data *data, enum query_field_function function, uint64_t row,
                    int64_t *value)
{
    uint32_t flag = function == FUNCTION_LOOP_COUNTED       ? FORMAT_LOOP_COUNTED
                    : function == FUNCTION_LOOP_IRREDUCIBLE ? FORMAT_LOOP_IRREDUCIBLE
                                                            : FORMAT_LOOP_VECTOR;
    *value = (data->archive->loops.flags[row] & flag) != 0;
    return true;
}

static void find_relays(struct query_data *data)
{
    data->relays = archive_relays_find(data->archive);
}

/* Writes the places that a variable travelled through: 0 -> 1 -> 2. */
static bool path_of_variable(struct query_data *data, uint64_t row, int64_t *value)
{
    uint32_t places[RELAY_PLACES];
    struct buffer text = {0};
    query_data_once(data, &data->known.relays, find_relays);
    size_t count = archive_relay_path(data->archive, data->relays, (uint32_t)row, places);
    for (size_t i = 0; i < count; i++) {
        char name[ARCHIVE_NAME] = "?";
        if (places[i] != ARCHIVE_NONE)
            archive_place_name(data->archive, places[i], name);
        buffer_printf(&text, "%s%s", i ? " -> " : "", name);
    }
    *value = query_data_add_text(data, text.text);
    buffer_free(&text);
    return true;
}

static bool of_moves(const struct query_data *data, enum query_field_function function,
                     uint64_t row, int64_t *value)
{
    const struct archive_moves *moves = &data->archive->moves;
    const struct archive_finishes *finishes = &data->archive->finishes;
    *value = function == FUNCTION_MOVE_DURATION ? length(moves->start[row], moves->end[row])
             : function == FUNCTION_FINISH_DURATION
                 ? length(finishes->start[row], finishes->end[row])
                 : length(finishes->wait[row], finishes->end[row]);
    return true;
}

bool query_data_compute(struct query_data *data, enum query_field_function function, uint64_t row,
                        int64_t *value)
{
    if (function >= FUNCTION_MESSAGE_DURATION && function <= FUNCTION_COLLECTIVE_DURATION)
        return of_messages(data, function, row, value);
    if (function >= FUNCTION_NODE_EXCLUSIVE && function <= FUNCTION_NODE_PATH)
        return query_data_node(data, function, row, value);
    if (function >= FUNCTION_CYCLE_START && function <= FUNCTION_CYCLE_DURATION)
        return of_cycle(data, function, row, value);
    if (function >= FUNCTION_REGION_TYPE && function <= FUNCTION_REGION_WRITES)
        return of_region(data, function, row, value);
    if (function >= FUNCTION_LANE_DURATION && function <= FUNCTION_LANE_ACTIVITY)
        return of_lane(data, function, row, value);
    if (function >= FUNCTION_ACTIVITY_NUMBER && function <= FUNCTION_ACTIVITY_DURATION)
        return of_activity(data, function, row, value);
    if (function >= FUNCTION_PLACE_PARENT && function <= FUNCTION_PLACE_DURATION)
        return of_place(data, function, row, value);
    if (function == FUNCTION_VARIABLE_PATH)
        return path_of_variable(data, row, value);
    if (function >= FUNCTION_MOVE_DURATION)
        return of_moves(data, function, row, value);
    return of_loop(data, function, row, value);
}
