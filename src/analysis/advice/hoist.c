/* hoist.c: finds variables that a directive in a loop copies to the same place again although the
 * loop does not change them. */
#include "analysis/advice/facts.h"

#include "util/memory.h"
#include "util/number.h"

#include <triptych/places_calls.h>
#include <triptych/probes.h>

#include <stdlib.h>

/* The moves of a directive, by its node: those of one call path on one lane. */
struct copies {
    uint64_t moves, targets; /* targets: different ones */
    bool same;               /* one of them led to the place where it started */
};

/* A move, for sorting. */
struct copy {
    uint32_t node, target;
};

static int by_node(const void *left, const void *right)
{
    const struct copy *a = left, *b = right;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    return a->target < b->target ? -1 : a->target > b->target;
}

static struct copies *count_copies(const struct archive *archive)
{
    const struct archive_moves *moves = &archive->moves;
    struct copies *all = memory_zeroed(archive->nodes.rows + 1, sizeof *all);
    struct copy *list = memory_zeroed(moves->rows + 1, sizeof *list);
    for (size_t i = 0; i < moves->rows; i++) {
        list[i] = (struct copy){moves->node[i], moves->target[i]};
        all[moves->node[i]].moves++;
        all[moves->node[i]].same |= moves->source[i] == moves->target[i];
    }
    if (moves->rows)
        qsort(list, moves->rows, sizeof *list, by_node);
    for (size_t i = 0; i < moves->rows; i++) {
        if (!i || by_node(&list[i - 1], &list[i]))
            all[list[i].node].targets++;
    }
    free(list);
    return all;
}

/* Returns how many copies went to a place that had one already: in each execution of the loop, each
 * place needs one. 0 if the loop was not counted, or if blocks ran at the place that they came
 * from, where they might change what is copied. */
static uint64_t repeated(const struct archive *archive, const struct copies *copies, uint32_t node)
{
    uint32_t loop = archive->nodes.parent[node];
    if (copies->same || loop >= archive->nodes.rows ||
        archive->regions.kind[archive->nodes.region[loop]] != TRI_KIND_LOOP ||
        !archive->nodes.visits[loop])
        return 0;
    uint64_t visits = archive->nodes.visits[loop];
    if (visits > copies->moves)
        return 0;
    return number_minus(copies->moves, visits * copies->targets);
}

/* What is known of a directive. */
struct site {
    uint64_t moves, repeated, self;
    uint32_t loop; /* row of regions */
};

static struct site *add_sites(const struct advice_facts *facts)
{
    const struct archive *archive = facts->archive;
    struct copies *copies = count_copies(archive);
    struct site *sites = memory_zeroed(archive->regions.rows + 1, sizeof *sites);
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        struct site *site = &sites[archive->nodes.region[i]];
        uint64_t again = copies[i].moves ? repeated(archive, &copies[i], i) : 0;
        if (!copies[i].moves)
            continue;
        site->moves += copies[i].moves;
        site->repeated += again;
        site->self = number_add(site->self, facts->cube->self[i]);
        if (again)
            site->loop = archive->nodes.region[archive->nodes.parent[i]];
    }
    free(copies);
    return sites;
}

/* Meaning of the numbers: count: copies of the variable to places that had it already; bytes: of
 * these; others: the row of captures; time: all moves of the directive; about: the loop. The cost
 * is their share of the directive's own time. */
void advice_hoist(struct advice_facts *facts)
{
    const struct archive *archive = facts->archive;
    const struct archive_variables *variables = &archive->variables;
    struct site *sites = add_sites(facts);
    uint64_t *bytes = memory_zeroed(archive->captures.rows + 1, sizeof *bytes);
    uint64_t *count = memory_zeroed(archive->captures.rows + 1, sizeof *count);
    for (size_t i = 0; i < variables->rows; i++) {
        bytes[variables->capture[i]] =
            number_add(bytes[variables->capture[i]], variables->bytes[i]);
        count[variables->capture[i]]++;
    }
    for (uint32_t i = 0; i < archive->captures.rows; i++) {
        struct analysis_advice_finding finding = advice_of_lanes(facts, ADVICE_HOIST);
        const struct site *site = &sites[archive->captures.region[i]];
        uint64_t mean = count[i] ? bytes[i] / count[i] : 0;
        if (!(archive->captures.flags[i] & TRI_VARIABLE_UNCHANGED) || !site->repeated ||
            mean <= sizeof(void *))
            continue;
        finding.cost =
            (uint64_t)((double)site->self * (double)site->repeated / (double)site->moves);
        finding.count = site->repeated;
        finding.bytes = (uint64_t)((double)mean * (double)site->repeated);
        finding.others = i;
        finding.time = site->moves;
        finding.about = site->loop;
        advice_site(&finding, archive->captures.region[i]);
        advice_add(facts, finding, 0);
    }
    free(bytes);
    free(count);
    free(sites);
}
