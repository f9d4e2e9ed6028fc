/* read.c: see read.h */
#include "export/otf2/read.h"

#include "export/otf2/lane.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 1 << 16 }; /* events read at a time */

/* State while a trace is read. */
struct reading {
    struct foreign_record record; /* must be first: the callbacks of the library use it */
    const char *archive;
    OTF2_Reader *reader;
    struct export_foreign_state *state;
    struct foreign_trace trace;
    struct foreign_ranks ranks;
    struct foreign_writer *store;
    struct foreign_clock clock;
    OTF2_EvtReaderCallbacks *events, *ends;
    bool local;     /* there are local definitions of locations */
    char said[256]; /* first message of the library since the last step */
};

/* A location, to be sorted by its place. */
struct order {
    uint32_t place, number;
};

__attribute__((format(printf, 2, 3))) static void note(struct reading *reading, const char *format,
                                                       ...)
{
    char *notes = reading->state->notes;
    size_t used = strlen(notes);
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(notes + used, FOREIGN_NOTES - used, format, arguments);
    va_end(arguments);
    if (size < 0 || (size_t)size >= FOREIGN_NOTES - used)
        notes[used] = '\0'; /* there is no more room */
}

/* Notes the library's first message. */
static OTF2_ErrorCode hear(void *data, const char *file, uint64_t line, const char *function,
                           OTF2_ErrorCode code, const char *format, va_list arguments)
{
    (void)file;
    (void)line;
    (void)function;
    struct reading *reading = data;
    if (reading->said[0])
        return code; /* the first failure is the reason of the others */
    int used = snprintf(reading->said, sizeof reading->said, "%s", OTF2_Error_GetDescription(code));
    if (used < 0 || !*format || (size_t)used + 2 >= sizeof reading->said)
        return code;
    memcpy(reading->said + used, ": ", 3);
    vsnprintf(reading->said + used + 2, sizeof reading->said - (size_t)used - 2, format, arguments);
    return code;
}

