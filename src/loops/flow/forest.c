/* forest.c: finds the loops of a flow graph, including irreducible ones: see flow.h.
 *
 * Heads are tried from the last one that the search met to the first. When a loop has been found,
 * its nodes are joined into one, its head, before the loops around it are searched. */
#include "loops/flow/flow.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

/* State of the search. All arrays are by depth-first number. */
struct search {
    const struct loops_flow *flow;
    const struct loops_flow_order *order;
    uint32_t *joined; /* union-find: a node of the loop that it was joined into, or itself */
    uint32_t *head;   /* head of the innermost loop around it, or FLOW_NONE */
    uint32_t *found;  /* the last head whose body has it, so that it is added once */
    bool *is_head, *irreducible;
    struct more {
        uint32_t from, next;
    } * more; /* edges into irreducible loops, linked by head: they count as edges to the head */
    size_t more_count, more_room;
    uint32_t *first_more;
    uint32_t *body; /* the nodes of the loop of the current head */
    uint32_t size;
};

/* Returns the node that a node has been joined into (union-find with path compression). */
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

/* Adds a node to the body of the current head, once. */
static void add(struct search *search, uint32_t head, uint32_t node)
{
    if (node == head || search->found[node] == head)
        return;
    search->found[node] = head;
    search->body[search->size++] = node;
}

/* Adds an edge from a node to the head of an irreducible loop. */
static void add_more(struct search *search, uint32_t head, uint32_t from)
{
    search->more =
        memory_grow(search->more, &search->more_room, search->more_count + 2, sizeof *search->more);
    search->more[++search->more_count] = (struct more){from, search->first_more[head]};
    search->first_more[head] = (uint32_t)search->more_count;
}

/* Handles an edge from `from` into the body: its start belongs to the loop if it is a descendant of
 * the head; otherwise it enters the loop, which is irreducible. */
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

/* Handles all edges into a node of the body. */
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

/* Finds the loop of a head, if it has one, and joins its nodes into the head. */
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

/* Links the loops inside each loop, and the outermost ones at first[count], in the order of their
 * heads. */
static void link_loops(const struct loops_flow_loops *loops, uint32_t nodes, uint32_t *first,
                       uint32_t *next)
{
    uint32_t *at = memory_zeroed((size_t)nodes + 1, sizeof *at); /* by head: the loop */
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

/* Renumbers the loops in the order of their heads, each loop directly before those inside it. */
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

/* Makes a loop of each head, in the order in which the search met them: a loop comes before those
 * inside it. */
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
    assert(loop < loops->count);
    uint32_t at = loops->innermost[node];
    return at != FLOW_NONE && at >= loop && at <= loops->loops[loop].last;
}
