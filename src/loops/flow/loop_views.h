/* loop_views.h: finds the arrays that an innermost loop goes through, and how far it moves in each
 * trip.
 *
 *    struct loops_view                       for (i = 0; i < n; i++) a[i] = b[i] + b[i+1];
 *      step[x1] = 8, stepped = {x1}           x1: byte offset of i, moves by 8 in a trip
 *      groups[0]  base x2, index x1           stores to a: one access, offset 0, 8 bytes
 *      groups[1]  base x3, index x1           loads from b: two accesses, offsets 0 and 8
 */
#ifndef LOOPS_FLOW_LOOP_VIEWS_H
#define LOOPS_FLOW_LOOP_VIEWS_H

#include "loops/binary/binary.h"
#include "loops/flow/access.h"
#include "loops/flow/shape.h"

/* Limits of a view. A loop with more groups or accesses is not analysed (is_whole is false). */
enum { VIEW_GROUPS = 16, VIEW_ACCESSES = 64, VIEW_REGISTERS = 32 };

/* The accesses of a loop with the same base, index and shift: one array. */
struct loops_view_group {
    uint8_t base, index, shift;
    bool is_local;  /* of a variable of the thread's own */
    int64_t stride; /* bytes by which the address moves in a trip */
    uint32_t count;
    struct {
        int64_t offset;
        uint8_t bytes, element;
        bool is_store, is_packed;
    } all[VIEW_ACCESSES]; /* relative to the address when the trip begins */
};

/* A summary of one trip of an innermost loop. */
struct loops_view {
    int64_t step[VIEW_REGISTERS]; /* by register: the sum of its steps in a trip */
    uint32_t stepped,
        lost; /* sets of registers: changed by constant steps; changed in other ways */
    uint32_t lanes,
        float_lanes;  /* element sizes of the vectors, in bytes, as sums of powers of two */
    bool has_vectors; /* 16 or more bytes are loaded or stored at once */
    bool to_integer;  /* vectors of floating-point numbers are converted to integers */
    bool is_whole;    /* nothing exceeded the limits, and the loop has no calls */
    bool has_unknown; /* some address could not be derived from the registers at the start of the
                         trip */
    /* Loads and stores outside all groups, by whether they store: */
    uint32_t fixed[2];    /* of an address that does not move */
    uint32_t indirect[2]; /* of an address that depends on what the trip loads from other addresses
                             in each trip */
    uint32_t varied[2];   /* of an address that depends on variables that the trip loads, or on what
                             it loads by them: it may move in any way */
    uint32_t computed[2]; /* of another address that could not be derived */
    uint32_t count;
    struct loops_view_group groups[VIEW_GROUPS]; /* only the first `count` are set */
};

/* Analyses a loop, which must have no loops inside it. */
void loops_view_begin(struct loops_view *view, const struct loops_binary *binary,
                      const struct loops_shape *shape, uint32_t loop);

/* True if the accesses of a group, or only its stores, leave no gaps between the trips. */
bool loops_view_is_dense(const struct loops_view_group *group, bool stores);

/* True if a loop makes the same number of trips in each visit, as far as the code near it shows. */
bool loops_view_trips_are_constant(const struct loops_view *view, const struct loops_binary *binary,
                                   const struct loops_shape *shape, uint32_t loop);

/* Describes the memory access of an instruction (architecture.h); returns false if it has none. */
bool loops_view_access(const struct loops_binary *binary, const struct loops_instruction *in,
                       struct loops_access *access);

#endif
