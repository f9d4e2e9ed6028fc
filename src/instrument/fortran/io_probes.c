/* io_probes.c: probes around I/O statements. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <string.h>

/* True if the text is an unsigned integer of at most 9 digits. */
static bool is_number(const char *text)
{
    size_t length = strspn(text, "0123456789");
    return length && length < 10 && !text[length];
}

void io_prepare(struct routine *routine, struct site *io)
{
    const struct statement *statement = &routine->file->source.statements[io->at];
    const char *unit = statement->unit;
    bool is_new = statement->io == IO_OPEN && statement->new_unit;
    if (is_new && names_is_surely_repeatable(routine->block, statement->new_unit)) {
        io->unit = memory_printf("tri_unit(%s)", statement->new_unit);
    } else if (is_new || !unit) {
        io->unit = memory_string("tri_unit_none");
    } else if (!strcmp(unit, "*")) {
        io->unit = memory_string(statement->io == IO_READ ? "5_8" : "6_8");
    } else if (is_number(unit)) {
        io->unit = memory_printf("%s_8", unit);
    } else if (names_is_surely_repeatable(routine->block, unit)) {
        io->unit = memory_printf("tri_u%u", io->number);
        io->keeps_unit = true;
    } else {
        io->unit = memory_string("tri_unit_none");
    }
}

void io_insert(struct routine *routine, struct site *io)
{
    struct slot *slot = &routine->file->slots[io->at];
    const struct statement *statement = &routine->file->source.statements[io->at];
    bool is_action = statement->kind == STATEMENT_IF;
    struct buffer *before = is_action ? &slot->then : site_before(routine, io->at);
    routine->uses_units = true;
    site_enter(routine, io, before);
    if (io->keeps_unit) {
        char name[VARIABLE_SIZE];
        routine_variable(routine, io->environment, name, 'u', io->number);
        text_line(before, "%s = tri_unit(%s)", name, statement->unit);
    }
    if (statement->io == IO_CLOSE)
        text_line(before, "if (tri_h%u /= 0) call tri_closing(tri_h%u, %s)", io->number, io->number,
                  io->unit);
    site_leave(io, is_action ? &slot->behind : &slot->after);
}
