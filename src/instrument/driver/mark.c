/* mark.c: see mark.h */
#include "instrument/driver/mark.h"

#include "format/loops.h"

#include <stdio.h>

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

/* `triptych run` looks for the symbol, which stays if the program is stripped. */
void mark_add(const struct state *state, struct words *words)
{
    if (!links_cxx(state) || state->command.is_static)
        return;
    words_add(words, "-Xlinker");
    words_add(words, "--defsym=" FORMAT_LOOPS_MARK "=1");
    words_add(words, "-Xlinker");
    words_add(words, "--export-dynamic-symbol=" FORMAT_LOOPS_MARK);
}

void mark_say(const struct state *state)
{
    const char *program = state->command.output ? state->command.output : "a.out";
    if (!links_cxx(state))
        return;
    if (state->command.is_static)
        fprintf(stderr,
                "triptych %s: %s is linked statically: its C routines have probes, its C++ "
                "routines are not measured; link it without -static\n",
                state->options->called, program);
    else
        fprintf(stderr,
                "triptych %s: `triptych run` counts and times the C++ routines and loops of %s in "
                "the binary, and measures its C routines by probes\n",
                state->options->called, program);
}
