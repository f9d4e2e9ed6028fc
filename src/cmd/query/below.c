/* below.c: see below.h */
#include "cmd/query/below.h"

#include "cmd/query/edit.h"
#include "cmd/query/result.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

struct screen cmd_editor_screen(void)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
    struct winsize size;
    struct screen screen = {.width = 80, .height = 24};
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size)) {
        screen.width = size.ws_col ? size.ws_col : screen.width;
        screen.height = size.ws_row ? size.ws_row : screen.height;
    }
    screen.colours = !(none && *none) && term && *term && strcmp(term, "dumb") != 0;
    return screen;
}

/* Finds the size in bytes of the next character, and the columns that it takes. */
static size_t step(const char *text, size_t size, size_t *columns)
{
    wchar_t wide;
    mbstate_t state = {0};
    size_t used = mbrtowc(&wide, text, size, &state);
    if (used == 0 || used > size) {
        *columns = 1;
        return 1;
    }
    int width = wcwidth(wide);
    *columns = width < 0 ? 2 : (size_t)width; /* control characters are shown as ^A */
    return used;
}

static const char *style_of(char kind)
{
    return kind == LINE_HEAD    ? "\033[1m"
           : kind == LINE_WRONG ? "\033[31m"
           : kind == LINE_NOTE  ? "\033[2m"
                                : NULL;
}

/* Prints as much of a line as fits, followed by `end`. */
static void print_line(const struct screen *screen, const char *line, size_t size, const char *end)
{
    const char *style = size && screen->colours ? style_of(line[0]) : NULL;
    size_t at = size ? 1 : 0, used = 0;
    fputs(style ? style : "", stdout);
    while (at < size) {
        size_t columns, bytes = step(line + at, size - at, &columns);
        if (used + columns >= screen->width)
            break;
        if (bytes > 1 || (unsigned char)line[at] >= ' ')
            fwrite(line + at, 1, bytes, stdout);
        else
            putchar(' ');
        used += columns;
        at += bytes;
    }
    fputs(style ? "\033[0m" : "", stdout);
    fputs(end, stdout);
}

void cmd_editor_print(const struct screen *screen, const char *lines)
{
    while (lines && *lines) {
        size_t size = strcspn(lines, "\n");
        print_line(screen, lines, size, "\n");
        lines += size + (lines[size] == '\n');
    }
    fflush(stdout);
}

void below_free(struct below *below)
{
    free(below->lines);
    *below = (struct below){0};
}

void below_set(struct below *below, const char *lines)
{
    char *copy = lines ? memory_string(lines) : NULL;
    free(below->lines);
    below->lines = copy;
}

/* Moves past a text. A full line continues in the next row at once. */
static void walk(const char *text, size_t size, size_t width, size_t *row, size_t *column)
{
    for (size_t at = 0; at < size;) {
        size_t columns, bytes = step(text + at, size - at, &columns);
        if (text[at] == '\n') {
            ++*row;
            *column = 0;
        } else {
            *column += columns;
        }
        if (*column >= width) {
            ++*row;
            *column -= width;
        }
        at += bytes;
    }
}

void below_place(struct below *below, const char *prompt, const char *text, size_t cursor,
                 size_t size)
{
    struct screen screen = cmd_editor_screen();
    below->row = below->column = 0;
    walk(prompt, strlen(prompt), screen.width, &below->row, &below->column);
    walk(text, cursor, screen.width, &below->row, &below->column);
    size_t row = below->row, column = below->column;
    walk(text + cursor, size - cursor, screen.width, &row, &column);
    below->bottom = row;
    below->end = column;
}

static void go_back(const struct below *below, size_t down)
{
    if (down)
        printf("\033[%zuA", down);
    printf("\r");
    if (below->column)
        printf("\033[%zuC", below->column);
    fflush(stdout);
}

void below_clear(struct below *below)
{
    size_t down = below->bottom - below->row + 1;
    if (!below->drawn)
        return;
    printf("\033[%zuB\r\033[J", down);
    below->drawn = 0;
    go_back(below, down);
}

void below_erase(struct below *below)
{
    if (below->row)
        printf("\033[%zuA", below->row);
    printf("\r\033[J");
    fflush(stdout);
    below->drawn = 0;
}

void below_leave(struct below *below)
{
    below_clear(below);
    if (below->bottom > below->row)
        printf("\033[%zuB", below->bottom - below->row);
    printf("\r\n");
    fflush(stdout);
}

void below_draw(struct below *below)
{
    struct screen screen = cmd_editor_screen();
    size_t room = screen.height > below->bottom + 1 ? screen.height - below->bottom - 1 : 0;
    size_t down = below->bottom - below->row, count = 0;
    const char *line = below->lines;
    if (!line || !*line || !room) {
        below_clear(below);
        return;
    }
    if (down)
        printf("\033[%zuB", down);
    printf("\r"); /* the edited line may have grown over the old lines */
    if (below->end)
        printf("\033[%zuC", below->end);
    printf("\033[K");
    for (; *line && count < room; count++) {
        size_t size = strcspn(line, "\n");
        printf("\r\n");
        print_line(&screen, line, size, "\033[K");
        line += size + (line[size] == '\n');
    }
    printf("\033[J");
    below->drawn = count;
    go_back(below, down + count);
}
