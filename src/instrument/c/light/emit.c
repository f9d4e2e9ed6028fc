/* emit.c: writes a function with light regions.
 *
 * A loop that may be long inside an owner is written twice: with probes, in place of the user's
 * text, and behind that, after a #line, without probes. If the second version counts in inner
 * loops, a third one is the user's text alone, for visits that are not measured. */
#include "instrument/c/light/arguments.h"
#include "instrument/c/light/light.h"
#include "instrument/c/light/told.h"
#include "instrument/c/loop_probes.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

enum version { WITH_PROBES, WITHOUT_PROBES };

/* Appends the name of the owner's variable. */
static void name_owner(struct buffer *out, const struct owner *owner)
{
    if (owner->loop)
        buffer_printf(out, "tri_loop_%u", owner->loop->number);
    else
        buffer_printf(out, "tri_frame_%u", owner->scope->routine);
}

/* Appends a value of the owner as an argument of a probe. what: SUM or RANGE; number: its index, or
 * negative for none. */
static void name_value(struct buffer *out, const struct owner *owner, const char *what, int number)
{
    if (number < 0) {
        buffer_add(out, "TRI_NONE");
    } else if (owner->is_light) {
        buffer_printf(out, "TRI_TALLY_%s(%d)", what, number);
    } else {
        buffer_printf(out, "TRI_%s(", what);
        name_owner(out, owner);
        buffer_printf(out, ", %d)", number);
    }
}

/* Appends the three values of an item: of its visits, its trips, and their range. */
static void name_values(struct buffer *out, const struct item *item)
{
    buffer_add(out, ", ");
    name_value(out, item->owner, "SUM", item->counts ? item->visits : -1);
    buffer_add(out, ", ");
    name_value(out, item->owner, "SUM", item->trips);
    buffer_add(out, ", ");
    name_value(out, item->owner, "RANGE", item->range);
}

/* Appends the expression that counts a visit of the item. */
static void add_pass(struct buffer *out, const struct item *item)
{
    buffer_add(out, "TRI_PASS(");
    name_value(out, item->owner, "SUM", item->visits);
    buffer_add(out, ")");
}

/* Write one item in a version: as a loop, as a call, as either. */
static void emit_loop(struct instrument_edits *edits, const struct item *item, enum version version)
{
    struct unit *unit = item->owner->scope->unit;
    const struct loop *loop = item->loop;
    struct buffer text = {0};
    bool trips = true;
    if (item->is_timed && version == WITH_PROBES) {
        buffer_printf(&text, "%s(%u", item->is_outer ? "TRI_OUTER_LOOP" : "TRI_TIMED_LOOP",
                      loop->number);
        if (!item->is_outer) {
            buffer_add(&text, ", ");
            name_owner(&text, item->owner);
        }
        name_values(&text, item);
        buffer_add(&text, ");");
    } else if (item->trips >= 0 && !item->is_fixed) {
        buffer_printf(&text, "TRI_%s_LOOP(%u", item->owner->is_light ? "TALLIED" : "LIGHT",
                      loop->number);
        name_values(&text, item);
        buffer_add(&text, ");");
    } else {
        trips = false;
        if (item->counts) {
            add_pass(&text, item);
            buffer_add(&text, ";");
        }
    }
    if (text.used)
        loop_probes_around(edits, loop, text.text);
    if (text.used && trips)
        loop_probes_trip(edits, unit, loop);
    buffer_free(&text);
}

static void emit_call(struct instrument_edits *edits, const struct item *item, enum version version)
{
    const struct node *call = item->node;
    unsigned depth = call->depth * 4;
    if (item->is_timed && version == WITH_PROBES) {
        versions_call(edits, item, "TRI_PROBED");
    } else if (item->counts) {
        struct buffer text = {0};
        add_pass(&text, item);
        instrument_edits_open(edits, call->start, depth, "(%s, ", text.text);
        instrument_edits_close(edits, call->end, depth, ")");
        buffer_free(&text);
    }
}

static void emit_item(struct instrument_edits *edits, const struct item *item, enum version version)
{
    if (item->loop)
        emit_loop(edits, item, version);
    else
        emit_call(edits, item, version);
}

/* True if the trips of the loop, or of one inside it, are computed from heads. */
static bool has_fixed_inside(const struct item *loop)
{
    for (const struct item *item = loop->owner->first; item; item = item->next) {
        for (const struct item *at = item->is_fixed ? item : NULL; at; at = at->around) {
            if (at == loop)
                return true;
        }
    }
    return false;
}

