/* sorter.c: see sorter.h */
#include "archive/table/sorter.h"

#include "util/memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A sorted stretch of the file, and the records of it in memory. */
struct part {
    uint64_t at, left; /* in records: where the unread ones begin, and how many they are */
    char *buffer;
    size_t count, next; /* records in the buffer, and the current one */
};

struct sorter {
    size_t size, most;
    sorter_order *order;
    const char *folder;
    uint64_t added;
    char *records;
    size_t count, room, next;
    int fd; /* -1: all records are in memory */
    bool failed;
    int why; /* errno of the first failure */
    struct part *parts;
    size_t part_count, part_room;
    size_t *
        heap; /* parts with a current record, as a binary heap; the smallest record is at its top */
    size_t heap_count;
    size_t buffered; /* records in the buffer of each part */
    bool taken;      /* the record at the top was returned already */
};

struct sorter *archive_sorter_new(size_t size, size_t most, sorter_order *order, const char *folder)
{
    struct sorter *sorter = memory_zeroed(1, sizeof *sorter);
    *sorter = (struct sorter){
        .size = size, .most = most ? most : 1, .order = order, .folder = folder, .fd = -1};
    return sorter;
}

void archive_sorter_free(struct sorter *sorter)
{
    if (!sorter)
        return;
    for (size_t i = 0; i < sorter->part_count; i++)
        free(sorter->parts[i].buffer);
    if (sorter->fd >= 0)
        close(sorter->fd);
    free(sorter->parts);
    free(sorter->heap);
    free(sorter->records);
    free(sorter);
}

static void fail(struct sorter *sorter, int why)
{
    if (!sorter->failed)
        sorter->why = why;
    sorter->failed = true;
}

/* Makes a file without a name, or one whose name is removed at once where the file system has no
 * unnamed ones. */
static int make_file(const char *folder)
{
    char path[PATH_MAX];
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0 || snprintf(path, sizeof path, "%s/sorted.XXXXXX", folder) >= (int)sizeof path)
        return fd;
    fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    return fd;
}

static void sort(struct sorter *sorter)
{
    if (sorter->count)
        qsort(sorter->records, sorter->count, sorter->size, sorter->order);
}

static bool write_all(int fd, const char *data, size_t size, uint64_t at)
{
    while (size) {
        ssize_t done = pwrite(fd, data, size, (off_t)at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        data += done;
        at += (uint64_t)done;
        size -= (size_t)done;
    }
    return true;
}

/* Sorts the records in memory and writes them as a part. */
static void write_part(struct sorter *sorter)
{
    struct part part = {.at = sorter->added - sorter->count, .left = sorter->count};
    sort(sorter);
    if (!sorter->failed && !write_all(sorter->fd, sorter->records, sorter->count * sorter->size,
                                      part.at * sorter->size))
        fail(sorter, errno);
    sorter->parts = memory_grow(sorter->parts, &sorter->part_room, sorter->part_count + 1,
                                sizeof *sorter->parts);
    sorter->parts[sorter->part_count++] = part;
    sorter->count = 0;
}

/* True if there is a temporary file. Otherwise all records stay in memory. */
static bool can_write(struct sorter *sorter)
{
    if (sorter->fd < 0 && sorter->folder)
        sorter->fd = make_file(sorter->folder);
    if (sorter->fd < 0)
        sorter->folder = NULL;
    return sorter->fd >= 0;
}

void archive_sorter_add(struct sorter *sorter, const void *record)
{
    if (sorter->count == sorter->most && can_write(sorter))
        write_part(sorter);
    sorter->records = memory_grow(sorter->records, &sorter->room, sorter->count + 1, sorter->size);
    memcpy(sorter->records + sorter->count++ * sorter->size, record, sorter->size);
    sorter->added++;
}

uint64_t archive_sorter_count(const struct sorter *sorter)
{
    return sorter->added;
}

/* Reads the next records of a part. False if there are none left. */
static bool refill(struct sorter *sorter, struct part *part)
{
    assert(part->next == part->count);
    size_t want = part->left < sorter->buffered ? (size_t)part->left : sorter->buffered, done = 0;
    while (done < want * sorter->size) {
        ssize_t got = pread(sorter->fd, part->buffer + done, want * sorter->size - done,
                            (off_t)(part->at * sorter->size + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            fail(sorter, got ? errno : EIO);
            want = 0;
            break;
        }
        done += (size_t)got;
    }
    part->next = 0;
    part->count = want;
    part->at += want;
    part->left -= want;
    return want;
}

static const char *head(const struct sorter *sorter, size_t part)
{
    return sorter->parts[part].buffer + sorter->parts[part].next * sorter->size;
}

/* True if the current record of part a comes first; of equal records, that of the earlier part. */
static bool is_before(const struct sorter *sorter, size_t a, size_t b)
{
    int order = sorter->order(head(sorter, a), head(sorter, b));
    return order ? order < 0 : a < b;
}

static void sink(struct sorter *sorter, size_t at)
{
    size_t *heap = sorter->heap;
    for (size_t child; (child = 2 * at + 1) < sorter->heap_count; at = child) {
        if (child + 1 < sorter->heap_count && is_before(sorter, heap[child + 1], heap[child]))
            child++;
        if (!is_before(sorter, heap[child], heap[at]))
            break;
        size_t other = heap[at];
        heap[at] = heap[child];
        heap[child] = other;
    }
}

static void begin_parts(struct sorter *sorter)
{
    write_part(sorter);
    free(sorter->records);
    sorter->records = NULL;
    sorter->room = 0;
    sorter->buffered = sorter->most / sorter->part_count + 1;
    sorter->heap = memory_zeroed(sorter->part_count, sizeof *sorter->heap);
    for (size_t i = 0; i < sorter->part_count && !sorter->failed; i++) {
        sorter->parts[i].buffer = memory_zeroed(sorter->buffered, sorter->size);
        if (refill(sorter, &sorter->parts[i]))
            sorter->heap[sorter->heap_count++] = i;
    }
    for (size_t i = sorter->heap_count; i-- > 0;)
        sink(sorter, i);
}

bool archive_sorter_begin(struct sorter *sorter, struct error *error)
{
    if (!sorter->part_count)
        sort(sorter);
    else
        begin_parts(sorter);
    return archive_sorter_end(sorter, error);
}

/* Moves on behind the record that was returned last. */
static void step(struct sorter *sorter)
{
    assert(sorter->heap_count > 0);
    struct part *part = &sorter->parts[sorter->heap[0]];
    if (++part->next == part->count && !refill(sorter, part))
        sorter->heap[0] = sorter->heap[--sorter->heap_count];
    sink(sorter, 0);
}

const void *archive_sorter_next(struct sorter *sorter)
{
    if (!sorter->part_count)
        return sorter->next < sorter->count ? sorter->records + sorter->next++ * sorter->size
                                            : NULL;
    if (sorter->taken)
        step(sorter);
    sorter->taken = sorter->heap_count && !sorter->failed;
    return sorter->taken ? head(sorter, sorter->heap[0]) : NULL;
}

bool archive_sorter_end(const struct sorter *sorter, struct error *error)
{
    if (!sorter->failed)
        return true;
    errno = sorter->why;
    return error_errno(error, "the temporary file for sorting cannot be written or read in %s",
                       sorter->folder);
}
