/* log.c: see log.h. The rare actions of event logging: a new file, a new piece, the end of the
 * log. */
#include "measure/log.h"

#include "format/activity_record.h"
#include "format/place.h"
#include "format/points.h"
#include "measure/clock.h"
#include "measure/filter.h"
#include "measure/folder.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/node.h"
#include "measure/place.h"
#include "measure/region.h"

#include <triptych/probes.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    MOST_VALUES = 16,   /* of an event */
    HEADER_SIZE = 4096, /* on disk */
};

__thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct format_event *log_next;
__thread __attribute__((tls_model("initial-exec"),
                        visibility("hidden"))) struct format_event *log_messages[LOG_MESSAGES];

static uint32_t keep;
static uint64_t limit; /* as in struct format_events */
static bool complained;

void measure_log_start(const struct measure_settings *settings)
{
    measure_log_choose(settings);
    keep = settings->events_keep;
    limit = settings->events_limit / FORMAT_PIECE_SIZE;
    if (settings->events_limit && !limit)
        limit = 1;
    if (limit &&
        keep ==
            FORMAT_KEEP_LAST) /* the slots hold some of the pieces; the others are moved in pairs */
        limit = limit > FORMAT_SLOTS + FORMAT_MOVED
                    ? (limit - FORMAT_SLOTS) / FORMAT_MOVED * FORMAT_MOVED
                    : FORMAT_MOVED;
}

bool measure_log_wants_node(const struct format_node *node)
{
    return log_logged && node->open > FORMAT_OPEN_UNTIMED &&
           log_logged & format_events_of(measure_region_kind(node->region)) &&
           !measure_filter_drops(node) && !measure_region_is_sampled(node->region);
}

void measure_log_take(struct measure_log *log)
{
    log->full |= log->full_at != 0; /* all visits around the first events have ended */
    log_next = log->next;
}

void measure_log_give(struct measure_log *log)
{
    log->next = log_next;
    log_next = NULL;
}

/* The parent's mapping stays; nothing is written to it any more. */
void measure_log_fork(struct measure_log *log)
{
    log->header = NULL;
    log->hot = NULL;
    log->full = false;
    log->full_at = log->stopped_at = 0;
    log_next = NULL;
}

static void stop_logging(struct measure_log *log, int error)
{
    log->full = true;
    log->stopped_at = measure_clock_now();
    measure_lane_own->header->dropped_error = (uint64_t)error;
    if (log->header)
        log->header->error = error;
    if (!__atomic_test_and_set(&complained, __ATOMIC_RELAXED))
        measure_place_say(error, "the event log cannot be written",
                          "no more events are logged, everything else continues");
}

