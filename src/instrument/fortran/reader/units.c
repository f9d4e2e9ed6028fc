/* units.c: statements that begin a program unit or procedure, ENTRY, and CONTAINS. */
#include "instrument/fortran/reader/sentence.h"

/* Classifies `words name` and nothing else. */
static bool is_named(struct sentence *sentence, const char *words, enum statement_kind kind)
{
    size_t at = phrase_words(sentence->normal, sentence->at, words);
    if (!at || sentence_ends(sentence, at) || !sentence_ends_with_name(sentence, at))
        return false;
    sentence->statement->kind = kind;
    return true;
}

/* True if only RESULT(...) and BIND(...), in any order, follow the arguments. */
static bool is_suffix(const struct normal *normal, size_t at)
{
    while (at && at < normal->length) {
        size_t open = phrase_words(normal, at, "result");
        if (!open)
            open = phrase_words(normal, at, "bind");
        if (!open || !phrase_is(normal, open, '('))
            return false;
        at = phrase_bracket(normal, open);
    }
    return at != 0;
}

/* Takes the prefixes of a procedure from *at on, and returns them as enum routine_flag. typed: one
 * of them is a type. */
static unsigned take_prefixes(const struct normal *normal, size_t *at, bool *typed)
{
    static const struct {
        const char *word;
        unsigned flags;
    } prefixes[] = {{"recursive", ROUTINE_RECURSIVE},
                    {"pure", ROUTINE_PURE},
                    {"elemental", ROUTINE_ELEMENTAL},
                    {"non_recursive", 0},
                    {"impure", 1u << 16},
                    {"module", ROUTINE_SEPARATE}};
    unsigned flags = 0;
    bool more = true;
    *typed = false;
    while (more) {
        more = false;
        if (phrase_words(normal, *at, "subroutine") || phrase_words(normal, *at, "function"))
            break;
        for (size_t i = 0; !more && i < sizeof prefixes / sizeof prefixes[0]; i++) {
            size_t behind = phrase_words(normal, *at, prefixes[i].word);
            if (!behind)
                continue;
            more = true;
            *at = behind;
            flags |= prefixes[i].flags;
        }
        size_t behind = more || *typed ? 0 : specifications_type(normal, *at);
        if (behind) {
            *at = behind;
            more = *typed = true;
        }
    }
    if ((flags & ROUTINE_ELEMENTAL) && !(flags & 1u << 16))
        flags |= ROUTINE_PURE;
    return flags & ~(1u << 16);
}

/* SUBROUTINE and FUNCTION. */
static bool classify_procedure(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    struct statement *statement = sentence->statement;
    size_t at = sentence->at;
    bool typed;
    unsigned flags = take_prefixes(normal, &at, &typed);
    size_t name = phrase_words(normal, at, "subroutine");
    statement->kind = STATEMENT_SUBROUTINE;
    if (!name) {
        name = phrase_words(normal, at, "function");
        statement->kind = STATEMENT_FUNCTION;
    }
    size_t behind = name ? phrase_name(normal, name) : 0;
    /* REALFUNCTIONF(X) in fixed form declares an array where no procedure can begin. */
    if (!behind || (typed && normal->fixed && !sentence->context->unit_start))
        return false;
    size_t arguments = behind;
    if (phrase_is(normal, behind, '('))
        arguments = phrase_bracket(normal, behind);
    else if (statement->kind == STATEMENT_FUNCTION)
        return false;
    if (!arguments || !is_suffix(normal, arguments))
        return false;
    sentence_name(sentence, name, behind);
    statement->routine_flags = flags;
    return true;
}

/* MODULE PROCEDURE name, in a CONTAINS part. */
static bool classify_separate(struct sentence *sentence)
{
    if (!sentence->context->contained ||
        !is_named(sentence, "module procedure", STATEMENT_MODULE_PROCEDURE))
        return false;
    sentence->statement->routine_flags = ROUTINE_SEPARATE;
    return true;
}

/* SUBMODULE (ancestor[:parent]) name. */
static bool is_submodule(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t open = phrase_words(normal, sentence->at, "submodule");
    size_t at = open && phrase_is(normal, open, '(') ? phrase_bracket(normal, open) : 0;
    if (!at || sentence_ends(sentence, at) || !sentence_ends_with_name(sentence, at))
        return false;
    sentence->statement->kind = STATEMENT_SUBMODULE;
    return true;
}

/* ENTRY name (...). */
static bool classify_entry(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t name = phrase_words(normal, sentence->at, "entry");
    size_t behind = name ? phrase_name(normal, name) : 0;
    if (!behind)
        return false;
    size_t arguments = phrase_is(normal, behind, '(') ? phrase_bracket(normal, behind) : behind;
    if (!arguments || !is_suffix(normal, arguments))
        return false;
    sentence_name(sentence, name, behind);
    sentence->statement->kind = STATEMENT_ENTRY;
    return true;
}

/* PROGRAM name. */
static bool classify_main(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "program");
    size_t name = at ? phrase_name(normal, at) : 0;
    if (!name)
        return false;
    /* PROGRAM name (file, file ...) is an old form. */
    if (!sentence_ends(sentence, name) &&
        !(phrase_is(normal, name, '(') && sentence_ends(sentence, phrase_bracket(normal, name))))
        return false;
    sentence_name(sentence, at, name);
    sentence->statement->kind = STATEMENT_PROGRAM;
    return true;
}

/* PROGRAM, MODULE, SUBMODULE and BLOCK DATA. */
static bool classify_unit(struct sentence *sentence)
{
    size_t at = phrase_words(sentence->normal, sentence->at, "block data");
    if (at && sentence_ends_with_name(sentence, at)) {
        sentence->statement->kind = STATEMENT_BLOCK_DATA;
        return true;
    }
    return classify_main(sentence) || is_submodule(sentence) ||
           is_named(sentence, "module", STATEMENT_MODULE);
}

bool units_classify(struct sentence *sentence)
{
    const struct context *context = sentence->context;
    size_t at = phrase_words(sentence->normal, sentence->at, "contains");
    if (at && sentence_ends(sentence, at)) {
        sentence->statement->kind = STATEMENT_CONTAINS;
        return true;
    }
    if (classify_separate(sentence) || classify_procedure(sentence))
        return true;
    if (context->unit_start && !context->contained && !context->in_interface &&
        classify_unit(sentence))
        return true;
    return !context->unit_start && classify_entry(sentence);
}
