/* io.c: probes around calls of standard I/O functions (io_table.h). */
#include "instrument/c/io_table.h"
#include "instrument/c/scope.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 8 };

/* A call of an I/O function. An argument that the probe needs and that has side effects is
 * evaluated once, and its value is kept in a variable. */
struct call {
    const struct io_function *function;
    const struct node *node;
    const struct node *arguments[MOST_ARGUMENTS]; /* NULL: the probe cannot repeat its text */
    int count;
    unsigned number; /* of its region */
    int kept_where;  /* index of the kept argument that names the stream or descriptor; -1: none */
    int kept;        /* index of another kept argument: the size, text or path; -1: none */
};

/* True if the called function is the C library's, or was never declared. */
static bool is_standard(const struct node *node)
{
    CXCursor callee = clang_getCursorReferenced(node->cursor);
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl)
        return false;
    CXSourceLocation location = clang_getCursorLocation(callee);
    CXFile file;
    clang_getExpansionLocation(location, &file, NULL, NULL, NULL);
    return !file || clang_Location_isInSystemHeader(location);
}

/* False if the call is never executed: in an operand of sizeof, or in the initial value of a static
 * variable. */
static bool is_evaluated(const struct unit *unit, const struct node *node)
{
    if (unit_unevaluated(unit, node->start))
        return false;
    for (const struct node *at = node->parent; at; at = at->parent) {
        if (at->kind == CXCursor_UnaryExpr || at->kind == CXCursor_ParmDecl ||
            at->kind == CXCursor_TypedefDecl)
            return false;
        if (at->kind == CXCursor_VarDecl &&
            clang_Cursor_getStorageClass(at->cursor) == CX_SC_Static)
            return false;
    }
    return true;
}

/* Fills in the arguments. */
static void read_arguments(const struct unit *unit, struct call *call)
{
    const struct node *callee = call->node->first;
    size_t behind = callee ? callee->end : 0;
    for (const struct node *at = callee ? callee->next : NULL; at && call->count < MOST_ARGUMENTS;
         at = at->next) {
        /* The text does not separate several arguments that one macro makes. */
        bool plain = at->in_file && at->start >= behind && at->from != FROM_ARGUMENT &&
                     at->end_from != FROM_ARGUMENT;
        size_t before = plain ? lex_before(&unit->lex, at->start) : 0;
        size_t after = plain ? lex_after(&unit->lex, at->end) : 0;
        plain = plain && (lex_is(&unit->lex, before, "(") || lex_is(&unit->lex, before, ",")) &&
                (lex_is(&unit->lex, after, ")") || lex_is(&unit->lex, after, ","));
        call->arguments[call->count++] = plain ? at : NULL;
        behind = at->in_file ? at->end : behind;
    }
}

/* Returns the reason if a macro leaves no place for a probe around the call, otherwise NULL. */
static const char *macro_obstacle(const struct unit *unit, const struct node *node)
{
    if (node->from == FROM_TEXT && node->end_from == FROM_TEXT)
        return NULL;
    if (node->from == FROM_ARGUMENT || node->end_from == FROM_ARGUMENT)
        return "it is in a macro argument";
    if (node->from == FROM_TEXT)
        return "its end comes from a macro";
    const struct lex_span *span = unit_expansion(unit, node->start);
    if (node->end_from == FROM_TEXT && lex_is(&unit->lex, lex_after(&unit->lex, span->end), "("))
        return NULL; /* only the function's name is a macro */
    return "it comes from a macro";
}

/* True if the result may point to a compound literal among the arguments. The literal would then
 * end with the block of the probe, before the result is used. */
static bool outlives(const struct call *call)
{
    if (clang_getCursorType(call->node->cursor).kind != CXType_Pointer &&
        strcmp(call->function->name, "setvbuf") != 0)
        return false;
    for (struct node *at = (struct node *)call->node; at; at = tree_next(call->node, at)) {
        if (at->kind == CXCursor_CompoundLiteralExpr)
            return true;
    }
    return false;
}

