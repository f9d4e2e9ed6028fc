/* make_trace.c: writes an OTF2 trace with every kind of event and definition that there is, with
 * random arguments, over several locations: make_trace FOLDER SEED EVENTS RESOLUTION [plain].
 * Events: of each location. plain: regions that all end, messages that fit, and nothing else. */
#include <otf2/otf2.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MADE_EACH = 6, /* of what is referred to */
    MADE_MOST = 5, /* elements of an array */
    REGIONS = 40,
    DEEPEST = 30,
};

typedef OTF2_ErrorCode make_event(OTF2_EvtWriter *writer, OTF2_AttributeList *list,
                                  OTF2_TimeStamp time, uint64_t *random);
typedef OTF2_ErrorCode make_definition(OTF2_GlobalDefWriter *writer, uint32_t number,
                                       uint64_t *random);

static uint64_t random_next(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static uint64_t random_below(uint64_t *state, uint64_t end)
{
    return random_next(state) % end;
}

/* Numbers of all sizes. */
static uint64_t random_any(uint64_t *state)
{
    return random_next(state) >> random_below(state, 64);
}

static OTF2_AttributeValue random_value(uint64_t *state)
{
    return (OTF2_AttributeValue){.uint64 = random_next(state) >> 32};
}

#include "made_records.inc"

struct making {
    OTF2_Archive *archive;
    uint64_t random, resolution, offset;
    uint64_t events;
    int plain;
    uint64_t end;                /* ticks */
    uint64_t written[MADE_EACH]; /* by location */
};

static void check(OTF2_ErrorCode code, const char *what)
{
    if (code == OTF2_SUCCESS)
        return;
    fprintf(stderr, "make_trace: %s: %s\n", what, OTF2_Error_GetDescription(code));
    exit(1);
}

static OTF2_FlushType flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller,
                            bool final)
{
    (void)data;
    (void)type;
    (void)location;
    (void)caller;
    (void) final;
    return OTF2_FLUSH;
}

static OTF2_AttributeList *attributes(struct making *making, OTF2_AttributeList *list)
{
    OTF2_AttributeList_RemoveAllAttributes(list);
    if (making->plain || random_below(&making->random, 4))
        return random_below(&making->random, 2) ? list : NULL;
    for (uint64_t i = random_below(&making->random, MADE_EACH); i-- > 0;)
        OTF2_AttributeList_AddAttribute(list, (OTF2_AttributeRef)i,
                                        (OTF2_Type)(1 + random_below(&making->random, 10)),
                                        random_value(&making->random));
    return list;
}

static void make_any(struct making *making, OTF2_EvtWriter *writer, OTF2_AttributeList *list,
                     uint64_t time)
{
    size_t count = sizeof made_events / sizeof made_events[0];
    make_event *make = made_events[random_below(&making->random, count)];
    check(make(writer, attributes(making, list), time, &making->random), "an event");
}

/* A message to the next rank, and one from the one before: all locations write the same ones. */
static void make_exchange(struct making *making, OTF2_EvtWriter *writer, uint32_t rank,
                          uint64_t time)
{
    (void)making;
    uint32_t next = (rank + 1) % MADE_EACH, last = (rank + MADE_EACH - 1) % MADE_EACH;
    OTF2_EvtWriter_MpiIrecvRequest(writer, NULL, time, 7);
    OTF2_EvtWriter_MpiIsend(writer, NULL, time, next, 0, 5, 1000, 8);
    OTF2_EvtWriter_MpiIrecv(writer, NULL, time, last, 0, 5, 1000, 7);
    OTF2_EvtWriter_MpiIsendComplete(writer, NULL, time, 8);
}

