/* count.c: makes the owners of a function, and decides how each item in it is counted.
 *
 * The function is walked in the order of execution. A context says how often a place is reached:
 * either once in every pass of the loop or routine around it, or as often as a sum counts. The sum
 * is made for the first item that needs it, and serves all items that are reached together with
 * that one. */
#include "instrument/c/light/arguments.h"
#include "instrument/c/light/flow.h"
#include "instrument/c/light/quiet.h"
#include "instrument/c/light/simulate.h"
#include "instrument/c/light/told.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { HIGHEST_NEST = 3 }; /* levels of loops that may be long */

/* The frequency with which a place is reached. */
struct context {
    bool is_certain; /* once in every pass; otherwise as often as the sum counts */
    bool is_apart;   /* each item needs a sum of its own: no two of them are reached together */
    int sum;         /* index of the sum; negative: there is none yet */
};

static const struct context certain = {true, false, -1}, uncertain = {false, false, -1};

/* The current place of the walk. */
struct place {
    struct scope *scope;
    struct owner *owner;     /* NULL: nothing is counted here */
    struct item *around;     /* the innermost light loop; NULL: none */
    struct item *root;       /* the outermost constant loop that was simulated; NULL: none */
    struct context *context; /* shared by all places that are reached together */
};

static void walk(struct place place, struct node *node);

/* Makes an owner: of the loop, or of the routine if that is NULL. */
static struct owner *owner_new(struct scope *scope, struct loop *loop)
{
    struct owner *owner = memory_zeroed(1, sizeof *owner);
    *owner = (struct owner){.scope = scope, .loop = loop};
    scope->owners = memory_grow(scope->owners, &scope->owner_room, scope->owner_count + 1,
                                sizeof *scope->owners);
    scope->owners[scope->owner_count++] = owner;
    return owner;
}

/* Return the index of a new value of the owner; light functions count in tallies of the file. */
static unsigned new_sum(struct owner *owner)
{
    return owner->is_light ? owner->scope->unit->tallies++ : owner->sums++;
}

static unsigned new_range(struct owner *owner)
{
    return owner->is_light ? owner->scope->unit->tally_ranges++ : owner->ranges++;
}

static void add_to_owner(struct owner *owner, struct item *item)
{
    if (owner->last)
        owner->last->next = item;
    else
        owner->first = item;
    owner->last = item;
}

static unsigned long long common_divisor(unsigned long long a, unsigned long long b)
{
    while (b) {
        unsigned long long rest = a % b;
        a = b;
        b = rest;
    }
    return a ? a : 1;
}

/* Derives the visits of an item in a constant loop that was simulated. */
static void set_known_visits(struct item *item)
{
    assert(item->around && item->totals.known);
    unsigned long long passes = item->around->totals.trips;
    unsigned long long divisor = common_divisor(item->totals.visits, passes);
    item->visits = -1;
    item->per = item->totals.visits / divisor;
    item->every = passes / divisor;
}

/* Decides how the visits of an item are counted. */
static void set_visits(const struct place *place, struct item *item)
{
    item->per = item->every = 1;
    item->visits = -1;
    if (place->root && item->totals.known) {
        set_known_visits(item);
        return;
    }
    if (place->context->is_certain)
        return;
    if (item->is_timed || (item->callee && item->callee->has_tallies)) {
        /* no shared sum: in the version with probes, only its visits without a probe are added */
        item->visits = (int)new_sum(place->owner);
        item->counts = true;
        return;
    }
    item->counts = place->context->sum < 0 || place->context->is_apart;
    if (item->counts)
        place->context->sum = (int)new_sum(place->owner);
    item->visits = place->context->sum;
}

/* Returns the node of the owner if that is a loop, otherwise the outermost loop around the item. */
static const struct node *top_of(const struct place *place, const struct item *item)
{
    if (place->owner->loop)
        return place->owner->loop->node;
    while (item->around)
        item = item->around;
    return item->node;
}

/* True if the number of passes around the item is fixed before the outermost loop begins. */
static bool are_passes_fixed(const struct place *place, const struct item *item)
{
    const struct item *around = item->around;
    if (around)
        return around->is_fixed ||
               (around->loop->told.is_constant && around->visits < 0 && around->per == 1 &&
                around->every == 1 && are_passes_fixed(place, around));
    const struct loop *loop = place->owner->loop;
    return !loop || told_is_fixed(place->scope, loop, loop->node);
}

