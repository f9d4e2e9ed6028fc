/* sample_file.c: see sample_file.h */
#include "archive/live/sample_file.h"

#include "archive/table/folder.h"
#include "format/place.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct format_sample_part *archive_sample_first(const struct format_sample *sample)
{
    return (const struct format_sample_part *)(sample + 1);
}

const struct format_sample_entry *archive_sample_entries(const struct format_sample_part *part)
{
    return (const struct format_sample_entry *)(part + 1);
}

const struct format_sample_part *archive_sample_next(const struct format_sample_part *part)
{
    return (const struct format_sample_part *)(archive_sample_entries(part) + part->entries);
}

const struct format_sample *archive_sample_check(const void *bytes, size_t size)
{
    const struct format_sample *sample = bytes;
    if (size < sizeof *sample || sample->mark != FORMAT_SAMPLE_MARK || sample->size > size ||
        sample->size < sizeof *sample || sample->size % 8)
        return NULL;
    const char *end = (const char *)bytes + sample->size;
    const struct format_sample_part *part = archive_sample_first(sample);
    for (uint32_t i = 0; i < sample->parts; i++) {
        size_t left = (size_t)(end - (const char *)part);
        if (left < sizeof *part ||
            part->entries > (left - sizeof *part) / sizeof(struct format_sample_entry))
            return NULL;
        part = archive_sample_next(part);
    }
    return (const char *)part == end ? sample : NULL;
}

static bool write_all(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size) {
        ssize_t done = write(fd, at, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        size -= (size_t)done;
    }
    return true;
}

static int create(const char *path, uint64_t interval)
{
    struct format_samples header = {
        .magic = FORMAT_SAMPLES_MAGIC, .version = FORMAT_VERSION, .interval = interval};
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd >= 0 && !write_all(fd, &header, sizeof header)) {
        close(fd);
        unlink(path);
        return -1;
    }
    return fd;
}

void archive_sample_file_open(struct archive_sample_file *file, char *path, uint64_t interval)
{
    *file = (struct archive_sample_file){.path = path, .fd = create(path, interval)};
    file->size = sizeof(struct format_samples);
}

void archive_sample_file_close(struct archive_sample_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
    buffer_free(&file->sample);
    free(file->path);
    file->path = NULL;
}

void archive_sample_file_begin(struct archive_sample_file *file)
{
    struct format_sample head = {.mark = FORMAT_SAMPLE_MARK};
    file->sample.used = 0;
    buffer_add_bytes(&file->sample, &head, sizeof head);
}

void archive_sample_file_part(struct archive_sample_file *file, uint32_t lane, uint64_t from,
                              uint64_t to)
{
    struct format_sample_part part = {.lane = lane, .from = from, .to = to};
    file->part = file->sample.used;
    buffer_add_bytes(&file->sample, &part, sizeof part);
    ((struct format_sample *)file->sample.text)->parts++;
}

void archive_sample_file_entry(struct archive_sample_file *file,
                               const struct format_sample_entry *entry)
{
    assert(file->sample.used > file->part);
    buffer_add_bytes(&file->sample, entry, sizeof *entry);
    ((struct format_sample_part *)(file->sample.text + file->part))->entries++;
}

bool archive_sample_file_keep_part(struct archive_sample_file *file)
{
    if (((struct format_sample_part *)(file->sample.text + file->part))->entries)
        return true;
    file->sample.used = file->part;
    ((struct format_sample *)file->sample.text)->parts--;
    return false;
}

/* A sample that could only be written in part is truncated, and no more are written. */
void archive_sample_file_write(struct archive_sample_file *file)
{
    assert(file->sample.used >= sizeof(struct format_sample));
    struct format_sample *head = (struct format_sample *)file->sample.text;
    if (!head->parts || file->fd < 0)
        return;
    head->size = file->sample.used;
    if (write_all(file->fd, file->sample.text, file->sample.used)) {
        file->size += file->sample.used;
        file->samples++;
        return;
    }
    int cut = ftruncate(file->fd, (off_t)file->size);
    (void)cut; /* a reader skips an incomplete sample */
    close(file->fd);
    file->fd = -1;
}

