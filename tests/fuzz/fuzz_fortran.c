/* fuzz_fortran.c: reads whatever it is given as Fortran, checks that what was read fits together,
 * asks about its names, and instruments it. The first byte chooses the form. */
#include "instrument/fortran/source.h"
#include "instrument/instrument.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_statement(const struct source *source, size_t number)
{
    const struct statement *statement = &source->statements[number];
    check(statement->line_start <= statement->start && statement->start <= statement->end);
    check(statement->end <= statement->line_end && statement->line_end <= source->size);
    check(statement->label_start <= statement->label_end && statement->label_end <= source->size);
    check(statement->body >= statement->start && statement->body <= statement->end);
    check(statement->do_label_start <= statement->do_label_end);
    check(statement->do_label_end <= statement->end);
    check(statement->action_start <= statement->end);
    check(statement->text != NULL);
    check(statement->kind != STATEMENT_IF || statement->action != STATEMENT_UNKNOWN);
    if (statement->kind == STATEMENT_DO && statement->do_kind == DO_COUNTED)
        check(statement->do_variable && statement->do_first && statement->do_last);
    if (number)
        check(statement[-1].end <= statement->start);
    const struct block *block = source_block(source, number);
    check(block->kind == BLOCK_FILE || (block->first <= number && number <= block->last));
}

static void check_blocks(const struct source *source)
{
    const struct block *block = &source->file;
    while (block) {
        check(block->first <= block->last);
        check(block->kind != BLOCK_UNIT || (block->names && (!block->unclear || block->why)));
        if (block->child) {
            check(block->child->parent == block);
            block = block->child;
            continue;
        }
        while (block && !block->next)
            block = block->parent;
        if (block)
            block = block->next;
    }
}

/* The innermost unit around a statement, or NULL. */
static const struct block *unit_around(const struct source *source, size_t number)
{
    const struct block *block = source_block(source, number);
    for (int i = 0; block && block->kind != BLOCK_UNIT && i < 64; i++)
        block = block->parent;
    return block && block->kind == BLOCK_UNIT ? block : NULL;
}

static void ask(const struct source *source, size_t number)
{
    const struct statement *statement = &source->statements[number];
    const struct block *unit = unit_around(source, number);
    if (!unit)
        return;
    names_calls_nothing(unit, statement);
    names_is_repeatable(unit, statement->text);
    if (statement->name) {
        names_class(unit, statement->name);
        names_is_integer(unit, statement->name);
    }
}

static void instrument(const char *text, size_t size, const struct instrument_fortran_form *form)
{
    struct instrument_request request = {.path = "fuzz.f",
                                         .shown = "fuzz.f",
                                         .header = "<triptych/probes.h>",
                                         .directory = "/",
                                         .form = *form,
                                         .text = text,
                                         .size = size,
                                         .symbol = "tri_0123456789abcdef"};
    struct instrument_result done;
    struct error error;
    if (!instrument_fortran(&request, &done, &error))
        return;
    instrument_plan_free(&done.plan);
    free(done.text);
    free(done.table);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    static const unsigned widths[] = {72, 132, 0, 20};
    if (!size)
        return 0;
    struct instrument_fortran_form form = {.free = bytes[0] & 1,
                                           .openmp = bytes[0] & 2,
                                           .debug_lines = bytes[0] & 4,
                                           .width = widths[bytes[0] >> 4 & 3]};
    const char *text = (const char *)bytes + 1;
    struct source source = {0};
    source_read(&source, text, size - 1, &form);
    for (size_t i = 0; i < source.count; i++) {
        check_statement(&source, i);
        ask(&source, i);
    }
    check_blocks(&source);
    source_close(&source);
    if (!(bytes[0] & 0x40))
        instrument(text, size - 1, &form);
    return 0;
}
