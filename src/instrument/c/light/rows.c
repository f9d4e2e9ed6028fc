/* rows.c: writes the table of lights: a row for each path from an anchor, through light functions
 * and loops, to a light region. */
#include "instrument/c/light/light.h"
#include "util/memory.h"

#include <assert.h>

enum { MOST_ROWS = 20000 }; /* of a file */

/* A path from an anchor to an owner whose items get rows: to itself, or to a light function. */
struct way {
    struct unit *unit;
    struct owner *anchor;  /* the owner at its start, whose values the rows use */
    unsigned region;       /* the anchor's number */
    unsigned within;       /* the row of the last call on the path, plus 1; 0: none */
    struct scope *refused; /* result: a function that must be counted in another way; NULL: none */
};

static void expand(struct way *way, const struct owner *owner);

/* Returns the anchor's value for a tally of a light function; makes it at the first use. */
static int take(struct way *way, struct scope *scope, bool is_range, int tally)
{
    struct owner *anchor = way->anchor;
    assert(!anchor->is_light);
    for (size_t i = 0; i < anchor->taken_count; i++) {
        struct taken *taken = &anchor->taken[i];
        if (taken->is_range != is_range || (int)taken->tally != tally)
            continue;
        if (taken->within != way->within) /* two paths share the tally: their counts are mixed */
            way->refused = scope;
        return (int)taken->value;
    }
    anchor->taken = memory_grow(anchor->taken, &anchor->taken_room, anchor->taken_count + 1,
                                sizeof *anchor->taken);
    struct taken *taken = &anchor->taken[anchor->taken_count++];
    *taken = (struct taken){.is_range = is_range,
                            .tally = (unsigned)tally,
                            .value = is_range ? anchor->ranges++ : anchor->sums++,
                            .within = way->within};
    return (int)taken->value;
}

/* Returns the anchor's value for a sum or range of an item; negative: none. */
static int value_of(struct way *way, const struct item *item, bool is_range, int number)
{
    if (number < 0 || !item->owner->is_light)
        return number;
    return take(way, item->owner->scope, is_range, number);
}

/* Returns an earlier call of the same function in the same place, whose row counts this one as
 * well; NULL: none. */
static struct item *joined(const struct item *item)
{
    for (struct item *other = item->owner->first; other != item; other = other->next) {
        if (other->callee != item->callee || other->around != item->around ||
            other->visits != item->visits)
            continue;
        if (item->visits < 0 ? other->every == item->every
                             : item->is_timed || item->callee->has_tallies)
            return other;
    }
    return NULL;
}

/* Adds the row of an item. */
static void add_row(struct way *way, struct item *item)
{
    struct instrument_plan *plan = &way->unit->plan;
    struct tri_light light = {
        .region = item->loop ? item->loop->number : item->callee->routine,
        .anchor = way->region,
        .within = item->around ? item->around->row + 1 : way->within,
        .visits = value_of(way, item, false, item->visits),
        .trips = item->loop ? value_of(way, item, false, item->trips) : -1,
        .range = item->loop ? value_of(way, item, true, item->range) : -1,
        .per = (unsigned)item->per,
        .every = item->every > 1 ? (unsigned)item->every : 0,
        .out_of = item->out_of > 1 ? (unsigned)item->out_of : 0,
        .times = item->loop ? item->times : item->is_timed,
        .least = item->least,
        .most = item->most,
    };
    item->row = instrument_plan_add_light(plan, &light) - 1;
}

/* Adds the row of a call, and those of the items of the called function. */
static void add_call(struct way *way, struct item *item)
{
    struct instrument_plan *plan = &way->unit->plan;
    assert(item->callee && item->callee->light != LIGHT_NO);
    struct item *other = joined(item);
    if (other) {
        item->row = other->row;
        if (item->visits < 0)
            plan->lights[item->row].per += (unsigned)item->per;
        return;
    }
    add_row(way, item);
    struct way inside = {way->unit, way->anchor, way->region, item->row + 1, NULL};
    expand(&inside, item->callee->owner);
    if (inside.refused)
        way->refused = inside.refused;
}

/* Adds the rows of all items of an owner. */
static void expand(struct way *way, const struct owner *owner)
{
    for (struct item *item = owner->first; item && !way->refused; item = item->next) {
        if (way->unit->plan.light_count >= MOST_ROWS)
            way->refused = owner->scope;
        else if (item->loop)
            add_row(way, item);
        else
            add_call(way, item);
    }
}

/* Returns the number of loops of a chain: loops in the owner, each directly inside the other, whose
 * heads give all of its values. 0 if it is no chain; loops that are never timed make none, because
 * they are not written twice. */
static unsigned chain_length(const struct owner *owner)
{
    enum { LONGEST = 3 }; /* tri_count_heads() */
    const struct item *around = NULL;
    unsigned length = 0;
    bool is_timed = false;
    if (owner->is_light || owner->is_open || owner->has_probes || owner->taken_count)
        return 0;
    for (const struct item *item = owner->first; item; item = item->next) {
        if (!item->is_fixed)
            continue;
        if (item->around != around || item->trips != (int)length || item->range != (int)length)
            return 0;
        is_timed = is_timed || item->is_timed;
        around = item;
        length++;
    }
    bool is_all = owner->sums == length && owner->ranges == length && length <= LONGEST;
    return is_all && is_timed ? length : 0;
}

/* Copies the numbers of the owner's values to its region, once all rows are written. */
static void set_values(struct instrument_plan_region *region, struct owner *owner)
{
    region->sums = owner->sums;
    region->ranges = owner->ranges;
    region->is_nest = owner->sums || owner->ranges || owner->chooses;
    owner->chain = chain_length(owner);
    region->is_chain = owner->chain > 0;
}

/* Add the rows of an owner, of a light function's wrapper, of all owners of a function. Return a
 * function that must be counted in another way, or NULL. */
static struct scope *write_owner(struct unit *unit, struct owner *owner)
{
    unsigned region = owner->loop ? owner->loop->number : owner->scope->routine;
    struct way way = {unit, owner, region, 0, NULL};
    expand(&way, owner);
    if (owner->sums + 2 * owner->ranges > TRI_VALUES_MOST)
        return owner->scope;
    set_values(&unit->plan.regions[region], owner);
    return way.refused;
}

static struct scope *write_wrapper(struct unit *unit, struct scope *scope)
{
    struct owner *owner = memory_zeroed(1, sizeof *owner);
    *owner = (struct owner){.scope = scope};
    count_free_owner(scope->wrapper);
    scope->wrapper = owner;
    struct way way = {unit, owner, scope->routine, 0, NULL};
    expand(&way, scope->owner);
    set_values(&unit->plan.regions[scope->routine], owner);
    return way.refused;
}

static struct scope *write_scope(struct unit *unit, struct scope *scope)
{
    struct scope *refused = NULL;
    if (scope->light != LIGHT_NO)
        return scope->wants_wrapper || scope->is_external ? write_wrapper(unit, scope) : NULL;
    for (size_t i = 0; i < scope->owner_count && !refused; i++)
        refused = write_owner(unit, scope->owners[i]);
    return refused;
}

struct scope *rows_write(struct unit *unit)
{
    struct scope *refused = NULL;
    unit->plan.light_count = 0;
    for (size_t i = 0; i < unit->scope_count && !refused; i++)
        refused = write_scope(unit, unit->scopes[i]);
    return refused;
}
