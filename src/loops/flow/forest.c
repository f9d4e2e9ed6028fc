/* forest.c: the loops of a flow graph, irreducible ones included: see flow.h.
 *
 * Heads are looked at from the last one met to the first: what lies in an inner loop has become one
 * node, its head, when the loops around it are looked for. */
#include "loops/flow/flow.h"

#include "util/memory.h"

#include <stdlib.h>

/* All by number in the order of the search. */
struct search {
    const struct loops_flow *flow;
    const struct loops_flow_order *order;
    uint32_t *joined; /* a node of the loop that it has become a part of, or itself */
    uint32_t *head;   /* of the loop around it, or FLOW_NONE */
    uint32_t *found;  /* the last head that has it: each is found once */
    bool *is_head, *irreducible;
    struct more {
        uint32_t from, next;
    } * more; /* edges into irreducible loops count as edges into their heads */
    size_t more_count, more_room;
    uint32_t *first_more;
    uint32_t *body; /* of the current head */
    uint32_t size;
};

static uint32_t find(struct search *search, uint32_t node)
{
    uint32_t top = node;
    while (search->joined[top] != top)
        top = search->joined[top];
    while (search->joined[node] != top) {
        uint32_t next = search->joined[node];
        search->joined[node] = top;
        node = next;
    }
    return top;
}

static void add(struct search *search, uint32_t head, uint32_t node)
{
    if (node == head || search->found[node] == head)
        return;
    search->found[node] = head;
    search->body[search->size++] = node;
}

static void add_more(struct search *search, uint32_t head, uint32_t from)
{
    search->more =
        memory_grow(search->more, &search->more_room, search->more_count + 2, sizeof *search->more);
    search->more[++search->more_count] = (struct more){from, search->first_more[head]};
    search->first_more[head] = (uint32_t)search->more_count;
}

/* Whatever leads to a node of the body, without going back, is in the loop, or enters it. */
static void look_back(struct search *search, uint32_t head, uint32_t from)
{
    uint32_t node = find(search, from);
    if (loops_flow_is_below(search->order, node, head)) {
        add(search, head, node);
    } else {
        search->irreducible[head] = true;
        add_more(search, head, node);
    }
}

static void look_at(struct search *search, uint32_t head, uint32_t node)
{
    const struct loops_flow *flow = search->flow;
    const struct loops_flow_order *order = search->order;
    uint32_t name = order->node[node];
    for (uint32_t i = flow->first_in[name]; i < flow->first_in[name + 1]; i++) {
        uint32_t from = order->number[flow->edges[flow->in[i]].from];
        if (from != FLOW_NONE && !loops_flow_is_below(order, from, node))
            look_back(search, head, from);
    }
    for (uint32_t i = search->first_more[node]; i; i = search->more[i].next)
        look_back(search, head, search->more[i].from);
}

static void find_loop(struct search *search, uint32_t head)
{
    const struct loops_flow *flow = search->flow;
    const struct loops_flow_order *order = search->order;
    uint32_t name = order->node[head];
    search->size = 0;
    for (uint32_t i = flow->first_in[name]; i < flow->first_in[name + 1]; i++) {
        uint32_t from = order->number[flow->edges[flow->in[i]].from];
        if (from == FLOW_NONE || !loops_flow_is_below(order, from, head))
            continue;
        search->is_head[head] = true;
        add(search, head, find(search, from));
    }
    for (uint32_t i = 0; i < search->size; i++)
        look_at(search, head, search->body[i]);
    for (uint32_t i = 0; i < search->size; i++) {
        search->head[search->body[i]] = head;
        search->joined[search->body[i]] = head;
    }
}

/* Links the loops: those in a loop, and those in none (of the last element), by their heads. */
static void link_loops(const struct loops_flow_loops *loops, uint32_t nodes, uint32_t *first,
                       uint32_t *next)
{
    uint32_t *at = memory_zeroed((size_t)nodes + 1, sizeof *at); /* by head */
    for (uint32_t i = 0; i < nodes; i++)
        at[i] = FLOW_NONE;
    for (uint32_t i = 0; i < loops->count; i++)
        at[loops->loops[i].head] = i;
    for (uint32_t i = 0; i <= loops->count; i++)
        first[i] = next[i] = FLOW_NONE;
    for (uint32_t i = nodes; i-- > 0;) {
        if (at[i] == FLOW_NONE)
            continue;
        uint32_t parent = loops->loops[at[i]].parent;
        uint32_t *to = &first[parent == FLOW_NONE ? loops->count : parent];
        next[at[i]] = *to;
        *to = at[i];
    }
    free(at);
}

/* Gives them numbers as a reader of the code would: by their heads, a loop right before those in
 * it. */