/* True if the head's text can be repeated. */
static bool can_write(const struct unit *unit, const struct told *told)
{
    char *text = told_text(unit, told);
    bool can = text != NULL;
    free(text);
    return can;
}

/* Decides how the trips of a loop are counted. */
static void set_trips(const struct place *place, struct item *item)
{
    const struct told *told = &item->loop->told;
    item->trips = item->range = -1;
    if (told->is_constant) {
        item->times = told->times;
        return;
    }
    if (place->root && item->totals.known && item->totals.are_trips_known) {
        item->times = item->totals.trips;
        item->out_of = item->totals.visits;
        item->least = item->totals.least;
        item->most = item->totals.most;
        return;
    }
    item->trips = (int)new_sum(place->owner);
    item->range = (int)new_range(place->owner);
    item->is_fixed =
        item->visits < 0 && item->per == 1 && item->every == 1 && are_passes_fixed(place, item) &&
        told_is_fixed(place->scope, item->loop, top_of(place, item)) &&
        can_write(place->scope->unit, told) &&
        (!place->owner->loop || can_write(place->scope->unit, &place->owner->loop->told));
}

/* Joins several calls of one function that have to share one row of the table of lights, because
 * the function has one probe or one set of tallies: if one of them is counted by a sum, all are. */
static void join_calls(struct item *item)
{
    for (struct item *other = item->owner->first; other != item; other = other->next) {
        if (other->callee != item->callee || other->around != item->around ||
            (other->visits < 0 && item->visits < 0 && other->every == item->every))
            continue;
        int sum = item->visits >= 0 ? item->visits : other->visits;
        if (sum < 0)
            sum = (int)new_sum(item->owner);
        item->visits = other->visits = sum;
        item->counts = other->counts = true;
    }
}

/* Gives the item to the owner of the place, and decides how it is counted. */
static void take(const struct place *place, struct item *item)
{
    assert(place->owner);
    item->owner = place->owner;
    item->around = place->around;
    set_visits(place, item);
    if (item->loop)
        set_trips(place, item);
    add_to_owner(place->owner, item);
    if (item->callee && (item->is_timed || item->callee->has_tallies))
        join_calls(item);
    for (struct item *at = item->is_timed ? item->around : NULL; at; at = at->around)
        at->is_outer = true;
}

/* Walks the head of a loop, which is inside its region but not inside its passes. */
static void walk_head(struct place place, struct node *loop)
{
    const struct node *body = instrument_loops_body(loop);
    for (struct node *at = loop->first; at; at = at->next) {
        struct context context = uncertain;
        place.context = &context;
        place.root = NULL;
        if (at != body)
            walk(place, at);
    }
}

static void walk_light_loop(struct place place, struct node *node)
{
    struct loop *loop = node->loop;
    struct item *item = node->item;
    loop->is_light = true;
    item->is_timed = place.owner->is_nest && !place.owner->is_light && !loop->is_short &&
                     !place.scope->unit->untimed_loops;
    if (!place.root && loop->told.is_constant && simulate(place.scope, loop)) {
        item->totals.known = false; /* its own visits are not those of the simulation */
        take(&place, item);
        item->totals.known = true;
        place.root = item;
    } else {
        take(&place, item);
        if (place.root && !(item->totals.known && item->totals.are_trips_known))
            place.root = NULL;
    }
    if (item->is_timed)
        place.owner->chooses = true;
    struct context context = certain;
    place.around = item;
    walk_head(place, node);
    place.context = &context;
    walk(place, (struct node *)instrument_loops_body(node));
}

/* True if an OpenMP directive or a marked region inside `top` prevents it from being an owner:
 * there, another thread or region would be in between. */
static bool is_cut(const struct scope *scope, const struct node *top)
{
    for (struct node *at = tree_next(top, (struct node *)top); at; at = tree_next(top, at)) {
        if (at->in_file && clang_isStatement(at->kind) &&
            pragmas_before(scope->unit, at->start).threads)
            return true;
    }
    for (size_t i = 0; i < scope->mark_count; i++) {
        if (scope->marks[i].start >= top->start && scope->marks[i].start < top->end)
            return true;
    }
    return false;
}

/* True if loops are never timed, and a light function that has to be is called below `top`: a
 * routine is timed inside a light loop only in the version with probes. */
