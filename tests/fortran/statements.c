/* statements.c: prints how a Fortran file is read, one line for each statement and block.
 *   statements [-fixed|-free] [-width N] [-openmp] [-dlines] [-backslash] [-blocks] [-I FOLDER]
 * FILE By default the file's name tells the form. */
#include "instrument/fortran/source.h"
#include "util/memory.h"

#include "kinds.h"

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

static void print_text(const char *name, const char *text)
{
    if (text)
        printf(" %s=%s", name, text);
}

static void print_do(const struct statement *statement)
{
    static const char *const kinds[] = {"counted", "while", "forever", "concurrent"};
    printf(" %s", kinds[statement->do_kind]);
    if (statement->do_label)
        printf(" to=%u", statement->do_label);
    print_text("variable", statement->do_variable);
    print_text("first", statement->do_first);
    print_text("last", statement->do_last);
    print_text("step", statement->do_step);
    print_text("header", statement->do_header);
}

static void print_statement(const struct source *source, size_t number)
{
    const struct statement *statement = &source->statements[number];
    printf("%s%s:%u", statement->file ? statement->file : "", statement->conditional ? "?" : "",
           statement->line);
    if (statement->end_line != statement->line)
        printf("-%u", statement->end_line);
    printf(" %s", kind_name(statement->kind));
    if (statement->kind == STATEMENT_IF)
        printf(" %s", kind_name(statement->action));
    if (statement->label)
        printf(" label=%u", statement->label);
    print_text("name", statement->name);
    if (statement->kind == STATEMENT_DO)
        print_do(statement);
    if (statement->kind == STATEMENT_IO ||
        (statement->kind == STATEMENT_IF && statement->action == STATEMENT_IO)) {
        printf(" %s", io_name(statement->io));
        print_text("unit", statement->unit);
        print_text("newunit", statement->new_unit);
    }
    for (size_t i = 0; i < statement->target_count; i++)
        printf("%s%u", i ? "," : " targets=", statement->targets[i]);
    if (statement->any_target)
        printf(" targets=*");
    if (statement->routine_flags)
        printf(" flags=%u", statement->routine_flags);
    printf(" | %s\n", statement->text ? statement->text : "");
}

static void print_blocks(const struct source *source, const struct block *block, unsigned depth)
{
    for (; block; block = block->next) {
        printf("%*s%s %u-%u", (int)(depth * 2), "", block_name(block->kind),
               source->statements[block->first].line, source->statements[block->last].end_line);
        if (block->kind == BLOCK_UNIT) {
            printf(" %s %s%s", kind_name(block->unit),
                   block->headless || !source->statements[block->first].name
                       ? "-"
                       : source->statements[block->first].name,
                   block->headless ? " headless" : "");
            if (block->executable != NO_STATEMENT)
                printf(" executable=%u", source->statements[block->executable].line);
            if (block->contains != NO_STATEMENT)
                printf(" contains=%u", source->statements[block->contains].line);
            if (block->unclear)
                printf(" unclear: %s", block->why);
        }
        putchar('\n');
        if (depth < 200)
            print_blocks(source, block->child, depth + 1);
    }
}

int main(int argc, char **argv)
{
    struct fortran_form form = {0};
    const char *path = NULL, *folders[32] = {0};
    size_t folder_count = 0;
    bool told = false, blocks = false, width = false;
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
        } else if (!strcmp(argv[i], "-backslash")) {
            form.backslash = true;
        } else if (!strcmp(argv[i], "-blocks")) {
            blocks = true;
        } else {
            path = argv[i];
        }
    }
    if (!path)
        return 2;
    const char *ending = strrchr(path, '.');
    if (!told)
        form.free = ending && (ending[1] == 'f' || ending[1] == 'F') && ending[2] != '\0' &&
                    strcasecmp(ending, ".for") != 0 && strcasecmp(ending, ".fpp") != 0 &&
                    strcasecmp(ending, ".ftn") != 0;
    if (!width)
        form.width = form.free ? 132 : 72;
    form.folders = folders;
    size_t size;
    char *text = read_all(path, &size);
    if (!text)
        return 1;
    struct source source = {0};
    source_read(&source, text, size, &form);
    for (size_t i = 0; !blocks && i < source.count; i++)
        print_statement(&source, i);
    if (blocks)
        print_blocks(&source, source.file.child, 0);
    source_close(&source);
    free(text);
    return 0;
}
