/* loop_probes.c: see loop_probes.h */
#include "instrument/c/loop_probes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *loop_probes_name(const struct scope *scope, const struct loop *loop)
{
    if (scope->jumps.lands)
        return "TRI_VOLATILE_LOOP";
    return scope->unit->plan.regions[loop->number].flags & TRI_LEAF ? "TRI_LEAF_LOOP" : "TRI_LOOP";
}

/* Inserts the trips of a loop whose iterations are shared between threads, computed from its head:
 * no thread can count them, but OpenMP does not let the program change them, either. */
static void insert_trips(struct scope *scope, const struct loop *loop)
{
    struct instrument_plan *plan = &scope->unit->plan;
    char *trips = loop->pragmas.whole ? determined_trips(scope, loop->node) : NULL;
    if (trips)
        instrument_edits_open(&plan->edits, loop->pragmas.before, loop->node->depth * 4 + 1,
                              " TRI_TRIPS(%u, %s);", loop->number, trips);
    else
        instrument_plan_note(plan, loop->number,
                             "trips not counted: the iterations are shared between threads");
    free(trips);
}

void loop_probes_around(struct instrument_edits *edits, const struct loop *loop,
                        const char *statements)
{
    unsigned depth = loop->node->depth * 4;
    if (loop->pragmas.binds && loop->pragmas.before != loop->node->start)
        instrument_edits_open(edits, loop->pragmas.before, depth, " { %s", statements);
    else
        instrument_edits_open(edits, loop->node->start, depth, "{ %s ", statements);
    instrument_edits_close(edits, loop->end, depth, " }");
}

void loop_probes_trip(struct instrument_edits *edits, const struct unit *unit,
                      const struct loop *loop)
{
    const struct body *body = &loop->body;
    assert(body->open <= body->close && body->close <= unit->size);
    unsigned number = loop->number, depth = loop->node->depth * 4;
    bool apart = body->open > 0 && !strchr(" \t\n{", unit->text[body->open - 1]);
    if (!body->braced) {
        instrument_edits_open(edits, body->open, depth + 1, "%s{ TRI_TRIP(%u); ", apart ? " " : "",
                              number);
        instrument_edits_close(edits, body->close, depth + 1, " }");
        return;
    }
    instrument_edits_open(edits, body->open, depth + 1,
                          body->declares ? " TRI_TRIP(%u); {" : " TRI_TRIP(%u);", number);
    if (body->declares)
        instrument_edits_close(edits, body->close, depth + 1, "} ");
}

void loop_probes_own(struct scope *scope, const struct loop *loop, const char *statements)
{
    struct instrument_edits *edits = &scope->unit->plan.edits;
    loop_probes_around(edits, loop, statements);
    if (loop->pragmas.shared)
        insert_trips(scope, loop);
    else
        loop_probes_trip(edits, scope->unit, loop);
}
