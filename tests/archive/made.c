/* made.c: see made.h */
#include "made.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct made *made_new(void)
{
    struct made *made = calloc(1, sizeof *made);
    assert(made);
    return made;
}

void made_free(struct made *made)
{
    free(made);
}

struct made_place *made_add_place(struct made *made)
{
    assert(made->place_count < MADE_PLACES);
    struct made_place *place = &made->places[made->place_count];
    struct format_moment start = {MADE_START, MADE_START, UINT64_C(1700000000000000000)};
    place->record = (struct format_place){
        .magic = FORMAT_PLACE_MAGIC,
        .version = FORMAT_VERSION,
        .number = (uint32_t)made->place_count,
        .pid = 4000000 + (uint32_t)made->place_count, /* more than a system has */
        .parent_place = made->place_count - 1,
        .clock = FORMAT_CLOCK_COUNTER,
        .ticks_per_second = 1000000000,
        .start = start,
        .last = start,
        .costs = {.clock = 5 * 1024, .pair = 20 * 1024, .inside = 8 * 1024, .count_pair = 4 * 1024},
        .host = "host",
        .boot = "00000000-0000-0000-0000-000000000000",
        .program = "/home/someone/heat",
        .command = "./heat\0"
                   "500",
    };
    place->regions.header = (struct format_regions_header){
        .magic = FORMAT_REGIONS_MAGIC, .version = FORMAT_VERSION, .used = 1, .strings_used = 1};
    made->place_count++;
    return place;
}

static uint32_t add_string(struct made_place *place, const char *text)
{
    struct format_regions_header *header = &place->regions.header;
    size_t size = strlen(text) + 1;
    if (size == 1)
        return 0;
    uint32_t offset = (uint32_t)header->strings_used;
    assert(offset + size <= MADE_STRINGS);
    memcpy(place->strings + offset, text, size);
    header->strings_used += size;
    return offset;
}

uint32_t made_region(struct made_place *place, struct format_region row, const char *name,
                     const char *file, const char *note)
{
    uint32_t number = (uint32_t)place->regions.header.used++;
    assert(number < MADE_REGIONS);
    row.name = add_string(place, name);
    row.file = add_string(place, file);
    row.dir = *file ? add_string(place, "/home/someone") : 0;
    row.note = add_string(place, note);
    if (!row.mode && row.reason == FORMAT_MEASURED)
        row.mode = TRI_TIME;
    place->regions.rows[number] = row;
    return number;
}

struct made_profile *made_add_profile(struct made_place *place)
{
    assert(place->profile_count < MADE_PROFILES);
    struct made_profile *profile = &place->profiles[place->profile_count++];
    profile->records[0].header = (struct format_header){
        .type = FORMAT_HEADER, .version = FORMAT_VERSION, .magic = FORMAT_PROFILE_MAGIC, .used = 1};
    return profile;
}

static uint32_t add_node(struct made_profile *profile, uint32_t parent, uint32_t region)
{
    uint32_t self = (uint32_t)profile->records[0].header.used++;
    assert(self < MADE_RECORDS && parent < self);
    profile->records[self].node = (struct format_node){
        .type = FORMAT_NODE,
        .region = region,
        .self = self,
        .parent = parent,
        .min = UINT64_MAX,
        .trips_min = UINT64_MAX,
    };
    return self;
}

uint32_t made_lane(struct made_profile *profile, uint32_t number, const char *name, uint64_t start,
                   uint64_t end)
{
    uint32_t self = (uint32_t)profile->records[0].header.used++;
    struct format_lane lane = {
        .type = FORMAT_LANE, .self = self, .start = start, .end = end, .number = number};
    lane.state = end ? FORMAT_LANE_ENDED : FORMAT_LANE_RUNNING;
    lane.tid = 4000000 + number;
    lane.activity = lane.runs = number;
    lane.parent = number ? 0 : FORMAT_NO_ACTIVITY;
    snprintf(lane.name, sizeof lane.name, "%s", name);
    profile->records[self].lane = lane;
    uint32_t root = add_node(profile, self, 0);
    struct format_node *node = &profile->records[root].node;
    node->count = 1;
    node->open = end ? 0 : start;
    node->time = end ? end - start : 0;
    return root;
}

