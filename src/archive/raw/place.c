/* place.c: reads the descriptions of the measured processes. */
#include "archive/raw/raw.h"

#include "archive/live/liveness.h"
#include "archive/table/schema.h"
#include "archive/time/clocks.h"
#include "util/buffer.h"
#include "util/memory.h"
#include "util/number.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t archive_raw_field(struct archive_raw_reader *reader, const char *field, size_t size)
{
    return interned_add(reader->strings, field, strnlen(field, size));
}

/* Reads a number without leading zeros, so that each number has one name. */
static bool number_of(const char *name, uint32_t *number)
{
    char *end;
    if (!isdigit((unsigned char)*name) || (*name == '0' && name[1]))
        return false;
    unsigned long long value = strtoull(name, &end, 10);
    *number = (uint32_t)value;
    return !*end && value < UINT32_MAX;
}

static bool read_record(struct archive_raw_reader *reader, uint32_t number,
                        struct format_place *record)
{
    char path[RAW_PATH];
    struct archive_folder_file file;
    snprintf(path, sizeof path, "places/%u/place", number);
    if (!archive_folder_open(reader->folder, path, &file))
        return false;
    size_t size = archive_folder_read(&file, 0, record, sizeof *record);
    archive_folder_close(&file);
    if (size != sizeof *record || record->magic != FORMAT_PLACE_MAGIC)
        return false;
    if (record->version > FORMAT_VERSION)
        reader->newer = true;
    return format_is_readable(record->version);
}

static int by_number(const void *a, const void *b)
{
    const struct archive_raw_place *left = a, *right = b;
    return left->record.number < right->record.number ? -1
                                                      : left->record.number > right->record.number;
}

static bool is_rank(const struct archive_raw_place *place)
{
    return place->record.ranks && place->record.rank < place->record.ranks;
}

static int by_job(const void *a, const void *b)
{
    const struct archive_raw_place *left = a, *right = b;
    if (left->record.job != right->record.job)
        return left->record.job < right->record.job ? -1 : 1;
    return by_number(a, b);
}

static int by_rank(const void *a, const void *b)
{
    const struct archive_raw_place *left = a, *right = b;
    if (is_rank(left) != is_rank(right))
        return is_rank(left) ? -1 : 1;
    if (is_rank(left) && left->job_first != right->job_first)
        return left->job_first < right->job_first ? -1 : 1;
    if (is_rank(left) && left->record.rank != right->record.rank)
        return left->record.rank < right->record.rank ? -1 : 1;
    return by_number(a, b);
}

static int by_name(const void *a, const void *b)
{
    const struct archive_raw_place *left = a, *right = b;
    bool has_left = left->record.name && !is_rank(left),
         has_right = right->record.name && !is_rank(right);
    if (has_left != has_right)
        return has_left ? -1 : 1;
    if (left->record.name != right->record.name)
        return left->record.name < right->record.name ? -1 : 1;
    return by_number(a, b);
}

/* Gives ranks to places that only have names by which others know them, such as the tasks of PVM,
 * in the order of these names, unless there are ranks already. */
static void rank_names(struct archive_raw_reader *reader)
{
    struct archive_raw_place *places = reader->places;
    size_t count = 0;
    for (size_t i = 0; i < reader->place_count; i++) {
        if (is_rank(&places[i]))
            return;
        count += places[i].record.name != 0;
    }
    if (!count)
        return;
    qsort(places, reader->place_count, sizeof *places, by_name);
    for (size_t i = 0; i < count; i++) {
        places[i].record.rank = (uint32_t)i;
        places[i].record.ranks = (uint32_t)count;
        places[i].record.job = ARCHIVE_NAMED_JOB;
    }
}

/* Sorts the places: ranks of a job stand together, and the job with the smallest place number comes
 * first. */
