/* emit.h: writes the code of expressions. */
#ifndef VOCABULARY_EMIT_H
#define VOCABULARY_EMIT_H

#include "vocabulary/compile.h"

/* A parameter of a definition, and the argument that it stands for. */
struct vocabulary_binding {
    const char *name;
    const struct vocabulary_expression *argument;
    const struct vocabulary_binding *outer;    /* bindings in which the argument is meant */
    const struct vocabulary_definition *until; /* and which definitions it may use */
    const struct vocabulary_binding *before;   /* another parameter */
};

/* Translation of one function. */
struct vocabulary_emitter {
    const struct vocabulary *vocabulary;
    const struct vocabulary_function *function; /* NULL: a place */
    const struct vocabulary_numbers *numbers;
    struct vocabulary_code *to;
    struct diagnostic *trouble;
    bool before; /* the result is not known yet */
    struct {
        const char *name;
        struct vocabulary_type type;
    } values[FORMAT_VOCABULARY_VALUES];
    unsigned value_count;
    unsigned depth; /* of the stack */
    bool is_name;   /* the expression is a name: it may be a text */
    const struct vocabulary_binding *bindings;
    const struct vocabulary_definition *until; /* only definitions before it can be used */
};

void vocabulary_emit(struct vocabulary_emitter *emitter, enum format_vocabulary_op op, uint32_t a,
                     int32_t b);

/* Writes a jump whose way is not known yet; returns its index. vocabulary_emit_land() lets it jump
 * here. */
size_t vocabulary_emit_jump(struct vocabulary_emitter *emitter, enum format_vocabulary_op op);
void vocabulary_emit_land(struct vocabulary_emitter *emitter, size_t jump);

/* Writes the code that pushes a number. */
void vocabulary_emit_number(struct vocabulary_emitter *emitter, int64_t number);

/* Writes the code that replaces the numbers on the stack by the address of the text with them. */
void vocabulary_emit_text(struct vocabulary_emitter *emitter, const char *text, uint32_t numbers);

/* Find the number of a parameter or of the latest value of that name. */
bool vocabulary_emit_find_parameter(const struct vocabulary_emitter *emitter, const char *name,
                                    unsigned *number);
bool vocabulary_emit_find_value(const struct vocabulary_emitter *emitter, const char *name,
                                unsigned *number);

/* Makes a value, whose name may hide others. False with trouble if there are too many. */
bool vocabulary_emit_new_value(struct vocabulary_emitter *emitter, struct vocabulary_range range,
                               const char *name, unsigned *number);

/* Returns the number of a named value, which is made if it is new. False with trouble if there are
 * too many, or if a parameter has the name. */
bool vocabulary_emit_value(struct vocabulary_emitter *emitter, const char *name,
                           struct vocabulary_range range, struct vocabulary_type type,
                           unsigned *number);

/* Writes the code that pushes the value of an expression; *type is its type. */
bool vocabulary_emit_expression(struct vocabulary_emitter *emitter,
                                const struct vocabulary_expression *expression,
                                struct vocabulary_type *type);

/* Returns the state of that name, or NULL. */
const struct vocabulary_state *vocabulary_state_of(const struct vocabulary *vocabulary,
                                                   const char *name);
uint32_t vocabulary_emit_state(const struct vocabulary_emitter *emitter,
                               const struct vocabulary_state *state);

/* Reports that something in that range is wrong. */
bool vocabulary_wrong(const struct vocabulary_emitter *emitter, struct vocabulary_range range,
                      const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
