/* reference_fields.c: fields of streams, one row at a time, as doc/query.md tells of them. */
#include "format/act.h"
#include "format/loops.h"
#include "reference.h"

#include "query/check/check.h"

#include <triptych/probes.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct value number(int64_t whole)
{
    return (struct value){.whole = whole};
}

static struct value some(bool is, int64_t whole)
{
    return (struct value){.absent = !is, .whole = is ? whole : 0};
}

static struct value text(const char *string)
{
    struct value value = {.absent = !string || !*string};
    snprintf(value.text, sizeof value.text, "%s", string ? string : "");
    return value;
}

static struct value activity_text(const struct archive *archive, uint32_t place, uint32_t which)
{
    char name[40];
    uint32_t rank = archive->ranked ? archive->places.rank[place] : ARCHIVE_NONE;
    snprintf(name, sizeof name, "%s%u-%u", archive->ranked && rank == ARCHIVE_NONE ? "p" : "",
             rank == ARCHIVE_NONE ? archive->places.number[place] : rank, which);
    return text(which == ARCHIVE_NONE ? NULL : name);
}

static struct value activity_row(const struct archive *archive, uint32_t place, uint32_t which)
{
    for (uint32_t i = 0; which != ARCHIVE_NONE && i < archive->activities.rows; i++) {
        uint32_t row = archive_activity(archive, place, which);
        return some(row != ARCHIVE_NONE, row);
    }
    return some(false, 0);
}

static enum archive_kind kind_of(const struct archive *archive, uint32_t region)
{
    const char *name = archive_text(archive, archive->regions.name[region]);
    switch (archive->regions.kind[region]) {
    case TRI_KIND_LOOP:
        return ARCHIVE_LOOP;
    case TRI_KIND_WORK:
        return strstr(name, "for") ? ARCHIVE_LOOP : ARCHIVE_CALL;
    case TRI_KIND_IO:
    case TRI_KIND_FILE:
        return ARCHIVE_IO;
    case TRI_KIND_FINISH:
        return ARCHIVE_FINISH;
    case TRI_KIND_CLOCK:
        return ARCHIVE_CLOCK;
    case TRI_KIND_ATOMIC:
    case TRI_KIND_RELEASE:
    case TRI_KIND_OBJECT:
        return ARCHIVE_ATOMIC;
    case TRI_KIND_COMM:
        return ARCHIVE_COMM;
    case TRI_KIND_TASK:
    case 0:
        return ARCHIVE_EXEC;
    case TRI_KIND_MOVE:
        return ARCHIVE_MOVE;
    default:
        return ARCHIVE_CALL;
    }
}

static struct value bytes_of(const struct archive *archive, uint32_t node, uint64_t bytes)
{
    uint32_t region = archive->nodes.region[node];
    enum archive_kind kind = kind_of(archive, region);
    bool noted = *archive_text(archive, archive->regions.note[region]);
    bool may = kind == ARCHIVE_IO || kind == ARCHIVE_COMM || kind == ARCHIVE_MOVE;
    return some(may && (bytes || !noted), (int64_t)bytes);
}