OTF2_CallbackCode foreign_take_definition(void *data, uint32_t kind)
{
    struct reading *reading = data;
    reading->state->steps++;
    foreign_trace_add(&reading->trace, kind, &reading->record);
    foreign_put_record(reading->store, FOREIGN_DEFINITIONS_BYTES, kind, &reading->record);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode foreign_take_marker(void *data, uint32_t kind)
{
    struct reading *reading = data;
    foreign_put_record(reading->store, FOREIGN_MARKERS_BYTES, kind, &reading->record);
    return OTF2_CALLBACK_SUCCESS;
}

/* Reads and stores the global definitions, as far as possible. */
static void read_definitions(struct reading *reading)
{
    OTF2_GlobalDefReader *reader = OTF2_Reader_GetGlobalDefReader(reading->reader);
    uint64_t expected = 0, count = 0;
    OTF2_Reader_GetNumberOfGlobalDefinitions(reading->reader, &expected);
    OTF2_ErrorCode code = OTF2_ERROR_INVALID_ARGUMENT;
    if (reader) {
        OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New();
        foreign_listen_definitions(callbacks);
        OTF2_Reader_RegisterGlobalDefCallbacks(reading->reader, reader, callbacks, reading);
        OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
        code = OTF2_Reader_ReadAllGlobalDefinitions(reading->reader, reader, &count);
        OTF2_Reader_CloseGlobalDefReader(reading->reader, reader);
    }
    reading->state->definitions = code == OTF2_SUCCESS;
    if (code != OTF2_SUCCESS)
        note(reading, "only %llu of %llu definitions could be read: %s\n",
             (unsigned long long)count, (unsigned long long)expected, reading->said);
}

static void read_markers(struct reading *reading)
{
    uint64_t count = 0;
    reading->said[0] = '\0';
    OTF2_MarkerReader *reader = OTF2_Reader_GetMarkerReader(reading->reader);
    if (!reader)
        return; /* there are no markers */
    OTF2_MarkerReaderCallbacks *callbacks = OTF2_MarkerReaderCallbacks_New();
    foreign_listen_markers(callbacks);
    OTF2_Reader_RegisterMarkerCallbacks(reading->reader, reader, callbacks, reading);
    OTF2_MarkerReaderCallbacks_Delete(callbacks);
    if (OTF2_Reader_ReadAllMarkers(reading->reader, reader, &count) != OTF2_SUCCESS)
        note(reading, "not all markers could be read: %s\n", reading->said);
    OTF2_Reader_CloseMarkerReader(reading->reader, reader);
}

static int by_place(const void *left, const void *right)
{
    const struct order *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Returns the locations sorted by place; those without one get a place after the others. The caller
 * frees the array. */
static struct order *order_locations(const struct foreign_trace *trace)
{
    size_t count = foreign_trace_count(trace, FOREIGN_DEFINITION_LOCATION);
    uint32_t none = (uint32_t)foreign_trace_count(trace, FOREIGN_DEFINITION_LOCATION_GROUP);
    struct order *order = memory_zeroed(count + 1, sizeof *order);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *values = foreign_trace_at(trace, FOREIGN_DEFINITION_LOCATION, i);
        uint32_t place =
            foreign_trace_find(trace, FOREIGN_DEFINITION_LOCATION_GROUP, values[TRACE_LANE_PLACE]);
        order[i] = (struct order){place == PAIRS_NONE ? none : place, i};
    }
    qsort(order, count, sizeof *order, by_place);
    return order;
}

/* Reads the local definitions of a location: they map its references and its clock to the global
 * ones. */
static void read_local(struct reading *reading, uint64_t location)
{
    uint64_t count = 0;
    OTF2_DefReader *reader =
        reading->local ? OTF2_Reader_GetDefReader(reading->reader, location) : NULL;
    if (!reader)
        return;
    if (OTF2_Reader_ReadAllLocalDefinitions(reading->reader, reader, &count) != OTF2_SUCCESS)
        note(reading, "not all definitions of location %llu could be read: %s\n",
             (unsigned long long)location, reading->said);
    OTF2_Reader_CloseDefReader(reading->reader, reader);
}

/* Reads the events of a location; false if not all could be read. `counts`: they count as progress.
 */
static bool read_events(struct reading *reading, uint64_t location,
                        OTF2_EvtReaderCallbacks *callbacks, void *data, bool counts)
{
    uint64_t count = STEP;
    OTF2_ErrorCode code = OTF2_SUCCESS;
    reading->said[0] = '\0';
    OTF2_EvtReader *reader = OTF2_Reader_GetEvtReader(reading->reader, location);
    if (!reader)
        return false;
    OTF2_EvtReader_ApplyMappingTables(reader, true);
    OTF2_EvtReader_ApplyClockOffsets(reader, true);
    OTF2_Reader_RegisterEvtCallbacks(reading->reader, reader, callbacks, data);
    while (count == STEP && code == OTF2_SUCCESS) {
        count = 0;
        code = OTF2_Reader_ReadLocalEvents(reading->reader, reader, STEP, &count);
        reading->state->done += counts ? count : 0;
        reading->state->steps++;
    }
    OTF2_Reader_CloseEvtReader(reading->reader, reader);
    return code == OTF2_SUCCESS;
}

/* Reads a location as a lane of a place. */
static bool read_lane(struct reading *reading, struct foreign_place *place, uint32_t place_number,
                      uint32_t number, uint32_t lane, struct error *error)
{
    const uint64_t *values = foreign_trace_at(&reading->trace, FOREIGN_DEFINITION_LOCATION, number);
    uint64_t location = values[TRACE_SELF];
    struct foreign_lane_reader lane_reader = {
        .place = place,
        .store = reading->store,
        .clock = reading->clock,
        .about = {.number = lane,
                  .name = foreign_trace_text(&reading->trace, values[TRACE_LANE_NAME]),
                  .tid = location,
                  .activity = lane,
                  .parent = lane ? 0 : ARCHIVE_NONE},
        .location = location,
        .error = error,
    };
    read_local(reading, location);
    if (place->comms.count) {
        read_events(reading, location, reading->ends, &lane_reader.requests, false);
        foreign_requests_sort(&lane_reader.requests);
    }
    foreign_begin_lane(reading->store, place_number, lane, location);
    bool whole = read_events(reading, location, reading->events, &lane_reader, true);
    if (!whole && !lane_reader.failed) {
        reading->state->truncated++;
        note(reading, "location %llu (%s): only %llu of %llu events could be read%s%s\n",
             (unsigned long long)location, lane_reader.about.name,
             (unsigned long long)lane_reader.events, (unsigned long long)values[3],
             reading->said[0] ? ": " : "", reading->said);
    }
    foreign_end_lane(reading->store);
    reading->state->unmatched += lane_reader.unmatched;
    reading->state->lanes++;
    return foreign_lane_finish(&lane_reader, error);
}

/* Reads the locations of a place. */
static bool read_place(struct reading *reading, const struct order *order, size_t count,
                       struct error *error)
{
    struct export_foreign_state *state = reading->state;
    uint32_t number = order[0].place;
    struct foreign_place *place =
        foreign_place_open(reading->archive, &reading->trace, &reading->ranks, number, error);
    bool good = place;
    for (uint32_t i = 0; good && i < count; i++)
        good = read_lane(reading, place, number, order[i].number, i, error);
    state->places++;
    if (place && place->command && !state->command[0])
        snprintf(state->command, sizeof state->command, "%s", place->command);
    struct error other;
    return place && foreign_place_close(place, good ? error : &other) && good;
}

/* Reads the events of all locations, place by place. */
static bool read_places(struct reading *reading, struct error *error)
{
    size_t count = foreign_trace_count(&reading->trace, FOREIGN_DEFINITION_LOCATION);
    struct order *order = order_locations(&reading->trace);
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *values = foreign_trace_at(&reading->trace, FOREIGN_DEFINITION_LOCATION, i);
        OTF2_Reader_SelectLocation(reading->reader, values[TRACE_SELF]);
        reading->state->all += values[3];
    }
    reading->local = OTF2_Reader_OpenDefFiles(reading->reader) == OTF2_SUCCESS;
    OTF2_Reader_OpenEvtFiles(reading->reader);
    for (size_t first = 0, end; good && first < count; first = end) {
        for (end = first + 1; end < count && order[end].place == order[first].place;)
            end++;
        good = read_place(reading, order + first, end - first, error);
    }
    if (reading->local)
        OTF2_Reader_CloseDefFiles(reading->reader);
    OTF2_Reader_CloseEvtFiles(reading->reader);
    free(order);
    return good;
}