static bool has_untimed_call(const struct scope *scope, const struct node *top)
{
    for (struct node *at = (struct node *)top; at && scope->unit->untimed_loops;
         at = tree_next(top, at)) {
        if (at->item && at->item->callee && at->item->callee->light == LIGHT_LONG)
            return true;
    }
    return false;
}

/* True if a call below `top` may not return. */
static bool is_open(const struct node *top)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (at->may_not_return)
            return true;
    }
    return false;
}

/* Walks a loop with a probe of its own, which becomes an owner if it can. */
static void walk_own_loop(struct place place, struct node *node)
{
    struct loop *loop = node->loop;
    if (place.owner)
        place.owner->has_probes = true;
    bool can_own = place.scope->can_count && !loop->pragmas.threads && !is_cut(place.scope, node);
    place.owner = can_own ? owner_new(place.scope, loop) : NULL;
    place.around = place.root = NULL;
    loop->owner = place.owner;
    struct context context = certain;
    if (place.owner) {
        place.owner->is_open = is_open(node);
        place.owner->has_probes = quiet_hides_call(node);
        place.owner->is_nest = quiet(place.scope, node) && quiet_height(node) <= HIGHEST_NEST &&
                               quiet_can_copy(place.scope, node) &&
                               !has_untimed_call(place.scope, node);
        if (place.owner->is_open)
            context = uncertain;
    }
    walk_head(place, node);
    place.context = &context;
    walk(place, (struct node *)instrument_loops_body(node));
}

static void walk_loop(struct place place, struct node *node)
{
    if (tree_is_block(node)) {
        struct context context = uncertain;
        if (flow_ends_block(node))
            place.context = &context;
        walk(place, node->first);
        if (flow_ends_block(node)) /* a break went to its end */
            return;
        if (node->last != node->first)
            walk(place, node->last);
        return;
    }
    if (!node->loop) { /* not measured */
        struct context context = uncertain;
        place.context = &context;
        place.root = NULL;
        for (struct node *at = node->first; at; at = at->next) {
            context = uncertain;
            walk(place, at);
        }
        return;
    }
    bool is_light = place.owner && node->item && !node->loop->pragmas.threads &&
                    (place.owner->is_nest || place.owner->is_light || node->loop->is_short);
    if (is_light)
        walk_light_loop(place, node);
    else
        walk_own_loop(place, node);
}

/* Walks the arguments of a call. If it may not return, and values cannot be handed over between the
 * arguments and the call, nothing is counted in them. */
static void walk_arguments(struct place place, struct node *call)
{
    if (call->may_not_return && place.owner && !arguments_are_written(place.scope->unit, call)) {
        place.owner->has_probes = true;
        place.owner = NULL;
    }
    for (struct node *at = call->first; at; at = at->next)
        walk(place, at);
}

static void walk_call(struct place place, struct node *node)
{
    walk_arguments(place, node);
    struct item *item = node->item;
    if (!item) {
        if (place.owner && !node->is_harmless)
            place.owner->has_probes = true;
        return;
    }
    count_plan(item->callee);
    bool is_long = item->callee->light == LIGHT_LONG;
    struct owner *owner = place.owner;
    if (!owner || (is_long && !owner->is_nest && !owner->is_light)) {
        item->callee->wants_wrapper = true;
        if (owner)
            owner->has_probes = true;
        return;
    }
    item->is_timed = is_long && owner->is_nest && !owner->is_light;
    if (item->is_timed) {
        item->callee->wants_wrapper = true;
        owner->chooses = true;
    }
    item->callee->counted_calls++;
    take(&place, item);
}

static bool has_label(const struct node *node)
{
    for (struct node *at = (struct node *)node; at; at = tree_next(node, at)) {
        if (at->kind == CXCursor_LabelStmt || at->kind == CXCursor_CaseStmt ||
            at->kind == CXCursor_DefaultStmt)
            return true;
    }
    return false;
}

/* True for an expression or declaration, the order of whose parts is unknown. */
static bool is_simple(const struct node *node)
{
    return clang_isExpression(node->kind) || node->kind == CXCursor_DeclStmt ||
           node->kind == CXCursor_VarDecl || node->kind == CXCursor_ReturnStmt;
}

/* Walks nodes that are executed one after the other. Behind one that control may leave, or enter by
 * a label, the next ones are not reached as often as those before it. */
