/* routines.c: finds the functions of a file, walks through each of them for regions, and writes
 * their probes. */
#include "instrument/c/light/light.h"
#include "instrument/c/loop_probes.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* True if the declaration that starts at the offset names the attribute, with or without
 * underscores around it. */
static bool has_attribute(const struct unit *unit, size_t start, const char *attribute)
{
    const struct lex *lex = &unit->lex;
    for (size_t i = lex_at(lex, start); i < lex->count; i++) {
        const struct lex_token *token = &lex->tokens[i];
        if (lex_is(lex, i, "{") || lex_is(lex, i, ";"))
            return false;
        size_t length = strlen(attribute);
        if (token->kind == LEX_WORD && token->end - token->start >= length &&
            memmem(lex->text + token->start, token->end - token->start, attribute, length) &&
            token->end - token->start <= length + 4)
            return true;
    }
    return false;
}

/* True if an attribute ifunc("name") names the function, which runs before the program does. */
static bool is_resolver(const struct unit *unit, const char *name)
{
    const struct lex *lex = &unit->lex;
    for (size_t i = 0; i + 2 < lex->count; i++) {
        if (!lex_is(lex, i, "ifunc") && !lex_is(lex, i, "__ifunc__"))
            continue;
        const struct lex_token *text = &lex->tokens[i + 2];
        if (text->kind == LEX_STRING && text->end - text->start == strlen(name) + 2 &&
            !memcmp(lex->text + text->start + 1, name, strlen(name)))
            return true;
    }
    return false;
}

/* A search for a declaration of `name` with an attribute. */
struct looking {
    const struct unit *unit;
    const char *name, *attribute;
    bool found;
};

static enum CXChildVisitResult look_for_attribute(CXCursor cursor, CXCursor parent,
                                                  CXClientData data)
{
    (void)parent;
    struct looking *looking = data;
    CXFile file;
    unsigned offset;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
        return CXChildVisit_Continue;
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), &file, NULL, NULL,
                          &offset);
    if (!file || !clang_File_isEqual(file, looking->unit->file))
        return CXChildVisit_Continue;
    CXString name = clang_getCursorSpelling(cursor);
    if (!strcmp(clang_getCString(name), looking->name) &&
        has_attribute(looking->unit, offset, looking->attribute))
        looking->found = true;
    clang_disposeString(name);
    return looking->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

static bool declared_with(const struct unit *unit, const char *name, const char *attribute)
{
    struct looking looking = {unit, name, attribute, false};
    clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), look_for_attribute, &looking);
    return looking.found;
}

/* Returns the reason why the function cannot have a probe; NULL if it can. */
static const char *obstacle(const struct unit *unit, const char *name, const struct node *function)
{
    const struct node *body = function->last;
    if (body->from != FROM_TEXT || body->end_from != FROM_TEXT || unit->text[body->start] != '{' ||
        unit->text[body->end - 1] != '}')
        return "its body comes from a macro";
    if (unit->says_no_instrument && declared_with(unit, name, "no_instrument_function"))
        return "it is declared no_instrument_function";
    if (unit->says_naked && declared_with(unit, name, "naked"))
        return "it is declared naked";
    if (memmem(unit->text + body->start, body->end - body->start, "musttail", 8))
        return "it has a musttail call, after which no probe can be placed";
    if (unit->says_ifunc && is_resolver(unit, name))
        return "it is an ifunc resolver, which runs before the program does";
    return tails_reason(unit, function->cursor);
}

/* True for the loop in which a `when` of `#pragma tri` waits; it is none of the user's. */
static bool is_of_when(const struct unit *unit, const struct node *loop)
{
    static const char call[] = "tri_when_wait()";
    const struct node *body = loop->last;
    return body && body->from == FROM_TEXT && body->kind == CXCursor_CallExpr &&
           body->end - body->start == strlen(call) &&
           !memcmp(unit->text + body->start, call, strlen(call));
}

