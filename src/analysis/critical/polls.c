/* polls.c: see polls.h */
#include "analysis/critical/polls.h"

#include "format/mpi.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum {
    STEP = 1000,      /* ns: what a loop may do between two calls, beside asking */
    PAUSE = 10000000, /* ns: a longer time between two calls is no polling, but something else */
};

static bool is_poll(uint32_t mpi, bool *probes)
{
    enum format_mpi_kind kind = format_mpi_kind(mpi);
    *probes = kind == FORMAT_MPI_PROBE;
    return *probes || (kind == FORMAT_MPI_WAIT && mpi & FORMAT_MPI_LOCAL);
}

void critical_polls_end(struct critical_polls *polls)
{
    if (polls->is_open && polls->between > number_add(polls->inside, polls->calls * STEP))
        polls->count--; /* it did something else between the calls */
    polls->is_open = false;
}

static void begin(struct critical_polls *polls, const struct archive_act *act, uint32_t lane,
                  bool probes)
{
    polls->all = memory_grow(polls->all, &polls->room, polls->count + 1, sizeof *polls->all);
    polls->all[polls->count++] = (struct critical_poll){act->start, act->end, lane, probes};
    polls->inside = number_minus(act->end, act->start);
    polls->between = 0;
    polls->calls = 1;
    polls->is_open = true;
}

void critical_polls_take(struct critical_polls *polls, const struct archive *archive,
                         const struct archive_act *act, uint32_t lane)
{
    bool probes;
    if (!is_poll(archive->regions.mpi[archive->nodes.region[act->node]], &probes)) {
        critical_polls_end(polls);
        return;
    }
    struct critical_poll *last = polls->is_open ? &polls->all[polls->count - 1] : NULL;
    if (!last || last->lane != lane || last->probes != probes ||
        number_minus(act->start, last->end) > PAUSE) {
        critical_polls_end(polls);
        begin(polls, act, lane, probes);
        return;
    }
    polls->between = number_add(polls->between, number_minus(act->start, last->end));
    polls->inside = number_add(polls->inside, number_minus(act->end, act->start));
    polls->calls++;
    last->end = act->end > last->end ? act->end : last->end;
}

uint64_t critical_polls_since(const struct critical_polls *polls, uint32_t lane, uint64_t moment)
{
    size_t low = 0, high = polls->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct critical_poll *at = &polls->all[middle];
        if (at->lane < lane || (at->lane == lane && at->start <= moment))
            low = middle + 1;
        else
            high = middle;
    }
    const struct critical_poll *found = low ? &polls->all[low - 1] : NULL;
    return found && found->lane == lane && !found->probes && found->end >= moment ? found->start
                                                                                  : moment;
}

void critical_polls_free(struct critical_polls *polls)
{
    free(polls->all);
    *polls = (struct critical_polls){0};
}
