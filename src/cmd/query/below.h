/* below.h: draws lines below a line that is being edited, and restores the cursor. */
#ifndef CMD_QUERY_BELOW_H
#define CMD_QUERY_BELOW_H

#include <stdbool.h>
#include <stddef.h>

/* Lines below an edited line. Rows are counted from the first row of the edited line.
 * Zero-initialise. */
struct below {
    char *lines;
    size_t drawn;                    /* number of lines on the screen */
    size_t row, column, bottom, end; /* the cursor; last row of the edited line, and its end */
};

void below_free(struct below *below);
void below_set(struct below *below, const char *lines); /* NULL: none */

/* Computes the cursor's position in the text after the prompt. */
void below_place(struct below *below, const char *prompt, const char *text, size_t cursor,
                 size_t size);

void below_draw(struct below *below);
void below_clear(struct below *below); /* removes the lines from the screen, but keeps them */
void below_erase(
    struct below *below); /* removes the edited line, too: the cursor is at its beginning */
void below_leave(struct below *below); /* moves the cursor below the edited line, which stays */

#endif