/* Reads a whole trace. */
static bool read_all(struct reading *reading, const char *anchor, struct error *error)
{
    reading->reader = OTF2_Reader_Open(anchor);
    if (!reading->reader)
        return error_set(error, "%s cannot be read as an OTF2 trace%s%s", anchor,
                         reading->said[0] ? ": " : "", reading->said);
    OTF2_Reader_SetSerialCollectiveCallbacks(reading->reader);
    reading->said[0] = '\0';
    read_definitions(reading);
    if (!foreign_trace_count(&reading->trace, FOREIGN_DEFINITION_LOCATION))
        return error_set(error, "%s has no locations: there is nothing to import%s%s", anchor,
                         reading->said[0] ? "; the OTF2 library says: " : "", reading->said);
    reading->clock = foreign_trace_clock(&reading->trace);
    reading->state->real_start = reading->clock.real;
    foreign_ranks_find(&reading->ranks, &reading->trace);
    bool good = read_places(reading, error);
    read_markers(reading);
    return good;
}

bool export_foreign_read(const char *anchor, const char *archive,
                         struct export_foreign_state *state)
{
    struct reading reading = {.archive = archive, .state = state};
    struct error *error = &state->error;
    OTF2_Error_RegisterCallback(hear, &reading);
    reading.store = foreign_create(archive, error);
    reading.events = OTF2_EvtReaderCallbacks_New();
    reading.ends = OTF2_EvtReaderCallbacks_New();
    foreign_lane_listen(reading.events);
    foreign_requests_listen(reading.ends);
    bool good = reading.store && read_all(&reading, anchor, error);
    if (reading.reader)
        OTF2_Reader_Close(reading.reader);
    OTF2_EvtReaderCallbacks_Delete(reading.events);
    OTF2_EvtReaderCallbacks_Delete(reading.ends);
    struct error other;
    if (reading.store && !foreign_close(reading.store, good ? error : &other))
        good = false;
    foreign_ranks_free(&reading.ranks);
    foreign_trace_free(&reading.trace);
    foreign_record_free(&reading.record);
    state->good = good;
    state->finished = true;
    return good;
}
