/* head.c: see head.h */
#include "instrument/c/head.h"

/* libclang has no nodes for empty parts, so the semicolons show which part a node is. */
bool head_split(const struct unit *unit, const struct node *loop, struct head_parts *header)
{
    const struct lex *lex = &unit->lex;
    size_t open = lex_at(lex, loop->start) + 1;
    if (loop->kind != CXCursor_ForStmt || loop->from != FROM_TEXT || !lex_is(lex, open, "("))
        return false;
    size_t close = lex_closing(lex, open), semicolon[2], found = 0, depth = 0;
    for (size_t i = open; i < close; i++) {
        if (lex_is(lex, i, "(") || lex_is(lex, i, "{"))
            depth++;
        else if (lex_is(lex, i, ")") || lex_is(lex, i, "}"))
            depth--;
        else if (depth == 1 && found < 2 && lex_is(lex, i, ";"))
            semicolon[found++] = lex->tokens[i].start;
    }
    if (close >= lex->count || found < 2)
        return false;
    header->body = loop->last;
    for (const struct node *part = loop->first; part && part != loop->last; part = part->next) {
        if (part->start > semicolon[1])
            header->step = part;
        else if (part->start > semicolon[0])
            header->condition = part;
        else
            header->start = part;
    }
    return true;
}

const struct node *head_bare(const struct node *node)
{
    while (node &&
           (node->kind == CXCursor_UnexposedExpr || node->kind == CXCursor_ParenExpr ||
            node->kind == CXCursor_CStyleCastExpr) &&
           node->first && !node->first->next)
        node = node->first;
    return node;
}

bool head_refers(const struct node *node, CXCursor variable)
{
    return node->kind == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(node->cursor), variable);
}

bool head_mentions(const struct node *top, CXCursor variable)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (head_refers(at, variable))
            return true;
    }
    return false;
}

/* Returns the variable that an assignment changes, or whose pointer or array it goes through. */
static const struct node *root(const struct node *target)
{
    target = head_bare(target);
    while (target->first &&
           (target->kind == CXCursor_ArraySubscriptExpr || target->kind == CXCursor_MemberRefExpr ||
            target->kind == CXCursor_UnaryOperator))
        target = head_bare(target->first);
    return target;
}

bool head_changes(const struct unit *unit, const struct node *top, CXCursor variable)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        const struct node *target = tree_assigned(unit, at);
        if (target && head_refers(root(target), variable))
            return true;
        if (at->kind == CXCursor_GCCAsmStmt && head_mentions(at, variable))
            return true;
        if (at->kind == CXCursor_UnaryOperator && at->first &&
            head_refers(head_bare(at->first), variable)) {
            size_t token = tree_operator(unit, at);
            if (token >= unit->lex.count || lex_is(&unit->lex, token, "&"))
                return true;
        }
    }
    return false;
}

bool head_has_calls(const struct node *top)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (at->kind == CXCursor_CallExpr)
            return true;
    }
    return false;
}

bool head_is_local(CXCursor variable)
{
    return clang_getCursorKind(variable) == CXCursor_ParmDecl ||
           (clang_getCursorKind(variable) == CXCursor_VarDecl &&
            clang_Cursor_getStorageClass(variable) != CX_SC_Extern &&
            clang_getCursorKind(clang_getCursorSemanticParent(variable)) == CXCursor_FunctionDecl);
}

const struct node *head_first(const struct unit *unit, const struct head_parts *header,
                              CXCursor variable)
{
    const struct node *start = header->start;
    if (!start)
        return NULL;
    if (start->kind == CXCursor_DeclStmt)
        return start->first && start->first == start->last &&
                       clang_equalCursors(start->first->cursor, variable)
                   ? start->first->last
                   : NULL;
    const struct node *target = tree_assigned(unit, head_bare(start));
    return target && head_bare(start)->kind == CXCursor_BinaryOperator &&
                   head_refers(head_bare(target), variable)
               ? target->next
               : NULL;
}

const char *head_comparison(const struct unit *unit, const struct node *condition, bool flipped)
{
    static const char *const straight[] = {"<", "<=", ">", ">=", "!="};
    static const char *const mirrored[] = {">", ">=", "<", "<=", "!="};
    size_t token = tree_operator(unit, condition);
    for (int i = 0; i < 5; i++) {
        if (lex_is(&unit->lex, token, straight[i]))
            return flipped ? mirrored[i] : straight[i];
    }
    return NULL;
}
