/* check.h: the checker turns a syntax tree into a plan. It resolves every name and gives every
 * expression a type. */
#ifndef QUERY_CHECK_CHECK_H
#define QUERY_CHECK_CHECK_H

#include "query/exec/plan.h"

#include <string.h>

enum { CHECK_FIELDS = 1000 }; /* most fields of a result */

/* The state of one check. */
struct check {
    struct trouble *trouble;
    const struct plan_names *names;
};

/* The scope of a lambda's body: the one row that it can name. */
struct scope {
    struct check *check;
    const char *row; /* name of the lambda's row, such as e */
    const struct shape *shape;
};

/* A stream as far as its calls have been checked: the plan grows by a stage per call. */
struct chain {
    struct check *check;
    struct plan *plan;
    const struct tree *groups; /* a groupBy call still waiting for its aggregates; NULL: none */
};

static inline bool check_is(const char *word, const char *other)
{
    return !strcmp(word, other);
}

/* Returns the tree that `let` bound to a name; NULL if the name is not bound. */
const struct tree *plan_names_tree(const struct plan_names *names, const char *name);

/* Reports an error at a part of the tree. Returns NULL, so that callers can return the result. */
void *check_wrong(const struct check *check, const struct tree *tree, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As check_wrong, but marks only the name of a field, call or method. */
void *check_wrong_word(const struct check *check, const struct tree *tree, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Candidates for "did you mean". check_words_help proposes the nearest one, or lists them all after
 * `title`; `before` is written in front of each candidate. */
struct check_words {
    const char *words[256];
    size_t count;
};
void check_words_add(struct check_words *words, const char *word);
void check_words_fields(struct check_words *words, const struct shape *shape);
void check_words_help(const struct check *check, const struct check_words *words, const char *word,
                      const char *before, const char *title);

/* expression.c: checks an expression of any type that a row can have. Returns NULL with trouble. */
struct expression *check_value(const struct scope *scope, const struct tree *tree);
struct expression *check_condition(const struct scope *scope, const struct tree *tree,
                                   const char *what);
/* Returns an expression for a field. Takes ownership of `of`, the row that has the field; NULL: the
 * lambda's row. */
struct expression *check_field(const struct shape *shape, struct expression *of,
                               const struct field *field, const struct tree *tree);
struct expression *check_constant(struct value_type type, int64_t whole, const struct tree *tree);
/* Converts a row to its number; returns any other expression unchanged. Takes ownership. */
struct expression *check_row_number(struct expression *expression, const struct tree *tree);
/* Checks that an argument is a whole number that is known before the query runs. False with
 * trouble. */
bool check_known(const struct check *check, const struct tree *tree, const char *what,
                 enum unit unit, struct expression **known);

/* operator.c */
struct expression *check_unary(const struct scope *scope, const struct tree *tree);
struct expression *check_binary(const struct scope *scope, const struct tree *tree);
struct expression *check_choice(const struct scope *scope, const struct tree *tree);
/* Converts both expressions to one type if they can be compared; else returns false and reports
 * nothing. */
bool check_unify(struct expression **a, struct expression **b);

/* call.c */
struct expression *check_call(const struct scope *scope, const struct tree *tree);
struct expression *check_method(const struct scope *scope, const struct tree *tree);
bool check_is_function(const char *word);
bool check_is_text_method(const char *word);
/* Returns the functions first, then the methods of text. NULL after the last one. */
struct check_function {
    const char *name, *usage;
    const char *help; /* a phrase */
    size_t least, most;
    bool of_text; /* a method of text */
};
const struct check_function *check_function_at(size_t i);

/* pattern.c: compiles a regular expression. Returns NULL with trouble. */
regex_t *check_pattern(const struct check *check, const struct tree *tree);
/* Returns the pattern in the syntax that regcomp takes with REG_EXTENDED; the caller frees it. */
char *check_pattern_text(const char *pattern);

/* stream.c: the calls on streams. A method accepts streams, groups (the result of groupBy), or
 * both. */
enum { ON_STREAM = 1, ON_GROUPS = 2, ON_BOTH = 3 };
struct check_method {
    const char *name, *usage;
    const char *help; /* a phrase */
    size_t least, most;
    unsigned on;
    bool (*make)(struct chain *chain, const struct tree *call);
};
const struct check_method *check_method_at(size_t i); /* NULL: there are no more */

/* Checks a whole chain of calls and fills the chain's plan. False with trouble. */
bool check_stream(struct chain *chain, const struct tree *tree);
bool check_is_method(const char *word);
/* Returns the argument if it is a lambda; NULL with trouble. */
const struct tree *check_lambda(const struct check *check, const struct tree *call,
                                const struct tree *argument);
/* Adds the method's usage line to the trouble as help. */
void check_usage(const struct check *check, const char *method);

/* stages.c: each function checks one call and adds its stage to the chain's plan. False with
 * trouble. */
struct stage *check_stage(struct chain *chain, enum stage_kind kind, const struct tree *call);
void check_stage_add(struct stage *stage, struct expression *expression);
struct scope check_scope(const struct chain *chain, const struct tree *lambda);
/* Checks a value that can become a field of a result. NULL with trouble. */
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
bool check_aggregate(struct chain *chain,
                     const struct tree *call); /* count(), sum(...) without aggregate(...) */
bool check_aggregates(struct chain *chain, const struct tree *call);
bool check_is_aggregate(const char *word);
const char *plan_aggregate_word(enum aggregate aggregate);

/* fields.c: the named fields of a result, collected before they become a shape. */
struct result {
    struct check *check;
    struct field *fields;
    size_t count, room;
};
/* Adds a field. False with trouble at `tree` if the name is taken. */
bool result_add(struct result *result, const char *name, struct value_type type,
                const struct tree *tree);
/* Returns the shape made of the fields, and frees the result. */
struct shape *result_shape(struct result *result, const char *name);
void result_free(struct result *result);
/* Returns the name of an unnamed expression: that of the field it reads, else `otherwise`. */
const char *result_name(const struct tree *body, const char *otherwise);

#endif
