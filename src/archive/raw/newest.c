/* newest.c: finds the newest time at which a process whose end was not recorded was still there. */
#include "archive/raw/raw.h"

#include "archive/live/sample_file.h"
#include "format/sample.h"
#include "util/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_SAMPLES = 1 << 29 }; /* bytes */

#define SECOND UINT64_C(1000000000)

/* Returns when `triptych run` sampled the process last, on its host's clock; 0: never. */
static uint64_t last_sample(const struct archive_raw_reader *reader,
                            const struct archive_raw_place *place)
{
    char path[RAW_PATH];
    size_t size;
    uint64_t last = 0;
    snprintf(path, sizeof path, "places/%u/samples", place->record.number);
    char *bytes = archive_folder_read_all(reader->folder, path, MOST_SAMPLES, &size);
    const struct format_samples *header = (const struct format_samples *)bytes;
    size_t at = sizeof *header;
    if (!bytes || size < at || header->magic != FORMAT_SAMPLES_MAGIC ||
        header->version != FORMAT_VERSION)
        at = size;
    const struct format_sample *sample;
    for (; bytes && (sample = archive_sample_check(bytes + at, size - at));
         at += (size_t)sample->size) {
        const struct format_sample_part *part = archive_sample_first(sample);
        for (uint32_t i = 0; i < sample->parts; i++, part = archive_sample_next(part))
            last = part->to > last ? part->to : last;
    }
    free(bytes);
    return last;
}

/* Returns when the file was last written, as the time of day; 0: not known. */
static uint64_t written(const struct archive_folder *folder, const char *path)
{
    struct archive_folder_file file;
    struct stat facts;
    if (!archive_folder_open(folder, path, &file))
        return 0;
    bool known = file.fd >= 0 && !fstat(file.fd, &facts) && facts.st_mtim.tv_sec > 0;
    archive_folder_close(&file);
    return known ? (uint64_t)facts.st_mtim.tv_sec * SECOND + (uint64_t)facts.st_mtim.tv_nsec : 0;
}

/* True if files have the times of the run, and not those of a copy: run.json, which is written when
 * a run begins and again when it ends, was written at one of the times that it says. */
static bool times_are_its_own(const struct archive_raw_reader *reader)
{
    const struct archive_run *run = &reader->archive->run;
    uint64_t moment = written(reader->folder, "run.json");
    uint64_t last = run->real_start + (run->end > run->start ? run->end - run->start : 0);
    return run->real_start && moment > run->real_start - SECOND && moment < last + 2 * SECOND;
}

/* Returns when the process last wrote into one of its files, on its host's clock; 0: not known. A
 * mapped file has the time at which a page was first written to after it was last flushed. */
static uint64_t last_written(const struct archive_raw_reader *reader,
                             const struct archive_raw_place *place)
{
    static const char *const kinds[] = {"profile", "events", "loops"};
    const struct format_moment *start = &place->record.start;
    uint64_t last = 0;
    if (!start->real || !times_are_its_own(reader))
        return 0;
    for (size_t i = 0; i < place->file_count; i++) {
        for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
            char path[RAW_PATH];
            snprintf(path, sizeof path, "places/%u/%s-%u", place->record.number, kinds[kind],
                     place->files[i]);
            uint64_t moment = written(reader->folder, path);
            last = moment > last ? moment : last;
        }
    }
    return last > start->real ? number_add(start->monotonic, last - start->real) : 0;
}

bool archive_raw_is_command(const struct archive_raw_reader *reader,
                            const struct archive_raw_place *place)
{
    const struct archive_run *run = &reader->archive->run;
    return reader->place_count == 1 && run->known &&
           (!run->pid || place->record.parent_pid == (uint32_t)run->pid);
}

uint64_t archive_raw_newest(const struct archive_raw_reader *reader,
                            const struct archive_raw_place *place)
{
    uint64_t moments[] = {last_sample(reader, place), last_written(reader, place),
                          archive_raw_is_command(reader, place) ? reader->archive->run.seen : 0};
    uint64_t newest = place->latest;
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        uint64_t tick = archive_ticks_tick(&place->moments, moments[i]);
        newest = tick > newest ? tick : newest;
    }
    return newest;
}
