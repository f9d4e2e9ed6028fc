/* entry.c: handles procedures that are counted by their entry (triptych/entry.h) when their object
 * is made. The entry takes the procedure's symbol, so the procedure itself gets another one. */
#include "instrument/driver/object_share.h"
#include "instrument/driver/paths.h"
#include "instrument/driver/process.h"
#include "instrument/driver/state.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* True for options with which the compiler inserts calls at a procedure's start, makes other
 * objects or symbols, or code for another kind of machine than its target says. */
static bool is_doubtful(const char *word)
{
    static const char *const starting[] = {"-flto",
                                           "-fsanitize",
                                           "-finstrument-functions",
                                           "-fpatchable-function-entry",
                                           "-fprofile",
                                           "-ftest-cov",
                                           "-fwhole-program",
                                           "-fsplit-stack",
                                           "-mcmodel",
                                           "-mabi",
                                           "-m32",
                                           "-mx32",
                                           "-mbig",
                                           "-mfentry",
                                           "-fleading-underscore",
                                           "-fcallgraph-info",
                                           "-specs",
                                           "-fplugin",
                                           "--coverage",
                                           "-coverage"};
    if (!strcmp(word, "-pg") || !strcmp(word, "-p"))
        return true;
    if (!strcmp(word, "-mabi=lp64") || !strcmp(word, "-mabi=sysv")) /* the default */
        return false;
    for (size_t i = 0; i < sizeof starting / sizeof starting[0]; i++) {
        if (!strncmp(word, starting[i], strlen(starting[i])))
            return true;
    }
    return false;
}

/* True for the targets for which there is assembler text. */
static bool is_known(const char *target)
{
    return target && strstr(target, "linux") &&
           (!strncmp(target, "aarch64-", 8) || !strncmp(target, "x86_64-", 7)) &&
           !strstr(target, "ilp32") && !strstr(target, "x32");
}

bool entry_is_allowed(const struct state *state)
{
    const struct command *command = &state->command;
    if (state->options->every_probe || state->facts.is_clang || state->facts.is_flang ||
        !is_known(state->facts.target))
        return false;
    for (size_t i = command->compiler; i < command->count; i++) {
        if (is_doubtful(command->words[i].text))
            return false;
    }
    for (size_t i = 0; i < state->facts.options.count; i++) {
        if (is_doubtful(state->facts.options.list[i]))
            return false;
    }
    return true;
}

/* Returns the path of the compiler's objcopy; NULL if the compiler does not say. The caller frees
 * it. */
static char *find_objcopy(struct state *state, const struct source *source)
{
    char *answer = state_scratch(state, source, "objcopy");
    struct words words = {0};
    struct error error = {0};
    size_t size = 0;
    for (size_t i = 0; i < state->command.compiler; i++)
        words_add(&words, state->command.words[i].text);
    words_add(&words, "-print-prog-name=objcopy");
    struct process how = {.output = answer, .errors = "/dev/null"};
    char *name = process_run(words.list, &how, &error) == 0 ? paths_read(answer, &size) : NULL;
    words_free(&words);
    free(answer);
    if (!name || !size)
        return name;
    char *line = memory_printf("%.*s", (int)strcspn(name, "\n"), name);
    free(name);
    return line;
}

bool entry_copy(struct state *state, const struct source *source, const struct words *options,
                const char *object, const char *copy)
{
    struct words words = {0};
    struct error error = {0};
    char *objcopy = find_objcopy(state, source);
    words_add(&words, objcopy && *objcopy ? objcopy : "objcopy");
    for (size_t i = 0; i < options->count; i++)
        words_add(&words, options->list[i]);
    words_add(&words, object);
    words_add(&words, copy);
    int status = process_run(words.list, &(struct process){.errors = "/dev/null"}, &error);
    words_free(&words);
    free(objcopy);
    return status == 0;
}

bool entry_rename(struct state *state, struct source *source, const char *object, char *copy)
{
    struct words changes = {0};
    const char *entry = source->entry;
    if (entry)
        words_printf(&changes, "--redefine-sym=%s=" ENTRY_BODY "%s", entry, entry);
    for (size_t i = 0; source->has_twin && i < source->twin_count; i++) {
        const char *symbol = source->twins[i].symbol;
        if (!entry || strcmp(entry, symbol) != 0)
            words_printf(&changes, "--redefine-sym=%s=" TWIN_PROBED "%s", symbol, symbol);
    }
    bool good = entry_copy(state, source, &changes, object, copy) &&
                (!source->has_twin || object_share_refer(copy, &source->shared));
    words_free(&changes);
    return good;
}
