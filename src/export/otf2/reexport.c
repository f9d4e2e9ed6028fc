/* reexport.c: writes an imported trace again, with every event of it. */
#include "export/otf2/act_walk.h"
#include "export/otf2/store.h"
#include "export/otf2/trace.h"
#include "export/otf2/trace_out.h"
#include "util/interned.h"
#include "util/pairs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* State while a trace is written. */
struct writing {
    struct trace_out *out;
    const struct foreign_reader *kept;
    struct foreign_trace trace;
    struct foreign_clock clock;
    struct foreign_record record; /* the record of the next stored event */
    struct foreign_event next;
    bool has_next;
    struct foreign_cursor events, ticks;
    uint64_t told; /* enters and leaves of the lane written so far */
    uint32_t
        *regions; /* by row of regions: the region of the trace; ARCHIVE_NONE if there is none */
    uint32_t *called; /* by region of the trace that is the first of equal ones: the one that is
                         meant by it now */
    uint32_t *open;   /* references of the regions of the open acts */
    size_t depth, open_room;
    OTF2_AttributeList *attached; /* attributes of the next enter or leave */
};

static bool damaged(struct writing *writing)
{
    return error_set(writing->out->error,
                     "%s/" FOREIGN_FOLDER " is damaged: the trace cannot be written as it was; "
                     "without this folder it is written from the archive's tables",
                     writing->out->job->archive->path);
}

static bool read_definitions(struct writing *writing)
{
    uint32_t kind;
    struct foreign_cursor cursor = foreign_seek_all(writing->kept, FOREIGN_DEFINITIONS_BYTES);
    while (foreign_read_record(&cursor, &kind, &writing->record))
        foreign_trace_add(&writing->trace, kind, &writing->record);
    writing->clock = foreign_trace_clock(&writing->trace);
    return !cursor.damaged || damaged(writing);
}

/* Maps the reference of each written location to its number. */
static struct pairs number_locations(const struct trace_out *out)
{
    struct pairs numbers = {0};
    for (size_t i = out->location_count; i-- > 0;)
        pairs_add(&numbers, (uint32_t)(out->locations[i] >> 32), (uint32_t)out->locations[i],
                  (uint32_t)i);
    return numbers;
}

/* Sets the number of events in a location's definition to that of the written ones. */
static void set_events(struct writing *writing, const struct pairs *numbers)
{
    uint64_t *values = writing->record.values;
    uint32_t number = pairs_find(numbers, (uint32_t)(values[0] >> 32), (uint32_t)values[0]);
    if (number != PAIRS_NONE)
        values[3] = writing->out->events[number];
}

/* Writes the stored definitions, with the numbers of events as written. */
static bool write_definitions(struct writing *writing)
{
    uint32_t kind;
    struct trace_out *out = writing->out;
    struct foreign_cursor cursor = foreign_seek_all(writing->kept, FOREIGN_DEFINITIONS_BYTES);
    OTF2_GlobalDefWriter *writer = OTF2_Archive_GetGlobalDefWriter(out->archive);
    if (!writer)
        return trace_out_check(out, OTF2_ERROR_FILE_CAN_NOT_OPEN);
    struct pairs numbers = number_locations(out);
    while (out->code == OTF2_SUCCESS && foreign_read_record(&cursor, &kind, &writing->record)) {
        if (kind == FOREIGN_DEFINITION_LOCATION && writing->record.count > 3)
            set_events(writing, &numbers);
        trace_out_check(out, foreign_write_definition(writer, &writing->record, kind));
    }
    pairs_free(&numbers);
    return trace_out_check(out, OTF2_Archive_CloseGlobalDefWriter(out->archive, writer));
}

static bool write_markers(struct writing *writing)
{
    uint32_t kind;
    struct trace_out *out = writing->out;
    struct foreign_cursor cursor = foreign_seek_all(writing->kept, FOREIGN_MARKERS_BYTES);
    OTF2_MarkerWriter *writer = NULL;
    while (foreign_read_record(&cursor, &kind, &writing->record)) {
        writer = writer ? writer : OTF2_Archive_GetMarkerWriter(out->archive);
        if (!writer || !trace_out_check(out, foreign_write_marker(writer, &writing->record, kind)))
            return false;
    }
    if (writer)
        trace_out_check(out, OTF2_Archive_CloseMarkerWriter(out->archive, writer));
    return !cursor.damaged || damaged(writing);
}

