/* describe.c: see describe.h */
#include "describe.h"

#include <stdio.h>
#include <stdlib.h>

const char *kind_name(enum statement_kind kind)
{
    static const char *const names[] = {[STATEMENT_PROGRAM] = "PROGRAM",
                                        [STATEMENT_MODULE] = "MODULE",
                                        [STATEMENT_SUBMODULE] = "SUBMODULE",
                                        [STATEMENT_BLOCK_DATA] = "BLOCK_DATA",
                                        [STATEMENT_SUBROUTINE] = "SUBROUTINE",
                                        [STATEMENT_FUNCTION] = "FUNCTION",
                                        [STATEMENT_MODULE_PROCEDURE] = "MODULE_PROCEDURE",
                                        [STATEMENT_ENTRY] = "ENTRY",
                                        [STATEMENT_CONTAINS] = "CONTAINS",
                                        [STATEMENT_END_UNIT] = "END_UNIT",
                                        [STATEMENT_INTERFACE] = "INTERFACE",
                                        [STATEMENT_END_INTERFACE] = "END_INTERFACE",
                                        [STATEMENT_TYPE] = "TYPE",
                                        [STATEMENT_END_TYPE] = "END_TYPE",
                                        [STATEMENT_USE] = "USE",
                                        [STATEMENT_IMPORT] = "IMPORT",
                                        [STATEMENT_IMPLICIT] = "IMPLICIT",
                                        [STATEMENT_INCLUDE] = "INCLUDE",
                                        [STATEMENT_FORMAT] = "FORMAT",
                                        [STATEMENT_DATA] = "DATA",
                                        [STATEMENT_DECLARATION] = "DECLARATION",
                                        [STATEMENT_FUNCTION_STATEMENT] = "FUNCTION_STATEMENT",
                                        [STATEMENT_IF_THEN] = "IF_THEN",
                                        [STATEMENT_ELSE] = "ELSE",
                                        [STATEMENT_END_IF] = "END_IF",
                                        [STATEMENT_SELECT] = "SELECT",
                                        [STATEMENT_CASE] = "CASE",
                                        [STATEMENT_END_SELECT] = "END_SELECT",
                                        [STATEMENT_WHERE_THEN] = "WHERE_THEN",
                                        [STATEMENT_ELSEWHERE] = "ELSEWHERE",
                                        [STATEMENT_END_WHERE] = "END_WHERE",
                                        [STATEMENT_FORALL_THEN] = "FORALL_THEN",
                                        [STATEMENT_END_FORALL] = "END_FORALL",
                                        [STATEMENT_ASSOCIATE] = "ASSOCIATE",
                                        [STATEMENT_END_ASSOCIATE] = "END_ASSOCIATE",
                                        [STATEMENT_BLOCK] = "BLOCK",
                                        [STATEMENT_END_BLOCK] = "END_BLOCK",
                                        [STATEMENT_CRITICAL] = "CRITICAL",
                                        [STATEMENT_END_CRITICAL] = "END_CRITICAL",
                                        [STATEMENT_DO] = "DO",
                                        [STATEMENT_END_DO] = "END_DO",
                                        [STATEMENT_ASSIGNMENT] = "ASSIGNMENT",
                                        [STATEMENT_CALL] = "CALL",
                                        [STATEMENT_IO] = "IO",
                                        [STATEMENT_IF] = "IF",
                                        [STATEMENT_ARITHMETIC_IF] = "ARITHMETIC_IF",
                                        [STATEMENT_GOTO] = "GOTO",
                                        [STATEMENT_ASSIGN] = "ASSIGN",
                                        [STATEMENT_EXIT] = "EXIT",
                                        [STATEMENT_CYCLE] = "CYCLE",
                                        [STATEMENT_RETURN] = "RETURN",
                                        [STATEMENT_STOP] = "STOP",
                                        [STATEMENT_CONTINUE] = "CONTINUE",
                                        [STATEMENT_ACTION] = "ACTION",
                                        [STATEMENT_DIRECTIVE] = "DIRECTIVE",
                                        [STATEMENT_PREPROCESSOR] = "PREPROCESSOR",
                                        [STATEMENT_UNKNOWN] = "UNKNOWN"};
    return names[kind];
}

