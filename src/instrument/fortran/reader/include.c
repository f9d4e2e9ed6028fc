/* include.c: see include.h */
#include "instrument/fortran/reader/include.h"

#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST = 16 };
static const size_t largest = (size_t)64 << 20;

/* The text of one file, kept because often every routine includes it. */
struct include_file {
    struct include_file *next;
    const char *name;
    char *text; /* NULL: the file was not found */
    size_t size;
};

/* Reads a regular file; NULL: it cannot be read, or is too large. The caller frees the text. */
static char *read_file(const char *path, size_t *size)
{
    struct stat stat;
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    if (file && !fstat(fileno(file), &stat) && S_ISREG(stat.st_mode) && stat.st_size >= 0 &&
        (size_t)stat.st_size <= largest) {
        text = memory_zeroed((size_t)stat.st_size + 1, 1);
        *size = fread(text, 1, (size_t)stat.st_size, file);
    }
    if (file)
        fclose(file);
    return text;
}

/* Reads the first file of that name in the folders; or NULL. */
static char *search(const struct instrument_fortran_form *form, const char *name, size_t *size)
{
    if (*name == '/')
        return read_file(name, size);
    for (size_t i = 0; form->folders && form->folders[i]; i++) {
        char *path = memory_printf("%s/%s", form->folders[i], name);
        char *text = read_file(path, size);
        free(path);
        if (text)
            return text;
    }
    return NULL;
}

/* Returns the file of that name, which is read once. */
static const struct include_file *find_file(struct reading *reading, const char *name)
{
    struct source_memory *memory = reading->root;
    for (struct include_file *file = memory->includes; file; file = file->next) {
        if (!strcmp(file->name, name))
            return file;
    }
    struct include_file *file = arena_zeroed(&memory->arena, sizeof *file);
    file->name = arena_text(&memory->arena, name, strlen(name));
    file->text = search(&reading->source->form, name, &file->size);
    file->next = memory->includes;
    memory->includes = file;
    return file;
}

void include_free(struct source_memory *memory)
{
    for (struct include_file *file = memory->includes; file; file = file->next)
        free(file->text);
    memory->includes = NULL;
}

/* True if the block is in an INTERFACE. */
static bool is_in_interface(const struct block *block)
{
    while (block && block->kind != BLOCK_INTERFACE)
        block = block->parent;
    return block != NULL;
}

/* Notes what a statement of the file means for the unit around the INCLUDE statement. */
static void look_at(const struct source *source, size_t number, struct included *included)
{
    const struct statement *statement = &source->statements[number];
    enum statement_kind kind = statement->kind;
    if (is_in_interface(source_block(source, number)) && kind != STATEMENT_UNKNOWN) {
        included->declares = true;
        return;
    }
    if (kind <= STATEMENT_MODULE_PROCEDURE)
        included->units = true;
    if (kind == STATEMENT_UNKNOWN)
        included->unbalanced = true;
    if ((kind >= STATEMENT_INTERFACE && kind <= STATEMENT_IMPLICIT) ||
        kind == STATEMENT_DECLARATION)
        included->declares = true;
    if (kind >= STATEMENT_IF_THEN && kind <= STATEMENT_ACTION)
        included->executes = true;
    if (kind == STATEMENT_IF)
        kind = statement->action;
    if (kind == STATEMENT_RETURN || kind == STATEMENT_ENTRY || kind == STATEMENT_EXIT ||
        kind == STATEMENT_CYCLE || kind == STATEMENT_CONTAINS || kind == STATEMENT_END_UNIT ||
        statement->target_count || statement->any_target)
        included->leaves = true;
}

struct included include_read(struct reading *reading, struct block *unit,
                             const struct statement *statement)
{
    struct included included = {0};
    const struct include_file *file =
        reading->depth < DEEPEST && statement->name ? find_file(reading, statement->name) : NULL;
    if (!file || !file->text) {
        included.missing = true;
        return included;
    }
    struct source inner = {.text = file->text, .size = file->size, .form = reading->source->form};
    inner.memory = memory_zeroed(1, sizeof *inner.memory);
    struct reading nested = {.source = &inner,
                             .arena = &inner.memory->arena,
                             .number = 1,
                             .root = reading->root,
                             .depth = reading->depth + 1,
                             .file_names = reading->file_names,
                             .declaring = unit,
                             .past_specification = !blocks_context(reading).specification,
                             .included = &included};
    reading_run(&nested);
    for (size_t i = 0; i < inner.count; i++)
        look_at(&inner, i, &included);
    source_close(&inner);
    return included;
}
