/* io.c: see io.h */
#include "measure/io.h"

#include "measure/files.h"
#include "measure/filter.h"
#include "measure/heed.h"
#include "measure/place.h"
#include "measure/region.h"
#include "measure/throttle.h"

#include <errno.h>
#include <stdio.h>

/* Adds time, count and bytes of a visit to the file's node, a child of the I/O statement. */
static void add_to_file(struct format_node *node, uint32_t file, uint64_t ticks, uint64_t bytes)
{
    struct format_node *below = file ? measure_node_child(node, file) : NULL;
    if (!below)
        return;
    below->count++;
    below->bytes += bytes;
    if (ticks != UINT64_MAX)
        measure_node_add_time(below, ticks);
    if (!measure_region_is_sampled(node->region))
        return;
    if (ticks == UINT64_MAX)
        measure_node_add_untimed(below);
    else
        measure_node_end_sampled(below, ticks, throttle_is_new(below));
}

static bool is_wanted(const struct format_node *node, uint64_t ticks, uint64_t bytes)
{
    return measure_filter_keeps(&(struct measure_filter_act){
        .node = node, .ticks = ticks, .trips = NODE_NO_TRIPS, .bytes = bytes});
}

static void log_io(const struct format_node *node, uint64_t ticks, uint32_t file, uint64_t bytes)
{
    struct measure_log_value values[2];
    unsigned count = 0;
    if (bytes)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_BYTES, bytes};
    if (file)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_FILE, file};
    measure_log_far(FORMAT_EVENT_ACT, node->self, node->open, ticks, values, count);
}

void measure_io_leave(struct format_node *up, uint64_t now, uint32_t file, long long bytes)
{
    struct format_node *node = up->recent;
    if (node != measure_lane_current) {
        measure_visit_leave_far(up, NODE_NO_TRIPS);
        return;
    }
    bool timed = node->open > FORMAT_OPEN_UNTIMED;
    uint64_t ticks = timed ? now - node->open : UINT64_MAX;
    uint64_t moved = bytes > 0 ? (uint64_t)bytes : 0;
    node->bytes += moved;
    if (timed)
        measure_node_add_time(node, ticks);
    add_to_file(node, file, ticks, moved);
    if (measure_log_wants_node(node) && is_wanted(node, ticks, moved))
        log_io(node, ticks, file, moved);
    measure_visit_go_up(node, up);
    if (timed && measure_region_is_sampled(node->region)) {
        measure_node_end_sampled(node, ticks, throttle_is_new(node));
        throttle_reconsider(node, ticks);
    } else if (timed && throttle_is_due(node->count)) {
        throttle_consider(node);
    } else if (timed ? measure_place_is_due(now) : throttle_is_due(node->count)) {
        measure_place_heed();
    }
    measure_heed_check();
}

void tri_leave_io(struct tri_node *handle, int where, long long bytes)
{
    uint64_t now = measure_io_end(measure_visit_up(handle));
    int saved = errno;
    measure_io_leave(measure_visit_up(handle), now, measure_files_region(where), bytes);
    if (where >= 0 && where & FILES_CLOSING)
        measure_files_forget(where & ~FILES_CLOSING);
    errno = saved;
}

void tri_leave_open(struct tri_node *handle, const char *path, int fd)
{
    uint64_t now = measure_io_end(measure_visit_up(handle));
    int saved = errno;
    measure_io_leave(measure_visit_up(handle), now, measure_files_opened(path, fd), 0);
    errno = saved;
}

/* Returns a stream's descriptor as glibc's fileno() does, which a program may have replaced. */
static int descriptor_of(const FILE *stream)
{
    enum { IS_OF_FILE = 0x2000 };
    return stream->_flags & IS_OF_FILE && stream->_fileno >= 0 ? stream->_fileno : -1;
}

int tri_where_stream(void *stream)
{
    return stream ? descriptor_of(stream) : FILES_UNKNOWN;
}

/* Looks up the file before the descriptor is closed: afterwards it could not be found. */
int tri_where_closing(int fd)
{
    if (fd < 0)
        return fd;
    int saved = errno;
    measure_files_region(fd);
    errno = saved;
    return fd | FILES_CLOSING;
}
