/* twin.c: see twin.h
 *
 *   symbol             in the joined object                       made of
 *   x_                 the entry, which chooses (TRI_TWIN_ENTRY, the table
 *                      TRI_COUNTED_ENTRY)
 *   tri_probed_x_      with probes                                x_ of the instrumented text
 *   tri_plain_x_       without                                    x_ of the user's own text
 *   tri_plain_y_       jumps to y_, unless another object has     the table
 *                      a twin of y_: this symbol is weak
 *
 * So a procedure without probes calls others without probes directly. Variables of modules stay in
 * the object of the user's own text, and that with probes refers to them. */
#include "instrument/driver/twin.h"

#include "instrument/driver/object_share.h"
#include "instrument/driver/object_symbols.h"
#include "instrument/driver/paths.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* True if the command is for debugging: each line is to have its code in one place only. */
static bool is_debugged(const struct command *command)
{
    bool debug = false, optimised = false;
    for (size_t i = command->compiler; i < command->count; i++) {
        const char *word = command->words[i].text;
        if (!strncmp(word, "-O", 2))
            optimised = strcmp(word, "-O0") != 0 && strcmp(word, "-Og") != 0;
        else if (!strncmp(word, "-g", 2) && strncmp(word, "-gno-", 5) != 0)
            debug = strcmp(word, "-g0") != 0;
    }
    return debug && !optimised;
}

bool twin_is_allowed(const struct state *state)
{
    return entry_is_allowed(state) && !is_debugged(&state->command) &&
           !command_says(&state->command, "-gsplit-dwarf") &&
           !command_says(&state->command, "-fopenacc");
}

/* True if the procedures include the symbol. */
static bool is_ours(const struct source *source, const char *symbol)
{
    for (size_t i = 0; i < source->twin_count; i++) {
        if (!strcmp(source->twins[i].symbol, symbol))
            return true;
    }
    return false;
}

/* True if the object defines a symbol. */
static bool defines(const struct object_symbols *symbols, const char *symbol)
{
    for (size_t i = 0; i < symbols->count; i++) {
        if (symbols->list[i].is_defined && !strcmp(symbols->list[i].name, symbol))
            return true;
    }
    return false;
}

/* Drops the procedures that others cannot see, such as private ones of modules. */
static void drop_hidden(struct source *source, const struct object_symbols *symbols)
{
    size_t kept = 0;
    for (size_t i = 0; i < source->twin_count; i++) {
        if (defines(symbols, source->twins[i].symbol))
            source->twins[kept++] = source->twins[i];
        else
            free(source->twins[i].symbol);
    }
    source->twin_count = kept;
}

/* Finds what else the object defines that others can see: variables of modules, and what belongs to
 * their types. */
static void find_shared(struct source *source, const struct object_symbols *symbols)
{
    words_free(&source->shared);
    for (size_t i = 0; i < symbols->count; i++) {
        if (symbols->list[i].is_defined && !is_ours(source, symbols->list[i].name))
            words_add(&source->shared, symbols->list[i].name);
    }
}

bool twin_may_share(const struct source *source)
{
    for (size_t i = 0; i < source->twin_count; i++) {
        if (strstr(source->twins[i].symbol, "_MOD_"))
            return true;
    }
    return false;
}

/* True for a Fortran procedure of another file that may have a twin, too. In a shared library,
 * calls may have to go to the procedure of another library. */
static bool may_be_direct(const struct state *state, const struct object_symbol *symbol)
{
    size_t length = strlen(symbol->name);
    bool named = length > 1 && symbol->name[0] != '_' && symbol->name[length - 1] == '_' &&
                 strncmp(symbol->name, "tri_", 4) != 0;
    return symbol->is_called && !command_is_pic(&state->command) &&
           (named || strstr(symbol->name, "_MOD_"));
}

/* Adds what belongs to the twin of the procedure with another entry. */
static void add_entry_twin(const struct source *source, const struct instrument_twin *twin,
                           struct buffer *table)
{
    if (source->entry_is_leaf)
        buffer_printf(table, "TRI_LEAF_TWIN(\"%s\", tri_regions, %u);\n", twin->symbol, twin->row);
    else
        buffer_printf(table, "TRI_TWIN(\"%s\");\n", twin->symbol);
}

/* True if the twin calls the procedure of the chain by the name of its twin. */
static bool is_chained(const struct state *state, const struct source *source,
                       const struct object_symbols *symbols)
{
    for (size_t i = 0; source->chain && i < symbols->count; i++) {
        if (!strcmp(symbols->list[i].name, source->chain))
            return may_be_direct(state, &symbols->list[i]);
    }
    return false;
}

/* Adds the entries to the text of the table. */
static void add_entries(const struct state *state, const struct source *source,
                        const struct object_symbols *symbols, struct buffer *table)
{
    buffer_printf(table, "#include \"%s/triptych/entry.h\"\n", state->options->include);
    for (size_t i = 0; i < source->twin_count; i++) {
        const struct instrument_twin *twin = &source->twins[i];
        if (source->entry && !strcmp(source->entry, twin->symbol))
            add_entry_twin(source, twin, table);
        else
            buffer_printf(table, "%s(\"%s\", tri_regions, %u);\n",
                          twin->is_counted ? "TRI_COUNTED_ENTRY" : "TRI_TWIN_ENTRY", twin->symbol,
                          twin->row);
    }
    for (size_t i = 0; i < symbols->count; i++) {
        if (may_be_direct(state, &symbols->list[i]))
            buffer_printf(table, "TRI_TWIN_CALL(\"%s\");\n", symbols->list[i].name);
    }
}

/* Writes the table again with the entries. */
static bool write_table(const struct state *state, const struct source *source,
                        const struct object_symbols *symbols)
{
    struct buffer table = {0};
    size_t size = 0;
    char *text = paths_read(source->table_path, &size);
    if (!text)
        return false;
    if (is_chained(state, source, symbols))
        buffer_add(&table, "#define TRI_HAS_CHAIN\n");
    buffer_add_bytes(&table, text, size);
    add_entries(state, source, symbols, &table);
    bool good = paths_write(source->table_path, table.text, table.used);
    buffer_free(&table);
    free(text);
    return good;
}

/* Copies the original's object with the symbols that it has as a twin. */
static bool rename_symbols(struct state *state, struct source *source, const char *original,
                           const struct object_symbols *symbols)
{
    struct words changes = {0};
    char *twin = state_scratch(state, source, "twin.o");
    for (size_t i = 0; i < symbols->count; i++) {
        const char *name = symbols->list[i].name;
        if (is_ours(source, name) || may_be_direct(state, &symbols->list[i]))
            words_printf(&changes, "--redefine-sym=%s=" TWIN_PLAIN "%s", name, name);
    }
    bool good = entry_copy(state, source, &changes, original, twin);
    words_free(&changes);
    free(twin);
    return good;
}

void twin_make(struct state *state, struct source *source, const char *object)
{
    struct object_symbols symbols = {0};
    char *original = source->twin_count ? state_scratch(state, source, "original.o") : NULL;
    bool read = original && object_symbols_read(&symbols, original);
    if (read) {
        drop_hidden(source, &symbols);
        find_shared(source, &symbols);
    }
    source->has_twin =
        read && source->twin_count && object_share_can_define(original, &source->shared) &&
        object_share_can_refer(object, &source->shared) &&
        rename_symbols(state, source, original, &symbols) && write_table(state, source, &symbols);
    object_symbols_free(&symbols);
    free(original);
}
