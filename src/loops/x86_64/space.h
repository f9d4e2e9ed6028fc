/* space.h: which bytes of a binary's code are free, because copies of functions are executed
 * instead. */
#ifndef LOOPS_X86_64_SPACE_H
#define LOOPS_X86_64_SPACE_H

#include "loops/plan/rewrite.h"

enum {
    SPACE_LONG = 5,  /* bytes of a jump to anywhere */
    SPACE_SHORT = 2, /* of one to what is near */
};

enum space_state { SPACE_UNKNOWN, SPACE_FREE, SPACE_TAKEN };

struct space {
    uint64_t low, high;
    uint8_t *states; /* by byte */
};

/* All instructions of functions that are to have copies are free, and what stands behind them for
 * nothing. Functions whose instructions are not theirs alone get a reason. */
void space_begin(struct space *space, const struct loops_binary *binary,
                 struct loops_rewritten *functions);
void space_end(struct space *space);

void space_mark(struct space *space, uint64_t from, uint64_t to, enum space_state state);
bool space_is_free(const struct space *space, uint64_t from, uint64_t count);
/* What is free of an instruction is so no longer. */
void space_keep(struct space *space, const struct loops_instruction *in);

/* Room for a long jump, which a short one at `site` reaches; 0: there is none. */
uint64_t space_hole(const struct space *space, uint64_t site, uint64_t low, uint64_t high);

#endif