static bool has_directive(const struct unit *unit, const struct node *node)
{
    for (size_t i = lex_at(&unit->lex, node->start);
         i < unit->lex.count && unit->lex.tokens[i].start < node->end; i++) {
        if (unit->lex.tokens[i].kind == LEX_DIRECTIVE)
            return true;
    }
    return false;
}

/* Returns the text of an argument on one line, for the probe. The caller frees it. */
static char *argument_text(const struct unit *unit, const struct node *node)
{
    struct buffer text = {0};
    size_t behind = node->start;
    for (size_t i = lex_at(&unit->lex, node->start);
         i < unit->lex.count && unit->lex.tokens[i].start < node->end; i++) {
        const struct lex_token *token = &unit->lex.tokens[i];
        if (token->start > behind)
            buffer_add(&text, " ");
        buffer_add_bytes(&text, unit->text + token->start, token->end - token->start);
        behind = token->end;
    }
    return buffer_take(&text);
}

/* Returns the argument of this index if the probe can repeat its text, otherwise NULL. */
static const struct node *plain_argument(const struct scope *scope, const struct call *call,
                                         int which)
{
    const struct node *node = which >= 0 && which < call->count ? call->arguments[which] : NULL;
    return node && !has_directive(scope->unit, node) ? node : NULL;
}

/* Returns an expression for an argument in the probe: its text, or the variable that keeps its
 * value. NULL if there is none. The caller frees it. */
static char *argument(struct scope *scope, struct call *call, int which)
{
    const struct node *node = plain_argument(scope, call, which);
    if (!node)
        return NULL;
    if (!tree_has_effects(scope->unit, node))
        return argument_text(scope->unit, node);
    call->kept = which;
    struct buffer text = {0};
    buffer_printf(&text, "tri_kept_%u", call->number);
    return buffer_take(&text);
}

static const char *where_macro(const struct io_function *function)
{
    if (function->act == IO_CLOSE)
        return function->where == IO_STREAM ? "TRI_CLOSING_STREAM" : "TRI_CLOSING_FD";
    return function->where == IO_STREAM ? "TRI_STREAM" : "TRI_FD";
}

/* Returns the expression for the descriptor, "-1" if it is unknown or set later by TRI_KEEP_WHERE.
 * The caller frees it. */
static char *where_text(struct scope *scope, struct call *call)
{
    const struct io_function *function = call->function;
    struct buffer text = {0};
    if (function->where == IO_FIXED) {
        buffer_printf(&text, "TRI_FD(%d)", function->handle);
        return buffer_take(&text);
    }
    const struct node *node =
        function->where == IO_NOWHERE ? NULL : plain_argument(scope, call, function->handle);
    if (!node)
        return memory_string("-1");
    if (tree_has_effects(scope->unit, node)) {
        call->kept_where = function->handle;
        return memory_string("-1");
    }
    char *value = argument_text(scope->unit, node);
    buffer_printf(&text, "%s(%s)", where_macro(function), value);
    free(value);
    return buffer_take(&text);
}

/* Returns the expression for the bytes that the call moved. If it is unknown, that is "0", and a
 * note of the region says so. The caller frees it. */
