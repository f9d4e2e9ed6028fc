/* uses.c: examines how the functions of a file are declared and used, which decides whether they
 * can be light. */
#include "instrument/c/light/calls.h"
#include "instrument/c/light/light.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* True for attributes that do not change how a function is called. */
static bool is_plain_attribute(const char *word, size_t length)
{
    static const char *const plain[] = {"always_inline", "unused",     "hot",       "nonnull",
                                        "flatten",       "artificial", "gnu_inline"};
    while (length > 4 && word[0] == '_' && word[length - 1] == '_') {
        word++;
        length--;
        length--;
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (strlen(plain[i]) == length && !strncmp(plain[i], word, length))
            return true;
    }
    return false;
}

/* True if the declaration has no other attributes. libclang prints also those that macros make. */
static bool has_plain_attributes(CXCursor function)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(function);
    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    CXString printed = clang_getCursorPrettyPrinted(function, policy);
    const char *text = clang_getCString(printed);
    bool plain = !strstr(text, "asm(") && !strstr(text, "_Noreturn") && !strstr(text, "[[");
    for (const char *at = text; plain && (at = strstr(at, "__attribute__(("));) {
        at += strlen("__attribute__((");
        plain = is_plain_attribute(at, strspn(at, "abcdefghijklmnopqrstuvwxyz_0123456789"));
    }
    clang_disposeString(printed);
    clang_PrintingPolicy_dispose(policy);
    return plain;
}

/* True if the type has a name that can be written elsewhere in the file. */
static bool is_printable(CXType type)
{
    CXString text = clang_getTypeSpelling(type);
    bool printable =
        !strchr(clang_getCString(text), '(') || (!strstr(clang_getCString(text), "(anonymous") &&
                                                 !strstr(clang_getCString(text), "(unnamed"));
    clang_disposeString(text);
    return printable;
}

/* True if the prototype can be written elsewhere in the file, with names for all parameters. */
static bool has_prototype(CXCursor function)
{
    CXType type = clang_getCursorType(function);
    if (type.kind != CXType_FunctionProto || clang_isFunctionTypeVariadic(type) ||
        !is_printable(clang_getResultType(type)))
        return false;
    for (int i = 0; i < clang_Cursor_getNumArguments(function); i++) {
        CXCursor argument = clang_Cursor_getArgument(function, (unsigned)i);
        CXString name = clang_getCursorSpelling(argument);
        bool named = *clang_getCString(name);
        clang_disposeString(name);
        if (!named || !is_printable(clang_getCursorType(argument)))
            return false;
    }
    return true;
}

/* True for a K&R definition, whose parameters are declared behind the brackets. */
static bool is_old_style(const struct scope *scope)
{
    const struct lex *lex = &scope->unit->lex;
    size_t before = lex_before(lex, scope->body->start);
    return before >= lex->count || !lex_is(lex, before, ")");
}

/* True if a directive contains the name, or a string literal is the name, as in alias("f"). */
static bool is_named_elsewhere(const struct unit *unit, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < unit->lex.count; i++) {
        const struct lex_token *token = &unit->lex.tokens[i];
        if (token->kind != LEX_DIRECTIVE && token->kind != LEX_STRING)
            continue;
        const char *at = unit->text + token->start, *end = unit->text + token->end;
        while ((at = memmem(at, (size_t)(end - at), name, length))) {
            char before = at[-1], behind = at[length];
            at += length;
            if ((token->kind == LEX_STRING && before == '"' && behind == '"') ||
                (token->kind == LEX_DIRECTIVE && before != '<' && before != '"' && before != '/'))
                return true;
        }
    }
    return false;
}

/* True if an attribute names the function, as `cleanup(name)`. */
static bool is_in_attribute(const struct unit *unit, const char *name)
{
    for (size_t i = 0; i + 1 < unit->lex.count; i++) {
        if (!lex_is(&unit->lex, i, "__attribute__") && !lex_is(&unit->lex, i, "__attribute"))
            continue;
        size_t end = lex_closing(&unit->lex, i + 1);
        for (; i < end && i < unit->lex.count; i++) {
            if (lex_is(&unit->lex, i, name))
                return true;
        }
    }
    return false;
}

bool uses_can_copy(const struct scope *scope)
{
    CXCursor function = scope->function->cursor;
    return scope->function->in_file && scope->function->from == FROM_TEXT &&
           has_plain_attributes(function) && has_plain_attributes(scope->canonical) &&
           has_prototype(function) && !is_old_style(scope);
}

