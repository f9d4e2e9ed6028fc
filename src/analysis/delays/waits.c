/* waits.c: see waits.h */
#include "analysis/delays/waits.h"

#include "analysis/delays/clocks.h"
#include "format/communicator.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The search for waits. */
struct search {
    const struct archive *archive;
    struct analysis_delay_waits waits;
    bool whole;                          /* no events are missing */
    uint8_t *known;                      /* see analysis_delay_clocks_known */
    analysis_delay_beginning *beginning; /* NULL: waits begin with their calls */
    const void *of;
};

static uint32_t place_of(const struct search *search, uint32_t node)
{
    return search->archive->lanes.place[search->archive->nodes.lane[node]];
}

/* Adds a wait: a call from `start` to `end` could not continue before another one began at
 * `came`. */
static void add_wait(struct search *search, enum analysis_delay_kind kind, uint32_t node,
                     uint64_t start, uint64_t end, uint32_t late, uint64_t came)
{
    struct analysis_delay_waits *waits = &search->waits;
    if (node == ARCHIVE_NONE || late == ARCHIVE_NONE)
        return;
    start = search->beginning ? search->beginning(search->of, node, start) : start;
    if (came <= start || end <= start)
        return;
    if (!analysis_delay_clocks_agree(search->archive, search->known, place_of(search, node),
                                     place_of(search, late))) {
        waits->unknown++;
        return;
    }
    waits->all = memory_grow(waits->all, &waits->room, waits->count + 1, sizeof *waits->all);
    waits->all[waits->count++] = (struct analysis_delay_wait){.start = start,
                                                              .until = came < end ? came : end,
                                                              .node = node,
                                                              .late = late,
                                                              .kind = kind,
                                                              .after = ARCHIVE_NONE,
                                                              .before = ARCHIVE_NONE};
}

static const char *name_of(const struct archive *archive, uint32_t node)
{
    return archive_text(archive, archive->regions.name[archive->nodes.region[node]]);
}

bool analysis_delay_needs_receive(const struct archive *archive, size_t message)
{
    const struct archive_messages *all = &archive->messages;
    const char *name = name_of(archive, all->send[message]);
    if (strstr(name, "Ssend") || strstr(name, "ssend"))
        return true;
    return archive_sized(all->bytes[message]) >= DELAY_KEPT && !strcasestr(name, "bsend");
}

static void add_message(struct search *search, size_t i)
{
    const struct archive_messages *all = &search->archive->messages;
    if (all->send[i] == ARCHIVE_NONE || all->receive[i] == ARCHIVE_NONE)
        return;
    uint32_t source = place_of(search, all->send[i]), target = place_of(search, all->receive[i]);
    if (!analysis_delay_clocks_agree(search->archive, search->known, source, target)) {
        search->waits.unknown++;
        return;
    }
    add_wait(search, DELAY_LATE_SENDER, all->receive[i], all->receive_start[i], all->receive_end[i],
             all->send[i], all->send_start[i]);
    if (all->post_start[i] < all->finish_end[i] && analysis_delay_needs_receive(search->archive, i))
        add_wait(search, DELAY_LATE_RECEIVER, all->finish[i], all->finish_start[i],
                 all->finish_end[i], all->post[i], all->post_start[i]);
}

static bool is_inter(const struct archive *archive, size_t part)
{
    uint32_t communicator = archive->collectives.communicator[part];
    return archive->communicators.kind[communicator] == FORMAT_COMMUNICATOR_INTER;
}

static void add_part(struct search *search, enum analysis_delay_kind kind, size_t part, size_t late)
{
    const struct archive_collectives *all = &search->archive->collectives;
    if (late != SIZE_MAX && late != part)
        add_wait(search, kind, all->end[part], all->end_start[part], all->end_end[part],
                 all->begin[late], all->begin_start[late]);
}

/* Returns the later of two participations; SIZE_MAX stands for none. */
static size_t later(const struct archive_collectives *all, size_t a, size_t b)
{
    return a == SIZE_MAX || all->begin_start[b] > all->begin_start[a] ? b : a;
}

/* Adds the waits of all for the last one. For an intercommunicator the dependences are not known
 * here. */
static void add_all(struct search *search, enum analysis_delay_kind kind, size_t first, size_t end)
{
    size_t last = SIZE_MAX;
    if (is_inter(search->archive, first))
        return;
    for (size_t i = first; i < end; i++)
        last = later(&search->archive->collectives, last, i);
    for (size_t i = first; i < end; i++)
        add_part(search, kind, i, last);
}

