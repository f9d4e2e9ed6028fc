/* classify.c: finds the kind of a statement. Assignments come first, since no word is reserved;
 * then keywords, in the order in which gfortran tries them where that matters. */
#include "instrument/fortran/reader/sentence.h"

/* Classifies a statement in a derived type or the like: everything is a declaration, except what
 * begins or ends a type. */
static bool classify_in_type(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = sentence->at;
    if (ends_classify(sentence))
        return true;
    if (specifications_opens(normal, at))
        return specifications_classify(sentence);
    sentence->statement->kind = STATEMENT_DECLARATION;
    return true;
}

/* Classifies an arithmetic IF, whose labels 10, 20, 30 are at `at`. */
static bool classify_arithmetic(struct sentence *sentence, size_t at)
{
    unsigned label[3];
    for (int i = 0; i < 3; i++) {
        at = phrase_label(sentence->normal, at, &label[i]);
        if (!at || (i < 2 && !phrase_is(sentence->normal, at, ',')))
            return false;
        at += i < 2;
    }
    if (!sentence_ends(sentence, at))
        return false;
    for (int i = 0; i < 3; i++)
        sentence_add_target(sentence, label[i]);
    sentence->statement->kind = STATEMENT_ARITHMETIC_IF;
    return true;
}

/* Classifies IF (b) 10, 20, 30 as the action of an IF, which gfortran accepts. */
static bool classify_inner_if(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t open = phrase_words(normal, sentence->at, "if");
    size_t at = open && phrase_is(normal, open, '(') ? phrase_bracket(normal, open) : 0;
    return at && classify_arithmetic(sentence, at);
}

/* Classifies the action of an IF. */
static bool classify_action(struct sentence *sentence)
{
    return assignment_classify(sentence) || actions_classify(sentence) || io_classify(sentence) ||
           classify_inner_if(sentence);
}

/* Classifies IF (condition) in all its forms. */
static bool classify_if(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    struct statement *statement = sentence->statement;
    size_t open = phrase_words(normal, sentence->at, "if");
    size_t at = open && phrase_is(normal, open, '(') ? phrase_bracket(normal, open) : 0;
    if (!at || sentence_ends(sentence, at))
        return false;
    size_t then = phrase_words(normal, at, "then");
    if (then && sentence_ends(sentence, then)) {
        statement->kind = STATEMENT_IF_THEN;
        return true;
    }
    if (statement->name) /* only a construct has a name before it */
        return false;
    if (classify_arithmetic(sentence, at))
        return true;
    struct context inside = {.in_if = true};
    struct sentence action = {sentence->reading, normal, &inside, statement, at};
    statement->action_start = normal->offset[at];
    if (!classify_action(&action))
        return false;
    statement->action = statement->kind;
    statement->kind = STATEMENT_IF;
    return true;
}

/* Classifies INCLUDE 'file'. */
static bool classify_include(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "include");
    if (!at || at >= normal->length || !(normal->flags[at] & NORMAL_CONSTANT) ||
        (normal->text[at] != '\'' && normal->text[at] != '"'))
        return false;
    for (size_t i = at; i < normal->length; i++) {
        if (!(normal->flags[i] & NORMAL_CONSTANT))
            return false;
    }
    sentence->statement->kind = STATEMENT_INCLUDE;
    sentence_name(sentence, at + 1, normal->length - 1);
    return true;
}

/* Takes the name of a construct: name: DO ... */
static void take_construct_name(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t colon = phrase_name(normal, sentence->at);
    if (!colon || !phrase_is(normal, colon, ':') || phrase_is(normal, colon + 1, ':') ||
        !constructs_is_keyword(normal, colon + 1))
        return;
    sentence_name(sentence, sentence->at, colon);
    sentence->at = colon + 1;
    sentence->statement->body = normal->offset[sentence->at];
}

/* Tries all kinds. */
static bool classify_sentence(struct sentence *sentence)
{
    return specifications_is_parameter(sentence) || assignment_classify(sentence) ||
           units_classify(sentence) || classify_if(sentence) || do_heads_classify(sentence) ||
           constructs_classify(sentence) || ends_classify(sentence) ||
           specifications_classify(sentence) || actions_classify(sentence) ||
           io_classify(sentence) || classify_include(sentence);
}

void classify_statement(struct reading *reading, struct statement *statement,
                        const struct context *context)
{
    struct sentence sentence = {reading, &reading->normal, context, statement, 0};
    take_construct_name(&sentence);
    statement->text = sentence_copy(&sentence, sentence.at, reading->normal.length);
    if (context->in_type) {
        classify_in_type(&sentence);
        return;
    }
    if (classify_sentence(&sentence))
        return;
    reading->normal.lenient = true; /* gfortran accepts CHARACTERX in free form, too */
    if (classify_sentence(&sentence))
        return;
    statement->kind = STATEMENT_UNKNOWN;
    statement->name = statement->written = NULL;
    statement->target_count = 0;
}
