/* peers.c: see peers.h */
#include "model/learn/peers.h"
#include "util/memory.h"

#include <stdlib.h>

/* Notes a distance on a ring. A run of two ranks cannot tell the next rank from the one before:
 * the nearest distances stay possible until another run decides. */
static void add_distance(struct learn_peers *peers, int64_t distance, int64_t p)
{
    if (p < 2)
        return; /* all distances lead to rank 0 */
    if (!peers->ring) {
        peers->ring = true;
        for (int i = 0; i < LEARN_DISTANCES; i++) {
            peers->distances[i] = distance + (i - 1) * p;
            peers->possible[i] = true;
        }
    }
    for (int i = 0; i < LEARN_DISTANCES; i++)
        peers->possible[i] = peers->possible[i] && (peers->distances[i] - distance) % p == 0;
}

void learn_peers_add(struct learn_peers *peers, int64_t rank, int64_t other, int64_t p)
{
    if (!peers->any) {
        peers->any = peers->fixed = peers->strip = true;
        peers->rank = other;
        peers->difference = other - rank;
    }
    peers->fixed = peers->fixed && other == peers->rank;
    peers->strip = peers->strip && other - rank == peers->difference;
    add_distance(peers, (other - rank + p) % p, p);
}

/* Finds the shortest distance on a ring; of two that are equally long, the one to higher ranks. */
static bool shortest(const struct learn_peers *peers, int64_t *distance)
{
    bool found = false;
    for (int i = LEARN_DISTANCES - 1; i >= 0; i--) {
        if (!peers->possible[i] ||
            (found && llabs((long long)peers->distances[i]) >= llabs((long long)*distance)))
            continue;
        *distance = peers->distances[i];
        found = true;
    }
    return found;
}

char *learn_peers_text(const struct learn_peers *peers)
{
    int64_t distance = 0;
    if (!peers->any)
        return NULL;
    if (peers->strip && peers->difference == 0)
        return memory_string("rank");
    if (peers->strip)
        return memory_printf("rank %c %lld", peers->difference < 0 ? '-' : '+',
                             llabs((long long)peers->difference));
    if (shortest(peers, &distance))
        return memory_printf("(rank %c %lld)%%p", distance < 0 ? '-' : '+',
                             llabs((long long)distance));
    return peers->fixed ? memory_printf("%lld", (long long)peers->rank) : NULL;
}

int64_t learn_peers_value(const struct learn_peers *peers, int64_t p, int64_t rank)
{
    int64_t distance = 0;
    if (peers->strip)
        return rank + peers->difference;
    if (shortest(peers, &distance))
        return ((rank + distance) % p + p) % p;
    return peers->rank;
}
