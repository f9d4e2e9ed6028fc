/* label.c: labels of C functions at which regions begin and end:
 *
 *   label {PREDICATE}_{ARITY}_0 in module_{MODULE}
 *       enter "{MODULE}:{PREDICATE}/{ARITY}" */
#include "util/memory.h"
#include "vocabulary/family.h"
#include "vocabulary/parser.h"
#include "vocabulary/pattern.h"
#include "vocabulary/vocabulary.h"

#include <stdlib.h>
#include <string.h>

/* Checks that all families in a stretch of the text are known; those of a region's name must be in
 * one of the two names, `of`. */
static bool check_families(struct vocabulary_parser *parser, struct vocabulary_range range,
                           const struct vocabulary_label *of)
{
    const char *text = parser->lexer.text;
    for (size_t at = range.at; at < range.end; at++) {
        size_t size = text[at] == '{' ? strcspn(text + at + 1, "}\n") : 0;
        if (!size || text[at + 1 + size] != '}')
            continue;
        if (!vocabulary_family_find(parser, text + at + 1, size))
            return vocabulary_family_unknown(parser, at + 1, size);
        char *used = memory_printf("%.*s", (int)size + 2, text + at);
        bool is_bound = !of || strstr(of->label, used) || strstr(of->function, used);
        if (!is_bound)
            diagnostic_at(parser->trouble, at, at + size + 2,
                          "neither the label nor the function has %s in its name", used);
        free(used);
        if (!is_bound)
            return false;
    }
    return true;
}

/* Takes a name whose families stay as they are written. */
static bool take_pattern(struct vocabulary_parser *parser, const char *what, const char **to)
{
    struct vocabulary_range range = vocabulary_here(parser);
    if (parser->lexer.lexeme.token != VOCABULARY_NAME)
        return vocabulary_expected(parser, what);
    *to = arena_text(&parser->to->arena, parser->lexer.text + range.at, range.end - range.at);
    return check_families(parser, range, NULL) && vocabulary_step(parser);
}

static bool read_act(struct vocabulary_parser *parser, struct vocabulary_label *to)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    if (!lexeme->indented || vocabulary_sees_word(parser, "leave"))
        return lexeme->indented
                   ? vocabulary_step(parser)
                   : diagnostic_at(parser->trouble, to->range.at, to->range.end,
                                   "an indented line must tell what happens at the label: enter "
                                   "\"a name\", or leave");
    if (!vocabulary_sees_word(parser, "enter"))
        return vocabulary_expected(parser, "`enter` or `leave`");
    if (!vocabulary_step(parser))
        return false;
    if (lexeme->token != VOCABULARY_TEXT || lexeme->end - lexeme->at < 3)
        return vocabulary_expected(parser, "the name of a region, such as \"step\"");
    struct vocabulary_range name = {lexeme->at + 1, lexeme->end - 1};
    to->name = arena_text(&parser->to->arena, parser->lexer.text + name.at, name.end - name.at);
    return check_families(parser, name, to) && vocabulary_step(parser);
}

bool vocabulary_parse_labels(struct vocabulary_parser *parser)
{
    struct vocabulary_label *made = arena_zeroed(&parser->to->arena, sizeof *made),
                            **last = &parser->to->labels;
    if (!vocabulary_step(parser))
        return false;
    made->range = vocabulary_here(parser);
    if (!take_pattern(parser, "the name of a label", &made->label))
        return false;
    if (!vocabulary_sees_word(parser, "in"))
        return vocabulary_expected(parser, "`in` and the name of a function");
    if (!vocabulary_step(parser) ||
        !take_pattern(parser, "the name of a function", &made->function) ||
        !vocabulary_end_line(parser) || !read_act(parser, made))
        return false;
    while (*last)
        last = &(*last)->next;
    *last = made;
    return true;
}

bool vocabulary_label_of(const struct vocabulary *vocabulary, const char *function,
                         const char *label, char **name)
{
    struct vocabulary *bound = (struct vocabulary *)vocabulary; /* its families are */
    for (const struct vocabulary_label *line = vocabulary->labels; line; line = line->next) {
        char *pattern = memory_printf("%s %s", line->function, line->label),
             *both = memory_printf("%s %s", function, label);
        bool matches = vocabulary_pattern_bind(bound, pattern, both);
        free(pattern);
        free(both);
        if (!matches)
            continue;
        struct buffer text = {0};
        if (line->name)
            vocabulary_pattern_fill(vocabulary, line->name, &text);
        *name = line->name ? buffer_take(&text) : NULL;
        return true;
    }
    return false;
}
