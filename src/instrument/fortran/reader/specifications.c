/* specifications.c: declarations, definitions of types, interfaces. */
#include "instrument/fortran/reader/sentence.h"

#include <ctype.h>
#include <string.h>

/* Returns the index behind the *8, (8), *(*) or (LEN=3) of a type; `at`: there is none; 0: it is
 * malformed. */
static size_t behind_kind(const struct normal *normal, size_t at)
{
    if (phrase_is(normal, at, '(')) {
        size_t behind = phrase_bracket(normal, at);
        return behind;
    }
    if (!phrase_is(normal, at, '*'))
        return at;
    if (phrase_is(normal, at + 1, '('))
        return phrase_bracket(normal, at + 1);
    size_t digits = at + 1;
    while (digits < normal->length && isdigit((unsigned char)normal->text[digits]))
        digits++;
    return digits > at + 1 ? digits : 0;
}

size_t specifications_type(const struct normal *normal, size_t at)
{
    static const char *const types[] = {"integer", "real",    "double precision", "double complex",
                                        "complex", "logical", "character",        "byte"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t behind = phrase_words(normal, at, types[i]);
        if (behind)
            return behind_kind(normal, behind);
    }
    size_t open = phrase_words(normal, at, "type");
    if (!open)
        open = phrase_words(normal, at, "class");
    if (open && phrase_is(normal, open, '('))
        return phrase_bracket(normal, open);
    size_t record = phrase_words(normal, at, "record");
    if (!record || !phrase_is(normal, record, '/'))
        return 0;
    size_t name = phrase_name(normal, record + 1);
    return name ? phrase_char(normal, name, '/') : 0;
}

/* True for REAL X, REAL, DIMENSION(3) :: X, TYPE(T) X ... */
static bool is_typed(const struct normal *normal, size_t at)
{
    size_t behind = specifications_type(normal, at);
    return behind && (phrase_is(normal, behind, ',') ||
                      (phrase_is(normal, behind, ':') && phrase_is(normal, behind + 1, ':')) ||
                      phrase_name(normal, behind));
}

bool specifications_is_parameter(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "parameter");
    if (!at)
        return false;
    size_t open = phrase_is(normal, at, '(') ? at + 1 : at;
    size_t behind = open > at ? phrase_bracket(normal, at) : normal->length;
    size_t name = phrase_name(normal, open);
    if (!name || !phrase_is(normal, name, '=') || !sentence_ends(sentence, behind))
        return false;
    sentence->statement->kind = STATEMENT_DECLARATION;
    return true;
}

/* Sets the kind; returns true. */
static bool set(struct sentence *sentence, enum statement_kind kind)
{
    sentence->statement->kind = kind;
    return true;
}

/* True for a keyword of a specification, followed by one of the things that it allows. */
static bool is_attribute(const struct normal *normal, size_t at)
{
    static const struct {
        const char *words;
        const char
            *follow; /* what may follow: n a name, : two colons, ( / , themselves, . the end */
    } attributes[] = {{"dimension", "n:"},   {"common", "n/"},      {"external", "n:"},
                      {"intrinsic", "n:"},   {"save", "n:/."},      {"equivalence", "("},
                      {"namelist", "/"},     {"allocatable", "n:"}, {"asynchronous", "n:"},
                      {"automatic", "n:."},  {"static", "n:."},     {"bind", "("},
                      {"codimension", "n:"}, {"contiguous", "n:"},  {"intent", "("},
                      {"optional", "n:"},    {"parameter", "(n"},   {"pointer", "n:("},
                      {"private", "n:."},    {"public", "n:."},     {"protected", "n:"},
                      {"sequence", "."},     {"target", "n:"},      {"value", "n:"},
                      {"volatile", "n:"},    {"enumerator", "n:"},  {"generic", ":,"},
                      {"final", "n:"},       {"procedure", "(n:,"}, {"module procedure", "n:"},
                      {"virtual", "n"}};
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        size_t behind = phrase_words(normal, at, attributes[i].words);
        if (!behind)
            continue;
        const char *follow = attributes[i].follow;
        if (behind == normal->length ? strchr(follow, '.') != NULL
                                     : (strchr(follow, 'n') && phrase_name(normal, behind)) ||
                                           (!(normal->flags[behind] & NORMAL_CONSTANT) &&
                                            strchr(":(/,", normal->text[behind]) &&
                                            strchr(follow, normal->text[behind])))
            return true;
    }
    return false;
}

bool specifications_opens(const struct normal *normal, size_t at)
{
    size_t behind = phrase_words(normal, at, "structure");
    if (behind)
        return behind == normal->length || phrase_is(normal, behind, '/') ||
               phrase_name(normal, behind);
    behind = phrase_words(normal, at, "union");
    if (!behind)
        behind = phrase_words(normal, at, "map");
    return behind == normal->length;
}

