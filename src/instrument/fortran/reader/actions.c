/* actions.c: statements that may be the action of an IF, except assignments and I/O. */
#include "instrument/fortran/reader/sentence.h"

#include <string.h>

/* Takes the labels in the parentheses at `open` as targets. Returns the index behind them, or 0. */
static size_t take_labels(struct sentence *sentence, size_t open)
{
    const struct normal *normal = sentence->normal;
    size_t at = open;
    if (!phrase_is(normal, open, '('))
        return 0;
    do {
        unsigned label;
        at = phrase_label(normal, at + 1, &label);
        if (!at)
            return 0;
        sentence_add_target(sentence, label);
    } while (phrase_is(normal, at, ','));
    return phrase_char(normal, at, ')');
}

/* GO TO 10, GO TO (10, 20), I, and GO TO I, (10, 20). */
static bool classify_goto(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_prefix(normal, sentence->at, "go to");
    unsigned label;
    if (!at)
        return false;
    sentence->statement->kind = STATEMENT_GOTO;
    size_t behind = phrase_label(normal, at, &label);
    if (behind && sentence_ends(sentence, behind)) {
        sentence_add_target(sentence, label);
        return true;
    }
    if (phrase_is(normal, at, '(')) {
        behind = take_labels(sentence, at);
        return behind && !sentence_ends(sentence, behind);
    }
    behind = phrase_words(normal, sentence->at, "go to") ? phrase_name(normal, at) : 0;
    if (behind && sentence_ends(sentence, behind)) {
        sentence->statement->any_target = true;
        return true;
    }
    if (behind && phrase_is(normal, behind, ','))
        behind++;
    behind = behind ? take_labels(sentence, behind) : 0;
    return behind && sentence_ends(sentence, behind);
}

/* ASSIGN 10 TO I. */
static bool classify_assign(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_prefix(normal, sentence->at, "assign");
    unsigned label;
    size_t to = at ? phrase_label(normal, at, &label) : 0;
    size_t name = to ? phrase_prefix(normal, to, "to") : 0;
    size_t end = name ? phrase_name(normal, name) : 0;
    if (!end || !sentence_ends(sentence, end))
        return false;
    sentence_name(sentence, name, end);
    sentence_add_target(sentence, label);
    sentence->statement->kind = STATEMENT_ASSIGN;
    return true;
}

/* Takes the alternate returns among a call's arguments, *10 or &10, as targets. */
static void take_alternates(struct sentence *sentence, size_t open, size_t close)
{
    const struct normal *normal = sentence->normal;
    for (size_t at = open; at < close;) {
        unsigned label;
        size_t star = at + 1;
        size_t behind = phrase_is(normal, star, '*') || phrase_is(normal, star, '&')
                            ? phrase_label(normal, star + 1, &label)
                            : 0;
        if (behind && (phrase_is(normal, behind, ',') || behind == close))
            sentence_add_target(sentence, label);
        at = phrase_find(normal, at + 1, close, ',');
    }
}

/* CALL, also of a procedure bound to a type. CALL EXIT and CALL ABORT count as STOP. */
static bool classify_call(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t start = phrase_words(normal, sentence->at, "call");
    size_t at = start ? phrase_name(normal, start) : 0;
    size_t open = 0;
    while (at && at < normal->length) {
        if (phrase_is(normal, at, '(') || phrase_is(normal, at, '[')) {
            open = at;
            at = phrase_bracket(normal, at);
        } else if (phrase_is(normal, at, '%') || phrase_is(normal, at, '.')) {
            open = 0;
            at = phrase_name(normal, at + 1);
        } else {
            return false;
        }
    }
    if (!at)
        return false;
    sentence->statement->kind = STATEMENT_CALL;
    sentence_name(sentence, start, open ? open : at);
    if (open)
        take_alternates(sentence, open, at - 1);
    const char *name = sentence->statement->name;
    if (!strcmp(name, "exit") || !strcmp(name, "abort"))
        sentence->statement->kind = STATEMENT_STOP;
    return true;
}

/* A keyword that a construct name may follow: EXIT outer. */
static bool classify_leave(struct sentence *sentence, const char *word, enum statement_kind kind)
{
    size_t at = phrase_words(sentence->normal, sentence->at, word);
    if (!at || !sentence_ends_with_name(sentence, at))
        return false;
    sentence->statement->kind = kind;
    return true;
}

/* A keyword that ends a visit or the program, with or without an expression behind it. */
static bool classify_stop(struct sentence *sentence)
{
    static const struct {
        const char *words;
        enum statement_kind kind;
    } stops[] = {{"stop", STATEMENT_STOP},
                 {"error stop", STATEMENT_STOP},
                 {"return", STATEMENT_RETURN},
                 {"pause", STATEMENT_ACTION}};
    const struct normal *normal = sentence->normal;
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        size_t at = phrase_prefix(normal, sentence->at, stops[i].words);
        if (!at)
            continue;
        if (!phrase_words(normal, sentence->at, stops[i].words) &&
            !(normal->text[at] >= '0' && normal->text[at] <= '9'))
            continue;
        if (phrase_is(normal, at, '=') || phrase_is(normal, at, '%'))
            return false;
        sentence->statement->kind = stops[i].kind;
        return true;
    }
    return false;
}

/* ALLOCATE(...) and others that need their parentheses, and keywords that stand alone. */
static bool classify_other(struct sentence *sentence)
{
    static const char *const bracketed[] = {
        "allocate", "deallocate", "nullify",    "lock",      "unlock",      "sync images",
        "sync all", "event post", "event wait", "sync team", "sync memory", "form team"};
    static const char *const alone[] = {"sync all", "sync memory", "fail image"};
    const struct normal *normal = sentence->normal;
    for (size_t i = 0; i < sizeof bracketed / sizeof bracketed[0]; i++) {
        size_t open = phrase_words(normal, sentence->at, bracketed[i]);
        if (!open || !phrase_is(normal, open, '(') ||
            !sentence_ends(sentence, phrase_bracket(normal, open)))
            continue;
        sentence->statement->kind = STATEMENT_ACTION;
        return true;
    }
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++) {
        size_t at = phrase_words(normal, sentence->at, alone[i]);
        if (!at || !sentence_ends(sentence, at))
            continue;
        sentence->statement->kind = STATEMENT_ACTION;
        return true;
    }
    return false;
}

/* WHERE (mask) and FORALL (header) with an assignment. */
static bool classify_masked(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t open = phrase_words(normal, sentence->at, "where");
    if (!open)
        open = phrase_words(normal, sentence->at, "forall");
    size_t behind = open && phrase_is(normal, open, '(') ? phrase_bracket(normal, open) : 0;
    struct sentence rest = *sentence;
    rest.at = behind;
    if (!behind || sentence_ends(sentence, behind) || !assignment_is(&rest))
        return false;
    sentence->statement->kind = STATEMENT_ACTION;
    return true;
}

bool actions_classify(struct sentence *sentence)
{
    size_t at = phrase_words(sentence->normal, sentence->at, "continue");
    if (at && sentence_ends(sentence, at)) {
        sentence->statement->kind = STATEMENT_CONTINUE;
        return true;
    }
    if (classify_call(sentence) || classify_leave(sentence, "exit", STATEMENT_EXIT) ||
        classify_leave(sentence, "cycle", STATEMENT_CYCLE) || classify_goto(sentence))
        return true;
    sentence->statement->target_count = 0;
    return classify_assign(sentence) || classify_stop(sentence) || classify_other(sentence) ||
           classify_masked(sentence);
}
