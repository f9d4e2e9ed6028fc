/* cpu.c: see cpu.h */
#include "measure/mpi/cpu.h"

#include "measure/lane.h"
#include "measure/place.h"
#include "measure/resources.h"
#include "measure/visit.h"

#include <errno.h>

WRAP_TOGETHER uint64_t wrap_cpu_long = UINT64_MAX;

enum {
    CPU_LONG = 5000,  /* a long call: this fraction of a second */
    CPU_EVERY = 1000, /* reads per second of a thread without long calls; a read takes half a
                         microsecond, and what it takes from the caches another one and a half */
};

void wrap_cpu_start(void)
{
    if (measure_place_is_measuring() && clock_kind != FORMAT_CLOCK_CPU)
        wrap_cpu_long = measure_place_page()->ticks_per_second / CPU_LONG;
}

static uint64_t ns_of(uint64_t ticks)
{
    return (uint64_t)((double)ticks * 1e9 / (double)measure_place_page()->ticks_per_second);
}

/* Returns the CPU time that the thread used since the last read; a forked child starts again. */
static uint64_t read_cpu(struct wrap_call *call)
{
    uint64_t cpu = measure_resources_cpu(), before = call->cpu;
    call->cpu = cpu;
    if (measure_lane_own)
        measure_lane_own->record->cpu = cpu + 1;
    return cpu > before ? cpu - before : 0;
}

/* Adds CPU time inside MPI. The next read is at the first call after `again` ticks. */
static void add_inside(struct wrap_call *call, uint64_t ns, uint64_t now, uint64_t again)
{
    call->read = now;
    call->cpu_next = now + again;
    call->cpu_inside = 0;
    if (measure_lane_own) {
        struct format_lane *record = measure_lane_own->record;
        record->cpu_in_mpi += record->cpu_in_mpi ? ns : ns + 1;
    }
}

/* Returns the ticks lost in reading the CPU time, a system call at which the kernel may give the
 * core to another thread: they are not the program's time. 0 if it did not. */
static uint64_t lost_since(uint64_t before, uint64_t looked)
{
    return looked - before < wrap_cpu_long / 20 ? 0 : looked - before;
}

/* Since the last read, there was no long call: the calls are assumed to have used the core all the
 * time. The rest is the program's. */
VISIT_RARE void wrap_cpu_entered(struct wrap_call *call)
{
    struct format_node *node = call->node ? measure_visit_up(call->node)->recent : NULL;
    if (!node || node->open <= FORMAT_OPEN_UNTIMED || wrap_cpu_long == UINT64_MAX) {
        call->cpu_next = FORMAT_OPEN_UNTIMED + 1;
        return;
    }
    int saved = errno;
    uint64_t inside = ns_of(call->cpu_inside), used = read_cpu(call);
    uint64_t looked = measure_clock_now();
    if (!lost_since(node->open, looked))
        node->open = looked; /* the read is not part of the call */
    add_inside(call, inside < used ? inside : used, looked, wrap_cpu_long * (CPU_LONG / CPU_EVERY));
    errno = saved;
}

/* At the end of a long call: most of the time since the last read was inside it, so the rest is
 * subtracted. The program may sleep before the next long call, so the next read is soon. */
VISIT_RARE uint64_t wrap_cpu_left(struct wrap_call *call, uint64_t now)
{
    int saved = errno;
    uint64_t since = now - call->read, used = read_cpu(call);
    uint64_t outside = since > call->cpu_inside ? ns_of(since - call->cpu_inside) : 0;
    add_inside(call, used > outside ? used - outside : 0, now, wrap_cpu_long);
    errno = saved;
    return lost_since(now, measure_clock_now());
}
