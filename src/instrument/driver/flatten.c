/* flatten.c: see flatten.h */
#include "instrument/driver/flatten.h"

#include "instrument/driver/directive_lines.h"
#include "instrument/driver/inclusions.h"
#include "instrument/driver/paths.h"
#include "instrument/table.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEEPEST = 64 }; /* headers inside each other */

/* A header that was looked at. */
struct header {
    char *path, *text;
    bool has_directives; /* or includes one that has */
    bool asks;           /* or includes a header of places */
    bool is_once;        /* it says #pragma once */
    bool is_guarded;     /* all of it is between #ifndef NAME and #endif */
    bool is_open;        /* it is being written */
    unsigned written;    /* inside so many conditions, which are open, plus 1; 0: not yet */
};

struct flattening {
    const struct command *command;
    struct inclusions inclusions;
    struct header **headers;
    size_t count, room;
    unsigned level; /* open conditions where the text is written; guards do not count */
};

/* Returns the name that a line includes, for the caller to free; NULL: none. */
static char *included(const struct directive_line *line, bool *quoted)
{
    if (strncmp(line->word, "include", 7) != 0)
        return NULL;
    const char *at = line->word + 7 + strspn(line->word + 7, " \t");
    const char *end = *at == '"' || *at == '<' ? strchr(at + 1, *at == '"' ? '"' : '>') : NULL;
    *quoted = *at == '"';
    return end && end < line->end ? memory_printf("%.*s", (int)(end - at - 1), at + 1) : NULL;
}

/* True if a line includes what a macro says. */
static bool is_computed(const struct directive_line *line)
{
    if (strncmp(line->word, "include", 7) != 0)
        return false;
    size_t word = !strncmp(line->word, "include_next", 12) ? 12 : 7;
    const char *at = line->word + word + strspn(line->word + word, " \t\r\n\\");
    return at < line->end && (isalpha((unsigned char)*at) || *at == '_');
}

static bool is_of_places(const char *name)
{
    static const char *const known[] = {"triptych/places.h", "triptych/array.h"};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t own = strlen(known[i]);
        if (length >= own && !strcmp(name + length - own, known[i]))
            return true;
    }
    return false;
}

/* Returns a path if there is such a file, otherwise NULL. */
static char *try_path(const char *folder, size_t length, const char *name)
{
    char *path = length && *name != '/' ? memory_printf("%.*s/%s", (int)length, folder, name)
                                        : memory_string(name);
    if (access(path, R_OK) == 0)
        return path;
    free(path);
    return NULL;
}

/* Finds an included file beside the file that includes it, or in the folders of the command. The
 * caller frees it; NULL: it is none of the user's. */
static char *find_path(const struct command *command, const char *by, const char *name, bool quoted)
{
    const char *slash = strrchr(by, '/');
    char *path = NULL;
    if (quoted)
        path = try_path(by, slash ? (size_t)(slash - by) : 0, name);
    for (size_t i = command->compiler; !path && i < command->count; i++) {
        const char *word = command->words[i].text, *folder = NULL;
        if (!strncmp(word, "-I", 2))
            folder = word + 2;
        else if (quoted && !strncmp(word, "-iquote", 7))
            folder = word + 7;
        if (folder && !*folder && i + 1 < command->count)
            folder = command->words[i + 1].text;
        if (folder && *folder)
            path = try_path(folder, strlen(folder), name);
    }
    return path;
}

/* Returns the path of the file that a line includes, or the name of a header of places. The caller
 * frees it; NULL: it includes none, or none of the user's. */
static char *path_of(struct flattening *all, const char *by, const struct directive_line *line)
{
    bool quoted;
    char *name = included(line, &quoted);
    if (!name && is_computed(line))
        return inclusions_find(&all->inclusions, by, line->last);
    if (!name || is_of_places(name))
        return name;
    char *path = find_path(all->command, by, name, quoted);
    free(name);
    return path;
}

static void look_at(struct flattening *all, struct header *header, unsigned depth);

