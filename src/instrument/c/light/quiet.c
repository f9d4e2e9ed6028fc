/* quiet.c: see quiet.h */
#include "instrument/c/light/quiet.h"

#include "instrument/c/light/told.h"

#include <string.h>

enum {
    FEW_TRIPS = 16,
    SHORT_WORK = 2000,   /* limit of operations of a constant loop that is never timed by itself */
    TINY_WORK = 60000,   /* the same, if all loops in it have few trips */
    LONGEST_COPY = 20000 /* characters of a statement that is written twice */
};

static bool has_mark(const struct scope *scope, const struct node *top)
{
    for (size_t i = 0; i < scope->mark_count; i++) {
        if (scope->marks[i].start >= top->start && scope->marks[i].start < top->end)
            return true;
    }
    return false;
}

/* True for attributes that change the place of a variable in memory and nothing else. */
static bool is_harmless_attribute(enum CXCursorKind kind)
{
    return kind == CXCursor_AlignedAttr || kind == CXCursor_PackedAttr;
}

/* True if the node may call functions that the text does not show: a cleanup, or assembly. */
static bool hides_call(const struct node *node)
{
    return node->kind == CXCursor_GCCAsmStmt || node->kind == CXCursor_MSAsmStmt ||
           (clang_isAttribute(node->kind) && !is_harmless_attribute(node->kind));
}

bool quiet_hides_call(const struct node *top)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (hides_call(at))
            return true;
    }
    return false;
}

static bool is_light(const struct node *call)
{
    return call->item && call->item->callee;
}

bool quiet(const struct scope *scope, const struct node *top)
{
    if (!top->in_file || has_mark(scope, top))
        return false;
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (at->kind == CXCursor_CallExpr && !is_light(at) && !at->is_harmless)
            return false;
        if (hides_call(at) || at->kind == CXCursor_AddrLabelExpr)
            return false;
        if (at->in_file && clang_isStatement(at->kind) &&
            pragmas_before(scope->unit, at->start).threads)
            return false;
    }
    return true;
}

unsigned quiet_height(const struct node *top)
{
    unsigned inside = 0;
    if (top->item && top->item->callee)
        inside = top->item->callee->height;
    for (const struct node *at = top->first; at; at = at->next) {
        unsigned height = quiet_height(at);
        inside = height > inside ? height : inside;
    }
    bool counts = tree_is_loop(top) && !tree_is_block(top) && !(top->loop && top->loop->is_short);
    return inside + counts;
}

/* Returns the estimated operations of a node itself, without its children. */
static unsigned weight(const struct node *node)
{
    switch (node->kind) {
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_UnaryOperator:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_ConditionalOperator:
    case CXCursor_MemberRefExpr:
        return 1;
    case CXCursor_IfStmt:
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_SwitchStmt:
        return 2;
    case CXCursor_CallExpr:
        return 4;
    default:
        return 0;
    }
}

unsigned quiet_size(const struct node *top)
{
    unsigned size = 0;
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at))
        size += weight(at);
    return size;
}

double quiet_work(const struct node *top)
{
    double sum = weight(top);
    if (top->item && top->item->callee)
        sum += top->item->callee->work;
    for (const struct node *at = top->first; at; at = at->next)
        sum += quiet_work(at);
    if (!top->loop)
        return sum;
    return sum * (top->loop->told.is_constant ? (double)top->loop->told.times : FEW_TRIPS);
}

/* True if the trips of the loop depend on nothing but constants and variables of constant loops
 * around it. */
static bool depends_on_constants(const struct scope *scope, const struct loop *loop)
{
    struct values values = {0};
    long long first;
    unsigned long long trips;
    for (const struct node *at = loop->node->parent; at; at = at->parent) {
        if (at->loop && at->loop->told.is_constant && values.count < VALUES_MOST) {
            values.value[values.count] = 0;
            values.variable[values.count++] = at->loop->told.variable;
        }
    }
    return told_count(scope->unit, &loop->told, &values, &first, &trips);
}

static bool are_trips_few(const struct node *top)
{
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        if (at->loop && at->loop->told.is_constant && at->loop->told.times > FEW_TRIPS)
            return false;
    }
    return true;
}

