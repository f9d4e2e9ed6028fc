/* tree.c: copies a function's tree from libclang, so that it can be walked in all directions, and
 * answers questions about its nodes. */
#include "instrument/c/unit.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The parent of the nodes that libclang visits. For the root it is NULL, and is then set to it. */
struct building {
    const struct unit *unit;
    struct node *parent;
};

/* Returns the origin of the text before (is_end) or behind the offset. A node that starts or ends
 * where a macro invocation does is taken for one that the macro makes. */
static enum from origin(const struct unit *unit, size_t offset, bool is_end)
{
    const struct lex_span *span = unit_expansion(unit, is_end ? offset - 1 : offset);
    if (!span)
        return FROM_TEXT;
    return (is_end ? offset == span->end : offset == span->start) ? FROM_MACRO : FROM_ARGUMENT;
}

static void locate(const struct unit *unit, struct node *node)
{
    CXSourceRange extent = clang_getCursorExtent(node->cursor);
    CXFile start_file, end_file;
    unsigned start, end;
    clang_getFileLocation(clang_getRangeStart(extent), &start_file, NULL, NULL, &start);
    clang_getFileLocation(clang_getRangeEnd(extent), &end_file, NULL, NULL, &end);
    node->in_file = start_file && end_file && clang_File_isEqual(start_file, unit->file) &&
                    clang_File_isEqual(end_file, unit->file) && start < end && end <= unit->size;
    if (!node->in_file)
        return;
    node->start = start;
    node->end = end;
    node->from = origin(unit, start, false);
    node->end_from = origin(unit, end, true);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct building *building = data;
    struct node *up = building->parent;
    struct node *node = memory_zeroed(1, sizeof *node);
    node->cursor = cursor;
    node->kind = clang_getCursorKind(cursor);
    node->parent = up;
    node->depth = up ? up->depth + 1 : 1;
    locate(building->unit, node);
    if (up) {
        node->previous = up->last;
        if (up->last)
            up->last->next = node;
        else
            up->first = node;
        up->last = node;
    }
    struct building below = {building->unit, node};
    clang_visitChildren(cursor, visit, &below);
    building->parent = up ? up : node;
    return CXChildVisit_Continue;
}

struct node *tree_new(const struct unit *unit, CXCursor cursor)
{
    struct building building = {unit, NULL};
    visit(cursor, cursor, &building);
    return building.parent;
}

void tree_free(struct node *node)
{
    while (node) {
        struct node *next = node->next;
        tree_free(node->first);
        free(node);
        node = next;
    }
}

struct node *tree_skip(const struct node *top, struct node *node)
{
    assert(top && node);
    while (node != top) {
        if (node->next)
            return node->next;
        node = node->parent;
    }
    return NULL;
}

struct node *tree_next(const struct node *top, struct node *node)
{
    return node->first ? node->first : tree_skip(top, node);
}

bool tree_inside(const struct node *outer, const struct node *inner)
{
    while (inner && inner != outer)
        inner = inner->parent;
    return inner != NULL;
}

char *tree_name(const struct node *node)
{
    CXString name = clang_getCursorSpelling(node->cursor);
    char *copy = memory_string(clang_getCString(name) ? clang_getCString(name) : "");
    clang_disposeString(name);
    return copy;
}

static size_t unary_operator(const struct unit *unit, const struct node *node)
{
    const struct lex *lex = &unit->lex;
    if (node->first->start > node->start)
        return node->from == FROM_MACRO ? lex->count : lex_at(lex, node->start);
    return node->end_from == FROM_MACRO ? lex->count : lex_before(lex, node->end);
}

size_t tree_operator(const struct unit *unit, const struct node *node)
{
    const struct lex *lex = &unit->lex;
    if (!node->in_file || !node->first || !node->first->in_file)
        return lex->count;
    if (node->kind == CXCursor_UnaryOperator)
        return unary_operator(unit, node);
    const struct node *left = node->first;
    if (!left->next || !left->next->in_file || left->next->start <= left->start)
        return lex->count;
    size_t token = lex_after(lex, left->end);
    return token < lex->count && lex->tokens[token].end <= left->next->start ? token : lex->count;
}

bool tree_is_pointer(const struct node *value)
{
    return !value ||
           clang_getCanonicalType(clang_getCursorType(value->cursor)).kind == CXType_Pointer;
}

/* True if an operand may be assigned to. Where only the value of a variable is used, libclang has a
 * node for the conversion around it. */
static bool may_be_assigned(const struct node *operand)
{
    while (operand && operand->kind == CXCursor_ParenExpr)
        operand = operand->first;
    if (!operand)
        return true;
    switch (operand->kind) {
    case CXCursor_UnexposedExpr:
        return operand->first != operand->last;
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_CStyleCastExpr:
    case CXCursor_UnaryExpr: /* sizeof */
    case CXCursor_BinaryOperator:
        return false;
    case CXCursor_UnaryOperator:
        return tree_is_pointer(operand->first);
    case CXCursor_DeclRefExpr:
        return clang_getCursorKind(clang_getCursorReferenced(operand->cursor)) !=
               CXCursor_EnumConstantDecl;
    default:
        return true;
    }
}

struct node *tree_assigned(const struct unit *unit, const struct node *node)
{
    const struct lex *lex = &unit->lex;
    if (node->kind == CXCursor_CompoundAssignOperator)
        return node->first;
    if (node->kind != CXCursor_UnaryOperator && node->kind != CXCursor_BinaryOperator)
        return NULL;
    size_t token = tree_operator(unit, node);
    if (token >= lex->count) /* the operator is in a macro's definition */
        return may_be_assigned(node->first) ? node->first : NULL;
    if (node->kind == CXCursor_UnaryOperator)
        return lex_is(lex, token, "++") || lex_is(lex, token, "--") ? node->first : NULL;
    return lex_is(lex, token, "=") ? node->first : NULL;
}

bool tree_has_effects(const struct unit *unit, const struct node *node)
{
    for (struct node *at = (struct node *)node; at; at = tree_next(node, at)) {
        if (at->kind == CXCursor_CallExpr || at->kind == CXCursor_StmtExpr || !at->in_file)
            return true;
        if (tree_assigned(unit, at))
            return true;
    }
    return false;
}

bool tree_is_loop(const struct node *node)
{
    return node->kind == CXCursor_ForStmt || node->kind == CXCursor_WhileStmt ||
           node->kind == CXCursor_DoStmt;
}

size_t tree_statement_end(const struct unit *unit, const struct node *node)
{
    if (!node->in_file)
        return 0;
    switch (node->kind) {
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return node->last ? tree_statement_end(unit, node->last) : 0;
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_NullStmt:
        return node->end_from == FROM_TEXT ? node->end : 0;
    default:
        break;
    }
    if (node->end_from == FROM_ARGUMENT)
        return 0;
    size_t token = lex_at(&unit->lex, node->end);
    return lex_is(&unit->lex, token, ";") ? unit->lex.tokens[token].end : 0;
}

bool tree_is_block(const struct node *loop)
{
    if (loop->kind != CXCursor_DoStmt || !loop->last)
        return false;
    CXEvalResult value = clang_Cursor_Evaluate(loop->last->cursor);
    if (!value)
        return false;
    bool zero = clang_EvalResult_getKind(value) == CXEval_Int && !clang_EvalResult_getAsInt(value);
    clang_EvalResult_dispose(value);
    return zero;
}