static char *bytes_text(struct scope *scope, struct call *call)
{
    struct buffer text = {0};
    char *value = NULL;
    switch (call->function->bytes) {
    case IO_NONE:
        return memory_string("0");
    case IO_UNKNOWN:
        instrument_plan_note(&scope->unit->plan, call->number,
                             "bytes not counted: the call does not report them");
        return memory_string("0");
    case IO_RESULT:
        return memory_string("tri_result");
    case IO_CHARACTER:
        return memory_string("tri_result != -1");
    case IO_RESULT_TEXT:
        return memory_string("TRI_LENGTH(tri_result)");
    case IO_ITEMS:
        value = argument(scope, call, call->function->size);
        if (value)
            buffer_printf(&text, "TRI_ITEMS(%s)", value);
        break;
    case IO_TEXT:
    case IO_LINE:
        value = argument(scope, call, call->function->size);
        if (value)
            buffer_printf(&text, "TRI_%s(%s)", call->function->bytes == IO_LINE ? "LINE" : "TEXT",
                          value);
        break;
    }
    free(value);
    if (!text.used) {
        instrument_plan_note(
            &scope->unit->plan, call->number,
            "bytes not counted: the argument that determines them cannot be repeated in the probe");
        buffer_add(&text, "0");
    }
    return buffer_take(&text);
}

/* Wraps an argument in the macro that keeps its value; which: its index, or -1 for none. */
static void keep(struct instrument_edits *edits, const struct call *call, int which,
                 const char *macro)
{
    if (which < 0)
        return;
    assert(which < call->count && call->arguments[which]);
    const struct node *node = call->arguments[which];
    instrument_edits_open(edits, node->start, node->depth * 4 - 1, "%s", macro);
    instrument_edits_close(edits, node->end, node->depth * 4 - 1, ")");
}

/* Writes the edits for one call: the user's text stays, with a probe before and behind it. */
static void insert(struct scope *scope, struct call *call)
{
    struct instrument_edits *edits = &scope->unit->plan.edits;
    const struct io_function *function = call->function;
    const struct node *node = call->node;
    unsigned n = call->number, depth = node->depth * 4;
    size_t end = node->end;
    const char *of_void = function->is_void ? "_VOID" : "";
    if (function->act == IO_OPEN) {
        char *path = argument(scope, call, function->size);
        instrument_edits_open(edits, node->start, depth, "TRI_OPEN_BEGIN(%u) ", n);
        instrument_edits_close(edits, end, depth, " TRI_%s_END(%u, %s)",
                               function->where == IO_STREAM ? "OPEN_STREAM" : "OPEN_FD", n,
                               path ? path : "0");
        free(path);
    } else {
        char *where = where_text(scope, call);
        char *bytes = bytes_text(scope, call);
        instrument_edits_open(edits, node->start, depth, "TRI_IO%s_BEGIN(%u, %s) ", of_void, n,
                              where);
        instrument_edits_close(edits, end, depth, " TRI_IO%s_END(%u, %s)", of_void, n, bytes);
        free(where);
        free(bytes);
    }
    struct buffer keeper = {0};
    buffer_printf(&keeper, "TRI_KEEP(%u, ", n);
    keep(edits, call, call->kept, keeper.text);
    buffer_free(&keeper);
    buffer_printf(&keeper, "TRI_KEEP_WHERE(%u, %s, ", n, where_macro(function));
    keep(edits, call, call->kept_where, keeper.text);
    buffer_free(&keeper);
}

void io_plan(struct scope *scope, struct node *node)
{
    struct unit *unit = scope->unit;
    char *name = tree_name(node);
    struct call call = {.function = io_function(name), .node = node, .kept = -1, .kept_where = -1};
    free(name);
    if (!call.function || !node->in_file || !is_standard(node) || !is_evaluated(unit, node))
        return;
    call.number = scope_region(scope, TRI_KIND_IO, call.function->flags, node->start, node->end,
                               call.function->name);
    const char *obstacle = macro_obstacle(unit, node);
    if (!obstacle && outlives(&call))
        obstacle = "it may return a pointer to a compound literal among its arguments";
    for (const struct node *at = node; at && !obstacle; at = at->parent) {
        if (at->in_file && clang_isStatement(at->kind) && pragmas_before(unit, at->start).closed)
            obstacle = "it is inside an OpenMP construct with default(none)";
    }
    if (obstacle) {
        instrument_plan_leave_alone(&unit->plan, call.number, obstacle);
        return;
    }
    read_arguments(unit, &call);
    insert(scope, &call);
}