uint32_t made_node(struct made_profile *profile, uint32_t parent, uint32_t region, uint64_t count,
                   uint64_t time)
{
    uint32_t self = add_node(profile, parent, region);
    struct format_node *node = &profile->records[self].node;
    node->count = count;
    node->time = time;
    if (count && time)
        node->min = node->max = time / count;
    return self;
}

uint32_t made_anchor(struct made_profile *profile, uint32_t parent, uint32_t region, uint64_t count,
                     uint64_t time, const uint64_t *values, unsigned sums, unsigned ranges)
{
    uint32_t self = made_node(profile, parent, region, count, time);
    uint32_t all = format_values_count(sums, ranges);
    struct format_header *header = &profile->records[0].header;
    struct format_values *to = &profile->records[header->used].values;
    header->used += format_values_records(all);
    assert(header->used < MADE_RECORDS);
    profile->records[self].node.type = FORMAT_ANCHOR;
    *to = (struct format_values){
        .type = FORMAT_VALUES, .node = self, .sums = (uint16_t)sums, .ranges = (uint16_t)ranges};
    if (all)
        memcpy(to->value, values, all * sizeof *values);
    return self;
}

uint32_t made_light(struct made_place *place, struct format_light light)
{
    struct format_lights_header *header = &place->lights.header;
    if (!header->used)
        *header = (struct format_lights_header){
            .magic = FORMAT_LIGHTS_MAGIC, .version = FORMAT_VERSION, .used = 1};
    assert(header->used < MADE_LIGHTS);
    place->lights.records[header->used] = light;
    return (uint32_t)header->used++;
}

void made_sampled(struct made_profile *profile, uint32_t node, uint64_t untimed, uint64_t visits,
                  uint64_t ticks)
{
    uint64_t self = profile->records[0].header.used++;
    assert(self < MADE_RECORDS);
    profile->records[self].sampled = (struct format_sampled){
        .type = FORMAT_SAMPLED, .node = node, .untimed = untimed, .visits = visits, .ticks = ticks};
}

uint64_t made_object(struct made_place *place, struct format_object object)
{
    struct format_objects_header *header = &place->objects.header;
    if (!header->used)
        *header = (struct format_objects_header){
            .magic = FORMAT_OBJECTS_MAGIC, .version = FORMAT_VERSION, .used = 1};
    assert(header->used < MADE_OBJECTS);
    object.id = header->used++;
    place->objects.records[object.id] = object;
    return object.id;
}

void made_rank(struct made_place *place, uint32_t rank, uint32_t ranks)
{
    struct format_communicators_header *header = &place->communicators.header;
    assert(ranks <= MADE_MEMBERS);
    place->record.rank = rank;
    place->record.ranks = ranks;
    place->record.job = 77;
    *header = (struct format_communicators_header){
        .magic = FORMAT_COMMUNICATORS_MAGIC, .version = FORMAT_VERSION, .used = 3};
    place->communicators.records[1] = (struct format_communicator){
        .kind = FORMAT_COMMUNICATOR_INTRA,
        .rank = rank,
        .size = ranks,
        .members = rank ? FORMAT_NO_MEMBERS : 0,
        .made = MADE_START,
    };
    place->communicators.records[2] = (struct format_communicator){
        .id = (uint64_t)(rank + 1) << 32,
        .kind = FORMAT_COMMUNICATOR_INTRA,
        .size = 1,
        .members = FORMAT_NO_MEMBERS,
        .made = MADE_START,
    };
    for (uint32_t i = 0; !rank && i < ranks; i++)
        place->members[header->members_used++] = i;
}

static void add_record(struct made_place *place, uint64_t start, uint64_t rest)
{
    struct made_log *log = &place->log;
    log->head.header = (struct format_events){.magic = FORMAT_EVENTS_MAGIC,
                                              .version = FORMAT_VERSION,
                                              .kinds = FORMAT_EVENTS_ALL,
                                              .keep = FORMAT_KEEP_FIRST,
                                              .pieces = 1};
    place->record.events = FORMAT_EVENTS_ALL;
    log->piece.sequence = 1;
    assert(place->event_count < MADE_EVENTS);
    log->records[place->event_count++] = (struct format_event){start, rest};
}

