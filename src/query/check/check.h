/* check.h: how a tree becomes a plan: everything that is named is there, and of the right type. */
#ifndef QUERY_CHECK_CHECK_H
#define QUERY_CHECK_CHECK_H

#include "query/exec/plan.h"

#include <string.h>

enum { CHECK_FIELDS = 1000 }; /* of a result, at most */

struct check {
    struct trouble *trouble;
    const struct plan_names *names;
};

/* What the body of a lambda sees. */
struct scope {
    struct check *check;
    const char *row; /* e */
    const struct shape *shape;
};

/* A stream so far. */
struct chain {
    struct check *check;
    struct plan *plan;
    const struct tree *groups; /* the call of groupBy whose groups nothing was asked of yet */
};

static inline bool check_is(const char *word, const char *other)
{
    return !strcmp(word, other);
}

/* What a name was kept for; NULL: nothing. */
const struct tree *plan_names_tree(const struct plan_names *names, const char *name);

/* What is wrong with a part of the tree; returns NULL. */
void *check_wrong(const struct check *check, const struct tree *tree, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same of the name of a field, call or method. */
void *check_wrong_word(const struct check *check, const struct tree *tree, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Words of which one was perhaps meant. `before` stands in front of them in the message. */
struct check_words {
    const char *words[256];
    size_t count;
};
void check_words_add(struct check_words *words, const char *word);
void check_words_fields(struct check_words *words, const struct shape *shape);
void check_words_help(const struct check *check, const struct check_words *words, const char *word,
                      const char *before, const char *title);

/* expression.c: a value of any type that a row can have; NULL with trouble. */
struct expression *check_value(const struct scope *scope, const struct tree *tree);
struct expression *check_condition(const struct scope *scope, const struct tree *tree,
                                   const char *what);
/* Takes the row that the field is of: NULL is that of the lambda. */
struct expression *check_field(const struct shape *shape, struct expression *of,
                               const struct field *field, const struct tree *tree);
struct expression *check_constant(struct value_type type, int64_t whole, const struct tree *tree);
/* A row by its number; what is none stays as it is. Takes the expression. */
struct expression *check_row_number(struct expression *expression, const struct tree *tree);
/* A number without fraction that needs no row; false with trouble. */
bool check_known(const struct check *check, const struct tree *tree, const char *what,
                 enum unit unit, struct expression **known);

/* operator.c */
struct expression *check_unary(const struct scope *scope, const struct tree *tree);
struct expression *check_binary(const struct scope *scope, const struct tree *tree);
struct expression *check_choice(const struct scope *scope, const struct tree *tree);
/* Makes both of one type, if they can be compared: else false, and nothing is told. */
bool check_unify(struct expression **a, struct expression **b);

/* call.c */
struct expression *check_call(const struct scope *scope, const struct tree *tree);
struct expression *check_method(const struct scope *scope, const struct tree *tree);
bool check_is_function(const char *word);
bool check_is_text_method(const char *word);
/* Functions first, then what can be asked of text. NULL: there are no more. */
struct check_function {
    const char *name, *usage;
    const char *help; /* a phrase */
    size_t least, most;
    bool of_text;
};
const struct check_function *check_function_at(size_t i);

/* pattern.c: a regular expression; NULL with trouble. */
regex_t *check_pattern(const struct check *check, const struct tree *tree);
/* What regcomp takes for it, with REG_EXTENDED; the caller frees it. */
char *check_pattern_text(const char *pattern);

/* stream.c: calls on streams. */
enum { ON_STREAM = 1, ON_GROUPS = 2, ON_BOTH = 3 };
struct check_method {
    const char *name, *usage;
    const char *help; /* a phrase */
    size_t least, most;
    unsigned on;
    bool (*make)(struct chain *chain, const struct tree *call);
};
const struct check_method *check_method_at(size_t i); /* NULL: there are no more */

/* A chain from its beginning; false with trouble. */
bool check_stream(struct chain *chain, const struct tree *tree);
bool check_is_method(const char *word);
/* The lambda that the argument of a call is; NULL with trouble. */
const struct tree *check_lambda(const struct check *check, const struct tree *call,
                                const struct tree *argument);
/* How a method is called, as help. */
void check_usage(const struct check *check, const char *method);

/* stages.c: what a call makes of the chain; false with trouble. */
struct stage *check_stage(struct chain *chain, enum stage_kind kind, const struct tree *call);
void check_stage_add(struct stage *stage, struct expression *expression);
struct scope check_scope(const struct chain *chain, const struct tree *lambda);
/* A value that can be a field of a result. */
struct expression *check_field_value(const struct scope *scope, const struct tree *tree);
bool check_filter(struct chain *chain, const struct tree *call);
bool check_match(struct chain *chain, const struct tree *call);
bool check_map(struct chain *chain, const struct tree *call);
bool check_sorted(struct chain *chain, const struct tree *call);
bool check_distinct(struct chain *chain, const struct tree *call);
bool check_limit(struct chain *chain, const struct tree *call);
bool check_relatives(struct chain *chain, const struct tree *call);
bool check_path(struct chain *chain, const struct tree *call);
bool check_join(struct chain *chain, const struct tree *call);     /* join.c */
bool check_interval(struct chain *chain, const struct tree *call); /* window.c */

/* group.c */
bool check_group_by(struct chain *chain, const struct tree *call);
bool check_aggregate(struct chain *chain, const struct tree *call); /* count(), sum(...) alone */
bool check_aggregates(struct chain *chain, const struct tree *call);
bool check_is_aggregate(const char *word);
const char *plan_aggregate_word(enum aggregate aggregate);

/* fields.c: fields of a result, with their names. */
struct result {
    struct check *check;
    struct field *fields;
    size_t count, room;
};
/* False with trouble: there is one of that name; `tree` is what it is about. */
bool result_add(struct result *result, const char *name, struct value_type type,
                const struct tree *tree);
/* The shape; frees the result. */
struct shape *result_shape(struct result *result, const char *name);
void result_free(struct result *result);
/* What an expression that nobody gave a name is called: a field as itself, else `otherwise`. */
const char *result_name(const struct tree *body, const char *otherwise);

#endif
