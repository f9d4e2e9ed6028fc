/* translate.c: see translate.h */
#include "model/ruby/translate.h"

#include "model/ruby/calls.h"
#include "model/ruby/lex.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A form that waits for its END. */
struct open_form {
    const char *word;
    unsigned line;
    bool has_else;
};

struct translator {
    const struct ruby_token *tokens;
    size_t count;
    size_t at; /* the token to translate next */
    struct buffer *out;
    struct open_form *forms;
    size_t form_count, form_room;
    unsigned *line;
    struct error *error;
};

static bool fail(struct translator *t, unsigned line)
{
    *t->line = line;
    return false;
}

static bool is_blank(const struct ruby_token *token)
{
    return token->kind == RUBY_SPACE || token->kind == RUBY_COMMENT;
}

/* Returns the index of the next token at or behind `from` that is no space; t->count: none. */
static size_t next_solid(const struct translator *t, size_t from)
{
    while (from < t->count && is_blank(&t->tokens[from]))
        from++;
    return from;
}

/* Returns the token before `at` that is no space; NULL: none. */
static const struct ruby_token *solid_before(const struct translator *t, size_t at)
{
    while (at > 0) {
        if (!is_blank(&t->tokens[--at]))
            return &t->tokens[at];
    }
    return NULL;
}

static bool is_mark(const struct translator *t, size_t at, const char *mark)
{
    return at < t->count && t->tokens[at].kind == RUBY_MARK && ruby_token_is(&t->tokens[at], mark);
}

/* True if the word is a name of its own: no method of an object, no key of a hash. */
static bool stands_alone(const struct translator *t, size_t at)
{
    const struct ruby_token *before = solid_before(t, at);
    if (before && before->kind == RUBY_MARK &&
        (ruby_token_is(before, ".") || ruby_token_is(before, "::")))
        return false;
    if (before && before->kind == RUBY_WORD && ruby_token_is(before, "def"))
        return false;
    return !is_mark(t, at + 1, ":") && !is_mark(t, at + 1, "::");
}

static bool begins_block(const struct translator *t, size_t at, size_t first)
{
    const struct ruby_token *token = &t->tokens[at];
    if (token->kind == RUBY_WORD && ruby_token_is(token, "do"))
        return true;
    const struct ruby_token *before = at > first ? solid_before(t, at) : NULL;
    return is_mark(t, at, "{") && (at == first || (before && ruby_token_ends_value(before)));
}

/* True if a newline does not end the expression before it. */
static bool continues(const struct translator *t, size_t newline)
{
    const struct ruby_token *before = solid_before(t, newline);
    return before && before->kind == RUBY_MARK && !ruby_token_ends_value(before) &&
           !ruby_token_is(before, "|");
}

/* Finds the end of the expression that begins at `first`. *block: a Ruby block follows it. */
static size_t expression_end(const struct translator *t, size_t first, bool *block)
{
    unsigned depth = 0;
    *block = false;
    for (size_t i = first; i < t->count; i++) {
        const struct ruby_token *token = &t->tokens[i];
        if (depth == 0 && begins_block(t, i, first)) {
            *block = true;
            return i;
        }
        if (is_mark(t, i, "(") || is_mark(t, i, "[") || is_mark(t, i, "{"))
            depth++;
        else if (is_mark(t, i, ")") || is_mark(t, i, "]") || is_mark(t, i, "}"))
            depth -= depth > 0;
        else if (depth == 0 &&
                 (is_mark(t, i, ";") || (token->kind == RUBY_NEWLINE && !continues(t, i))))
            return i;
    }
    return t->count;
}

static void add(struct translator *t, const struct ruby_token *token)
{
    buffer_add_bytes(t->out, token->text, token->size);
}

static bool translate_next(struct translator *t);

static bool translate_to(struct translator *t, size_t end)
{
    while (t->at < end) {
        if (!translate_next(t))
            return false;
    }
    return true;
}

/* Returns the index behind the last solid token of a range. */
static size_t trimmed(const struct translator *t, size_t first, size_t end)
{
    while (end > first && is_blank(&t->tokens[end - 1]))
        end--;
    return end;
}

static void push(struct translator *t, const char *word, unsigned line)
{
    t->forms = memory_grow(t->forms, &t->form_room, t->form_count + 1, sizeof *t->forms);
    t->forms[t->form_count++] = (struct open_form){word, line, false};
}

