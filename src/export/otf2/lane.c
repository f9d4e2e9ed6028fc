/* lane.c: see lane.h. Handles enters and leaves. */
#include "export/otf2/lane.h"

#include "export/otf2/lane_events.h"
#include "export/otf2/lane_stack.h"

#include <triptych/probes.h>

#include <stdlib.h>

/* Initially each region stands for itself. */
static void begin_names(struct foreign_lane_reader *reader)
{
    size_t count = foreign_trace_count(reader->place->trace, FOREIGN_DEFINITION_REGION);
    reader->called = memory_zeroed(count + 1, sizeof *reader->called);
    for (uint32_t i = 0; i < count; i++)
        reader->called[i] = i;
}

/* Begins the lane with its first event, and advances its clock. False if the lane cannot be
 * written. */
static bool begin(struct foreign_lane_reader *reader, uint64_t time)
{
    uint64_t ns = foreign_clock_ns(&reader->clock, time);
    if (!reader->lane && !reader->failed) {
        reader->now = reader->about.start = ns;
        reader->lane =
            archive_raw_write_lane_open(reader->place->raw, &reader->about, reader->error);
        reader->failed = !reader->lane;
        begin_names(reader);
    }
    if (ns > reader->now)
        reader->now = ns;
    reader->events++;
    return !reader->failed;
}

/* Stores the current record as a foreign event. */
static void keep(struct foreign_lane_reader *reader, uint32_t kind, uint64_t time)
{
    struct foreign_event event = {.kind = kind, .before = reader->told, .time = time};
    foreign_put_event(reader->store, &event, &reader->record);
}

/* Handles an enter or leave that becomes part of an act: stores its attributes and the ticks that
 * ns cannot express. */
static void tell(struct foreign_lane_reader *reader, uint64_t time, const OTF2_AttributeList *list)
{
    if (OTF2_AttributeList_GetNumberOfElements(list)) {
        foreign_begin(reader);
        foreign_attach(&reader->record, list);
        keep(reader, FOREIGN_ATTACHED, time);
    }
    if (foreign_clock_is_fine(&reader->clock))
        foreign_put_ticks(reader->store, time - foreign_clock_ticks(&reader->clock, reader->now));
    reader->told++;
}

/* Notes that from now on, the first of equal regions stands for another of them. */
static void call(struct foreign_lane_reader *reader, uint32_t first, uint32_t number, uint64_t time)
{
    reader->called[first] = number;
    foreign_begin(reader);
    foreign_add(&reader->record, first);
    foreign_add(&reader->record, number);
    keep(reader, FOREIGN_ALIAS, time);
}

/* Enters a region: an act begins. If the region has no definition, the event is stored too. */
static OTF2_CallbackCode enter(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                               void *data, OTF2_AttributeList *list, OTF2_RegionRef region)
{
    (void)location;
    (void)position;
    struct foreign_lane_reader *reader = data;
    if (!begin(reader, time))
        return OTF2_CALLBACK_INTERRUPT;
    uint32_t number = foreign_trace_find(reader->place->trace, FOREIGN_DEFINITION_REGION, region);
    if (number == PAIRS_NONE) {
        foreign_add(foreign_begin(reader), region);
        foreign_attach(&reader->record, list);
        keep(reader, FOREIGN_EVENT_ENTER, time);
        foreign_lane_push(
            reader, (struct lane_frame){.ref = region, .kept = true, .kind = TRI_KIND_ROUTINE},
            foreign_place_undefined(reader->place, region));
        return OTF2_CALLBACK_SUCCESS;
    }
    uint32_t first = foreign_trace_same(reader->place->trace, number);
    if (reader->called[first] != number)
        call(reader, first, number, time);
    tell(reader, time, list);
    uint32_t own = foreign_place_region(reader->place, first);
    foreign_lane_push(reader,
                      (struct lane_frame){.ref = region, .kind = reader->place->kinds[first]}, own);
    return OTF2_CALLBACK_SUCCESS;
}

/* Leaves a region: its act ends, with all acts inside it. A leave without an enter is only stored.
 */
static OTF2_CallbackCode leave(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position,
                               void *data, OTF2_AttributeList *list, OTF2_RegionRef region)
{
    (void)location;
    (void)position;
    struct foreign_lane_reader *reader = data;
    if (!begin(reader, time))
        return OTF2_CALLBACK_INTERRUPT;
    bool found = foreign_lane_unwind(reader, region, false);
    reader->unmatched += !found;
    if (found && !reader->frames[reader->depth - 1].kept) {
        tell(reader, time, list);
    } else {
        foreign_add(foreign_begin(reader), region);
        foreign_attach(&reader->record, list);
        keep(reader, FOREIGN_EVENT_LEAVE, time);
    }
    if (found) {
        reader->depth--;
        archive_raw_write_leave(reader->lane, reader->now, false);
    }
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode foreign_take_event(void *data, uint32_t kind, OTF2_TimeStamp time,
                                     OTF2_AttributeList *list)
{
    struct foreign_lane_reader *reader = data;
    if (!begin(reader, time))
        return OTF2_CALLBACK_INTERRUPT;
    foreign_attach(&reader->record, list);
    keep(reader, kind, time);
    foreign_lane_take(reader, kind, reader->record.values);
    return OTF2_CALLBACK_SUCCESS;
}

void foreign_lane_listen(OTF2_EvtReaderCallbacks *callbacks)
{
    foreign_listen_events(callbacks);
    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, enter);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, leave);
}

bool foreign_lane_finish(struct foreign_lane_reader *reader, struct error *error)
{
    bool good = !reader->failed;
    if (!reader->lane && good) { /* a location without events */
        reader->now = reader->about.start = FOREIGN_START;
        reader->lane = archive_raw_write_lane_open(reader->place->raw, &reader->about, error);
        good = reader->lane;
    }
    for (; reader->lane && reader->depth; reader->depth--) /* still open at the end of the trace */
        archive_raw_write_leave(reader->lane, reader->now, true);
    struct error other;
    if (reader->lane &&
        !archive_raw_write_lane_close(reader->lane, reader->now, good ? error : &other))
        good = false;
    foreign_record_free(&reader->record);
    foreign_requests_free(&reader->requests);
    foreign_sends_free(&reader->sends);
    free(reader->frames);
    free(reader->called);
    return good;
}
