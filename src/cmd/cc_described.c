/* cc_described.c: see cc_described.h */
#include "cmd/cc_described.h"

#include "util/memory.h"
#include "vocabulary/assembler.h"

#include <stdint.h>
#include <stdlib.h>

static bool find_label(const void *data, const char *function, const char *label, char **name)
{
    const struct launch_vocabularies *vocabularies = data;
    for (size_t i = 0; i < vocabularies->count; i++) {
        if (vocabulary_label_of(vocabularies->all[i], function, label, name))
            return true;
    }
    return false;
}

/* True if one of them has labels. */
static bool has_labels(const struct launch_vocabularies *vocabularies)
{
    bool any = false;
    for (size_t i = 0; i < vocabularies->count; i++)
        any |= vocabularies->all[i]->labels != NULL;
    return any;
}

/* Makes the code and the symbols of the functions. */
static bool make_wrapped(struct cc_described *made, struct error *error)
{
    struct buffer code = {0};
    if (!vocabulary_table_make(made->vocabularies.all, made->vocabularies.count, VOCABULARY_MACHINE,
                               &made->table, error))
        return false;
    vocabulary_assembler_write(&made->table, VOCABULARY_MACHINE, &code);
    made->code = buffer_take(&code);
    made->wrapped.code = made->code;
    made->wrapped.symbols = memory_zeroed(made->table.count + 1, sizeof *made->wrapped.symbols);
    made->wrapped.count = made->table.count;
    for (size_t i = 0; i < made->table.count; i++)
        made->wrapped.symbols[i] = made->table.symbols[i].name;
    return true;
}

static void free_wrapped(struct cc_described *described)
{
    free(described->code);
    free(described->wrapped.symbols);
    vocabulary_table_free(&described->table);
    described->table = (struct vocabulary_table){0};
    described->code = NULL;
    described->wrapped.code = NULL;
    described->wrapped.symbols = NULL;
    described->wrapped.count = 0;
}

/* Reads the vocabularies again for a program: `find` of struct instrument_wrapped. */
static bool find_functions(struct instrument_wrapped *wrapped, const char *program,
                           struct error *error)
{
    struct cc_described *described = (struct cc_described *)wrapped; /* its first member */
    struct launch_vocabularies read = {0};
    char *command[] = {(char *)(uintptr_t)program, NULL};
    if (!launch_vocabularies_of(&read, described->choice, command, error)) {
        launch_vocabularies_free(&read);
        return false;
    }
    free_wrapped(described);
    launch_vocabularies_free(&described->vocabularies);
    described->vocabularies = read;
    return make_wrapped(described, error);
}

bool cc_described_make(struct cc_described *made, const char *choice, struct error *error)
{
    char *none[] = {NULL};
    made->choice = choice;
    if (!launch_vocabularies_of(&made->vocabularies, choice, none, error))
        return false;
    if (!made->vocabularies.count)
        return true; /* off */
    if (has_labels(&made->vocabularies))
        made->labels = (struct instrument_labels){find_label, &made->vocabularies};
    for (size_t i = 0; i < made->vocabularies.count; i++) {
        if (vocabulary_is_open(made->vocabularies.all[i]))
            made->wrapped.find = find_functions;
    }
    return make_wrapped(made, error);
}

void cc_described_free(struct cc_described *described)
{
    free_wrapped(described);
    launch_vocabularies_free(&described->vocabularies);
}