/* True if the declarations of the function allow it to be light; its uses are not examined here. */
static bool is_candidate(const struct scope *scope)
{
    CXCursor function = scope->function->cursor;
    const struct unit *unit = scope->unit;
    bool is_inline = clang_Cursor_isFunctionInlined(function);
    if (unit->plan.regions[scope->routine].flags & TRI_UNMEASURED || unit->nested_count ||
        !strcmp(scope->name, "main") || scope->jumps.lands || scope->jumps.computed ||
        scope->mark_count)
        return false;
    if (scope->is_external && (unit->is_pic || is_inline))
        return false;
    return uses_can_copy(scope) && !is_named_elsewhere(unit, scope->name) &&
           !is_in_attribute(unit, scope->name);
}

/* Returns the function of this file that a reference names; NULL: none. */
static struct scope *scope_of(const struct unit *unit, CXCursor reference)
{
    CXCursor function = clang_getCanonicalCursor(clang_getCursorReferenced(reference));
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl)
        return NULL;
    for (size_t i = 0; i < unit->scope_count; i++) {
        if (clang_equalCursors(unit->scopes[i]->canonical, function))
            return unit->scopes[i];
    }
    return NULL;
}

static void add_use(struct scope *scope, struct use use)
{
    for (size_t i = 0; i < scope->use_count; i++) {
        if (scope->uses[i].start == use.start)
            scope->is_candidate = false; /* libclang shows one use twice */
    }
    scope->uses =
        memory_grow(scope->uses, &scope->use_room, scope->use_count + 1, sizeof *scope->uses);
    scope->uses[scope->use_count++] = use;
}

/* True if the name is written in the text, outside of macros. */
static bool is_written(const struct unit *unit, const struct node *reference, const char *name)
{
    size_t length = strlen(name);
    return reference->in_file && reference->from == FROM_TEXT && reference->end_from == FROM_TEXT &&
           reference->end - reference->start == length &&
           !memcmp(unit->text + reference->start, name, length);
}

/* Returns the call whose function the reference names; NULL if it is another use. */
static struct node *call_of(struct node *reference)
{
    struct node *at = reference;
    while (at->parent && (at->parent->kind == CXCursor_UnexposedExpr) && at->parent->first == at &&
           !at->next)
        at = at->parent;
    return at->parent && at->parent->kind == CXCursor_CallExpr && at->parent->first == at
               ? at->parent
               : NULL;
}

/* True if the node is inside an expression that libclang may show more than once. */
static bool is_doubtful(const struct node *node)
{
    for (; node; node = node->parent) {
        if (node->kind == CXCursor_UnexposedExpr && node->first != node->last)
            return true;
    }
    return false;
}

/* Notes a reference to a function as a call or another use of it. */
static void look_at(const struct scope *user, struct node *reference)
{
    struct unit *unit = user->unit;
    struct scope *used = scope_of(unit, reference->cursor);
    if (!used || (reference->in_file && unit_unevaluated(unit, reference->start)))
        return;
    struct node *call = call_of(reference);
    bool is_call = call && call->in_file && call->from == FROM_TEXT && call->end_from == FROM_TEXT;
    if (!is_written(unit, reference, used->name) || (call && !is_call) || is_doubtful(reference) ||
        unit_expansion(unit, reference->start)) {
        used->is_candidate = false;
        return;
    }
    if (is_call)
        used->calls++;
    else
        add_use(used, (struct use){reference->start, reference->end, user->function->start});
}

/* Notes a use outside of the functions of this file: the function cannot be light. */
static enum CXChildVisitResult look_outside(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    struct scope *used = scope_of(unit, cursor);
    if (used) /* an initialiser, or a function of a header */
        used->is_candidate = false;
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult look_at_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = data;
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    for (size_t i = 0; i < unit->scope_count; i++) {
        if (clang_equalCursors(unit->scopes[i]->function->cursor, cursor))
            return CXChildVisit_Continue;
    }
    clang_visitChildren(cursor, look_outside, unit);
    return CXChildVisit_Continue;
}

void uses_find(struct unit *unit)
{
    for (size_t i = 0; i < unit->scope_count; i++) {
        struct scope *scope = unit->scopes[i];
        scope->canonical = clang_getCanonicalCursor(scope->function->cursor);
        scope->name = tree_name(scope->function);
        scope->is_external = clang_getCursorLinkage(scope->function->cursor) == CXLinkage_External;
    }
    for (size_t i = 0; i < unit->scope_count; i++)
        unit->scopes[i]->is_candidate = is_candidate(unit->scopes[i]);
    for (size_t i = 0; i < unit->scope_count; i++) {
        struct scope *scope = unit->scopes[i];
        for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
            if (at->kind == CXCursor_DeclRefExpr)
                look_at(scope, at);
            if (at->kind == CXCursor_CallExpr)
                at->is_harmless = calls_are_harmless(unit, at);
        }
    }
    clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), look_at_top, unit);
}
