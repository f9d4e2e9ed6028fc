/* source.c: one source on its way through the driver. */
#include "instrument/driver/paths.h"
#include "instrument/driver/process.h"
#include "instrument/driver/state.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The user's own prefix maps apply to the name that debug information shows. */
static char *mapped_name(const struct command *command, const char *name)
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

/* Quoted headers are looked for where the original stands, and names in the program stay the
 * user's. */
static void add_extra(struct state *state, struct source *source, const struct instrumented *done)
{
    const char *slash = strrchr(source->name, '/');
    words_add(&source->extra, "-iquote");
    if (!slash)
        words_add(&source->extra, ".");
    else
        words_printf(&source->extra, "%.*s",
                     slash == source->name ? 1 : (int)(slash - source->name), source->name);
    char *mapped = mapped_name(&state->command, source->shown);
    const char *debug = mapped;
    while (state->facts.is_clang && !strncmp(debug, "./", 2)) /* clang's own habit */
        debug += 2;
    words_printf(&source->extra, "-fmacro-prefix-map=%s=%s", source->text_path, mapped);
    words_printf(&source->extra, "-fdebug-prefix-map=%s=%s", source->text_path, debug);
    free(mapped);
    /* gcc calls a header beside a source of the current folder x.h, but ./x.h when -iquote . finds
     * it. */
    for (size_t i = 0; !slash && !state->facts.is_clang && i < done->header_count; i++)
        words_printf(&source->extra, "-ffile-prefix-map=%s=%s", done->headers[i],
                     done->headers[i] + 2);
}

static void say_plan(const struct source *source, const struct plan *plan)
{
    struct plan_totals totals = plan_totals(plan);
    fprintf(stderr,
            "triptych cc: %s: %u routines, %u loops, %u I/O statements, %u marked; %u left alone\n",
            source->name, totals.routines, totals.loops, totals.io, totals.marked, totals.left);
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_region *region = &plan->regions[i];
        if (region->flags & TRI_UNMEASURED)
            fprintf(stderr, "triptych cc: %s:%u: not measured: %s\n", region->file, region->line,
                    region->note);
    }
}

/* The preprocessor's output of the source, for --headers; NULL: it failed. */
static char *preprocess(struct state *state, const struct source *source)
{
    struct words words = {0};
    for (size_t i = 0; i < state->command.count; i++) {
        const struct command_word *word = &state->command.words[i];
        if (word->role == ROLE_OPTION)
            words_add(&words, word->text);
    }
    struct buffer path = {0};
    buffer_printf(&path, "%s/%zu.i.c", state->scratch, source->word);
    if (!state->facts
             .is_clang) { /* newer ones make glibc's headers use what libclang does not know */
        words_add(&words, "-U__GNUC__");
        words_add(&words, "-D__GNUC__=10");
    }
    words_add(&words, "-E");
    words_add(&words, "-o");
    words_add(&words, path.text);
    words_add(&words, "-x");
    words_add(&words, "c");
    words_add(&words, source->path);
    struct error error = {0};
    int status = process_run(words.list, &(struct process){.errors = "/dev/null"}, &error);
    words_free(&words);
    if (status == 0)
        return buffer_take(&path);
    buffer_free(&path);
    return NULL;
}

static bool parse(struct state *state, struct source *source, const char *path,
                  struct instrumented *done, struct error *error)
{
    struct buffer header = {0};
    buffer_printf(&header, "\"%s/triptych/probes.h\"", state->options->include);
    char *directory = getcwd(NULL, 0);
    struct instrument_request request = {.path = path,
                                         .shown = source->shown,
                                         .header = header.text,
                                         .directory = directory ? directory : "",
                                         .untimed_loops = state->options->untimed_loops};
    bool parsed = facts_instrument(&state->facts, &state->command, &request, done, error);
    buffer_free(&header);
    free(directory);
    return parsed;
}

static void set_reason(struct source *source, const char *reason)
{
    source->reason = memory_string(reason);
}

/* With --headers what the preprocessor makes of the source, if libclang takes it: gcc's headers may
 * have put there what only gcc knows. */
static bool parse_whole(struct state *state, struct source *source, struct instrumented *done,
                        struct error *error)
{
    char *preprocessed = state->options->headers ? preprocess(state, source) : NULL;
    bool parsed = preprocessed && parse(state, source, preprocessed, done, error);
    if (!parsed) {
        struct error why = *error;
        parsed = parse(state, source, source->path, done, error);
        if (parsed && preprocessed)
            fprintf(stderr, "triptych cc: the headers of %s are not measured: %s\n", source->name,
                    why.text);
    }
    free(preprocessed);
    return parsed;
}

void source_instrument(struct state *state, struct source *source)
{
    struct instrumented done = {0};
    struct error error = {0};
    if (state->command.freestanding) {
        set_reason(source, "it is compiled for use without the C library");
    } else if (!parse_whole(state, source, &done, &error)) {
        set_reason(source, error.text);
    } else if (done.text) {
        /* The same name, so that clang's symbol for it is the user's, unless it would find itself
         * by it. */
        const char *slash = strrchr(source->name, '/');
        const char *base = !strcmp(source->name, "-") ? "stdin.c"
                           : slash                    ? slash + 1
                                                      : source->name;
        struct buffer path = {0};
        buffer_printf(&path, "%s/%zu/%s%s", state->scratch, source->word,
                      done.includes_itself ? "probed-" : "", base);
        source->text_path = buffer_take(&path);
        if (!paths_write(source->text_path, done.text, done.size)) {
            error_errno(&error, "cannot write %s", source->text_path);
            set_reason(source, error.text);
            free(source->text_path);
            source->text_path = NULL;
        } else {
            source->wants_original = done.wants_original;
            add_extra(state, source, &done);
        }
        if (state->options->keep && source->text_path) {
            char *kept = paths_below(state->options->keep, source->name);
            if (!paths_write(kept, done.text, done.size))
                fprintf(stderr, "triptych cc: cannot write %s: %s\n", kept, strerror(errno));
            free(kept);
        }
        if (state->options->verbose)
            say_plan(source, &done.plan);
    }
    instrument_free(&done);
}

void source_free(struct source *source)
{
    free(source->path);
    free(source->text_path);
    free(source->object);
    free(source->reason);
    words_free(&source->extra);
    words_free(&source->beside);
}
