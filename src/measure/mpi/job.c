/* job.c: see job.h
 *
 * Ranks that share rank 0's clock (the same kernel, and a clock that is one for all of it) need no
 * messages to know how theirs stands. The others send some to and fro, one rank after the other;
 * the fastest round tells most. */
#include "measure/mpi/job.h"

#include "measure/clock.h"
#include "measure/mpi/comm.h"
#include "measure/place.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 20, TAG = 1 };

static MPI_Comm own; /* for these messages alone */
static bool has_own;

/* What rank 0 tells everybody. */
struct greeting {
    uint64_t job;
    uint32_t clock;
    char boot[sizeof((struct format_place *)0)->boot];
};

static struct greeting greet(void)
{
    struct greeting greeting = {0};
    const struct format_place *page = place_page();
    greeting.job = page->start.real ^ (uint64_t)page->pid << 40;
    greeting.clock = page->clock;
    memcpy(greeting.boot, page->boot, sizeof greeting.boot);
    WRAP_REAL(PMPI_Bcast)(&greeting, sizeof greeting, handles.byte, 0, own);
    return greeting;
}

/* TRIPTYCH_ALIGN=always: messages are sent even where the clock is one, to see what they say. */
static bool shares_clock(const struct greeting *zero)
{
    const struct format_place *page = place_page();
    const char *setting = secure_getenv("TRIPTYCH_ALIGN");
    return !(setting && !strcmp(setting, "always")) && zero->clock == page->clock &&
           zero->clock != FORMAT_CLOCK_CPU && page->boot[0] && !strcmp(zero->boot, page->boot);
}

static void answer(int rank)
{
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t now;
        WRAP_REAL(PMPI_Recv)(&now, 1, handles.number, rank, TAG, own, MPI_STATUS_IGNORE);
        now = clock_now();
        WRAP_REAL(PMPI_Send)(&now, 1, handles.number, rank, TAG, own);
    }
}

static struct format_offset measure(void)
{
    struct format_offset best = {.within = UINT64_MAX};
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t zero = 0, sent = clock_now();
        WRAP_REAL(PMPI_Send)(&sent, 1, handles.number, 0, TAG, own);
        WRAP_REAL(PMPI_Recv)(&zero, 1, handles.number, 0, TAG, own, MPI_STATUS_IGNORE);
        uint64_t back = clock_now();
        if (back - sent < best.within)
            best = (struct format_offset){sent + (back - sent) / 2, zero, back - sent};
    }
    return best;
}

/* All ranks together: rank 0 answers those who ask. */
static void align(struct format_offset *offset, const struct greeting *zero, int rank, int size)
{
    struct format_offset found = {.own = clock_now()};
    found.zero = found.own;
    unsigned char asks = rank != 0 && !shares_clock(zero), anybody = 0;
    WRAP_REAL(PMPI_Allreduce)(&asks, &anybody, 1, handles.byte, handles.any, own);
    for (int i = 1; anybody && i < size; i++) {
        unsigned char next = asks;
        WRAP_REAL(PMPI_Bcast)(&next, 1, handles.byte, i, own);
        if (next && rank == 0)
            answer(i);
        else if (next && rank == i)
            found = measure();
    }
    *offset = found;
}

static struct greeting zero;

void job_begin(struct wrap_call *call)
{
    (void)call;
    int rank = 0, size = 1;
    handles_start();
    struct format_place *page = place_page();
    if (!page || WRAP_REAL(PMPI_Comm_rank)(handles.world, &rank) != MPI_SUCCESS ||
        WRAP_REAL(PMPI_Comm_size)(handles.world, &size) != MPI_SUCCESS)
        return;
    comm_start(rank, size);
    has_own = WRAP_REAL(PMPI_Comm_dup)(handles.world, &own) == MPI_SUCCESS;
    if (has_own) {
        zero = greet();
        align(&page->offsets[0], &zero, rank, size);
    }
    page->job = zero.job;
    page->rank = (uint32_t)rank;
    __atomic_store_n(&page->ranks, (uint32_t)size, __ATOMIC_RELEASE);
}

void job_end(struct wrap_call *call)
{
    (void)call;
    if (!has_own)
        return;
    const struct format_place *page = place_page();
    align(&place_page()->offsets[1], &zero, (int)page->rank, (int)page->ranks);
    WRAP_REAL(PMPI_Comm_free)(&own);
    has_own = false;
}
