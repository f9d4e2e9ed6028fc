/* compile.c: runs the compiler's commands for the instrumented sources. */
#include "instrument/driver/link.h"
#include "instrument/driver/paths.h"
#include "instrument/driver/process.h"
#include "instrument/driver/state.h"
#include "instrument/driver/twin.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Starts a compiler command; prints a message if that fails. */
static pid_t start(const struct state *state, const struct words *words, const char *errors)
{
    struct error error = {0};
    struct process how = {.input = state->input, .errors = errors};
    pid_t child = process_start(words->list, &how, &error);
    if (child == PROCESS_MISSING)
        state_say_missing(state, &error);
    return child;
}

static int run(const struct state *state, const struct words *words, const char *errors)
{
    return process_wait(start(state, words, errors));
}

/* The text of a source that is compiled. */
enum text {
    TEXT_ORIGINAL,
    TEXT_ORIGINAL_ASIDE, /* for the compiler's messages and the Fortran modules; its object is not
                            used */
    TEXT_INSTRUMENTED    /* for the object; its messages are suppressed, since they are about the
                            original or not meant for the user */
};

/* Adds an option for compiling the original aside. Its listing and temporary files must not
 * overwrite those of the instrumented file; temporary files are still made, because the compiler's
 * messages differ with and without them. */
static void add_aside(struct words *words, const char *word)
{
    if (!strncmp(word, "-save-temps", 11) || !strncmp(word, "--save-temps", 12))
        words_add(words, "-save-temps=obj");
    else if (strncmp(word, "-Wa,-a", 6) != 0)
        words_add(words, word);
}

/* Adds an option. The instrumented file also searches the folder where modules are written, but
 * only the original writes there: probes leave traces in modules. Probes need more than Fortran 95.
 */
static void add_option(struct words *words, const struct command_word *word, enum text text)
{
    bool instrumented = text == TEXT_INSTRUMENTED;
    if (instrumented && word->instead) {
        words_add(words, word->instead);
        return;
    }
    bool modules = word->role == ROLE_MODULES && instrumented;
    if (modules && !strncmp(word->text, "-J", 2))
        words_printf(words, "-I%s", word->text + 2);
    else if (modules && !strcmp(word->text, "-module-dir"))
        words_add(words, "-I");
    else if (instrumented && !strcmp(word->text, "-std=f95"))
        words_add(words, "-std=f2003");
    else if (text == TEXT_ORIGINAL_ASIDE)
        add_aside(words, word->text);
    else
        words_add(words, word->text);
}

/* Adds options for the instrumented Fortran file, which is already preprocessed. */
static void add_fortran(const struct state *state, struct words *words, const struct source *source)
{
    words_add(words, "-nocpp");
    if (!state->facts.is_flang)
        words_add(words, "-fpreprocessed");
    words_add(words, "-I");
    words_add(words, state->options->include);
    words_add(words, "-x");
    words_add(words, "f95");
    words_add(words, source->free_form ? "-ffree-form" : "-ffixed-form");
}

/* True for options that do not apply to a text: an instrumented Fortran file is no whole program,
 * since its table of regions is elsewhere; the planner of binaries knows probes by their stubs. */
static bool stays_away(const struct command_word *word, const struct source *source, enum text text)
{
    return text == TEXT_INSTRUMENTED &&
           (!strcmp(word->text, "-fno-plt") ||
            (source->language == LANGUAGE_FORTRAN && !strcmp(word->text, "-fwhole-program")));
}

/* Adds the command for one source: its options, except those that write dependencies. */
static void start_command(const struct state *state, struct words *words,
                          const struct source *source, enum text text)
{
    const struct command *command = &state->command;
    bool instrumented = text == TEXT_INSTRUMENTED;
    for (size_t i = 0; i < command->compiler; i++)
        words_add(words, command->words[i].text);
    for (size_t i = 0; instrumented && i < source->extra.count; i++)
        words_add(words, source->extra.list[i]);
    for (size_t i = command->compiler; i < command->count; i++) {
        enum command_role role = command->words[i].role;
        if (stays_away(&command->words[i], source, text))
            continue;
        if (role == ROLE_OPTION || role == ROLE_MODULES ||
            (role == ROLE_LINK && command->does != COMMAND_LINK))
            add_option(words, &command->words[i], text);
    }
    words_add(words, command->does == COMMAND_ASSEMBLER ? "-S" : "-c");
    const char *x = command->words[source->word].x;
    if (instrumented && source->language == LANGUAGE_FORTRAN) {
        add_fortran(state, words, source);
    } else if (x || instrumented) {
        words_add(words, "-x");
        words_add(words, x ? x : "c");
    }
}

