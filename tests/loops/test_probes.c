/* test_probes.c: what is known of loops of aarch64's code, and what is counted of them. */
#include "loops/binary/binary_file.h"
#include "loops/flow/liveness.h"
#include "loops/plan/probes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

enum { START = 0x1000 };

static const uint32_t always_three[] = {
    0xd2800021, /* mov x1, #0x1 */
    0x8b010000, /* add x0, x0, x1 */
    0x91000421, /* add x1, x1, #0x1 */
    0xf100103f, /* cmp x1, #0x4 */
    0x54ffffa1, /* b.ne +4 */
    0xd65f03c0, /* ret */
};

static const uint32_t to_a_register[] = {
    0xf8408403, /* ldr x3, [x0], #8 */
    0x8b030042, /* add x2, x2, x3 */
    0xeb01001f, /* cmp x0, x1 */
    0x54ffffa1, /* b.ne +0 */
    0xaa0203e0, /* mov x0, x2 */
    0xd65f03c0, /* ret */
};

static const uint32_t from_a_constant[] = {
    0x52800001, /* mov w1, #0x0 */
    0x11000421, /* add w1, w1, #0x1 */
    0xb8615802, /* ldr w2, [x0, w1, uxtw #2] */
    0x6b01005f, /* cmp w2, w1 */
    0x54ffffab, /* b.lt +4 */
    0x2a0103e0, /* mov w0, w1 */
    0xd65f03c0, /* ret */
};

static const uint32_t down_from_far[] = {
    0xd2827101, /* mov x1, #5000 */
    0x38401409, /* ldrb w9, [x0], #1 */
    0x34000069, /* cbz w9, +20 */
    0xd10fa021, /* sub x1, x1, #1000 */
    0x17fffffd, /* b +4 */
    0xd65f03c0, /* ret */
};

static const uint32_t until_zero[] = {
    0xf8617803, /* ldr x3, [x0, x1, lsl #3] */
    0xf1000421, /* subs x1, x1, #0x1 */
    0x54ffffc1, /* b.ne +0 */
    0xd65f03c0, /* ret */
};

static const uint32_t nothing_known[] = {
    0xf8617803, /* ldr x3, [x0, x1, lsl #3] */
    0x91000821, /* add x1, x1, #0x2 */
    0xb4000063, /* cbz x3, +20 */
    0xeb02003f, /* cmp x1, x2 */
    0x54ffff8b, /* b.lt +0 */
    0xd65f03c0, /* ret */
};

static const uint32_t two_ways_back[] = {
    0x91000421, /* add x1, x1, #0x1 */
    0xf8617803, /* ldr x3, [x0, x1, lsl #3] */
    0xeb02003f, /* cmp x1, x2 */
    0x54000080, /* b.eq +28 */
    0xb4ffff83, /* cbz x3, +0 */
    0x91000484, /* add x4, x4, #0x1 */
    0x17fffffa, /* b +0 */
    0xd65f03c0, /* ret */
};

static const uint32_t with_copies[] = {
    0xd2800001, /* mov x1, #0x0 */
    0xf8617803, /* ldr x3, [x0, x1, lsl #3] */
    0xb40000c3, /* cbz x3, +32 */
    0x8b030084, /* add x4, x4, x3 */
    0x91000421, /* add x1, x1, #0x1 */
    0xeb02003f, /* cmp x1, x2 */
    0x54ffff61, /* b.ne +4 */
    0xd65f03c0, /* ret */
    0x91000421, /* add x1, x1, #0x1 */
    0xeb02003f, /* cmp x1, x2 */
    0x54fffee1, /* b.ne +4 */
    0xd65f03c0, /* ret */
};

static const uint32_t with_other_steps[] = {
    0xd2800001, /* mov x1, #0x0 */
    0xf8617803, /* ldr x3, [x0, x1, lsl #3] */
    0xb40000c3, /* cbz x3, +32 */
    0x8b030084, /* add x4, x4, x3 */
    0x91000421, /* add x1, x1, #0x1 */
    0xeb02003f, /* cmp x1, x2 */
    0x54ffff61, /* b.ne +4 */
    0xd65f03c0, /* ret */
    0x91000821, /* add x1, x1, #0x2 */
    0xeb02003f, /* cmp x1, x2 */
    0x54fffee1, /* b.ne +4 */
    0xd65f03c0, /* ret */
};

