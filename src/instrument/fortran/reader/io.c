/* io.c: I/O statements: their units, and the labels that they may jump to. */
#include "instrument/fortran/reader/sentence.h"

#include <ctype.h>

/* A keyword of I/O statements. */
struct keyword {
    const char *words;
    enum io_keyword io;
};

/* Returns the index behind `name =` at `from`, or 0. */
static size_t take_specifier(const struct normal *normal, size_t from, const char *name)
{
    size_t at = phrase_words(normal, from, name);
    return at && phrase_is(normal, at, '=') && !phrase_is(normal, at + 1, '=') ? at + 1 : 0;
}

/* True if [from, to) begins with any `name =`. */
static bool has_specifier(const struct normal *normal, size_t from, size_t to)
{
    size_t at = phrase_name(normal, from);
    return at && at < to && phrase_is(normal, at, '=') && !phrase_is(normal, at + 1, '=');
}

/* Takes the unit or label from one item [from, to) of a control list. */
static void take_item(struct sentence *sentence, size_t from, size_t to, bool first)
{
    static const char *const jumps[] = {"err", "end", "eor"};
    const struct normal *normal = sentence->normal;
    struct statement *statement = sentence->statement;
    unsigned label;
    size_t at = take_specifier(normal, from, "unit");
    if (at) {
        statement->unit = sentence_copy(sentence, at, to);
        return;
    }
    at = take_specifier(normal, from, "newunit");
    if (at && statement->io == IO_OPEN) {
        statement->new_unit = sentence_copy(sentence, at, to);
        return;
    }
    for (size_t i = 0; i < 3; i++) {
        at = take_specifier(normal, from, jumps[i]);
        if (at && phrase_label(normal, at, &label) == to) {
            sentence_add_target(sentence, label);
            return;
        }
    }
    if (!first || from == to || has_specifier(normal, from, to))
        return;
    /* DEC: a quote separates the unit from the record. */
    size_t quote = phrase_find(normal, from, to, '\'');
    statement->unit = sentence_copy(sentence, from, quote);
}

/* Takes the control list in the parentheses at `open`; `behind` is the index behind them. */
static void take_list(struct sentence *sentence, size_t open, size_t behind)
{
    const struct normal *normal = sentence->normal;
    size_t close = behind - 1, from = open + 1;
    for (bool first = true;; first = false) {
        size_t to = phrase_find(normal, from, close, ',');
        take_item(sentence, from, to, first);
        if (to >= close)
            break;
        from = to + 1;
    }
}

/* True for READ ('(A)'), X: the parentheses hold a format. */
static bool is_format(const struct normal *normal, size_t open, size_t behind)
{
    return phrase_is(normal, behind, ',') &&
           phrase_find(normal, open + 1, behind - 1, ',') == behind - 1 &&
           ((normal->flags[open + 1] & NORMAL_CONSTANT) || phrase_is(normal, open + 1, '('));
}

static void set_kind(struct sentence *sentence, enum io_keyword io)
{
    sentence->statement->kind = STATEMENT_IO;
    sentence->statement->io = io;
}

/* Classifies READ fmt, PRINT fmt, TYPE fmt and ACCEPT fmt. The format, any expression, is at `at`.
 */
static bool classify_simple(struct sentence *sentence, size_t at, enum io_keyword io)
{
    if (sentence_ends(sentence, at) || phrase_is(sentence->normal, at, '='))
        return false;
    set_kind(sentence, io);
    sentence->statement->unit = "*";
    return true;
}

/* READ, WRITE, PRINT and ACCEPT. */
static bool classify_transfer(struct sentence *sentence)
{
    static const struct keyword keywords[] = {
        {"read", IO_READ}, {"write", IO_WRITE}, {"print", IO_PRINT}, {"accept", IO_READ}};
    const struct normal *normal = sentence->normal;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        size_t at = phrase_prefix(normal, sentence->at, keywords[i].words);
        if (!at || (!phrase_words(normal, sentence->at, keywords[i].words) &&
                    !isdigit((unsigned char)normal->text[at])))
            continue;
        enum io_keyword io = keywords[i].io;
        bool listed = phrase_is(normal, at, '(') && i < 2;
        size_t behind = listed ? phrase_bracket(normal, at) : 0;
        if (listed && !behind)
            return false;
        if (listed && !(io == IO_READ && is_format(normal, at, behind))) {
            set_kind(sentence, io);
            take_list(sentence, at, behind);
            return true;
        }
        return io != IO_WRITE && classify_simple(sentence, at, io);
    }
    return false;
}

/* OPEN(...), CLOSE(...) and others; REWIND 10 and others. */
static bool classify_file(struct sentence *sentence)
{
    static const struct keyword keywords[] = {{"open", IO_OPEN},        {"close", IO_CLOSE},
                                              {"inquire", IO_INQUIRE},  {"wait", IO_WAIT},
                                              {"rewind", IO_REWIND},    {"backspace", IO_BACKSPACE},
                                              {"end file", IO_ENDFILE}, {"flush", IO_FLUSH}};
    const struct normal *normal = sentence->normal;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        size_t at = phrase_prefix(normal, sentence->at, keywords[i].words);
        if (!at || sentence_ends(sentence, at))
            continue;
        bool apart = phrase_words(normal, sentence->at, keywords[i].words) != 0;
        size_t behind = phrase_is(normal, at, '(') ? phrase_bracket(normal, at) : 0;
        bool listed = behind && (sentence_ends(sentence, behind) || keywords[i].io == IO_INQUIRE);
        if (listed) {
            set_kind(sentence, keywords[i].io);
            take_list(sentence, at, behind);
            return true;
        }
        if (i < 4 || (!apart && !isdigit((unsigned char)normal->text[at])))
            continue;
        set_kind(sentence, keywords[i].io);
        sentence->statement->unit = sentence_copy(sentence, at, normal->length);
        return true;
    }
    return false;
}

/* DEC: TYPE *, X prints. */
static bool classify_type(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    size_t at = phrase_prefix(normal, sentence->at, "type");
    if (!at || sentence_ends(sentence, at) ||
        !(phrase_is(normal, at, '*') || (normal->flags[at] & NORMAL_CONSTANT) ||
          isdigit((unsigned char)normal->text[at]) ||
          (phrase_name(normal, at) &&
           (!sentence->context->definitions || phrase_is(normal, phrase_name(normal, at), ',')))))
        return false;
    return classify_simple(sentence, at, IO_PRINT);
}

bool io_classify(struct sentence *sentence)
{
    return classify_transfer(sentence) || classify_file(sentence) || classify_type(sentence);
}
