/* peers.h: the other rank of messages, as a formula. */
#ifndef MODEL_LEARN_PEERS_H
#define MODEL_LEARN_PEERS_H

#include <stdbool.h>
#include <stdint.h>

enum { LEARN_DISTANCES = 3 };

/* The formulas that all messages of a call agree with so far. */
struct learn_peers {
    bool any, fixed, strip, ring;
    int64_t rank; /* fixed: always this rank */
    int64_t
        difference; /* strip: always rank + difference; the ranks at the ends have no such peer */
    int64_t distances[LEARN_DISTANCES]; /* ring: always (rank + one of these)%p */
    bool possible[LEARN_DISTANCES];
};

/* Notes a message between `rank` and `other` in a run of p ranks. */
void learn_peers_add(struct learn_peers *peers, int64_t rank, int64_t other, int64_t p);

/* Returns the formula, to be freed. NULL: there is none. */
char *learn_peers_text(const struct learn_peers *peers);

/* Returns the other rank; one outside of 0 to p - 1 is nobody. Only if there is a formula. */
int64_t learn_peers_value(const struct learn_peers *peers, int64_t p, int64_t rank);

#endif
