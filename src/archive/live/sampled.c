/* sampled.c: see sampled.h */
#include "archive/live/sampled.h"

#include "archive/table/folder.h"
#include "format/profile.h"
#include "util/memory.h"
#include "util/number.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CHUNK = 512, /* records read at a time */
    MOST_RECORDS =
        1 << 20 /* limit of records of unfinished lanes; profiles with more are not sampled */
};

union record {
    uint32_t type;
    struct format_header header;
    struct format_lane lane;
    struct format_node node;
    struct format_values values;
};

struct sampled_record {
    uint32_t type;   /* enum format_record */
    uint32_t parent; /* of a node: index from the profile's base; of a lane: its number */
    uint32_t region;
    bool is_part;   /* its time is part of that of the node above it; a file's is not */
    bool ended;     /* the lane has ended */
    uint64_t known; /* ticks: time of its visits, including the open one */
    uint64_t parts; /* ticks: time of the nodes below it */
    uint64_t count, bytes;
    uint64_t start, end; /* of a lane; end 0: it is running */
    /* in the samples so far: */
    uint64_t told, told_count,
        told_bytes; /* of a node; of a lane, `told` is the time in ns up to which it was sampled */
};

void sampled_close(struct sampled_profile *profile)
{
    if (profile->fd >= 0)
        close(profile->fd);
    free(profile->records);
    *profile = (struct sampled_profile){.fd = -1};
}

/* Updates a record; fields of the samples so far stay. */
static void see(struct sampled_profile *profile, const struct sampled_moment *moment, size_t index,
                const union record *raw, uint64_t *lane_end)
{
    struct sampled_record *record = &profile->records[index - profile->base];
    record->type = FORMAT_NONE;
    record->known = record->parts = 0;
    if (raw->type == FORMAT_LANE && raw->lane.self == index) {
        record->type = FORMAT_LANE;
        record->parent = raw->lane.number;
        record->start = raw->lane.start;
        record->ended = raw->lane.state == FORMAT_LANE_ENDED;
        record->end = record->ended ? raw->lane.end : 0;
        *lane_end = record->end && record->end < moment->end ? record->end : moment->end;
    }
    const struct format_node *node = &raw->node;
    bool is_node = raw->type == FORMAT_NODE || raw->type == FORMAT_ANCHOR;
    if (!is_node || node->self != index || node->parent >= index || node->parent < profile->base ||
        node->region >= moment->kind_count)
        return;
    record->type = FORMAT_NODE;
    record->parent = (uint32_t)(node->parent - profile->base);
    record->region = node->region;
    record->is_part = moment->kinds[node->region] != TRI_KIND_FILE &&
                      moment->kinds[node->region] != TRI_KIND_OBJECT;
    record->known = node->time;
    if (node->open > FORMAT_OPEN_UNTIMED)
        record->known = number_add(record->known, number_minus(*lane_end, node->open));
    record->count = node->region ? node->count : 0; /* the lane itself is not a visit */
    record->bytes = node->bytes;
}

/* Returns how many records without a type follow this one: the values of an anchor. */
static uint32_t values_behind(const union record *raw)
{
    if (raw->type != FORMAT_VALUES && raw->type != FORMAT_REPEATED)
        return 0;
    return format_values_records(
               format_values_numbers(raw->type, raw->values.sums, raw->values.ranges)) -
           1;
}

/* Reads all records from the base on. False if that fails. */
static bool read_records(struct sampled_profile *profile, const struct sampled_moment *moment)
{
    struct archive_folder_file file = {.fd = profile->fd, .size = UINT64_MAX};
    union record chunk[CHUNK];
    if (archive_folder_read(&file, 0, chunk, sizeof chunk[0]) != sizeof chunk[0] ||
        chunk[0].type != FORMAT_HEADER || chunk[0].header.magic != FORMAT_PROFILE_MAGIC)
        return false;
    uint64_t used = chunk[0].header.used, lane_end = moment->end;
    if (used < profile->base || used - profile->base > MOST_RECORDS)
        return false;
    size_t count = (size_t)(used - profile->base), before = profile->count;
    profile->records =
        memory_grow(profile->records, &profile->room, count, sizeof *profile->records);
    if (count > before)
        memset(profile->records + before, 0, (count - before) * sizeof *profile->records);
    profile->count = count;
    uint32_t values_left = 0;
    for (size_t done = 0; done < count;) {
        size_t want = count - done < CHUNK ? count - done : CHUNK;
        size_t got = archive_folder_read(&file, (profile->base + done) * sizeof chunk[0], chunk,
                                         want * sizeof chunk[0]) /
                     sizeof chunk[0];
        if (!got)
            return false;
        for (size_t i = 0; i < got; i++, done++) {
            union record none = {0};
            see(profile, moment, profile->base + done, values_left ? &none : &chunk[i], &lane_end);
            values_left = values_left ? values_left - 1 : values_behind(&chunk[i]);
        }
    }
    return true;
}