static void sort_loops(struct loops_flow_loops *loops, uint32_t nodes)
{
    uint32_t *first = memory_zeroed((size_t)loops->count + 1, sizeof *first);
    uint32_t *next = memory_zeroed((size_t)loops->count + 1, sizeof *next);
    uint32_t *number = memory_zeroed((size_t)loops->count + 1, sizeof *number), count = 0;
    struct loops_flow_loop *sorted = memory_zeroed((size_t)loops->count + 1, sizeof *sorted);
    link_loops(loops, nodes, first, next);
    uint32_t at = first[loops->count];
    while (at != FLOW_NONE) {
        number[at] = count;
        sorted[count] = loops->loops[at];
        if (sorted[count].parent != FLOW_NONE)
            sorted[count].parent = number[sorted[count].parent];
        count++;
        if (first[at] != FLOW_NONE) {
            at = first[at];
            continue;
        }
        while (at != FLOW_NONE && next[at] == FLOW_NONE)
            at = loops->loops[at].parent;
        at = at == FLOW_NONE ? at : next[at];
    }
    for (uint32_t i = 0; i < nodes; i++) {
        if (loops->innermost[i] != FLOW_NONE)
            loops->innermost[i] = number[loops->innermost[i]];
    }
    for (uint32_t i = count; i-- > 0;) {
        struct loops_flow_loop *around =
            sorted[i].parent == FLOW_NONE ? NULL : &sorted[sorted[i].parent];
        sorted[i].last = sorted[i].last ? sorted[i].last : i;
        if (around && around->last < sorted[i].last)
            around->last = sorted[i].last;
    }
    free(loops->loops);
    loops->loops = sorted;
    free(first);
    free(next);
    free(number);
}

/* Heads get loops in the order in which they were met: those around others come first. */
static void number_loops(const struct search *search, struct loops_flow_loops *loops)
{
    const struct loops_flow_order *order = search->order;
    uint32_t *loop_of = memory_zeroed((size_t)order->count + 1, sizeof *loop_of);
    for (uint32_t i = 0; i < order->count; i++) {
        uint32_t around = search->head[i] == FLOW_NONE ? FLOW_NONE : loop_of[search->head[i]];
        loops->innermost[order->node[i]] = around;
        if (!search->is_head[i])
            continue;
        struct loops_flow_loop *loop = &loops->loops[loops->count];
        *loop = (struct loops_flow_loop){
            .head = order->node[i],
            .parent = around,
            .depth = around == FLOW_NONE ? 1 : loops->loops[around].depth + 1,
            .irreducible = search->irreducible[i]};
        loops->innermost[loop->head] = loop_of[i] = loops->count++;
    }
    for (uint32_t i = 0; i < order->count; i++) {
        if (loops->innermost[order->node[i]] != FLOW_NONE)
            loops->loops[loops->innermost[order->node[i]]].size++;
    }
    for (uint32_t i = loops->count; i-- > 0;) {
        if (loops->loops[i].parent != FLOW_NONE)
            loops->loops[loops->loops[i].parent].size += loops->loops[i].size;
    }
    free(loop_of);
}

void loops_flow_loops_begin(struct loops_flow_loops *loops, const struct loops_flow *flow,
                            const struct loops_flow_order *order)
{
    size_t room = (size_t)flow->count + 1;
    *loops = (struct loops_flow_loops){.loops = memory_zeroed(room, sizeof *loops->loops),
                                       .innermost = memory_zeroed(room, sizeof *loops->innermost)};
    struct search search = {
        .flow = flow,
        .order = order,
        .joined = memory_zeroed(room, sizeof *search.joined),
        .head = memory_zeroed(room, sizeof *search.head),
        .found = memory_zeroed(room, sizeof *search.found),
        .is_head = memory_zeroed(room, sizeof *search.is_head),
        .irreducible = memory_zeroed(room, sizeof *search.irreducible),
        .first_more = memory_zeroed(room, sizeof *search.first_more),
        .body = memory_zeroed(room, sizeof *search.body),
    };
    for (uint32_t i = 0; i < flow->count; i++) {
        search.joined[i] = i;
        search.head[i] = search.found[i] = loops->innermost[i] = FLOW_NONE;
    }
    for (uint32_t i = order->count; i-- > 0;)
        find_loop(&search, i);
    number_loops(&search, loops);
    sort_loops(loops, flow->count);
    free(search.joined);
    free(search.head);
    free(search.found);
    free(search.is_head);
    free(search.irreducible);
    free(search.first_more);
    free(search.more);
    free(search.body);
}

void loops_flow_loops_end(struct loops_flow_loops *loops)
{
    free(loops->loops);
    free(loops->innermost);
    *loops = (struct loops_flow_loops){0};
}

bool loops_flow_is_in(const struct loops_flow_loops *loops, uint32_t node, uint32_t loop)
{
    uint32_t at = loops->innermost[node];
    return at != FLOW_NONE && at >= loop && at <= loops->loops[loop].last;
}
