/* compile.h: translates the statements of a function into the code of format/vocabulary.h, and
 * checks them on the way. */
#ifndef VOCABULARY_COMPILE_H
#define VOCABULARY_COMPILE_H

#include "vocabulary/vocabulary.h"

struct vocabulary_code {
    uint64_t *words; /* ends with FORMAT_OP_STOP; NULL: none */
    size_t count, room;
};

/* A function as the collector needs it. */
struct vocabulary_compiled {
    struct vocabulary_code before, after;
    enum format_act_type act;
    uint32_t kind, flags, facts;
    bool has_place;
    bool is_opened;  /* what it calls is recorded, too */
    bool is_instant; /* its acts are over when the call begins */
    uint32_t *takes; /* numbers of functions */
    size_t takes_count, takes_room;
};

/* `numbers` returns the number of a function of the vocabulary; NULL while it is only checked. */
struct vocabulary_numbers {
    uint32_t first_function;     /* number of the vocabulary's first function */
    uint32_t first_thread_state; /* its states are numbered from here on */
    uint32_t first_process_state;
};

/* Compiles a function. False with trouble. The result is freed either way by
 * vocabulary_compiled_free(). */
bool vocabulary_compile(const struct vocabulary *vocabulary,
                        const struct vocabulary_function *function,
                        const struct vocabulary_numbers *numbers, struct vocabulary_compiled *to,
                        struct diagnostic *trouble);

/* Compiles the number of a place: value 0, and the number of places: value 1. */
bool vocabulary_compile_place(const struct vocabulary *vocabulary,
                              const struct vocabulary_numbers *numbers, struct vocabulary_code *to,
                              struct diagnostic *trouble);

void vocabulary_compiled_free(struct vocabulary_compiled *compiled);

#endif