static void make_location(struct making *making, uint32_t location, uint64_t events)
{
    OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(making->archive, location);
    OTF2_AttributeList *list = OTF2_AttributeList_New();
    uint32_t stack[DEEPEST + 1], depth = 0, deepest = making->plain ? 6 : DEEPEST;
    uint64_t time = making->offset, *random = &making->random;
    for (uint64_t i = 0; i < events; i++) {
        uint64_t choice = random_below(random, making->plain ? 10 : 16);
        time += random_below(random, 3) ? random_below(random, 1000) : 0;
        if (depth < deepest && choice < 5) {
            stack[depth] = making->plain ? (uint32_t)(6 * depth + random_below(random, 3))
                                         : (uint32_t)random_below(random, REGIONS);
            check(OTF2_EvtWriter_Enter(writer, attributes(making, list), time, stack[depth++]),
                  "enter");
        } else if (depth && choice < 10) {
            check(OTF2_EvtWriter_Leave(writer, attributes(making, list), time, stack[--depth]),
                  "leave");
        } else if (choice < 15) {
            if (making->plain)
                i--; /* nothing fits */
            else
                make_any(making, writer, list, time);
        } else if (!random_below(random, 8)) { /* what does not fit, or is not defined */
            check(OTF2_EvtWriter_Leave(writer, attributes(making, list), time,
                                       (uint32_t)random_below(random, REGIONS + 5)),
                  "leave");
        } else if (!random_below(random, 8)) {
            time++; /* so that what never ends does not begin with something else */
            check(OTF2_EvtWriter_Enter(writer, attributes(making, list), time, REGIONS + 1),
                  "enter");
        }
        if (making->plain && i % 16 == 0 && depth)
            make_exchange(making, writer, location, time);
    }
    while (making->plain && depth)
        OTF2_EvtWriter_Leave(writer, NULL, ++time, stack[--depth]);
    making->end = time > making->end ? time : making->end;
    check(OTF2_EvtWriter_GetNumberOfEvents(writer, &making->written[location]), "events");
    check(OTF2_Archive_CloseEvtWriter(making->archive, writer), "closing events");
    OTF2_AttributeList_Delete(list);
}

/* Some are the same as others. */
static void make_regions(OTF2_GlobalDefWriter *writer, uint64_t *random)
{
    uint64_t from[REGIONS];
    for (uint32_t i = 0; i < REGIONS; i++) {
        uint64_t own = from[i] =
            i < REGIONS / 2 ? random_next(random) : from[random_below(random, i)];
        uint32_t words[4];
        for (int j = 0; j < 4; j++)
            words[j] = (uint32_t)random_below(&own, MADE_EACH);
        OTF2_RegionRole role = (OTF2_RegionRole)random_below(&own, 38);
        OTF2_Paradigm paradigm = (OTF2_Paradigm)random_below(&own, 15);
        uint32_t line = (uint32_t)random_below(&own, 3);
        check(OTF2_GlobalDefWriter_WriteRegion(writer, i, words[0], words[1], words[2], role,
                                               paradigm, OTF2_REGION_FLAG_NONE, words[3], line, 9),
              "region");
    }
}

/* All locations are ranks of MPI. */
static void make_ranks(OTF2_GlobalDefWriter *writer)
{
    uint64_t members[MADE_EACH];
    for (uint64_t i = 0; i < MADE_EACH; i++)
        members[i] = i;
    check(OTF2_GlobalDefWriter_WriteGroup(writer, 100, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                          OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, MADE_EACH,
                                          members),
          "locations");
    check(OTF2_GlobalDefWriter_WriteGroup(writer, 101, 0, OTF2_GROUP_TYPE_COMM_GROUP,
                                          OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, MADE_EACH,
                                          members),
          "group");
    check(
        OTF2_GlobalDefWriter_WriteComm(writer, 0, 0, 101, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE),
        "comm");
}

/* The clock of one location is behind and goes at another rate; another one has its own numbers of
 * regions. */
static void make_local(struct making *making, uint32_t location)
{
    OTF2_DefWriter *writer = OTF2_Archive_GetDefWriter(making->archive, location);
    if (location == 1 && !making->plain) {
        check(OTF2_DefWriter_WriteClockOffset(writer, making->offset, 5000, 0), "clock offset");
        check(OTF2_DefWriter_WriteClockOffset(writer, making->end, 7000, 0), "clock offset");
    }
    if (location == 2 && !making->plain) {
        OTF2_IdMap *map = OTF2_IdMap_Create(OTF2_ID_MAP_DENSE, REGIONS);
        for (uint64_t i = 0; i < REGIONS; i++)
            check(OTF2_IdMap_AddIdPair(map, i, (i * 7 + 3) % REGIONS), "mapping");
        check(OTF2_DefWriter_WriteMappingTable(writer, OTF2_MAPPING_REGION, map), "mapping table");
        OTF2_IdMap_Free(map);
    }
    check(OTF2_Archive_CloseDefWriter(making->archive, writer), "closing local definitions");
}

