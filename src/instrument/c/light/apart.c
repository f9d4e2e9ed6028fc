/* apart.c: routines whose versions are functions of their own.
 *
 * If all versions of a routine's loops are in one function, the calls in the version with probes
 * make every visit save registers and set up a stack frame. So a routine that owns all its loops
 * stays in its place as the version that is only counted. Behind it follows the version with probes
 * and, if counting costs something while the loops run, the plain version: the user's text alone,
 * for visits that are not measured. It calls the plain versions of light functions. */
#include "instrument/c/light/light.h"
#include "instrument/c/light/quiet.h"
#include "instrument/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* True if the function's own name is in it as a string, as __func__ and assert() make it. */
static bool names_itself(const struct scope *scope)
{
    assert(scope->body);
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (at->kind != CXCursor_StringLiteral)
            continue;
        CXString text = clang_getCursorSpelling(at->cursor);
        bool names = strstr(clang_getCString(text), scope->name) != NULL;
        clang_disposeString(text);
        if (names)
            return true;
    }
    const struct lex *lex = &scope->unit->lex;
    for (size_t i = lex_at(lex, scope->body->start);
         i < lex->count && lex->tokens[i].start < scope->body->end; i++) {
        if (lex_is(lex, i, "__func__") || lex_is(lex, i, "__FUNCTION__") ||
            lex_is(lex, i, "__PRETTY_FUNCTION__"))
            return true;
    }
    return false;
}

/* True if the function names a light function other than in a call. */
static bool has_use(const struct scope *scope)
{
    const struct unit *unit = scope->unit;
    for (size_t i = 0; i < unit->scope_count; i++) {
        const struct scope *used = unit->scopes[i];
        for (size_t u = 0; used->light != LIGHT_NO && u < used->use_count; u++) {
            if (used->uses[u].start >= scope->body->start && used->uses[u].start < scope->body->end)
                return true;
        }
    }
    return false;
}

/* True if the routine is the only owner in it and all its loops are light, so that no other probe
 * runs in it, and if there is a choice or tally that makes versions worth while. */
static bool owns_all(const struct scope *scope)
{
    const struct owner *owner = scope->owner;
    if (!owner || owner->has_probes || owner->is_open || scope->owner_count != 1 ||
        (!owner->chooses && !owner->taken_count))
        return false;
    for (size_t i = 0; i < scope->loop_count; i++) {
        if (!scope->loops[i]->is_light || scope->loops[i]->pragmas.threads)
            return false;
    }
    return true;
}

bool apart_can(const struct scope *scope)
{
    const struct unit *unit = scope->unit;
    bool is_inline = clang_Cursor_isFunctionInlined(scope->function->cursor);
    if (scope->light != LIGHT_NO || !owns_all(scope) || (scope->is_external && is_inline) ||
        scope->falls_off || scope->tails || unit->nested_count || scope->mark_count ||
        !strcmp(scope->name, "main") || pragmas_before(unit, scope->function->start).any)
        return false;
    if (lex_is(&unit->lex, lex_after(&unit->lex, scope->body->start + 1), "__label__"))
        return false;
    return uses_can_copy(scope) && quiet_can_copy(scope, scope->body) && !names_itself(scope) &&
           !has_use(scope);
}

/* True if a light function with tallies can have a plain version, which counts nothing. */
static bool has_plain(const struct scope *light)
{
    return light->has_tallies && uses_can_copy(light) && quiet_can_copy(light, light->body) &&
           !names_itself(light) && !has_use(light);
}

/* Adds the edits of a plain version: it calls the plain versions of light functions. */
static void emit_plain(struct instrument_edits *edits, const struct scope *scope)
{
    for (const struct item *item = scope->owner->first; item; item = item->next) {
        if (!item->callee || !has_plain(item->callee))
            continue;
        versions_call(edits, item, "TRI_PLAIN");
        item->callee->wants_plain = true;
    }
}

/* Appends `if (CONDITION(n)) return MACRO(f)(arguments);`. */
static void add_choice(struct buffer *out, const struct scope *scope, const char *condition,
                       const char *macro)
{
    bool is_void = versions_is_void(scope);
    buffer_printf(out, " if (%s(%u)) %s%s(%s)(", condition, scope->routine,
                  is_void ? "{ " : "return ", macro, scope->name);
    versions_arguments(out, scope);
    buffer_add(out, is_void ? "); return; }" : ");");
}

/* Appends another version of the function, with these edits, on lines of its own. Its last line has
 * the number of the function's last line, so that the text behind it keeps its lines. */
