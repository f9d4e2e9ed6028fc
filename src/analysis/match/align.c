/* align.c: see align.h */
#include "analysis/match/align.h"

#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

/* A forest below one root, its nodes numbered from 1 in postorder. Arrays are by that number. */
struct postorder {
    uint32_t count;  /* with the root, which is the last */
    uint32_t *left;  /* the leftmost leaf below it, or itself */
    uint32_t *node;  /* number in the forest; ALIGN_NONE: the added root */
    uint32_t *roots; /* nodes whose leftmost leaf no later node shares (keyroots), ascending */
    uint32_t root_count;
};

/* An alignment in progress. */
struct alignment {
    struct postorder a, b;
    const double *gains;
    uint32_t columns; /* of `gains` */
    double *trees;    /* by node of a and of b: the best gain of the two subtrees */
    double *forests;  /* by node of a and of b: the best gain of the parts of two subtrees up to
                         these nodes */
};

/* Numbers the nodes: a subtree has consecutive numbers, its root the last. */
static void number_nodes(struct postorder *to, const struct analysis_align_forest *forest)
{
    uint32_t *used =
        memory_zeroed(forest->count + 1, sizeof *used); /* by node: numbers used by its children */
    uint32_t *sizes = memory_zeroed(forest->count + 1, sizeof *sizes);
    for (uint32_t i = forest->count; i-- > 0;) {
        sizes[i]++;
        if (forest->parents[i] != ALIGN_NONE)
            sizes[forest->parents[i]] += sizes[i];
    }
    uint32_t next = 0; /* numbers used by earlier roots */
    for (uint32_t i = 0; i < forest->count; i++) {
        uint32_t parent = forest->parents[i];
        uint32_t *place = parent == ALIGN_NONE ? &next : &used[parent];
        used[i] = *place;
        to->left[*place + sizes[i]] = *place + 1;
        *place += sizes[i];
        to->node[*place] = i;
    }
    free(sizes);
    free(used);
}

static struct postorder postorder_new(const struct analysis_align_forest *forest)
{
    struct postorder to = {
        .count = forest->count + 1,
        .left = memory_zeroed(forest->count + 2, sizeof *to.left),
        .node = memory_zeroed(forest->count + 2, sizeof *to.node),
        .roots = memory_zeroed(forest->count + 2, sizeof *to.roots),
    };
    number_nodes(&to, forest);
    to.node[to.count] = ALIGN_NONE;
    to.left[to.count] = 1;
    uint8_t *seen = memory_zeroed(to.count + 1, sizeof *seen);
    for (uint32_t i = to.count; i > 0; i--) {
        if (!seen[to.left[i]])
            to.roots[to.root_count++] = i;
        seen[to.left[i]] = 1;
    }
    for (uint32_t i = 0; i < to.root_count / 2; i++) {
        uint32_t other = to.root_count - 1 - i, root = to.roots[i];
        to.roots[i] = to.roots[other];
        to.roots[other] = root;
    }
    free(seen);
    return to;
}

static void postorder_free(struct postorder *order)
{
    free(order->left);
    free(order->node);
    free(order->roots);
}

static double gain_of(const struct alignment *alignment, uint32_t i, uint32_t j)
{
    uint32_t a = alignment->a.node[i], b = alignment->b.node[j];
    if (a == ALIGN_NONE || b == ALIGN_NONE)
        return a == b ? 0 : -INFINITY;
    double gain = alignment->gains[(size_t)a * alignment->columns + b];
    return gain > 0 ? gain : -INFINITY;
}

static double *cell(const struct alignment *alignment, double *table, uint32_t i, uint32_t j)
{
    return &table[(size_t)i * (alignment->b.count + 1) + j];
}