/* Joins two successive stretches of a lane. */
static void join_parts(struct archive_sample_file *file, const struct format_sample_part *first,
                       const struct format_sample_part *second)
{
    struct pairs at = {0};
    archive_sample_file_part(file, first->lane, first->from, second->to);
    size_t entries_at = file->sample.used;
    for (int i = 0; i < 2; i++) {
        const struct format_sample_part *part = i ? second : first;
        const struct format_sample_entry *entries = archive_sample_entries(part);
        for (uint32_t j = 0; j < part->entries; j++) {
            uint32_t count =
                ((struct format_sample_part *)(file->sample.text + file->part))->entries;
            uint32_t known = pairs_add(&at, entries[j].region, 0, count);
            if (known == count) {
                archive_sample_file_entry(file, &entries[j]);
                continue;
            }
            struct format_sample_entry *sum =
                (struct format_sample_entry *)(file->sample.text + entries_at) + known;
            sum->time = number_add(sum->time, entries[j].time);
            sum->visits = number_add(sum->visits, entries[j].visits);
            sum->bytes = number_add(sum->bytes, entries[j].bytes);
        }
    }
    pairs_free(&at);
}

static void copy_part(struct archive_sample_file *file, const struct format_sample_part *part)
{
    archive_sample_file_part(file, part->lane, part->from, part->to);
    for (uint32_t i = 0; i < part->entries; i++)
        archive_sample_file_entry(file, &archive_sample_entries(part)[i]);
}

/* Joins two samples. Lanes come in any order, each at most once per sample. */
static void join_samples(struct archive_sample_file *file, const struct format_sample *first,
                         const struct format_sample *second)
{
    struct pairs in_first = {0};
    const struct format_sample_part **parts =
        memory_zeroed((size_t)first->parts + 1, sizeof *parts);
    const struct format_sample_part *part = archive_sample_first(first);
    for (uint32_t i = 0; i < first->parts; i++, part = archive_sample_next(part)) {
        parts[i] = part;
        pairs_add(&in_first, part->lane, 0, i);
    }
    part = archive_sample_first(second);
    for (uint32_t i = 0; i < second->parts; i++, part = archive_sample_next(part)) {
        uint32_t other = pairs_find(&in_first, part->lane, 0);
        if (other == PAIRS_NONE || !parts[other]) {
            copy_part(file, part);
            continue;
        }
        join_parts(file, parts[other], part);
        parts[other] = NULL;
    }
    for (uint32_t i = 0; i < first->parts; i++) {
        if (parts[i])
            copy_part(file, parts[i]);
    }
    free(parts);
    pairs_free(&in_first);
}

static void halve_into(struct archive_sample_file *to, const char *bytes, size_t size)
{
    const struct format_sample *first = archive_sample_check(bytes, size);
    while (first) {
        const struct format_sample *second =
            archive_sample_check(bytes + first->size, size - (size_t)first->size);
        size_t done = (size_t)first->size + (second ? (size_t)second->size : 0);
        archive_sample_file_begin(to);
        static const struct format_sample none;
        join_samples(to, first, second ? second : &none);
        archive_sample_file_write(to);
        bytes += done;
        size -= done;
        first = archive_sample_check(bytes, size);
    }
}

void archive_sample_file_rest(struct archive_sample_file *file)
{
    file->rests = file->fd >= 0;
    if (file->rests)
        close(file->fd);
    file->fd = -1;
    buffer_free(&file->sample);
}

void archive_sample_file_halve(struct archive_sample_file *file, uint64_t interval)
{
    struct archive_sample_file to;
    bool rests = file->rests;
    if (rests)
        file->fd = open(file->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    struct archive_folder_file old = {.fd = file->fd, .size = file->size};
    file->rests = false;
    if (file->fd < 0)
        return;
    char *bytes = memory_zeroed((size_t)file->size, 1);
    size_t size = archive_folder_read(&old, 0, bytes, (size_t)file->size);
    archive_sample_file_open(&to, memory_printf("%s.part", file->path), interval);
    if (to.fd >= 0 && size > sizeof(struct format_samples))
        halve_into(&to, bytes + sizeof(struct format_samples),
                   size - sizeof(struct format_samples));
    free(bytes);
    if (to.fd < 0 || rename(to.path, file->path)) { /* the old file stays as it is */
        unlink(to.path);
        archive_sample_file_close(&to);
        close(file->fd);
        file->fd = -1;
        return;
    }
    char *path = file->path;
    file->path = NULL;
    archive_sample_file_close(file);
    free(to.path);
    to.path = path;
    *file = to;
    if (rests)
        archive_sample_file_rest(file);
}