/* Appends the number of passes around the item, which TRI_PASSES or TRI_HEAD has computed. */
static void name_passes(struct buffer *out, const struct item *item)
{
    if (item->around)
        buffer_printf(out, "tri_passes_%u", item->around->loop->number);
    else if (item->owner->loop)
        buffer_printf(out, "tri_passes_%u", item->owner->loop->number);
    else
        buffer_add(out, "1");
}

/* Appends the statements that compute the trips of the loops of a chain. */
static void add_chain(struct buffer *out, const struct owner *owner)
{
    for (const struct item *item = owner->first; item; item = item->next) {
        if (!item->is_fixed)
            continue;
        char *told = told_text(owner->scope->unit, &item->loop->told);
        buffer_add(out, "TRI_CHAIN_HEAD(");
        name_owner(out, owner);
        buffer_printf(out, ", %d, ", item->trips);
        if (item->trips > 0 || owner->loop)
            name_owner(out, owner);
        if (item->trips > 0)
            buffer_printf(out, ".head[%d]", item->trips - 1);
        else
            buffer_add(out, owner->loop ? ".trips" : "1");
        buffer_printf(out, ", %s); ", told);
        free(told);
    }
}

/* Appends the statements that compute the trips of loops inside `top` from their heads. top: the
 * outermost loop; NULL: the owner, a loop. */
static void add_heads(struct buffer *out, const struct owner *owner, const struct item *top)
{
    const struct unit *unit = owner->scope->unit;
    bool is_owner_needed = !top;
    if (owner->chain) {
        if (!top || has_fixed_inside(top))
            add_chain(out, owner);
        return;
    }
    for (const struct item *item = owner->first; item; item = item->next) {
        if (!item->loop || !has_fixed_inside(item) || (top && !tree_inside(top->node, item->node)))
            continue;
        if (is_owner_needed) {
            char *told = told_text(unit, &owner->loop->told);
            buffer_printf(out, "TRI_PASSES(%u, 1, tri_trips(%s)); ", owner->loop->number, told);
            free(told);
            is_owner_needed = false;
        }
        if (!item->is_fixed) {
            buffer_printf(out, "TRI_PASSES(%u, ", item->loop->number);
            name_passes(out, item);
            buffer_printf(out, ", %llu); ", item->times);
            continue;
        }
        char *told = told_text(unit, &item->loop->told);
        buffer_printf(out, "TRI_HEAD(%u, ", item->loop->number);
        name_passes(out, item);
        buffer_add(out, ", ");
        name_value(out, owner, "SUM", item->trips);
        buffer_add(out, ", ");
        name_value(out, owner, "RANGE", item->range);
        buffer_printf(out, ", %s); ", told);
        free(told);
    }
}

/* Returns the offset at which the text of a loop begins, including a pragma that applies to it. */
static size_t start_of(const struct loop *loop)
{
    return loop->pragmas.binds ? loop->pragmas.before : loop->node->start;
}

/* Appends the text of the loop with these edits, on lines of its own. */
static void add_version(struct buffer *out, const struct unit *unit, const struct loop *loop,
                        struct instrument_edits *edits)
{
    size_t start = start_of(loop);
    char *shown;
    buffer_printf(out, "\n#line %u ", unit_line(unit, start, &shown));
    instrument_table_quote(out, shown);
    buffer_add(out, "\n");
    instrument_edits_apply(edits, unit->text, start, loop->end, out);
    free(shown);
}

/* Appends `if (MACRO(owner)) {`. */
static void add_condition(struct buffer *out, const char *macro, const struct owner *owner)
{
    buffer_printf(out, "if (%s(", macro);
    name_owner(out, owner);
    buffer_add(out, ")) {");
}

/* Puts the versions of the loop without probes behind the one with probes. heads: statements that
 * compute trips from heads, or "". counts_inside: the second version counts more than the trips of
 * the loop itself, which cost little, so that a third version is worth while. */
