/* wrappers.c: functions around light functions, for calls that nobody counts: they have the probe.
 *
 * A function with external linkage keeps its name in the program for its wrapper. Its own text gets
 * another name there, and calls in this file go to that one directly. */
#include "instrument/c/light/light.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <stdlib.h>

void wrappers_call(struct instrument_edits *edits, const struct item *item, const char *macro)
{
    const struct node *name = item->node->first;
    while (name->kind != CXCursor_DeclRefExpr)
        name = name->first;
    instrument_edits_open(edits, name->start, name->depth * 4, "%s(", macro);
    instrument_edits_close(edits, name->end, name->depth * 4, ")");
}

bool wrappers_has(const struct scope *scope)
{
    return scope->light != LIGHT_NO && (scope->wants_wrapper || scope->is_external);
}

/* Where the first function of the file begins that calls or names it, or the function itself. */
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

/* The type as it can be written before a name. */
static void add_type(struct buffer *out, CXType type)
{
    CXString text = clang_getTypeSpelling(type);
    buffer_printf(out, "__typeof__(%s)", clang_getCString(text));
    clang_disposeString(text);
}

static void add_parameters(struct buffer *out, CXCursor function)
{
    int count = clang_Cursor_getNumArguments(function);
    for (int i = 0; i < count; i++) {
        CXCursor argument = clang_Cursor_getArgument(function, (unsigned)i);
        CXString name = clang_getCursorSpelling(argument);
        CXType type = clang_getCursorType(argument);
        if (!clang_isRestrictQualifiedType(type)) /* what the function promises is kept */
            type = clang_getArgType(clang_getCursorType(function), (unsigned)i);
        buffer_add(out, i ? ", " : "");
        add_type(out, type);
        buffer_printf(out, " %s", clang_getCString(name));
        clang_disposeString(name);
    }
    if (count == 0)
        buffer_add(out, "void");
}

void wrappers_signature(struct buffer *out, const struct scope *scope, const char *macro)
{
    add_type(out, clang_getCursorResultType(scope->function->cursor));
    buffer_printf(out, " %s(%s)(", macro, scope->name);
    add_parameters(out, scope->function->cursor);
    buffer_add(out, ")");
}

void wrappers_arguments(struct buffer *out, const struct scope *scope)
{
    CXCursor function = scope->function->cursor;
    for (int i = 0; i < clang_Cursor_getNumArguments(function); i++) {
        CXString name = clang_getCursorSpelling(clang_Cursor_getArgument(function, (unsigned)i));
        buffer_printf(out, "%s%s", i ? ", " : "", clang_getCString(name));
        clang_disposeString(name);
    }
}

bool wrappers_is_void(const struct scope *scope)
{
    CXType result = clang_getCursorResultType(scope->function->cursor);
    return clang_getCanonicalType(result).kind == CXType_Void;
}

static bool is_declared_before(const struct scope *scope, size_t offset)
{
    CXFile file;
    unsigned at;
    clang_getExpansionLocation(clang_getCursorLocation(scope->canonical), &file, NULL, NULL, &at);
    return !file || !clang_File_isEqual(file, scope->unit->file) || at < offset;
}

static void declare_core(struct scope *scope)
{
    size_t place = first_use(scope, false);
    struct instrument_edits *edits = &scope->unit->plan.edits;
    if (is_declared_before(scope, place)) {
        instrument_edits_open(edits, place, 0, "TRI_CORE(%s); ", scope->name);
        return;
    }
    CXCursor function = scope->function->cursor;
    struct buffer text = {0};
    add_type(&text, clang_getCursorResultType(function));
    buffer_printf(&text, " %s(", scope->name);
    add_parameters(&text, function);
    instrument_edits_open(edits, place, 0, "%s) TRI_CORE_NAME(%s); ", text.text, scope->name);
    buffer_free(&text);
}

static void redirect_uses(struct scope *scope)
{
    struct instrument_edits *edits = &scope->unit->plan.edits;
    for (size_t i = 0; i < scope->use_count; i++) {
        instrument_edits_open(edits, scope->uses[i].start, 1000000, "TRI_PROBED(");
        instrument_edits_close(edits, scope->uses[i].end, 1000000, ")");
    }
}

/* What makes the compiler put the function in place where it would without probes; NULL: nothing.
 */
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

static void write_one(const struct scope *scope, struct buffer *out)
{
    const struct instrument_plan_region *region = &scope->unit->plan.regions[scope->routine];
    buffer_printf(out, "#line %u ", region->line);
    instrument_table_quote(out, region->file);
    buffer_add(out, "\n");
    if (scope->is_external && first_use(scope, true) == scope->unit->size)
        buffer_printf(out, "TRI_EXTERN_WRAPPER(%s); ", scope->name);
    const char *result = wrappers_is_void(scope) ? "" : "return ";
    struct buffer arguments = {0};
    buffer_add(&arguments, "");
    wrappers_arguments(&arguments, scope);
    buffer_add(out, "TRI_APART ");
    wrappers_signature(out, scope, "TRI_TIMED");
    buffer_add(out, " { ");
    emit_probe(out, scope->wrapper);
    buffer_printf(out, " %s%s(%s); } %s", result, scope->name, arguments.text,
                  scope->is_external ? "" : "static ");
    wrappers_signature(out, scope, "TRI_PROBED");
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