/* True if the loop is never timed by itself. is_short of the loops inside must be set. */
static bool is_short(const struct scope *scope, const struct loop *loop)
{
    if (loop->pragmas.threads || !depends_on_constants(scope, loop))
        return false;
    for (struct node *at = tree_next(loop->node, loop->node); at; at = tree_next(loop->node, at)) {
        if (tree_is_loop(at) && !tree_is_block(at) && !(at->loop && at->loop->is_short))
            return false;
        if (at->item && at->item->callee && at->item->callee->light != LIGHT_SHORT)
            return false;
    }
    double work = quiet_work(loop->node);
    return work <= SHORT_WORK || (work <= TINY_WORK && are_trips_few(loop->node));
}

void quiet_measure_loops(const struct scope *scope)
{
    for (size_t i = scope->loop_count; i-- > 0;) { /* inner ones first */
        struct loop *loop = scope->loops[i];
        loop->is_short = is_short(scope, loop) && quiet(scope, loop->node);
    }
}

/* True if the name of a directive begins with `word`. */
static bool is_word(const struct lex *lex, const struct lex_token *line, const char *word)
{
    size_t at = line->start + 1, length = strlen(word);
    while (at < line->end && (lex->text[at] == ' ' || lex->text[at] == '\t'))
        at++;
    return line->end - at >= length && !memcmp(lex->text + at, word, length);
}

static bool is_word_of(const struct lex *lex, const struct lex_token *line,
                       const char *const *words)
{
    while (*words && !is_word(lex, line, *words))
        words++;
    return *words != NULL;
}

/* True if a directive means the same when the text with it is written twice. *depth counts the open
 * conditions: each has to begin and end inside that text. */
static bool is_repeatable(const struct lex *lex, const struct lex_token *line, int *depth)
{
    static const char *const others[] = {"else", "elif", NULL};
    static const char *const repeatable[] = {"pragma", "line", "error", "warning",
                                             /* the preprocessor's own line */
                                             "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
                                             NULL};
    if (is_word(lex, line, "if"))
        return ++*depth > 0;
    if (is_word(lex, line, "endif"))
        return --*depth >= 0;
    if (is_word_of(lex, line, others))
        return *depth > 0;
    return is_word_of(lex, line, repeatable);
}

/* True if a reference to an array is only used to read an element. */
static bool is_element(const struct node *reference)
{
    const struct node *at = reference->parent;
    while (at && at->kind == CXCursor_UnexposedExpr && at->first == at->last)
        at = at->parent;
    if (!at || at->kind != CXCursor_ArraySubscriptExpr || !tree_inside(at->first, reference))
        return false;
    return at->parent && at->parent->kind != CXCursor_UnaryOperator;
}

/* True if a static variable may exist twice: a constant array whose address is never taken. */
static bool is_table(const struct scope *scope, const struct node *variable)
{
    CXType array = clang_getCanonicalType(clang_getCursorType(variable->cursor));
    CXType element = clang_getArrayElementType(array);
    bool is_const = clang_isConstQualifiedType(array) || clang_isConstQualifiedType(element);
    bool is_volatile =
        clang_isVolatileQualifiedType(array) || clang_isVolatileQualifiedType(element);
    if (!is_const || is_volatile || element.kind < CXType_FirstBuiltin ||
        element.kind > CXType_LastBuiltin)
        return false;
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at)) {
        if (at->kind == CXCursor_DeclRefExpr && !is_element(at) &&
            clang_equalCursors(clang_getCursorReferenced(at->cursor), variable->cursor))
            return false;
    }
    return true;
}

bool quiet_can_copy(const struct scope *scope, const struct node *top)
{
    const struct unit *unit = scope->unit;
    if (top->from != FROM_TEXT || top->end - top->start > LONGEST_COPY || unit->says_counter)
        return false;
    for (struct node *at = (struct node *)top; at; at = tree_next(top, at)) {
        bool is_static = at->kind == CXCursor_VarDecl &&
                         clang_Cursor_getStorageClass(at->cursor) == CX_SC_Static &&
                         !is_table(scope, at);
        if (at->kind == CXCursor_LabelStmt || is_static)
            return false;
    }
    int depth = 0;
    for (size_t i = lex_at(&unit->lex, top->start);
         i < unit->lex.count && unit->lex.tokens[i].start < top->end; i++) {
        if (unit->lex.tokens[i].kind == LEX_DIRECTIVE &&
            !is_repeatable(&unit->lex, &unit->lex.tokens[i], &depth))
            return false;
    }
    return depth == 0;
}
