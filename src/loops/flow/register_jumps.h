/* register_jumps.h: follows jumps through registers: those of `switch`, computed gotos, and tail
 * calls.
 */
#ifndef LOOPS_FLOW_REGISTER_JUMPS_H
#define LOOPS_FLOW_REGISTER_JUMPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct follow;
struct loops_instruction;
struct loops_table;

/* The labels of a function: addresses inside it that data holds. */
struct labels {
    const uint64_t *first;
    size_t count;
};

/* Returns the labels of the function; `sure`: only those that are certainly some. */
struct labels register_jumps_labels(const struct follow *follow, bool sure);

/* True if a jump is a tail call: the function has a frame, and has removed it before the jump. */
bool register_jumps_is_tail(const struct follow *follow, uint64_t jump);

/* Follows a jump: leads to all entries of its table. If the size of the table is a guess, it ends
 * at the first entry that leads out of the function. */
void register_jumps_follow(struct follow *follow, const struct loops_instruction *in);

/* Returns the table that a jump uses; NULL if none is known. */
const struct loops_table *register_jumps_table(const struct follow *follow, uint64_t jump);

/* Adds the edges from a block, one to each different target of a table; `table` is NULL: to each
 * label. */
void register_jumps_add_edges(struct follow *follow, uint32_t from,
                              const struct loops_table *table);

#endif
