/* profile.c: reads the profiles of a process: lanes and the nodes of their trees. */
#include "archive/raw/raw.h"

#include "archive/live/liveness.h"
#include "archive/raw/dropped.h"
#include "archive/raw/lights.h"
#include "archive/table/schema.h"
#include "format/profile.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

union record {
    uint32_t type;
    struct format_header header;
    struct format_lane lane;
    struct format_node node;
    struct format_values values;
    struct format_sampled sampled;
    uint64_t numbers[FORMAT_VALUES_MORE];
};

enum {
    CHUNK = 2048,                              /* records read at a time */
    NUMBERS_MOST = 2 * FORMAT_VALUES_MOST + 3, /* values of an anchor, with a repetition */
};

#define CALLED_FIRST UINT32_C(0x80000000) /* above the number of any region */

/* The result of reading a record: a node, a lane, or nothing. */
struct fate {
    uint32_t row;
    uint8_t type; /* enum format_record */
    /* If functions were counted in binaries: the record of the context that a crossing stands for,
     * and its loop (FORMAT_CROSSING_LOOP); 0: it is a visit, or the root. Of a visit, the number of
     * the node around it that a context visited; 0: it is the root. */
    uint32_t context, loop, top;
};

struct profile {
    struct archive_raw_reader *reader;
    struct archive_raw_place *place;
    struct archive_raw_loops *loops; /* NULL: nothing was counted in binaries */
    struct archive_folder_file file;
    uint32_t number; /* K of profile-K */
    struct fate *fates;
    size_t room, done;
    struct pairs nodes;  /* (parent's row, region or number in `called`) -> row */
    struct pairs called; /* (region, callers) -> a number for both, from CALLED_FIRST on */
    struct archive_event_log *log; /* NULL: none */
    struct format_header header;
    struct lights_met lights;
    struct lights_values head; /* header of the values that are being read */
    uint64_t values[NUMBERS_MOST];
    uint32_t value_count, value_records; /* values read so far; records of values still to come */
    uint32_t value_most;                 /* the number of values, with a repetition */
};

static void seen(struct archive_raw_place *place, uint64_t tick)
{
    if (tick > place->latest && place->record.clock != FORMAT_CLOCK_CPU)
        place->latest = tick;
}

/* Finds the log of a profile. To be called before the profile is read: then every visit that has
 * ended by that time is in the log. */
static size_t find_log(const struct archive_raw_reader *reader, struct archive_raw_place *place,
                       uint32_t file)
{
    bool bad;
    struct archive_events *events = reader->archive->events;
    struct archive_event_log *log =
        archive_events_add(events, place->record.number, file, place->record.events, &bad);
    place->bad_files += bad;
    if (!log)
        return 0;
    log->place = (uint32_t)(place - reader->places);
    log->moments = place->moments;
    log->seen = archive_ticks_tick(&place->moments, archive_process_now());
    return events->count;
}

/* Gives the log the rows that the profile's records became. */
static void tell_log(struct profile *profile, struct archive_event_log *log)
{
    const struct archive_raw_place *place = profile->place;
    log->node_count = profile->done;
    log->nodes = memory_zeroed(profile->done + 1, sizeof *log->nodes);
    for (size_t i = 0; i < profile->done; i++)
        log->nodes[i] =
            profile->fates[i].type == FORMAT_NODE ? profile->fates[i].row : ARCHIVE_NONE;
    log->region_count = place->region_count;
    log->regions = memory_zeroed(place->region_count + 1, sizeof *log->regions);
    memcpy(log->regions, place->rows, place->region_count * sizeof *log->regions);
    log->end_lane = (uint32_t)profile->reader->archive->lanes.rows;
}

/* Raises the latest tick of the place to the newest end in its log: a visit whose end is unknown
 * ended no earlier. */
static void see_newest(struct profile *profile)
{
    size_t count;
    if (profile->place->record.end)
        return;
    struct archive_event_act *acts =
        archive_event_log_newest(profile->reader->archive->events, profile->log, &count);
    for (size_t i = 0; i < count; i++)
        seen(profile->place, acts[i].end);
    free(acts);
}

