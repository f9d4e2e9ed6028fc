/* help.c: see help.h */
#include "cmd/help.h"

#include "util/wrap.h"

#include <string.h>

enum {
    WIDTH = 80,  /* columns */
    COLUMN = 26, /* where explanations begin */
    MANY = 15,   /* more options than this are too many for one screen */
};

static size_t count_rows(const struct options_command *command)
{
    size_t count = 0;
    while (command->rows && command->rows[count].name)
        count++;
    return count;
}

bool help_is_short(const struct options_command *command)
{
    return count_rows(command) > MANY;
}

static void add_paragraph(struct buffer *to, const char *text)
{
    wrap_add(to, text, (struct wrap){.width = WIDTH});
    buffer_add(to, "\n");
}

/* Adds a term and its explanation, which begins on the next line if the term is too long. */
static void add_term(struct buffer *to, const char *term, const char *help)
{
    size_t size = strlen(term);
    buffer_add(to, term);
    if (size + 1 > COLUMN)
        buffer_add(to, "\n");
    buffer_printf(to, "%*s", (int)(size + 1 > COLUMN ? COLUMN : COLUMN - size), "");
    wrap_add(to, help, (struct wrap){.column = COLUMN, .indent = COLUMN, .width = WIDTH});
    buffer_add(to, "\n");
}

static void add_row(struct buffer *to, const struct options_row *row)
{
    struct buffer term = {0};
    const char *argument = row->argument ? row->argument : "";
    if (row->id < 256)
        buffer_printf(&term, "  -%c, ", row->id);
    else
        buffer_add(&term, "      ");
    buffer_printf(&term, "--%s%s%s", row->name, *argument && *argument != '[' ? " " : "", argument);
    add_term(to, term.text, row->help);
    buffer_free(&term);
}

static void add_rows(struct buffer *to, const struct options_command *command, bool all)
{
    const char *heading = all ? "Options" : "Common options";
    for (const struct options_row *row = command->rows; row && row->name; row++) {
        if (all && row->group)
            heading = row->group;
        if (!all && !row->common)
            continue;
        if (heading)
            buffer_printf(to, "\n%s:\n", heading);
        heading = NULL;
        add_row(to, row);
    }
}

static void add_terms(struct buffer *to, const struct options_term *terms)
{
    for (; terms && terms->term; terms++) {
        struct buffer term = {0};
        if (terms->heading)
            buffer_printf(to, "\n%s:\n", terms->heading);
        buffer_printf(&term, "  %s", terms->term);
        add_term(to, term.text, terms->help);
        buffer_free(&term);
    }
}

void help_print(FILE *out, const struct options_command *command, bool all)
{
    struct buffer text = {0};
    bool is_short = help_is_short(command);
    buffer_printf(&text, "usage: triptych %s\n\n", command->usage);
    add_paragraph(&text, command->about);
    if (!command->terms_behind)
        add_terms(&text, command->terms);
    add_rows(&text, command, all || !is_short);
    if (command->terms_behind)
        add_terms(&text, command->terms);
    if (command->more) {
        buffer_add(&text, "\n");
        add_paragraph(&text, command->more);
    }
    buffer_printf(&text, "\nExamples:\n%s", command->examples);
    if (is_short && !all)
        buffer_printf(&text, "\n`triptych %s --help all` lists all %zu options.\n", command->name,
                      count_rows(command));
    fputs(text.text, out);
    buffer_free(&text);
}
