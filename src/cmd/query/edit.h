/* edit.h: a line that is edited on a terminal, and lines below it that do not disturb it. */
#ifndef CMD_QUERY_EDIT_H
#define CMD_QUERY_EDIT_H

#include "query/check/complete.h"

#include <stdbool.h>
#include <stddef.h>

struct editor;

struct editor_hooks {
    void *to;
    /* No key waits: what should be shown below the line (editor_show)? To return soon when
     * ask_is_disturbed(true). */
    void (*look)(void *to, const char *line, size_t cursor);
    /* TAB: candidates; `at` is a byte of the line. */
    void (*complete)(void *to, const char *line, size_t cursor, struct completion *completion);
};

/* NULL: this terminal cannot do it. */
struct editor *editor_new(const struct editor_hooks *hooks);
void editor_free(struct editor *editor);

enum editor_end { EDITOR_LINE, EDITOR_INTERRUPTED, EDITOR_OVER };

/* The next line, without its end; the caller's. */
enum editor_end editor_read(struct editor *editor, const char *prompt, char **line);

void editor_remember(struct editor *editor, const char *line); /* as the newest of the history */

/* Replaces what is below the line: lines of result.h; NULL: nothing. */
void editor_show(struct editor *editor, const char *lines);

struct screen {
    size_t width, height;
    bool colours;
};
struct screen editor_screen(void);

/* Prints lines of result.h for good. */
void editor_print(const struct screen *screen, const char *lines);

#endif
