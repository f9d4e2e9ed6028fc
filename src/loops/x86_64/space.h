/* space.h: keeps track of the bytes of a binary's code that are free because copies of functions
 * are executed instead. */
#ifndef LOOPS_X86_64_SPACE_H
#define LOOPS_X86_64_SPACE_H

#include "loops/plan/rewrite.h"

enum {
    SPACE_LONG = 5,  /* bytes of a jump with a distance of 4 bytes */
    SPACE_SHORT = 2, /* bytes of a jump with a distance of 1 byte */
};

/* The state of a byte. Only free ones may be overwritten. */
enum space_state { SPACE_UNKNOWN, SPACE_FREE, SPACE_TAKEN };

/* The states of all bytes from `low` to `high`. */
struct space {
    uint64_t low, high;
    uint8_t *states; /* by byte: enum space_state */
};

/* Marks as free all instructions of the functions that are to be copied, and the padding after
 * them. Sets `why` of functions that share instructions with others. space_end() frees the states.
 */
void space_begin(struct space *space, const struct loops_binary *binary,
                 struct loops_rewritten *functions);
void space_end(struct space *space);

/* Sets the state of the bytes from `from` to before `to`. */
void space_mark(struct space *space, uint64_t from, uint64_t to, enum space_state state);
/* True if `count` bytes from an address on are free. */
bool space_is_free(const struct space *space, uint64_t from, uint64_t count);
/* Changes the free bytes of an instruction to SPACE_UNKNOWN. */
void space_keep(struct space *space, const struct loops_instruction *in);

/* Finds room for a long jump between `low` and `high` that a short one at `site` can reach; returns
 * its address, or 0 if there is none. */
uint64_t space_hole(const struct space *space, uint64_t site, uint64_t low, uint64_t high);

#endif
