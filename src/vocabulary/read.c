/* read.c: reads the lines of a vocabulary outside of functions: see vocabulary.h */
#include "vocabulary/vocabulary.h"

#include "format/place.h"
#include "util/memory.h"
#include "vocabulary/parser.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads words that are no lexemes, such as names of files, up to the end of the line. */
static bool read_words(struct vocabulary_parser *parser, struct vocabulary_word **list,
                       const char *what)
{
    struct vocabulary_word **last = list;
    size_t at, end;
    bool any = false;
    while (*last)
        last = &(*last)->next;
    while (vocabulary_lexer_word(&parser->lexer, &at, &end)) {
        *last = arena_zeroed(&parser->to->arena, sizeof **last);
        (*last)->text = arena_text(&parser->to->arena, parser->lexer.text + at, end - at);
        last = &(*last)->next;
        any = true;
    }
    return vocabulary_step(parser) && (any || vocabulary_expected(parser, what));
}

/* Reads the collectors that are not used with the vocabulary. */
static bool read_without(struct vocabulary_parser *parser)
{
    struct vocabulary_range line = vocabulary_here(parser);
    if (!read_words(parser, &parser->to->without, "what is not recorded: threads, openmp, io, mpi"))
        return false;
    for (const struct vocabulary_word *word = parser->to->without; word; word = word->next) {
        uint32_t collectors;
        if (!format_collectors_read(word->text, &collectors) ||
            collectors & FORMAT_COLLECT_VOCABULARY)
            return diagnostic_at(parser->trouble, line.at, line.end,
                                 "`%s` is not one of threads, openmp, io, mpi", word->text);
    }
    return true;
}

static bool read_head(struct vocabulary_parser *parser)
{
    struct vocabulary *to = parser->to;
    if (to->name)
        return diagnostic_at(parser->trouble, parser->lexer.lexeme.at, parser->lexer.lexeme.end,
                             "the vocabulary has a name already");
    if (!vocabulary_step(parser) || !vocabulary_take_name(parser, "a name", &to->name, NULL))
        return false;
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    if (lexeme->token != VOCABULARY_TEXT)
        return true;
    to->title =
        arena_text(&to->arena, parser->lexer.text + lexeme->at + 1, lexeme->end - lexeme->at - 2);
    return vocabulary_step(parser);
}

static bool read_constant(struct vocabulary_parser *parser)
{
    struct vocabulary_constant *made = arena_zeroed(&parser->to->arena, sizeof *made);
    if (!vocabulary_step(parser) || !vocabulary_take_name(parser, "a name", &made->name, NULL) ||
        !vocabulary_take(parser, "="))
        return false;
    bool negative = vocabulary_sees(parser, "-");
    if (negative && !vocabulary_step(parser))
        return false;
    if (parser->lexer.lexeme.token != VOCABULARY_NUMBER)
        return vocabulary_expected(parser, "a number");
    made->value = negative ? -parser->lexer.lexeme.number : parser->lexer.lexeme.number;
    made->next = parser->to->constants;
    parser->to->constants = made;
    return vocabulary_step(parser);
}

static bool read_definition(struct vocabulary_parser *parser)
{
    struct vocabulary_definition *made = arena_zeroed(&parser->to->arena, sizeof *made),
                                 **last = &parser->to->definitions;
    struct vocabulary_expression *tail = NULL;
    parser->lexer.hangs = true;
    if (!vocabulary_step(parser) ||
        !vocabulary_take_name(parser, "a name", &made->name, &made->range) ||
        !vocabulary_take(parser, "("))
        return false;
    while (!vocabulary_sees(parser, ")")) {
        struct vocabulary_expression *parameter =
            arena_zeroed(&parser->to->arena, sizeof *parameter);
        if ((made->parameters && !vocabulary_take(parser, ",")) ||
            !vocabulary_take_name(parser, "the name of a parameter", &parameter->name,
                                  &parameter->range))
            return false;
        if (tail)
            tail->next = parameter;
        else
            made->parameters = parameter;
        tail = parameter;
    }
    while (*last)
        last = &(*last)->next;
    *last = made;
    return vocabulary_step(parser) && vocabulary_take(parser, "=") &&
           (made->value = vocabulary_parse_expression(parser));
}

