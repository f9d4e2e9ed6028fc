/* align.c: see align.h
 *
 * Ranks that share rank 0's clock (the same kernel, and a clock that is one for all of it) need no
 * messages to know how theirs stands. Of the others, one of each kernel sends some to and fro, one
 * rank after the other; the fastest round tells most.
 *
 * In a long run this is done again now and then, in operations that all ranks take part in. Rank 0
 * decides, and tells the others in the same broadcast how many such operations come before it
 * decides again: so all ranks are in step without another message. */
#include "measure/mpi/align.h"

#include "measure/clock.h"
#include "measure/place.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 20,
    TAG = 1,
    PERIOD = 60,       /* seconds from one comparison to the next */
    MOST_STEPS = 1000, /* operations between two decisions: what they cost is next to nothing */
};

uint64_t align_count, align_next = UINT64_MAX;

static MPI_Comm own; /* for messages of Triptych alone */
static bool has_own, always;
static int own_rank;
static uint64_t compared;      /* when, on rank 0 */
static uint64_t count_by_then; /* of operations, when rank 0 decided last */
static uint64_t decided;       /* and the time then */

/* What tells one clock from another. */
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

/* A process that could not be measured has no page, and no clock that matters. */
static struct clock_name name_own(void)
{
    struct clock_name name;
    memset(&name, 0, sizeof name);
    const struct format_place *page = place_page();
    struct format_moment now;
    clock_moment(&now);
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
        now = clock_now();
        WRAP_REAL(PMPI_Send)(&now, 1, handles.number, rank, TAG, own);
    }
}

static struct format_offset measure(void)
{
    struct format_offset best = {.within = UINT64_MAX};
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t there = 0, sent = clock_now();
        WRAP_REAL(PMPI_Send)(&sent, 1, handles.number, 0, TAG, own);
        WRAP_REAL(PMPI_Recv)(&there, 1, handles.number, 0, TAG, own, MPI_STATUS_IGNORE);
        uint64_t back = clock_now();
        if (back - sent < best.within)
            best = (struct format_offset){sent + (back - sent) / 2, there, back - sent};
    }
    return best;
}

/* The lowest rank that asks; less than 0: nobody does. */
static int next_to_ask(bool asks)
{
    uint64_t mine = asks ? (uint64_t)(INT_MAX - own_rank) : 0, first = 0; /* some MPIs take it as
                                                                             signed */
    WRAP_REAL(PMPI_Allreduce)(&mine, &first, 1, handles.number, handles.max, own);
    return first ? INT_MAX - (int)first : -1;
}

/* All ranks together: rank 0 answers those who ask. Those on the same clock as one of them need
 * not, and have nothing. Returns whether anybody asked. */
static bool compare(struct format_offset *offset)
{
    struct format_offset found = {.own = clock_now()};
    struct clock_name name = name_own();
    bool asks = own_rank != 0 && place_page() && (always || !is_same(&zero, &name));
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
    struct format_place *page = place_page();
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
    compared = decided = clock_now();
    return zero.job;
}

void align_end(void)
{
    struct format_offset found;
    if (!has_own)
        return;
    compare(&found);
    if (place_page())
        place_page()->offsets[1] = found;
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
    struct format_offset *all = place_page()->between;
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

/* How many operations are about to come until then, by how many came of late. */
static uint64_t steps_until(uint64_t now, uint64_t due)
{
    uint64_t came = align_count - count_by_then, took = now - decided;
    double steps = due <= now || !took ? 1 : (double)came / (double)took * (double)(due - now);
    return steps < 1 ? 1 : steps > MOST_STEPS ? MOST_STEPS : (uint64_t)steps;
}

/* With TRIPTYCH_ALIGN=always by numbers alone: 1, 2, 4, 8, ... */
void align_again(void)
{
    uint64_t now = clock_now(), due = compared + PERIOD * clock_ticks_per_second();
    uint64_t decision[2] = {always || now >= due, 0}; /* whether to compare, and the next number */
    decision[1] = align_count + (always ? align_count : steps_until(now, due));
    WRAP_REAL(PMPI_Bcast)(decision, 2, handles.number, 0, own);
    struct format_offset found;
    if (decision[0]) {
        compare(&found);
        compared = clock_now();
        if (place_page() && found.own)
            keep(&found);
    }
    count_by_then = align_count;
    decided = now;
    align_next = decision[1];
}
