/* sampler.c: see sampler.h */
#include "archive/live/sampler.h"

#include "archive/live/liveness.h"
#include "archive/live/sampled.h"
#include "archive/table/folder.h"
#include "format/death.h"
#include "format/region.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <triptych/probes.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SHARE = 100 }; /* sampling takes at most one part in this many of the time */

static const uint64_t most_bytes = UINT64_C(64) << 20; /* of all samples */

struct sampled_place {
    uint32_t number;
    bool done;          /* nothing more will come, or it cannot be read */
    int fd, regions_fd; /* of the description and the region table */
    int process;        /* see archive_process_open; -1: none */
    bool asked;         /* archive_process_open was called */
    bool ended;         /* it has ended, and that was recorded */
    uint64_t looked;    /* CLOCK_MONOTONIC of the last sample at which its process was running */
    struct timespec changed; /* modification time of the folder when its files were listed */
    uint8_t *kinds;
    size_t kind_count, kind_room;
    struct sampled_profile *profiles;
    size_t profile_count, profile_room;
    struct pairs known; /* numbers of its profiles */
    struct archive_sample_file file;
};

struct sampler {
    const char *path;
    struct archive_folder folder;
    uint64_t interval;
    uint64_t taken;
    struct timespec changed;
    struct sampled_place *places;
    size_t place_count, place_room;
    struct pairs known; /* numbers of the places */
};

struct sampler *archive_sampler_new(const char *path, uint64_t interval)
{
    struct sampler *sampler = memory_zeroed(1, sizeof *sampler);
    sampler->path = path;
    sampler->folder = (struct archive_folder){.root = path};
    sampler->interval = interval;
    return sampler;
}

/* Ends sampling of a place; its file may still have to be halved. */
static void end_place(struct sampled_place *place)
{
    struct archive_folder_file file = {.fd = place->fd}, regions = {.fd = place->regions_fd};
    struct archive_folder_file process = {.fd = place->process};
    for (size_t i = 0; i < place->profile_count; i++)
        sampled_close(&place->profiles[i]);
    free(place->profiles);
    pairs_free(&place->known);
    free(place->kinds);
    archive_folder_close(&file);
    archive_folder_close(&regions);
    archive_folder_close(&process);
    if (place->file.path)
        archive_sample_file_rest(&place->file);
    *place = (struct sampled_place){.number = place->number,
                                    .done = true,
                                    .fd = -1,
                                    .regions_fd = -1,
                                    .process = -1,
                                    .file = place->file};
}

static void close_place(struct sampled_place *place)
{
    end_place(place);
    if (place->file.path)
        archive_sample_file_close(&place->file);
}

void archive_sampler_free(struct sampler *sampler)
{
    if (!sampler)
        return;
    for (size_t i = 0; i < sampler->place_count; i++)
        close_place(&sampler->places[i]);
    free(sampler->places);
    pairs_free(&sampler->known);
    free(sampler);
}

static const int64_t coarse = 50000000; /* ns: accuracy of file times */

static bool is_recent(const struct timespec *time)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (now.tv_sec - time->tv_sec) * INT64_C(1000000000) + now.tv_nsec - time->tv_nsec < coarse;
}

/* True if the names in a folder may have changed since the last time. */
static bool has_changed(const struct sampler *sampler, const char *name, struct timespec *changed)
{
    struct stat facts;
    char *path = memory_printf("%s/%s", sampler->path, name);
    int failed = stat(path, &facts);
    free(path);
    if (failed ||
        (facts.st_mtim.tv_sec == changed->tv_sec && facts.st_mtim.tv_nsec == changed->tv_nsec))
        return false;
    if (!is_recent(&facts.st_mtim)) /* otherwise there may be more changes with the same time */
        *changed = facts.st_mtim;
    return true;
}

static bool number_of(const char *digits, uint32_t *number)
{
    char *end;
    unsigned long long value = *digits >= '0' && *digits <= '9' ? strtoull(digits, &end, 10) : 0;
    *number = (uint32_t)value;
    return *digits >= '0' && *digits <= '9' && !*end && value < UINT32_MAX;
}

static bool knows(const struct pairs *known, uint32_t number)
{
    return pairs_find(known, number, 0) != PAIRS_NONE;
}

static void find_places(struct sampler *sampler)
{
    if (!has_changed(sampler, "places", &sampler->changed))
        return;
    char **names = archive_folder_names(&sampler->folder, "places");
    for (char **name = names; *name; name++) {
        uint32_t number;
        if (!number_of(*name, &number) || knows(&sampler->known, number))
            continue;
        pairs_add(&sampler->known, number, 0, 0);
        sampler->places = memory_grow(sampler->places, &sampler->place_room,
                                      sampler->place_count + 1, sizeof *sampler->places);
        sampler->places[sampler->place_count++] =
            (struct sampled_place){.number = number, .fd = -1, .regions_fd = -1, .process = -1};
    }
    archive_folder_free_names(names);
}