/* True for TYPE t, TYPE :: t, TYPE, EXTENDS(x) :: t, TYPE t(k), ENUM, BIND(C), STRUCTURE /s/. */
static bool is_type_definition(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "type");
    if (at && !phrase_is(normal, at, '(') && sentence->context->definitions) {
        size_t name = at;
        if (phrase_is(normal, at, ',')) {
            for (name = at; name < normal->length; name++) {
                if (phrase_is(normal, name, ':'))
                    break;
            }
        }
        bool colons = phrase_is(normal, name, ':') && phrase_is(normal, name + 1, ':');
        if (phrase_is(normal, at, ',') && !colons)
            return false;
        name += colons ? 2 : 0;
        size_t behind = phrase_name(normal, name);
        if (!behind)
            return false;
        if (!sentence_ends(sentence, behind) &&
            !(phrase_is(normal, behind, '(') &&
              sentence_ends(sentence, phrase_bracket(normal, behind))))
            return false;
        sentence_name(sentence, name, behind);
        return true;
    }
    at = phrase_words(normal, sentence->at, "enum");
    if (at && phrase_is(normal, at, ','))
        return true;
    return specifications_opens(normal, sentence->at) &&
           phrase_words(normal, sentence->at, "structure");
}

/* True for INTERFACE, INTERFACE name, INTERFACE OPERATOR(+) and ABSTRACT INTERFACE. */
static bool is_interface(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "interface");
    if (!at) {
        at = phrase_words(normal, sentence->at, "abstract interface");
        return at && sentence_ends(sentence, at);
    }
    if (sentence_ends_with_name(sentence, at))
        return true;
    size_t open = phrase_name(normal, at);
    return open && phrase_is(normal, open, '(') &&
           sentence_ends(sentence, phrase_bracket(normal, open));
}

/* True for USE m, USE, INTRINSIC :: m, USE m, ONLY: ... */
static bool is_use(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "use");
    if (!at)
        return false;
    if (phrase_is(normal, at, ',') || phrase_is(normal, at, ':')) {
        while (at < normal->length && !phrase_is(normal, at, ':'))
            at++;
        if (!phrase_is(normal, at + 1, ':'))
            return false;
        at += 2;
    }
    size_t behind = phrase_name(normal, at);
    if (!behind || !(sentence_ends(sentence, behind) || phrase_is(normal, behind, ',')))
        return false;
    sentence_name(sentence, at, behind);
    return true;
}

/* True for IMPLICIT NONE and IMPLICIT REAL*8 (A-H,O-Z). */
static bool is_implicit(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "implicit none");
    if (at)
        return sentence_ends(sentence, at) || phrase_is(normal, at, '(');
    at = phrase_words(normal, sentence->at, "implicit");
    return at && (specifications_type(normal, at) || phrase_words(normal, at, "static") ||
                  phrase_words(normal, at, "automatic") || phrase_words(normal, at, "undefined"));
}

/* True for IMPORT. */
static bool is_import(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "import");
    return at && (sentence_ends(sentence, at) || phrase_is(normal, at, ':') ||
                  phrase_is(normal, at, ',') || phrase_name(normal, at));
}

/* True for DATA. */
static bool is_data(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "data");
    return at && (phrase_name(normal, at) || phrase_is(normal, at, '(')) &&
           phrase_is(normal, normal->length - 1, '/');
}

/* True for FORMAT (...). */
static bool is_format(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_words(normal, sentence->at, "format");
    return at && phrase_is(normal, at, '(') && phrase_is(normal, normal->length - 1, ')');
}

bool specifications_classify(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    if (is_format(sentence))
        return set(sentence, STATEMENT_FORMAT);
    if (is_type_definition(sentence) ||
        (sentence->context->in_type && specifications_opens(normal, sentence->at)))
        return set(sentence, STATEMENT_TYPE);
    if (is_typed(normal, sentence->at))
        return set(sentence, STATEMENT_DECLARATION);
    if (is_interface(sentence))
        return set(sentence, STATEMENT_INTERFACE);
    if (is_use(sentence))
        return set(sentence, STATEMENT_USE);
    if (is_implicit(sentence))
        return set(sentence, STATEMENT_IMPLICIT);
    if (is_import(sentence))
        return set(sentence, STATEMENT_IMPORT);
    if (is_data(sentence))
        return set(sentence, STATEMENT_DATA);
    if (is_attribute(normal, sentence->at))
        return set(sentence, STATEMENT_DECLARATION);
    return false;
}