static const uint32_t with_a_call[] = {
    0xa9be7bfd, /* stp x29, x30, [sp, #-32]! */
    0xa90153f3, /* stp x19, x20, [sp, #16] */
    0xd2800073, /* mov x19, #0x3 */
    0xd63f0280, /* blr x20 */
    0xf1000673, /* subs x19, x19, #0x1 */
    0x54ffffc1, /* b.ne +12 */
    0xa94153f3, /* ldp x19, x20, [sp, #16] */
    0xa8c27bfd, /* ldp x29, x30, [sp], #32 */
    0xd65f03c0, /* ret */
};

static const uint32_t rarely_equal[] = {
    0x52800000, /* mov w0, #0x0 */
    0x6b00003f, /* cmp w1, w0 */
    0x54000040, /* b.eq +16 */
    0x1e600821, /* fmul d1, d1, d0 */
    0x11000400, /* add w0, w0, #0x1 */
    0x7100101f, /* cmp w0, #0x4 */
    0x54ffff61, /* b.ne +4 */
    0xd65f03c0, /* ret */
};

static const uint32_t out_of_the_way[] = {
    0xd2800003, /* mov x3, #0x0 */
    0xf8408402, /* ldr x2, [x0], #8 */
    0xeb03005f, /* cmp x2, x3 */
    0x5400008c, /* b.gt +28 */
    0xeb01001f, /* cmp x0, x1 */
    0x54ffff81, /* b.ne +4 */
    0xd65f03c0, /* ret */
    0xaa0203e3, /* mov x3, x2 */
    0x17fffffc, /* b +16 */
};

static const uint32_t written_twice[] = {
    0x91000421, /* add x1, x1, #0x1 */
    0x36000041, /* tbz w1, #0, +12 */
    0x91000421, /* add x1, x1, #0x1 */
    0xf101903f, /* cmp x1, #0x64 */
    0x54ffff81, /* b.ne +0 */
    0xd65f03c0, /* ret */
};

static const uint32_t two_entries[] = {
    0xb5000081, /* cbnz x1, +16 */
    0x91000442, /* add x2, x2, #0x1 */
    0xf1000400, /* subs x0, x0, #0x1 */
    0x54000080, /* b.eq +28 */
    0x91000463, /* add x3, x3, #0x1 */
    0xf1000400, /* subs x0, x0, #0x1 */
    0x54ffff61, /* b.ne +4 */
    0xd65f03c0, /* ret */
};

static const uint32_t with_a_pad[] = {
    0xa9bf7bfd, /* stp x29, x30, [sp, #-16]! */
    0xd2800073, /* mov x19, #0x3 */
    0xd63f0280, /* blr x20 */
    0xd63f0280, /* blr x20: the loop begins */
    0xf1000673, /* subs x19, x19, #0x1 */
    0x54ffffc1, /* b.ne +12 */
    0xd65f03c0, /* ret */
    0x17fffffd, /* b +16: an exception lands here */
};

static const uint32_t needs[] = {
    0xaa0003e9, /* mov x9, x0 */
    0xaa0103ea, /* mov x10, x1 */
    0xb4000042, /* cbz x2, +16 */
    0xd28000aa, /* mov x10, #0x5 */
    0x8b0a0120, /* add x0, x9, x10 */
    0xd65f03c0, /* ret */
};

/* All that is known of a function that is the only one of its binary. */
struct known {
    struct loops_binary_part part;
    struct loops_binary_function function;
    struct loops_binary_file file; /* without relocations */
    struct loops_binary binary;
    struct loops_graph graph;
    struct loops_shape shape;
    struct loops_probes probes;
};

static void look_at(struct known *known, const uint32_t *words, size_t bytes,
                    struct loops_binary_pad *pad, bool times)
{
    *known = (struct known){
        .part = {.start = START, .size = bytes, .bytes = (const uint8_t *)words, .is_code = true},
        .function = {.start = START, .end = START + bytes, .pad_count = pad != NULL},
        .binary = {.architecture = &aarch64_architecture, .part_count = 1, .function_count = 1}};
    known->binary.file = &known->file;
    known->binary.pads = pad;
    known->binary.parts = &known->part;
    known->binary.functions = &known->function;
    loops_graph_begin(&known->graph, &known->binary, 0);
    assert_null(known->graph.why);
    loops_shape_begin(&known->shape, &known->graph);
    loops_probes_begin(&known->probes, &known->shape, times);
}

#define LOOK_AT(known, words) look_at(&(known), words, sizeof(words), NULL, false)
#define LOOK_AT_TIMES(known, words) look_at(&(known), words, sizeof(words), NULL, true)

static void forget(struct known *known)
{
    loops_probes_end(&known->probes);
    loops_shape_end(&known->shape);
    loops_graph_end(&known->graph);
}