static void add_log_row(struct archive *archive, const struct archive_event_log *log,
                        const struct raw_dropped *dropped)
{
    const struct format_events *header = &log->header;
    size_t row = archive->logs.rows;
    bool ring = header->keep == FORMAT_KEEP_LAST && header->limit;
    uint64_t lost = ring ? number_minus(header->written, header->limit) : 0;
    archive_schema_add_rows(archive, SCHEMA_LOGS, 1);
    struct archive_logs *all = &archive->logs;
    all->place[row] = log->place;
    all->number[row] = log->file;
    all->kinds[row] = header->kinds;
    all->keep[row] = header->keep;
    all->limit[row] = number_scale(header->limit, FORMAT_PIECE_SIZE, 1);
    all->dropped[row] = dropped->acts;
    all->lost[row] = number_scale(lost, FORMAT_PIECE_SIZE, 1);
    all->error[row] = dropped->error;
}

/* Orders profile-2 before profile-10. */
static int by_number(const void *a, const void *b)
{
    const char *left = *(char *const *)a, *right = *(char *const *)b;
    size_t left_size = strlen(left), right_size = strlen(right);
    if (left_size != right_size)
        return left_size < right_size ? -1 : 1;
    return strcmp(left, right);
}

static void put_in_order(char **names)
{
    size_t count = 0;
    while (names[count])
        count++;
    if (count)
        qsort(names, count, sizeof *names, by_number);
}

/* True if the header of a profile is not published yet, because its thread is just starting. The
 * type is published last. */
static bool is_just_made(const struct archive_raw_place *place, const union record *first,
                         size_t size)
{
    bool blank = !size || (size == sizeof *first && !first->type && first->header.used <= 1);
    return blank && archive_process_is_alive(&place->record);
}

void archive_raw_find_profiles(const struct archive_raw_reader *reader,
                               struct archive_raw_place *place)
{
    static const char prefix[] = "profile-";
    char path[RAW_PATH];
    size_t files_room = 0, used_room = 0, logs_room = 0;
    snprintf(path, sizeof path, "places/%u", place->record.number);
    char **names = archive_folder_names(reader->folder, path);
    put_in_order(names);
    for (char **name = names; *name; name++) {
        char *end = NULL;
        if (strncmp(*name, prefix, sizeof prefix - 1) != 0)
            continue;
        const char *digits = *name + sizeof prefix - 1;
        unsigned long long number =
            isdigit((unsigned char)*digits) ? strtoull(digits, &end, 10) : 0;
        struct archive_folder_file file;
        union record first;
        snprintf(path, sizeof path, "places/%u/profile-%u", place->record.number, (uint32_t)number);
        if (!end || *end || number > UINT32_MAX ||
            !archive_folder_open(reader->folder, path, &file)) {
            place->bad_files++;
            continue;
        }
        size_t size = archive_folder_read(&file, 0, &first, sizeof first);
        archive_folder_close(&file);
        if (is_just_made(place, &first, size))
            continue;
        if (size != sizeof first || first.type != FORMAT_HEADER ||
            first.header.magic != FORMAT_PROFILE_MAGIC ||
            !format_is_readable(first.header.version)) {
            place->bad_files++;
            continue;
        }
        size_t i = place->file_count++;
        place->files = memory_grow(place->files, &files_room, i + 1, sizeof *place->files);
        place->used = memory_grow(place->used, &used_room, i + 1, sizeof *place->used);
        place->files[i] = (uint32_t)number;
        place->used[i] = first.header.used;
        place->making = number_add(place->making, first.header.making);
        place->logs = memory_grow(place->logs, &logs_room, i + 1, sizeof *place->logs);
        place->logs[i] = find_log(reader, place, (uint32_t)number);
    }
    archive_folder_free_names(names);
}

static void add_wait(struct profile *profile, uint32_t lane, size_t record, uint64_t object)
{
    struct archive_raw_place *place = profile->place;
    place->waits =
        memory_grow(place->waits, &place->wait_room, place->wait_count + 1, sizeof *place->waits);
    place->waits[place->wait_count++] = (struct archive_raw_wait){
        .lane = lane, .file = profile->number, .record = record, .object = object};
}

