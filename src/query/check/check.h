/* check.h: the checker turns a syntax tree into a plan. It resolves every name and gives every
 * expression a type. */
#ifndef QUERY_CHECK_CHECK_H
#define QUERY_CHECK_CHECK_H

#include "query/exec/plan.h"

#include <string.h>

enum { CHECK_FIELDS = 1000 }; /* most fields of a result */

/* The state of one check. */
struct query_check {
    struct diagnostic *trouble;
    const struct plan_names *names;
};

/* The scope of a lambda's body: the one row that it can name. */
struct query_scope {
    struct query_check *check;
    const char *row; /* name of the lambda's row, such as e */
    const struct query_fields *shape;
};

/* A stream as far as its calls have been checked: the plan grows by a stage per call. */
struct query_chain {
    struct query_check *check;
    struct query_plan *plan;
    const struct query_tree
        *groups; /* a groupBy call still waiting for its aggregates; NULL: none */
};

static inline bool query_check_is(const char *word, const char *other)
{
    return !strcmp(word, other);
}

/* Returns the tree that `let` bound to a name; NULL if the name is not bound. */
const struct query_tree *query_plan_names_tree(const struct plan_names *names, const char *name);

/* Reports an error at a part of the tree. Returns NULL, so that callers can return the result. */
void *query_check_wrong(const struct query_check *check, const struct query_tree *tree,
                        const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Does the same as query_check_wrong, but marks only the name of a field, call or method. */
void *query_check_wrong_word(const struct query_check *check, const struct query_tree *tree,
                             const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Candidates for "did you mean". query_check_words_help proposes the nearest one, or lists them all
 * after `title`; `before` is written in front of each candidate. */
struct query_check_words {
    const char *words[256];
    size_t count;
};
void query_check_words_add(struct query_check_words *words, const char *word);
void query_check_words_fields(struct query_check_words *words, const struct query_fields *shape);
void query_check_words_help(const struct query_check *check, const struct query_check_words *words,
                            const char *word, const char *before, const char *title);

/* expression.c: checks an expression of any type that a row can have. Returns NULL with trouble. */
struct query_expression *query_check_value(const struct query_scope *scope,
                                           const struct query_tree *tree);
struct query_expression *query_check_condition(const struct query_scope *scope,
                                               const struct query_tree *tree, const char *what);
/* Returns an expression for a field. Takes ownership of `of`, the row that has the field; NULL: the
 * lambda's row. */
struct query_expression *query_check_field(const struct query_fields *shape,
                                           struct query_expression *of,
                                           const struct query_field *field,
                                           const struct query_tree *tree);
struct query_expression *query_check_constant(struct query_value_type type, int64_t whole,
                                              const struct query_tree *tree);
/* Converts a row to its number; returns any other expression unchanged. Takes ownership. */
struct query_expression *query_check_row_number(struct query_expression *expression,
                                                const struct query_tree *tree);
/* Checks that an argument is a whole number that is known before the query runs. False with
 * trouble. */
bool query_check_known(const struct query_check *check, const struct query_tree *tree,
                       const char *what, enum query_unit unit, struct query_expression **known);

/* operator.c */
struct query_expression *query_check_unary(const struct query_scope *scope,
                                           const struct query_tree *tree);
struct query_expression *query_check_binary(const struct query_scope *scope,
                                            const struct query_tree *tree);
struct query_expression *query_check_choice(const struct query_scope *scope,
                                            const struct query_tree *tree);
/* Converts both expressions to one type if they can be compared; else returns false and reports
 * nothing. */
bool query_check_unify(struct query_expression **a, struct query_expression **b);

/* call.c */
struct query_expression *query_check_call(const struct query_scope *scope,
                                          const struct query_tree *tree);
struct query_expression *query_check_method(const struct query_scope *scope,
                                            const struct query_tree *tree);
bool query_check_is_function(const char *word);
bool query_check_is_text_method(const char *word);
/* Returns the functions first, then the methods of text. NULL after the last one. */
struct query_check_function {
    const char *name, *usage;
    const char *help; /* a phrase */
    size_t least, most;
    bool of_text; /* a method of text */
};
const struct query_check_function *query_check_function_at(size_t i);

/* pattern.c: compiles a regular expression. Returns NULL with trouble. */
regex_t *query_check_pattern(const struct query_check *check, const struct query_tree *tree);
/* Returns the pattern in the syntax that regcomp takes with REG_EXTENDED; the caller frees it. */
char *query_check_pattern_text(const char *pattern);

/* stream.c: the calls on streams. A method accepts streams, groups (the result of groupBy), or
 * both. */
enum { ON_STREAM = 1, ON_GROUPS = 2, ON_BOTH = 3 };
struct query_check_method {
    const char *name, *usage;
    const char *help; /* a phrase */
    size_t least, most;
    unsigned on;
    bool (*make)(struct query_chain *chain, const struct query_tree *call);
};
const struct query_check_method *query_check_method_at(size_t i); /* NULL: there are no more */

/* Checks a whole chain of calls and fills the chain's plan. False with trouble. */
bool query_check_stream(struct query_chain *chain, const struct query_tree *tree);
bool query_check_is_method(const char *word);
/* Returns the argument if it is a lambda; NULL with trouble. */
const struct query_tree *query_check_lambda(const struct query_check *check,
                                            const struct query_tree *call,
                                            const struct query_tree *argument);
/* Adds the method's usage line to the trouble as help. */
void query_check_usage(const struct query_check *check, const char *method);

/* stages.c: each function checks one call and adds its stage to the chain's plan. False with
 * trouble. */
struct query_stage *query_check_stage(struct query_chain *chain, enum query_stage_kind kind,
                                      const struct query_tree *call);
void query_check_stage_add(struct query_stage *stage, struct query_expression *expression);
struct query_scope query_check_scope(const struct query_chain *chain,
                                     const struct query_tree *lambda);
/* Checks a value that can become a field of a result. NULL with trouble. */
struct query_expression *query_check_field_value(const struct query_scope *scope,
                                                 const struct query_tree *tree);
bool query_check_filter(struct query_chain *chain, const struct query_tree *call);
bool query_check_match(struct query_chain *chain, const struct query_tree *call);
bool query_check_map(struct query_chain *chain, const struct query_tree *call);
bool query_check_sorted(struct query_chain *chain, const struct query_tree *call);
bool query_check_distinct(struct query_chain *chain, const struct query_tree *call);
bool query_check_limit(struct query_chain *chain, const struct query_tree *call);
bool query_check_relatives(struct query_chain *chain, const struct query_tree *call);
bool query_check_path(struct query_chain *chain, const struct query_tree *call);
bool query_check_join(struct query_chain *chain, const struct query_tree *call); /* join.c */
bool query_check_flat_map(struct query_chain *chain,
                          const struct query_tree *call); /* flat_map.c */
bool query_check_interval(struct query_chain *chain, const struct query_tree *call); /* window.c */

/* group.c */
bool query_check_group_by(struct query_chain *chain, const struct query_tree *call);
bool query_check_aggregate(
    struct query_chain *chain,
    const struct query_tree *call); /* count(), sum(...) without aggregate(...) */
bool query_check_aggregates(struct query_chain *chain, const struct query_tree *call);
bool query_check_is_aggregate(const char *word);
const char *query_plan_aggregate_word(enum query_aggregate aggregate);

/* fields.c: the named fields of a result, collected before they become a shape. */
struct result {
    struct query_check *check;
    struct query_field *fields;
    size_t count, room;
};
/* Adds a field. False with trouble at `tree` if the name is taken. */
bool result_add(struct result *result, const char *name, struct query_value_type type,
                const struct query_tree *tree);
/* Returns the shape made of the fields, and frees the result. */
struct query_fields *result_shape(struct result *result, const char *name);
void result_free(struct result *result);
/* Returns the name of an unnamed expression: that of the field it reads, else `otherwise`. */
const char *result_name(const struct query_tree *body, const char *otherwise);

#endif