static void find_profiles(const struct sampler *sampler, struct sampled_place *place)
{
    static const char prefix[] = "profile-";
    char path[64];
    snprintf(path, sizeof path, "places/%u", place->number);
    if (!has_changed(sampler, path, &place->changed))
        return;
    char **names = archive_folder_names(&sampler->folder, path);
    for (char **name = names; *name; name++) {
        uint32_t number;
        struct archive_folder_file file;
        if (strncmp(*name, prefix, sizeof prefix - 1) != 0 ||
            !number_of(*name + sizeof prefix - 1, &number) || knows(&place->known, number))
            continue;
        snprintf(path, sizeof path, "places/%u/profile-%u", place->number, number);
        if (!archive_folder_open(&sampler->folder, path, &file))
            continue;
        pairs_add(&place->known, number, 0, 0);
        place->profiles = memory_grow(place->profiles, &place->profile_room,
                                      place->profile_count + 1, sizeof *place->profiles);
        place->profiles[place->profile_count++] =
            (struct sampled_profile){.number = number, .fd = file.fd};
    }
    archive_folder_free_names(names);
}

/* Reads the kinds of new regions: regions are only ever added. Row 0 is outside all regions. */
static void read_kinds(const struct sampler *sampler, struct sampled_place *place)
{
    char path[64];
    struct archive_folder_file file = {.fd = place->regions_fd, .size = UINT64_MAX};
    struct format_regions_header header;
    if (!place->kind_count) {
        place->kinds = memory_grow(place->kinds, &place->kind_room, 1, 1);
        place->kinds[place->kind_count++] = 0;
    }
    if (place->regions_fd < 0) {
        snprintf(path, sizeof path, "places/%u/regions", place->number);
        if (!archive_folder_open(&sampler->folder, path, &file))
            return;
        place->regions_fd = file.fd;
        file.size = UINT64_MAX; /* it grows */
    }
    bool good = archive_folder_read(&file, 0, &header, sizeof header) == sizeof header &&
                header.magic == FORMAT_REGIONS_MAGIC;
    while (good && place->kind_count < header.used) {
        struct format_region region;
        good = archive_folder_read(&file, place->kind_count * sizeof region, &region,
                                   sizeof region) == sizeof region &&
               region.kind; /* 0 while it is being made */
        if (!good)
            break;
        place->kinds = memory_grow(place->kinds, &place->kind_room, place->kind_count + 1, 1);
        place->kinds[place->kind_count++] = (uint8_t)region.kind;
    }
}

/* Reads the current description. False if it does not exist yet, or the place cannot be sampled. */
static bool read_place(const struct sampler *sampler, struct sampled_place *place,
                       struct format_place *record)
{
    char path[64];
    struct archive_folder_file file = {.fd = place->fd, .size = FORMAT_PLACE_SIZE};
    snprintf(path, sizeof path, "places/%u/place", place->number);
    if (place->fd < 0) {
        if (!archive_folder_open(&sampler->folder, path, &file))
            return false;
        place->fd = file.fd;
    }
    if (archive_folder_read(&file, 0, record, sizeof *record) != sizeof *record ||
        record->magic != FORMAT_PLACE_MAGIC)
        return false;
    /* CPU time has no time axis; the layout of another version is not known */
    if (format_is_readable(record->version) && record->clock != FORMAT_CLOCK_CPU)
        return true;
    end_place(place);
    return false;
}

static void open_process(struct sampled_place *place, const struct format_place *record)
{
    if (!place->asked)
        place->process = archive_process_open(record);
    place->asked = true;
}

/* True if the process was running at the time of this sample, which is in the past. */
static bool is_there(struct sampled_place *place, const struct format_place *record)
{
    open_process(place, record);
    return place->process >= 0 ? !archive_process_has_ended(place->process)
                               : archive_process_is_alive(record);
}

static void write_end(const struct sampler *sampler, const struct format_place *record,
                      uint64_t now)
{
    struct format_death death = {.pid = record->pid, .status = FORMAT_DEATH_SEEN, .monotonic = now};
    char *folder = memory_printf("%s/" FORMAT_DEATHS_FOLDER, sampler->path);
    char *path = memory_printf("%s/%.*s", folder, (int)sizeof record->boot, record->boot);
    int fd = mkdir(folder, 0777) && errno != EEXIST
                 ? -1
                 : open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    ssize_t written = fd >= 0 ? write(fd, &death, sizeof death) : 0;
    (void)written; /* without it, the last sample tells how long the process ran */
    if (fd >= 0)
        close(fd);
    free(folder);
    free(path);
}

