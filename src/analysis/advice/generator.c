/* generator.c: finds a rank that sends nearly all messages that others wait for: ParaGraph's
 * task-generation bottleneck. */
#include "analysis/advice/facts.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum {
    NEARLY_ALL = 80, /* % of the waiting time, and of the messages that the waiting ranks get */
    ITS_OWN = 95, /* % of the messages of its call are its own: other ranks do not use the call */
    MOST = 66,    /* % of the other ranks wait for it */
    FEWEST = 3,   /* ranks: of two, one is always the other's only partner */
    LEAST = 5,    /* % of the ranks' time */
};

/* A call that waited for a message to be sent. */
struct wait {
    uint32_t node;
    uint64_t start, until;
    size_t message;
};

/* Counts of a waiting rank. */
struct waiter {
    uint64_t waited, received; /* in all; messages */
    uint64_t for_it, from_it;  /* for and from the one rank */
};

static int by_call(const void *left, const void *right)
{
    const struct wait *a = left, *b = right;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->until != b->until)
        return a->until > b->until ? -1 : 1; /* the latest first: the call waited for that one */
    return a->message < b->message ? -1 : a->message > b->message;
}

/* Returns each waiting call once. The caller frees the array. */
static struct wait *find_waits(const struct advice_facts *facts, size_t *count)
{
    const struct archive_messages *all = &facts->archive->messages;
    struct wait *waits = memory_zeroed(all->rows + 1, sizeof *waits);
    size_t found = 0;
    for (size_t i = 0; i < all->rows; i++) {
        uint64_t end = all->receive_end[i], sent = all->send_start[i];
        if (advice_is_matched(facts, i) && sent > all->receive_start[i])
            waits[found++] =
                (struct wait){all->receive[i], all->receive_start[i], sent < end ? sent : end, i};
    }
    if (found)
        qsort(waits, found, sizeof *waits, by_call);
    for (size_t i = 0; i < found; i++) {
        if (!*count || waits[i].node != waits[*count - 1].node ||
            waits[i].start != waits[*count - 1].start)
            waits[(*count)++] = waits[i];
    }
    return waits;
}

/* Returns the rank that is waited for longest; ARCHIVE_NONE if there is none. */
static uint32_t find_cause(const struct advice_facts *facts, const struct wait *waits, size_t count,
                           uint64_t *time, uint64_t *whole)
{
    size_t places = facts->archive->places.rows;
    uint64_t *by_place = memory_zeroed(places + 1, sizeof *by_place);
    uint32_t cause = ARCHIVE_NONE;
    for (size_t i = 0; i < count; i++) {
        uint64_t length = number_minus(waits[i].until, waits[i].start);
        uint64_t *sum = &by_place[facts->archive->messages.source[waits[i].message]];
        *sum = number_add(*sum, length);
        *whole = number_add(*whole, length);
    }
    for (uint32_t i = 0; i < places; i++) {
        if (by_place[i] > *time) {
            *time = by_place[i];
            cause = i;
        }
    }
    free(by_place);
    return cause;
}

/* Finds the call by which it makes others wait longest, and the call in which they wait longest. */
static void find_sites(const struct advice_facts *facts, const struct wait *waits, size_t count,
                       uint32_t cause, uint32_t found[2])
{
    const struct archive *archive = facts->archive;
    uint64_t *sums[2], most[2] = {0, 0};
    for (int j = 0; j < 2; j++)
        sums[j] = memory_zeroed(archive->regions.rows + 1, sizeof *sums[j]);
    for (size_t i = 0; i < count; i++) {
        if (archive->messages.source[waits[i].message] != cause)
            continue;
        const uint32_t region[2] = {archive->nodes.region[archive->messages.send[waits[i].message]],
                                    archive->nodes.region[waits[i].node]};
        for (int j = 0; j < 2; j++) {
            uint64_t *sum = &sums[j][region[j]];
            *sum = number_add(*sum, number_minus(waits[i].until, waits[i].start));
            if (*sum > most[j]) {
                most[j] = *sum;
                found[j] = region[j];
            }
        }
    }
    for (int j = 0; j < 2; j++)
        free(sums[j]);
}

/* True if most of the other ranks wait for it, and get nearly all their messages from it. */
static bool is_source_of_all(const struct advice_facts *facts, const struct wait *waits,
                             size_t count, uint32_t cause, uint64_t *others)
{
    const struct archive_messages *all = &facts->archive->messages;
    size_t places = facts->archive->places.rows;
    struct waiter *waiters = memory_zeroed(places + 1, sizeof *waiters);
    for (size_t i = 0; i < count; i++) {
        if (all->source[waits[i].message] == cause)
            waiters[all->target[waits[i].message]].for_it++;
    }
    for (size_t i = 0; i < all->rows; i++) {
        if (!advice_is_matched(facts, i))
            continue;
        waiters[all->target[i]].received++;
        waiters[all->target[i]].from_it += all->source[i] == cause;
    }
    for (size_t i = 0; i < places; i++)
        *others += i != cause && waiters[i].for_it &&
                   100 * waiters[i].from_it >= NEARLY_ALL * waiters[i].received;
    free(waiters);
    return 100 * *others >= MOST * (facts->efficiency->count - 1);
}

/* True if nearly all messages of that call are sent by this rank; *count gets their number. */
static bool is_its_own(const struct advice_facts *facts, uint32_t cause, uint32_t region,
                       uint64_t *count)
{
    const struct archive_messages *all = &facts->archive->messages;
    uint64_t own = 0;
    for (size_t i = 0; i < all->rows; i++) {
        if (!advice_is_matched(facts, i) || facts->archive->nodes.region[all->send[i]] != region)
            continue;
        ++*count;
        own += all->source[i] == cause;
    }
    return 100 * own >= ITS_OWN * *count;
}

/* Meaning of the numbers: place: the rank; others: how many wait for it; count: messages that it
 * sends by that call; time: its computing time in all. */
void advice_generator(struct advice_facts *facts)
{
    size_t count = 0;
    uint64_t whole = 0;
    uint32_t sites[2] = {0, 0};
    struct analysis_advice_finding finding = advice_of_ranks(facts, ADVICE_GENERATOR);
    struct wait *waits = find_waits(facts, &count);
    uint32_t cause = find_cause(facts, waits, count, &finding.cost, &whole);
    if (cause != ARCHIVE_NONE && facts->efficiency->count >= FEWEST) {
        find_sites(facts, waits, count, cause, sites);
        finding.place = cause;
        finding.ratio = (double)finding.cost / (double)whole;
        finding.time = facts->efficiency->ranks[facts->rank_of_place[cause] - 1].outside;
        advice_site(&finding, sites[0]);
        advice_site(&finding, sites[1]);
        if (100 * finding.ratio >= NEARLY_ALL &&
            is_source_of_all(facts, waits, count, cause, &finding.others) &&
            is_its_own(facts, cause, sites[0], &finding.count))
            advice_add(facts, finding, LEAST);
    }
    free(waits);
}
