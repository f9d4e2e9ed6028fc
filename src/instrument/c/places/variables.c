/* variables.c: the local variables of a function with directives. */
#include "instrument/c/places/directive.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Returns where a variable's scope ends: that of the block, loop or function it is declared in. */
static size_t scope_end(const struct function *function, const struct node *node)
{
    if (node->kind == CXCursor_ParmDecl)
        return function->node->end;
    const struct node *up = node->parent;
    if (up && up->kind == CXCursor_DeclStmt)
        up = up->parent;
    return up && up->in_file ? up->end : function->node->end;
}

void variables_list(const struct unit *unit, struct function *function)
{
    (void)unit;
    for (struct node *node = function->node; node; node = tree_next(function->node, node)) {
        if (node->kind != CXCursor_VarDecl && node->kind != CXCursor_ParmDecl)
            continue;
        if (node->kind == CXCursor_ParmDecl && node->parent != function->node)
            continue; /* of a declaration of another function */
        enum CX_StorageClass storage = clang_Cursor_getStorageClass(node->cursor);
        if (storage == CX_SC_Extern)
            continue;
        function->variables =
            memory_grow(function->variables, &function->variable_room, function->variable_count + 1,
                        sizeof *function->variables);
        function->variables[function->variable_count++] =
            (struct variable){.node = node,
                              .name = tree_name(node),
                              .type = clang_getCursorType(node->cursor),
                              .from = node->in_file ? node->end : function->body->start,
                              .to = scope_end(function, node),
                              .is_static = storage == CX_SC_Static};
    }
}

const struct variable *variables_find(const struct function *function, const char *name,
                                      size_t offset)
{
    for (size_t i = function->variable_count; i-- > 0;) {
        const struct variable *variable = &function->variables[i];
        if (variable->from <= offset && offset < variable->to && !strcmp(variable->name, name))
            return variable;
    }
    return NULL;
}

const struct variable *variables_of(const struct function *function, const struct node *reference)
{
    if (reference->kind != CXCursor_DeclRefExpr)
        return NULL;
    CXCursor declared = clang_getCursorReferenced(reference->cursor);
    for (size_t i = 0; i < function->variable_count; i++) {
        if (clang_equalCursors(function->variables[i].node->cursor, declared))
            return &function->variables[i];
    }
    return NULL;
}

void variables_in_span(const struct unit *unit, const struct function *function,
                       struct lex_span span,
                       void (*use)(void *, const struct variable *, size_t offset), void *argument)
{
    struct lex lex = {0};
    lex_read(&lex, unit->text + span.start, span.end - span.start, NULL, 0);
    for (size_t i = 0; i < lex.count; i++) {
        if (lex.tokens[i].kind != LEX_WORD)
            continue;
        if (i > 0 && (lex_is(&lex, i - 1, ".") || lex_is(&lex, i - 1, "->")))
            continue; /* a member */
        size_t offset = span.start + lex.tokens[i].start;
        char *name = memory_printf("%.*s", (int)(lex.tokens[i].end - lex.tokens[i].start),
                                   unit->text + offset);
        const struct variable *variable = variables_find(function, name, offset);
        if (variable)
            use(argument, variable, offset);
        free(name);
    }
    lex_free(&lex);
}

/* Leads from an assigned expression to the variable that holds it. */
static const struct node *holder(const struct node *node)
{
    for (;;) {
        if (node->kind == CXCursor_ParenExpr || node->kind == CXCursor_UnexposedExpr) {
            if (!node->first || node->first != node->last)
                return NULL;
            node = node->first;
        } else if (node->kind == CXCursor_MemberRefExpr) {
            if (!node->first || tree_is_pointer(node->first))
                return NULL; /* p->x */
            node = node->first;
        } else if (node->kind == CXCursor_ArraySubscriptExpr) {
            const struct node *base = node->first;
            while (base &&
                   (base->kind == CXCursor_UnexposedExpr || base->kind == CXCursor_ParenExpr))
                base = base->first; /* an array decays there */
            if (!base || tree_is_pointer(base))
                return NULL;
            node = base;
        } else {
            return node->kind == CXCursor_DeclRefExpr ? node : NULL;
        }
    }
}

const struct variable *variables_assigned(const struct unit *unit, const struct function *function,
                                          const struct node *node)
{
    const struct node *assigned = tree_assigned(unit, node);
    const struct node *held = assigned ? holder(assigned) : NULL;
    return held ? variables_of(function, held) : NULL;
}
