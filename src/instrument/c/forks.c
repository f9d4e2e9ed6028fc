/* forks.c: probes around calls that may return in a forked child: there, the loops around the call
 * count their trips from 0. */
#include "instrument/c/scope.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_fork(const char *name)
{
    static const char *const names[] = {"fork", "forkpty", "daemon"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(name, names[i]))
            return true;
    }
    return false;
}

bool forks_is_forking(const struct unit *unit, CXCursor function)
{
    for (size_t i = 0; i < unit->forking_count; i++) {
        if (clang_equalCursors(unit->forking[i], function))
            return true;
    }
    return false;
}

/* True if the called function forks, or calls a function of this unit that does. */
static bool may_fork(const struct unit *unit, CXCursor call)
{
    CXCursor callee = clang_getCanonicalCursor(clang_getCursorReferenced(call));
    CXString name = clang_getCursorSpelling(callee);
    const char *text = clang_getCString(name);
    bool may = (text && is_fork(text)) || forks_is_forking(unit, callee);
    clang_disposeString(name);
    return may;
}

/* A search for calls that fork, in one function or in the whole unit. */
struct search {
    struct unit *unit;
    bool found;
};

static enum CXChildVisitResult look_for_call(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct search *search = data;
    if (clang_getCursorKind(cursor) == CXCursor_CallExpr && may_fork(search->unit, cursor))
        search->found = true;
    return search->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static enum CXChildVisitResult look_at_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct search *more = data;
    struct unit *unit = more->unit;
    CXCursor function = clang_getCanonicalCursor(cursor);
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        forks_is_forking(unit, function))
        return CXChildVisit_Continue;
    struct search search = {unit, false};
    clang_visitChildren(cursor, look_for_call, &search);
    if (search.found) {
        unit->forking = memory_grow(unit->forking, &unit->forking_room, unit->forking_count + 1,
                                    sizeof *unit->forking);
        unit->forking[unit->forking_count++] = function;
        more->found = true;
    }
    return CXChildVisit_Continue;
}

void forks_find(struct unit *unit)
{
    unit->says_fork = memmem(unit->text, unit->size, "fork", 4) != NULL ||
                      memmem(unit->text, unit->size, "daemon", 6) != NULL;
    struct search search = {unit, unit->says_fork};
    while (search.found) { /* each round finds callers of the functions of the last one */
        search.found = false;
        clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), look_at_function, &search);
    }
}

/* Returns the text that resets each measured loop around the call in the child; "" if there is
 * none, or if a pragma stands between them and the call, so that their variables may not be used
 * here. The caller frees it. */
static char *loops_around(const struct scope *scope, const struct node *call)
{
    struct buffer text = {0};
    buffer_add(&text, "");
    for (const struct node *at = call->parent; at; at = at->parent) {
        if (!at->in_file || !clang_isStatement(at->kind))
            continue;
        if (pragmas_before(scope->unit, at->start).any) {
            buffer_free(&text);
            buffer_add(&text, "");
            break;
        }
        if (at->region)
            buffer_printf(&text, "%sTRI_ANEW(%u)", text.used ? " " : "", at->region - 1);
    }
    return buffer_take(&text);
}

void forks_plan(struct scope *scope, struct node *node)
{
    struct unit *unit = scope->unit;
    if (!unit->says_fork || !node->in_file || node->from != FROM_TEXT ||
        node->end_from != FROM_TEXT || unit_unevaluated(unit, node->start) ||
        !may_fork(unit, node->cursor))
        return;
    char *loops = loops_around(scope, node);
    bool is_void = clang_getCursorType(node->cursor).kind == CXType_Void;
    if (*loops) {
        instrument_edits_open(&unit->plan.edits, node->start, node->depth * 4, "TRI_FORK%s_BEGIN ",
                              is_void ? "_VOID" : "");
        instrument_edits_close(&unit->plan.edits, node->end, node->depth * 4, " TRI_FORK%s_END(%s)",
                               is_void ? "_VOID" : "", loops);
    }
    free(loops);
}