static void add_copies(struct owner *owner, const struct loop *loop,
                       struct instrument_edits *without, bool counts_inside, const char *heads)
{
    struct unit *unit = owner->scope->unit;
    struct instrument_edits nothing = {0};
    struct buffer text = {0};
    buffer_add(&text, "} else ");
    if (counts_inside)
        add_condition(&text, "TRI_COUNTS", owner);
    else
        buffer_add(&text, "{");
    /* Braces, because gcc would warn of the misleading indentation of an `if` behind the loop. */
    buffer_add(&text, *heads ? " {" : "");
    add_version(&text, unit, loop, without);
    buffer_add(&text, *heads ? " } " : "");
    if (*heads && !counts_inside)
        add_condition(&text, "TRI_COUNTS", owner);
    if (*heads)
        buffer_printf(&text, " %s%s", heads, counts_inside ? "" : "}");
    if (counts_inside) {
        buffer_add(&text, " } else {");
        add_version(&text, unit, loop, &nothing);
    }
    instrument_edits_close(&unit->plan.edits, loop->end, loop->node->depth * 4 - 2, " %s } }",
                           text.text);
    buffer_free(&text);
}

/* Opens the version with probes before the loop, behind these statements. */
static void open_choice(struct scope *scope, const struct loop *loop, const struct owner *owner,
                        const char *statements)
{
    struct buffer text = {0};
    buffer_printf(&text, "%s%s", statements, *statements ? " " : "");
    add_condition(&text, "TRI_TIMES", owner);
    bool bound = start_of(loop) != loop->node->start;
    instrument_edits_open(&scope->unit->plan.edits, start_of(loop), loop->node->depth * 4 - 2,
                          bound ? " { %s" : "{ %s ", text.text);
    buffer_free(&text);
}

/* True if the item, or one inside it, has a probe in the version with probes. */
static bool contains_timed(const struct item *top)
{
    for (const struct item *item = top->owner->first; item; item = item->next) {
        if (item->is_timed && tree_inside(top->node, item->node))
            return true;
    }
    return false;
}

/* Writes an outermost loop of its owner, a routine. */
static void emit_top(struct owner *owner, struct item *top)
{
    struct scope *scope = owner->scope;
    struct instrument_edits *with = &scope->unit->plan.edits, without = {0};
    struct buffer heads = {0};
    bool twice = contains_timed(top), counts_inside = false;
    add_heads(&heads, owner, top);
    for (struct item *item = owner->first; item; item = item->next) {
        if (!tree_inside(top->node, item->node))
            continue;
        emit_item(with, item, twice ? WITH_PROBES : WITHOUT_PROBES);
        size_t before = without.count;
        if (twice)
            emit_item(&without, item, WITHOUT_PROBES);
        counts_inside = counts_inside || (item != top && without.count > before);
    }
    if (twice) {
        open_choice(scope, top->loop, owner, "");
        add_copies(owner, top->loop, &without, counts_inside, heads.used ? heads.text : "");
    } else if (heads.used) {
        instrument_edits_open(with, start_of(top->loop), top->node->depth * 4 - 2, "{ { ");
        instrument_edits_close(with, top->loop->end, top->node->depth * 4 - 2, " } %s}",
                               heads.text);
    }
    instrument_edits_free(&without);
    buffer_free(&heads);
}

void emit_routine_items(struct owner *owner)
{
    for (struct item *item = owner->first; item; item = item->next) {
        if (item->around)
            continue;
        if (item->loop)
            emit_top(owner, item);
        else
            emit_item(&owner->scope->unit->plan.edits, item, WITHOUT_PROBES);
    }
}

/* Writes an outermost loop in a version that is only counted. True if it counts anything while the
 * loop runs. */
static bool emit_counted_top(struct owner *owner, struct item *top)
{
    struct instrument_edits *edits = &owner->scope->unit->plan.edits;
    struct buffer heads = {0};
    size_t before = edits->count;
    for (struct item *item = owner->first; item; item = item->next) {
        if (tree_inside(top->node, item->node))
            emit_item(edits, item, WITHOUT_PROBES);
    }
    bool counts = edits->count > before;
    add_heads(&heads, owner, top);
    if (heads.used) {
        struct buffer text = {0};
        add_condition(&text, "TRI_COUNTS", owner);
        instrument_edits_open(edits, start_of(top->loop), top->node->depth * 4 - 2, "{ { ");
        instrument_edits_close(edits, top->loop->end, top->node->depth * 4 - 2, " } %s %s} }",
                               text.text, heads.text);
        buffer_free(&text);
    }
    buffer_free(&heads);
    return counts;
}

bool emit_counted_items(struct owner *owner)
{
    bool counts = false;
    for (struct item *item = owner->first; item; item = item->next) {
        if (item->around)
            continue;
        if (item->loop) {
            counts = emit_counted_top(owner, item) || counts;
        } else {
            emit_item(&owner->scope->unit->plan.edits, item, WITHOUT_PROBES);
            counts = counts || item->counts;
        }
    }
    return counts;
}

