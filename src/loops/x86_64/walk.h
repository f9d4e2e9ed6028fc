/* walk.h: goes backwards through the code of a function to find where a register's value comes
 * from. */
#ifndef LOOPS_X86_64_WALK_H
#define LOOPS_X86_64_WALK_H

#include "loops/x86_64/x86_64.h"

/* The instructions of a function up to a jump, in the order of their addresses. */
struct walk {
    const struct loops_binary *binary;
    struct loops_instruction *all;
    size_t count, room;
};

/* A position of a walk: an instruction, and the branches between it and where the flags were last
 * set. */
struct walk_place {
    size_t at;
    uint8_t conditions[4]; /* condition codes of these branches, with the bit TAKEN of walk.c */
    uint8_t condition_count;
};

/* Begins a walk at a jump; returns false if the code before it cannot be decoded. walk_end() must
 * be called in either case. */
bool walk_begin(struct walk *walk, const struct loops_binary *binary,
                const struct loops_binary_function *function, uint64_t jump,
                struct walk_place *place);
void walk_end(struct walk *walk);

/* Reads the fields of the instruction at a position. */
bool walk_fields(const struct walk *walk, struct walk_place place, struct x86_64_fields *fields);

/* Goes back to the instruction that last wrote a register, and reads its fields; returns false if
 * none is near. */
bool walk_writer(const struct walk *walk, struct walk_place *place, uint8_t number,
                 struct x86_64_fields *fields);

/* Finds the constant address that a register holds before `place`; returns false if it is not
 * constant. */
bool walk_constant(const struct walk *walk, struct walk_place place, uint8_t number,
                   uint64_t *value);

/* If the instruction at `place` loads from the stack, goes back to the instruction that stored
 * there and sets the stored register; otherwise returns false. */
bool walk_stored(const struct walk *walk, struct walk_place *place, uint8_t *number);

/* Returns how many values, from 0 on, a register can have at `place`, by a comparison before it.
 * Without one, *is_exact is false and the number is an upper limit by the register's type; 0 if
 * nothing is known. */
uint32_t walk_bound(const struct walk *walk, struct walk_place place, uint8_t number,
                    bool *is_exact);

/* Returns the lowest address above `address` that the function computes, where something else
 * begins; UINT64_MAX if there is none. */
uint64_t walk_next_constant(const struct loops_binary *binary,
                            const struct loops_binary_function *function, uint64_t address);

#endif