static void add_version(struct buffer *out, const struct scope *scope, const char *kind,
                        const char *macro, struct instrument_edits *edits)
{
    const struct unit *unit = scope->unit;
    char *shown;
    buffer_printf(out, "\n#line %u ", unit_line(unit, scope->body->start, &shown));
    instrument_table_quote(out, shown);
    buffer_printf(out, "\n%s ", kind);
    versions_signature(out, scope, macro);
    buffer_add(out, " ");
    instrument_edits_apply(edits, unit->text, scope->body->start, scope->body->end, out);
    free(shown);
}

/* Appends the version with probes. Its edits are made in an empty list in place of the plan's. */
static void add_timed(struct buffer *out, struct scope *scope)
{
    struct instrument_plan *plan = &scope->unit->plan;
    struct instrument_edits in_place = plan->edits;
    struct buffer probe = {0};
    plan->edits = (struct instrument_edits){0};
    emit_probe(&probe, scope->owner);
    routines_insert(scope, probe.text);
    emit_routine_items(scope->owner);
    add_version(out, scope, "TRI_APART", "TRI_TIMED", &plan->edits);
    instrument_edits_free(&plan->edits);
    plan->edits = in_place;
    buffer_free(&probe);
}

/* Appends the declaration of a version. */
static void declare(struct buffer *out, const struct scope *scope, const char *kind,
                    const char *macro)
{
    buffer_printf(out, "%s ", kind);
    versions_signature(out, scope, macro);
    buffer_add(out, "; ");
}

void apart_emit(struct scope *scope)
{
    assert(scope->owner && scope->light == LIGHT_NO);
    struct instrument_edits *edits = &scope->unit->plan.edits;
    const struct node *body = scope->body;
    struct buffer before = {0}, start = {0}, behind = {0};
    emit_set_leaf(scope->owner);
    bool counts = emit_counted_items(scope->owner) || scope->owner->taken_count;
    declare(&before, scope, "TRI_APART", "TRI_TIMED");
    buffer_printf(&start, "TRI_MODE(%u);", scope->routine);
    add_choice(&start, scope, "TRI_IS_TIMED", "TRI_TIMED");
    add_timed(&behind, scope);
    if (counts) {
        struct instrument_edits plain = {0};
        emit_plain(&plain, scope);
        declare(&before, scope, "TRI_APART", "TRI_PLAIN");
        add_choice(&start, scope, "TRI_IS_OFF", "TRI_PLAIN");
        add_version(&behind, scope, "TRI_APART", "TRI_PLAIN", &plain);
        instrument_edits_free(&plain);
    }
    buffer_add(&start, " { ");
    emit_counted_probe(&start, scope->owner);
    instrument_edits_open(edits, scope->function->start, 1, "%s", before.text);
    instrument_edits_open(edits, body->start + 1, body->depth * 4, " %s", start.text);
    instrument_edits_close(edits, body->end - 1, body->depth * 4, "} ");
    instrument_edits_close(edits, body->end, body->depth * 4, "%s", behind.text);
    buffer_free(&before);
    buffer_free(&start);
    buffer_free(&behind);
}

/* Writes the plain version of a light function. */
static void write_plain(struct scope *scope)
{
    struct instrument_edits *edits = &scope->unit->plan.edits, plain = {0};
    struct buffer before = {0}, behind = {0};
    bool is_inline = clang_Cursor_isFunctionInlined(scope->function->cursor);
    const char *kind = scope->is_external ? "TRI_PLAIN_EXTERN"
                       : is_inline        ? "TRI_PLAIN_INLINE"
                                          : "TRI_PLAIN_STATIC";
    emit_plain(&plain, scope);
    declare(&before, scope, kind, "TRI_PLAIN");
    add_version(&behind, scope, kind, "TRI_PLAIN", &plain);
    instrument_edits_open(edits, wrappers_first_use(scope), 1, "%s", before.text);
    instrument_edits_close(edits, scope->body->end, scope->body->depth * 4, "%s", behind.text);
    instrument_edits_free(&plain);
    buffer_free(&before);
    buffer_free(&behind);
}

/* Returns a light function whose plain version is needed and not yet written; NULL: none. */
static struct scope *next_wanted(const struct unit *unit)
{
    for (size_t i = 0; i < unit->scope_count; i++) {
        if (unit->scopes[i]->wants_plain && !unit->scopes[i]->is_plain_written)
            return unit->scopes[i];
    }
    return NULL;
}

void apart_write_plain(struct unit *unit)
{
    for (size_t i = 0; i < unit->scope_count; i++) {
        struct scope *scope = unit->scopes[i];
        scope->wants_plain =
            scope->wants_plain || (wrappers_has(scope) && has_plain(scope)); /* if probes are off */
    }
    for (struct scope *scope; (scope = next_wanted(unit));) { /* writing one may require others */
        scope->is_plain_written = true;
        write_plain(scope);
    }
}