const char *io_name(enum io_keyword io)
{
    static const char *const names[] = {
        [IO_READ] = "READ",           [IO_WRITE] = "WRITE",   [IO_PRINT] = "PRINT",
        [IO_OPEN] = "OPEN",           [IO_CLOSE] = "CLOSE",   [IO_INQUIRE] = "INQUIRE",
        [IO_BACKSPACE] = "BACKSPACE", [IO_REWIND] = "REWIND", [IO_ENDFILE] = "ENDFILE",
        [IO_FLUSH] = "FLUSH",         [IO_WAIT] = "WAIT"};
    return names[io];
}

const char *block_name(enum block_kind kind)
{
    static const char *const names[] = {[BLOCK_FILE] = "FILE",
                                        [BLOCK_UNIT] = "UNIT",
                                        [BLOCK_INTERFACE] = "INTERFACE",
                                        [BLOCK_TYPE] = "TYPE",
                                        [BLOCK_IF] = "IF",
                                        [BLOCK_SELECT] = "SELECT",
                                        [BLOCK_WHERE] = "WHERE",
                                        [BLOCK_FORALL] = "FORALL",
                                        [BLOCK_ASSOCIATE] = "ASSOCIATE",
                                        [BLOCK_BLOCK] = "BLOCK",
                                        [BLOCK_CRITICAL] = "CRITICAL",
                                        [BLOCK_DO] = "DO"};
    return names[kind];
}

static void print_text(FILE *out, const char *name, const char *text)
{
    if (text)
        fprintf(out, " %s=%s", name, text);
}

static void print_do(FILE *out, const struct statement *statement)
{
    static const char *const kinds[] = {"counted", "while", "forever", "concurrent"};
    fprintf(out, " %s", kinds[statement->do_kind]);
    if (statement->do_label)
        fprintf(out, " to=%u", statement->do_label);
    print_text(out, "variable", statement->do_variable);
    print_text(out, "first", statement->do_first);
    print_text(out, "last", statement->do_last);
    print_text(out, "step", statement->do_step);
    print_text(out, "header", statement->do_header);
}

/* Everything but its text and where it stands. */
static void print_parts(FILE *out, const struct statement *statement)
{
    fprintf(out, "%s", kind_name(statement->kind));
    if (statement->kind == STATEMENT_IF)
        fprintf(out, " %s", kind_name(statement->action));
    if (statement->label)
        fprintf(out, " label=%u", statement->label);
    print_text(out, "name", statement->name);
    if (statement->kind == STATEMENT_DO)
        print_do(out, statement);
    if (statement->kind == STATEMENT_IO ||
        (statement->kind == STATEMENT_IF && statement->action == STATEMENT_IO)) {
        fprintf(out, " %s", io_name(statement->io));
        print_text(out, "unit", statement->unit);
        print_text(out, "newunit", statement->new_unit);
    }
    for (size_t i = 0; i < statement->target_count; i++)
        fprintf(out, "%s%u", i ? "," : " targets=", statement->targets[i]);
    if (statement->any_target)
        fprintf(out, " targets=*");
    if (statement->routine_flags)
        fprintf(out, " flags=%u", statement->routine_flags);
}

char *describe_statement(const struct statement *statement)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    print_parts(out, statement);
    fclose(out);
    return text;
}

static void print_blocks(FILE *out, const struct source *source, const struct block *block,
                         unsigned depth)
{
    for (; block; block = block->next) {
        fprintf(out, "%*s%s %u-%u", (int)(depth * 2), "", block_name(block->kind),
                source->statements[block->first].line, source->statements[block->last].end_line);
        if (block->kind == BLOCK_UNIT) {
            fprintf(out, " %s %s%s", kind_name(block->unit),
                    block->headless || !source->statements[block->first].name
                        ? "-"
                        : source->statements[block->first].name,
                    block->headless ? " headless" : "");
            if (block->executable != NO_STATEMENT)
                fprintf(out, " executable=%u", source->statements[block->executable].line);
            if (block->contains != NO_STATEMENT)
                fprintf(out, " contains=%u", source->statements[block->contains].line);
            if (block->unclear)
                fprintf(out, " unclear: %s", block->why);
        }
        putc('\n', out);
        if (depth < 200)
            print_blocks(out, source, block->child, depth + 1);
    }
}

char *describe_blocks(const struct source *source)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    print_blocks(out, source, source->file.child, 0);
    fclose(out);
    return text;
}