static struct fate add_lane(struct profile *profile, const struct format_lane *raw, size_t index)
{
    struct archive_raw_reader *reader = profile->reader;
    if (raw->self != index) {
        profile->place->bad_records++;
        return (struct fate){0, FORMAT_NONE, 0, 0, 0};
    }
    size_t row = reader->archive->lanes.rows;
    archive_schema_add_rows(reader->archive, SCHEMA_LANES, 1);
    struct archive_lanes *all = &reader->archive->lanes;
    all->place[row] = (uint32_t)(profile->place - reader->places);
    all->number[row] = raw->number;
    all->name[row] = archive_raw_field(reader, raw->name, sizeof raw->name);
    all->tid[row] = raw->tid;
    all->start[row] = raw->start; /* ticks, until archive_raw_close_visits */
    all->end[row] = raw->state == FORMAT_LANE_ENDED ? raw->end : 0;
    all->forked[row] = raw->inherited != 0;
    all->ended[row] = raw->state == FORMAT_LANE_ENDED;
    all->pool[row] = raw->flags & FORMAT_LANE_POOL ? 1 : 0;
    all->activity[row] = raw->activity;
    all->parent[row] = raw->parent == FORMAT_NO_ACTIVITY ? ARCHIVE_NONE : raw->parent;
    all->runs[row] = raw->runs;
    all->peer[row] = raw->peer - 1; /* 0 becomes ARCHIVE_NONE */
    all->tag[row] = raw->tag;
    all->communicator[row] = format_lane_communicator(raw->flags);
    all->filtered[row] = raw->filtered;
    all->cpu[row] = raw->cpu - 1; /* 0 becomes ARCHIVE_UNKNOWN */
    all->cpu_in_mpi[row] = raw->cpu_in_mpi - 1;
    all->queued[row] = raw->queued - 1;
    if (raw->waits_for && !all->ended[row])
        add_wait(profile, (uint32_t)row, index, raw->waits_for);
    seen(profile->place, raw->start);
    seen(profile->place, all->end[row]);
    return (struct fate){(uint32_t)row, FORMAT_LANE, 0, 0, 0};
}

static void set_node(struct archive_nodes *all, size_t row, const struct archive_ticks *moments,
                     const struct format_node *raw)
{
    bool measured = raw->min != UINT64_MAX;
    all->visits[row] = number_add(all->visits[row], raw->count);
    all->inclusive_time[row] =
        number_add(all->inclusive_time[row], archive_ticks_ns(moments, raw->time));
    uint64_t min = measured ? archive_ticks_ns(moments, raw->min) : ARCHIVE_UNKNOWN;
    uint64_t max = measured ? archive_ticks_ns(moments, raw->max) : 0;
    if (min < all->time_min[row])
        all->time_min[row] = min;
    if (max > all->time_max[row])
        all->time_max[row] = max;
    all->trips[row] = number_add(all->trips[row], raw->trips);
    if (raw->trips_min < all->trips_min[row])
        all->trips_min[row] = raw->trips_min;
    if (raw->trips_max > all->trips_max[row])
        all->trips_max[row] = raw->trips_max;
    all->bytes[row] = number_add(all->bytes[row], raw->bytes);
    all->aborted[row] = number_add(all->aborted[row], raw->aborted);
}

/* Counts an open visit, and notes the tick at which the timed one began; archive_raw_close_visits
 * converts it to a time. */
static void set_open(struct archive_nodes *all, size_t row, struct archive_raw_place *place,
                     uint64_t open)
{
    if (!open)
        return;
    all->unfinished[row]++;
    if (open == FORMAT_OPEN_UNTIMED)
        return;
    seen(place, open);
    if (!all->unfinished_time[row] || open < all->unfinished_time[row])
        all->unfinished_time[row] = open;
}

/* Finds the parent and the lane of a node. False if the record makes no sense. */
static bool locate(const struct profile *profile, const struct format_node *raw, size_t index,
                   uint32_t *parent, uint32_t *lane)
{
    const struct archive_raw_place *place = profile->place;
    if (raw->self != index || raw->parent >= index ||
        raw->region >= place->region_count + !place->region_count)
        return false;
    struct fate above = profile->fates[raw->parent];
    *parent = above.type == FORMAT_NODE ? above.row : ARCHIVE_NONE;
    if (above.type == FORMAT_NONE || (above.type == FORMAT_LANE) != (raw->region == 0))
        return false;
    *lane = above.type == FORMAT_LANE ? above.row : profile->reader->archive->nodes.lane[above.row];
    return place->rows[raw->region] != ARCHIVE_NONE;
}