/* Returns the number of a region's key, added if `add`; UINT32_MAX if it is not there. */
static uint32_t key_of(struct interned *keys, uint32_t kind, uint32_t line, uint32_t seq,
                       const char *name, const char *file, bool add)
{
    char *key = memory_printf("%u %u %u %s\n%s", kind, line, seq, name, file);
    uint32_t number = add ? interned_add_text(keys, key) : interned_find(keys, key, strlen(key));
    free(key);
    return number;
}

/* Finds the region of the trace for each region of the archive, by kind, line, number, name and
 * file: see foreign_trace_region(). */
static void find_regions(struct writing *writing)
{
    const struct archive *archive = writing->out->job->archive;
    const struct archive_regions *all = &archive->regions;
    struct interned *keys = interned_new();
    size_t count = foreign_trace_count(&writing->trace, FOREIGN_DEFINITION_REGION);
    uint32_t *first = memory_zeroed(count + 1, sizeof *first);
    writing->called = memory_zeroed(count + 1, sizeof *writing->called);
    for (size_t i = 0; i < count; i++) {
        struct archive_raw_write_region region = foreign_trace_region(&writing->trace, i);
        if (foreign_trace_same(&writing->trace, (uint32_t)i) != i)
            continue;
        first[interned_count(keys)] = (uint32_t)i;
        key_of(keys, region.kind, region.line, region.seq, region.name, region.file, true);
    }
    writing->regions = memory_zeroed(all->rows + 1, sizeof *writing->regions);
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t number =
            key_of(keys, all->kind[i], all->line[i], all->seq[i],
                   archive_text(archive, all->name[i]), archive_text(archive, all->file[i]), false);
        writing->regions[i] = number == UINT32_MAX ? ARCHIVE_NONE : first[number];
    }
    free(first);
    interned_free(keys);
}

/* Reads the next stored event. */
static void read_next(struct writing *writing)
{
    writing->has_next = foreign_read_event(&writing->events, &writing->next, &writing->record);
}

/* Handles FOREIGN_ALIAS. */
static void call(struct writing *writing)
{
    const struct foreign_record *record = &writing->record;
    uint64_t count = foreign_trace_count(&writing->trace, FOREIGN_DEFINITION_REGION);
    if (record->count != 2 || record->values[0] >= count || record->values[1] >= count)
        writing->events.damaged = true;
    else
        writing->called[record->values[0]] = (uint32_t)record->values[1];
}

/* Writes the stored events that come before enter or leave number `before`, and collects its
 * attributes. */
static bool write_foreign(struct writing *writing, uint64_t before)
{
    struct trace_out *out = writing->out;
    OTF2_AttributeList_RemoveAllAttributes(writing->attached);
    for (; writing->has_next && writing->next.before <= before; read_next(writing)) {
        if (writing->next.kind == FOREIGN_ATTACHED) {
            foreign_list(&writing->record, writing->attached);
            continue;
        }
        if (writing->next.kind == FOREIGN_ALIAS) {
            call(writing);
            continue;
        }
        foreign_list(&writing->record, out->list);
        uint64_t time = trace_out_time(out, writing->next.time);
        if (!trace_out_check(out, foreign_write_event(out->writer, &writing->record,
                                                      writing->next.kind, out->list, time)))
            return false;
    }
    return true;
}

/* Writes what comes before an enter or leave, and sets its time in ticks. */
static bool write_before(struct writing *writing, uint64_t ns, uint64_t *time)
{
    if (!write_foreign(writing, writing->told++))
        return false;
    uint64_t low = foreign_clock_is_fine(&writing->clock) ? foreign_read_ticks(&writing->ticks) : 0;
    *time = trace_out_time(writing->out, foreign_clock_ticks(&writing->clock, ns) + low);
    return true;
}

static uint32_t region_of(const struct writing *writing, const struct archive_act *act)
{
    return writing->regions[writing->out->job->archive->nodes.region[act->node]];
}