/* Appends the statements that take the owner's values from tallies. */
static void add_taken(struct buffer *out, const struct owner *owner)
{
    for (size_t i = 0; i < owner->taken_count; i++) {
        const struct taken *taken = &owner->taken[i];
        buffer_printf(out, " TRI_TAKE_%s(", taken->is_range ? "RANGE" : "SUM");
        name_owner(out, owner);
        buffer_printf(out, ", %u, %u);", taken->value, taken->tally);
    }
}

void emit_counted_probe(struct buffer *out, const struct owner *owner)
{
    unsigned number = owner->scope->routine;
    if (owner->chain)
        buffer_printf(out, "TRI_COUNTED_CHAIN(%u, %u);", number, owner->chain);
    else
        buffer_printf(out, "TRI_COUNTED_ROUTINE(%u, %u, %u);", number, owner->sums, owner->ranges);
    add_taken(out, owner);
}

void emit_probe(struct buffer *out, const struct owner *owner)
{
    const char *what = owner->loop ? "LOOP" : "ROUTINE";
    const char *leaf = owner->has_probes ? "" : "LEAF_";
    unsigned number = owner->loop ? owner->loop->number : owner->scope->routine;
    if (!owner->sums && !owner->ranges && !owner->chooses) {
        buffer_printf(out, "TRI_%s%s(%u);", leaf, what, number);
        return;
    }
    if (owner->chain) {
        buffer_printf(out, "TRI_CHAIN_%s(%u, %u);", what, number, owner->chain);
        return;
    }
    buffer_printf(out, "TRI_%sNEST_%s(%u, %u, %u);", leaf, what, number, owner->sums,
                  owner->ranges);
    add_taken(out, owner);
}

/* Writes a loop that is an owner, with all items inside it. */
static void emit_owner_loop(struct owner *owner)
{
    struct scope *scope = owner->scope;
    struct loop *loop = owner->loop;
    struct instrument_edits *with = &scope->unit->plan.edits, without = {0};
    struct buffer probe = {0}, heads = {0};
    emit_probe(&probe, owner);
    add_heads(&heads, owner, NULL);
    for (struct item *item = owner->first; item; item = item->next) {
        emit_item(with, item, owner->chooses ? WITH_PROBES : WITHOUT_PROBES);
        if (owner->chooses)
            emit_item(&without, item, WITHOUT_PROBES);
    }
    if (owner->chooses) {
        bool counts_inside = without.count > 0;
        loop_probes_trip(with, scope->unit, loop);
        loop_probes_trip(&without, scope->unit, loop);
        open_choice(scope, loop, owner, probe.text);
        add_copies(owner, loop, &without, counts_inside, heads.used ? heads.text : "");
    } else {
        if (heads.used)
            buffer_printf(&probe, " %s", heads.text);
        loop_probes_own(scope, loop, probe.text);
    }
    instrument_edits_free(&without);
    buffer_free(&heads);
    buffer_free(&probe);
}

/* True if the owner has values to hand over before a call that may not return. */
static bool publishes(const struct owner *owner)
{
    return owner && owner->is_open && (owner->sums || owner->ranges);
}

/* Appends the expression that hands over the owner's values so far. */
static void add_publish(struct buffer *out, const struct owner *owner)
{
    for (size_t i = 0; i < owner->taken_count; i++) {
        const struct taken *taken = &owner->taken[i];
        buffer_printf(out, "TRI_TAKEN_%s(", taken->is_range ? "RANGE" : "SUM");
        name_owner(out, owner);
        buffer_printf(out, ", %u), ", taken->value);
    }
    buffer_add(out, "TRI_PUBLISH(");
    name_owner(out, owner);
    buffer_printf(out, ", %u, %u)", owner->sums, owner->ranges);
}

/* Returns the statement of a block around the call; NULL if nothing can be written before it. */
static const struct node *statement_of(const struct node *call)
{
    const struct node *at = call;
    while (at->parent && at->parent->kind != CXCursor_CompoundStmt)
        at = at->parent;
    return at->parent && at->in_file && at->from != FROM_ARGUMENT ? at : NULL;
}

/* Hands over the owner's values before a call that may not return: behind the arguments that count,
 * right before the call or, if a macro makes it, before the statement around it. last: the
 * statement before which that was done last. */
