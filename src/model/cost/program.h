/* program.h: a compiled expression: steps over slots. Only for the files of cost/. */
#ifndef MODEL_COST_PROGRAM_H
#define MODEL_COST_PROGRAM_H

#include "model/cost/pool.h"

/* One operation. Slots hold numbers; constants and variables are there before the first step. */
struct program_step {
    uint8_t op;     /* enum model_cost_op */
    uint32_t slot;  /* of the result */
    uint32_t first; /* operand slots in program->operands; SUM: first, last, body, index */
    uint32_t count;
    uint32_t node;  /* for messages */
    uint32_t end;   /* SUM: its body is the steps up to here */
    uint8_t degree; /* SUM: of the body as a polynomial of the index, or POLYNOMIAL_NONE */
    uint32_t curve;
    uint64_t below; /* MULTIPLY: bit i: divide by operand i (of the first 64) */
};

struct program_variable {
    uint32_t variable, slot;
    bool is_set;
};

struct model_program {
    const struct model_costs *pool;
    struct program_step *steps;
    size_t step_count, step_room;
    uint32_t *operands;
    size_t operand_count, operand_room;
    struct model_number *slots;
    size_t slot_count, slot_room;
    struct program_variable *variables;
    size_t variable_count, variable_room;
    uint32_t *results; /* slots */
    size_t result_count;
};

#endif