static void make_definitions(struct making *making)
{
    static const char *const strings[MADE_EACH] = {"",       "main",        "MPI_Irecv",
                                                   "main.c", "MPI_Barrier", "write"};
    OTF2_GlobalDefWriter *writer = OTF2_Archive_GetGlobalDefWriter(making->archive);
    check(OTF2_GlobalDefWriter_WriteClockProperties(writer, making->resolution, making->offset,
                                                    making->end - making->offset + 1,
                                                    UINT64_C(1700000000000000000)),
          "clock");
    for (uint32_t i = 0; i < MADE_EACH; i++)
        check(OTF2_GlobalDefWriter_WriteString(writer, i, strings[i]), "string");
    if (making->plain)
        make_ranks(writer);
    for (size_t i = 0; !making->plain && i < sizeof made_definitions / sizeof made_definitions[0];
         i++) {
        for (uint32_t j = 0; j < MADE_EACH; j++)
            check(made_definitions[i](writer, j, &making->random), "a definition");
    }
    make_regions(writer, &making->random);
    if (making->plain)
        check(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, 1, 1,
                                                       OTF2_UNDEFINED_SYSTEM_TREE_NODE),
              "node");
    for (uint32_t i = 0; i < MADE_EACH; i++)
        check(OTF2_GlobalDefWriter_WriteLocationGroup(
                  writer, i, 1, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP),
              "location group");
    for (uint32_t i = 0; i < MADE_EACH; i++)
        check(OTF2_GlobalDefWriter_WriteLocation(
                  writer, i, 1, OTF2_LOCATION_TYPE_CPU_THREAD, making->written[i],
                  making->plain ? i : (uint32_t)random_below(&making->random, MADE_EACH)),
              "location");
    check(OTF2_Archive_CloseGlobalDefWriter(making->archive, writer), "closing definitions");
}

static void make_markers(struct making *making)
{
    OTF2_MarkerWriter *writer = OTF2_Archive_GetMarkerWriter(making->archive);
    for (uint32_t i = 0; i < MADE_EACH; i++)
        check(make_marker_DefMarker(writer, i, &making->random), "marker");
    for (uint32_t i = 0; i < MADE_EACH; i++)
        check(make_marker_Marker(writer, i, &making->random), "marker");
    check(OTF2_Archive_CloseMarkerWriter(making->archive, writer), "closing markers");
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fputs("make_trace FOLDER SEED EVENTS RESOLUTION [plain]\n", stderr);
        return 2;
    }
    OTF2_FlushCallbacks callbacks = {.otf2_pre_flush = flush, .otf2_post_flush = NULL};
    struct making making = {
        .random = strtoull(argv[2], NULL, 10),
        .events = strtoull(argv[3], NULL, 10),
        .resolution = strtoull(argv[4], NULL, 10),
        .plain = argc > 5 && !strcmp(argv[5], "plain"),
    };
    making.offset = random_any(&making.random) >> 8;
    making.end = making.offset;
    making.archive = OTF2_Archive_Open(argv[1], "traces", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20,
                                       OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (!making.archive)
        return 1;
    check(OTF2_Archive_SetFlushCallbacks(making.archive, &callbacks, NULL), "flushing");
    check(OTF2_Archive_SetSerialCollectiveCallbacks(making.archive), "collectives");
    check(OTF2_Archive_OpenEvtFiles(making.archive), "files");
    for (uint32_t i = 0; i < MADE_EACH; i++)
        make_location(&making, i, i == 3 && !making.plain ? 0 : making.events); /* one is empty */
    check(OTF2_Archive_CloseEvtFiles(making.archive), "closing files");
    check(OTF2_Archive_OpenDefFiles(making.archive), "files of definitions");
    for (uint32_t i = 0; i < MADE_EACH; i++)
        make_local(&making, i);
    check(OTF2_Archive_CloseDefFiles(making.archive), "closing files of definitions");
    make_definitions(&making);
    if (!making.plain)
        make_markers(&making);
    check(OTF2_Archive_Close(making.archive), "closing the archive");
    return 0;
}
