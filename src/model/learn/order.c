/* order.c: see order.h */
#include "model/learn/order.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Returns where the list of an item's children begins; that of the outermost items for SIZE_MAX. */
static size_t *list_of(struct model_learn *learn, size_t above)
{
    return above == SIZE_MAX ? &learn->first : &learn->items[above].child;
}

static bool is_listed(struct model_learn *learn, size_t at)
{
    for (size_t i = *list_of(learn, learn->items[at].parent); i != SIZE_MAX;
         i = learn->items[i].sibling)
        if (i == at)
            return true;
    return false;
}

/* True if both have lines of the same text: routines have those of their definitions. */
static bool have_lines(const struct learn_item *a, const struct learn_item *b)
{
    return a->kind != LEARN_ROUTINE && b->kind != LEARN_ROUTINE && a->line && b->line &&
           strcmp(a->file, b->file) == 0;
}

/* True if an item stands before another in the text; a call sends before it receives. */
static bool is_before(const struct learn_item *a, const struct learn_item *b)
{
    return a->line != b->line ? a->line < b->line : a->kind <= b->kind;
}

/* Puts an item behind `anchor`, its sibling or SIZE_MAX, but not behind one with a higher line nor
 * before one with a lower. */
static void insert(struct model_learn *learn, size_t at, size_t anchor)
{
    struct learn_item *item = &learn->items[at];
    size_t *link = list_of(learn, item->parent), place = 0, wanted = 0, from = 0, to = SIZE_MAX;
    for (size_t i = *link; i != SIZE_MAX; i = learn->items[i].sibling, place++) {
        const struct learn_item *other = &learn->items[i];
        if (i == anchor)
            wanted = place + 1;
        if (have_lines(item, other) && is_before(other, item))
            from = place + 1;
        else if (have_lines(item, other) && to == SIZE_MAX)
            to = place;
    }
    wanted = wanted > to ? to : wanted;
    for (wanted = wanted < from ? from : wanted; wanted > 0; wanted--)
        link = &learn->items[*link].sibling;
    item->sibling = *link;
    *link = at;
}

/* Lists an item behind those of the same node above that came before. */
static void come_to(struct model_learn *learn, size_t at, size_t *last)
{
    if (at == SIZE_MAX)
        return;
    if (!is_listed(learn, at))
        insert(learn, at, *last);
    *last = at;
}

/* Compares calls by their nodes; in a call, what is sent comes before what is received. */
static int in_order(const void *left, const void *right, void *about)
{
    const struct learn_call *a = left, *b = right;
    const struct learn_item *items = about;
    const int kinds = (int)items[a->item].kind - (int)items[b->item].kind;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    return kinds ? kinds : (a->item > b->item) - (a->item < b->item);
}

void learn_order_take(struct model_learn *learn, const struct archive *archive, const size_t *items,
                      struct learn_call *calls, size_t call_count)
{
    size_t call = 0;
    if (call_count)
        qsort_r(calls, call_count, sizeof *calls, in_order, learn->items);
    const struct archive_nodes *nodes = &archive->nodes;
    size_t *last = memory_zeroed(nodes->rows + 1, sizeof *last); /* by node: its last child */
    for (size_t node = 0; node < nodes->rows; node++)
        last[node] = SIZE_MAX;
    for (uint32_t node = 0; node < nodes->rows; node++) {
        uint32_t above = nodes->parent[node];
        while (above != ARCHIVE_NONE && items[above] == SIZE_MAX &&
               nodes->parent[above] != ARCHIVE_NONE)
            above = nodes->parent[above];
        size_t outermost = SIZE_MAX, *behind = above == ARCHIVE_NONE ? &outermost : &last[above];
        come_to(learn, items[node], behind);
        for (; call < call_count && calls[call].node == node; call++)
            come_to(learn, calls[call].item, behind);
    }
    free(last);
}

/* Adds an item's children and what is below them. */
static void add_below(const struct model_learn *learn, size_t first, size_t *order, size_t *count)
{
    for (size_t at = first; at != SIZE_MAX; at = learn->items[at].sibling) {
        order[(*count)++] = at;
        add_below(learn, learn->items[at].child, order, count);
    }
}

size_t *learn_order(const struct model_learn *learn)
{
    size_t *order = memory_zeroed(learn->item_count + 1, sizeof *order), count = 0;
    bool *there = memory_zeroed(learn->item_count + 1, sizeof *there);
    add_below(learn, learn->first, order, &count);
    for (size_t i = 0; i < count; i++)
        there[order[i]] = true;
    for (size_t at = 0; at < learn->item_count; at++) /* those of other runs */
        if (!there[at])
            order[count++] = at;
    free(there);
    return order;
}