/* Adds an open visit to the acts of the log, if its kind is logged. */
static void add_open(struct archive_event_log *log, uint32_t kind, uint32_t node, uint64_t tick)
{
    if (!(log->header.kinds & format_events_of(kind)))
        return;
    log->open = memory_grow(log->open, &log->open_room, log->open_count + 1, sizeof *log->open);
    log->open[log->open_count++] = (struct archive_event_act){.start = tick,
                                                              .end = EVENT_UNFINISHED,
                                                              .trips = ARCHIVE_UNKNOWN,
                                                              .node = node,
                                                              .activity = ARCHIVE_NONE,
                                                              .holder = ARCHIVE_NONE,
                                                              .flags = ARCHIVE_ACT_UNFINISHED};
}

/* Returns a number that stands for a region in `nodes`; a call site with different callers becomes
 * different nodes. */
static uint32_t node_key(struct profile *profile, uint32_t region, uint32_t callers)
{
    if (!callers)
        return region;
    return pairs_add(&profile->called, region, callers,
                     CALLED_FIRST + (uint32_t)profile->called.used);
}

/* Returns the number of visits that have ended. One that began before a fork is not counted in the
 * child. */
static uint64_t ended(const struct format_node *raw)
{
    bool inherited = !raw->count && !raw->open && (raw->aborted || raw->min != UINT64_MAX);
    return inherited ? 1 : number_minus(raw->count, raw->open != 0);
}

/* Counts visits of a region of which none is logged. */
static void add_filtered(struct archive_lanes *lanes, uint32_t lane, uint64_t visits)
{
    if (!visits)
        return;
    uint64_t before = lanes->filtered[lane];
    bool is_negative = before > INT64_MAX;
    lanes->filtered[lane] = is_negative ? before + visits : number_add(before, visits);
    raw_filtered_always(lanes, lane);
}

/* A lane's count of filtered acts is below 0 if a filter that was sent later logged acts of regions
 * whose visits all count as filtered. With these visits, it is not, unless the file is damaged. */
static void end_filtered(struct archive_lanes *lanes, size_t first)
{
    for (size_t i = first; i < lanes->rows; i++) {
        if (lanes->filtered[i] > INT64_MAX)
            lanes->filtered[i] = 0;
    }
}

/* Adds a record that tells where calls crossed between regions with probes and functions that were
 * counted in binaries. */
static struct fate add_crossing(struct profile *profile, const struct format_node *raw,
                                size_t index)
{
    struct fate none = {0, FORMAT_NONE, 0, 0, 0};
    struct fate above = raw->parent < index ? profile->fates[raw->parent] : none;
    uint32_t number = raw->region & FORMAT_CROSSING_NUMBER;
    bool is_loop = raw->region & FORMAT_CROSSING_LOOP, is_back = raw->region & FORMAT_CROSSING_BACK;
    if (raw->self != index || above.type != FORMAT_NODE || !number ||
        (is_loop && (is_back || !above.context))) {
        profile->place->bad_records++;
        return none;
    }
    if (!profile->loops)
        return above;
    if (is_back) {
        archive_raw_crossing_back(profile->loops, number, above.row, above.top);
        return none;
    }
    struct fate fate = {0, FORMAT_NODE, is_loop ? above.context : number, is_loop ? number : 0, 0};
    fate.row = archive_raw_crossing_row(profile->loops, fate.context, fate.loop);
    return fate.row == ARCHIVE_NONE ? above : fate;
}

/* Returns the number of the node around a new one, or itself, that a context visited. */
static uint32_t top_of(struct profile *profile, const struct fate *above, uint32_t row)
{
    bool is_inside = above->type != FORMAT_NODE || (!above->context && above->top);
    if (!profile->loops || is_inside)
        return above->type == FORMAT_NODE ? above->top : 0;
    return archive_raw_crossing_top(profile->loops, row, above->context, above->loop);
}

