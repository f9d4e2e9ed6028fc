/* quick_operand.h: reads expressions of compiled code as operands and steps of format/vocabulary.h,
 * which need no stack machine; for quick.c. */
#ifndef VOCABULARY_QUICK_OPERAND_H
#define VOCABULARY_QUICK_OPERAND_H

#include "vocabulary/quick.h"

enum { QUICK_DEPTH = 6 }; /* of an expression that has a quick form */

/* Code that is being read. */
struct quick_reading {
    const uint64_t *words;
    size_t at, count;
    const struct format_vocabulary_function *function;
    struct format_vocabulary_operand stack[QUICK_DEPTH];
    unsigned depth;
    bool whole; /* comparisons are steps, also the last one of a condition */
    struct vocabulary_steps *steps;
    unsigned first_step; /* of the present expression: nothing else uses the values of its steps */
    unsigned next_value; /* those from here on are free */
    uint32_t let;        /* bits of named values that have an operand */
    struct format_vocabulary_operand values[FORMAT_VOCABULARY_VALUES];
    uint32_t was_set; /* bits of states that have one: what the function sets them to */
    struct format_vocabulary_operand states[FORMAT_VOCABULARY_THREAD_STATES];
};

static inline enum format_vocabulary_op quick_op(uint64_t word)
{
    return (enum format_vocabulary_op)(word & 0xff);
}

static inline uint32_t quick_a(uint64_t word)
{
    return (uint32_t)(word >> 8 & 0xffffff);
}

static inline int32_t quick_b(uint64_t word)
{
    return (int32_t)(word >> 32);
}

/* Returns the operation that comes next; FORMAT_OP_STOP at the end. */
static inline enum format_vocabulary_op quick_next(const struct quick_reading *reading)
{
    return reading->at < reading->count ? quick_op(reading->words[reading->at]) : FORMAT_OP_STOP;
}

static inline bool quick_take(struct quick_reading *reading, enum format_vocabulary_op op)
{
    bool is_it = quick_next(reading) == op;
    reading->at += is_it;
    return is_it;
}

static inline bool quick_is_number(const struct format_vocabulary_operand *operand)
{
    return !operand->type && !operand->loaded;
}

/* Adds a step and returns its value in *to. */
bool vocabulary_quick_step(struct quick_reading *reading, enum format_vocabulary_op op,
                           const struct format_vocabulary_operand *parts, unsigned count,
                           struct format_vocabulary_operand *to);

/* Pushes a thread's state: as the function has set it, or as it was before. */
bool vocabulary_quick_push_state(struct quick_reading *reading, uint32_t number, bool has_key);

/* Prepares operands, and those of steps, that are complete: tells of each how its number is taken
 * from its source. */
void vocabulary_quick_prepare(struct format_vocabulary_operand *operands, size_t count);
void vocabulary_quick_prepare_steps(struct vocabulary_steps *steps);

/* Reads operations as far as they have a quick form. */
void vocabulary_quick_read(struct quick_reading *reading);

/* Skips the expression of a field. False if it does more than read. */
bool vocabulary_quick_skip(struct quick_reading *reading);

#endif