/* Adds up the times below each node. A node that is only counted passes on those of the nodes below
 * it. */
static void add_up(struct sampled_profile *profile)
{
    for (size_t i = profile->count; i-- > 0;) {
        const struct sampled_record *record = &profile->records[i];
        if (record->type != FORMAT_NODE || !record->is_part)
            continue;
        struct sampled_record *above = &profile->records[record->parent];
        uint64_t whole = record->known > record->parts ? record->known : record->parts;
        above->parts = number_add(above->parts, whole);
    }
}

/* Returns the time of a node since the last sample. The profile is read while it is written, so its
 * numbers may be inconsistent: no time is counted twice, and none exceeds the length of the
 * stretch. */
static uint64_t new_time(struct sampled_record *record, uint64_t most)
{
    uint64_t own = number_minus(record->known, record->parts);
    uint64_t time = number_minus(own, record->told);
    if (time > most)
        time = most;
    record->told += time;
    return time;
}

static uint64_t new_number(uint64_t now, uint64_t *told)
{
    uint64_t fresh = number_minus(now, *told);
    *told += fresh;
    return fresh;
}

static int by_region(const void *a, const void *b)
{
    const struct format_sample_entry *left = a, *right = b;
    return left->region < right->region ? -1 : left->region > right->region;
}

/* Joins the entries of one region in the last part. */
static void join_regions(struct archive_sample_file *file)
{
    struct format_sample_part *part = (struct format_sample_part *)(file->sample.text + file->part);
    struct format_sample_entry *entries = (struct format_sample_entry *)(part + 1);
    uint32_t kept = 0;
    qsort(entries, part->entries, sizeof *entries, by_region);
    for (uint32_t i = 1; i < part->entries; i++) {
        if (entries[i].region != entries[kept].region) {
            entries[++kept] = entries[i];
            continue;
        }
        entries[kept].time += entries[i].time;
        entries[kept].visits += entries[i].visits;
        entries[kept].bytes += entries[i].bytes;
    }
    if (part->entries)
        part->entries = kept + 1;
    file->sample.used = (size_t)((char *)(entries + part->entries) - file->sample.text);
}

/* Adds the part of the lane in record `lane`, whose nodes end before record `end`. */
static void tell_lane(struct sampled_profile *profile, const struct sampled_moment *moment,
                      struct archive_sample_file *file, size_t lane, size_t end)
{
    struct sampled_record *record = &profile->records[lane];
    const struct archive_ticks *moments = &moment->moments;
    uint64_t from = record->told ? record->told : archive_ticks_monotonic(moments, record->start);
    uint64_t last = record->end && record->end < moment->end ? record->end : moment->end;
    uint64_t to = archive_ticks_monotonic(moments, last);
    if (to <= from)
        return;
    uint64_t most = archive_ticks_tick(moments, to) - archive_ticks_tick(moments, from);
    archive_sample_file_part(file, record->parent, from, to);
    for (size_t i = lane + 1; i < end; i++) {
        struct sampled_record *node = &profile->records[i];
        if (node->type != FORMAT_NODE || !node->is_part)
            continue;
        uint64_t time = new_time(node, most);
        uint64_t visits = new_number(node->count, &node->told_count);
        uint64_t bytes = new_number(node->bytes, &node->told_bytes);
        if (!time && !visits && !bytes)
            continue;
        archive_sample_file_entry(
            file, &(struct format_sample_entry){.region = node->region,
                                                .time = archive_ticks_ns(moments, time),
                                                .visits = visits,
                                                .bytes = bytes});
    }
    join_regions(file);
    if (archive_sample_file_keep_part(file))
        record->told = to;
}

/* Moves the base to the last lane: lanes before it have ended and are not read again. */
static void move_base(struct sampled_profile *profile, size_t last_lane)
{
    if (!last_lane)
        return;
    profile->count -= last_lane;
    memmove(profile->records, profile->records + last_lane,
            profile->count * sizeof *profile->records);
    profile->base += last_lane; /* parents are read anew each time */
}

void sampled_take(struct sampled_profile *profile, const struct sampled_moment *moment,
                  struct archive_sample_file *file)
{
    if (profile->fd < 0 || !read_records(profile, moment))
        return;
    add_up(profile);
    size_t lane = SIZE_MAX;
    for (size_t i = 0; i <= profile->count; i++) {
        bool begins = i < profile->count && profile->records[i].type == FORMAT_LANE;
        if (i < profile->count && !begins)
            continue;
        if (lane != SIZE_MAX)
            tell_lane(profile, moment, file, lane, i);
        if (begins)
            lane = i;
    }
    if (lane != SIZE_MAX)
        move_base(profile, lane);
}
