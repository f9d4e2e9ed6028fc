/* driver.c: see driver.h */
#include "instrument/driver/driver.h"

#include "instrument/driver/flatten.h"
#include "instrument/driver/process.h"
#include "instrument/driver/state.h"
#include "instrument/driver/wrapping.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATUS_NOT_FOUND = 127 }; /* as the shell and env report it */

/* Removes a folder with all its files. */
static void remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        struct buffer name = {0};
        buffer_printf(&name, "%s/%s", path, entry->d_name);
        if (unlink(name.text) != 0)
            remove_folder(name.text);
        buffer_free(&name);
    }
    if (folder)
        closedir(folder);
    rmdir(path);
}

/* Creates the scratch folder; false with a message. */
static bool make_scratch(struct state *state)
{
    const char *folder = getenv("TMPDIR");
    struct buffer path = {0};
    buffer_printf(&path, "%s/tri-XXXXXX", folder && *folder ? folder : "/tmp");
    state->scratch = buffer_take(&path);
    if (mkdtemp(state->scratch))
        return true;
    fprintf(stderr,
            "triptych %s: cannot create the folder %s: %s; set TMPDIR to a writable folder\n",
            state->options->called, state->scratch, strerror(errno));
    free(state->scratch);
    state->scratch = NULL;
    return false;
}

/* Saves standard input to a file, since it is needed more than once; false if that fails. */
static bool keep_input(struct state *state)
{
    struct buffer path = {0};
    buffer_printf(&path, "%s/input", state->scratch);
    state->input = buffer_take(&path);
    FILE *file = fopen(state->input, "wb");
    char block[65536];
    ssize_t got = 0;
    while (file && (got = read(0, block, sizeof block)) > 0)
        fwrite(block, 1, (size_t)got, file);
    return file && fclose(file) == 0 && got == 0;
}

/* Lists the sources of the command. */
static void find_sources(struct state *state)
{
    const struct command *command = &state->command;
    state->sources = memory_zeroed(command->sources, sizeof *state->sources);
    for (size_t i = command->compiler; i < command->count; i++) {
        if (command->words[i].role != ROLE_SOURCE)
            continue;
        struct source *source = &state->sources[state->source_count++];
        *source = (struct source){
            .word = i, .language = command->words[i].language, .name = command->words[i].text};
        source->shown = strcmp(source->name, "-") != 0 ? source->name : "<stdin>";
        if (!strcmp(source->name, "-") && !state->input && !keep_input(state))
            source->reason = memory_string("standard input could not be saved");
        source->path = memory_string(!strcmp(source->name, "-") ? state->input : source->name);
    }
}

/* Returns the exit status for a status of waitpid(). */
static int exit_status(int status)
{
    if (status == PROCESS_MISSING)
        return STATUS_NOT_FOUND;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* True if the compiler will reject the command: one output for several inputs, or dependencies of a
 * Fortran source that is not preprocessed. */
static bool is_refused(const struct state *state)
{
    const struct command *command = &state->command;
    bool wants = command_says(command, "-MD") || command_says(command, "-MMD");
    for (size_t i = 0; wants && i < state->source_count; i++) {
        const struct source *source = &state->sources[i];
        if (source->language == LANGUAGE_FORTRAN && !source->preprocessed)
            return true;
    }
    return command->output && command->inputs > 1 && command->does != COMMAND_LINK;
}

/* Says what is wrong with the sources: what the compiler finds; if that is nothing, what is wrong
 * with their `#pragma tri` directives. Returns what process_run() does. */
static int refuse(struct state *state)
{
    int status = compile_check(state);
    for (size_t i = 0; status == 0 && i < state->source_count; i++) {
        if (state->sources[i].wrong)
            fputs(state->sources[i].wrong, stderr);
    }
    return status ? status : 1 << 8;
}

/* Compiles with probes; returns the status of waitpid(), or PROCESS_MISSING. */
static int measure(struct state *state)
{
    struct error error = {0};
    size_t instrumented = 0, wrong = 0;
    flatten_command(&state->command, state->scratch);
    find_sources(state);
    if (!facts_ask(&state->facts, &state->command, &error)) {
        state_say_missing(state, &error);
        return PROCESS_MISSING;
    }
    for (size_t i = 0; i < state->source_count && !process_signal(); i++) {
        if (!state->sources[i].reason)
            source_instrument(state, &state->sources[i]);
        instrumented += state->sources[i].text_path != NULL;
        wrong += state->sources[i].wrong != NULL;
    }
    if (wrong)
        return refuse(state);
    bool refused = is_refused(state);
    int status;
    if (process_signal())
        return 0;
    if (!instrumented || refused)
        status = compile_untouched(state);
    else if (state->command.does == COMMAND_LINK)
        status = compile_and_link(state);
    else
        status = compile_sources(state);
    if (status == 0 && instrumented && !refused && state->command.wants_dependencies)
        compile_dependencies(state);
    for (size_t i = 0; status == 0 && i < state->source_count; i++) {
        if (state->sources[i].reason)
            fprintf(stderr, "triptych %s: %s is compiled but not measured: %s\n",
                    state->options->called, state->sources[i].name, state->sources[i].reason);
    }
    return status;
}

static void end(struct state *state)
{
    for (size_t i = 0; i < state->source_count; i++)
        source_free(&state->sources[i]);
    free(state->sources);
    facts_free(&state->facts);
    command_free(&state->command);
    if (state->scratch)
        remove_folder(state->scratch);
    free(state->scratch);
    free(state->input);
}

/* Lets the compiler find <triptych/triptych.h>, after all folders that the user names. */
static void show_header(const char *folder)
{
    static const char *const names[] = {"C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *others = getenv(names[i]);
        char *path =
            memory_printf("%s%s%s", others ? others : "", others && *others ? ":" : "", folder);
        setenv(names[i], path, 1);
        free(path);
    }
}

int instrument_driver_run(const struct instrument_driver_options *options, int argc, char **argv)
{
    struct state state = {.options = options};
    show_header(options->include);
    command_read(&state.command, argc, argv);
    process_catch_signals();
    bool ours = state.command.does != COMMAND_OTHER && state.command.sources > 0;
    int status = ours && make_scratch(&state) ? measure(&state) : PROCESS_MISSING;
    if (!state.scratch && wrapping_is_needed(&state))
        make_scratch(&state);
    if (!ours || !state.scratch)
        status = compile_untouched(&state);
    int result = exit_status(status);
    int number = process_signal();
    if (!number && status != PROCESS_MISSING && WIFSIGNALED(status))
        number = WTERMSIG(status);
    end(&state);
    if (number) {
        signal(number, SIG_DFL);
        raise(number);
    }
    return result;
}
