/* below.h: draws lines below one that somebody else edits, and puts the cursor back. */
#ifndef CMD_QUERY_BELOW_H
#define CMD_QUERY_BELOW_H

#include <stdbool.h>
#include <stddef.h>

/* Zero-initialise. Rows are counted from the first of the line that is edited. */
struct below {
    char *lines;
    size_t drawn;                    /* lines that are on the screen */
    size_t row, column, bottom, end; /* the cursor; the last row of the line, and its width */
};

void below_free(struct below *below);
void below_set(struct below *below, const char *lines); /* NULL: none */

/* Where the cursor is: in the text behind the prompt. */
void below_place(struct below *below, const char *prompt, const char *text, size_t cursor,
                 size_t size);

void below_draw(struct below *below);
void below_clear(struct below *below); /* from the screen; the lines stay */
void below_erase(struct below *below); /* also the line itself: the cursor is where it began */
void below_leave(struct below *below); /* the cursor is below the line, which stays */

#endif
