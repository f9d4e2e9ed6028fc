/* log.c: see log.h */
#include "archive/write/log.h"

#include "format/place.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FIRST = sizeof(struct format_piece) / sizeof(struct format_event),
    RECORDS = FORMAT_PIECE_SIZE / sizeof(struct format_event),
    MOST = 1024, /* values that are written together with an act */
};

struct raw_write_log {
    char *path;
    int fd, error; /* errno of the first failed write */
    struct format_events header;
    struct format_event *records; /* of the current piece */
    size_t used;                  /* number of used records */
};

struct raw_write_log *raw_write_log_open(const char *path, uint32_t number, struct error *error)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        error_errno(error, "%s cannot be written", path);
        return NULL;
    }
    struct raw_write_log *log = memory_zeroed(1, sizeof *log);
    log->path = memory_string(path);
    log->fd = fd;
    log->header = (struct format_events){
        .magic = FORMAT_EVENTS_MAGIC,
        .version = FORMAT_VERSION,
        .profile = number,
        .kinds = FORMAT_EVENTS_ALL,
        .keep = FORMAT_KEEP_FIRST,
    };
    log->records = memory_zeroed(RECORDS, sizeof *log->records);
    log->used = FIRST;
    return log;
}

static void write_at(struct raw_write_log *log, const void *data, size_t size, uint64_t offset)
{
    const char *at = data;
    while (size && !log->error) {
        ssize_t done = pwrite(log->fd, at, size, (off_t)offset);
        if (done < 0 && errno != EINTR)
            log->error = errno;
        if (done <= 0)
            continue;
        at += done;
        size -= (size_t)done;
        offset += (uint64_t)done;
    }
}

static void end_piece(struct raw_write_log *log)
{
    uint64_t number = log->header.pieces++;
    struct format_piece head = {.sequence = number + 1};
    memcpy(log->records, &head, sizeof head);
    memset(log->records + log->used, 0, (RECORDS - log->used) * sizeof *log->records);
    write_at(log, log->records, FORMAT_PIECE_SIZE,
             FORMAT_PIECES_AT + number * (uint64_t)FORMAT_PIECE_SIZE);
    log->used = FIRST;
}

static void add_values(struct raw_write_log *log, const struct raw_write_pair *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        log->records[log->used++] = (struct format_event){
            values[i].value, format_event_rest(FORMAT_EVENT_VALUE, (uint32_t)values[i].kind, 0)};
}

void raw_write_log_add(struct raw_write_log *log, enum format_event_type type, uint32_t node,
                       uint64_t start, uint64_t length, const struct raw_write_pair *values,
                       size_t count)
{
    if (node >= FORMAT_EVENT_NODES) {
        log->header.dropped++;
        return;
    }
    for (; count > MOST; count -= MOST, values += MOST)
        raw_write_log_add(log, FORMAT_EVENT_MORE, node, start, 0, values, MOST);
    if (log->used + 2 + count > RECORDS)
        end_piece(log);
    bool fits = length < FORMAT_LENGTH_ELSEWHERE;
    uint32_t shown = fits ? (uint32_t)length : FORMAT_LENGTH_ELSEWHERE;
    log->records[log->used++] = (struct format_event){start, format_event_rest(type, node, shown)};
    if (!fits)
        add_values(log, &(struct raw_write_pair){FORMAT_VALUE_LENGTH, length}, 1);
    add_values(log, values, count);
}

bool raw_write_log_close(struct raw_write_log *log, struct error *error)
{
    if (log->used > FIRST)
        end_piece(log);
    log->header.written = log->header.pieces;
    write_at(log, &log->header, sizeof log->header, 0);
    if (!log->header.pieces && !log->error && ftruncate(log->fd, FORMAT_PIECES_AT) != 0)
        log->error = errno;
    if (close(log->fd) != 0 && !log->error)
        log->error = errno;
    errno = log->error;
    bool good = !log->error || error_errno(error, "%s cannot be written", log->path);
    free(log->records);
    free(log->path);
    free(log);
    return good;
}
