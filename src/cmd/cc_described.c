/* cc_described.c: see cc_described.h */
#include "cmd/cc_described.h"

#include "util/memory.h"
#include "vocabulary/assembler.h"

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

bool cc_described_make(struct cc_described *made, const char *choice, struct error *error)
{
    struct vocabulary_table table;
    struct buffer code = {0};
    char *none[] = {NULL};
    if (!launch_vocabularies_of(&made->vocabularies, choice, none, error))
        return false;
    if (!made->vocabularies.count)
        return true; /* off */
    if (has_labels(&made->vocabularies))
        made->labels = (struct instrument_labels){find_label, &made->vocabularies};
    bool good = vocabulary_table_make(made->vocabularies.all, made->vocabularies.count,
                                      VOCABULARY_MACHINE, &table, error);
    if (good) {
        vocabulary_assembler_write(&table, VOCABULARY_MACHINE, &code);
        made->code = buffer_take(&code);
        made->symbols = memory_zeroed(table.count + 1, sizeof *made->symbols);
        for (; made->count < table.count; made->count++)
            made->symbols[made->count] = table.symbols[made->count].name;
    }
    vocabulary_table_free(&table);
    return good;
}

void cc_described_free(struct cc_described *described)
{
    free(described->code);
    free(described->symbols);
    launch_vocabularies_free(&described->vocabularies);
}