static struct fate add_node(struct profile *profile, const struct format_node *raw, size_t index)
{
    if (format_is_crossing(raw->region))
        return add_crossing(profile, raw, index);
    struct archive *archive = profile->reader->archive;
    struct archive_raw_place *place = profile->place;
    uint32_t parent, lane;
    size_t row = archive->nodes.rows;
    if (row >= ARCHIVE_NONE - 1 || !locate(profile, raw, index, &parent, &lane)) {
        place->bad_records++;
        return (struct fate){0, FORMAT_NONE, 0, 0, 0};
    }
    const struct fate above = profile->fates[raw->parent];
    uint32_t region = place->rows[raw->region];
    uint32_t callers = place->callers[raw->region];
    bool is_loop = archive->regions.kind[region] == TRI_KIND_LOOP;
    if (place->facts[raw->region] & RAW_CARRIER) { /* its visits belong to the node around it */
        lights_meet_node(&profile->lights, raw, parent, is_loop);
        return above;
    }
    uint32_t found =
        parent == ARCHIVE_NONE
            ? pairs_add(&profile->nodes, ARCHIVE_NONE, lane, (uint32_t)row)
            : pairs_add(&profile->nodes, parent, node_key(profile, region, callers), (uint32_t)row);
    struct archive_nodes *all = &archive->nodes;
    if (found == row) {
        archive_raw_new_node(profile->reader);
        all->lane[row] = lane;
        all->parent[row] = parent;
        all->region[row] = region;
        all->callers[row] = callers;
        all->timed[row] = ARCHIVE_TIMED;
        all->time_min[row] = ARCHIVE_UNKNOWN;
        all->trips_min[row] = ARCHIVE_UNKNOWN;
    }
    bool file =
        archive->regions.kind[region] == TRI_KIND_FILE; /* timed only if its I/O statement is */
    if (place->facts[raw->region] & RAW_UNTIMED || (file && !all->timed[parent]))
        all->timed[found] = ARCHIVE_UNTIMED;
    set_node(all, found, &place->moments, raw);
    set_open(all, found, place, raw->open);
    bool filtered = place->facts[raw->region] & RAW_FILTERED;
    if (filtered && !(place->facts[raw->region] & RAW_UNTIMED))
        add_filtered(&archive->lanes, lane, ended(raw));
    if (profile->log && raw->open > FORMAT_OPEN_UNTIMED && !filtered)
        add_open(profile->log, archive->regions.kind[region], found, raw->open);
    lights_meet_node(&profile->lights, raw, found, is_loop);
    if (profile->loops && parent == ARCHIVE_NONE)
        archive_raw_tell_root(profile->loops, lane, found);
    return (struct fate){found, FORMAT_NODE, 0, 0, top_of(profile, &above, found)};
}

/* Adds the sums of the repeated visits behind the values that were read. */
static void add_repeated(struct profile *profile)
{
    uint32_t count = format_values_count(profile->head.sums, profile->head.ranges);
    const struct format_repetition *repetition =
        (const struct format_repetition *)(profile->values + count);
    for (uint32_t i = 0; i < profile->head.sums && count < profile->value_most; i++)
        profile->values[i] =
            number_add(profile->values[i], number_scale(repetition->visits, repetition->sum[i], 1));
}

static void add_values(struct profile *profile, const uint64_t *values, uint32_t count)
{
    assert(profile->value_records > 0);
    if (count > profile->value_most - profile->value_count)
        count = profile->value_most - profile->value_count;
    memcpy(profile->values + profile->value_count, values, count * sizeof *values);
    profile->value_count += count;
    if (--profile->value_records)
        return;
    add_repeated(profile);
    lights_meet_values(&profile->lights, &profile->head, profile->values);
}

/* Starts reading the values of the anchor in the record before. */
static void begin_values(struct profile *profile, const struct format_values *head, size_t index)
{
    uint32_t count = format_values_count(head->sums, head->ranges);
    if (head->node != index - 1 || profile->fates[index - 1].type != FORMAT_NODE ||
        count > FORMAT_VALUES_MOST) {
        profile->place->bad_records++;
        return;
    }
    profile->head = (struct lights_values){head->node, head->lost, head->sums, head->ranges};
    profile->value_count = 0;
    profile->value_most = format_values_numbers(head->type, head->sums, head->ranges);
    profile->value_records = format_values_records(profile->value_most);
    add_values(profile, head->value, FORMAT_VALUES_FIRST);
}