static struct value of_event(struct reference *reference, enum query_field_function function,
                             int64_t row)
{
    const struct archive *archive = reference->archive;
    const struct archive_act *act = &reference->acts[row];
    uint32_t lane = archive->nodes.lane[act->node], place = archive->lanes.place[lane];
    struct archive_facts facts = archive_facts_of(archive, act);
    switch (function) {
    case FUNCTION_EVENT_ACTIVITY_NUMBER:
        return activity_text(archive, place, facts.activity);
    case FUNCTION_EVENT_ACTIVITY:
        return activity_row(archive, place, facts.activity);
    case FUNCTION_EVENT_PARENT:
        return activity_text(archive, place, facts.parent);
    case FUNCTION_EVENT_LANE:
        return number(lane);
    case FUNCTION_EVENT_FINISH:
        return number((int64_t)(act->end - reference->start));
    case FUNCTION_EVENT_TRIPS:
        return some(act->trips != ARCHIVE_UNKNOWN, (int64_t)act->trips);
    case FUNCTION_EVENT_BYTES:
        return act->bytes || !(act->flags & ARCHIVE_ACT_UNFINISHED)
                   ? bytes_of(archive, act->node, act->bytes)
                   : some(false, 0);
    case FUNCTION_EVENT_OBJECT:
        return some(act->file, act->file);
    case FUNCTION_EVENT_ABOUT:
        return activity_row(archive, place, act->activity);
    case FUNCTION_EVENT_HOLDER:
        return activity_row(archive, place, act->holder);
    case FUNCTION_EVENT_HELD:
        return some(act->held, (int64_t)act->held);
    case FUNCTION_EVENT_SOURCE:
        return act->told & ARCHIVE_TOLD_SOURCE ? some(act->source != ARCHIVE_NONE, act->source)
                                               : number(place);
    case FUNCTION_EVENT_TARGET:
        return act->told & ARCHIVE_TOLD_TARGET ? some(act->target != ARCHIVE_NONE, act->target)
                                               : number(place);
    case FUNCTION_EVENT_TAG:
        return some(act->told & ARCHIVE_TOLD_TAG, (int32_t)act->tag);
    case FUNCTION_EVENT_COMMUNICATOR:
        return some(act->told & ARCHIVE_TOLD_COMMUNICATOR, act->communicator);
    case FUNCTION_EVENT_UNFINISHED:
        return number((act->flags & ARCHIVE_ACT_UNFINISHED) != 0);
    case FUNCTION_EVENT_ABORTED:
        return number((act->flags & ARCHIVE_ACT_ABORTED) != 0);
    default:
        return number((act->flags & ARCHIVE_ACT_CONTINUED) != 0);
    }
}

/* The time of the nearest timed nodes below. */
static uint64_t inside(const struct archive *archive, int64_t row)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t time = 0;
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t kind = archive->regions.kind[nodes->region[i]];
        if (nodes->parent[i] == row && kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT)
            time += nodes->timed[i] ? nodes->inclusive_time[i] + nodes->unfinished_time[i]
                                    : inside(archive, (int64_t)i);
    }
    return time;
}

static struct value path(const struct archive *archive, uint32_t row)
{
    char whole[200] = "";
    while (archive->nodes.parent[row] != ARCHIVE_NONE) {
        char longer[460], step[200];
        uint32_t region = archive->nodes.region[row];
        const char *name = archive_text(archive, archive->regions.name[region]);
        const char *kind = format_region_word(archive->regions.kind[region]);
        snprintf(step, sizeof step, "%s:%u", kind ? kind : "region", archive->regions.line[region]);
        snprintf(longer, sizeof longer, "%s%s%s", *name ? name : step, *whole ? "/" : "", whole);
        snprintf(whole, sizeof whole, "%.199s", longer);
        row = archive->nodes.parent[row];
    }
    return text(whole);
}

/* In loops of the node's own, without what is in them. */
static uint64_t in_loops(const struct archive *archive, int64_t row)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (nodes->parent[i] != (uint32_t)row || !archive_is_own_loop(archive, i))
            continue;
        uint64_t below = inside(archive, i),
                 whole = nodes->inclusive_time[i] + nodes->unfinished_time[i];
        sum += nodes->timed[i] && below < whole ? whole - below : 0;
        sum += in_loops(archive, i);
    }
    return sum;
}

static bool trips_are_least(const struct archive *archive, uint32_t node)
{
    const struct archive_nodes *nodes = &archive->nodes;
    const struct archive_loops *loops = &archive->loops;
    uint32_t region = nodes->region[node];
    bool least = nodes->unfinished[node] || nodes->aborted[node] ||
                 (nodes->how[node] & ARCHIVE_AT_LEAST) ||
                 archive->places.damage[archive->lanes.place[nodes->lane[node]]];
    for (size_t i = 0; i < loops->rows; i++)
        least |= loops->region[i] == region && loops->factor[i] == 1 && !loops->rest_of[i] &&
                 loops->flags[i] & FORMAT_LOOP_RESTS;
    bool known = nodes->trips[node] || nodes->trips_min[node] != ARCHIVE_UNKNOWN;
    return least && known && archive->regions.kind[region] == TRI_KIND_LOOP;
}