static void walk_all(struct place place, struct node *node)
{
    struct context context;
    bool is_open = place.owner && place.owner->is_open;
    for (struct node *at = node->first; at; at = at->next) {
        bool is_label = clang_isStatement(at->kind) && has_label(at);
        bool leaves = flow_may_leave(at, is_open);
        bool stops = leaves && is_open && !flow_may_leave(at, false);
        if (is_label || stops) {
            context = uncertain;
            context.is_apart = stops && is_simple(at);
            place.context = &context;
        }
        walk(place, at);
        if (is_label || leaves) {
            context = uncertain;
            place.context = &context;
        }
    }
}

/* Walks a node that is perhaps not executed. */
static void walk_apart(struct place place, struct node *node)
{
    struct context context = uncertain;
    place.context = &context;
    walk(place, node);
}

static void walk(struct place place, struct node *node)
{
    if (tree_is_loop(node)) {
        walk_loop(place, node);
        return;
    }
    if (node->kind == CXCursor_CallExpr) {
        walk_call(place, node);
        return;
    }
    if (node->kind == CXCursor_IfStmt) {
        for (struct node *at = node->first; at; at = at->next) {
            if (at == node->first)
                walk(place, at);
            else
                walk_apart(place, at);
        }
        return;
    }
    switch (flow_of(place.scope->unit, node)) {
    case FLOW_KIND_ALL:
        walk_all(place, node);
        break;
    case FLOW_KIND_FIRST:
        for (struct node *at = node->first; at; at = at->next) {
            if (at == node->first)
                walk(place, at);
            else
                walk_apart(place, at);
        }
        break;
    case FLOW_KIND_UNKNOWN:
        for (struct node *at = node->first; at; at = at->next)
            walk_apart(place, at);
        break;
    case FLOW_KIND_NOTHING:
        break;
    }
}

static bool is_outside_loops(const struct scope *scope, const struct node *call)
{
    for (const struct node *at = call->parent; at && at != scope->body; at = at->parent) {
        if (at->loop)
            return false;
    }
    return true;
}

/* True if all loops that may be long in the routine can be written twice, and no call outside of
 * its loops is of a light function that may be long. */
static bool can_choose(const struct scope *scope)
{
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (at->item && at->item->callee && at->item->callee->light == LIGHT_LONG &&
            is_outside_loops(scope, at))
            return false;
        if (at->loop && is_outside_loops(scope, at) && !at->loop->is_short &&
            !quiet_can_copy(scope, at))
            return false;
    }
    return true;
}

void count_free_owner(struct owner *owner)
{
    if (owner)
        free(owner->taken);
    free(owner);
}

void count_forget(struct scope *scope)
{
    for (size_t i = 0; i < scope->owner_count; i++)
        count_free_owner(scope->owners[i]);
    scope->owner_count = 0;
    scope->owner = NULL;
    scope->is_counted = scope->has_tallies = scope->wants_wrapper = false;
    scope->counted_calls = 0;
    for (size_t i = 0; i < scope->loop_count; i++) {
        scope->loops[i]->is_light = false;
        scope->loops[i]->owner = NULL;
    }
}

static bool can_count(const struct scope *scope)
{
    return !scope->jumps.lands && !scope->jumps.nested && !scope->jumps.computed &&
           !scope->is_crowded && !scope->ends_early;
}

void count_plan(struct scope *scope)
{
    struct context context = certain;
    struct place place = {.scope = scope, .context = &context};
    if (scope->is_counted)
        return;
    scope->is_counted = true;
    scope->can_count = can_count(scope);
    /* If a child continues a visit after a fork, only the parent hands over its values. */
    bool forks = forks_is_forking(scope->unit, scope->canonical);
    if (scope->can_count && !forks && !is_cut(scope, scope->body)) {
        scope->owner = place.owner = owner_new(scope, NULL);
        place.owner->is_light = scope->light != LIGHT_NO;
        place.owner->is_open = is_open(scope->body);
        place.owner->has_probes = quiet_hides_call(scope->body);
        place.owner->is_nest = quiet(scope, scope->body) &&
                               quiet_height(scope->body) <= HIGHEST_NEST && can_choose(scope);
        if (place.owner->is_open)
            context = uncertain;
    }
    walk(place, scope->body);
    for (const struct item *item = scope->owner ? scope->owner->first : NULL; item;
         item = item->next)
        scope->has_tallies = scope->has_tallies || item->visits >= 0 ||
                             (item->loop && item->trips >= 0) ||
                             (item->callee && item->callee->has_tallies);
}