static void order_ranks(struct archive_raw_reader *reader)
{
    struct archive_raw_place *places = reader->places;
    size_t count = reader->place_count;
    if (!count)
        return;
    rank_names(reader);
    qsort(places, count, sizeof *places, by_job);
    for (size_t i = 0; i < count; i++) {
        bool same = i && places[i].record.job == places[i - 1].record.job;
        places[i].job_first = same ? places[i - 1].job_first : places[i].record.number;
    }
    qsort(places, count, sizeof *places, by_rank);
}

/* Identifies a process. */
struct process_key {
    uint64_t start;
    uint32_t pid;
    char boot[sizeof((struct format_place *)0)->boot];
};

/* Finds the places that exec ended: the process continues as another place, and the earlier one
 * ended when that one began. */
static void find_replaced(struct archive_raw_reader *reader)
{
    struct interned *keys = interned_new();
    uint64_t *began =
        memory_zeroed(reader->place_count, sizeof *began); /* by key: start of the next place */
    for (size_t i = reader->place_count; i-- > 0;) {
        const struct format_place *record = &reader->places[i].record;
        struct process_key key;
        memset(&key, 0, sizeof key); /* also the padding: keys are compared as bytes */
        key.start = record->process_start;
        key.pid = record->pid;
        memcpy(key.boot, record->boot, sizeof key.boot);
        uint32_t number = interned_add(keys, &key, sizeof key);
        reader->places[i].replaced_at = began[number];
        began[number] = record->start.monotonic;
    }
    free(began);
    interned_free(keys);
}

/* Counts numbers that processes have drawn (measure/folder.c) and that no place has. */
static uint64_t count_missing(const struct archive_raw_reader *reader, char *const *names)
{
    enum { MOST = 1 << 20 };
    struct archive_folder_file file;
    uint32_t number;
    uint64_t found = 0;
    if (!archive_folder_open(reader->folder, "places/next", &file))
        return 0;
    uint64_t drawn = file.size;
    archive_folder_close(&file);
    for (; *names; names++)
        found += number_of(*names, &number) && number < drawn;
    return drawn <= MOST && found < drawn ? drawn - found : 0;
}

void archive_raw_find_places(struct archive_raw_reader *reader)
{
    size_t room = 0;
    char **names = archive_folder_names(reader->folder, "places");
    for (char **name = names; *name; name++) {
        uint32_t number;
        struct archive_raw_place place = {0};
        if (!number_of(*name, &number))
            continue;
        if (!read_record(reader, number, &place.record)) {
            reader->skipped++;
            continue;
        }
        place.record.number = number; /* other files are found by the folder's name */
        place.moments = archive_ticks_of(&place.record);
        reader->places =
            memory_grow(reader->places, &room, reader->place_count + 1, sizeof *reader->places);
        reader->places[reader->place_count++] = place;
    }
    reader->missing = count_missing(reader, names);
    archive_folder_free_names(names);
    if (reader->place_count)
        qsort(reader->places, reader->place_count, sizeof *reader->places, by_number);
    find_replaced(reader);
    order_ranks(reader);
    archive_clocks_find(reader);
}

static enum archive_place_state state_of(const struct archive_raw_place *place)
{
    if (place->record.state == FORMAT_PLACE_STOPPED)
        return ARCHIVE_STOPPED;
    if (place->record.state == FORMAT_PLACE_EXITED)
        return ARCHIVE_ENDED;
    if (place->replaced_at)
        return ARCHIVE_REPLACED;
    return place->alive ? ARCHIVE_RUNNING : ARCHIVE_UNFINISHED;
}

/* Joins the arguments, which have zero bytes between them. */
static uint32_t command_of(struct archive_raw_reader *reader, const struct format_place *record)
{
    struct buffer line = {0};
    const char *all = record->command;
    size_t room = sizeof record->command;
    while (room && *all) {
        size_t size = strnlen(all, room);
        if (line.used)
            buffer_add(&line, " ");
        buffer_add_bytes(&line, all, size);
        size_t step = size < room ? size + 1 : size;
        all += step;
        room -= step;
    }
    uint32_t text = interned_add(reader->strings, line.text ? line.text : "", line.used);
    buffer_free(&line);
    return text;
}

