/* instructions.h: the instructions whose accesses are followed, and what is known of them.
 *
 *   instructions_point    a load or store of one translation of an instruction
 *   instructions_one      an instruction: its registers, and how it updates memory or a register
 *   instructions_access   an instruction, and the call in the loop's function that led to it */
#ifndef LOOPS_VALGRIND_INSTRUCTIONS_H
#define LOOPS_VALGRIND_INSTRUCTIONS_H

#include "format/carried.h"
#include "loops/valgrind/modules.h"

enum {
    INSTRUCTIONS_SLOTS = 256, /* registers are followed in slots of 8 bytes of the guest's state */
    INSTRUCTIONS_REGISTERS = 8, /* limit of slots that an instruction reads or writes */
    INSTRUCTIONS_SOURCES = 4,   /* limit of loads that a stored value is derived from */
    INSTRUCTIONS_NO_SLOT = 0xffff,
};

/* How the amount is known by which an update changes a variable. */
enum instructions_step {
    STEP_VARIES,
    STEP_CONSTANT,
    STEP_REGISTER, /* of a slot: constant if no trip writes it */
    STEP_LOAD,     /* of a load: constant if no trip writes that memory */
};

struct instructions_point;

/* How a value is derived from an earlier value of the same variable. */
struct instructions_source {
    const struct instructions_point *load; /* the load of the earlier value; NULL: a register */
    UShort slot;                           /* its slot */
    UChar operation; /* enum format_carried_operation; NONE: none or several */
    UChar step;      /* enum instructions_step */
    Bool is_used;    /* the earlier value, or one in between, is used elsewhere, too */
    Long amount;     /* of STEP_CONSTANT */
    UShort step_slot;
    const struct instructions_point *step_load;
};

/* The updates of memory, or of a register, that an instruction makes, over all times. */
struct instructions_update {
    UShort slot;      /* of a register */
    UChar operation;  /* NONE: it has made none, or is no update */
    Bool is_broken;   /* it also writes other values */
    Bool varies;      /* it is no steady step: not in each trip, or not by the same amount */
    Bool is_observed; /* other instructions read its values */
    UInt decides;     /* bit set of watched loops: whether they end is decided by its values */
    ULong visit;      /* number of the visit in which it was seen last */
    ULong runs;       /* how often in that visit */
    Addr address, step_address; /* of the memory in that visit, and of the amount */
};

/* The values that an instruction writes to a register, if it computes them from another register:
 * pointers to rows that an inner loop has moved, and the like. */
struct instructions_course {
    ULong visit, trip; /* number of the last visit and trip in which it was seen */
    ULong runs;        /* in that visit */
    Long value, step;  /* the last value, and its distance from the one before */
    Bool is_steady;    /* it was seen in successive trips, in equal steps */
    Bool varies;       /* it was also seen otherwise */
};

struct instructions_one {
    Addr address;
    UInt number; /* from 1 */
    Bool is_atomic;
    UShort read_count, write_count;
    UShort reads[INSTRUCTIONS_REGISTERS], writes[INSTRUCTIONS_REGISTERS];
    struct instructions_source source; /* of the register that it updates; slot NO_SLOT: none */
    struct instructions_update memory, reg;
    struct instructions_course course;
    struct instructions_one *feeds; /* the store that its result is only computed for; or NULL */
    const struct modules_block *last_site; /* of the access found last */
    UInt last_access;
    struct instructions_one *next; /* in the hash table */
};

struct instructions_point {
    struct instructions_one *one;
    Addr last;       /* address of the last access of a load */
    Bool may_update; /* a load: some store in the same piece of code may write the result back */
    UInt decides;    /* a load: bit set of watched loops whose end its value decides */
    struct instructions_one *pending; /* a load: the instruction whose value it read, unless a
                                         matching store followed */
    UChar source_count;
    struct instructions_source sources[INSTRUCTIONS_SOURCES];
};

struct instructions_access {
    struct instructions_one *one;
    const struct modules_block *site; /* NULL: the instruction is in the loop's function */
    UInt next;                        /* in the hash table */
};

/* Returns the instruction at an address, made if it is new. */
struct instructions_one *instructions_at(Addr address);

struct instructions_point *instructions_point(struct instructions_one *one);

/* Returns the number of an access, from 1. */
UInt instructions_access(struct instructions_one *one, const struct modules_block *site);

const struct instructions_access *instructions_of(UInt access);
UInt instructions_access_count(void); /* numbers are smaller than it */

/* Notes for each load that read a value, and whose result was not written back, that the value was
 * observed. */
void instructions_settle(void);

#endif