/* True for a function that the translation of directives adds, to take what a block sends back. */
static bool is_of_block(const struct unit *unit, const struct node *function)
{
    static const char start[] = "static void tri_", end[] = "_back(char *tri_d) ";
    const struct node *body = function->last;
    size_t size = body->start - function->start;
    return function->in_file && function->from == FROM_TEXT && body->from == FROM_TEXT &&
           body->start > function->start && size > strlen(start) + strlen(end) &&
           !memcmp(unit->text + function->start, start, strlen(start)) &&
           !memcmp(unit->text + body->start - strlen(end), end, strlen(end));
}

static void walk(struct scope *scope)
{
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (tree_is_loop(at) && is_of_when(scope->unit, at))
            continue;
        if (tree_is_loop(at))
            instrument_loops_plan(scope, at);
        else if (at->kind == CXCursor_CallExpr) {
            io_plan(scope, at);
            landings_plan(scope, at);
            forks_plan(scope, at);
        }
    }
}

/* Returns the name before the parameters of a function whose body starts at the offset; "" if there
 * is none. The caller frees it. */
static char *name_before(const struct unit *unit, size_t offset)
{
    const struct lex *lex = &unit->lex;
    size_t depth = 0;
    for (size_t i = lex_at(lex, offset); i-- > 1;) {
        if (lex_is(lex, i, ")"))
            depth++;
        else if (lex_is(lex, i, "(") && --depth == 0)
            return strndup(lex->text + lex->tokens[i - 1].start,
                           lex->tokens[i - 1].end - lex->tokens[i - 1].start);
    }
    return memory_string("");
}

/* Adds the nested functions of this one to the plan; they are not measured. */
static void list_nested(struct scope *scope)
{
    struct unit *unit = scope->unit;
    for (size_t i = 0; i < unit->nested_count; i++) {
        const struct lex_span *span = &unit->nested[i];
        if (span->start < scope->body->start || span->end > scope->body->end)
            continue;
        char *name = name_before(unit, span->start);
        unsigned number = scope_region(scope, TRI_KIND_ROUTINE, 0, span->start, span->end, name);
        instrument_plan_leave_alone(&unit->plan, number, "it is a nested function");
        free(name);
        scope->jumps.nested = true;
    }
}

void routines_insert(struct scope *scope, const char *statements)
{
    struct unit *unit = scope->unit;
    const struct node *body = scope->body;
    assert(unit->text[body->start] == '{' && unit->text[body->end - 1] == '}');
    bool label_first = lex_is(&unit->lex, lex_after(&unit->lex, body->start + 1), "__label__");
    bool empty = unit->text[body->start + 1] == '}';
    char *parts = tails_parts(scope);
    instrument_edits_open(&unit->plan.edits, body->start + 1, body->depth * 4, " %s%s%s",
                          statements, parts,
                          label_first ? " {"
                          : empty     ? " "
                                      : "");
    free(parts);
    if (label_first)
        instrument_edits_close(&unit->plan.edits, body->end - 1, body->depth * 4, "} ");
    if (scope->falls_off) /* the exit status is often 0 by chance, but not after a probe's call */
        instrument_edits_close(&unit->plan.edits, body->end - 1, body->depth * 4 + 1,
                               " return 0; ");
}

/* Gives the routine and each of its loops a probe of its own, which counts nothing for others. */
static void write_plainly(struct scope *scope)
{
    struct instrument_plan *plan = &scope->unit->plan;
    char *text = memory_printf("%s(%u);%s",
                               plan->regions[scope->routine].flags & TRI_LEAF ? "TRI_LEAF_ROUTINE"
                                                                              : "TRI_ROUTINE",
                               scope->routine,
                               scope->has_stages ? " struct tri_node *tri_stage "
                                                   "TRI_CLEANUP(tri_close_frame) = 0;"
                                                 : "");
    routines_insert(scope, text);
    free(text);
    for (size_t i = 0; i < scope->loop_count; i++) {
        struct loop *loop = scope->loops[i];
        text = memory_printf("%s(%u);", loop_probes_name(scope, loop), loop->number);
        loop_probes_own(scope, loop, text);
        free(text);
    }
}