static bool read_state(struct vocabulary_parser *parser)
{
    struct vocabulary_state *made = arena_zeroed(&parser->to->arena, sizeof *made), **last;
    if (!vocabulary_step(parser))
        return false;
    made->of_thread = vocabulary_sees_word(parser, "thread");
    if (!made->of_thread && !vocabulary_sees_word(parser, "process"))
        return vocabulary_expected(parser, "`thread` or `process`");
    if (!vocabulary_step(parser) ||
        !vocabulary_take_name(parser, "a name", &made->name, &made->range))
        return false;
    if (vocabulary_sees(parser, "[")) {
        made->has_key = true;
        if (made->of_thread)
            return diagnostic_at(parser->trouble, made->range.at, made->range.end,
                                 "a thread's state has no keys: write `state process %s[]`",
                                 made->name);
        if (!vocabulary_step(parser) || !vocabulary_take(parser, "]"))
            return false;
    }
    for (last = &parser->to->states; *last; last = &(*last)->next)
        made->number += (*last)->of_thread == made->of_thread;
    *last = made;
    return true;
}

static bool read_place(struct vocabulary_parser *parser)
{
    struct vocabulary *to = parser->to;
    if (to->place)
        return diagnostic_at(parser->trouble, parser->lexer.lexeme.at, parser->lexer.lexeme.end,
                             "the number of a place is given already");
    if (!vocabulary_step(parser) || !(to->place = vocabulary_parse_expression(parser)))
        return false;
    return !vocabulary_sees_word(parser, "of") ||
           (vocabulary_step(parser) && (to->places = vocabulary_parse_expression(parser)));
}

/* Reads `variable NAME`: it is listed among the functions, as one that is not recorded. */
static bool read_variable(struct vocabulary_parser *parser)
{
    struct vocabulary_function *made = arena_zeroed(&parser->to->arena, sizeof *made);
    if (!vocabulary_step(parser) ||
        !vocabulary_take_name(parser, "the name of a variable", &made->name, &made->range))
        return false;
    made->symbol = made->name;
    made->symbol_range = made->range;
    made->is_variable = true;
    made->next = parser->to->functions;
    parser->to->functions = made;
    return true;
}

static bool read_declaration(struct vocabulary_parser *parser)
{
    struct vocabulary *to = parser->to;
    if (vocabulary_sees_word(parser, "vocabulary"))
        return read_head(parser);
    if (vocabulary_sees_word(parser, "library"))
        return read_words(parser, &to->libraries, "the name of a library");
    if (vocabulary_sees_word(parser, "exports"))
        return read_words(parser, &to->variables, "the name of an environment variable");
    if (vocabulary_sees_word(parser, "without"))
        return read_without(parser);
    if (vocabulary_sees_word(parser, "constant"))
        return read_constant(parser);
    if (vocabulary_sees_word(parser, "define"))
        return read_definition(parser);
    if (vocabulary_sees_word(parser, "state"))
        return read_state(parser);
    if (vocabulary_sees_word(parser, "place"))
        return read_place(parser);
    if (vocabulary_sees_word(parser, "family"))
        return vocabulary_parse_family(parser);
    if (vocabulary_sees_word(parser, "label"))
        return vocabulary_parse_labels(parser);
    if (vocabulary_sees_word(parser, "variable"))
        return read_variable(parser);
    return vocabulary_expected(parser, "a declaration or the signature of a function");
}

/* True if the line begins with a word that declares something else than a function. */
static bool sees_declaration(const struct vocabulary_parser *parser)
{
    static const char *const words[] = {"vocabulary", "library",  "exports", "constant",
                                        "define",     "state",    "place",   "family",
                                        "label",      "variable", "without"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (vocabulary_sees_word(parser, words[i]))
            return true;
    }
    return !vocabulary_sees_type(parser);
}

static bool read_line(struct vocabulary_parser *parser, struct vocabulary_function ***last)
{
    if (parser->lexer.lexeme.indented)
        return diagnostic_at(parser->trouble, parser->lexer.lexeme.at, parser->lexer.lexeme.end,
                             "an indented line belongs to the function above it, and there is "
                             "none");
    if (!sees_declaration(parser))
        return vocabulary_parse_functions(parser, last);
    return read_declaration(parser) && vocabulary_end_line(parser);
}