void made_act(struct made_place *place, uint32_t node, uint64_t start, uint32_t length)
{
    add_record(place, start, format_event_rest(FORMAT_EVENT_ACT, node, length));
}

void made_more(struct made_place *place, uint32_t node, uint64_t start)
{
    add_record(place, start, format_event_rest(FORMAT_EVENT_MORE, node, 0));
}

void made_never(struct made_place *place, uint32_t node, uint64_t start)
{
    add_record(place, start, format_event_rest(FORMAT_EVENT_NEVER, node, 0));
}

void made_value(struct made_place *place, enum format_value kind, uint64_t value)
{
    add_record(place, value, format_event_rest(FORMAT_EVENT_VALUE, kind, 0));
}

struct format_lane *made_lane_of(struct made_profile *profile, uint32_t root)
{
    return &profile->records[profile->records[root].node.parent].lane;
}

uint32_t made_open(struct made_profile *profile, uint32_t parent, uint32_t region, uint64_t start)
{
    uint32_t node = made_node(profile, parent, region, 1, 0);
    made_at(profile, node)->open = start;
    return node;
}

struct format_node *made_at(struct made_profile *profile, uint32_t node)
{
    return &profile->records[node].node;
}

static void add_file(struct made *made, size_t *count, const char *path, const void *data,
                     size_t size)
{
    snprintf(made->paths[*count], sizeof made->paths[0], "%s", path);
    made->files[*count] = (struct archive_folder_memory_file){made->paths[*count], data, size};
    ++*count;
}

static void add_place_files(struct made *made, size_t *count, int number)
{
    struct made_place *place = &made->places[number];
    char path[64];
    snprintf(path, sizeof path, "places/%d/place", number);
    add_file(made, count, path, &place->record, sizeof place->record);
    snprintf(path, sizeof path, "places/%d/regions", number);
    add_file(made, count, path, &place->regions,
             place->regions.header.used * sizeof(struct format_region));
    snprintf(path, sizeof path, "places/%d/strings", number);
    add_file(made, count, path, place->strings, place->regions.header.strings_used);
    snprintf(path, sizeof path, "places/%d/lights", number);
    if (place->lights.header.used)
        add_file(made, count, path, &place->lights,
                 place->lights.header.used * sizeof(struct format_light));
    snprintf(path, sizeof path, "places/%d/objects", number);
    if (place->objects.header.used)
        add_file(made, count, path, &place->objects,
                 place->objects.header.used * sizeof(struct format_object));
    snprintf(path, sizeof path, "places/%d/communicators", number);
    if (place->communicators.header.used)
        add_file(made, count, path, &place->communicators,
                 place->communicators.header.used * sizeof(struct format_communicator));
    snprintf(path, sizeof path, "places/%d/members", number);
    if (place->communicators.header.members_used)
        add_file(made, count, path, place->members,
                 place->communicators.header.members_used * sizeof place->members[0]);
    snprintf(path, sizeof path, "places/%d/events-0", number);
    if (place->event_count)
        add_file(made, count, path, &place->log, sizeof place->log);
    for (int i = 0; i < place->profile_count; i++) {
        snprintf(path, sizeof path, "places/%d/profile-%d", number, i);
        add_file(made, count, path, &place->profiles[i],
                 place->profiles[i].records[0].header.used * FORMAT_RECORD_SIZE);
    }
}

struct archive_folder made_folder(struct made *made)
{
    size_t count = 0;
    if (made->run)
        add_file(made, &count, "run.json", made->run, strlen(made->run));
    for (int i = 0; i < made->place_count; i++)
        add_place_files(made, &count, i);
    return (struct archive_folder){.files = made->files, .file_count = count};
}

void made_write(struct made *made, const char *path)
{
    struct archive_folder folder = made_folder(made);
    for (size_t i = 0; i < folder.file_count; i++) {
        char full[4096];
        int size = snprintf(full, sizeof full, "%s/%s", path, folder.files[i].path);
        assert(size > 0 && size < (int)sizeof full);
        for (char *slash = strchr(full + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
            *slash = '\0';
            if (mkdir(full, 0777) && errno != EEXIST)
                perror(full);
            *slash = '/';
        }
        FILE *file = fopen(full, "w");
        assert(file);
        fwrite(folder.files[i].data, 1, folder.files[i].size, file);
        fclose(file);
    }
}