/* Adds the waits of a rooted operation; members without a root do not participate. */
static void add_rooted(struct search *search, bool to_root, size_t first, size_t end)
{
    const struct archive_collectives *all = &search->archive->collectives;
    size_t root = SIZE_MAX, last = SIZE_MAX;
    for (size_t i = first; i < end; i++) {
        if (all->root[i] == all->place[i])
            root = i;
        else if (all->root[i] != ARCHIVE_NONE)
            last = later(all, last, i);
    }
    if (to_root && root != SIZE_MAX)
        add_part(search, DELAY_EARLY_REDUCE, root, last);
    for (size_t i = first; i < end && !to_root; i++) {
        if (all->root[i] != ARCHIVE_NONE)
            add_part(search, DELAY_LATE_BROADCAST, i, root);
    }
}

static int by_rank(const void *left, const void *right, void *context)
{
    const struct archive *archive = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    uint32_t x = archive->communicators.rank[archive->collectives.communicator[a]];
    uint32_t y = archive->communicators.rank[archive->collectives.communicator[b]];
    return x != y ? (x < y ? -1 : 1) : a < b ? -1 : a > b;
}

/* Adds the waits of each rank for those before it. */
static void add_prefix(struct search *search, size_t first, size_t end)
{
    size_t *order = memory_zeroed(end - first, sizeof *order), last = SIZE_MAX;
    for (size_t i = first; i < end; i++)
        order[i - first] = i;
    qsort_r(order, end - first, sizeof *order, by_rank, (void *)search->archive);
    for (size_t i = 0; i < end - first; i++) {
        add_part(search, DELAY_EARLY_SCAN, order[i], last);
        last = later(&search->archive->collectives, last, order[i]);
    }
    free(order);
}

/* True if all calls that began the operation are known. */
static bool is_complete(const struct archive_collectives *all, size_t first, size_t end)
{
    size_t begun = 0;
    for (size_t i = first; i < end; i++)
        begun += all->begin[i] != ARCHIVE_NONE;
    return begun >= all->size[first];
}

static void add_instance(struct search *search, size_t first, size_t end)
{
    if (!search->whole && !is_complete(&search->archive->collectives, first, end)) {
        search->waits.partial++;
        return;
    }
    switch (search->archive->collectives.kind[first]) {
    case ARCHIVE_COLLECTIVE_BARRIER:
        add_all(search, DELAY_BARRIER, first, end);
        break;
    case ARCHIVE_COLLECTIVE_N_TO_N:
        add_all(search, DELAY_N_TO_N, first, end);
        break;
    case ARCHIVE_COLLECTIVE_N_TO_1:
        add_rooted(search, true, first, end);
        break;
    case ARCHIVE_COLLECTIVE_1_TO_N:
        add_rooted(search, false, first, end);
        break;
    case ARCHIVE_COLLECTIVE_PREFIX:
        add_prefix(search, first, end);
        break;
    default:
        break;
    }
}

static int by_call(const void *left, const void *right)
{
    const struct analysis_delay_wait *a = left, *b = right;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->until != b->until)
        return a->until > b->until ? -1 : 1; /* the latest first */
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->late < b->late ? -1 : a->late > b->late;
}

/* Keeps the longest wait of each call. */
static void keep_longest(struct analysis_delay_waits *waits)
{
    size_t count = 0;
    if (waits->count)
        qsort(waits->all, waits->count, sizeof *waits->all, by_call);
    for (size_t i = 0; i < waits->count; i++) {
        const struct analysis_delay_wait *wait = &waits->all[i];
        if (!count || wait->node != waits->all[count - 1].node ||
            wait->start != waits->all[count - 1].start)
            waits->all[count++] = *wait;
    }
    waits->count = count;
}

struct analysis_delay_waits analysis_delay_waits_find(const struct archive *archive)
{
    return analysis_delay_waits_since(archive, NULL, NULL);
}

struct analysis_delay_waits analysis_delay_waits_since(const struct archive *archive,
                                                       analysis_delay_beginning *beginning,
                                                       const void *of)
{
    const struct archive_collectives *parts = &archive->collectives;
    struct search search = {
        .archive = archive,
        .known = analysis_delay_clocks_known(archive),
        .whole = archive_acts_are_whole(archive),
        .beginning = beginning,
        .of = of,
    };
    for (size_t i = 0; i < archive->messages.rows; i++)
        add_message(&search, i);
    for (size_t i = 0, next; i < parts->rows; i = next) {
        for (next = i + 1; next < parts->rows && parts->instance[next] == parts->instance[i];)
            next++;
        add_instance(&search, i, next);
    }
    keep_longest(&search.waits);
    free(search.known);
    return search.waits;
}
