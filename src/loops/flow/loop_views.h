/* loop_views.h: through which arrays an innermost loop goes in a trip, and how far. */
#ifndef LOOPS_FLOW_LOOP_VIEWS_H
#define LOOPS_FLOW_LOOP_VIEWS_H

#include "loops/binary/binary.h"
#include "loops/flow/access.h"
#include "loops/flow/induction.h"

enum { VIEW_GROUPS = 16, VIEW_ACCESSES = 64, VIEW_REGISTERS = 32 };

/* Accesses by the same registers. */
struct loops_view_group {
    uint8_t base, index, shift;
    int64_t stride; /* bytes that it goes on by in a trip */
    uint32_t count;
    struct {
        int64_t offset;
        uint8_t bytes, element;
        bool is_store;
    } all[VIEW_ACCESSES];
};

struct loops_view {
    int64_t step[VIEW_REGISTERS]; /* by register, in a trip */
    uint32_t stepped, lost;       /* registers: that go on by constants; that do more than that */
    uint32_t lanes, float_lanes;  /* bytes of the elements of vectors, as bits */
    bool has_vectors;             /* 16 bytes and more are moved at once */
    bool to_integer;              /* vectors of floating-point numbers become whole numbers */
    bool is_whole;                /* there was room for all of it, and nothing is called */
    bool has_unknown;             /* something is accessed by a register that nobody followed */
    struct loops_view_group groups[VIEW_GROUPS];
    uint32_t count;
};

void loops_view_begin(struct loops_view *view, const struct loops_binary *binary,
                      const struct loops_shape *shape, uint32_t loop);

/* Whether what is accessed in all trips leaves no gaps, or what is stored. */
bool loops_view_is_dense(const struct loops_view_group *group, bool stores);

/* Whether a loop makes the same number of trips whenever it is entered, as far as one can see. */
bool loops_view_trips_are_constant(const struct loops_view *view, const struct loops_binary *binary,
                                   const struct loops_shape *shape, uint32_t loop);

/* What an instruction does with memory; false: nothing. */
bool loops_view_access(const struct loops_binary *binary, const struct loops_instruction *in,
                       struct loops_access *access);

#endif
