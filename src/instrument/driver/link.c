/* link.c: see link.h */
#include "instrument/driver/link.h"

#include "instrument/driver/mark.h"
#include "instrument/driver/process.h"
#include "instrument/driver/words.h"
#include "instrument/driver/wrapping.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>

static int run(const struct state *state, const struct words *words, const char *errors)
{
    struct error error = {0};
    struct process how = {.input = state->input, .errors = errors};
    int status = process_run(words->list, &how, &error);
    if (status == PROCESS_MISSING)
        state_say_missing(state, &error);
    return status;
}

/* Adds libtriptych to a link command. */
static void add_library(const struct state *state, const bool *wrapped, struct words *words)
{
    const char *folder = state->options->library;
    if (state->command.is_relocatable)
        return;
    if (state->command.is_static) {
        wrapping_add(state, wrapped, words);
        words_printf(words, "%s/libtriptych-places.a", folder);
        words_printf(words, "%s/libtriptych.a", folder);
        words_add(words, "-lpthread");
        return;
    }
    mark_add(state, words);
    static const char *const before[] = {"-Xlinker", "--push-state", "-Xlinker", "--as-needed"};
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
        words_add(words, before[i]);
    words_add(words, "-Xlinker");
    words_add(words, "-rpath");
    words_add(words, "-Xlinker");
    words_add(words, folder);
    words_printf(words, "-L%s", folder);
    words_add(words, "-ltriptych-places");
    words_add(words, "-ltriptych");
    words_add(words, "-Xlinker");
    words_add(words, "--pop-state");
}

/* Adds the user's command, with objects in place of the compiled sources. */
static void add_link(const struct state *state, bool with_dependencies, struct words *to)
{
    const struct command *command = &state->command;
    bool has_language = false;
    for (size_t i = 0; i < command->count; i++) {
        const struct command_word *word = &command->words[i];
        const char *object = NULL;
        has_language |= word->role == ROLE_LANGUAGE;
        for (size_t s = 0; s < state->source_count; s++) {
            if (state->sources[s].word == i)
                object = state->sources[s].object;
        }
        if (word->role == ROLE_DEPENDENCIES && !with_dependencies)
            continue;
        if (object && word->x) {
            words_add(to, "-x");
            words_add(to, "none");
        }
        words_add(to, object ? object : word->text);
        if (object && word->x) {
            words_add(to, "-x");
            words_add(to, word->x);
        }
    }
    if (has_language) /* libraries that are added follow */
        words_add(to, "-xnone");
}

/* Links the program as a file of the scratch folder, without its messages, and with these options.
 * Returns its path, to be freed; NULL: that does not work. */
static char *link_aside(const struct state *state, bool with_dependencies, const char *name,
                        const struct words *options)
{
    struct words words = {0};
    char *program = memory_printf("%s/%s", state->scratch, name),
         *errors = memory_printf("%s/%s.errors", state->scratch, name);
    add_link(state, with_dependencies, &words);
    for (size_t i = 0; i < options->count; i++)
        words_add(&words, options->list[i]);
    words_add(&words, "-o");
    words_add(&words, program);
    if (run(state, &words, errors)) {
        free(program);
        program = NULL;
    }
    words_free(&words);
    free(errors);
    return program;
}

/* Writes a variable of threads and adds it: without any, GNU ld crashes at those that are not
 * defined (errno of libm, the probes' own). */
static void add_thread_variable(const struct state *state, struct words *to)
{
    char *path = memory_printf("%s/thread.s", state->scratch);
    FILE *file = fopen(path, "we");
    if (file && fputs("\t.section .tbss,\"awT\",%nobits\n\t.zero 8\n"
                      "\t.section .note.GNU-stack,\"\",%progbits\n",
                      file) >= 0) {
        words_add(to, "-x");
        words_add(to, "none");
        words_add(to, path);
    }
    if (file)
        fclose(file);
    free(path);
}

/* Links the functions of the program's own, without the compiler's libraries: these are the ones
 * that a pattern may mean. */
static void find_patterns(const struct state *state, bool with_dependencies)
{
    struct words options = {0};
    if (!state->options->wrapped->find)
        return;
    words_add(&options, "-nostdlib");
    words_add(&options, "-Wl,--unresolved-symbols=ignore-all");
    words_add(&options, "-Wl,--entry=main");
    add_thread_variable(state, &options);
    char *program = link_aside(state, with_dependencies, "own", &options);
    wrapping_find_patterns(state, program);
    words_free(&options);
    free(program);
}

/* Finds the described functions of the program by linking it without them, and compiles the jumps.
 * NULL if it cannot be linked, which the next attempt says, or has none. */
static bool *find_wrapped(const struct state *state, bool with_dependencies, int *status)
{
    struct words options = {0};
    *status = 0;
    if (!wrapping_is_needed(state) || !state->scratch)
        return NULL;
    add_library(state, NULL, &options);
    char *program = link_aside(state, with_dependencies, "first", &options);
    bool *found = NULL;
    if (program) {
        find_patterns(state, with_dependencies);
        found = wrapping_find(state, program);
    }
    if (found)
        *status = wrapping_make(state);
    words_free(&options);
    free(program);
    return found;
}

int link_program(const struct state *state, bool with_dependencies)
{
    struct words words = {0};
    int status;
    bool *wrapped = find_wrapped(state, with_dependencies, &status);
    add_link(state, with_dependencies, &words);
    add_library(state, wrapped, &words);
    status = status ? status : run(state, &words, NULL);
    if (status == 0)
        mark_say(state);
    words_free(&words);
    free(wrapped);
    return status;
}
