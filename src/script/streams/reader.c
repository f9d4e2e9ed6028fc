/* reader.c: see reader.h */
#include "script/streams/reader.h"

#include "script/streams/window.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

void reader_close(struct flow_reader *reader)
{
    if (reader->fd >= 0 && !reader->shared)
        close(reader->fd);
    reader->fd = -1;
    reader->started = false;
}

/* True if an error of a write means that the reader is gone. */
static bool is_gone(int error)
{
    return error == EPIPE || error == ECONNRESET || error == ETIMEDOUT || error == EHOSTUNREACH ||
           error == ENETUNREACH;
}

/* True if a write of PIPE_BUF bytes to a descriptor that must stay blocking returns at once. */
static bool is_ready(int fd)
{
    struct pollfd asked = {.fd = fd, .events = POLLOUT};
    return poll(&asked, 1, 0) == 1;
}

static ssize_t send_some(struct flow_reader *reader)
{
    size_t most = FLOW_WINDOW;
    if (reader->shared && !reader->is_file) {
        most = PIPE_BUF;
        if (!is_ready(reader->fd)) {
            errno = EAGAIN;
            return -1;
        }
    }
    return window_send(reader->flow, reader->position, reader->fd, most);
}

enum reader_state reader_give(struct flow_reader *reader, struct error *error)
{
    struct flow *flow = reader->flow;
    while (reader->fd >= 0 && reader->position < flow->end) {
        ssize_t size = send_some(reader);
        if (size > 0)
            reader->position += (uint64_t)size;
        else if (size < 0 && errno == EAGAIN)
            return READER_WAITS;
        else if (size < 0 && is_gone(errno)) {
            reader_close(reader);
            reader->gone = !reader->may_return;
            return READER_CLOSED;
        } else if (size == 0 || errno != EINTR) {
            error_errno(error, "cannot pass on the stream %s", flow->name);
            return READER_FAILED;
        }
    }
    if (reader->fd >= 0 && !flow->finished)
        return READER_CURRENT;
    reader_close(reader); /* the reader's end of file */
    return READER_CLOSED;
}