/* Records the end of a process, unless it recorded its end itself. */
static void see_end(const struct sampler *sampler, struct sampled_place *place,
                    const struct format_place *record, uint64_t now)
{
    if (place->process >= 0 && !place->ended && !record->end)
        write_end(sampler, record, now);
    place->ended = true;
}

/* Samples one place. What a killed process did after its last sample is not known, and not
 * sampled. */
static void take_place(struct sampler *sampler, struct sampled_place *place, uint64_t now)
{
    struct format_place record;
    if (!read_place(sampler, place, &record))
        return;
    bool there = is_there(place, &record), last = record.end || !there;
    if (there)
        place->looked = now;
    else if (!record.end) {
        see_end(sampler, place, &record, archive_process_now());
        now = place->looked;
    }
    find_profiles(sampler, place);
    read_kinds(sampler, place);
    struct sampled_moment moment = {.moments = archive_ticks_of(&record),
                                    .kinds = place->kinds,
                                    .kind_count = place->kind_count};
    moment.end = archive_ticks_tick(&moment.moments, now);
    if (record.end && record.end < moment.end)
        moment.end = record.end;
    if (!place->file.path)
        archive_sample_file_open(
            &place->file, memory_printf("%s/places/%u/samples", sampler->path, place->number),
            sampler->interval);
    archive_sample_file_begin(&place->file);
    for (size_t i = 0; i < place->profile_count; i++)
        sampled_take(&place->profiles[i], &moment, &place->file);
    archive_sample_file_write(&place->file);
    if (last || place->file.fd < 0)
        end_place(place);
}

/* Halves the samples if there are too many, so that their number and size are bounded whatever the
 * length of the run. */
static void keep_small(struct sampler *sampler)
{
    uint64_t most = 0, bytes = 0;
    for (size_t i = 0; i < sampler->place_count; i++) {
        const struct archive_sample_file *file = &sampler->places[i].file;
        if (file->samples > most)
            most = file->samples;
        bytes += file->size;
    }
    if (most < FORMAT_SAMPLES && bytes < most_bytes)
        return;
    sampler->interval *= 2;
    for (size_t i = 0; i < sampler->place_count; i++) {
        if (sampler->places[i].file.samples > 1)
            archive_sample_file_halve(&sampler->places[i].file, sampler->interval);
    }
}

void archive_sampler_take(struct sampler *sampler, uint64_t now)
{
    find_places(sampler);
    for (size_t i = 0; i < sampler->place_count; i++) {
        if (!sampler->places[i].done)
            take_place(sampler, &sampler->places[i], now);
    }
    sampler->taken++;
    keep_small(sampler);
}

void archive_sampler_find_processes(struct sampler *sampler)
{
    find_places(sampler);
    for (size_t i = 0; i < sampler->place_count; i++) {
        struct sampled_place *place = &sampler->places[i];
        struct format_place record;
        if (!place->done && !place->asked && read_place(sampler, place, &record))
            open_process(place, &record);
    }
}

size_t archive_sampler_processes(struct sampler *sampler, struct pollfd **fds)
{
    size_t count = 0;
    *fds = memory_zeroed(sampler->place_count + 1, sizeof **fds);
    for (size_t i = 0; i < sampler->place_count; i++) {
        const struct sampled_place *place = &sampler->places[i];
        if (place->process >= 0 && !place->ended)
            (*fds)[count++] = (struct pollfd){.fd = place->process, .events = POLLIN};
    }
    return count;
}

void archive_sampler_see_ends(struct sampler *sampler)
{
    uint64_t now = archive_process_now();
    for (size_t i = 0; i < sampler->place_count; i++) {
        struct sampled_place *place = &sampler->places[i];
        struct format_place record;
        struct archive_folder_file file = {.fd = place->fd, .size = FORMAT_PLACE_SIZE};
        if (place->process < 0 || place->ended || !archive_process_has_ended(place->process))
            continue;
        if (archive_folder_read(&file, 0, &record, sizeof record) == sizeof record)
            see_end(sampler, place, &record, now);
        place->ended = true;
    }
}

static uint64_t cpu_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec;
}

uint64_t archive_sampler_look(void *with)
{
    struct sampler *sampler = with;
    uint64_t before = cpu_time();
    archive_sampler_take(sampler, archive_process_now());
    uint64_t least = (cpu_time() - before) * SHARE;
    return least > sampler->interval ? least : sampler->interval;
}
