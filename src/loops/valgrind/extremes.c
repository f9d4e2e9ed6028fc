/* extremes.c: see extremes.h */
#include "loops/valgrind/extremes.h"

struct extremes_visit {
    ULong backs; /* edges that it took back to where it was entered */
    UInt entry;  /* the part of an irreducible loop at which it was entered */
    Bool is_open;
};

enum { IS_LOOP = 1 << 30 }; /* added to the number of a loop, to tell it from a node */

static Bool is_in(const struct modules_function *function, UInt node, UInt loop)
{
    UInt inner = node ? function->described[node - 1].loop : MODULES_NONE;
    while (inner != loop && inner != MODULES_NONE)
        inner = function->loops[inner].parent;
    return inner == loop;
}

/* Returns the part of a loop that a node in it belongs to: the node itself, or, with IS_LOOP, the
 * loop directly inside it that has the node. */
static UInt part_of(const struct modules_function *function, UInt node, UInt loop)
{
    UInt part = node, inner = function->described[node - 1].loop;
    for (; inner != loop; inner = function->loops[inner].parent)
        part = inner + IS_LOOP;
    return part;
}

static ULong *pairs_of(const struct modules_function *function, UInt loop, ULong *values)
{
    return &values[function->loops[loop].extremes - 1];
}

/* Adds an edge to the lists of the loops that it leaves; without `list`, counts it. */
static void list_exit(const struct modules_function *function, UInt edge, UInt *next, UInt *list)
{
    const struct format_edge *found = &function->edges[edge];
    UInt loop = found->from ? function->described[found->from - 1].loop : MODULES_NONE;
    for (; found->kind != FORMAT_EDGE_LOST && loop != MODULES_NONE &&
           !is_in(function, found->to, loop);
         loop = function->loops[loop].parent) {
        if (list)
            list[next[loop]++] = edge;
        else
            next[loop + 1]++;
    }
}

/* Lists the edges that leave each loop: exits[first_exit[loop]] to before first_exit[loop + 1]. */
static void list_exits(struct modules_function *function)
{
    UInt loops = function->plan->loops;
    UInt *first = VG_(calloc)("triptych", loops + 2, sizeof *first), *next = first + 1;
    for (UInt i = 0; i < function->plan->edges; i++)
        list_exit(function, i, next, NULL);
    for (UInt i = 0; i < loops; i++)
        next[i + 1] += next[i];
    UInt *list = VG_(calloc)("triptych", next[loops] + 1, sizeof *list);
    for (UInt i = 0; i < function->plan->edges; i++)
        list_exit(function, i, next, list);
    function->first_exit = first;
    function->exits = list;
}

/* Returns the pair of a loop for visits that end on an edge. */
static ULong *pair_of(const struct modules_function *function, UInt loop, UInt edge, ULong *values)
{
    UInt pair = 0, first = function->first_exit[loop];
    while (pair + 1 < function->loops[loop].exits && function->exits[first + pair] != edge)
        pair++;
    return pairs_of(function, loop, values) + (SizeT)FORMAT_EXTREME_VALUES * pair;
}

static void add(ULong *pair, ULong value)
{
    if (!pair[FORMAT_EXTREME_MOST] || value < pair[FORMAT_EXTREME_LEAST])
        pair[FORMAT_EXTREME_LEAST] = value;
    if (value >= pair[FORMAT_EXTREME_MOST])
        pair[FORMAT_EXTREME_MOST] = value + 1;
}

/* Ends the visit of a loop on an edge; MODULES_NONE: on none. */
static void end(const struct modules_function *function, UInt loop, UInt edge,
                struct extremes_visit *visit, ULong *values)
{
    ULong *gone = pairs_of(function, loop, values) +
                  (SizeT)FORMAT_EXTREME_VALUES * function->loops[loop].exits + FORMAT_VISIT_GONE;
    add(edge == MODULES_NONE ? gone : pair_of(function, loop, edge, values), visit->backs);
    visit->is_open = False;
}

/* Leaves the loops around a node, up to one that contains another node as well. */
static void leave(const struct modules_function *function, UInt from, UInt to, UInt edge,
                  struct extremes_visit *visits, ULong *values)
{
    UInt loop = from ? function->described[from - 1].loop : MODULES_NONE;
    for (; loop != MODULES_NONE && !is_in(function, to, loop);
         loop = function->loops[loop].parent) {
        if (function->loops[loop].extremes && visits[loop].is_open)
            end(function, loop, edge, &visits[loop], values);
    }
}

/* Enters the loops around a node, or reaches their entries again. An exception that `lands` never
 * enters a loop that has extremes. */
static void reach(const struct modules_function *function, UInt from, UInt to, Bool lands,
                  struct extremes_visit *visits, ULong *values)
{
    UInt loop = function->described[to - 1].loop;
    for (; loop != MODULES_NONE; loop = function->loops[loop].parent) {
        struct extremes_visit *visit = &visits[loop];
        UInt part = part_of(function, to, loop);
        if (!function->loops[loop].extremes || lands)
            continue;
        if (!is_in(function, from, loop)) {
            if (visit->is_open) /* an exception or longjmp has left it */
                end(function, loop, MODULES_NONE, visit, values);
            *visit = (struct extremes_visit){.entry = part, .is_open = True};
        } else if (function->loops[loop].flags & FORMAT_LOOP_IRREDUCIBLE) {
            visit->backs +=
                part == visit->entry && (part < IS_LOOP || part != part_of(function, from, loop));
        } else {
            visit->backs += to == function->loops[loop].head;
        }
    }
}

void extremes_go(struct modules_function *function, UInt from, UInt to, UInt edge,
                 struct extremes_visits *visits, ULong *values)
{
    if (!function->plan->loops)
        return;
    if (!function->exits)
        list_exits(function);
    if (!visits->all)
        visits->all = VG_(calloc)("triptych", function->plan->loops, sizeof *visits->all);
    Bool lands = edge && function->edges[edge].kind == FORMAT_EDGE_ENTER;
    leave(function, from, to, lands ? MODULES_NONE : edge, visits->all, values);
    if (to)
        reach(function, from, to, lands, visits->all, values);
}

void extremes_forget(struct extremes_visits *visits)
{
    VG_(free)(visits->all);
    visits->all = NULL;
}

void extremes_end(const struct modules_function *function, struct extremes_visits *visits,
                  ULong *values)
{
    for (UInt i = 0; visits->all && i < function->plan->loops; i++) {
        if (visits->all[i].is_open && function->loops[i].extremes)
            end(function, i, MODULES_NONE, &visits->all[i], values);
    }
    extremes_forget(visits);
}
