/* fortran.c: instruments a Fortran source. */
#include "instrument/driver/form.h"
#include "instrument/driver/paths.h"
#include "instrument/driver/preprocess.h"
#include "instrument/driver/state.h"
#include "instrument/driver/table_symbol.h"
#include "instrument/driver/twin.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the text to instrument: the file, or the preprocessor's output. NULL with an error. The
 * caller frees it. */
static char *read_text(struct state *state, struct source *source, const struct form *form,
                       size_t *size, struct error *error)
{
    if (!form->preprocessed) {
        char *text = paths_read(source->path, size);
        if (!text)
            error_errno(error, "cannot read %s", source->path);
        return text;
    }
    struct fortran_input input = {
        .name = source->name,
        .free_form = language_is_free_form(source->name, state->command.words[source->word].x),
        .input = state->input};
    return preprocess_fortran(&state->command, &input, size, error);
}

bool fortran_instrument(struct state *state, struct source *source, struct instrument_result *done,
                        struct error *error)
{
    const struct command *command = &state->command;
    struct form form = {0};
    size_t size = 0;
    form_read(&form, command, &state->facts, source->shown, command->words[source->word].x);
    source->free_form = form.read.free;
    source->preprocessed = form.preprocessed;
    char *text = read_text(state, source, &form, &size, error);
    if (!text) {
        form_free(&form);
        return false;
    }
    char symbol[SYMBOL_SIZE];
    char *directory = getcwd(NULL, 0);
    char *header = memory_printf("\"%s/triptych/probes.h\"", state->options->include);
    char *output = command->output ? memory_string(command->output)
                                   : command_default_output(command, source->name);
    symbol_make(symbol, directory ? directory : "", source->name, output, text, size);
    struct instrument_request request = {.path = source->path,
                                         .shown = source->shown,
                                         .header = header,
                                         .directory = directory ? directory : "",
                                         .untimed_loops = state->options->untimed_loops,
                                         .every_probe = state->options->every_probe,
                                         .form = form.read,
                                         .text = text,
                                         .size = size,
                                         .symbol = symbol,
                                         .loops_of_tails = command_loops_tails(command, false),
                                         .entries = entry_is_allowed(state),
                                         .twins = twin_is_allowed(state)};
    bool good = instrument_fortran(&request, done, error);
    free(output);
    free(header);
    free(directory);
    free(text);
    form_free(&form);
    return good;
}

/* Lets INCLUDE and USE search the original's folder, and keeps the user's file name in debug
 * information. */
void fortran_add_extra(struct state *state, struct source *source)
{
    char *folder = form_folder(source->name);
    words_add(&source->extra, "-I");
    words_add(&source->extra, folder);
    free(folder);
    source->modules = state_scratch(state, source, "modules");
    mkdir(source->modules, 0700);
    if (state->facts.is_flang) /* flang has no such option */
        return;
    char *mapped = source_mapped_name(&state->command, source->shown);
    words_printf(&source->extra, "-fdebug-prefix-map=%s=%s", source->text_path, mapped);
    free(mapped);
}
