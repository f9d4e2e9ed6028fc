/* do_heads.c: the heads of DO loops. */
#include "instrument/fortran/reader/sentence.h"

/* Reads WHILE (...); the condition is the header. */
static bool read_while(struct sentence *sentence, size_t at)
{
    const struct normal *normal = sentence->normal;
    size_t open = phrase_words(normal, at, "while");
    if (!open || !phrase_is(normal, open, '(') ||
        !sentence_ends(sentence, phrase_bracket(normal, open)))
        return false;
    sentence->statement->do_kind = DO_WHILE;
    sentence->statement->do_header = sentence_copy(sentence, open + 1, normal->length - 1);
    return true;
}

/* Reads CONCURRENT (header) and the localities behind it: LOCAL(...), SHARED(...), DEFAULT(NONE),
 * REDUCE(...). */
static bool read_concurrent(struct sentence *sentence, size_t at)
{
    static const char *const localities[] = {"local_init", "local", "shared", "default", "reduce"};
    const struct normal *normal = sentence->normal;
    size_t open = phrase_words(normal, at, "concurrent");
    if (!open || !phrase_is(normal, open, '('))
        return false;
    size_t close = phrase_bracket(normal, open);
    for (size_t next = close; next && next < normal->length;) {
        size_t word = 0;
        for (size_t i = 0; !word && i < sizeof localities / sizeof localities[0]; i++)
            word = phrase_words(normal, next, localities[i]);
        if (!word || !phrase_is(normal, word, '('))
            return false;
        next = phrase_bracket(normal, word);
        if (!next)
            return false;
    }
    if (!close)
        return false;
    sentence->statement->do_kind = DO_CONCURRENT;
    sentence->statement->do_header = sentence_copy(sentence, open + 1, close - 1);
    return true;
}

/* Reads variable = first, last [, step]. */
static bool read_counted(struct sentence *sentence, size_t at)
{
    const struct normal *normal = sentence->normal;
    struct statement *statement = sentence->statement;
    size_t equals = phrase_name(normal, at), end = normal->length;
    if (!equals || !phrase_is(normal, equals, '=') || phrase_is(normal, equals + 1, '='))
        return false;
    size_t first = phrase_find(normal, equals + 1, end, ',');
    if (first == end || first == equals + 1)
        return false;
    size_t last = phrase_find(normal, first + 1, end, ',');
    if (last == first + 1 || last + 1 == end || first + 1 == end)
        return false;
    if (last < end && phrase_find(normal, last + 1, end, ',') != end)
        return false;
    statement->do_kind = DO_COUNTED;
    statement->do_variable = sentence_copy(sentence, at, equals);
    statement->do_bounds = normal->offset[equals] + 1;
    statement->do_first = sentence_copy(sentence, equals + 1, first);
    statement->do_last = sentence_copy(sentence, first + 1, last);
    if (last < end)
        statement->do_step = sentence_copy(sentence, last + 1, end);
    return true;
}

bool do_heads_classify(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    struct statement *statement = sentence->statement;
    size_t at = phrase_prefix(normal, sentence->at, "do");
    if (!at)
        return false;
    unsigned label = 0;
    size_t digits = phrase_label(normal, at, &label);
    if (!digits && !phrase_words(normal, sentence->at, "do"))
        return false;
    size_t behind = digits ? digits : at;
    size_t head = phrase_is(normal, behind, ',') ? behind + 1 : behind;
    statement->do_kind = DO_FOREVER;
    if (!(sentence_ends(sentence, behind) || read_while(sentence, head) ||
          read_concurrent(sentence, head) || read_counted(sentence, head)))
        return false;
    statement->kind = STATEMENT_DO;
    if (digits) {
        statement->do_label = label;
        statement->do_label_start = normal->offset[at];
        statement->do_label_end = normal->offset[head - 1] + 1;
    }
    return true;
}
