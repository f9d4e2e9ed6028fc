/* fuzz_filter.c: whatever it is given is the file of a filter: a program that is measured must read
 * it, and decide on regions and acts, without harm. */
#include "measure/filter.c" /* to let go of what a program keeps for ever */

#include "measure/clock.h"
#include "measure/node.h"
#include "measure/region.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

static struct format_place page = {.number = 2, .pid = 7, .ranks = 4, .rank = 1};
uint32_t clock_kind = FORMAT_CLOCK_COUNTER;
LANE_TLS struct measure_lane *measure_lane_own;

struct format_place *measure_place_page(void)
{
    return &page;
}

void measure_place_say(int error, const char *what, const char *consequence)
{
    (void)error, (void)what, (void)consequence;
}

uint64_t measure_clock_ticks_per_second(void)
{
    return 24000000;
}

static struct tri_region regions[] = {
    {.kind = TRI_KIND_ROUTINE, .name = "main", .file = "main.c", .line = 3, .end_line = 9},
    {.kind = TRI_KIND_LOOP, .name = "", .file = "main.c", .line = 4, .seq = 1, .note = "long"},
    {.kind = TRI_KIND_IO, .flags = TRI_READS, .name = "fread", .file = "main.c", .line = 7},
    {.kind = TRI_KIND_COMM, .flags = TRI_WRITES, .name = "MPI_Send"},
    {.kind = TRI_KIND_WORK, .name = "taskloop"},
};

uint32_t measure_region_kind(uint32_t id)
{
    return regions[id % (sizeof regions / sizeof regions[0])].kind;
}

/* A region of which no visit is logged has no act that is. */
static void visit(uint32_t id, const struct tri_region *region)
{
    const struct measure_filter_site sites[] = {{"main", false}, {NULL, false}, {"", true}};
    const struct measure_filter_message message = {
        .told = 7, .several = 2, .tag = 3, .from = UINT32_MAX};
    struct format_node node = {.region = id, .open = 24000000};
    for (size_t i = 0; i < 3; i++) {
        bool may_be_logged = measure_filter_meet(id, region, &sites[i]);
        for (uint64_t k = 0; k < 4; k++) {
            struct measure_filter_act act = {.node = &node,
                                             .ticks = k << 20 * k,
                                             .trips = k ? k * 7 : NODE_NO_TRIPS,
                                             .bytes = k ? UINT64_MAX >> 20 * k : 0,
                                             .held = k & 1,
                                             .left = k == 3,
                                             .message = k == 2 ? &message : NULL};
            if (measure_filter_keeps(&act) && !may_be_logged)
                abort();
        }
        if (measure_filter_drops(&node) == may_be_logged)
            abort();
    }
}

static void release(void)
{
    if (program->ops) {
        const struct format_filter *header = (const void *)program->ops;
        munmap((void *)(header - 1),
               sizeof *header + header[-1].texts + program->count * sizeof program->ops[0]);
    }
    first.program = (struct format_filter_view){0};
    has_cases = false;
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    char path[64];
    int fd = memfd_create("filter", MFD_CLOEXEC);
    if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    filter_is_on = false;
    measure_filter_start(&(struct measure_settings){.filter = path, .events = FORMAT_EVENTS_ALL});
    close(fd);
    if (filter_is_on) {
        measure_filter_kinds(FORMAT_EVENTS_ALL);
        for (uint32_t i = 0; i < sizeof regions / sizeof regions[0]; i++)
            visit(i + 1, &regions[i]);
    }
    release();
    return 0;
}