/* FOR, IF, PARALLEL up to the end of their expression. */
static bool translate_opening(struct translator *t, const char *word)
{
    unsigned line = t->tokens[t->at].line;
    size_t first = next_solid(t, t->at + 1);
    bool block;
    size_t end = expression_end(t, first, &block);
    if (block) {
        add(t, &t->tokens[t->at++]);
        return true;
    }
    end = trimmed(t, first, end);
    if (end <= first) {
        error_set(t->error, "%s needs a value behind it, such as `%s`", word,
                  !strcmp(word, "IF") ? "IF 0.5" : "FOR 100");
        return fail(t, line);
    }
    size_t value_end = end;
    const struct ruby_token *index = NULL; /* FOR n |i| */
    if (end - first > 3 && is_mark(t, end - 1, "|") && is_mark(t, end - 3, "|") &&
        t->tokens[end - 2].kind == RUBY_WORD) {
        index = &t->tokens[end - 2];
        value_end = trimmed(t, first, end - 3);
        buffer_printf(t->out, "%.*s = ", (int)index->size, index->text);
    }
    buffer_printf(t->out, "%s_((", word);
    ruby_tokens_keep_lines(t->out, t->tokens, t->at, first);
    t->at = first;
    push(t, word, line);
    if (!translate_to(t, value_end))
        return false;
    ruby_tokens_keep_lines(t->out, t->tokens, t->at, end);
    if (t->at < end)
        t->at = end; /* behind |i| */
    buffer_add(t->out, ")");
    if (index)
        buffer_printf(t->out, ", \"%.*s\"", (int)index->size, index->text);
    buffer_add(t->out, "); begin");
    return true;
}

static bool translate_end(struct translator *t)
{
    unsigned line = t->tokens[t->at].line;
    if (t->form_count == 0) {
        error_set(t->error, "this END belongs to no FOR, IF or PARALLEL");
        return fail(t, line);
    }
    t->form_count--;
    t->at++;
    buffer_add(t->out, "; ensure; END_(); end");
    return true;
}

static bool translate_else(struct translator *t)
{
    size_t next = next_solid(t, t->at + 1);
    if (next < t->count && begins_block(t, next, next)) {
        buffer_add(t->out, "; ");
        add(t, &t->tokens[t->at++]);
        return true;
    }
    unsigned line = t->tokens[t->at].line;
    struct open_form *form = t->form_count ? &t->forms[t->form_count - 1] : NULL;
    if (!form || strcmp(form->word, "IF") != 0) {
        if (form)
            error_set(t->error, "this ELSE belongs to no IF; the %s of line %u has no END yet",
                      form->word, form->line);
        else
            error_set(t->error, "this ELSE belongs to no IF");
        return fail(t, line);
    }
    if (form->has_else) {
        error_set(t->error, "this is the second ELSE of the IF of line %u", form->line);
        return fail(t, line);
    }
    form->has_else = true;
    t->at++;
    buffer_add(t->out, "; ELSE_();");
    return true;
}

static bool translate_break(struct translator *t)
{
    add(t, &t->tokens[t->at++]);
    if (!is_mark(t, t->at, "("))
        buffer_add(t->out, "()");
    return true;
}

/* Adds the name of a class with a capital letter. */
static void add_capital(struct translator *t, const char *name)
{
    buffer_printf(t->out, "%c%s", toupper((unsigned char)name[0]), name + 1);
}

/* Reads the one or two words of a class's name. Returns the name, to be freed; *at moves on. */
static char *class_name(const struct translator *t, size_t *at)
{
    const struct ruby_token *first = &t->tokens[*at];
    size_t next = *at + 1;
    while (next < t->count && t->tokens[next].kind == RUBY_SPACE)
        next++;
    bool two = next > *at + 1 && next < t->count && t->tokens[next].kind == RUBY_WORD;
    const struct ruby_token *second = two ? &t->tokens[next] : NULL;
    *at = two ? next + 1 : *at + 1;
    return second ? memory_printf("%.*s_%.*s", (int)first->size, first->text, (int)second->size,
                                  second->text)
                  : memory_printf("%.*s", (int)first->size, first->text);
}

/* class task_A, class task A; also behind `<`. */
static bool translate_class(struct translator *t)
{
    size_t at = next_solid(t, t->at + 1);
    add(t, &t->tokens[t->at++]);
    if (at >= t->count || t->tokens[at].kind != RUBY_WORD)
        return true; /* class << self */
    unsigned char letter = (unsigned char)t->tokens[at].text[0];
    size_t behind = at;
    char *name = class_name(t, &behind);
    bool task = islower(letter) || behind > at + 1;
    if (task) {
        size_t from = t->at;
        buffer_add(t->out, " ");
        add_capital(t, name);
        t->at = behind;
        size_t parent = next_solid(t, behind);
        if (is_mark(t, parent, "<") && (parent = next_solid(t, parent + 1)) < t->count &&
            t->tokens[parent].kind == RUBY_WORD) {
            char *above = class_name(t, &parent);
            buffer_add(t->out, " < ");
            add_capital(t, above);
            free(above);
            t->at = parent;
        }
        buffer_printf(t->out, "; task_name \"%s\"", name);
        ruby_tokens_keep_lines(t->out, t->tokens, from, t->at);
    }
    free(name);
    return true;
}

