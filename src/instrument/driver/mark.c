/* mark.c: see mark.h */
#include "instrument/driver/mark.h"

#include "format/mark.h"

#include <stdio.h>
#include <string.h>

/* True if the command links a program with C++ in it, as far as the command tells. */
static bool links_cxx(const struct state *state)
{
    const struct command *command = &state->command;
    bool has = facts_is_cxx(command->words[command->compiler - 1].text) || state->facts.is_cxx ||
               command_says(command, "-lstdc++") || command_says(command, "-lc++");
    for (size_t i = 0; i < state->source_count; i++)
        has |= state->sources[i].is_counted;
    return has && command->does == COMMAND_LINK && !command->is_relocatable &&
           !command_says(command, "-shared");
}

/* Returns the option of a sanitizer with which a program can be neither preloaded nor patched;
 * NULL: none. */
static const char *sanitizer_of(const struct command *command)
{
    static const char *const names[] = {"address", "thread", "memory", "leak"};
    for (size_t i = command->compiler; i < command->count; i++) {
        const char *word = command->words[i].text;
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
            if (!strncmp(word, "-fsanitize=", strlen("-fsanitize=")) && strstr(word, names[n]))
                return word;
        }
    }
    return NULL;
}

void mark_add(const struct state *state, struct words *words)
{
    if (!links_cxx(state) || state->command.is_static)
        return;
    words_add(words, "-Xlinker");
    words_add(words, "--undefined=" FORMAT_MARK_SYMBOL_NAME);
    words_printf(words, "%s/libtriptych-mark.a", state->options->library);
}

void mark_say(const struct state *state)
{
    const char *program = state->command.output ? state->command.output : "a.out",
               *sanitizer = sanitizer_of(&state->command);
    if (!links_cxx(state))
        return;
    if (state->command.is_static)
        fprintf(stderr,
                "triptych %s: %s is linked statically: its C routines have probes, its C++ "
                "routines are not measured; link it without -static\n",
                state->options->called, program);
    else if (sanitizer)
        fprintf(stderr,
                "triptych %s: %s is built with %s and cannot be patched: its C routines have "
                "probes, its C++ routines are not measured; build it without %s\n",
                state->options->called, program, sanitizer, sanitizer);
    else
        fprintf(stderr,
                "triptych %s: `triptych run` counts and times the C++ routines and loops of %s in "
                "the binary, and measures its C routines by probes\n",
                state->options->called, program);
}