/* Probes of a kind, on all edges. */
static uint32_t probes_of(const struct known *known, enum loops_probe_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < known->probes.count; i++)
        count += known->probes.all[i].kind == kind;
    return count;
}

static void a_constant_number_of_trips_needs_no_probe(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, always_three);
    assert_int_equal(known.shape.loops.count, 1);
    assert_int_equal(known.probes.trips[0], 3);
    assert_int_equal(known.probes.counters, 1);
    assert_int_equal(known.probes.cells, 0);
    assert_int_equal(probes_of(&known, PROBE_COUNT), known.probes.count);
    forget(&known);
}

static void a_known_end_is_counted_ahead(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, to_a_register);
    const struct loops_induction *found = &known.probes.inductions[0];
    assert_int_equal(found->number, 0);
    assert_int_equal(found->step, 8);
    assert_true(found->has_end && !found->has_start);
    assert_int_equal(found->end_register, 1);
    assert_int_equal(probes_of(&known, PROBE_AHEAD), 1);
    assert_int_equal(probes_of(&known, PROBE_NOTE) + probes_of(&known, PROBE_ADD), 0);
    forget(&known);

    LOOK_AT(known, until_zero);
    assert_int_equal(known.probes.inductions[0].step, -1);
    assert_int_equal(known.probes.inductions[0].end_register, INSTRUCTION_NO_REGISTER);
    assert_int_equal(known.probes.inductions[0].end, 0);
    assert_int_equal(probes_of(&known, PROBE_AHEAD), 1);
    forget(&known);
}

static void a_known_start_is_counted_behind(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, from_a_constant);
    const struct loops_induction *found = &known.probes.inductions[0];
    assert_true(found->is_narrow && found->has_start && !found->has_end);
    assert_int_equal(found->start, 0);
    assert_int_equal(probes_of(&known, PROBE_BEHIND), 1);
    assert_int_equal(probes_of(&known, PROBE_AHEAD), 0);
    forget(&known);
}

static void a_start_that_no_instruction_holds_is_noted(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, down_from_far);
    assert_false(known.probes.inductions[0].has_start);
    assert_int_equal(probes_of(&known, PROBE_BEHIND), 0);
    assert_int_equal(probes_of(&known, PROBE_NOTE), 1);
    assert_int_equal(probes_of(&known, PROBE_ADD), 1);
    forget(&known);
}

static void otherwise_the_start_is_noted(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, nothing_known);
    assert_int_equal(probes_of(&known, PROBE_NOTE), 1);
    assert_int_equal(probes_of(&known, PROBE_ADD), 2); /* it is left in two places */
    assert_int_equal(known.probes.cells, 1);
    forget(&known);
}

static void several_ways_back_are_joined(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, two_ways_back);
    assert_int_equal(known.probes.joint_count, 1);
    assert_int_equal(known.probes.joints[0], 0);
    assert_int_equal(known.probes.edge_count, known.graph.edge_count + 1);
    const struct counters_edge *last = &known.probes.edges[known.graph.edge_count];
    assert_int_equal(last->from, known.graph.block_count + 1);
    assert_int_equal(last->to, known.shape.loops.loops[0].head);
    assert_int_not_equal(known.probes.counter[known.graph.edge_count], COUNTERS_NONE);
    uint32_t joined = 0;
    for (uint32_t i = 0; i < known.graph.edge_count; i++)
        joined += known.probes.edges[i].to == last->from;
    assert_int_equal(joined, 2);
    forget(&known);
}

static void copies_of_a_step_count_as_one(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, with_copies);
    const struct loops_induction *found = &known.probes.inductions[0];
    assert_int_equal(found->number, 1);
    assert_int_equal(found->block_count, 2);
    assert_true(found->has_start && !found->has_end);
    assert_int_equal(known.probes.joint_count, 1);
    assert_int_equal(probes_of(&known, PROBE_BEHIND), 2);
    forget(&known);
    LOOK_AT(known, with_other_steps);
    assert_int_equal(known.probes.inductions[0].number, INSTRUCTION_NO_REGISTER);
    forget(&known);
}

