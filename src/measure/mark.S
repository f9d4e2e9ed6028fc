/* mark.S: the note of programs that `triptych run` counts in the binary (format/mark.h). It is in
 * a loaded segment: it stays if the program is stripped, or if its symbols are hidden by a version
 * script. */
#include "format/mark.h"

        .section .note.triptych, "a", %note
        .weak FORMAT_MARK_SYMBOL
        .hidden FORMAT_MARK_SYMBOL
        .balign 4
FORMAT_MARK_SYMBOL:
        .4byte 2f - 1f
        .4byte 0
        .4byte FORMAT_MARK_COUNTED
1:      .asciz FORMAT_MARK_OWNER
2:      .balign 4

        .section .note.GNU-stack, "", %progbits