/* Returns the best gain of the nodes up to x in the subtree of i and up to y in that of j. */
static double best_up_to(struct alignment *alignment, uint32_t i, uint32_t j, uint32_t x,
                         uint32_t y)
{
    const uint32_t *left_a = alignment->a.left, *left_b = alignment->b.left;
    double *forests = alignment->forests;
    double best = fmax(*cell(alignment, forests, x - 1, y), *cell(alignment, forests, x, y - 1));
    if (left_a[x] == left_a[i] && left_b[y] == left_b[j]) {
        best = fmax(best, *cell(alignment, forests, x - 1, y - 1) + gain_of(alignment, x, y));
        *cell(alignment, alignment->trees, x, y) = best;
    } else {
        best = fmax(best, *cell(alignment, forests, left_a[x] - 1, left_b[y] - 1) +
                              *cell(alignment, alignment->trees, x, y));
    }
    return best;
}

/* Fills `forests` for the subtrees of i and j. Those of earlier keyroots are in `trees`. */
static void align_trees(struct alignment *alignment, uint32_t i, uint32_t j)
{
    uint32_t first_x = alignment->a.left[i], first_y = alignment->b.left[j];
    for (uint32_t x = first_x - 1; x <= i; x++)
        *cell(alignment, alignment->forests, x, first_y - 1) = 0;
    for (uint32_t y = first_y - 1; y <= j; y++)
        *cell(alignment, alignment->forests, first_x - 1, y) = 0;
    for (uint32_t x = first_x; x <= i; x++) {
        for (uint32_t y = first_y; y <= j; y++)
            *cell(alignment, alignment->forests, x, y) = best_up_to(alignment, i, j, x, y);
    }
}

/* A pair of subtrees. */
struct subtrees {
    uint32_t i, j;
};

/* Writes the pairs of the best mapping of two subtrees; subtrees whose pairs are still to be found
 * are added to `left`. Returns the new number of these. */
static size_t trace(struct alignment *alignment, struct subtrees of, uint32_t *partners,
                    struct subtrees *left, size_t count)
{
    const uint32_t *left_a = alignment->a.left, *left_b = alignment->b.left;
    double *forests = alignment->forests;
    align_trees(alignment, of.i, of.j);
    uint32_t x = of.i, y = of.j;
    while (x >= left_a[of.i] && y >= left_b[of.j]) {
        double best = *cell(alignment, forests, x, y);
        if (best == *cell(alignment, forests, x - 1, y)) {
            x--;
        } else if (best == *cell(alignment, forests, x, y - 1)) {
            y--;
        } else if (left_a[x] == left_a[of.i] && left_b[y] == left_b[of.j]) {
            partners[alignment->b.node[y]] = alignment->a.node[x];
            x--;
            y--;
        } else {
            left[count++] = (struct subtrees){x, y};
            x = left_a[x] - 1;
            y = left_b[y] - 1;
        }
    }
    return count;
}

static void find_partners(struct alignment *alignment, uint32_t *partners)
{
    size_t count = 1;
    struct subtrees *left =
        memory_zeroed((size_t)alignment->a.count + alignment->b.count + 1, sizeof *left);
    left[0] = (struct subtrees){alignment->a.count, alignment->b.count};
    while (count > 0) {
        struct subtrees of = left[--count];
        count = trace(alignment, of, partners, left, count);
    }
    free(left);
}

double analysis_align_forests(const struct analysis_align_forest *first,
                              const struct analysis_align_forest *second, const double *gains,
                              uint32_t *partners)
{
    struct alignment alignment = {
        .a = postorder_new(first),
        .b = postorder_new(second),
        .gains = gains,
        .columns = second->count,
    };
    size_t cells = ((size_t)alignment.a.count + 1) * ((size_t)alignment.b.count + 1);
    alignment.trees = memory_zeroed(cells, sizeof *alignment.trees);
    alignment.forests = memory_zeroed(cells, sizeof *alignment.forests);
    for (uint32_t i = 0; i < alignment.a.root_count; i++) {
        for (uint32_t j = 0; j < alignment.b.root_count; j++)
            align_trees(&alignment, alignment.a.roots[i], alignment.b.roots[j]);
    }
    double best = *cell(&alignment, alignment.trees, alignment.a.count, alignment.b.count);
    for (uint32_t i = 0; partners && i < second->count; i++)
        partners[i] = ALIGN_NONE;
    if (partners)
        find_partners(&alignment, partners);
    postorder_free(&alignment.a);
    postorder_free(&alignment.b);
    free(alignment.trees);
    free(alignment.forests);
    return best;
}
