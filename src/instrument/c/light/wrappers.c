/* wrappers.c: wrappers of light functions. A wrapper has the function's probe; calls that no owner
 * counts go to it.
 *
 * The wrapper of a function with external linkage takes over its symbol, so that calls from other
 * files reach the wrapper. The function itself gets another symbol, and calls in this file go to it
 * directly. */
#include "instrument/c/light/light.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

bool wrappers_has(const struct scope *scope)
{
    return scope->light != LIGHT_NO && (scope->wants_wrapper || scope->is_external);
}

/* Returns the offset of the first function of the file that calls or names the function, or of the
 * function itself if that comes first. is_probed: only calls of the wrapper count, and without one
 * it returns the end of the text. */
static size_t first_use(const struct scope *scope, bool is_probed)
{
    const struct unit *unit = scope->unit;
    size_t first = is_probed ? unit->size : scope->function->start;
    for (size_t i = 0; i < scope->use_count; i++)
        first = scope->uses[i].before < first ? scope->uses[i].before : first;
    for (size_t i = 0; i < unit->scope_count; i++) {
        const struct scope *caller = unit->scopes[i];
        if (caller->function->start >= first)
            continue;
        for (struct node *at = caller->body; at; at = tree_next(caller->body, at)) {
            if (at->item && at->item->callee == scope &&
                (!is_probed || !at->item->owner || at->item->is_timed))
                first = caller->function->start;
        }
    }
    return first;
}

size_t wrappers_first_use(const struct scope *scope)
{
    return first_use(scope, false);
}

/* True if the function is declared before the offset, or in a header. */
static bool is_declared_before(const struct scope *scope, size_t offset)
{
    CXFile file;
    unsigned at;
    clang_getExpansionLocation(clang_getCursorLocation(scope->canonical), &file, NULL, NULL, &at);
    return !file || !clang_File_isEqual(file, scope->unit->file) || at < offset;
}

/* Gives a function with external linkage its other symbol, before the first use of its name. */
static void declare_core(struct scope *scope)
{
    size_t place = first_use(scope, false);
    struct instrument_edits *edits = &scope->unit->plan.edits;
    if (is_declared_before(scope, place)) {
        instrument_edits_open(edits, place, 0, "TRI_CORE(%s); ", scope->name);
        return;
    }
    struct buffer text = {0};
    versions_signature(&text, scope, NULL);
    instrument_edits_open(edits, place, 0, "%s TRI_CORE_NAME(%s); ", text.text, scope->name);
    buffer_free(&text);
}

/* Makes uses of the function's name other than calls name the wrapper. */
static void redirect_uses(struct scope *scope)
{
    struct instrument_edits *edits = &scope->unit->plan.edits;
    for (size_t i = 0; i < scope->use_count; i++) {
        instrument_edits_open(edits, scope->uses[i].start, 1000000, "TRI_PROBED(");
        instrument_edits_close(edits, scope->uses[i].end, 1000000, ")");
    }
}

/* Returns the macro that makes the compiler inline the function where it would without probes; NULL
 * if none is needed. */
static const char *inlining(const struct scope *scope)
{
    bool is_inline = clang_Cursor_isFunctionInlined(scope->function->cursor);
    if (!scope->is_external && scope->calls == 1 && !scope->use_count)
        return is_inline ? "TRI_ONCE_INLINE" : "TRI_ONCE";
    if (is_inline || !scope->has_tallies)
        return NULL;
    if (!scope->is_external)
        return "TRI_TALLYING";
    return scope->calls == 1 ? "TRI_TALLYING_ONCE" : NULL;
}

static void declare(struct scope *scope)
{
    struct unit *unit = scope->unit;
    const char *words = inlining(scope);
    if (words)
        instrument_edits_open(&unit->plan.edits, scope->function->start, 2, "%s ", words);
    if (!wrappers_has(scope))
        return;
    if (scope->is_external)
        declare_core(scope);
    size_t place = first_use(scope, true);
    if (place < unit->size)
        instrument_edits_open(&unit->plan.edits, place, 1, "TRI_%s_WRAPPER(%s); ",
                              scope->is_external ? "EXTERN" : "STATIC", scope->name);
    redirect_uses(scope);
}

void wrappers_declare(struct unit *unit)
{
    for (size_t i = 0; i < unit->scope_count; i++) {
        struct scope *scope = unit->scopes[i];
        if (scope->light == LIGHT_NO)
            continue;
        declare(scope);
    }
}

/* Appends the wrapper of one function: the version with the probe, and the function that chooses
 * whether to call that one. */
static void write_one(const struct scope *scope, struct buffer *out)
{
    assert(scope->wrapper && wrappers_has(scope));
    const struct instrument_plan_region *region = &scope->unit->plan.regions[scope->routine];
    buffer_printf(out, "#line %u ", region->line);
    instrument_table_quote(out, region->file);
    buffer_add(out, "\n");
    if (scope->is_external && first_use(scope, true) == scope->unit->size)
        buffer_printf(out, "TRI_EXTERN_WRAPPER(%s); ", scope->name);
    const char *result = versions_is_void(scope) ? "" : "return ";
    struct buffer arguments = {0};
    buffer_add(&arguments, "");
    versions_arguments(&arguments, scope);
    buffer_add(out, "TRI_APART ");
    versions_signature(out, scope, "TRI_TIMED");
    buffer_add(out, " { ");
    emit_probe(out, scope->wrapper);
    buffer_printf(out, " %s%s(%s); } %s", result, scope->name, arguments.text,
                  scope->is_external ? "" : "static ");
    versions_signature(out, scope, "TRI_PROBED");
    buffer_printf(out, " { if (TRI_IS_ON(%u)) %sTRI_TIMED(%s)(%s); else %s%s%s%s(%s); }\n",
                  scope->routine, result, scope->name, arguments.text, result,
                  scope->wants_plain ? "TRI_PLAIN(" : "", scope->name,
                  scope->wants_plain ? ")" : "", arguments.text);
    buffer_free(&arguments);
}

void wrappers_write(struct unit *unit, struct buffer *out)
{
    for (size_t i = 0; i < unit->scope_count; i++) {
        if (wrappers_has(unit->scopes[i]))
            write_one(unit->scopes[i], out);
    }
}