/* Returns what is known of the header of that path, which becomes its own; NULL: nothing. */
static struct header *header_at(struct flattening *all, char *path, unsigned depth)
{
    struct header *found = NULL;
    for (size_t i = 0; path && !found && i < all->count; i++) {
        if (!strcmp(all->headers[i]->path, path))
            found = all->headers[i];
    }
    size_t size;
    char *text = path && !found && depth < DEEPEST ? paths_read(path, &size) : NULL;
    if (!text) {
        free(path);
        return found;
    }
    found = memory_zeroed(1, sizeof *found);
    found->path = path;
    found->text = text;
    all->headers = memory_grow(all->headers, &all->room, all->count + 1, sizeof *all->headers);
    all->headers[all->count++] = found;
    look_at(all, found, depth + 1);
    return found;
}

/* Returns what is known of the header that a line includes; NULL: nothing. `is_ours`: it is one of
 * places. */
static struct header *header_of(struct flattening *all, const char *by,
                                const struct directive_line *line, unsigned depth, bool *is_ours)
{
    char *path = path_of(all, by, line);
    *is_ours = path && is_of_places(path);
    if (!*is_ours)
        return header_at(all, path, depth);
    free(path);
    return NULL;
}

/* Finds out what a header has, and what those have that it includes. */
static void look_at(struct flattening *all, struct header *header, unsigned depth)
{
    struct directive_line line = {0};
    unsigned number = 1;
    for (const char *at = header->text; directive_lines_next(at, number, &line);) {
        bool is_ours;
        header->has_directives |= directive_lines_say(&line, "pragma", "tri");
        header->is_once |= directive_lines_say(&line, "pragma", "once");
        const struct header *other = header_of(all, header->path, &line, depth, &is_ours);
        header->has_directives |= other && other->has_directives;
        header->asks |= is_ours || (other && other->asks);
        number = line.last + 1;
        at = *line.end ? line.end + 1 : line.end;
    }
    header->asks |= header->has_directives;
    header->is_guarded = directive_lines_are_guarded(header->text);
}

static void write_line(struct buffer *out, unsigned number, const char *file)
{
    buffer_printf(out, "#line %u ", number);
    instrument_table_quote(out, file);
    buffer_add(out, "\n");
}

/* A branch of a condition has ended: what was written inside may not have been included. */
static void forget_written(struct flattening *all)
{
    for (size_t i = 0; i < all->count; i++) {
        if (all->headers[i]->written > all->level)
            all->headers[i]->written = 0;
    }
}

/* Follows the conditions of a text. `inner` is how many of it are open; its guard is the first. */
static void follow(struct flattening *all, const struct directive_line *line, bool is_guarded,
                   unsigned *inner)
{
    if (directive_lines_begin(line, "if")) {
        all->level += !is_guarded || *inner > 0;
        ++*inner;
    } else if (directive_lines_begin(line, "el")) {
        forget_written(all);
    } else if (directive_lines_begin(line, "endif") && *inner) {
        if (!is_guarded || *inner > 1) {
            forget_written(all);
            all->level--;
        }
        --*inner;
    }
}

static void write_text(struct flattening *all, const struct header *by, unsigned depth,
                       struct buffer *out);

/* Writes a header in place of the line that includes it. */
static void write_header(struct flattening *all, struct header *header, unsigned depth,
                         struct buffer *out)
{
    size_t index = 0;
    while (all->headers[index] != header)
        index++;
    if (header->is_once)
        buffer_printf(out, "#ifndef TRI_ONCE_%zu\n#define TRI_ONCE_%zu\n", index, index);
    write_line(out, 1, header->path);
    header->is_open = true;
    write_text(all, header, depth + 1, out);
    header->is_open = false;
    buffer_add(out, header->is_once ? "\n#endif\n" : "\n");
    if (header->is_once || header->is_guarded)
        header->written = all->level + 1;
}

/* Writes the line of another header, which is beside the one that includes it: a path that can be
 * found from the source. False if the line may stay. */
static bool write_beside(const struct header *other, struct buffer *out)
{
    char *path = realpath(other->path, NULL);
    if (!path)
        return false;
    buffer_printf(out, "#include \"%s\"\n", path);
    free(path);
    return true;
}

