/* inclusions.c: see inclusions.h */
#include "instrument/driver/inclusions.h"

#include "instrument/driver/paths.h"
#include "instrument/driver/preprocess.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The files that are being read, each included by the one before it. */
struct stack {
    char **files;
    bool *is_system;
    size_t count, room, flags_room;
};

/* A line marker: # LINE "FILE" FLAGS */
struct marker {
    unsigned line;
    char *file;
    bool enters, returns, is_system;
};

static char *absolute(const char *path)
{
    char *real = realpath(path, NULL);
    return real ? real : memory_string(path);
}

/* Reads the name between quotes, in which backslashes protect. Returns the end; NULL: there is
 * none. */
static const char *read_name(const char *at, char **name)
{
    char *to = memory_string(at);
    size_t size = 0;
    for (at++; *at && *at != '"' && *at != '\n'; at++) {
        at += *at == '\\' && (at[1] == '\\' || at[1] == '"');
        to[size++] = *at;
    }
    to[size] = '\0';
    *name = to;
    if (*at == '"')
        return at + 1;
    free(to);
    return NULL;
}

static bool read_marker(const char *line, struct marker *marker)
{
    char *end;
    if (line[0] != '#' || line[1] != ' ')
        return false;
    *marker = (struct marker){.line = (unsigned)strtoul(line + 2, &end, 10)};
    const char *at =
        end > line + 2 && end[0] == ' ' && end[1] == '"' ? read_name(end + 1, &marker->file) : NULL;
    for (; at && *at && *at != '\n'; at++) {
        marker->enters |= *at == '1';
        marker->returns |= *at == '2';
        marker->is_system |= *at == '3';
    }
    return at != NULL;
}

static void enter(struct stack *stack, const struct marker *marker)
{
    stack->files = memory_grow(stack->files, &stack->room, stack->count + 1, sizeof *stack->files);
    stack->is_system = memory_grow(stack->is_system, &stack->flags_room, stack->count + 1,
                                   sizeof *stack->is_system);
    const char *name = marker->file;
    stack->files[stack->count] = memory_string(!strncmp(name, "./", 2) ? name + 2 : name);
    stack->is_system[stack->count++] = marker->is_system;
}

/* The newest file has ended, and the one that included it goes on behind the directive. */
static void leave(struct inclusions *to, struct stack *stack, const struct marker *marker)
{
    if (!stack->count)
        return;
    stack->count--;
    to->list = memory_grow(to->list, &to->room, to->count + 1, sizeof *to->list);
    to->list[to->count++] = (struct inclusion){.by = absolute(marker->file),
                                               .file = stack->files[stack->count],
                                               .line = marker->line - 1,
                                               .is_system = stack->is_system[stack->count]};
}

static void read_text(struct inclusions *to, const char *text)
{
    struct stack stack = {0};
    for (const char *line = text; line && *line;) {
        struct marker marker;
        if (read_marker(line, &marker)) {
            if (marker.enters)
                enter(&stack, &marker);
            else if (marker.returns)
                leave(to, &stack, &marker);
            free(marker.file);
        }
        line = strchr(line, '\n');
        line += line != NULL;
    }
    while (stack.count)
        free(stack.files[--stack.count]);
    free(stack.files);
    free(stack.is_system);
}

static void read_all(struct inclusions *inclusions)
{
    size_t size;
    char *path = memory_printf("%s/inclusions.i", inclusions->scratch);
    char *text = preprocess_c(inclusions->command, inclusions->source, path, false)
                     ? paths_read(path, &size)
                     : NULL;
    if (text)
        read_text(inclusions, text);
    unlink(path);
    free(text);
    free(path);
    inclusions->is_read = true;
}

char *inclusions_find(struct inclusions *inclusions, const char *by, unsigned line)
{
    const struct inclusion *found = NULL;
    if (!inclusions->is_read)
        read_all(inclusions);
    char *real = absolute(by);
    bool is_one = true;
    for (size_t i = 0; i < inclusions->count; i++) {
        const struct inclusion *one = &inclusions->list[i];
        if (one->line != line || strcmp(one->by, real) != 0)
            continue;
        is_one &= !found || !strcmp(found->file, one->file);
        found = one;
    }
    free(real);
    return found && is_one && !found->is_system ? memory_string(found->file) : NULL;
}

void inclusions_free(struct inclusions *inclusions)
{
    for (size_t i = 0; i < inclusions->count; i++) {
        free(inclusions->list[i].by);
        free(inclusions->list[i].file);
    }
    free(inclusions->list);
}
