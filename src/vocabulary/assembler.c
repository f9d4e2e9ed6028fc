/* assembler.c: see assembler.h */
#include "vocabulary/assembler.h"

#include "format/doors.h"

#include <string.h>

enum { WORD = 8 };

static const struct format_vocabulary_function *functions_of(const struct vocabulary_table *table,
                                                             uint32_t *count)
{
    const struct format_vocabulary_data *data = (const void *)table->data.text;
    *count = data->function_count;
    return format_vocabulary_at(data, data->functions);
}

/* Adds the address of the real function, which may be missing. */
static void write_real(const struct vocabulary_table *table,
                       const struct format_vocabulary_function *function, struct buffer *to)
{
    const char *symbol = table->data.text + function->symbol,
               *real = function->is_called ? "" : "__real_";
    buffer_printf(to, ".weak %s%s\n.quad %s%s\n", real, symbol, real, symbol);
}

static void write_data(const struct vocabulary_table *table, struct buffer *to)
{
    uint32_t count, next = 0;
    const struct format_vocabulary_function *functions = functions_of(table, &count);
    buffer_printf(to, ".data\n.balign 16\n.globl %s\n.hidden %s\n%s:\n", FORMAT_DOORS_DATA,
                  FORMAT_DOORS_DATA, FORMAT_DOORS_DATA);
    for (size_t at = 0; at < table->data.used; at += WORD) {
        uint64_t word;
        if (next < count && at == functions[next].start) { /* `real` is its first word */
            write_real(table, &functions[next++], to);
            continue;
        }
        memcpy(&word, table->data.text + at, sizeof word);
        buffer_printf(to, ".quad 0x%llx\n", (unsigned long long)word);
    }
}

static void write_stub(const struct vocabulary_symbol *symbol, enum vocabulary_machine machine,
                       struct buffer *to)
{
    unsigned at = symbol->function;
    bool is_x86_64 = machine == VOCABULARY_X86_64;
    buffer_printf(to, ".balign 16\n.globl __wrap_%s\n.type __wrap_%s, %%function\n__wrap_%s:\n",
                  symbol->name, symbol->name, symbol->name);
    if (is_x86_64)
        buffer_printf(to, "endbr64\nleaq %s+%u(%%rip), %%r11\njmp %s\n", FORMAT_DOORS_DATA, at,
                      VOCABULARY_HANDLER);
    else
        buffer_printf(to,
                      "hint #34\nadrp x16, %s+%u\nadd x16, x16, :lo12:%s+%u\nb %s\n", /* bti c */
                      FORMAT_DOORS_DATA, at, FORMAT_DOORS_DATA, at, VOCABULARY_HANDLER);
    buffer_printf(to, ".size __wrap_%s, .-__wrap_%s\n", symbol->name, symbol->name);
}

void vocabulary_assembler_write(const struct vocabulary_table *table,
                                enum vocabulary_machine machine, struct buffer *to)
{
    write_data(table, to);
    buffer_printf(to, ".text\n");
    for (size_t i = 0; i < table->count; i++)
        write_stub(&table->symbols[i], machine, to);
    buffer_printf(to, ".section .note.GNU-stack,\"\",%%progbits\n");
}