/* Whether the branch at an address is counted only where it is taken, or on the way from there. */
static bool is_counted_if_taken(const struct known *known, uint64_t address)
{
    bool counted[2] = {false, false};
    for (uint32_t i = 0; i < known->graph.edge_count; i++) {
        const struct loops_graph_edge *edge = &known->graph.edges[i];
        if (edge->from == GRAPH_OUTSIDE || known->probes.counter[i] == COUNTERS_NONE)
            continue;
        const struct loops_graph_block *from = &known->graph.blocks[edge->from - 1];
        const struct loops_instruction *last = &known->graph.instructions[from->end - 1];
        if (last->kind == INSTRUCTION_JUMP)
            counted[1] = true;
        else if (last->address == address || last->address == address + 4)
            counted[edge->kind == GRAPH_TAKEN] = true;
    }
    return counted[1] && !counted[0];
}

static void counters_are_where_they_are_rarely_met(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, rarely_equal);
    assert_true(is_counted_if_taken(&known, START + 8));
    forget(&known);
    LOOK_AT(known, out_of_the_way);
    assert_true(is_counted_if_taken(&known, START + 12));
    forget(&known);
}

static void no_register_tells_if_it_is_changed_elsewhere(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, with_a_call);
    assert_int_equal(known.shape.loops.count, 1);
    assert_int_equal(known.probes.inductions[0].number, INSTRUCTION_NO_REGISTER);
    forget(&known);
    LOOK_AT(known, written_twice);
    assert_int_equal(known.shape.loops.count, 1);
    assert_int_equal(known.probes.inductions[0].number, INSTRUCTION_NO_REGISTER);
    forget(&known);
}

/* Whether a register of 32 bits tells of `do ...; while ((w0 += step) CONDITION w1)`, or constant.
 */
static bool tells(uint32_t step, uint32_t condition, uint32_t constant)
{
    const uint32_t words[] = {
        0x11000000 | step << 10,                             /* add w0, w0, #step */
        constant ? 0x7100001f | constant << 10 : 0x6b01001f, /* cmp w0, #constant; w1 */
        0x54ffffc0 | condition,                              /* b.CONDITION +0 */
        0xd65f03c0,                                          /* ret */
    };
    struct known known;
    LOOK_AT(known, words);
    bool found = known.probes.inductions[0].number == 0;
    forget(&known);
    return found;
}

static void no_register_tells_that_may_come_round_twice(void **state)
{
    enum { UNEQUAL = 1, LOWER = 3, LESS = 11, BY_REGISTER = 0 };
    (void)state;
    assert_true(tells(1, UNEQUAL, BY_REGISTER));
    assert_true(tells(4, UNEQUAL, BY_REGISTER)); /* then the loop would never end */
    assert_false(tells(3, UNEQUAL, BY_REGISTER));
    assert_false(tells(4080, UNEQUAL, BY_REGISTER));
    assert_true(tells(4, LOWER, BY_REGISTER));
    assert_false(tells(3, LOWER, BY_REGISTER));
    assert_true(tells(3, LESS, BY_REGISTER));
    assert_false(tells(3, UNEQUAL, 99));
    assert_true(tells(3, LOWER, 99));
    assert_false(tells(3, LOWER, 2));
    assert_true(tells(3, LESS, 2));
}

static void irreducible_loops_note_their_entry(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, two_entries);
    assert_int_equal(known.shape.loops.count, 1);
    assert_true(known.shape.loops.loops[0].irreducible);
    assert_int_not_equal(known.probes.visits[0], COUNTERS_NONE);
    assert_int_equal(probes_of(&known, PROBE_ENTRY), 2);
    assert_int_equal(probes_of(&known, PROBE_VISIT), 2);
    uint32_t parts = 0;
    for (uint32_t i = 0; i < known.probes.count; i++) {
        const struct loops_probe *probe = &known.probes.all[i];
        if (probe->kind == PROBE_ENTRY || probe->kind == PROBE_VISIT)
            parts += probe->part;
    }
    assert_int_equal(parts, 2 + 3 + 2 + 3);
    forget(&known);
}

static void times_are_taken_where_loops_are_entered_and_left(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, nothing_known);
    uint32_t counters = known.probes.counters, count = known.probes.count;
    assert_int_equal(known.probes.timers[0], COUNTERS_NONE);
    forget(&known);
    LOOK_AT_TIMES(known, nothing_known);
    uint32_t extremes = loops_extremes_values(&known.probes.extremes[0]);
    assert_int_equal(known.probes.timers[0], counters - extremes);
    assert_int_equal(known.probes.timers[1],
                     counters - extremes + FORMAT_TIMER_VALUES); /* the function */
    assert_int_equal(known.probes.counters, counters + 2 * FORMAT_TIMER_VALUES);
    assert_int_equal(probes_of(&known, PROBE_START), 1 + 1);
    assert_int_equal(probes_of(&known, PROBE_STOP), 2 + 1);
    assert_int_equal(known.probes.count, count + 5);
    forget(&known);
    LOOK_AT_TIMES(known, two_entries);
    assert_int_equal(probes_of(&known, PROBE_START), 2 + 1);
    forget(&known);
    LOOK_AT_TIMES(known, always_three); /* that is short */
    assert_int_equal(known.probes.timers[0], COUNTERS_NONE);
    assert_int_equal(probes_of(&known, PROBE_START) + probes_of(&known, PROBE_STOP), 1 + 1);
    forget(&known);
}

