/* constructs.c: statements that begin a construct or a part of one, except IF and DO. */
#include "instrument/fortran/reader/sentence.h"

bool constructs_is_keyword(const struct normal *normal, size_t at)
{
    static const char *const keywords[] = {"do",       "if",          "select case", "select type",
                                           "where",    "forall",      "associate",   "block",
                                           "critical", "change team", "select rank"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        if (phrase_prefix(normal, at, keywords[i]))
            return true;
    }
    return false;
}

/* True for `words ( ... )` and nothing else. */
static bool is_bracketed(struct sentence *sentence, const char *words)
{
    size_t open = phrase_words(sentence->normal, sentence->at, words);
    return open && phrase_is(sentence->normal, open, '(') &&
           sentence_ends(sentence, phrase_bracket(sentence->normal, open));
}

/* WHERE (mask) or FORALL (header): it is a construct if nothing follows; else an assignment must.
 */
static bool classify_masked(struct sentence *sentence, const char *word,
                            enum statement_kind construct)
{
    const struct normal *normal = sentence->normal;
    size_t open = phrase_words(normal, sentence->at, word);
    size_t behind = open && phrase_is(normal, open, '(') ? phrase_bracket(normal, open) : 0;
    if (!behind)
        return false;
    if (sentence_ends(sentence, behind)) {
        sentence->statement->kind = construct;
        return true;
    }
    struct sentence rest = *sentence;
    rest.at = behind;
    if (sentence->statement->name || !assignment_is(&rest))
        return false;
    sentence->statement->kind = STATEMENT_ACTION;
    return true;
}

/* SELECT CASE, SELECT TYPE and SELECT RANK. */
static bool classify_select(struct sentence *sentence)
{
    if (!is_bracketed(sentence, "select case") && !is_bracketed(sentence, "select type") &&
        !is_bracketed(sentence, "select rank"))
        return false;
    sentence->statement->kind = STATEMENT_SELECT;
    return true;
}

/* CASE (...), TYPE IS (...), RANK DEFAULT ..., perhaps with the construct's name behind it. */
static bool classify_case(struct sentence *sentence)
{
    static const char *const with[] = {"case", "type is", "class is", "rank"};
    static const char *const without[] = {"case default", "class default", "rank default"};
    const struct normal *normal = sentence->normal;
    if (!sentence->context->in_select)
        return false;
    size_t behind = 0;
    for (size_t i = 0; !behind && i < sizeof without / sizeof without[0]; i++)
        behind = phrase_words(normal, sentence->at, without[i]);
    for (size_t i = 0; !behind && i < sizeof with / sizeof with[0]; i++) {
        size_t open = phrase_words(normal, sentence->at, with[i]);
        behind = open && phrase_is(normal, open, '(') ? phrase_bracket(normal, open) : 0;
    }
    if (!behind || !sentence_ends_with_name(sentence, behind))
        return false;
    sentence->statement->kind = STATEMENT_CASE;
    return true;
}

/* ELSE, ELSE IF (...) THEN and ELSEWHERE. */
static bool classify_else(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "else where");
    if (at && sentence->context->in_where) {
        if (phrase_is(normal, at, '('))
            at = phrase_bracket(normal, at);
        if (!at || !sentence_ends_with_name(sentence, at))
            return false;
        sentence->statement->kind = STATEMENT_ELSEWHERE;
        return true;
    }
    if (!sentence->context->in_if)
        return false;
    at = phrase_words(normal, sentence->at, "else if");
    if (at && phrase_is(normal, at, '(')) {
        size_t behind = phrase_bracket(normal, at);
        size_t then = behind ? phrase_words(normal, behind, "then") : 0;
        if (!then || !sentence_ends_with_name(sentence, then))
            return false;
    } else {
        at = phrase_words(normal, sentence->at, "else");
        if (!at || !sentence_ends_with_name(sentence, at))
            return false;
    }
    sentence->statement->kind = STATEMENT_ELSE;
    return true;
}

/* BLOCK, CRITICAL, CHANGE TEAM and ASSOCIATE. */
static bool classify_block(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "block");
    if (at && sentence_ends(sentence, at)) {
        sentence->statement->kind = STATEMENT_BLOCK;
        return true;
    }
    at = phrase_words(normal, sentence->at, "critical");
    if ((at && sentence_ends(sentence, at)) || is_bracketed(sentence, "critical") ||
        is_bracketed(sentence, "change team")) {
        sentence->statement->kind = STATEMENT_CRITICAL;
        return true;
    }
    if (!is_bracketed(sentence, "associate"))
        return false;
    sentence->statement->kind = STATEMENT_ASSOCIATE;
    return true;
}

bool constructs_classify(struct sentence *sentence)
{
    return classify_masked(sentence, "where", STATEMENT_WHERE_THEN) ||
           classify_masked(sentence, "forall", STATEMENT_FORALL_THEN) ||
           classify_select(sentence) || classify_case(sentence) || classify_else(sentence) ||
           classify_block(sentence);
}
