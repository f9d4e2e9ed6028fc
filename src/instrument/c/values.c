/* values.c: see values.h */
#include "instrument/c/values.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The functions of the file are visited one by one. */
struct visiting {
    struct unit *unit;
    struct instrument_values *values;
};

/* Returns the text [start, end) without blanks; the caller frees it. */
static char *spelled(const struct unit *unit, size_t start, size_t end)
{
    char *text = memory_zeroed(end - start + 1, 1), *to = text;
    for (size_t i = start; i < end; i++) {
        if (!isspace((unsigned char)unit->text[i]))
            *to++ = unit->text[i];
    }
    return text;
}

static bool is_counted_loop(const struct unit *unit, const struct node *node)
{
    return tree_is_loop(node) && !tree_is_block(node) && node->in_file &&
           !unit_unevaluated(unit, node->start);
}

/* Finds the loop of a question; the function itself if it asks for none. NULL: there is none. */
static const struct node *find_block(const struct unit *unit, struct node *body,
                                     struct instrument_value *value)
{
    const struct node *found = value->block ? NULL : body;
    value->blocks = 0;
    for (struct node *at = body; at; at = tree_next(body, at)) {
        if (is_counted_loop(unit, at) && ++value->blocks == value->block)
            found = at;
    }
    return found;
}

/* Returns the initialiser of a declared variable; NULL: it has none. */
static struct node *initialiser(const struct unit *unit, const struct node *node)
{
    struct node *value = node->last;
    if (node->kind != CXCursor_VarDecl || !value || !clang_isExpression(value->kind) ||
        !node->in_file || !value->in_file)
        return NULL;
    size_t token = lex_at(&unit->lex, value->start);
    return token > 0 && lex_is(&unit->lex, token - 1, "=") ? value : NULL;
}

/* Returns why a text that starts and ends there cannot be wrapped; NULL: it can. */
static const char *obstacle(const struct node *node)
{
    return node->from == FROM_TEXT && node->end_from == FROM_TEXT
               ? NULL
               : "it is inside a macro, where no statement can be added";
}

/* Edits of several questions about one assignment nest. */
static unsigned level(const struct node *node, const struct instrument_value *value)
{
    return node->depth * 4096 + value->number % 4096;
}

/* x = e becomes ({ typeof(x = e) v = (x = e); record x; v; }), on the same lines. */
static void record_assignment(struct unit *unit, const struct node *node, const struct node *left,
                              struct instrument_value *value)
{
    struct instrument_edits *edits = &unit->plan.edits;
    value->obstacle = obstacle(node);
    if (!value->obstacle && tree_has_effects(unit, left))
        value->obstacle = "what it assigns to would be evaluated twice";
    if (value->obstacle)
        return;
    char *name = spelled(unit, left->start, left->end);
    instrument_edits_open(edits, node->start, level(node, value), "({ __auto_type tri_v_%u = (",
                          value->number);
    instrument_edits_close(edits, node->end, level(node, value),
                           "); tri_profile_value(%u, (double)(%s)); tri_v_%u; })", value->number,
                           name, value->number);
    free(name);
    value->recorded++;
}

/* T x = e becomes T x = ({ typeof(x) v = (e); record v; v; }). */
static void record_declaration(struct unit *unit, const struct node *node,
                               const struct node *initial, const char *name,
                               struct instrument_value *value)
{
    struct instrument_edits *edits = &unit->plan.edits;
    value->obstacle = obstacle(initial);
    if (clang_Cursor_getStorageClass(node->cursor) == CX_SC_Static)
        value->obstacle = "a static variable is initialised before the program runs";
    else if (initial->kind == CXCursor_InitListExpr)
        value->obstacle = "it is initialised by a list";
    if (value->obstacle)
        return;
    instrument_edits_open(edits, initial->start, level(initial, value),
                          "({ __typeof__(%s) tri_v_%u = (", name, value->number);
    instrument_edits_close(edits, initial->end, level(initial, value),
                           "); tri_profile_value(%u, (double)tri_v_%u); tri_v_%u; })",
                           value->number, value->number, value->number);
    value->recorded++;
}

/* An assignment or declaration: records it if it is the one that is asked for. */
static void see_assignment(struct unit *unit, const struct node *node, const struct node *block,
                           struct instrument_value *value)
{
    struct node *initial = initialiser(unit, node);
    struct node *left = initial ? NULL : tree_assigned(unit, node);
    if ((!initial && !left) || !node->in_file || (left && !left->in_file))
        return;
    char *name = initial ? tree_name(node) : spelled(unit, left->start, left->end);
    instrument_values_list(&value->there, name);
    if (!strcmp(name, value->variable) &&
        instrument_values_chosen(value, node->start, block->start, block->end)) {
        if (initial)
            record_declaration(unit, node, initial, name, value);
        else
            record_assignment(unit, node, left, value);
    }
    free(name);
}

static void see_call(const struct unit *unit, const struct node *node, const struct node *block,
                     struct instrument_value *value)
{
    if (node->kind != CXCursor_CallExpr || !node->in_file)
        return;
    char *name = tree_name(node);
    if (instrument_values_communicates(name)) {
        instrument_values_list(&value->there, name);
        if (instrument_values_chosen(value, node->start, block->start, block->end))
            instrument_values_add_call(value, name, unit_line(unit, node->start, NULL),
                                       unit_line(unit, node->end, NULL));
    }
    free(name);
}

static void answer(struct unit *unit, struct node *function, struct instrument_value *value)
{
    struct node *body = function->last;
    value->has_function = true;
    value->routine = memory_string(value->function);
    const struct node *block = find_block(unit, body, value);
    if (!block)
        return;
    value->first_line = unit_line(unit, block->start, NULL);
    value->last_line = unit_line(unit, block->end ? block->end - 1 : 0, NULL);
    for (struct node *at = body; at; at = tree_next(body, at)) {
        if (value->variable)
            see_assignment(unit, at, block, value);
        else
            see_call(unit, at, block, value);
    }
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct visiting *visiting = data;
    CXFile file;
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), &file, NULL, NULL,
                          NULL);
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        !file || !clang_File_isEqual(file, visiting->unit->file))
        return CXChildVisit_Continue;
    struct node *function = tree_new(visiting->unit, cursor);
    char *name = tree_name(function);
    instrument_values_list(&visiting->values->functions, name);
    bool has_body = function->last && function->last->kind == CXCursor_CompoundStmt;
    for (size_t i = 0; has_body && i < visiting->values->count; i++) {
        if (!strcmp(visiting->values->list[i].function, name))
            answer(visiting->unit, function, &visiting->values->list[i]);
    }
    free(name);
    tree_free(function);
    return CXChildVisit_Continue;
}

void values_plan(struct unit *unit, struct instrument_values *values)
{
    struct visiting visiting = {unit, values};
    clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit, &visiting);
}
