/* leave.c: the text that ends a visit of a routine. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <stdlib.h>

static void leave_beside_clone(struct routine *routine, struct buffer *lines)
{
    unsigned row = routine->number + 1;
    if (!routine->hands_over) {
        text_line(lines, "if (tri_r(1,%u) /= 0) call tri_count_visit(tri_r(1,%u))", row, row);
        return;
    }
    text_line(lines, "if (tri_r(1,%u) /= 0) then", row);
    told_settle(routine, lines);
    char *call = memory_printf("call tri_count_nest(tri_r(1,%u), -1_8, tri_v)", row);
    counted_hand_over(routine, NULL, call, lines);
    free(call);
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
        counted_hand_over(routine, NULL, call, lines);
        free(call);
        text_line(lines, "end if");
    } else if (routine->at_once) {
        text_line(lines,
                  "if (tri_h%u /= 0 .or. tri_r(1,%u) /= 0) call tri_close(tri_r(1,%u), tri_h%u)",
                  number, row, row, number);
    } else {
        text_line(lines, "if (tri_h%u /= 0) call tri_leave(tri_h%u)", number, number);
    }
}
