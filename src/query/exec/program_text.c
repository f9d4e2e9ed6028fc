/* program_text.c: see program_text.h */
#include "query/exec/program_text.h"

#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

static bool is_of_text(const struct query_expression *of)
{
    switch (of->op) {
    case EXPRESSION_STARTS:
    case EXPRESSION_ENDS:
    case EXPRESSION_CONTAINS:
    case EXPRESSION_MATCHES:
    case EXPRESSION_LENGTH:
    case EXPRESSION_IN:
        return true;
    case EXPRESSION_LESS:
    case EXPRESSION_LESS_OR_EQUAL: /* by bytes, not by text number */
        return of->parts[0]->type.type == TYPE_TEXT;
    default:
        return false;
    }
}

void text_memo_make(struct text_memo *memo, struct query_data *data,
                    const struct query_expression *of)
{
    if (!is_of_text(of))
        return;
    *memo = (struct text_memo){.data = data, .of = of};
    if (of->op != EXPRESSION_IN)
        return;
    memo->list = memory_zeroed(of->part_count, sizeof *memo->list);
    for (size_t i = 1; i < of->part_count; i++)
        memo->list[i] = of->parts[i]->type.type == TYPE_TEXT
                            ? query_data_add_text(data, of->parts[i]->text)
                            : of->parts[i]->whole;
}

void text_memo_free(struct text_memo *memo)
{
    free(memo->known);
    free(memo->list);
}

bool text_memo_is_used(const struct text_memo *memo)
{
    return memo->of;
}

static int64_t compute(const struct query_expression *of, const char *text)
{
    switch (of->op) {
    case EXPRESSION_STARTS:
        return !strncmp(text, of->text, strlen(of->text));
    case EXPRESSION_ENDS:
        return words_ends(text, of->text);
    case EXPRESSION_CONTAINS:
        return strstr(text, of->text) != NULL;
    case EXPRESSION_MATCHES:
        return regexec(of->regex, text, 0, NULL, 0) == 0;
    default:
        return words_characters(text);
    }
}

/* Returns the operation's result for a text; computes it the first time. */
static int64_t known(struct text_memo *memo, int64_t text)
{
    size_t before = memo->room;
    if ((size_t)text >= memo->room) {
        memo->known = memory_grow(memo->known, &memo->room, (size_t)text + 1, sizeof *memo->known);
        memset(memo->known + before, 0xff, (memo->room - before) * sizeof *memo->known);
    }
    if (memo->known[text] < 0)
        memo->known[text] = compute(memo->of, query_data_text(memo->data, text));
    return memo->known[text];
}

static bool is_in(const struct text_memo *memo, const struct query_vector *a, size_t i)
{
    for (size_t k = 1; k < memo->of->part_count; k++) {
        bool same = a->type == TYPE_REAL   ? a->real[i] == memo->of->parts[k]->real
                    : a->type == TYPE_BOOL ? a->truth[i] == memo->list[k]
                                           : a->whole[i] == memo->list[k];
        if (same)
            return true;
    }
    return false;
}

static int64_t compare(const struct text_memo *memo, int64_t a, int64_t b)
{
    int order = strcmp(query_data_text(memo->data, a), query_data_text(memo->data, b));
    return memo->of->op == EXPRESSION_LESS ? order < 0 : order <= 0;
}

void text_memo_run(struct text_memo *memo, const struct query_vector *a,
                   const struct query_vector *b, size_t count, struct query_vector *out)
{
    bool compares = memo->of->op == EXPRESSION_LESS || memo->of->op == EXPRESSION_LESS_OR_EQUAL;
    out->has_absent = a->has_absent || (compares && b->has_absent);
    for (size_t i = 0; i < count; i++) {
        int64_t value = 0;
        out->absent[i] = query_vector_is_absent(a, i) || (compares && query_vector_is_absent(b, i));
        if (out->absent[i])
            value = 0;
        else if (compares)
            value = compare(memo, a->whole[i], b->whole[i]);
        else if (memo->of->op == EXPRESSION_IN)
            value = is_in(memo, a, i);
        else
            value = known(memo, a->whole[i]);
        if (out->type == TYPE_BOOL)
            out->truth[i] = value != 0;
        else
            out->whole[i] = value;
    }
}