/* Starts compiling one text of a source. */
static pid_t start_one(const struct state *state, const struct source *source, enum text text,
                       const char *output, const char *errors)
{
    struct words words = {0};
    bool aside = text == TEXT_ORIGINAL_ASIDE, instrumented = text == TEXT_INSTRUMENTED;
    assert(!instrumented || source->text_path);
    start_command(state, &words, source, text);
    for (size_t i = 0; !aside && i < source->beside.count; i++)
        words_add(&words, source->beside.list[i]);
    if (instrumented)
        words_add(&words, "-w");
    if (instrumented && twin_may_share(source)) {
        words_add(&words, "-fno-section-anchors");
        words_add(&words, "-fdata-sections");
    }
    if (aside && source->plain)
        words_add(&words, "-Wno-unknown-pragmas");
    if (aside && command_says(&state->command, "-dumpdir")) {
        words_add(&words, "-dumpdir");
        words_printf(&words, "%s/", state->scratch);
    }
    if (source->language == LANGUAGE_FORTRAN && instrumented) {
        words_add(&words, "-J");
        words_add(&words, source->modules);
    }
    words_add(&words, "-o");
    words_add(&words, output);
    words_add(&words, instrumented ? source->text_path : source->name);
    pid_t child = start(state, &words, errors);
    words_free(&words);
    return child;
}

static int compile_one(const struct state *state, const struct source *source, enum text text,
                       const char *output, const char *errors)
{
    return process_wait(start_one(state, source, text, output, errors));
}

/* True if a compiler could not be run, or a signal came. */
static bool was_stopped(int status)
{
    return status == PROCESS_MISSING || process_signal();
}

/* Prints the compiler's messages. */
static void repeat(const char *errors)
{
    size_t size = 0;
    char *said = paths_read(errors, &size);
    if (said)
        fwrite(said, 1, size, stderr);
    free(said);
}

/* Says which loops libclang did not see though they are compiled. */
static void say_unseen(const struct state *state, const struct source *source, const char *errors)
{
    size_t size = 0;
    char *said = paths_read(errors, &size);
    const char *at = said, *end = said ? said + size : NULL;
    unsigned last = 0;
    while (at &&
           (at = memmem(at, (size_t)(end - at), INSTRUMENT_UNSEEN, strlen(INSTRUMENT_UNSEEN)))) {
        at += strlen(INSTRUMENT_UNSEEN);
        unsigned line = 0;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            line = line * 10 + (unsigned)(*at - '0');
        if (line != last)
            fprintf(
                stderr,
                "triptych %s: %s:%u: not measured: loops before the next #else or #endif (libclang,"
                " which finds loops, takes the condition around them for false)\n",
                state->options->called, source->name, line);
        last = line;
    }
    free(said);
}

/* Takes the blanks out of a text: fixed-form Fortran may have them inside a keyword. */
static void squeeze(char *text)
{
    char *to = text;
    for (; *text; text++)
        if (*text != ' ' && *text != '\t')
            *to++ = *text;
    *to = '\0';
}

/* True if compiling a source may write modules, judged by its text; an included file may have one,
 * too. The compiler looks for modules in the current folder first: the instrumented text, which may
 * use a module of the same source, must not find the one that an earlier compilation left there. */
static bool may_write_modules(const struct source *source)
{
    static const char *const words[] = {"module", "include"};
    size_t size = 0;
    char *text = source->language == LANGUAGE_FORTRAN ? paths_read(source->path, &size) : NULL;
    bool may = source->language == LANGUAGE_FORTRAN && !text;
    if (text)
        squeeze(text);
    for (size_t i = 0; text && i < sizeof words / sizeof words[0]; i++)
        may = may || strcasestr(text, words[i]);
    free(text);
    return may;
}

/* Compiles the instrumented text to `output` and the original aside, at the same time unless the
 * instrumented text may need modules that the original writes. Messages and exit status are those
 * of the original. *left is set if the compiler accepts only the original, which then has to be
 * compiled to `output`; its messages have been printed. */
static int compile_text(struct state *state, struct source *source, const char *output, bool *left)
{
    char *errors = state_scratch(state, source, "errors");
    char *object = state_scratch(state, source, "original.o");
    bool before = may_write_modules(source);
    pid_t original = start_one(state, source, TEXT_ORIGINAL_ASIDE, object, NULL);
    int said = before ? process_wait(original) : 0;
    int status = said ? said : compile_one(state, source, TEXT_INSTRUMENTED, output, errors);
    said = before ? said : process_wait(original);
    *left = said == 0 && status != 0 && !was_stopped(status);
    if (*left) {
        char *reason = memory_printf("the compiler rejected the instrumented text"
                                     " (triptych %s --keep DIR shows it)",
                                     state->options->called);
        source_set_reason(source, reason);
        free(reason);
        if (state->options->verbose)
            repeat(errors);
    }
    if (said == 0 && status == 0)
        say_unseen(state, source, errors);
    if (said != 0)
        unlink(output);
    free(errors);
    free(object);
    return said ? said : status;
}