/* Adds the regions of a function to the plan, with the edits of all but its loops. */
static void plan_routine(struct scope *scope)
{
    struct unit *unit = scope->unit;
    struct node *function = scope->function, *body = scope->body;
    char *name = tree_name(function);
    size_t start = function->in_file ? function->start : body->start;
    scope->routine = scope_region(scope, TRI_KIND_ROUTINE, 0, start, body->end, name);
    const char *reason = obstacle(unit, name, function);
    scope->falls_off = unit->is_c89 && !strcmp(name, "main") &&
                       (!body->last || body->last->kind != CXCursor_ReturnStmt);
    free(name);
    if (reason) {
        instrument_plan_leave_alone(&unit->plan, scope->routine, reason);
        return;
    }
    if (unit->includes_itself) {
        instrument_plan_note(&unit->plan, scope->routine,
                             "its loops and I/O calls are not measured: the file includes itself");
        return;
    }
    list_nested(scope);
    jumps_find(&scope->jumps, unit, body);
    marks_plan(scope);
    stages_plan(scope);
    walk(scope);
    if (!scope->jumps.nested && leaf(scope, body))
        unit->plan.regions[scope->routine].flags |= TRI_LEAF;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor))
        return CXChildVisit_Continue;
    CXSourceLocation location = clang_getCursorLocation(cursor);
    CXFile file;
    clang_getExpansionLocation(location, &file, NULL, NULL, NULL);
    if (!file || !clang_File_isEqual(file, unit->file) ||
        clang_Location_isInSystemHeader(location) ||
        (unit->includes_itself && !clang_Location_isFromMainFile(location)))
        return CXChildVisit_Continue;
    struct node *function = tree_new(unit, cursor);
    if (function->last && function->last->kind == CXCursor_CompoundStmt &&
        function->last->in_file && !is_of_block(unit, function))
        plan_routine(scope_new(unit, function));
    else
        tree_free(function);
    return CXChildVisit_Continue;
}

static bool says(const struct unit *unit, const char *word)
{
    return memmem(unit->text, unit->size, word, strlen(word)) != NULL;
}

static void walk_all(struct unit *unit)
{
    clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit_top, unit);
}

void routines_plan(struct unit *unit)
{
    unit->says_ifunc = says(unit, "ifunc");
    unit->says_naked = says(unit, "naked");
    unit->says_no_instrument = says(unit, "no_instrument_function");
    forks_find(unit);
    walk_all(unit);
    if (tails_plan(unit)) {
        routines_free(unit);
        instrument_plan_free(&unit->plan);
        walk_all(unit);
        tails_plan(unit);
    }
    bool plainly = unit->every_probe || unit->includes_itself || unit->has_stages;
    if (!plainly)
        light_plan(unit);
    for (size_t i = 0; i < unit->scope_count; i++) {
        struct scope *scope = unit->scopes[i];
        if (unit->plan.regions[scope->routine].flags & TRI_UNMEASURED)
            continue;
        if (plainly)
            write_plainly(scope);
        else if (apart_can(scope))
            apart_emit(scope);
        else
            emit_scope(scope);
        tails_emit(scope);
    }
    if (!plainly) {
        apart_write_plain(unit);
        wrappers_declare(unit);
    }
}

void routines_free(struct unit *unit)
{
    for (size_t i = 0; i < unit->scope_count; i++)
        scope_free(unit->scopes[i]);
    free(unit->scopes);
    free(unit->known);
    unit->scopes = NULL;
    unit->known = NULL;
    unit->scope_count = unit->scope_room = unit->known_count = unit->known_room = 0;
}