/* True if the word ends a statement: only an assignment or nothing follows it on its line. */
static bool is_lone_word(const struct translator *t, size_t at)
{
    if (at >= t->count || t->tokens[at].kind != RUBY_WORD)
        return false;
    unsigned char letter = (unsigned char)t->tokens[at].text[0];
    size_t next = next_solid(t, at + 1);
    bool ends = next >= t->count || t->tokens[next].kind == RUBY_NEWLINE || is_mark(t, next, ";") ||
                (t->tokens[next].kind == RUBY_WORD &&
                 (t->tokens[next].text[0] == '@' || ruby_token_is(&t->tokens[next], "end")));
    return ends && (islower(letter) || letter == '_') && !ruby_token_is(&t->tokens[at], "true") &&
           !ruby_token_is(&t->tokens[at], "false") && !ruby_token_is(&t->tokens[at], "nil") &&
           !ruby_token_is(&t->tokens[at], "self");
}

/* @name = value: separated from an assignment before it on the line, with a lone word as text. */
static bool translate_assignment(struct translator *t)
{
    const struct ruby_token *before = solid_before(t, t->at);
    if (before && before->kind != RUBY_NEWLINE && ruby_token_ends_value(before))
        buffer_add(t->out, "; ");
    add(t, &t->tokens[t->at]);
    size_t value = next_solid(t, next_solid(t, t->at + 1) + 1);
    buffer_add(t->out, "=");
    ruby_tokens_keep_lines(t->out, t->tokens, t->at, value);
    t->at = value;
    if (!is_lone_word(t, value))
        return true;
    const struct ruby_token *word = &t->tokens[value];
    int size = (int)word->size;
    buffer_printf(t->out, "(defined?(%.*s) ? %.*s : \"%.*s\")", size, word->text, size, word->text,
                  size, word->text);
    t->at++;
    return true;
}

/* True for `@name =` that is a statement, or follows another one on its line. */
static bool is_assignment(const struct translator *t, size_t at)
{
    if (t->tokens[at].text[0] != '@' || !is_mark(t, next_solid(t, at + 1), "="))
        return false;
    const struct ruby_token *before = solid_before(t, at);
    if (!before || before->kind == RUBY_NEWLINE || ruby_token_is(before, ";"))
        return true;
    if (!ruby_token_ends_value(before))
        return false;
    for (size_t i = at; i-- > 0 && t->tokens[i].kind != RUBY_NEWLINE;) {
        if (t->tokens[i].kind == RUBY_WORD && t->tokens[i].text[0] == '@' &&
            is_mark(t, next_solid(t, i + 1), "="))
            return true;
        if (t->tokens[i].kind == RUBY_WORD && ruby_token_is(&t->tokens[i], "def"))
            return ruby_token_is(before, ")"); /* def initialize(n) @n=n end */
    }
    return false;
}

static bool translate_word(struct translator *t)
{
    static const struct {
        const char *word;
        bool (*translate)(struct translator *t);
    } plain[] = {{"END", translate_end},
                 {"ELSE", translate_else},
                 {"BREAK", translate_break},
                 {"class", translate_class}};
    static const char *const opening[] = {"FOR", "IF", "PARALLEL"};
    const struct ruby_token *token = &t->tokens[t->at];
    for (size_t i = 0; i < 3; i++) {
        if (ruby_token_is(token, opening[i]))
            return translate_opening(t, opening[i]);
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (ruby_token_is(token, plain[i].word))
            return plain[i].translate(t);
    }
    size_t behind = ruby_call(t->tokens, t->count, t->at, t->out);
    if (behind > t->at) {
        t->at = behind;
        return true;
    }
    if (is_assignment(t, t->at))
        return translate_assignment(t);
    add(t, token);
    t->at++;
    return true;
}

static bool translate_next(struct translator *t)
{
    if (t->tokens[t->at].kind == RUBY_WORD && stands_alone(t, t->at))
        return translate_word(t);
    add(t, &t->tokens[t->at++]);
    return true;
}

bool model_ruby_translate(const char *text, size_t size, struct buffer *out, unsigned *line,
                          struct error *error)
{
    struct ruby_tokens tokens = {0};
    ruby_lex(text, size, &tokens);
    struct translator t = {
        .tokens = tokens.list, .count = tokens.count, .out = out, .line = line, .error = error};
    bool fine = translate_to(&t, t.count);
    if (fine && t.form_count) {
        struct open_form *form = &t.forms[t.form_count - 1];
        error_set(error, "this %s has no END", form->word);
        fine = fail(&t, form->line);
    }
    free(t.forms);
    ruby_tokens_free(&tokens);
    return fine;
}