/* True if the source is a main program compiled with -std=f95. Its input and output follow that
 * standard when it runs, so it cannot be compiled with a newer one. */
static bool changes_behaviour(const struct state *state, struct source *source, const char *output)
{
    size_t size = 0;
    char *bytes = command_says(&state->command, "-std=f95") ? paths_read(output, &size) : NULL;
    bool is_main = bytes && memmem(bytes, size, "MAIN__", 6);
    if (is_main)
        source_set_reason(source, "-std=f95 is too old for probes in a main program");
    free(bytes);
    return is_main;
}

/* Does the same as compile_text(), and joins the table of a Fortran source's regions with the
 * object. */
static int compile_instrumented(struct state *state, struct source *source, const char *output,
                                bool *left)
{
    bool fortran = source->language == LANGUAGE_FORTRAN;
    int status = compile_text(state, source, output, left);
    if (fortran && status == 0)
        *left = changes_behaviour(state, source, output) || !join_compile(state, source, output) ||
                !join_objects(state, source, output);
    return status;
}

/* Compiles the translation of a source's directives without probes. */
static int compile_plain(const struct state *state, struct source *source, const char *output)
{
    char *errors = state_scratch(state, source, "errors");
    free(source->text_path);
    source->text_path = memory_string(source->plain);
    int status = compile_one(state, source, TEXT_INSTRUMENTED, output, errors);
    if (status != 0)
        repeat(errors);
    free(errors);
    return status;
}

/* Compiles a source by a command of its own, instrumented if that works. */
static int compile_alone(struct state *state, struct source *source, const char *output)
{
    bool left = true;
    int status = 0;
    if (source->text_path)
        status = compile_instrumented(state, source, output, &left);
    if (left && !process_signal() && source->plain) {
        status = compile_plain(state, source, output);
    } else if (left && !process_signal()) {
        char *errors = source->text_path ? state_scratch(state, source, "errors") : NULL;
        status = compile_one(state, source, TEXT_ORIGINAL, output, errors);
        if (status != 0 && errors)
            repeat(errors);
        free(errors);
    }
    return status;
}

/* Compiles the inputs that are no sources, such as assembler files. */
static int compile_others(const struct state *state)
{
    const struct command *command = &state->command;
    struct words words = {0};
    size_t inputs = 0;
    for (size_t i = 0; i < command->count; i++) {
        const struct command_word *word = &command->words[i];
        if (word->role == ROLE_SOURCE || word->role == ROLE_DEPENDENCIES)
            continue;
        inputs += word->role == ROLE_INPUT;
        words_add(&words, word->text);
    }
    int status = inputs ? run(state, &words, NULL) : 0;
    words_free(&words);
    return status;
}

/* Compiles every source by a command of its own, in the user's order: messages come in that order,
 * and Fortran sources may use the modules of earlier ones. */
int compile_sources(struct state *state)
{
    int worst = compile_others(state);
    for (size_t i = 0; i < state->source_count && !process_signal(); i++) {
        struct source *source = &state->sources[i];
        char *output = state->command.output
                           ? memory_string(state->command.output)
                           : command_default_output(&state->command, source->name);
        int status = compile_alone(state, source, output);
        worst = worst ? worst : status;
        free(output);
    }
    return worst;
}

int compile_and_link(struct state *state)
{
    int worst = 0;
    outputs_ask(state);
    for (size_t i = 0; i < state->source_count && !process_signal(); i++) {
        struct source *source = &state->sources[i];
        if (!source->object)
            source->object = state_scratch(state, source, "o");
        int status = compile_alone(state, source, source->object);
        worst = worst ? worst : status;
    }
    return worst ? worst : link_program(state, false);
}

int compile_untouched(struct state *state)
{
    const struct command *command = &state->command;
    if (command->does == COMMAND_LINK)
        return link_program(state, true);
    struct words words = {0};
    for (size_t i = 0; i < command->count; i++)
        words_add(&words, command->words[i].text);
    int status = run(state, &words, NULL);
    words_free(&words);
    return status;
}

int compile_check(struct state *state)
{
    struct words words = {0};
    for (size_t i = 0; i < state->command.count; i++) {
        if (state->command.words[i].role != ROLE_DEPENDENCIES)
            words_add(&words, state->command.words[i].text);
    }
    words_add(&words, "-fsyntax-only");
    words_add(&words, "-w");
    int status = run(state, &words, NULL);
    words_free(&words);
    return status;
}

int compile_dependencies(struct state *state)
{
    struct words words = {0};
    for (size_t i = 0; i < state->command.count; i++)
        words_add(&words, state->command.words[i].text);
    words_add(&words, "-fsyntax-only");
    words_add(&words, "-w");
    int status = run(state, &words, "/dev/null");
    words_free(&words);
    return status;
}
