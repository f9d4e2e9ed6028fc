/* line_comments.c: see line_comments.h */
#include "archive/symbols/line_comments.h"

#include "archive/symbols/closure_classes.h"
#include "archive/symbols/source_text.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define MARK "//#line "

struct comment {
    uint32_t at;             /* its line in the generated file */
    uint32_t before, behind; /* the nearest lines that have something else than comments */
    uint32_t file;           /* number of the file that it names */
    uint32_t line;           /* in that file */
};

struct generated_file {
    struct comment *comments;
    size_t count, room;
    struct closure_classes closures;
};

enum { DEEPEST = 16 }; /* closures that are made in others */

struct archive_line_comments {
    struct interned *paths;
    struct interned *origins; /* files that comments name */
    char **names;             /* of these files */
    size_t names_room;
    struct generated_file **files; /* not moved */
    size_t room;
};

struct archive_line_comments *archive_line_comments_new(void)
{
    struct archive_line_comments *comments = memory_zeroed(1, sizeof *comments);
    comments->paths = interned_new();
    comments->origins = interned_new();
    return comments;
}

void archive_line_comments_free(struct archive_line_comments *comments)
{
    if (!comments)
        return;
    for (uint32_t i = 0; i < interned_count(comments->paths); i++) {
        free(comments->files[i]->comments);
        archive_closure_classes_free(&comments->files[i]->closures);
        free(comments->files[i]);
    }
    free(comments->files);
    interned_free(comments->paths);
    for (uint32_t i = 0; i < interned_count(comments->origins); i++)
        free(comments->names[i]);
    free(comments->names);
    interned_free(comments->origins);
    free(comments);
}

/* Reads NUMBER "FILE" behind MARK. */
static bool read_comment(struct archive_line_comments *comments, const char *text,
                         struct comment *comment)
{
    char *quote;
    unsigned long line = strtoul(text, &quote, 10);
    if (quote == text || strncmp(quote, " \"", 2) != 0 || !line || line > UINT32_MAX)
        return false;
    const char *name = quote + 2, *end = strpbrk(name, "\"\n");
    if (!end || *end != '"' || end == name)
        return false;
    uint32_t before = interned_count(comments->origins);
    comment->file = interned_add(comments->origins, name, (size_t)(end - name));
    if (comment->file == before) {
        comments->names = memory_grow(comments->names, &comments->names_room, (size_t)before + 1,
                                      sizeof *comments->names);
        comments->names[before] = memory_string(interned_text(comments->origins, before));
    }
    comment->line = (uint32_t)line;
    return true;
}

/* Returns where a line goes on behind blanks. strspn() would make a table for each line. */
static const char *behind_blanks(const char *line)
{
    while (*line == ' ' || *line == '\t')
        line++;
    return line;
}

/* True if a line is blank, an opening brace, or looks like one of a comment. */
static bool is_remark(const char *line)
{
    while (*line == ' ' || *line == '\t' || *line == '\r' || *line == '{')
        line++;
    return !*line || *line == '\n' || *line == '*' || !strncmp(line, "/*", 2) ||
           !strncmp(line, "//", 2);
}

static void read_lines(struct archive_line_comments *comments, struct generated_file *file,
                       const char *text)
{
    uint32_t number = 1, last = 0;
    size_t waiting = 0; /* comments from here on have nothing behind them yet */
    for (const char *line = text; line; number++) {
        const char *word = behind_blanks(line), *end = strchrnul(word, '\n');
        struct comment comment = {.at = number, .before = last, .behind = UINT32_MAX};
        if (!strncmp(word, MARK, strlen(MARK)) &&
            read_comment(comments, word + strlen(MARK), &comment)) {
            file->comments =
                memory_grow(file->comments, &file->room, file->count + 1, sizeof *file->comments);
            file->comments[file->count++] = comment;
        }
        archive_closure_classes_see(&file->closures, line, end, number);
        if (!is_remark(line)) {
            for (; waiting < file->count; waiting++)
                file->comments[waiting].behind = number;
            last = number;
        }
        line = *end ? end + 1 : NULL;
    }
    archive_closure_classes_end(&file->closures);
}

static const struct generated_file *file_of(struct archive_line_comments *comments,
                                            const struct archive_generated_line *at)
{
    char *path =
        *at->file == '/' ? memory_string(at->file) : memory_printf("%s/%s", at->dir, at->file);
    uint32_t before = interned_count(comments->paths);
    uint32_t number = interned_add_text(comments->paths, path);
    if (number == before) {
        size_t size;
        comments->files = memory_grow(comments->files, &comments->room, (size_t)number + 1,
                                      sizeof *comments->files);
        comments->files[number] = memory_zeroed(1, sizeof *comments->files[number]);
        bool is_c = *path == '/' && archive_source_text_language(path) == SOURCE_C;
        char *text = is_c ? archive_source_text_read(path, at->newest, &size) : NULL;
        if (text && strstr(text, MARK))
            read_lines(comments, comments->files[number], text);
        free(text);
    }
    free(path);
    return comments->files[number];
}

/* Returns how many comments are not behind a line. */
static size_t comments_until(const struct generated_file *file, uint32_t line)
{
    size_t low = 0, high = file->count; /* comments before `low` are not behind the line */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (file->comments[middle].at <= line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the comment of the statement that makes the closure which a line is in; NULL: none. */
static const struct comment *comment_of_closure(const struct generated_file *file, uint32_t line)
{
    uint32_t since;
    const struct closure_class *around = archive_closure_classes_at(&file->closures, line, &since);
    for (unsigned i = 0; around && around->made && i < DEEPEST; i++) {
        line = around->made;
        around = archive_closure_classes_at(&file->closures, line, &since);
        size_t count = comments_until(file, line);
        if (count && file->comments[count - 1].at > since)
            return &file->comments[count - 1];
    }
    return NULL;
}

bool archive_line_comments_find(struct archive_line_comments *comments,
                                const struct archive_generated_line *at,
                                struct archive_line_origin *origin)
{
    const struct generated_file *file = file_of(comments, at);
    size_t low = comments_until(file, at->line);
    const struct comment *found = low ? &file->comments[low - 1] : NULL;
    bool is_inside = found && (!at->routine_line || found->at > at->routine_line ||
                               found->behind >= at->routine_line);
    const struct comment *first = low < file->count ? &file->comments[low] : NULL;
    if (!is_inside && first && at->line == at->routine_line && first->before == at->line)
        found = first; /* a function without a comment has that of its first statement */
    else if (!is_inside && !(found = comment_of_closure(file, at->line)))
        return false;
    *origin = (struct archive_line_origin){comments->names[found->file], found->line};
    return true;
}
