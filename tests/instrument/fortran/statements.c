/* statements.c: prints how a Fortran file is read, one line for each statement and block.
 *   statements [-fixed|-free] [-width N] [-openmp] [-dlines] [-blocks] [-I FOLDER]
 * FILE By default the file's name tells the form. */
#include "instrument/fortran/source.h"
#include "util/memory.h"

#include "describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0;
    *size = 0;
    if (!file)
        return NULL;
    for (;;) {
        text = memory_grow(text, &room, *size + 65536, 1);
        size_t got = fread(text + *size, 1, room - *size, file);
        if (!got)
            break;
        *size += got;
    }
    fclose(file);
    return text;
}

static void print_statements(const struct source *source)
{
    for (size_t i = 0; i < source->count; i++) {
        const struct statement *statement = &source->statements[i];
        char *parts = describe_statement(statement);
        printf("%s%s:%u", statement->file ? statement->file : "", statement->conditional ? "?" : "",
               statement->line);
        if (statement->end_line != statement->line)
            printf("-%u", statement->end_line);
        printf(" %s | %s\n", parts, statement->text ? statement->text : "");
        free(parts);
    }
}

static void print_spans(const struct source *source)
{
    for (size_t i = 0; i < source->count; i++) {
        const struct statement *statement = &source->statements[i];
        printf("%zu %zu %d %s", statement->line_start, statement->line_end,
               statement->first_on_line, kind_name(statement->kind));
        if (statement->kind == STATEMENT_IF)
            printf(":%s", kind_name(statement->action));
        printf(" %u %s\n", statement->label, statement->text);
    }
}

enum output { STATEMENTS, BLOCKS, SPANS };

static bool print_file(const char *path, const struct instrument_fortran_form *form,
                       enum output output)
{
    size_t size;
    char *text = read_all(path, &size);
    if (!text) {
        perror(path);
        return false;
    }
    struct source source = {0};
    source_read(&source, text, size, form);
    if (output == STATEMENTS) {
        print_statements(&source);
    } else if (output == SPANS) {
        print_spans(&source);
    } else {
        char *described = describe_blocks(&source);
        fputs(described, stdout);
        free(described);
    }
    source_close(&source);
    free(text);
    return true;
}

static bool is_free(const char *path)
{
    const char *ending = strrchr(path, '.');
    return ending && (ending[1] == 'f' || ending[1] == 'F') && ending[2] != '\0' &&
           strcasecmp(ending, ".for") != 0 && strcasecmp(ending, ".fpp") != 0 &&
           strcasecmp(ending, ".ftn") != 0;
}

int main(int argc, char **argv)
{
    struct instrument_fortran_form form = {0};
    const char *folders[32] = {0};
    size_t folder_count = 0, files = 0;
    bool told = false, width = false, good = true;
    enum output output = STATEMENTS;
    form.folders = folders;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-fixed") || !strcmp(argv[i], "-free")) {
            told = true;
            form.free = argv[i][2] == 'r';
        } else if (!strcmp(argv[i], "-width") && i + 1 < argc) {
            width = true;
            form.width = (unsigned)strtoul(argv[++i], NULL, 10);
        } else if (!strcmp(argv[i], "-I") && i + 1 < argc) {
            if (folder_count < 31)
                folders[folder_count++] = argv[++i];
        } else if (!strcmp(argv[i], "-openmp")) {
            form.openmp = true;
        } else if (!strcmp(argv[i], "-dlines")) {
            form.debug_lines = true;
        } else if (!strcmp(argv[i], "-blocks") || !strcmp(argv[i], "-spans")) {
            output = argv[i][1] == 'b' ? BLOCKS : SPANS;
        } else {
            if (!told)
                form.free = is_free(argv[i]);
            if (!width)
                form.width = form.free ? 132 : 72;
            if (files++)
                puts("==");
            good &= print_file(argv[i], &form, output);
        }
    }
    return !good || !files;
}