static bool read_all(struct vocabulary_parser *parser)
{
    if (!vocabulary_step(parser))
        return false;
    while (parser->lexer.lexeme.token != VOCABULARY_END) {
        struct vocabulary_function **last = &parser->to->functions;
        while (*last)
            last = &(*last)->next;
        if (!read_line(parser, &last))
            return false;
    }
    if (!parser->to->name)
        return diagnostic_at(parser->trouble, 0, 0,
                             "a vocabulary begins with the word vocabulary and its name");
    return true;
}

struct vocabulary *vocabulary_read_for(const char *path, const char *text,
                                       struct vocabulary_program *program,
                                       struct diagnostic *trouble)
{
    struct vocabulary *made = memory_zeroed(1, sizeof *made);
    made->path = arena_text(&made->arena, path, strlen(path));
    made->text = text;
    struct vocabulary_parser parser = {
        .to = made, .lexer.text = text, .trouble = trouble, .program = program};
    if (read_all(&parser) && vocabulary_check(made, trouble))
        return made;
    vocabulary_free(made);
    return NULL;
}

struct vocabulary *vocabulary_read(const char *path, const char *text, struct diagnostic *trouble)
{
    return vocabulary_read_for(path, text, NULL, trouble);
}

void vocabulary_free(struct vocabulary *vocabulary)
{
    if (!vocabulary)
        return;
    arena_free(&vocabulary->arena);
    free(vocabulary);
}

/* Returns the text of a file, to be freed; NULL with an error. */
static char *read_file(const char *path, struct error *error)
{
    struct stat facts;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    char *text = NULL;
    if (fd < 0 || fstat(fd, &facts) != 0) {
        error_errno(error, "%s cannot be read", path);
    } else if (!S_ISREG(facts.st_mode) || facts.st_size > VOCABULARY_LARGEST) {
        error_set(error, "%s is no vocabulary: %s", path,
                  S_ISREG(facts.st_mode) ? "it is too large" : "it is not a file");
    } else {
        text = memory_zeroed((size_t)facts.st_size + 1, 1);
        ssize_t size = read(fd, text, (size_t)facts.st_size);
        if (size < 0 || memchr(text, 0, (size_t)size)) {
            error_set(error, "%s is no vocabulary: it %s", path,
                      size < 0 ? "cannot be read" : "is not a text");
            free(text);
            text = NULL;
        }
    }
    if (fd >= 0)
        close(fd);
    return text;
}

struct vocabulary *vocabulary_load(const char *path, struct error *error)
{
    return vocabulary_load_for(path, NULL, error);
}

struct vocabulary *vocabulary_load_for(const char *path, struct vocabulary_program *program,
                                       struct error *error)
{
    struct diagnostic trouble = {0};
    char *text = read_file(path, error);
    if (!text)
        return NULL;
    struct vocabulary *made = vocabulary_read_for(path, text, program, &trouble);
    if (made) {
        made->text = arena_text(&made->arena, text, strlen(text));
    } else {
        struct buffer out = {0};
        diagnostic_write(&out, &trouble, path, text);
        while (out.used && out.text[out.used - 1] == '\n')
            out.text[--out.used] = '\0';
        error_set(error, "%s", out.text);
        buffer_free(&out);
    }
    free(text);
    return made;
}

bool vocabulary_has_library(const struct vocabulary *vocabulary, const char *name)
{
    for (const struct vocabulary_word *word = vocabulary->libraries; word; word = word->next) {
        if (!fnmatch(word->text, name, 0))
            return true;
    }
    return false;
}

/* Calls `see` for the words of a line, up to a remark. */
static void see_words(char *line, void (*see)(const char *pattern, void *data), void *data)
{
    char *rest;
    line[strcspn(line, "#")] = '\0';
    for (char *word = strtok_r(line, " \t\r", &rest); word; word = strtok_r(NULL, " \t\r", &rest))
        see(word, data);
}

bool vocabulary_scan_libraries(const char *path, void (*see)(const char *pattern, void *data),
                               void *data)
{
    static const char word[] = "library";
    struct error error = {0};
    char *text = read_file(path, &error), *rest;
    bool is_plain = text != NULL;
    for (char *line = text; is_plain && line; line = rest) {
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = '\0';
        if (strncmp(line, word, sizeof word - 1) != 0 || !strchr(" \t", line[sizeof word - 1]))
            continue;
        is_plain = !strchr(line, ',') && !strchr(line, '"'); /* it may go on in the next one */
        see_words(line + sizeof word - 1, see, data);
    }
    free(text);
    return is_plain;
}