static void publish_before(const struct owner *owner, const struct node *call,
                           const struct node **last)
{
    struct unit *unit = owner->scope->unit;
    struct buffer text = {0};
    add_publish(&text, owner);
    bool is_plain = call->in_file && call->from == FROM_TEXT && call->end_from == FROM_TEXT &&
                    !unit_expansion(unit, call->start);
    const struct node *statement = is_plain ? NULL : statement_of(call);
    if (arguments_count(owner, call) && arguments_are_written(unit, call)) {
        arguments_publish(owner, call, text.text);
    } else if (is_plain) {
        instrument_edits_open(&unit->plan.edits, call->start, call->depth * 4 - 2, "(%s, ",
                              text.text);
        instrument_edits_close(&unit->plan.edits, call->end, call->depth * 4 - 2, ")");
    } else if (statement && statement != *last) {
        *last = statement;
        instrument_edits_open(&unit->plan.edits, statement->start, statement->depth * 4 - 3, "%s; ",
                              text.text);
    }
    buffer_free(&text);
}

/* Returns the owner of the code at the node: of the innermost loop around it that is not light, or
 * of the routine; NULL: none. */
static struct owner *owner_at(const struct scope *scope, const struct node *node)
{
    for (const struct node *at = node->parent; at && at != scope->body; at = at->parent) {
        if (at->loop && !at->loop->is_light)
            return at->loop->owner;
    }
    return scope->owner;
}

static void publish_all(struct scope *scope)
{
    const struct node *last = NULL; /* see publish_before() */
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (!at->may_not_return || (at->in_file && unit_unevaluated(scope->unit, at->start)))
            continue;
        const struct owner *owner = owner_at(scope, at);
        if (publishes(owner))
            publish_before(owner, at, &last);
    }
}

static bool may_not_return(const struct node *top)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (at->may_not_return)
            return true;
    }
    return false;
}

/* Hands over the values so far before a loop with a probe from which a call may not return. */
static void publish_before_loop(const struct owner *around, const struct loop *loop)
{
    struct instrument_edits *edits = &around->scope->unit->plan.edits;
    struct buffer text = {0};
    bool bound = start_of(loop) != loop->node->start;
    add_publish(&text, around);
    instrument_edits_open(edits, start_of(loop), loop->node->depth * 4 - 3,
                          bound ? " { %s;" : "{ %s; ", text.text);
    instrument_edits_close(edits, loop->end, loop->node->depth * 4 - 3, " }");
    buffer_free(&text);
}

static void emit_plain_loop(struct scope *scope, const struct loop *loop)
{
    char *text = memory_printf("%s(%u);", loop_probes_name(scope, loop), loop->number);
    loop_probes_own(scope, loop, text);
    free(text);
}

static void emit_loops(struct scope *scope)
{
    for (size_t i = 0; i < scope->loop_count; i++) {
        struct loop *loop = scope->loops[i];
        if (loop->is_light)
            continue;
        const struct owner *around = owner_at(scope, loop->node);
        if (publishes(around) && may_not_return(loop->node))
            publish_before_loop(around, loop);
        if (loop->owner)
            emit_owner_loop(loop->owner);
        else
            emit_plain_loop(scope, loop);
    }
}

void emit_set_leaf(const struct owner *owner)
{
    unsigned number = owner->loop ? owner->loop->number : owner->scope->routine;
    if (!owner->has_probes)
        owner->scope->unit->plan.regions[number].flags |= TRI_LEAF;
}

/* Makes calls of light functions that no owner counts calls of their wrappers. */
static void emit_probed_calls(struct scope *scope)
{
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (at->item && at->item->callee && !at->item->owner)
            versions_call(&scope->unit->plan.edits, at->item, "TRI_PROBED");
    }
}

void emit_scope(struct scope *scope)
{
    struct instrument_plan *plan = &scope->unit->plan;
    struct buffer text = {0};
    if (scope->light != LIGHT_NO) {
        assert(scope->owner);
        emit_routine_items(scope->owner);
        return;
    }
    for (size_t i = 0; i < scope->owner_count; i++)
        emit_set_leaf(scope->owners[i]);
    if (scope->owner)
        emit_probe(&text, scope->owner);
    else
        buffer_printf(&text, "%s(%u);",
                      plan->regions[scope->routine].flags & TRI_LEAF ? "TRI_LEAF_ROUTINE"
                                                                     : "TRI_ROUTINE",
                      scope->routine);
    routines_insert(scope, text.text);
    buffer_free(&text);
    if (scope->owner)
        emit_routine_items(scope->owner);
    emit_loops(scope);
    publish_all(scope);
    emit_probed_calls(scope);
}
