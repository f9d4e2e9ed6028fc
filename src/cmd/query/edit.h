/* edit.h: a line editor for a terminal, with lines below that do not disturb editing. */
#ifndef CMD_QUERY_EDIT_H
#define CMD_QUERY_EDIT_H

#include "query/check/complete.h"

#include <stdbool.h>
#include <stddef.h>

struct editor;

/* Callbacks of the editor. */
struct cmd_editor_hooks {
    void *to;
    /* Called when no key is pending, to show something below the line (cmd_editor_show). Returns
     * soon if ask_is_disturbed(true). */
    void (*look)(void *to, const char *line, size_t cursor);
    /* Called for TAB: finds candidates; completion->at is an offset in the line. */
    void (*complete)(void *to, const char *line, size_t cursor,
                     struct query_completion *completion);
};

/* Returns NULL if the terminal cannot be used for editing. */
struct editor *cmd_editor_new(const struct cmd_editor_hooks *hooks);
void cmd_editor_free(struct editor *editor);

enum cmd_editor_end { EDITOR_LINE, EDITOR_INTERRUPTED, EDITOR_OVER };

/* Reads the next line, without its newline; the caller frees it. */
enum cmd_editor_end cmd_editor_read(struct editor *editor, const char *prompt, char **line);

void cmd_editor_remember(struct editor *editor,
                         const char *line); /* adds the newest line of the history */

/* Replaces the lines below the edited one: lines as in result.h; NULL: none. */
void cmd_editor_show(struct editor *editor, const char *lines);

struct screen {
    size_t width, height;
    bool colours;
};
struct screen cmd_editor_screen(void);

/* Prints lines, as in result.h, permanently. */
void cmd_editor_print(const struct screen *screen, const char *lines);

#endif
