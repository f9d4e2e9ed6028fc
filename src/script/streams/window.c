/* window.c: see window.h */
#include "script/streams/window.h"

#include "util/memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

enum { PUNCH = 32 << 20, PIECES = 4096 };

size_t window_room(const struct flow *flow)
{
    uint64_t least = flow->end;
    if (flow->unbounded)
        return FLOW_READ;
    for (const struct flow_reader *reader = flow->readers; reader; reader = reader->next) {
        if (reader->started && !reader->gone && reader->position < least)
            least = reader->position;
    }
    uint64_t behind = flow->end - least;
    uint64_t room = behind >= FLOW_LAG ? 0 : FLOW_LAG - behind;
    return room > FLOW_READ ? FLOW_READ : (size_t)room;
}

/* Opens the file if some reader has not started, or all is to be kept. */
static bool decide(struct flow *flow, struct error *error)
{
    bool needed = flow->store || flow->unbounded;
    flow->decided = true;
    for (const struct flow_reader *reader = flow->readers; reader; reader = reader->next)
        needed |= !reader->started && !reader->gone;
    if (!needed || flow->file >= 0)
        return true;
    flow->file = open(flow->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (flow->file < 0)
        return error_errno(error, "cannot write %s", flow->path);
    return true;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    while (size) {
        ssize_t done = write(file, bytes, size);
        if (done < 0 && errno != EINTR)
            return false;
        bytes += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

static void note_piece(struct flow *flow, uint32_t task, size_t size)
{
    struct flow_piece *last = flow->piece_count ? &flow->pieces[flow->piece_count - 1] : NULL;
    if (last && last->task == task) {
        last->size += size;
        return;
    }
    flow->pieces =
        memory_grow(flow->pieces, &flow->piece_room, flow->piece_count + 1, sizeof *flow->pieces);
    flow->pieces[flow->piece_count++] = (struct flow_piece){.task = task, .size = size};
}

bool window_append(struct flow *flow, uint32_t task, const void *bytes, size_t size,
                   struct error *error)
{
    assert(size <= FLOW_READ + FLOW_CARRY + 1);
    if (!flow->decided && !decide(flow, error))
        return false;
    if (!flow->window)
        flow->window = memory_zeroed(1, FLOW_WINDOW);
    if (flow->file >= 0 && !write_all(flow->file, bytes, size)) {
        flow->failed = true;
        return error_errno(error, "cannot keep the stream %s in %s", flow->name, flow->path);
    }
    size_t at = flow->end % FLOW_WINDOW;
    size_t first = size < FLOW_WINDOW - at ? size : FLOW_WINDOW - at;
    memcpy(flow->window + at, bytes, first);
    memcpy(flow->window, (const char *)bytes + first, size - first);
    flow->end += size;
    if (flow->end - flow->base > FLOW_WINDOW)
        flow->base = flow->end - FLOW_WINDOW;
    if (flow->store)
        note_piece(flow, task, size);
    return flow->piece_count < PIECES || window_write_index(flow, error);
}

/* Does what sendfile(2) does not do for a file that is open for appending. */
static ssize_t copy_some(const struct flow *flow, uint64_t position, int to)
{
    char block[4096];
    ssize_t size = pread(flow->file, block, sizeof block, (off_t)position);
    return size > 0 ? write(to, block, (size_t)size) : size;
}

ssize_t window_send(struct flow *flow, uint64_t position, int to, size_t most)
{
    uint64_t left = flow->end - position;
    size_t size = left < most ? (size_t)left : most;
    if (position < flow->base) {
        off_t from = (off_t)position;
        ssize_t sent = sendfile(to, flow->file, &from, size);
        return sent < 0 && errno == EINVAL ? copy_some(flow, position, to) : sent;
    }
    size_t at = position % FLOW_WINDOW;
    if (size > FLOW_WINDOW - at)
        size = FLOW_WINDOW - at;
    return write(to, flow->window + at, size);
}

void window_forget(struct flow *flow)
{
    uint64_t least = flow->end;
    if (flow->store || flow->file < 0)
        return;
    for (const struct flow_reader *reader = flow->readers; reader; reader = reader->next) {
        if (!reader->gone && reader->position < least)
            least = reader->position;
    }
    if (least < flow->punched + PUNCH)
        return;
    fallocate(flow->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)flow->punched,
              (off_t)(least - flow->punched));
    flow->punched = least;
}

bool window_write_index(struct flow *flow, struct error *error)
{
    if (!flow->piece_count || flow->failed)
        return true;
    if (flow->index < 0) {
        char *path = memory_printf("%s.index", flow->path);
        flow->index = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        free(path);
    }
    bool good = flow->index >= 0 && write_all(flow->index, (const char *)flow->pieces,
                                              flow->piece_count * sizeof *flow->pieces);
    flow->piece_count = 0;
    flow->failed = !good;
    return good || error_errno(error, "cannot write the index of the stream %s", flow->name);
}

void window_free(struct flow *flow)
{
    free(flow->window);
    free(flow->pieces);
    flow->window = NULL;
    flow->pieces = NULL;
    flow->piece_room = flow->piece_count = 0;
    if (flow->index >= 0)
        close(flow->index);
    if (flow->file >= 0)
        close(flow->file);
    if (flow->file >= 0 && !flow->store)
        unlink(flow->path);
    flow->file = flow->index = -1;
}
