/* repeats.c: tells by its source if a loop repeats the same work in every trip. */
#include "analysis/divide.h"

#include "analysis/divide/macros.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { DEEPEST = 64 }; /* nesting of parentheses; deeper ones count as uses */

/* A piece of source, read token by token. */
struct reader {
    const char *at, *end;
    const char *text; /* the whole file */
    size_t text_size;
    const char *headers; /* that it includes, or "" */
    bool fortran;
    const char *token; /* the last one: a name or one character */
    size_t size;       /* 0: the end */
};

static bool is_name_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Skips a text in quotes. */
static void skip_quotes(struct reader *reader)
{
    char quote = *reader->at++;
    while (reader->at < reader->end && *reader->at != quote && *reader->at != '\n')
        reader->at +=
            !reader->fortran && *reader->at == '\\' && reader->at + 1 < reader->end ? 2 : 1;
    if (reader->at < reader->end)
        reader->at++;
}

static void skip_line(struct reader *reader)
{
    while (reader->at < reader->end && *reader->at != '\n')
        reader->at++;
}

/* Skips a comment. False if there is none. */
static bool skip_comment(struct reader *reader)
{
    char c = *reader->at, next = reader->at + 1 < reader->end ? reader->at[1] : '\0';
    if (reader->fortran ? c == '!' : c == '/' && next == '/') {
        skip_line(reader);
        return true;
    }
    if (reader->fortran || c != '/' || next != '*')
        return false;
    const char *end = memmem(reader->at + 2, (size_t)(reader->end - reader->at - 2), "*/", 2);
    reader->at = end ? end + 2 : reader->end;
    return true;
}

/* Reads the next token. False at the end. Ends of lines are tokens in Fortran. */
static bool next(struct reader *reader)
{
    reader->size = 0;
    while (reader->at < reader->end) {
        char c = *reader->at;
        if (skip_comment(reader))
            continue;
        if (c == '"' || c == '\'') {
            skip_quotes(reader);
        } else if (isspace((unsigned char)c) && !(reader->fortran && c == '\n')) {
            reader->at++;
        } else {
            break;
        }
    }
    if (reader->at >= reader->end)
        return false;
    reader->token = reader->at++;
    if (is_name_part(*reader->token)) {
        while (reader->at < reader->end && is_name_part(*reader->at))
            reader->at++;
    }
    reader->size = (size_t)(reader->at - reader->token);
    return true;
}

static bool is_word(const struct reader *reader, const char *word)
{
    return reader->size == strlen(word) &&
           (reader->fortran ? !strncasecmp(reader->token, word, reader->size)
                            : !strncmp(reader->token, word, reader->size));
}

static bool is_name(const struct reader *reader)
{
    return reader->size && is_name_part(*reader->token) && !isdigit((unsigned char)*reader->token);
}

static bool is_output(const struct reader *reader)
{
    return is_word(reader, "print") || is_word(reader, "write");
}

/* True for `if` and for output, whose arguments select no data. */
static bool is_harmless_call(const struct reader *reader)
{
    static const char *const words[] = {"if",    "printf", "fprintf",  "puts", "write",
                                        "print", "fflush", "snprintf", NULL};
    for (int i = 0; words[i]; i++) {
        if (is_word(reader, words[i]))
            return true;
    }
    return false;
}

/* True if the last token may be a macro that uses the variable. */
static bool is_hidden_use(const struct reader *reader, const char *name, size_t size)
{
    const char *at = reader->at;
    if (!is_name(reader) || is_harmless_call(reader))
        return false;
    while (at < reader->end && (*at == ' ' || *at == '\t'))
        at++;
    const struct divide_texts texts = {{reader->text, reader->text_size},
                                       {reader->headers, strlen(reader->headers)}};
    return divide_macro_may_use(&texts, (struct divide_name){reader->token, reader->size},
                                at < reader->end && !reader->fortran ? *at : '\0',
                                (struct divide_name){name, size});
}

/* True if only conditions and output use the variable in the rest of the text. In Fortran, all
 * of a statement after print or write is output. */
static bool is_unused(struct reader *reader, const char *name, size_t size)
{
    bool harmless[DEEPEST] = {false}, before = false, output = false;
    size_t depth = 0;
    while (next(reader)) {
        char c = *reader->token;
        bool same =
            reader->size == size && (reader->fortran ? !strncasecmp(reader->token, name, size)
                                                     : !strncmp(reader->token, name, size));
        bool ends = reader->fortran && c == '\n';
        output = !ends && (output || (reader->fortran && !depth && is_output(reader)));
        if (c == '(') {
            if (++depth >= DEEPEST)
                return false;
            harmless[depth] = before || harmless[depth - 1];
        } else if (c == ')' && depth) {
            depth--;
        } else if (!harmless[depth] && !output && (same || is_hidden_use(reader, name, size))) {
            return false;
        }
        if (ends)
            depth = 0;
        before = is_harmless_call(reader);
    }
    return true;
}

/* Sets the reader to the lines of the loop. */
static bool find_lines(struct reader *reader, const char *text, size_t size, uint32_t line,
                       uint32_t end_line)
{
    const char *at = text, *end = text + size;
    for (uint32_t i = 1; i < line && at; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    if (!at || end_line < line)
        return false;
    reader->at = at;
    reader->text = text;
    reader->text_size = size;
    for (uint32_t i = line; i <= end_line && at; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    reader->end = at ? at : end;
    return true;
}

/* Reads "(init; test; step)" of a `for`. The variable is the first name of the step. */
static bool read_head(struct reader *reader, const char **name, size_t *size)
{
    size_t depth = 0, parts = 0;
    *size = 0;
    do {
        if (!next(reader))
            return false;
        char c = *reader->token;
        depth += c == '(';
        depth -= c == ')' && depth;
        parts += c == ';' && depth == 1;
        if (parts == 2 && !*size && is_name(reader)) {
            *name = reader->token;
            *size = reader->size;
        }
    } while (depth);
    return *size > 0;
}

bool analysis_divide_repeats_c(const char *text, size_t size, const char *headers, uint32_t line,
                               uint32_t end_line)
{
    struct reader reader = {.headers = headers};
    const char *name;
    size_t name_size;
    if (!find_lines(&reader, text, size, line, end_line))
        return false;
    do {
        if (!next(&reader))
            return false;
    } while (!is_word(&reader, "for"));
    return read_head(&reader, &name, &name_size) && is_unused(&reader, name, name_size);
}

bool analysis_divide_repeats_fortran(const char *text, size_t size, uint32_t line,
                                     uint32_t end_line)
{
    struct reader reader = {.fortran = true, .headers = ""};
    if (!find_lines(&reader, text, size, line, end_line))
        return false;
    do {
        if (!next(&reader))
            return false;
    } while (!is_word(&reader, "do"));
    do { /* a label and a comma may come first */
        if (!next(&reader))
            return false;
    } while (!is_name(&reader) && *reader.token != '\n');
    if (!is_name(&reader) || is_word(&reader, "while") || is_word(&reader, "concurrent"))
        return false;
    const char *name = reader.token;
    size_t name_size = reader.size;
    skip_line(&reader);
    return is_unused(&reader, name, name_size);
}
