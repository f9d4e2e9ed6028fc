/* marks.c: regions that the user marked, by a pair of comments or pragmas around statements. */
#include "instrument/c/scope.h"
#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* One mark: `region NAME` or `end`. */
struct word {
    size_t start; /* of the comment or directive */
    size_t place; /* offset at which its probe can be inserted */
    char *name;   /* NULL: `end` */
};

struct words {
    struct word *list;
    size_t count, room;
};

/* Skips blanks and the word. False if another word follows the blanks; these stay skipped. */
static bool skip(const char **at, const char *end, const char *word)
{
    while (*at < end && isspace((unsigned char)**at))
        (*at)++;
    size_t length = strlen(word);
    if ((size_t)(end - *at) < length || memcmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

/* Adds the mark if [at, end) is `region NAME` or `end`: the text behind `triptych:` in a comment,
 * or behind `triptych` in a pragma. */
static void read_word(struct words *words, const char *at, const char *end, struct word word)
{
    if (skip(&at, end, "end")) {
        word.name = NULL;
    } else if (skip(&at, end, "region")) {
        while (at < end && isspace((unsigned char)*at))
            at++;
        while (end > at && isspace((unsigned char)end[-1]))
            end--;
        word.name = strndup(at, (size_t)(end - at));
    } else {
        return;
    }
    words->list = memory_grow(words->list, &words->room, words->count + 1, sizeof word);
    words->list[words->count++] = word;
}

static void find_comments(const struct unit *unit, struct words *words, size_t from, size_t to)
{
    for (size_t i = 0; i < unit->lex.comment_count; i++) {
        const struct lex_token *comment = &unit->lex.comments[i];
        if (comment->start < from || comment->start >= to)
            continue;
        const char *at = unit->text + comment->start + 2, *end = unit->text + comment->end;
        if (unit->text[comment->start + 1] == '*' && comment->end >= comment->start + 4)
            end -= 2;
        if (skip(&at, end, "triptych:"))
            read_word(words, at, end, (struct word){comment->start, comment->start, NULL});
    }
}

/* Returns the place of the probe for a mark by a pragma, on whose line nothing can be inserted. A
 * region begins at the next token, or before the mark if another directive follows, which then
 * belongs to the region. It ends behind the token before the mark. */
static size_t pragma_place(const struct lex *lex, size_t directive, bool opens)
{
    size_t next = directive + 1;
    if (opens && next < lex->count && lex->tokens[next].kind != LEX_DIRECTIVE)
        return lex->tokens[next].start;
    size_t before = lex_before(lex, lex->tokens[directive].start);
    assert(before < directive); /* the function's opening brace, at least */
    return lex->tokens[before].end;
}

static void find_pragmas(const struct unit *unit, struct words *words, size_t from, size_t to)
{
    const struct lex *lex = &unit->lex;
    for (size_t i = lex_at(lex, from); i < lex->count && lex->tokens[i].start < to; i++) {
        const char *at = lex->text + lex->tokens[i].start, *end = lex->text + lex->tokens[i].end;
        if (lex->tokens[i].kind != LEX_DIRECTIVE || !skip(&at, end, "#") ||
            !skip(&at, end, "pragma") || !skip(&at, end, "triptych"))
            continue;
        const char *word = at;
        bool opens = skip(&word, end, "region");
        read_word(words, at, end,
                  (struct word){lex->tokens[i].start, pragma_place(lex, i, opens), NULL});
    }
}

static int compare_words(const void *left, const void *right)
{
    const struct word *a = left, *b = right;
    return a->start < b->start ? -1 : a->start > b->start;
}

/* Returns the innermost block around the offset; NULL if the offset lies inside one of its
 * statements. */
static const struct node *block_at(const struct node *body, size_t offset)
{
    const struct node *block = body;
    for (const struct node *at = body->first; at; at = at->next) {
        if (!at->in_file || at->start >= offset || at->end <= offset)
            continue;
        for (struct node *in = (struct node *)at; in; in = tree_next(at, in)) {
            if (in->kind == CXCursor_CompoundStmt && in->in_file && in->start < offset &&
                in->end > offset)
                return block_at(in, offset);
        }
        return NULL;
    }
    return block;
}

/* True if a declaration of the block between start and end is used behind `end`. */
static bool declares_for_later(const struct node *block, size_t start, size_t end)
{
    for (const struct node *at = block->first; at; at = at->next) {
        if (at->kind != CXCursor_DeclStmt || at->start < start || at->end > end)
            continue;
        for (const struct node *declared = at->first; declared; declared = declared->next) {
            for (struct node *use = (struct node *)block; use; use = tree_next(block, use)) {
                if (use->in_file && use->start >= end && clang_isInvalid(use->kind) == 0 &&
                    clang_equalCursors(clang_getCursorReferenced(use->cursor), declared->cursor))
                    return true;
            }
        }
    }
    return false;
}

/* Returns the reason why there can be no probe between two marks; NULL if there can. */
static const char *obstacle(const struct scope *scope, const struct word *from,
                            const struct word *to)
{
    if (from->place >= to->place)
        return "no statement is between its marks";
    const struct node *block = block_at(scope->body, from->place);
    if (!block || block != block_at(scope->body, to->place))
        return "its two marks are not between statements of the same block";
    if (unit_expansion(scope->unit, from->place) || unit_expansion(scope->unit, to->place))
        return "one of its marks is in a macro argument";
    if (declares_for_later(block, from->place, to->place))
        return "a variable declared inside it is used after it";
    return jumps_obstacle(&scope->jumps, from->place, to->place);
}

static void insert(struct scope *scope, const struct word *from, const struct word *to,
                   unsigned number)
{
    struct instrument_edits *edits = &scope->unit->plan.edits;
    const struct node *block = block_at(scope->body, from->place);
    unsigned depth = block->depth * 4 + 2;
    bool before = from->place >= from->start;
    instrument_edits_open(edits, from->place, depth,
                          before ? "{ TRI_MARKED(%u); " : " { TRI_MARKED(%u);", number);
    instrument_edits_close(edits, to->place, depth, to->place == to->start ? "} " : " }");
    scope->marks =
        memory_grow(scope->marks, &scope->mark_room, scope->mark_count + 1, sizeof *scope->marks);
    scope->marks[scope->mark_count++] = (struct mark){from->place, to->place, number, block};
}

static void plan_pair(struct scope *scope, const struct word *from, const struct word *to)
{
    unsigned number = scope_region(scope, TRI_KIND_USER, 0, from->start, to->start + 1, from->name);
    const char *reason = obstacle(scope, from, to);
    if (reason)
        instrument_plan_leave_alone(&scope->unit->plan, number, reason);
    else
        insert(scope, from, to, number);
}

/* Adds a mark without its partner, as a region that is not measured. */
static void plan_stray(struct scope *scope, const struct word *word)
{
    unsigned number =
        scope_region(scope, TRI_KIND_USER, 0, word->start, word->start + 1, word->name);
    instrument_plan_leave_alone(&scope->unit->plan, number,
                                word->name ? "its end mark is missing"
                                           : "it is an end mark without a region mark");
}

/* Returns the index of the end mark of the region mark at `from`; words->count: none. */
static size_t find_end(const struct words *words, size_t from)
{
    size_t depth = 0;
    assert(words->list[from].name);
    for (size_t i = from; i < words->count; i++) {
        if (words->list[i].name)
            depth++;
        else if (--depth == 0)
            return i;
    }
    return words->count;
}

void marks_plan(struct scope *scope)
{
    struct words words = {0};
    find_comments(scope->unit, &words, scope->body->start, scope->body->end);
    find_pragmas(scope->unit, &words, scope->body->start, scope->body->end);
    if (words.count)
        qsort(words.list, words.count, sizeof *words.list, compare_words);
    size_t open = 0;
    for (size_t i = 0; i < words.count; i++) {
        if (words.list[i].name) {
            size_t end = find_end(&words, i);
            if (end < words.count) {
                plan_pair(scope, &words.list[i], &words.list[end]);
                open++;
            } else {
                plan_stray(scope, &words.list[i]);
            }
        } else if (open > 0) {
            open--;
        } else {
            plan_stray(scope, &words.list[i]);
        }
    }
    for (size_t i = 0; i < words.count; i++)
        free(words.list[i].name);
    free(words.list);
}
