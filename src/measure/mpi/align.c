/* align.c: see align.h
 *
 * Ranks that share rank 0's clock (the same kernel, and a clock that is common to it) need no
 * messages to know their offset. Of the others, one rank of each kernel exchanges some messages
 * with rank 0, one rank after the other; the fastest round trip gives the offset.
 *
 * In a long run the comparison is repeated now and then, in operations that all ranks take part in.
 * Rank 0 decides, and the same broadcast tells the others how many such operations come before the
 * next decision: so all ranks stay in step without further messages. */
#include "measure/mpi/align.h"

#include "measure/clock.h"
#include "measure/mpi/real.h"
#include "measure/place.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 20,
    TAG = 1,
    PERIOD = 60,       /* seconds between two comparisons */
    MOST_STEPS = 1000, /* operations between two decisions: their cost is negligible */
};

uint64_t align_count, align_next = UINT64_MAX;

static MPI_Comm own; /* for Triptych's own messages */
static bool has_own, always;
static int own_rank;
static uint64_t compared;      /* time of the last comparison, on rank 0 */
static uint64_t count_by_then; /* operations at rank 0's last decision */
static uint64_t decided;       /* time of rank 0's last decision */

/* The identity of a clock. */
struct clock_name {
    uint64_t job;
    uint32_t clock;
    char boot[sizeof((struct format_place *)0)->boot];
};

static struct clock_name zero;

bool align_comm(MPI_Comm *comm)
{
    *comm = own;
    return has_own;
}

/* Returns the name of this process's clock. A process that could not be measured has no page, and
 * its clock does not matter. */
static struct clock_name name_own(void)
{
    struct clock_name name;
    memset(&name, 0, sizeof name);
    const struct format_place *page = measure_place_page();
    struct format_moment now;
    measure_clock_moment(&now);
    name.job = page ? page->start.real ^ (uint64_t)page->pid << 40 : now.real;
    if (page) {
        name.clock = page->clock;
        memcpy(name.boot, page->boot, sizeof name.boot);
    }
    return name;
}

static bool is_same(const struct clock_name *a, const struct clock_name *b)
{
    return a->clock == b->clock && a->clock != FORMAT_CLOCK_CPU && a->boot[0] &&
           !memcmp(a->boot, b->boot, sizeof a->boot);
}

static void answer(int rank)
{
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t now;
        WRAP_REAL(PMPI_Recv)(&now, 1, handles.number, rank, TAG, own, MPI_STATUS_IGNORE);
        now = measure_clock_now();
        WRAP_REAL(PMPI_Send)(&now, 1, handles.number, rank, TAG, own);
    }
}

static struct format_offset measure(void)
{
    struct format_offset best = {.within = UINT64_MAX};
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t there = 0, sent = measure_clock_now();
        WRAP_REAL(PMPI_Send)(&sent, 1, handles.number, 0, TAG, own);
        WRAP_REAL(PMPI_Recv)(&there, 1, handles.number, 0, TAG, own, MPI_STATUS_IGNORE);
        uint64_t back = measure_clock_now();
        if (back - sent < best.within)
            best = (struct format_offset){sent + (back - sent) / 2, there, back - sent};
    }
    return best;
}

/* Returns the lowest rank that asks; -1 if none does. */
static int next_to_ask(bool asks)
{
    uint64_t mine = asks ? (uint64_t)(INT_MAX - own_rank) : 0,
             first = 0; /* INT_MAX: some MPIs treat the number as signed */
    WRAP_REAL(PMPI_Allreduce)(&mine, &first, 1, handles.number, handles.max, own);
    return first ? INT_MAX - (int)first : -1;
}

/* Compares the clocks of all ranks; a collective call. Rank 0 answers the ranks that ask. A rank on
 * the same clock as one of those need not ask, and gets no offset. True if any rank asked. */
static bool compare(struct format_offset *offset)
{
    struct format_offset found = {.own = measure_clock_now()};
    struct clock_name name = name_own();
    bool asks = own_rank != 0 && measure_place_page() && (always || !is_same(&zero, &name));
    bool anybody = false;
    found.zero = found.own;
    for (int next; (next = next_to_ask(asks)) >= 0; anybody = true) {
        struct clock_name other = name;
        WRAP_REAL(PMPI_Bcast)(&other, sizeof other, handles.byte, next, own);
        if (own_rank == 0)
            answer(next);
        else if (own_rank == next)
            found = measure();
        else if (asks && !always && is_same(&other, &name))
            found = (struct format_offset){0};
        else
            continue;
        asks = false;
    }
    *offset = found;
    return anybody;
}

uint64_t align_begin(int rank, int size)
{
    struct format_offset found;
    const char *setting = secure_getenv("TRIPTYCH_ALIGN");
    struct format_place *page = measure_place_page();
    (void)size;
    always = setting && !strcmp(setting, "always");
    own_rank = rank;
    has_own = WRAP_REAL(PMPI_Comm_dup)(handles.world, &own) == MPI_SUCCESS;
    if (!has_own)
        return 0;
    zero = name_own();
    WRAP_REAL(PMPI_Bcast)(&zero, sizeof zero, handles.byte, 0, own);
    if (compare(&found))
        align_next = 1;
    if (page)
        page->offsets[0] = found;
    compared = decided = measure_clock_now();
    return zero.job;
}

void align_end(void)
{
    struct format_offset found;
    if (!has_own)
        return;
    compare(&found);
    if (measure_place_page())
        measure_place_page()->offsets[1] = found;
    align_next = UINT64_MAX;
}

void align_free(void)
{
    if (has_own)
        WRAP_REAL(PMPI_Comm_free)(&own);
    has_own = false;
}

static void keep(const struct format_offset *found)
{
    struct format_offset *all = measure_place_page()->between;
    int used = 0;
    while (used < FORMAT_BETWEEN && all[used].own)
        used++;
    if (used == FORMAT_BETWEEN) {
        used /= 2;
        for (int i = 0; i < used; i++)
            all[i] = all[2 * i + 1];
        memset(&all[used], 0, sizeof *all * (size_t)(FORMAT_BETWEEN - used));
    }
    all[used] = *found;
}

/* Estimates the number of operations until the time `due`, from the recent ones. */
static uint64_t steps_until(uint64_t now, uint64_t due)
{
    uint64_t came = align_count - count_by_then, took = now - decided;
    double steps = due <= now || !took ? 1 : (double)came / (double)took * (double)(due - now);
    return steps < 1 ? 1 : steps > MOST_STEPS ? MOST_STEPS : (uint64_t)steps;
}

/* With TRIPTYCH_ALIGN=always, clocks are compared at operations 1, 2, 4, 8, ... */
void align_again(void)
{
    uint64_t now = measure_clock_now(), due = compared + PERIOD * measure_clock_ticks_per_second();
    uint64_t decision[2] = {always || now >= due,
                            0}; /* whether to compare now; the number of the next decision */
    decision[1] = align_count + (always ? align_count : steps_until(now, due));
    WRAP_REAL(PMPI_Bcast)(decision, 2, handles.number, 0, own);
    struct format_offset found;
    if (decision[0]) {
        compare(&found);
        compared = measure_clock_now();
        if (measure_place_page() && found.own)
            keep(&found);
    }
    count_by_then = align_count;
    decided = now;
    align_next = decision[1];
}
