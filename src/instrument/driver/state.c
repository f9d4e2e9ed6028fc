/* state.c: functions that several files of the driver use. */

#include "instrument/driver/state.h"
#include "util/memory.h"

#include <assert.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

char *state_scratch(const struct state *state, const struct source *source, const char *suffix)
{
    assert(state->scratch);
    return memory_printf("%s/%zu.%s", state->scratch, source->word, suffix);
}

void state_say_missing(const struct state *state, const struct error *error)
{
    const char *compiler = state->command.words[state->command.compiler - 1].text;
    const char *advice = !strcmp(compiler, "gfortran") ? "install it (Debian: apt-get install "
                                                         "gfortran), or give another compiler's "
                                                         "name or path as the first word"
                                                       : "give its name or path as the first word";
    fprintf(stderr, "triptych %s: %s; %s\n", state->options->called, error->text, advice);
}

char *source_mapped_name(const struct command *command, const char *name)
{
    struct buffer shown = {0};
    for (size_t i = command->count; i-- > 1;) {
        const char *word = command->words[i].text;
        if (strncmp(word, "-ffile-prefix-map=", 18) != 0 &&
            strncmp(word, "-fdebug-prefix-map=", 19) != 0)
            continue;
        const char *from = strchr(word, '=') + 1, *to = strchr(from, '=');
        if (to && !strncmp(name, from, (size_t)(to - from))) {
            buffer_printf(&shown, "%s%s", to + 1, name + (to - from));
            return buffer_take(&shown);
        }
    }
    return memory_string(name);
}
