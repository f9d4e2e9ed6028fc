/* quick_operand.h: operands and steps of format/vocabulary.h, which need no stack machine, as they
 * are made of compiled code; for quick.c. */
#ifndef VOCABULARY_QUICK_OPERAND_H
#define VOCABULARY_QUICK_OPERAND_H

#include "vocabulary/quick.h"

enum { QUICK_DEPTH = 12, QUICK_SETS = 16, QUICK_GUARDS = 4 }; /* of what has a quick form */

/* A state that a function sets, at its end. */
struct quick_set {
    uint32_t state;
    bool has_key, adds, has_when;
    uint8_t cell;                                      /* see struct format_vocabulary_step */
    struct format_vocabulary_operand value, key, when; /* words of the call */
};

/* Code that is being read. */
struct quick_reading {
    const uint64_t *words;
    size_t at, count;
    const struct format_vocabulary_function *function;
    struct format_vocabulary_operand stack[QUICK_DEPTH];
    unsigned depth;
    bool whole; /* comparisons are steps, also the last one of a condition */
    struct vocabulary_steps *steps;
    unsigned first_after; /* step after the call */
    unsigned first_step;  /* of the present expression: nothing else uses the values of its steps */
    unsigned next_value;  /* those from here on are free */
    unsigned first_value; /* the first one that the code does not use itself */
    uint32_t let;         /* bits of named values that have an operand */
    struct format_vocabulary_operand values[FORMAT_VOCABULARY_VALUES];
    bool has_calls; /* there may be some: what is in memory is read in its turn */
    bool may_call;  /* functions of the library */
    unsigned calls;
    bool is_guarded; /* what is read now is done only where the act takes place */
    bool has_guard;  /* and there was something of that kind: where `guard` holds */
    struct format_vocabulary_quick guard;
    unsigned guards[QUICK_GUARDS][2]; /* steps that are done only there: from, to */
    unsigned guard_count;
    bool is_branching; /* calls on a condition are steps that may be skipped, not guarded ones */
    uint32_t perhaps;  /* bits of named values that are known where `if_known` is not 0 */
    struct format_vocabulary_operand if_known[FORMAT_VOCABULARY_VALUES];
    uint32_t guarded_let; /* bits of named values that are known only there */
    uint32_t settled; /* bits of named values whose next call finds them where the stack machine has
                         them */
    uint32_t passed;  /* bits of named values whose address a call had */
    uint32_t kept;    /* bits of those that the call has from its beginning on, which must stay: the
                         stack machine needs them if something is not known */
    bool repeats;     /* there are repeated steps */
    bool notes;       /* several acts are messages, which are noted one by one */
    struct format_vocabulary_operand total; /* bytes of several acts */
    struct quick_set sets[QUICK_SETS];
    unsigned set_count;
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

/* True if the operand is made of a word of the call, which stays as it is. */
static inline bool quick_is_plain(const struct format_vocabulary_operand *operand)
{
    return !operand->loaded && operand->source < FORMAT_SOURCE_STATES;
}

/* Adds a step and returns its value in *to. */
bool vocabulary_quick_step(struct quick_reading *reading, enum format_vocabulary_op op,
                           const struct format_vocabulary_operand *parts, unsigned count,
                           struct format_vocabulary_operand *to);

bool vocabulary_quick_push(struct quick_reading *reading,
                           const struct format_vocabulary_operand *operand);

bool vocabulary_quick_is_same(const struct format_vocabulary_operand *one,
                              const struct format_vocabulary_operand *other);

/* True if a call from here up to that place has the address of a named value;
 * FORMAT_VOCABULARY_VALUES: of any. */
bool vocabulary_quick_is_passed(const struct quick_reading *reading, uint32_t number, size_t end);

/* Makes an operand a word of the call, by a step if it is none. */
bool vocabulary_quick_make_plain(struct quick_reading *reading,
                                 struct format_vocabulary_operand *operand);

/* Finds what the function has set a state to; NULL: nothing. False if its key may be the same as
 * another one's. */
bool vocabulary_quick_find_set(struct quick_reading *reading, uint32_t state, bool has_key,
                               const struct format_vocabulary_operand *key,
                               struct quick_set **found);

/* Finds a state with a key as it was before the function has set it, by a step, which may be there
 * already. If it is to be set, the step finds its cell, too. */
bool vocabulary_quick_find_state(struct quick_reading *reading, const struct quick_set *set,
                                 struct format_vocabulary_operand *to, uint8_t *cell);

/* Pushes a state: as the function has set it, or as it was before. Its key is popped. */
bool vocabulary_quick_push_state(struct quick_reading *reading, uint32_t number, bool has_key);

/* Lets values be used again that nothing needs any more: neither what was named, nor states that
 * were found or are to be set, nor the act. No expression is being read. */
void vocabulary_quick_reclaim(struct quick_reading *reading,
                              const struct format_vocabulary_quick *made);

/* Prepares operands, and those of steps, that are complete: tells of each how its number is taken
 * from its source. */
void vocabulary_quick_prepare(struct format_vocabulary_operand *operands, size_t count);
void vocabulary_quick_prepare_steps(struct vocabulary_steps *steps);

#endif