/* Exceptions of calls between two places land at the end of with_a_pad, which goes on in its loop.
 */
static void land_there(struct known *known, uint64_t from, uint64_t to)
{
    static struct loops_binary_pad pad;
    pad = (struct loops_binary_pad){START + 28, START + from, START + to};
    look_at(known, with_a_pad, sizeof with_a_pad, &pad, false);
    assert_int_equal(known->graph.block_count, 5);
    assert_true(known->graph.blocks[4].is_pad);
    assert_int_equal(known->shape.loops.count, 1);
    assert_int_equal(known->probes.inductions[0].number, INSTRUCTION_NO_REGISTER);
}

static uint32_t entries_of(const struct known *known)
{
    return known->shape.first_entry[1] - known->shape.first_entry[0];
}

static void exceptions_come_from_calls(void **state)
{
    struct known known;
    (void)state;
    land_there(&known, 12, 16); /* out of the loop's own call */
    assert_int_equal(known.graph.blocks[1].pad, 5);
    assert_false(known.shape.loops.loops[0].irreducible);
    assert_int_equal(known.shape.loops.innermost[5], 0);
    assert_int_equal(entries_of(&known), 1);
    assert_true(known.shape.is_handler[5] && !known.shape.is_handler[3]);
    forget(&known);

    land_there(&known, 8, 16); /* or out of the one before it */
    assert_int_equal(known.graph.blocks[0].pad, 5);
    assert_true(known.shape.loops.loops[0].irreducible);
    assert_int_equal(entries_of(&known), 2);
    forget(&known);

    land_there(&known, 8, 12); /* out of that alone */
    assert_int_equal(known.graph.blocks[1].pad, GRAPH_OUTSIDE);
    assert_true(known.shape.loops.loops[0].irreducible);
    assert_int_equal(known.shape.loops.innermost[5], FLOW_NONE);
    forget(&known);

    land_there(&known, 0, 4); /* no call is there: from anywhere */
    assert_true(known.shape.loops.loops[0].irreducible);
    assert_int_equal(known.shape.dominators[5], GRAPH_OUTSIDE);
    forget(&known);
}

static void what_is_needed_flows_back(void **state)
{
    struct known known;
    (void)state;
    LOOK_AT(known, needs);
    uint32_t *live = loops_liveness_find(&known.graph, &known.binary, 0, 0);
    assert_int_equal(known.graph.block_count, 3);
    assert_int_equal(live[1] & 7, 7);       /* x0, x1, x2 are read */
    assert_int_equal(live[1] >> 9 & 3, 0);  /* x9, x10 are set before they are read */
    assert_int_equal(live[2] >> 9 & 3, 1);  /* x9 is needed later, x10 is set here */
    assert_int_equal(live[3] >> 9 & 3, 3);  /* both are read */
    assert_int_equal(live[2] >> 16 & 3, 0); /* x16, x17 are nobody's */
    assert_int_equal(live[2] >> 11 & 1, 1); /* never written: a caller may rely on it */
    assert_int_equal(live[3] & INSTRUCTION_FLAGS, 0);
    free(live);
    forget(&known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_number_of_trips_needs_no_probe),
        cmocka_unit_test(a_known_end_is_counted_ahead),
        cmocka_unit_test(a_known_start_is_counted_behind),
        cmocka_unit_test(a_start_that_no_instruction_holds_is_noted),
        cmocka_unit_test(otherwise_the_start_is_noted),
        cmocka_unit_test(several_ways_back_are_joined),
        cmocka_unit_test(copies_of_a_step_count_as_one),
        cmocka_unit_test(counters_are_where_they_are_rarely_met),
        cmocka_unit_test(no_register_tells_if_it_is_changed_elsewhere),
        cmocka_unit_test(no_register_tells_that_may_come_round_twice),
        cmocka_unit_test(irreducible_loops_note_their_entry),
        cmocka_unit_test(times_are_taken_where_loops_are_entered_and_left),
        cmocka_unit_test(exceptions_come_from_calls),
        cmocka_unit_test(what_is_needed_flows_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