/* Reserves aligned addresses for that many pieces; NULL with errno. */
static char *reserve_addresses(size_t pieces)
{
    size_t bytes = pieces * FORMAT_PIECE_SIZE, more = bytes + FORMAT_PIECE_SIZE;
    char *base = mmap(NULL, more, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    size_t skipped = -(uintptr_t)base % FORMAT_PIECE_SIZE;
    if (skipped)
        munmap(base, skipped);
    munmap(base + skipped + bytes, FORMAT_PIECE_SIZE - skipped);
    return base + skipped;
}

static bool map_file(struct measure_log *log, int fd)
{
    const size_t size = FORMAT_PIECES_AT;
    if (!measure_store_allocate(fd, 0, HEADER_SIZE) ||
        !measure_store_allocate(fd, FORMAT_SLOTS_AT, size - FORMAT_SLOTS_AT))
        return false;
    char *base = reserve_addresses(size / FORMAT_PIECE_SIZE);
    if (!base)
        return false;
    if (mmap(base, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
        int error = errno;
        munmap(base, size);
        errno = error;
        return false;
    }
    log->header = (struct format_events *)base;
    log->hot = base + FORMAT_SLOTS_AT;
    return true;
}

static bool make_file(struct measure_log *log)
{
    int number = measure_lane_own->store.number;
    int size =
        snprintf(log->path, sizeof log->path, "%s/events-%d", measure_place_folder(), number);
    if (size < 0 || (size_t)size >= sizeof log->path) {
        errno = ENAMETOOLONG;
        return false;
    }
    int fd = measure_folder_open_of_place(log->path, O_RDWR | O_CREAT | O_EXCL);
    if (fd < 0)
        return false;
    bool mapped = map_file(log, fd);
    int error = errno;
    close(fd);
    errno = error;
    if (!mapped)
        return false;
    log->header->version = FORMAT_VERSION;
    log->header->profile = (uint32_t)number;
    log->header->kinds = log_logged;
    log->header->keep = keep;
    log->header->limit = limit;
    __atomic_store_n(&log->header->magic, FORMAT_EVENTS_MAGIC, __ATOMIC_RELEASE);
    measure_lane_own->header->logged = 1;
    return true;
}

static bool write_all(int fd, const char *from, size_t bytes, uint64_t offset)
{
    while (bytes) {
        ssize_t wrote = pwrite(fd, from, bytes, (off_t)offset);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        from += wrote;
        offset += (size_t)wrote;
        bytes -= (size_t)wrote;
    }
    return true;
}

/* Returns the end of an event in ticks; its values follow `record`. */
static uint64_t end_of(const struct format_event *record, const struct format_event *end)
{
    const uint64_t long_one = format_event_rest(FORMAT_EVENT_VALUE, FORMAT_VALUE_LENGTH, 0);
    uint32_t length = (uint32_t)record->rest;
    if (length != FORMAT_LENGTH_ELSEWHERE)
        return record->start + length;
    return record + 1 < end && record[1].rest == long_one ? record->start + record[1].start : 0;
}

static void add_moved(struct format_events *header, unsigned acts, uint64_t ended)
{
    header->moved_acts += acts;
    if (ended > header->moved_end)
        header->moved_end = ended;
}

/* Writes the totals of all earlier pieces into the head of a piece, and adds the piece to the
 * totals. */
static void sum_up(struct measure_log *log, uint64_t number)
{
    char *base = log->hot + number % FORMAT_SLOTS * FORMAT_PIECE_SIZE;
    struct format_events *header = log->header;
    struct format_piece *piece = (struct format_piece *)base;
    const struct format_event *end = (const struct format_event *)(base + FORMAT_PIECE_SIZE);
    piece->acts_before = header->moved_acts;
    piece->end_before = header->moved_end;
    const struct format_event *first = (const struct format_event *)(piece + 1);
    for (const struct format_event *at = first; at < end; at++) {
        struct format_event split[FORMAT_POINTS], act, values[FORMAT_MOVE_VALUES];
        uint64_t type = at->rest >> 60;
        unsigned count = format_points_split(at, split);
        if (format_numbered_unpack(at, piece->base, &act, values))
            add_moved(header, 1, act.start + (uint32_t)act.rest);
        else if (count)
            add_moved(header, count, split[count - 1].start);
        else if (type == FORMAT_EVENT_ACT || type == FORMAT_EVENT_ABORTED)
            add_moved(header, 1, end_of(at, end));
        else if (type == FORMAT_EVENT_AGAIN && format_again_split(at, first, split))
            add_moved(header, 1, end_of(&split[0], &split[1]));
    }
}

/* Writes the oldest pieces from their slots to the file. They were filled at least two pieces ago:
 * a record that a signal handler interrupted is complete by now, unless the handler itself filled
 * these two. False with errno. */
static bool move_pieces(struct measure_log *log)
{
    uint64_t first = log->header->written;
    uint64_t place = keep == FORMAT_KEEP_LAST && limit ? first % limit : first;
    uint64_t offset = FORMAT_PIECES_AT + place * FORMAT_PIECE_SIZE;
    const size_t bytes = (size_t)FORMAT_MOVED * FORMAT_PIECE_SIZE;
    int fd = measure_store_may_grow(offset + bytes)
                 ? measure_folder_open_of_place(log->path, O_WRONLY)
                 : -1;
    if (fd < 0)
        return false;
    for (uint64_t i = 0; keep == FORMAT_KEEP_LAST && limit && i < FORMAT_MOVED; i++)
        sum_up(log, first + i);
    bool moved = write_all(fd, log->hot + first % FORMAT_SLOTS * FORMAT_PIECE_SIZE, bytes, offset);
    int error = errno;
    close(fd);
    errno = error;
    if (moved)
        __atomic_store_n(&log->header->written, first + FORMAT_MOVED, __ATOMIC_RELEASE);
    return moved;
}

static void begin_piece(struct measure_log *log, uint64_t number)
{
    struct format_piece *piece =
        (struct format_piece *)(log->hot + number % FORMAT_SLOTS * FORMAT_PIECE_SIZE);
    if (piece->sequence) {
        __atomic_store_n(&piece->sequence, 0, __ATOMIC_RELAXED);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        memset(piece + 1, 0, FORMAT_PIECE_SIZE - sizeof *piece);
    }
    piece->base = measure_clock_now();
    __atomic_store_n(&piece->sequence, number + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&log->header->pieces, number + 1, __ATOMIC_RELEASE);
    log_next = (struct format_event *)(piece + 1);
}

/* Begins the next piece. False if there is none: events are dropped from now on. */
static bool next_piece(struct measure_log *log)
{
    if (measure_place_heed())
        return false;
    if (!log->header && !make_file(log)) {
        stop_logging(log, errno);
        return false;
    }
    uint64_t number = log->header->pieces;
    if (limit && keep == FORMAT_KEEP_FIRST && number == limit && !log->full_at) {
        log->full_at = measure_clock_now();
        log->spare = NULL;
        return false;
    }
    if (number == log->header->written + FORMAT_SLOTS && !move_pieces(log)) {
        stop_logging(log, errno);
        return false;
    }
    begin_piece(log, number);
    return true;
}

/* Returns the first record after the last one written. */
static struct format_event *first_free(struct format_event *at, const struct format_event *end)
{
    struct format_event *unused = at;
    for (; at != end; at++) {
        if (at->rest)
            unused = at + 1;
    }
    return unused;
}

/* Reserves records while signals are blocked; NULL if there is no room. A new piece is empty. */
static struct format_event *reserve_blocked(struct measure_log *log, unsigned count)
{
    struct format_event *at = log_next;
    const struct format_event *end =
        at ? at + -(uintptr_t)at % FORMAT_PIECE_SIZE / sizeof *at : NULL;
    at = first_free(at, end);
    if (end - at < (ptrdiff_t)count)
        at = next_piece(log) ? log_next : NULL;
    log_next = at ? at + count : NULL;
    return at;
}

/* Reserves records beyond the limit for the few visits around the first events, which end after
 * them. */
static struct format_event *reserve_spare(struct measure_log *log, unsigned count)
{
    log_next = log->spare;
    struct format_event *at = reserve_blocked(log, count);
    log->spare = log_next;
    log_next = NULL;
    return at;
}

/* Counts an event that is dropped, and extends the interval about which nothing is known. The
 * interval begins when there was no more room, or earlier with an event that began earlier. A
 * routine or a loop does not extend it back: the events inside were logged until then, and the time
 * between them is the program's in either case. */
static void count_dropped(const struct measure_log *log, uint32_t node, uint64_t start,
                          uint64_t length)
{
    struct format_header *header = measure_lane_own->header;
    uint64_t full = log->full_at ? log->full_at : log->stopped_at;
    uint32_t kind = measure_region_kind(
        ((const struct format_node *)measure_store_at(&measure_lane_own->store, node))->region);
    uint64_t from = start;
    if (start < full && format_events_of(kind) & (FORMAT_EVENTS_ROUTINES | FORMAT_EVENTS_LOOPS))
        from = full;
    if (!header->dropped || from < header->dropped_from)
        header->dropped_from = from;
    if (start + length > header->dropped_to)
        header->dropped_to = start + length;
    __atomic_fetch_add(&header->dropped, 1, __ATOMIC_RELEASE);
    if (log->header)
        __atomic_fetch_add(&log->header->dropped, 1, __ATOMIC_RELAXED);
}

/* Reserves records for an event that began at `start`. NULL if there is no room. */
static struct format_event *reserve(uint64_t start, unsigned count)
{
    struct format_event *at = measure_log_reserve(count);
    if (at || !measure_lane_own)
        return at;
    struct measure_log *log = &measure_lane_own->log;
    if (!log->full && (!log->full_at || start < log->full_at)) {
        int saved = errno;
        sigset_t all, before;
        sigfillset(&all); /* includes the cancellation signal */
        pthread_sigmask(SIG_BLOCK, &all, &before);
        listen_busy++;
        if (!log->full_at)
            at = reserve_blocked(log, count);
        if (!at && log->full_at && start < log->full_at)
            at = reserve_spare(log, count);
        listen_busy--;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        errno = saved;
    }
    return at;
}

void measure_log_far(enum format_event_type type, uint32_t node, uint64_t start, uint64_t length,
                     const struct measure_log_value *values, unsigned count)
{
    bool is_long = length >= FORMAT_LENGTH_ELSEWHERE;
    struct format_event *at = node < FORMAT_EVENT_NODES && count <= MOST_VALUES
                                  ? reserve(start, 1 + is_long + count)
                                  : NULL;
    if (!at) {
        if (measure_lane_own && (type == FORMAT_EVENT_ACT || type == FORMAT_EVENT_ABORTED) &&
            !measure_place_heed())
            count_dropped(&measure_lane_own->log, node, start, length);
        return;
    }
    struct format_event *value = at + 1;
    if (is_long)
        *value++ = (struct format_event){
            length, format_event_rest(FORMAT_EVENT_VALUE, FORMAT_VALUE_LENGTH, 0)};
    for (unsigned i = 0; i < count; i++)
        *value++ = (struct format_event){values[i].value,
                                         format_event_rest(FORMAT_EVENT_VALUE, values[i].what, 0)};
    measure_log_write(at, type, node, start, is_long ? FORMAT_LENGTH_ELSEWHERE : length);
}

void measure_log_message_end(enum format_end end, uint64_t order, uint64_t address, uint64_t start)
{
    struct format_event *at = reserve(start, 1);
    if (!at)
        return;
    at->start = address;
    __atomic_store_n(&at->rest, format_end_rest(end, order), __ATOMIC_RELEASE);
}

void measure_log_left(const struct format_node *node, uint64_t now)
{
    struct measure_filter_act act = {
        .node = node,
        .ticks = now - node->open,
        .trips = NODE_NO_TRIPS,
        .left = true,
    };
    if (measure_log_wants_node(node) && measure_filter_keeps(&act))
        measure_log_far(FORMAT_EVENT_ABORTED, node->self, node->open, now - node->open, NULL, 0);
}

/* The private piece of the calibration. */
static char *stage;

bool measure_log_rehearse(void)
{
    stage = log_logged ? reserve_addresses(1) : NULL;
    return stage && mprotect(stage, FORMAT_PIECE_SIZE, PROT_READ | PROT_WRITE) == 0;
}

void measure_log_rehearse_again(void)
{
    memset(stage, 0, FORMAT_PIECE_SIZE);
    log_next = (struct format_event *)(stage + sizeof(struct format_piece));
}

void measure_log_perform(void)
{
    log_next = NULL;
    if (stage)
        munmap(stage, FORMAT_PIECE_SIZE);
}
