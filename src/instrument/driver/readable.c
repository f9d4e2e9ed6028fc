/* readable.c: see readable.h */
#include "instrument/driver/readable.h"

#include "instrument/driver/facts.h"
#include "instrument/driver/form.h"
#include "instrument/driver/paths.h"
#include "instrument/driver/preprocess.h"
#include "instrument/driver/table_symbol.h"
#include "instrument/instrument.h"
#include "util/memory.h"
#include "util/progress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* True if writing to `path` would overwrite the file at `original`. */
static bool is_same_file(const char *path, const char *original)
{
    struct stat one, two;
    return stat(path, &one) == 0 && stat(original, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

static bool is_fortran(const char *file)
{
    return language_of(file, NULL) == LANGUAGE_FORTRAN;
}

static const char *kind_word(const struct instrument_plan_region *region)
{
    switch (region->kind) {
    case TRI_KIND_ROUTINE:
        return "routine";
    case TRI_KIND_LOOP:
        if (is_fortran(region->file))
            return region->flags & TRI_WHILE ? "DO WHILE" : "DO";
        return region->flags & TRI_WHILE ? "while" : region->flags & TRI_DO ? "do" : "for";
    case TRI_KIND_IO:
        return "I/O";
    default:
        return "marked";
    }
}

/* Prints a table of all regions. T: D if a loop's trips are determined before it begins, otherwise
 * U. */
static void print_list(const struct instrument_plan *plan)
{
    printf("%-8s %4s  %-20s %-20s %-4s %s\n", "kind", "no.", "name", "routine", "T", "file:line");
    for (size_t i = 0; i < plan->count; i++) {
        const struct instrument_plan_region *region = &plan->regions[i];
        const char *routine = region->routine ? plan->regions[region->routine - 1].name : "";
        const char *trips = region->kind != TRI_KIND_LOOP    ? ""
                            : region->flags & TRI_DETERMINED ? "D"
                                                             : "U";
        printf("%-8s %4u  %-20s %-20s %-4s %s:%u%s%s\n", kind_word(region), region->seq,
               region->name, routine, trips, region->file, region->line,
               region->flags & TRI_UNMEASURED ? "  not measured: "
               : region->note                 ? "  "
                                              : "",
               region->note ? region->note : "");
    }
}

/* Prints the numbers of regions, and why some are not measured. */
static void print_summary(const char *file, const struct instrument_plan *plan)
{
    struct instrument_plan_totals totals = instrument_plan_totals(plan);
    printf("%s: %u routine%s, %u loop%s, %u I/O statement%s", file, totals.routines,
           totals.routines == 1 ? "" : "s", totals.loops, totals.loops == 1 ? "" : "s", totals.io,
           totals.io == 1 ? "" : "s");
    if (totals.marked)
        printf(", %u marked region%s", totals.marked, totals.marked == 1 ? "" : "s");
    printf(totals.left ? "; %u not measured:\n" : "\n", totals.left);
    for (size_t i = 0; i < plan->count; i++) {
        const struct instrument_plan_region *region = &plan->regions[i];
        if (region->flags & TRI_UNMEASURED)
            printf("%s:%u: %s %s%sis not measured: %s\n", region->file, region->line,
                   kind_word(region), region->name, *region->name ? " " : "", region->note);
    }
}

static bool write_one(const char *folder, const char *file, const char *text, size_t size)
{
    char *path = paths_below(folder, file);
    bool done = false;
    if (is_same_file(path, file))
        fprintf(stderr,
                "triptych instrument: %s would be overwritten; give another folder with -o\n",
                file);
    else if (!paths_write(path, text, size))
        fprintf(stderr, "triptych instrument: cannot write %s: %s\n", path, strerror(errno));
    else
        done = true;
    free(path);
    return done;
}

/* Copies a file that has nothing to measure. */
static bool copy_one(const char *folder, const char *file)
{
    size_t size;
    char *text = paths_read(file, &size);
    bool done = text && write_one(folder, file, text, size);
    free(text);
    return done;
}

/* A compiler's command for the files, and its facts. */
struct compiler {
    struct command command;
    struct facts facts;
    bool asked, found; /* it was asked; it could be run */
};

/* The compilers of both languages. */
struct compilers {
    struct compiler c, fortran;
};

/* Asks a compiler once; returns true if it could be run. */
static bool ask(struct compiler *compiler)
{
    struct error error = {0};
    if (!compiler->asked)
        compiler->found = facts_ask(&compiler->facts, &compiler->command, &error);
    compiler->asked = true;
    return compiler->found;
}

static bool instrument_c_file(struct compiler *compiler, struct instrument_request *request,
                              struct instrument_result *done, struct error *error)
{
    if (!ask(compiler))
        return error_set(error, "cannot run the compiler '%s'; name one with --cc",
                         compiler->command.words[0].text);
    return facts_instrument(&compiler->facts, &compiler->command, request, done, error);
}

/* Returns the preprocessor's output, or the file's own text; NULL with an error. The caller frees
 * it. */
static char *fortran_text(const struct compiler *compiler, const char *file,
                          const struct form *form, size_t *size, struct error *error)
{
    struct fortran_input input = {.name = file, .free_form = language_is_free_form(file, NULL)};
    if (!form->preprocessed) {
        char *text = paths_read(file, size);
        if (!text)
            error_errno(error, "cannot read it");
        return text;
    }
    struct error why = {0};
    char *text = preprocess_fortran(&compiler->command, &input, size, &why);
    if (!text)
        error_set(error, "%s; give its flags after --, or another compiler with --fc", why.text);
    return text;
}

/* Instruments a Fortran file. One that is not preprocessed needs no compiler. */
static bool instrument_fortran_file(struct compiler *compiler, const char *output,
                                    struct instrument_request *request,
                                    struct instrument_result *done, struct error *error)
{
    struct form form = {0};
    size_t size = 0;
    char symbol[SYMBOL_SIZE];
    ask(compiler);
    form_read(&form, &compiler->command, &compiler->facts, request->path, NULL);
    char *text = fortran_text(compiler, request->path, &form, &size, error);
    if (text) {
        symbol_make(symbol, request->directory, request->path, output ? output : "", text, size);
        request->symbol = symbol;
        request->form = form.read;
        request->text = text;
        request->size = size;
        request->loops_of_tails = command_loops_tails(&compiler->command, true);
    }
    bool good = text && instrument_fortran(request, done, error);
    free(text);
    form_free(&form);
    return good;
}

/* Writes the instrumented file, and its table if it has one. */
static bool write_all(const char *folder, const char *file, const struct instrument_result *done)
{
    if (!done->text)
        return copy_one(folder, file);
    if (!write_one(folder, file, done->text, done->size))
        return false;
    char *name = memory_printf("%s.table.c", file);
    bool good = !done->table || write_one(folder, name, done->table, done->table_size);
    free(name);
    return good;
}

/* Instruments a file; false with a message. */
static bool instrument_one(const struct instrument_readable_options *options,
                           struct compilers *compilers, const char *file)
{
    char *directory = getcwd(NULL, 0);
    struct instrument_request request = {.path = file,
                                         .shown = file,
                                         .header = "<triptych/probes.h>",
                                         .directory = directory ? directory : "",
                                         .is_pic = command_is_pic(&compilers->c.command),
                                         .inlines = command_inlines(&compilers->c.command, true),
                                         .loops_tails =
                                             command_loops_tails(&compilers->c.command, true),
                                         .untimed_loops = options->untimed_loops,
                                         .every_probe = options->every_probe};
    struct instrument_result done = {0};
    struct error error = {0};
    bool good = is_fortran(file) ? instrument_fortran_file(&compilers->fortran, options->folder,
                                                           &request, &done, &error)
                                 : instrument_c_file(&compilers->c, &request, &done, &error);
    if (!good)
        fprintf(stderr, "triptych instrument: %s is not instrumented: %s\n", file, error.text);
    if (good && options->folder)
        good = write_all(options->folder, file, &done);
    if (good && options->list)
        print_list(&done.plan);
    else if (good)
        print_summary(file, &done.plan);
    instrument_free(&done);
    free(directory);
    return good;
}

static void read_command(struct command *command, const struct instrument_readable_options *options,
                         const char *compiler)
{
    struct words words = {0};
    words_add(&words, compiler);
    for (int i = 0; i < options->flag_count; i++)
        words_add(&words, options->flags[i]);
    command_read(command, (int)words.count, words.list);
    words_free(&words);
}

/* Prints how to compile a Fortran file that was written. */
static void print_advice(const struct instrument_readable_options *options, const char *file)
{
    char *path = paths_below(options->folder, file);
    char *folder = form_folder(file);
    printf("Each Fortran file has its table beside it; compile both, and link with -ltriptych:\n"
           "  %s -nocpp -I%s -I%s -c %s\n"
           "  gcc -I%s -c %s.table.c\n",
           options->fortran_compiler, folder, options->include, path, options->include, path);
    free(folder);
    free(path);
}

bool instrument_readable_write(const struct instrument_readable_options *options, char **files,
                               int count)
{
    struct compilers compilers = {0};
    struct progress progress;
    const char *fortran = NULL;
    bool all = true;
    read_command(&compilers.c.command, options, options->compiler);
    read_command(&compilers.fortran.command, options, options->fortran_compiler);
    progress_start(&progress, "instrumenting");
    for (int i = 0; i < count; i++) {
        bool good = instrument_one(options, &compilers, files[i]);
        fortran = good && !fortran && is_fortran(files[i]) ? files[i] : fortran;
        all = good && all;
        progress_show(isatty(STDOUT_FILENO) ? NULL : &progress, (size_t)i + 1, (size_t)count);
    }
    progress_end(&progress);
    if (fortran && options->folder && !options->list)
        print_advice(options, fortran);
    facts_free(&compilers.c.facts);
    facts_free(&compilers.fortran.facts);
    command_free(&compilers.c.command);
    command_free(&compilers.fortran.command);
    return all;
}