static struct value of_node(const struct archive *archive, enum query_field_function function,
                            int64_t row)
{
    const struct archive_nodes *nodes = &archive->nodes;
    bool has_trips = nodes->trips_min[row] != ARCHIVE_UNKNOWN;
    bool is_loop = archive->regions.kind[nodes->region[row]] == TRI_KIND_LOOP;
    uint64_t below = 0, loops, whole = nodes->inclusive_time[row] + nodes->unfinished_time[row];
    int64_t depth = 0;
    switch (function) {
    case FUNCTION_NODE_EXCLUSIVE:
        below = inside(archive, row);
        loops = is_loop ? 0 : in_loops(archive, row);
        return some(nodes->timed[row], (int64_t)((below < whole ? whole - below : 0) + loops));
    case FUNCTION_NODE_LOOPS:
        return some(nodes->timed[row], is_loop ? 0 : (int64_t)in_loops(archive, row));
    case FUNCTION_NODE_ESTIMATED:
        return number(nodes->timed[row] == ARCHIVE_ESTIMATED);
    case FUNCTION_NODE_LIGHT:
        return number(nodes->how[row] & ARCHIVE_LIGHT ? 1 : 0);
    case FUNCTION_NODE_DERIVED:
        return number(nodes->how[row] & (ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS) ? 1 : 0);
    case FUNCTION_NODE_AT_LEAST:
        return number(nodes->how[row] & ARCHIVE_AT_LEAST ? 1 : 0);
    case FUNCTION_NODE_TRIPS_AT_LEAST:
        return number(trips_are_least(archive, (uint32_t)row));
    case FUNCTION_NODE_TRIPS:
        return some(has_trips || nodes->trips[row], (int64_t)nodes->trips[row]);
    case FUNCTION_NODE_TRIPS_MAX:
        return some(has_trips, (int64_t)nodes->trips_max[row]);
    case FUNCTION_NODE_BYTES:
        return bytes_of(archive, (uint32_t)row, nodes->bytes[row]);
    case FUNCTION_NODE_DEPTH:
        for (; nodes->parent[row] != ARCHIVE_NONE; row = nodes->parent[row])
            depth++;
        return number(depth);
    default:
        return path(archive, (uint32_t)row);
    }
}

static struct value of_region(const struct archive *archive, enum query_field_function function,
                              int64_t row)
{
    const struct archive_regions *regions = &archive->regions;
    uint32_t end = regions->end_line[row] ? regions->end_line[row] : regions->line[row];
    uint32_t routine = regions->routine[row] ? regions->routine[row] : (uint32_t)row;
    switch (function) {
    case FUNCTION_REGION_TYPE:
        return number(kind_of(archive, (uint32_t)row));
    case FUNCTION_REGION_METHOD:
        return text(archive_text(archive, regions->name[routine]));
    case FUNCTION_REGION_END:
        return some(end, end);
    case FUNCTION_REGION_READS:
        return number((regions->flags[row] & TRI_READS) != 0);
    default:
        return number((regions->flags[row] & TRI_WRITES) != 0);
    }
}

