/* source.c: instruments one source of the driver's command. */
#include "instrument/driver/paths.h"
#include "instrument/driver/preprocess.h"
#include "instrument/driver/state.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Adds options so that quoted headers are searched in the original's folder, and names in the
 * program stay the user's. */
static void add_extra_for_c(struct state *state, struct source *source,
                            const struct instrument_result *done)
{
    const char *slash = strrchr(source->name, '/');
    words_add(&source->extra, "-iquote");
    if (!slash)
        words_add(&source->extra, ".");
    else
        words_printf(&source->extra, "%.*s",
                     slash == source->name ? 1 : (int)(slash - source->name), source->name);
    char *mapped = source_mapped_name(&state->command, source->shown);
    const char *debug = mapped;
    while (state->facts.is_clang && !strncmp(debug, "./", 2)) /* as clang does itself */
        debug += 2;
    words_printf(&source->extra, "-fmacro-prefix-map=%s=%s", source->text_path, mapped);
    words_printf(&source->extra, "-fdebug-prefix-map=%s=%s", source->text_path, debug);
    free(mapped);
    /* gcc names a header beside a source in the current folder x.h, but ./x.h if -iquote . finds
     * it. */
    for (size_t i = 0; !slash && !state->facts.is_clang && i < done->header_count; i++)
        words_printf(&source->extra, "-ffile-prefix-map=%s=%s", done->headers[i],
                     done->headers[i] + 2);
}

/* Prints how much of a source is measured. */
static void say_plan(const struct state *state, const struct source *source,
                     const struct instrument_plan *plan)
{
    const char *called = state->options->called;
    struct instrument_plan_totals totals = instrument_plan_totals(plan);
    fprintf(
        stderr,
        "triptych %s: %s: %u routines, %u loops, %u I/O statements, %u marked; %u not measured\n",
        called, source->name, totals.routines, totals.loops, totals.io, totals.marked, totals.left);
    for (size_t i = 0; i < plan->count; i++) {
        const struct instrument_plan_region *region = &plan->regions[i];
        if (region->flags & TRI_UNMEASURED)
            fprintf(stderr, "triptych %s: %s:%u: not measured: %s\n", called, region->file,
                    region->line, region->note);
    }
}

/* Instruments a C source from a file. */
static bool parse(struct state *state, struct source *source, const char *path,
                  struct instrument_result *done, struct error *error)
{
    struct buffer header = {0};
    buffer_printf(&header, "\"%s/triptych/probes.h\"", state->options->include);
    char *directory = getcwd(NULL, 0);
    struct instrument_request request = {.path = path,
                                         .shown = source->shown,
                                         .header = header.text,
                                         .directory = directory ? directory : "",
                                         .is_pic = command_is_pic(&state->command),
                                         .inlines = command_inlines(&state->command, false),
                                         .loops_tails = command_loops_tails(&state->command, false),
                                         .untimed_loops = state->options->untimed_loops,
                                         .every_probe = state->options->every_probe,
                                         .labels = state->options->labels};
    bool parsed = facts_instrument(&state->facts, &state->command, &request, done, error);
    buffer_free(&header);
    free(directory);
    return parsed;
}

void source_set_reason(struct source *source, const char *reason)
{
    free(source->reason);
    source->reason = memory_string(reason);
}

/* Instruments a C source; with --headers its preprocessed text, if libclang accepts that: gcc's
 * headers may contain what only gcc knows. */
static bool parse_whole(struct state *state, struct source *source, struct instrument_result *done,
                        struct error *error)
{
    char *path = state_scratch(state, source, "i.c");
    bool preprocessed = state->options->headers && !source->plain &&
                        preprocess_c(&state->command, source->path, path, !state->facts.is_clang);
    bool parsed = preprocessed && parse(state, source, path, done, error);
    if (!parsed) {
        struct error why = *error;
        const char *text = source->plain ? source->plain : source->path;
        parsed = parse(state, source, text, done, error);
        if (parsed && preprocessed)
            fprintf(stderr, "triptych %s: the headers of %s are not measured: %s\n",
                    state->options->called, source->name, why.text);
    }
    free(path);
    return parsed;
}

/* Returns the path of the instrumented file. It has the original's name, so that the compiler's
 * symbol for it is the user's, unless the source would include itself by that name. The caller
 * frees it. */
static char *text_path(const struct state *state, const struct source *source, bool includes_itself)
{
    const char *slash = strrchr(source->name, '/');
    const char *base = slash ? slash + 1 : source->name;
    if (!strcmp(source->name, "-"))
        base = source->language == LANGUAGE_C ? "stdin.c" : "stdin.f90";
    return memory_printf("%s/%zu/%s%s", state->scratch, source->word,
                         includes_itself ? "probed-" : "", base);
}