static uint32_t damage_of(struct archive_raw_reader *reader, const struct archive_raw_place *place)
{
    struct buffer text = {0};
    const struct {
        uint64_t count;
        const char *what;
    } kinds[] = {
        {place->bad_files, "unreadable files"},
        {place->truncated_files, "truncated files"},
        {place->lost_files, "missing event logs"},
        {place->lost_lanes, "missing lanes"},
        {place->changed_files, "files changed after the run"},
        {place->bad_regions, "damaged regions"},
        {place->bad_records, "damaged profile records"},
        {place->bad_communicators, "damaged communicators"},
        {place->bad_plans, "unreadable plans of binaries"},
        {place->bad_contexts, "damaged contexts of loops"},
        {place->bad_flows, "contexts whose counters contradict each other"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].count)
            buffer_printf(&text, "%s%s: %llu", text.used ? ", " : "", kinds[i].what,
                          (unsigned long long)kinds[i].count);
    }
    uint32_t string = interned_add(reader->strings, text.text ? text.text : "", text.used);
    buffer_free(&text);
    return string;
}

/* Returns the end of the place on CLOCK_MONOTONIC. */
static uint64_t end_of(const struct archive_raw_place *place)
{
    if (place->record.clock == FORMAT_CLOCK_CPU) { /* its ticks are on no common clock */
        uint64_t last = place->record.last.monotonic;
        return place->alive                ? archive_process_now()
               : place->replaced_at > last ? place->replaced_at
                                           : last;
    }
    return archive_ticks_time(&place->moments, place->latest);
}

/* Sets the start, on the clock of rank 0 like all times. */
static void set_start(const struct archive_raw_place *place, struct archive_places *all, size_t row)
{
    const struct format_moment *start = &place->record.start;
    const struct archive_clock_line *line = place->moments.line;
    all->start[row] = line ? archive_clock_line_time(line, start->monotonic) : start->monotonic;
    all->real_start[row] = start->real;
    if (!line)
        return;
    const struct format_moment *zero = &place->zero->record.start;
    all->real_start[row] = zero->real + (all->start[row] - zero->monotonic); /* may wrap around */
    all->aligned[row] = place->by_day ? 0 : (uint32_t)line->knot_count;
    all->within[row] = place->within;
}

/* Returns a sentence on what is inexact of the loops of a program that has ended. */
static uint32_t loops_unfinished(struct archive_raw_reader *reader,
                                 const struct archive_raw_place *place)
{
    struct buffer text = {0};
    buffer_add(&text, "trips of loops that had not ended may be counted ahead or not at all");
    if (place->open_lanes)
        buffer_printf(&text, "; calls that had not returned may be missing (on %llu lane%s)",
                      (unsigned long long)place->open_lanes, place->open_lanes == 1 ? "" : "s");
    uint32_t string = interned_add(reader->strings, text.text, text.used);
    buffer_free(&text);
    return string;
}

static void set_cost_ranges(const struct format_cost_ranges *from, struct archive_places *all,
                            size_t row, double ns)
{
    all->cost_loop[row] = (double)from->loop_end_alone * ns;
    all->cost_pair_least[row] = (double)from->pair.least * ns;
    all->cost_pair_most[row] = (double)from->pair.most * ns;
    all->cost_count_least[row] = (double)from->count_pair.least * ns;
    all->cost_count_most[row] = (double)from->count_pair.most * ns;
    all->cost_loop_least[row] = (double)from->loop_end.least * ns;
    all->cost_loop_most[row] = (double)from->loop_end.most * ns;
    all->cost_light[row] = (double)from->light_alone * ns;
    all->cost_light_most[row] = (double)from->light_most * ns;
}