/* Writes the enter of an act, after the stored events before it. */
static bool enter(void *to, const struct archive_act *act)
{
    struct writing *writing = to;
    struct trace_out *out = writing->out;
    uint32_t number = region_of(writing, act);
    uint64_t time;
    if (number == ARCHIVE_NONE)
        return true;
    if (!write_before(writing, act->start, &time))
        return false;
    const uint64_t *values =
        foreign_trace_at(&writing->trace, FOREIGN_DEFINITION_REGION, writing->called[number]);
    OTF2_RegionRef region = (OTF2_RegionRef)values[TRACE_SELF];
    writing->open =
        memory_grow(writing->open, &writing->open_room, writing->depth + 1, sizeof *writing->open);
    writing->open[writing->depth++] = region;
    return trace_out_check(out,
                           OTF2_EvtWriter_Enter(out->writer, writing->attached, time, region)) &&
           trace_out_go_on(out);
}

/* Writes the leave of an act, unless the trace had none. */
static bool leave(void *to, const struct archive_act *act)
{
    struct writing *writing = to;
    struct trace_out *out = writing->out;
    uint64_t time;
    if (region_of(writing, act) == ARCHIVE_NONE)
        return true;
    assert(writing->depth);
    OTF2_RegionRef region = writing->open[--writing->depth];
    if (act->flags & (ARCHIVE_ACT_UNFINISHED | ARCHIVE_ACT_ABORTED))
        return true;
    return write_before(writing, act->end, &time) &&
           trace_out_check(out, OTF2_EvtWriter_Leave(out->writer, writing->attached, time, region));
}

/* Writes the events of a lane: acts and stored events, merged. */
static bool write_lane(struct writing *writing, const struct foreign_lane *lane, uint32_t row)
{
    const struct act_walk walk = {enter, leave, writing};
    struct trace_out *out = writing->out;
    writing->told = writing->depth = 0;
    for (uint32_t i = 0; i < foreign_trace_count(&writing->trace, FOREIGN_DEFINITION_REGION); i++)
        writing->called[i] = i;
    writing->events =
        foreign_seek(writing->kept, FOREIGN_EVENTS_BYTES, lane->first[FOREIGN_EVENTS_BYTES],
                     lane->size[FOREIGN_EVENTS_BYTES]);
    writing->ticks =
        foreign_seek(writing->kept, FOREIGN_TICKS_BYTES, lane->first[FOREIGN_TICKS_BYTES],
                     lane->size[FOREIGN_TICKS_BYTES]);
    if (!trace_out_begin_lane(out, lane->location))
        return false;
    read_next(writing);
    if (!act_walk_lane(out->job->archive, row, &walk, out->error) ||
        !write_foreign(writing, UINT64_MAX))
        return false;
    return trace_out_end_lane(out) &&
           (!(writing->events.damaged || writing->ticks.damaged) || damaged(writing));
}

/* Maps the numbers of place and lane to the rows of lanes. */
static struct pairs number_lanes(const struct archive *archive)
{
    struct pairs lanes = {0};
    for (uint32_t i = 0; i < archive->lanes.rows; i++)
        pairs_add(&lanes, archive->places.number[archive->lanes.place[i]], archive->lanes.number[i],
                  i);
    return lanes;
}

static bool write_lanes(struct writing *writing)
{
    struct pairs lanes = number_lanes(writing->out->job->archive);
    bool good = true;
    for (size_t i = 0; good && i < foreign_lane_count(writing->kept); i++) {
        struct foreign_lane lane = foreign_lane_at(writing->kept, i);
        uint32_t row = pairs_find(&lanes, lane.place, lane.lane);
        good = row == PAIRS_NONE ? damaged(writing) : write_lane(writing, &lane, row);
    }
    pairs_free(&lanes);
    return good;
}

bool trace_write_kept(struct trace_out *out, const struct foreign_reader *kept)
{
    struct writing writing = {.out = out, .kept = kept, .attached = OTF2_AttributeList_New()};
    bool good = read_definitions(&writing);
    if (good) {
        find_regions(&writing);
        good = write_lanes(&writing) && trace_out_end_events(out) && write_definitions(&writing) &&
               write_markers(&writing);
    }
    foreign_trace_free(&writing.trace);
    foreign_record_free(&writing.record);
    OTF2_AttributeList_Delete(writing.attached);
    free(writing.regions);
    free(writing.called);
    free(writing.open);
    return good;
}
