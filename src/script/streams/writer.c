/* writer.c: see writer.h
 *
 * A line that is too long for memory waits in a file until it is complete, and is then passed on
 * piece by piece while the flow's other writers wait. */
#include "script/streams/writer.h"

#include "script/streams/window.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUDGET = 8 }; /* reads in a row, so that other writers get their turn */

/* Returns the size of the complete lines or records at the beginning. */
static size_t complete(const struct flow_writer *writer, const char *bytes, size_t size)
{
    const struct flow *flow = writer->flow;
    if (flow->raw)
        return size;
    if (flow->record) {
        size_t unfinished =
            (size_t)((uint64_t)writer->long_size + writer->carry_used + size) % flow->record;
        return unfinished > size ? 0 : size - unfinished;
    }
    const char *last = memrchr(bytes, '\n', size);
    return last ? (size_t)(last - bytes) + 1 : 0;
}

static bool append(struct flow_writer *writer, const char *bytes, size_t size, struct error *error)
{
    writer->bytes += size;
    return !size || window_append(writer->flow, writer->task, bytes, size, error);
}

static bool add_long(struct flow_writer *writer, const char *folder, const char *bytes, size_t size,
                     struct error *error)
{
    if (writer->long_fd < 0)
        writer->long_fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    while (size && writer->long_fd >= 0) {
        ssize_t done = pwrite(writer->long_fd, bytes, size, writer->long_size);
        if (done < 0 && errno != EINTR)
            break;
        writer->long_size += done > 0 ? done : 0;
        bytes += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
    return !size || error_errno(error, "cannot keep a long line of the stream %s in %s",
                                writer->flow->name, folder);
}

/* Keeps the beginning of a line. */
static bool carry(struct flow_writer *writer, const char *folder, const char *bytes, size_t size,
                  struct error *error)
{
    if (writer->long_size)
        return add_long(writer, folder, bytes, size, error);
    if (writer->carry_used + size > FLOW_CARRY) {
        bool good = add_long(writer, folder, writer->carry, writer->carry_used, error) &&
                    add_long(writer, folder, bytes, size, error);
        writer->carry_used = 0;
        return good;
    }
    if (!writer->carry)
        writer->carry = memory_zeroed(1, FLOW_CARRY);
    if (size)
        memcpy(writer->carry + writer->carry_used, bytes, size);
    writer->carry_used += size;
    return true;
}

/* Appends what is complete, and keeps the rest. */
static bool take(struct flow_writer *writer, const char *folder, char *bytes, size_t size,
                 struct error *error)
{
    size_t whole = complete(writer, bytes, size);
    if (!whole)
        return carry(writer, folder, bytes, size, error);
    if (writer->long_size) { /* to the end of the long line; the rest waits until it has passed */
        size_t rest = size;
        if (!writer->flow->record)
            rest = size - (size_t)((char *)memchr(bytes, '\n', size) - bytes) - 1;
        else
            rest = size - whole;
        if (!add_long(writer, folder, bytes, size - rest, error))
            return false;
        writer->passing = true;
        if (!writer->carry)
            writer->carry = memory_zeroed(1, FLOW_CARRY);
        memcpy(writer->carry, bytes + size - rest, rest); /* FLOW_READ <= FLOW_CARRY */
        writer->carry_used = rest;
        return true;
    }
    size_t before = writer->carry_used;
    writer->carry_used = 0;
    return append(writer, writer->carry, before, error) && append(writer, bytes, whole, error) &&
           carry(writer, folder, bytes + whole, size - whole, error);
}

/* Passes on a long line, as far as there is room. True if all of it is passed. */
static bool pass(struct flow_writer *writer, char *scratch, const char *folder, bool *failed,
                 struct error *error)
{
    struct flow *flow = writer->flow;
    flow->owner = writer;
    while (writer->long_passed < writer->long_size) {
        off_t left = writer->long_size - writer->long_passed;
        size_t most = window_room(flow);
        most = left < (off_t)most ? (size_t)left : most;
        if (!most)
            return false;
        ssize_t size = pread(writer->long_fd, scratch, most, writer->long_passed);
        if (size <= 0) {
            *failed = !error_errno(error, "cannot read a long line of the stream %s", flow->name);
            return false;
        }
        if (!append(writer, scratch, (size_t)size, error)) {
            *failed = true;
            return false;
        }
        writer->long_passed += size;
    }
    flow->owner = NULL;
    writer->passing = false;
    writer->long_size = writer->long_passed = 0;
    if (ftruncate(writer->long_fd, 0) != 0)
        *failed = !error_errno(error, "cannot empty a file in %s", folder);
    size_t rest = writer->carry_used; /* what came behind the long line */
    memcpy(scratch, writer->carry, rest);
    writer->carry_used = 0;
    *failed |= !*failed && !take(writer, folder, scratch, rest, error);
    return !*failed;
}

/* Completes or drops the unfinished line of a writer that has ended. */
static bool end_line(struct flow_writer *writer, const char *folder, bool *dropped,
                     struct error *error)
{
    if (!writer->carry_used && !writer->long_size)
        return true;
    if (!writer->good || writer->flow->record) {
        *dropped = true;
        writer->carry_used = 0;
        writer->long_size = 0;
        return true;
    }
    char newline[] = "\n";
    return take(writer, folder, newline, 1, error);
}

static void close_fd(struct flow_writer *writer)
{
    if (writer->fd >= 0)
        close(writer->fd);
    writer->fd = -1;
}

/* Reads once. Returns false if nothing more can be read now. */
static bool read_once(struct flow_writer *writer, char *scratch, const char *folder, size_t room,
                      enum writer_state *state, struct error *error)
{
    ssize_t size = read(writer->fd, scratch, room);
    if (size > 0) {
        writer->received += (uint64_t)size;
        if (take(writer, folder, scratch, (size_t)size, error))
            return true;
        *state = WRITER_FAILED;
        return false;
    }
    if (size < 0 && errno == EINTR)
        return true;
    bool comes = writer->is_source || (writer->is_link && writer->received < writer->total);
    if (size < 0 && errno == EAGAIN && (!writer->ended || comes)) {
        *state = WRITER_WAITS;
        return false;
    }
    close_fd(writer); /* at its end; or the task has ended, and what is left of it is silent */
    return false;
}

enum writer_state writer_take(struct flow_writer *writer, char *scratch, const char *folder,
                              bool *dropped, struct error *error)
{
    struct flow *flow = writer->flow;
    for (int turn = 0;; turn++) {
        bool failed = false;
        enum writer_state state = WRITER_DONE;
        if (flow->deaf) {
            close_fd(writer);
            writer->carry_used = 0;
            writer->long_size = 0;
            writer->passing = false;
        }
        if (flow->owner && flow->owner != writer)
            return WRITER_BLOCKED;
        if (writer->passing && !pass(writer, scratch, folder, &failed, error))
            return failed ? WRITER_FAILED : WRITER_BLOCKED;
        if (writer->passing)
            continue;
        size_t room = window_room(flow);
        if (!room)
            return WRITER_BLOCKED;
        if (turn == BUDGET)
            return WRITER_MORE;
        if (writer->fd >= 0) {
            if (!read_once(writer, scratch, folder, room, &state, error) && writer->fd >= 0)
                return state;
            continue;
        }
        if (!writer->ended)
            return WRITER_WAITS; /* it closed its output and goes on */
        if (writer->is_link && writer->received < writer->total && !flow->deaf) {
            writer->cut = true;
            writer->good = false;
        }
        if (!end_line(writer, folder, dropped, error))
            return WRITER_FAILED;
        if (!writer->passing && !writer->carry_used)
            return WRITER_DONE;
    }
}

void writer_free(struct flow_writer *writer)
{
    close_fd(writer);
    if (writer->long_fd >= 0)
        close(writer->long_fd);
    free(writer->carry);
    free(writer);
}