/* Writes a line of a text, or the header that it includes. */
static void write_directive(struct flattening *all, const struct header *by,
                            const struct directive_line *line, unsigned depth, struct buffer *out)
{
    bool is_ours;
    struct header *header = header_of(all, by->path, line, depth, &is_ours);
    bool is_gone = header && (header->is_open || header->written);
    bool is_flat = header && !is_gone && header->has_directives && depth < DEEPEST;
    if (is_flat) {
        write_header(all, header, depth, out);
    } else if (is_gone || (depth && directive_lines_say(line, "pragma", "once"))) {
        buffer_add(out, "\n"); /* headers that include each other are empty then */
    } else if (!depth || !header || !write_beside(header, out)) {
        buffer_add_bytes(out, line->start, (size_t)(line->end - line->start));
        buffer_add(out, "\n");
        return;
    }
    if (is_flat || line->last > line->number)
        write_line(out, line->last + 1, by->path);
}

/* Writes a text with its headers. */
static void write_text(struct flattening *all, const struct header *by, unsigned depth,
                       struct buffer *out)
{
    struct directive_line line = {0};
    unsigned inner = 0, before = all->level;
    const char *at = by->text;
    for (unsigned number = 1; directive_lines_next(at, number, &line); number = line.last + 1) {
        buffer_add_bytes(out, at, (size_t)(line.start - at));
        follow(all, &line, by->is_guarded, &inner);
        write_directive(all, by, &line, depth, out);
        at = *line.end ? line.end + 1 : line.end;
    }
    all->level = before; /* unless conditions are left open, it is */
    buffer_add(out, at);
}

/* True if word i of the command is a header that -include names. */
static bool is_forced(const struct command *command, size_t i)
{
    return i > command->compiler && !strcmp(command->words[i - 1].text, "-include");
}

/* Returns what is known of such a header; NULL: it is none of the user's. */
static struct header *forced_header(struct flattening *all, size_t i)
{
    return header_at(all, find_path(all->command, "", all->command->words[i].text, true), 0);
}

/* Puts the headers of -include in front of the text, if they are to become part of it. */
static bool write_forced(struct flattening *all, struct header *source, struct buffer *out)
{
    bool any = false;
    for (size_t i = 0; i < all->command->count; i++) {
        const struct command_word *word = &all->command->words[i];
        if (!is_forced(all->command, i))
            continue;
        struct header *header = forced_header(all, i);
        source->asks |= is_of_places(word->text) || (header && header->asks);
        any |= word->instead != NULL;
        if (word->instead && header && header->has_directives && !header->written)
            write_header(all, header, 0, out);
        else if (word->instead && (!header || !write_beside(header, out)))
            buffer_printf(out, "#include \"%s\"\n", word->text);
    }
    if (any)
        write_line(out, 1, source->path);
    return any;
}

static void free_headers(struct flattening *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->headers[i]->path);
        free(all->headers[i]->text);
        free(all->headers[i]);
    }
    free(all->headers);
    inclusions_free(&all->inclusions);
}

void flatten_source(const struct flatten_request *request, struct flat *flat)
{
    struct flattening all = {.command = request->command,
                             .inclusions = {.command = request->command,
                                            .source = request->path,
                                            .scratch = request->scratch}};
    struct header source = {.path = (char *)request->shown, .text = (char *)request->text};
    struct buffer out = {0};
    look_at(&all, &source, 0);
    bool any = write_forced(&all, &source, &out);
    flat->asks = source.asks;
    for (size_t i = 0; i < all.count; i++)
        any |= all.headers[i]->has_directives;
    if (any) {
        write_text(&all, &source, 0, &out);
        flat->size = out.used;
        flat->text = buffer_take(&out);
    }
    free_headers(&all);
}

/* Returns the first source of a command, if all are in C; NULL otherwise. */
static const char *first_source(const struct command *command)
{
    const char *first = NULL;
    for (size_t i = 0; i < command->count; i++) {
        const struct command_word *word = &command->words[i];
        if (word->role == ROLE_SOURCE && word->language != LANGUAGE_C)
            return NULL;
        if (word->role == ROLE_SOURCE && !first)
            first = word->text;
    }
    return first;
}

void flatten_command(struct command *command, const char *scratch)
{
    const char *source = first_source(command);
    struct flattening all = {
        .command = command,
        .inclusions = {.command = command, .source = source, .scratch = scratch}};
    bool any = false;
    for (size_t i = 0; source && i < command->count; i++) {
        const struct header *header = is_forced(command, i) ? forced_header(&all, i) : NULL;
        any |= header && header->has_directives;
    }
    for (size_t i = 0; any && i < command->count; i++) {
        if (is_forced(command, i))
            command->words[i].instead = "/dev/null";
    }
    free_headers(&all);
}
