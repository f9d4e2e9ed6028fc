/* walk.h: backwards through the code of a function: where a register comes from. */
#ifndef LOOPS_X86_64_WALK_H
#define LOOPS_X86_64_WALK_H

#include "loops/x86_64/x86_64.h"

/* The instructions of a function up to a jump, one behind the other. */
struct walk {
    const struct loops_binary *binary;
    struct loops_instruction *all;
    size_t count, room;
};

/* An instruction; what was gone through from there on, to where one began. */
struct walk_place {
    size_t at;
    uint8_t conditions[4]; /* of branches that were passed since flags were set; see walk.c */
    uint8_t condition_count;
};

/* False: the code before the jump cannot be read. Is to be ended anyway. */
bool walk_begin(struct walk *walk, const struct loops_binary *binary,
                const struct loops_binary_function *function, uint64_t jump,
                struct walk_place *place);
void walk_end(struct walk *walk);

bool walk_fields(const struct walk *walk, struct walk_place place, struct x86_64_fields *fields);

/* Goes back to the instruction that last wrote a register; false: none is near. */
bool walk_writer(const struct walk *walk, struct walk_place *place, uint8_t number,
                 struct x86_64_fields *fields);

/* The address that a register holds before `place`, if it is a constant. */
bool walk_constant(const struct walk *walk, struct walk_place place, uint8_t number,
                   uint64_t *value);

/* If `place` loads from the stack: goes back to what stored there, and which register. */
bool walk_stored(const struct walk *walk, struct walk_place *place, uint8_t *number);

/* How many values, from 0 on, a register can have at `place`, by a comparison before; not exact: by
 * its type, so that there may be fewer; 0: nothing tells. */
uint32_t walk_bound(const struct walk *walk, struct walk_place place, uint8_t number,
                    bool *is_exact);

/* The next address above one that a function computes: what begins there, is something else. */
uint64_t walk_next_constant(const struct loops_binary *binary,
                            const struct loops_binary_function *function, uint64_t address);

#endif
