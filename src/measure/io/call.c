/* call.c: see call.h */
#include "measure/io/call.h"

#include "measure/act.h"
#include "measure/io.h"
#include "measure/lane.h"
#include "measure/place.h"
#include "measure/region.h"
#include "measure/threads/wait.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* True if an instrumented I/O statement is being visited: its probe measures all calls inside. */
static bool has_probe(void)
{
    const struct tri_region *region = measure_region_known(measure_lane_current->region);
    return region && region->kind == TRI_KIND_IO && region->unit;
}

struct tri_node *call_begin(unsigned flags, const char *name, const void *site)
{
    if (!measure_listen_hears(FORMAT_COLLECT_IO) || has_probe() || measure_wait_is_foreign(site))
        return NULL;
    int saved = errno;
    struct tri_node *node = measure_act_begin(measure_act_site(TRI_KIND_IO, flags, name, site));
    errno = saved;
    return node;
}

void call_end(struct tri_node *node, uint32_t file, long long bytes)
{
    uint64_t now = measure_io_end(measure_visit_up(node));
    int saved = errno;
    measure_io_leave(measure_visit_up(node), now, file, bytes);
    errno = saved;
}

void call_end_fd(struct tri_node *node, int fd, long long bytes)
{
    uint64_t now = measure_io_end(measure_visit_up(node));
    int saved = errno;
    measure_io_leave(measure_visit_up(node), now, measure_files_region(fd), bytes);
    errno = saved;
}

void call_end_stream(struct tri_node *node, FILE *stream, long long bytes)
{
    call_end_fd(node, tri_where_stream(stream), bytes);
}

bool call_is_own(void)
{
    return measure_listen_hears(FORMAT_COLLECT_IO) && !has_probe() &&
           (uint32_t)getpid() == measure_place_page()->pid;
}

uint32_t call_closes(int fd)
{
    int saved = errno;
    bool open = fd >= 0 && fcntl(fd, F_GETFD) >=
                               0; /* some programs close all descriptor numbers, open or not */
    uint32_t file = open ? measure_files_region(fd) : measure_files_named("(not open)", 0);
    measure_files_forget(fd);
    errno = saved;
    return file;
}

void *call_real(const char *name)
{
    int saved = errno;
    listen_busy++;
    void *real = dlsym(RTLD_NEXT, name);
    listen_busy--;
    errno = saved;
    return real;
}
