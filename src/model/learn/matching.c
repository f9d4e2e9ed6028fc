/* matching.c: see matching.h */
#include "model/learn/matching.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_RANKS = 16 };

/* Numbers of ranks at which sends and receives are compared, besides the learned ones. */
static const int64_t other_ranks[] = {1, 2, 3, 4, 5, 8, MOST_RANKS};

void learn_match(struct model_learn *learn, size_t send, size_t receive)
{
    for (size_t at = 0; at < learn->match_count; at++)
        if (learn->matches[at].send == send && learn->matches[at].receive == receive)
            return;
    learn->matches = memory_grow(learn->matches, &learn->match_room, learn->match_count + 1,
                                 sizeof *learn->matches);
    learn->matches[learn->match_count++] = (struct learn_match){send, receive};
}

/* Says why an item by itself cannot be part of a model. */
static const char *why_alone(const struct learn_item *item)
{
    if (item->kind == LEARN_LOOP || item->kind == LEARN_ROUTINE)
        return NULL;
    if (!item->visits.text || (!item->each.text && !item->bytes.text))
        return "it has no formula";
    if (item->kind == LEARN_COLLECTIVE)
        return NULL;
    char *peer = learn_peers_text(&item->peers);
    free(peer);
    return peer ? NULL : "its other ranks have no formula";
}

/* Gives all items whose messages meet, directly or through others, the least number of them. */
static size_t *groups_of(const struct model_learn *learn)
{
    size_t *groups = memory_zeroed(learn->item_count + 1, sizeof *groups);
    for (size_t at = 0; at < learn->item_count; at++)
        groups[at] = at;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t at = 0; at < learn->match_count; at++) {
            size_t *a = &groups[learn->matches[at].send], *b = &groups[learn->matches[at].receive];
            changed = changed || *a != *b;
            *a = *b = *a < *b ? *a : *b;
        }
    }
    return groups;
}

/* What is compared: items that exchange messages with each other. */
struct group {
    const struct model_learn *learn;
    const struct learn_nest *nests;
    const size_t *groups;
    size_t number;
};

/* Adds the messages of an item to those between each two ranks. */
static void add_messages(const struct group *group, size_t at, int64_t n, int64_t p,
                         double *between)
{
    const struct learn_item *item = &group->learn->items[at];
    const bool sends = item->kind == LEARN_SEND;
    for (int64_t rank = 0; rank < p; rank++) {
        const int64_t other = learn_peers_value(&item->peers, p, rank);
        if (other < 0 || other >= p)
            continue;
        const struct learn_point point = {.n = n, .p = p, .rank = rank};
        const double count = floor(learn_nest_count(group->learn, group->nests, at, point) + 0.5);
        between[sends ? rank * p + other : other * p + rank] += sends ? count : -count;
    }
}

/* True if the ranks receive of each other what they send, at one size. */
static bool is_even(const struct group *group, int64_t n, int64_t p)
{
    double between[MOST_RANKS * MOST_RANKS] = {0};
    if (p > MOST_RANKS)
        return true;
    for (size_t at = 0; at < group->learn->item_count; at++)
        if (group->groups[at] == group->number)
            add_messages(group, at, n, p, between);
    for (int64_t i = 0; i < p * p; i++)
        if (between[i] != 0) /* also if it is no number */
            return false;
    return true;
}

static bool are_even(const struct group *group)
{
    int64_t most = 1;
    for (size_t at = 0; at < group->learn->point_count; at++) {
        const struct learn_point *point = &group->learn->points[at];
        most = point->n > most ? point->n : most;
        if (point->rank == 0 && !is_even(group, point->n, point->p))
            return false;
    }
    for (size_t i = 0; i < sizeof other_ranks / sizeof *other_ranks; i++)
        if (!is_even(group, most, other_ranks[i]) || !is_even(group, 2 * most + 1, other_ranks[i]))
            return false;
    return true;
}

/* True if all ranks of a run come to a collective operation equally often. */
static bool all_take_part(const struct model_learn *learn, const struct learn_item *item)
{
    for (size_t a = 0; a < learn->point_count; a++)
        for (size_t b = 0; b < a; b++)
            if (learn->points[a].n == learn->points[b].n &&
                learn->points[a].p == learn->points[b].p &&
                learn_cell_of(item, a).visits != learn_cell_of(item, b).visits)
                return false;
    return true;
}

const char **learn_matching(const struct model_learn *learn, const struct learn_nest *nests)
{
    const char **why = memory_zeroed(learn->item_count + 1, sizeof *why);
    size_t *groups = groups_of(learn);
    for (size_t at = 0; at < learn->item_count; at++) {
        why[at] = why_alone(&learn->items[at]);
        if (!why[at] && learn->items[at].kind == LEARN_COLLECTIVE &&
            !all_take_part(learn, &learn->items[at]))
            why[at] = "not all ranks take part in it equally often";
    }
    for (size_t group = 0; group < learn->item_count; group++) {
        const enum learn_kind kind = learn->items[group].kind;
        if (groups[group] != group || (kind != LEARN_SEND && kind != LEARN_RECEIVE))
            continue;
        const char *fault = NULL;
        for (size_t at = group; at < learn->item_count && !fault; at++)
            if (groups[at] == group && why[at])
                fault = "the calls that it exchanges messages with have no formulas";
        if (!fault && !are_even(&(struct group){learn, nests, groups, group}))
            fault = "its formulas and those of the calls that it exchanges messages with do not "
                    "agree";
        for (size_t at = group; at < learn->item_count && fault; at++)
            if (groups[at] == group && !why[at])
                why[at] = fault;
    }
    free(groups);
    return why;
}