static void add_sampled(struct profile *profile, const struct format_sampled *raw, size_t index)
{
    if (raw->node < index && profile->fates[raw->node].type == FORMAT_NODE)
        lights_meet_sampled(&profile->lights, raw, profile->fates[raw->node].row,
                            &profile->reader->archive->nodes, &profile->place->moments);
    else
        profile->place->bad_records++;
}

static void add_record(struct profile *profile, const union record *record)
{
    size_t index = profile->done++;
    struct fate fate = {0, FORMAT_NONE, 0, 0, 0};
    if (profile->value_records) /* the following records of values have no header */
        add_values(profile, record->numbers, FORMAT_VALUES_MORE);
    else if (record->type == FORMAT_HEADER && index == 0)
        profile->header = record->header;
    else if (record->type == FORMAT_LANE)
        fate = add_lane(profile, &record->lane, index);
    else if (record->type == FORMAT_NODE || record->type == FORMAT_ANCHOR)
        fate = add_node(profile, &record->node, index);
    else if ((record->type == FORMAT_VALUES || record->type == FORMAT_REPEATED) && index > 0)
        begin_values(profile, &record->values, index);
    else if (record->type == FORMAT_SAMPLED)
        add_sampled(profile, &record->sampled, index);
    else if (record->type != FORMAT_NONE && index > 0)
        profile->place->bad_records++;
    profile->fates[index] = fate;
}

static void read_records(struct profile *profile, uint64_t used)
{
    union record *chunk = memory_zeroed(CHUNK, sizeof *chunk);
    while (profile->done < used) {
        uint64_t want = used - profile->done < CHUNK ? used - profile->done : CHUNK;
        size_t size = archive_folder_read(&profile->file, profile->done * (uint64_t)sizeof chunk[0],
                                          chunk, (size_t)want * sizeof chunk[0]);
        size_t got = size / sizeof chunk[0];
        if (!got)
            break;
        profile->fates = memory_grow(profile->fates, &profile->room, profile->done + got,
                                     sizeof *profile->fates);
        for (size_t i = 0; i < got; i++)
            add_record(profile, &chunk[i]);
    }
    free(chunk);
}

void archive_raw_read_profiles(struct archive_raw_reader *reader, struct archive_raw_place *place,
                               struct archive_raw_loops *loops)
{
    struct raw_lights lights;
    raw_lights_read(reader, place, &lights);
    place->first_lane = reader->archive->lanes.rows;
    place->first_node = reader->archive->nodes.rows;
    seen(place, place->record.start.ticks);
    seen(place, place->record.last.ticks);
    for (size_t i = 0; i < place->file_count; i++) {
        char path[RAW_PATH];
        struct profile profile = {
            .reader = reader, .place = place, .loops = loops, .number = place->files[i]};
        if (loops)
            archive_raw_begin_crossings(loops, i);
        profile.lights.lights = &lights;
        struct archive_events *events = reader->archive->events;
        if (place->logs[i]) {
            profile.log = &events->logs[place->logs[i] - 1];
            profile.log->first_lane = profile.log->end_lane = (uint32_t)reader->archive->lanes.rows;
        }
        snprintf(path, sizeof path, "places/%u/profile-%u", place->record.number, place->files[i]);
        if (!archive_folder_open(reader->folder, path, &profile.file)) {
            place->bad_files++;
            continue;
        }
        size_t first_lane = reader->archive->lanes.rows;
        read_records(&profile, place->used[i]);
        lights_expand(&profile.lights, reader, place, &profile.nodes);
        end_filtered(&reader->archive->lanes, first_lane);
        raw_filtered_tell(reader->archive, first_lane, &profile.header, place);
        if (profile.log) {
            tell_log(&profile, profile.log);
            struct raw_dropped dropped = raw_dropped_find(events, profile.log, &profile.header);
            raw_dropped_tell(reader->archive, profile.log->first_lane, &dropped);
            add_log_row(reader->archive, profile.log, &dropped);
            see_newest(&profile);
        }
        archive_folder_close(&profile.file);
        free(profile.fates);
        pairs_free(&profile.nodes);
        pairs_free(&profile.called);
        lights_met_free(&profile.lights);
    }
    raw_lights_free(&lights);
}
