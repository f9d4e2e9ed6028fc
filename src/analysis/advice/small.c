/* small.c: finds many small messages to one partner in quick succession. */
#include "analysis/advice/facts.h"

#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum {
    SMALL = 1024,   /* bytes on average: starting a message takes longer than moving so few */
    OFTEN = 100,    /* messages that could be combined with the one before: fewer are not a loop */
    SOON = 1000000, /* ns: messages sent within this time could have been combined */
};

/* A send or the end of a receive. */
struct act {
    uint32_t place;
    bool receives; /* the rank has new data then: its next send may depend on it */
    uint64_t time;
    size_t message;
};

/* Messages of one call from one rank to another. */
struct way {
    uint32_t source, target, region;
    uint64_t count, bytes;
    uint64_t joined;         /* could have been combined with the one before */
    uint64_t cost;           /* of these */
    uint64_t received, time; /* of the rank, at its last send */
};

/* A call with all its ways. */
struct site {
    uint64_t cost;
    size_t best; /* the way with the most messages, plus 1 */
    uint64_t ways;
};

static int by_place_and_time(const void *left, const void *right)
{
    const struct act *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->receives != b->receives)
        return a->receives ? -1 : 1;
    return a->message < b->message ? -1 : a->message > b->message;
}

static struct act *list_acts(const struct advice_facts *facts, size_t *count)
{
    const struct archive_messages *all = &facts->archive->messages;
    struct act *acts = memory_zeroed(2 * all->rows + 1, sizeof *acts);
    for (size_t i = 0; i < all->rows; i++) {
        if (!advice_is_matched(facts, i))
            continue;
        acts[(*count)++] = (struct act){all->source[i], false, all->send_start[i], i};
        acts[(*count)++] = (struct act){all->target[i], true, all->receive_end[i], i};
    }
    if (*count)
        qsort(acts, *count, sizeof *acts, by_place_and_time);
    return acts;
}

static void add_send(const struct advice_facts *facts, struct way *way, const struct act *act,
                     uint64_t received)
{
    if (way->count && way->received == received && act->time - way->time <= SOON) {
        way->joined++;
        way->cost = number_add(way->cost, advice_message_cost(facts, act->message));
    }
    way->count++;
    /* With one that is not known, they are too many: the messages are not known to be small. */
    way->bytes = number_add(way->bytes, facts->archive->messages.bytes[act->message]);
    way->received = received;
    way->time = act->time;
}

/* Returns the ways of all messages. The caller frees the array. */
static struct way *find_ways(const struct advice_facts *facts, size_t *ways_found)
{
    const struct archive_messages *all = &facts->archive->messages;
    size_t count = 0, room = 0, ways_count = 0;
    struct act *acts = list_acts(facts, &count);
    struct interned *keys = interned_new();
    struct way *ways = NULL;
    uint64_t received = 0; /* of all ranks: it only has to change */
    for (size_t i = 0; i < count; i++) {
        if (acts[i].receives) {
            received++;
            continue;
        }
        uint32_t region = facts->archive->nodes.region[all->send[acts[i].message]];
        const uint32_t key[] = {acts[i].place, all->target[acts[i].message], region};
        uint32_t number = interned_add(keys, key, sizeof key);
        if (number == ways_count) {
            ways = memory_grow(ways, &room, ways_count + 1, sizeof *ways);
            ways[ways_count++] = (struct way){.source = key[0], .target = key[1], .region = region};
        }
        add_send(facts, &ways[number], &acts[i], received);
    }
    interned_free(keys);
    free(acts);
    *ways_found = ways_count;
    return ways;
}

/* Meaning of the numbers: place, partner: the pair with the most messages, `count` of `bytes`;
 * others: number of pairs that do so at that call. */
void advice_small_messages(struct advice_facts *facts)
{
    size_t count = 0;
    struct way *ways = find_ways(facts, &count);
    struct site *sites = memory_zeroed(facts->archive->regions.rows + 1, sizeof *sites);
    for (size_t i = 0; i < count; i++) {
        const struct way *way = &ways[i];
        struct site *site = &sites[way->region];
        if (way->joined < OFTEN || way->bytes / way->count > SMALL || way->source == way->target)
            continue;
        site->cost = number_add(site->cost, way->cost);
        site->ways++;
        if (!site->best || way->count > ways[site->best - 1].count)
            site->best = i + 1;
    }
    for (uint32_t i = 1; i < facts->archive->regions.rows; i++) {
        if (!sites[i].best)
            continue;
        const struct way *way = &ways[sites[i].best - 1];
        struct analysis_advice_finding finding = advice_of_ranks(facts, ADVICE_SMALL_MESSAGES);
        finding.cost = sites[i].cost;
        finding.others = sites[i].ways;
        finding.place = way->source;
        finding.partner = way->target;
        finding.count = way->count;
        finding.bytes = way->bytes;
        advice_site(&finding, i);
        advice_add(facts, finding, ADVICE_LEAST);
    }
    free(sites);
    free(ways);
}