/* Writes a file below the folder of --keep. */
static void keep(const struct state *state, const char *name, const char *text, size_t size)
{
    char *path = paths_below(state->options->keep, name);
    if (!paths_write(path, text, size))
        fprintf(stderr, "triptych %s: cannot write %s: %s\n", state->options->called, path,
                strerror(errno));
    free(path);
}

/* Writes an instrumented Fortran file with its first line twice: with -fpreprocessed, gfortran
 * takes the file name for run-time messages from a first line like the one that the text begins
 * with. */
static bool write_fortran(const struct source *source, const struct instrument_result *done)
{
    const char *newline = memchr(done->text, '\n', done->size);
    size_t first = newline ? (size_t)(newline + 1 - done->text) : 0;
    struct buffer text = {0};
    buffer_add_bytes(&text, done->text, first);
    buffer_add_bytes(&text, done->text, done->size);
    bool good = paths_write(source->text_path, text.text, text.used);
    int error = errno;
    buffer_free(&text);
    errno = error;
    return good;
}

/* Writes the instrumented file and its table. False with an error. */
static bool write_text(struct state *state, struct source *source, struct instrument_result *done,
                       struct error *error)
{
    source->text_path = text_path(state, source, done->includes_itself);
    if (done->table)
        source->table_path = memory_printf("%s.table.c", source->text_path);
    bool twice = source->language == LANGUAGE_FORTRAN && !state->facts.is_flang;
    bool good = (twice ? write_fortran(source, done)
                       : paths_write(source->text_path, done->text, done->size)) &&
                (!done->table || paths_write(source->table_path, done->table, done->table_size));
    if (!good) {
        error_errno(error, "cannot write %s", source->text_path);
        free(source->text_path);
        source->text_path = NULL;
        return false;
    }
    source->entry = done->entry ? memory_string(done->entry) : NULL;
    source->entry_is_leaf = done->entry_is_leaf;
    source->chain = done->chain ? memory_string(done->chain) : NULL;
    source->twins = done->twins;
    source->twin_count = done->twin_count;
    done->twins = NULL;
    done->twin_count = 0;
    if (source->language == LANGUAGE_FORTRAN)
        fortran_add_extra(state, source);
    else
        add_extra_for_c(state, source, done);
    return true;
}

/* True if a source is compiled as C++. */
static bool is_cxx(const struct state *state, const struct source *source)
{
    return source->language == LANGUAGE_CXX ||
           (source->language == LANGUAGE_C && !state->command.words[source->word].x &&
            state->facts.is_cxx);
}

static bool instrument(struct state *state, struct source *source, struct instrument_result *done,
                       struct error *error)
{
    if (state->command.freestanding)
        return error_set(error, "it is compiled for use without the C library");
    if (source->language == LANGUAGE_C)
        return parse_whole(state, source, done, error);
    if (state->command.does == COMMAND_ASSEMBLER)
        return error_set(error, "-S cannot hold the table of its regions; use -c");
    return fortran_instrument(state, source, done, error);
}

/* Compiles the translated file, where nothing in it can be measured. */
static void use_plain(struct state *state, struct source *source)
{
    struct instrument_result nothing = {0};
    source->text_path = memory_string(source->plain);
    add_extra_for_c(state, source, &nothing);
    if (state->options->keep) {
        size_t size = 0;
        char *text = paths_read(source->plain, &size);
        if (text)
            keep(state, source->name, text, size);
        free(text);
    }
}

void source_instrument(struct state *state, struct source *source)
{
    struct instrument_result done = {0};
    struct error error = {0};
    if (source->language == LANGUAGE_C && !is_cxx(state, source))
        translate_source(state, source);
    if (source->wrong)
        return;
    source->is_counted = !state->command.freestanding && is_cxx(state, source);
    if (source->is_counted)
        return;
    if (!instrument(state, source, &done, &error) ||
        (done.text && !write_text(state, source, &done, &error))) {
        source_set_reason(source, error.text);
    } else if (done.text) {
        if (state->options->keep)
            keep(state, source->name, done.text, done.size);
        if (state->options->keep && done.table) {
            char *name = memory_printf("%s.table.c", source->name);
            keep(state, name, done.table, done.table_size);
            free(name);
        }
        if (state->options->verbose)
            say_plan(state, source, &done.plan);
    }
    if (source->plain && !source->text_path)
        use_plain(state, source);
    instrument_free(&done);
}

void source_free(struct source *source)
{
    free(source->path);
    free(source->text_path);
    free(source->table_path);
    free(source->entry);
    free(source->chain);
    for (size_t i = 0; i < source->twin_count; i++)
        free(source->twins[i].symbol);
    free(source->twins);
    words_free(&source->shared);
    free(source->modules);
    free(source->object);
    free(source->reason);
    free(source->plain);
    free(source->wrong);
    words_free(&source->extra);
    words_free(&source->beside);
}
