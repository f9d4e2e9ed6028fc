/* routine_probes.c: the lines that begin and end a visit of a routine. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>

/* Begins a visit of a procedure beside its timed clone: a visit that is to be timed goes to the
 * clone. */
static void enter_beside_clone(struct routine *routine, struct buffer *lines)
{
    unsigned row = routine->number + 1;
    text_line(lines, "if (tri_r(1,%u) /= 0 .and. tri_r(1,%u) /= 2) then", row, row);
    clone_call(routine, lines);
    text_line(lines, "return");
    text_line(lines, "end if");
    if (light_once_is_possible(routine))
        light_once_reset(routine, lines);
    else
        light_sums_reset(routine, NULL, lines);
}

/* True if a visit that is only counted begins without a probe: nothing in it needs its node before
 * it ends. Where another probe may run, the visit is entered, so that what it calls is below it. */
static bool begins_unseen(const struct routine *routine)
{
    return routine->counts_at_end || (routine->hands_over && !routine->busy);
}

void routine_enter(struct routine *routine, unsigned number, struct buffer *lines)
{
    unsigned row = number + 1;
    char name[VARIABLE_SIZE];
    if (routine->at_entry)
        return;
    if (routine->cloned && !routine->cloning) {
        enter_beside_clone(routine, lines);
        return;
    }
    routine_variable(routine, NULL, name, 'h', routine->number);
    text_line(lines, "tri_h%u = 0", routine->number);
    if (routine->is_nest) {
        text_line(lines, "%s = 0", routine_variable(routine, NULL, name, 'l', number));
        text_line(
            lines,
            "if (tri_r(1,%u) /= 0 .and. tri_r(1,%u) /= 2) call tri_nest(tri_r(1,%u), tri_h%u, "
            "tri_l%u)",
            row, row, row, number, number);
    } else if (begins_unseen(routine)) {
        text_line(lines,
                  "if (tri_r(1,%u) /= 0 .and. tri_r(1,%u) /= 2) call tri_open(tri_r(1,%u), "
                  "tri_h%u)",
                  row, row, row, number);
    } else {
        char condition[CONDITION_SIZE];
        snprintf(condition, sizeof condition, "tri_r(1,%u) /= 0", row);
        recursion_open(
            routine, &(struct opening){condition, "tri_enter", row, routine->number, false}, lines);
    }
    if (routine->hands_over)
        light_sums_reset(routine, NULL, lines);
    if (routine->is_nest)
        loop_probes_begin_inside(routine, NULL, lines);
}

/* Ends a visit of a procedure beside its timed clone: the visit is only counted. */
static void leave_beside_clone(struct routine *routine, struct buffer *lines)
{
    unsigned row = routine->number + 1;
    if (!routine->hands_over) {
        text_line(lines, "if (tri_r(1,%u) /= 0) call tri_count_visit(tri_r(1,%u))", row, row);
        return;
    }
    text_line(lines, "if (tri_r(1,%u) /= 0) then", row);
    if (light_once_is_possible(routine) || light_heads_are_possible(routine)) {
        if (light_once_is_possible(routine))
            light_once_hand_over(routine, lines);
        else
            light_heads_hand_over(routine, lines);
        text_line(lines, "end if");
        return;
    }
    bool repeats = light_repeat_is_possible(routine);
    if (repeats)
        light_repeat_begin(routine, lines);
    argument_trips_add_deferred(routine, lines);
    if (repeats) {
        light_repeat_end(routine, lines);
    } else {
        char *call = memory_printf("call tri_count_nest(tri_r(1,%u), -1_8, tri_v)", row);
        light_sums_hand_over(routine, NULL, call, lines);
        free(call);
    }
    text_line(lines, "end if");
}

void routine_leave(struct routine *routine, struct buffer *lines)
{
    unsigned number = routine->number, row = number + 1;
    if (routine->at_entry || (routine->cloned && !routine->cloning)) {
        leave_beside_clone(routine, lines);
    } else if (routine->is_nest || routine->hands_over) {
        text_line(lines, "if (tri_h%u /= 0 .or. tri_r(1,%u) /= 0) then", number, row);
        char *call =
            memory_printf("call tri_end_nest(tri_r(1,%u), tri_h%u, -1_8, tri_v)", row, number);
        light_sums_hand_over(routine, NULL, call, lines);
        free(call);
        text_line(lines, "end if");
    } else if (routine->counts_at_end) {
        text_line(lines,
                  "if (tri_h%u /= 0 .or. tri_r(1,%u) /= 0) call tri_close(tri_r(1,%u), tri_h%u)",
                  number, row, row, number);
    } else {
        text_line(lines, "if (tri_h%u /= 0) call tri_leave(tri_h%u)", number, number);
    }
}
