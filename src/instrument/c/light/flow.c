/* flow.c: see flow.h */
#include "instrument/c/light/flow.h"

enum flow_kind flow_of(const struct unit *unit, const struct node *node)
{
    switch (node->kind) {
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_VarDecl:
    case CXCursor_ReturnStmt:
    case CXCursor_ParenExpr:
    case CXCursor_UnaryOperator:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_InitListExpr:
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_StmtExpr:
    case CXCursor_CallExpr:
        return FLOW_KIND_ALL;
    case CXCursor_DeclRefExpr:
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_ImaginaryLiteral:
    case CXCursor_NullStmt:
    case CXCursor_TypeRef:
    case CXCursor_UnaryExpr: /* sizeof */
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
    case CXCursor_TypedefDecl:
        return FLOW_KIND_NOTHING;
    case CXCursor_BinaryOperator: {
        size_t token = tree_operator(unit, node);
        bool seen = token < unit->lex.count;
        return seen && !lex_is(&unit->lex, token, "&&") && !lex_is(&unit->lex, token, "||")
                   ? FLOW_KIND_ALL
                   : FLOW_KIND_FIRST;
    }
    case CXCursor_ConditionalOperator:
        return FLOW_KIND_FIRST;
    case CXCursor_UnexposedExpr: /* a conversion has one child */
        return node->first && node->first->next ? FLOW_KIND_UNKNOWN : FLOW_KIND_ALL;
    default:
        return FLOW_KIND_UNKNOWN;
    }
}

/* True if the break or continue, which is inside `top`, belongs to a loop or switch inside `top`,
 * or to `top` itself. */
static bool stays_inside(const struct node *top, const struct node *jump)
{
    for (const struct node *at = jump; at != top;) {
        at = at->parent;
        if (tree_is_loop(at) ||
            (jump->kind == CXCursor_BreakStmt && at->kind == CXCursor_SwitchStmt))
            return true;
    }
    return false;
}

bool flow_may_leave(const struct node *node, bool calls)
{
    for (struct node *at = (struct node *)node; at; at = tree_next(node, at)) {
        switch (at->kind) {
        case CXCursor_ReturnStmt:
        case CXCursor_GotoStmt:
        case CXCursor_IndirectGotoStmt:
        case CXCursor_GCCAsmStmt:
            return true;
        case CXCursor_BreakStmt:
        case CXCursor_ContinueStmt:
            if (!stays_inside(node, at))
                return true;
            break;
        case CXCursor_CallExpr:
            if (calls && at->may_not_return)
                return true;
            break;
        default:
            break;
        }
    }
    return false;
}

bool flow_ends_block(const struct node *loop)
{
    for (struct node *at = (struct node *)loop; at; at = tree_next(loop, at)) {
        if (at->kind != CXCursor_BreakStmt && at->kind != CXCursor_ContinueStmt)
            continue;
        const struct node *target = at->parent;
        while (target != loop && !tree_is_loop(target) &&
               !(at->kind == CXCursor_BreakStmt && target->kind == CXCursor_SwitchStmt))
            target = target->parent;
        if (target == loop)
            return true;
    }
    return false;
}