static struct value of_others(const struct archive *archive, enum query_field_function function,
                              int64_t row)
{
    const struct archive_messages *messages = &archive->messages;
    const struct archive_collectives *parts = &archive->collectives;
    const struct archive_activities *all = &archive->activities;
    const struct archive_lanes *lanes = &archive->lanes;
    const struct archive_places *places = &archive->places;
    switch (function) {
    case FUNCTION_MESSAGE_DURATION:
        return some(messages->send_start[row] && messages->receive_end[row],
                    (int64_t)(messages->receive_end[row] - messages->send_start[row]));
    case FUNCTION_COLLECTIVE_DURATION:
        return some(parts->begin_start[row] && parts->end_end[row],
                    (int64_t)(parts->end_end[row] - parts->begin_start[row]));
    case FUNCTION_LANE_DURATION:
        return number((int64_t)(lanes->end[row] - lanes->start[row]));
    case FUNCTION_LANE_ACTIVITY_NUMBER:
        return activity_text(archive, lanes->place[row], lanes->activity[row]);
    case FUNCTION_LANE_ACTIVITY:
        return activity_row(archive, lanes->place[row], lanes->activity[row]);
    case FUNCTION_ACTIVITY_NUMBER:
        return activity_text(archive, all->place[row], all->number[row]);
    case FUNCTION_ACTIVITY_PARENT:
        return activity_row(archive, all->place[row], all->parent[row]);
    case FUNCTION_ACTIVITY_PATH: {
        char path_text[sizeof((struct value *)0)->text];
        archive_activity_path(archive, (uint32_t)row, path_text, sizeof path_text);
        return text(path_text);
    }
    case FUNCTION_ACTIVITY_DURATION:
        return some(all->start[row] != ARCHIVE_UNKNOWN && all->end[row] != ARCHIVE_UNKNOWN,
                    (int64_t)(all->end[row] - all->start[row]));
    case FUNCTION_PLACE_PARENT: /* numbers are rows + 3 here */
        return some(places->parent[row] != ARCHIVE_NONE, (int64_t)places->parent[row] - 3);
    case FUNCTION_PLACE_DURATION:
        return number((int64_t)(places->end[row] - places->start[row]));
    case FUNCTION_LOOP_COUNTED:
        return number((archive->loops.flags[row] & FORMAT_LOOP_COUNTED) != 0);
    case FUNCTION_LOOP_IRREDUCIBLE:
        return number((archive->loops.flags[row] & FORMAT_LOOP_IRREDUCIBLE) != 0);
    default:
        return number((archive->loops.flags[row] & FORMAT_LOOP_VECTOR) != 0);
    }
}

static uint64_t cell(const struct archive_table_column *column, int64_t row)
{
    uint64_t value = 0;
    size_t size = archive_table_type_size(column->type);
    memcpy(&value, (const char *)column->data + (size_t)row * size, size);
    return value;
}

static struct value of_column(struct reference *reference, const struct query_fields *shape,
                              const struct query_field *field, int64_t row)
{
    const struct archive *archive = reference->archive;
    const struct archive_table_column *column =
        archive_table_find(archive_table(archive, shape->table), field->column);
    uint64_t value = cell(column, row);
    uint64_t none = UINT64_MAX >> (64 - 8 * archive_table_type_size(column->type));
    bool absent =
        (field->absent == ABSENT_LARGEST && value == none) ||
        (field->absent == ABSENT_ZERO && value == 0) ||
        (field->absent == ABSENT_UNTIMED && (value == none || !archive->nodes.timed[row]));
    if (field->word)
        return text(field->word((uint32_t)value));
    if (field->type.type == TYPE_TEXT)
        return text(archive_text(archive, (uint32_t)value));
    if (field->type.type == TYPE_REAL) {
        struct value number = {.absent = absent};
        memcpy(&number.real, &value, sizeof value);
        return number;
    }
    if (field->is_signed)
        value = (uint64_t)(int32_t)value;
    return some(!absent, (int64_t)(field->is_moment ? value - reference->start : value));
}

static struct value event_column(const struct reference *reference, const struct query_field *field,
                                 int64_t row)
{
    const struct archive_act *act = &reference->acts[row];
    return number(field->column[0] == 's'   ? (int64_t)(act->start - reference->start)
                  : field->column[0] == 'd' ? (int64_t)(act->end - act->start)
                                            : act->node);
}

struct value reference_field(struct reference *reference, const struct query_fields *shape,
                             const struct query_field *field, int64_t row)
{
    const struct archive *archive = reference->archive;
    enum query_field_function function = (enum query_field_function)field->number;
    bool is_event = !strcmp(shape->name, "events");
    struct value value;
    if (field->from == FIELD_ROW)
        value = number(row);
    else if (field->from == FIELD_COLUMN)
        value = is_event ? event_column(reference, field, row)
                         : of_column(reference, shape, field, row);
    else if (is_event)
        value = of_event(reference, function, row);
    else if (!strcmp(shape->name, "nodes"))
        value = of_node(archive, function, row);
    else if (!strcmp(shape->name, "regions"))
        value = of_region(archive, function, row);
    else
        value = of_others(archive, function, row);
    value.type = field->type.type;
    return value;
}
