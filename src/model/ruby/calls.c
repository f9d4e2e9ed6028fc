/* calls.c: see calls.h */
#include "model/ruby/calls.h"

#include <string.h>

/* Returns how many of the call's first arguments are names, plus 1; 0: no such call. */
static unsigned names_of(const struct ruby_token *token)
{
    static const struct {
        const char *name;
        unsigned names;
    } calls[] = {{"getTime", 1},
                 {"getTrips", 1},
                 {"getAmountOfMessage", 1},
                 {"getValueOfVariable", 2},
                 {"profiled", 1}};
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (ruby_token_is(token, calls[i].name))
            return calls[i].names + 1;
    }
    return 0;
}

static bool takes_name(const struct ruby_token *key)
{
    static const char *const keys[] = {"function_name", "func_name", "function", "variable_name",
                                       "var_name",      "name",      "stat",     "clock"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (ruby_token_is(key, keys[i]))
            return true;
    }
    return false;
}

static bool is_blank(const struct ruby_token *token)
{
    return token->kind == RUBY_SPACE || token->kind == RUBY_COMMENT || token->kind == RUBY_NEWLINE;
}

static bool is_mark(const struct ruby_token *token, const char *mark)
{
    return token->kind == RUBY_MARK && ruby_token_is(token, mark);
}

static void add(struct buffer *out, const struct ruby_token *tokens, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        buffer_add_bytes(out, tokens[i].text, tokens[i].size);
}

/* Adds the tokens, which are a name if there is but one word. */
static void add_value(struct buffer *out, const struct ruby_token *tokens, size_t first, size_t end,
                      bool is_name)
{
    is_name &= end == first + 1 && tokens[first].kind == RUBY_WORD &&
               tokens[first].text[0] != '@' && tokens[first].text[0] != '$';
    buffer_add(out, is_name ? "\"" : "");
    add(out, tokens, first, end);
    buffer_add(out, is_name ? "\"" : "");
}

static void add_argument(struct buffer *out, const struct ruby_token *tokens, size_t first,
                         size_t end, bool is_name)
{
    size_t start = first;
    while (start < end && is_blank(&tokens[start]))
        start++;
    size_t stop = end;
    while (stop > start && is_blank(&tokens[stop - 1]))
        stop--;
    size_t equals = start + 1;
    while (equals < stop && is_blank(&tokens[equals]))
        equals++;
    add(out, tokens, first, start);
    if (equals < stop && tokens[start].kind == RUBY_WORD && is_mark(&tokens[equals], "=")) {
        add(out, tokens, start, start + 1);
        buffer_add(out, ": ");
        size_t value = equals + 1;
        while (value < stop && is_blank(&tokens[value]))
            value++;
        ruby_tokens_keep_lines(out, tokens, start + 1, value);
        add_value(out, tokens, value, stop, takes_name(&tokens[start]));
    } else if (equals == start + 1 && equals < stop && tokens[start].kind == RUBY_WORD &&
               is_mark(&tokens[equals], ":")) { /* clock: cpu */
        size_t value = equals + 1;
        while (value < stop && is_blank(&tokens[value]))
            value++;
        add(out, tokens, start, value);
        add_value(out, tokens, value, stop, takes_name(&tokens[start]));
    } else {
        add_value(out, tokens, start, stop, is_name);
    }
    add(out, tokens, stop, end);
}

size_t ruby_call(const struct ruby_token *tokens, size_t count, size_t at, struct buffer *out)
{
    unsigned names = names_of(&tokens[at]);
    size_t open = at + 1;
    while (open < count && tokens[open].kind == RUBY_SPACE)
        open++;
    if (!names || open >= count || !is_mark(&tokens[open], "("))
        return at;
    size_t close = open + 1;
    for (unsigned depth = 1; close < count; close++) {
        if (is_mark(&tokens[close], "(") || is_mark(&tokens[close], "["))
            depth++;
        else if ((is_mark(&tokens[close], ")") || is_mark(&tokens[close], "]")) && --depth == 0)
            break;
    }
    if (close >= count)
        return at;
    add(out, tokens, at, at + 1);
    buffer_add(out, "(");
    ruby_tokens_keep_lines(out, tokens, at, open);
    size_t first = open + 1;
    unsigned depth = 0, number = 1;
    for (size_t i = first; i <= close; i++) {
        bool ends = i == close || (depth == 0 && is_mark(&tokens[i], ","));
        if (is_mark(&tokens[i], "(") || is_mark(&tokens[i], "["))
            depth++;
        else if (i < close && (is_mark(&tokens[i], ")") || is_mark(&tokens[i], "]")))
            depth--;
        if (!ends)
            continue;
        add_argument(out, tokens, first, i, number++ < names);
        add(out, tokens, i, i + 1);
        first = i + 1;
    }
    return close + 1;
}
