/* clocks_order.c: see clocks_order.h
 *
 * Implements the forward part of the controlled logical clock (Rabenseifner, 1997): each place
 * passes its own events in the order of its clock, and waits at an end until all that must begin
 * before it has been passed on the other places. An end that comes too early is shifted, with what
 * follows; the call that it ends takes that much longer. */
#include "archive/time/clocks_order.h"

#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdlib.h>

#define NOBODY UINT32_MAX

struct turn {
    uint64_t at;
    uint64_t start; /* of an end: when its call began */
    uint64_t thing;
    bool takes;
};

struct turns {
    struct turn *all;
    size_t count, room, next;
    uint64_t last; /* time of the last event that was passed */
    uint32_t next_waiting;
    bool waits;
};

struct thing {
    uint64_t most;     /* when all known givers had begun, with shifts */
    uint64_t measured; /* the same as measured */
    uint32_t gives;    /* givers that were not passed yet */
    uint32_t waiting;  /* the first place that waits for them */
};

struct order {
    struct turns *places;
    size_t place_count;
    struct thing *things;
    size_t thing_count, thing_room;
    uint32_t *ready; /* places that can continue */
    size_t ready_count;
};

struct order *order_new(size_t places)
{
    struct order *order = memory_zeroed(1, sizeof *order);
    order->places = memory_zeroed(places + 1, sizeof *order->places);
    order->ready = memory_zeroed(places + 1, sizeof *order->ready);
    order->place_count = places;
    return order;
}

void order_free(struct order *order)
{
    for (size_t i = 0; i < order->place_count; i++)
        free(order->places[i].all);
    free(order->places);
    free(order->things);
    free(order->ready);
    free(order);
}

void order_begin(struct order *order)
{
    order->things = memory_grow(order->things, &order->thing_room, order->thing_count + 1,
                                sizeof *order->things);
    order->things[order->thing_count++] = (struct thing){.waiting = NOBODY};
}

static void add(struct order *order, uint32_t place, struct turn turn)
{
    struct turns *turns = &order->places[place];
    turn.thing = order->thing_count - 1;
    turns->all = memory_grow(turns->all, &turns->room, turns->count + 1, sizeof *turns->all);
    turns->all[turns->count++] = turn;
}

void order_gives(struct order *order, uint32_t place, uint64_t when)
{
    assert(order->thing_count > 0 && place < order->place_count);
    order->things[order->thing_count - 1].gives++;
    add(order, place, (struct turn){.at = when});
}

void order_takes(struct order *order, uint32_t place, uint64_t start, uint64_t end)
{
    assert(order->thing_count > 0 && place < order->place_count);
    add(order, place, (struct turn){.at = end, .start = start, .takes = true});
}

/* At the same time, ends come before beginnings, which are shifted with them. */
static int by_time(const void *left, const void *right)
{
    const struct turn *a = left, *b = right;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->takes != b->takes ? b->takes - a->takes : 0;
}

/* Adds a move that begins at the start of the call, or after the last event that was passed. */
static void move(struct archive_clock_line *line, const struct turns *turns,
                 const struct turn *turn, uint64_t by)
{
    struct archive_clock_move *last = line->move_count ? &line->moves[line->move_count - 1] : NULL;
    if (last && last->at == turn->at) {
        last->by = by;
        return;
    }
    uint64_t from = turn->start > turns->last ? turn->start : turns->last;
    if (from >= turn->at)
        from = number_minus(turn->at, 1);
    uint64_t by_then = archive_clock_line_moved(line, from);
    line->moves =
        memory_grow(line->moves, &line->move_room, line->move_count + 1, sizeof *line->moves);
    line->moves[line->move_count++] = (struct archive_clock_move){from, turn->at, by_then, by};
}

static void give(struct order *order, struct thing *thing, const struct archive_clock_line *line,
                 uint64_t at)
{
    assert(thing->gives > 0);
    uint64_t moved = number_add(at, archive_clock_line_moved(line, at));
    if (moved > thing->most)
        thing->most = moved;
    if (at > thing->measured)
        thing->measured = at;
    if (--thing->gives)
        return;
    for (uint32_t place = thing->waiting; place != NOBODY;
         place = order->places[place].next_waiting) {
        order->places[place].waits = false;
        order->ready[order->ready_count++] = place;
    }
    thing->waiting = NOBODY;
}

static void take(const struct thing *thing, const struct turns *turns, const struct turn *turn,
                 struct archive_clock_line *line, struct order_found *found)
{
    found->early += turn->at < thing->measured;
    if (number_add(turn->at, archive_clock_line_moved(line, turn->at)) >= thing->most)
        return;
    uint64_t by = thing->most - turn->at;
    move(line, turns, turn, by);
    if (by > found->most)
        found->most = by;
}

/* Passes events of a place until one has to wait. `force`: the next end does not wait. */
static void go_on(struct order *order, uint32_t place, struct archive_clock_line *line,
                  struct order_found *found, bool force)
{
    struct turns *turns = &order->places[place];
    for (; turns->next < turns->count; turns->next++, force = false) {
        const struct turn *turn = &turns->all[turns->next];
        struct thing *thing = &order->things[turn->thing];
        if (turn->takes && thing->gives && !force) {
            turns->next_waiting = thing->waiting;
            thing->waiting = place;
            turns->waits = true;
            return;
        }
        if (turn->takes)
            take(thing, turns, turn, line, found);
        else
            give(order, thing, line, turn->at);
        turns->last = turn->at;
    }
}

/* Removes a place from the list of those that wait for the same operation. */
static void unlink_waiting(struct order *order, uint32_t place)
{
    const struct turns *turns = &order->places[place];
    uint32_t *at = &order->things[turns->all[turns->next].thing].waiting;
    while (*at != place)
        at = &order->places[*at].next_waiting;
    *at = turns->next_waiting;
}

/* Returns the waiting place with the earliest end, or NOBODY. Used where all wait for each other,
 * which no real run can cause. */
static uint32_t find_stuck(const struct order *order)
{
    uint32_t found = NOBODY;
    uint64_t earliest = UINT64_MAX;
    for (uint32_t i = 0; i < order->place_count; i++) {
        const struct turns *turns = &order->places[i];
        if (turns->waits && (found == NOBODY || turns->all[turns->next].at < earliest)) {
            earliest = turns->all[turns->next].at;
            found = i;
        }
    }
    return found;
}

void order_correct(struct order *order, struct archive_clock_line *lines, struct order_found *found)
{
    for (uint32_t i = 0; i < order->place_count; i++) {
        if (order->places[i].count)
            qsort(order->places[i].all, order->places[i].count, sizeof *order->places[i].all,
                  by_time);
        order->ready[order->ready_count++] = i;
    }
    for (;;) {
        while (order->ready_count) {
            uint32_t place = order->ready[--order->ready_count];
            go_on(order, place, &lines[place], &found[place], false);
        }
        uint32_t stuck = find_stuck(order);
        if (stuck == NOBODY)
            break;
        unlink_waiting(order, stuck);
        order->places[stuck].waits = false;
        go_on(order, stuck, &lines[stuck], &found[stuck], true);
    }
}