static void set_resources(const struct format_resources *from, struct archive_places *all,
                          size_t row)
{
    bool machine = from->known & FORMAT_KNOWS_MACHINE, use = from->known & FORMAT_KNOWS_USE;
    all->cores_online[row] = machine ? from->online : ARCHIVE_NONE;
    all->cores[row] = machine ? from->cores : ARCHIVE_NONE;
    all->cores_low[row] = machine ? from->allowed[0] : 0;
    all->cores_high[row] = machine ? from->allowed[1] : 0;
    all->quota[row] = machine ? from->quota : 0;
    all->load_start[row] = machine ? from->load_start : ARCHIVE_NONE;
    all->load_end[row] = machine ? from->load_end : ARCHIVE_NONE;
    all->cpu_user[row] = use ? from->user : ARCHIVE_UNKNOWN;
    all->cpu_system[row] = use ? from->system : ARCHIVE_UNKNOWN;
    all->voluntary[row] = use ? from->voluntary : ARCHIVE_UNKNOWN;
    all->involuntary[row] = use ? from->involuntary : ARCHIVE_UNKNOWN;
    all->memory[row] = use ? from->memory : ARCHIVE_UNKNOWN;
    all->major_faults[row] = use ? from->major : ARCHIVE_UNKNOWN;
    all->minor_faults[row] = use ? from->minor : ARCHIVE_UNKNOWN;
}

void archive_raw_add_place(struct archive_raw_reader *reader, struct archive_raw_place *place)
{
    const struct format_place *record = &place->record;
    size_t row = reader->archive->places.rows;
    archive_schema_add_rows(reader->archive, SCHEMA_PLACES, 1);
    struct archive_places *all = &reader->archive->places;
    all->number[row] = record->number;
    all->pid[row] = record->pid;
    all->parent_pid[row] = record->parent_pid;
    all->parent[row] = record->parent_place < 0 ? ARCHIVE_NONE : (uint32_t)record->parent_place;
    all->clock[row] = record->clock;
    all->state[row] = state_of(place);
    all->alive[row] = place->alive && !place->replaced_at;
    all->error[row] = (uint32_t)record->error;
    all->signal[row] = all->state[row] == ARCHIVE_UNFINISHED ? place->signal : 0;
    all->sent[row] = all->signal[row] < 64 && place->sent >> all->signal[row] & 1;
    uint64_t heard = place->reaped ? place->reaped : place->seen;
    if (all->state[row] == ARCHIVE_UNFINISHED && heard)
        all->heard[row] =
            place->moments.line ? archive_clock_line_time(place->moments.line, heard) : heard;
    set_start(place, all, row);
    all->end[row] = end_of(place);
    if (all->end[row] < all->start[row])
        all->end[row] = all->start[row];
    all->making[row] = archive_ticks_ns(&place->moments, place->making);
    all->pc_samples[row] = place->pc_samples;
    all->collects[row] = record->collects;
    all->openmp[row] = record->openmp;
    set_resources(&record->resources, all, row);
    all->rank[row] = is_rank(place) ? record->rank : ARCHIVE_NONE;
    all->ranks[row] = is_rank(place) ? record->ranks : 0;
    all->job[row] = is_rank(place) ? record->job : 0;
    all->name[row] = record->name;
    all->host[row] = archive_raw_field(reader, record->host, sizeof record->host);
    all->program[row] = archive_raw_field(reader, record->program, sizeof record->program);
    all->command[row] = command_of(reader, record);
    all->why[row] = place->open_trees && (all->state[row] == ARCHIVE_UNFINISHED ||
                                          all->state[row] == ARCHIVE_ENDED)
                        ? loops_unfinished(reader, place)
                        : archive_raw_field(reader, record->why, sizeof record->why);
    all->damage[row] = damage_of(reader, place);
    double ns = (double)place->moments.span_ns / (double)place->moments.span_ticks / 1024;
    all->cost_clock[row] = (double)record->costs.clock * ns;
    all->cost_pair[row] = (double)record->costs.pair * ns;
    all->cost_inside[row] = (double)record->costs.inside * ns;
    all->cost_count[row] = (double)record->costs.count_pair * ns;
    set_cost_ranges(&record->ranges, all, row, ns);
    if (record->acts_timed)
        all->cost_act[row] = (double)record->act_ticks / (double)record->acts_timed * ns * 1024 +
                             all->cost_clock[row];
}
