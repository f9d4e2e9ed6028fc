/* join_table.c: joins the table of a Fortran source's regions, which is a C file beside the
 * instrumented one, with the source's object. */
#include "instrument/driver/object_file.h"
#include "instrument/driver/paths.h"
#include "instrument/driver/process.h"
#include "instrument/driver/state.h"
#include "instrument/driver/twin.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* True for options that decide what kind of object is made, in every language. */
static bool is_about_objects(const char *word)
{
    static const char *const starting[] = {
        "-m",    "-B",    "--sysroot", "-isysroot", "--target",     "-target",
        "-arch", "-flto", "-fno-lto",  "-ffat-lto", "-fno-fat-lto", "-specs=",
        "-fPI",  "-fpi",  "-fno-PI",   "-fno-pi",   "-fuse-ld"};
    for (size_t i = 0; i < sizeof starting / sizeof starting[0]; i++) {
        if (!strncmp(word, starting[i], strlen(starting[i])))
            return true;
    }
    return false;
}

/* Adds these options; returns true if link-time optimisation is among them. */
static bool add_options(struct words *words, const struct command *command)
{
    bool lto = false;
    for (size_t i = command->compiler; i < command->count; i++) {
        const struct command_word *word = &command->words[i];
        if ((word->role != ROLE_OPTION && word->role != ROLE_LINK) || !is_about_objects(word->text))
            continue;
        words_add(words, word->text);
        lto = lto || !strncmp(word->text, "-flto", 5);
        if (command_takes_word(word->text) && i + 1 < command->count)
            words_add(words, command->words[++i].text);
    }
    return lto;
}

static int run(struct state *state, const struct source *source, struct words *words)
{
    char *errors = state_scratch(state, source, "table.errors");
    struct error error = {0};
    int status = process_run(words->list, &(struct process){.errors = errors}, &error);
    words_free(words);
    free(errors);
    return status;
}

/* Compiles the table. `compiler`: NULL means the command's own. */
static int compile(struct state *state, const struct source *source, const char *compiler,
                   const char *object)
{
    struct words words = {0};
    for (size_t i = 0; !compiler && i < state->command.compiler; i++)
        words_add(&words, state->command.words[i].text);
    if (compiler)
        words_add(&words, compiler);
    add_options(&words, &state->command);
    /* gcc 12 crashes on an optimised table in a joined fat object of -flto */
    static const char *const fixed[] = {"-O0", "-w", "-c", "-x", "c", "-o"};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        words_add(&words, fixed[i]);
    words_add(&words, object);
    words_add(&words, source->table_path);
    return run(state, source, &words);
}

/* Sets the reason, followed by the first line of the last command's messages. */
static void set_reason(struct state *state, struct source *source, const char *what)
{
    char *errors = state_scratch(state, source, "table.errors");
    size_t size = 0;
    char *said = paths_read(errors, &size);
    int length = said ? (int)strcspn(said, "\n") : 0;
    char *reason = memory_printf("%s%s%.*s", what, length ? ": " : "", length, said ? said : "");
    source_set_reason(source, reason);
    free(reason);
    free(said);
    free(errors);
}

bool join_compile(struct state *state, struct source *source, const char *output)
{
    static const char *const others[] = {"cc", "gcc"};
    char *object = state_scratch(state, source, "table.o");
    twin_make(state, source, output);
    int status = compile(state, source, NULL, object);
    for (size_t i = 0; status != 0 && i < sizeof others / sizeof others[0] && !process_signal();
         i++)
        status = compile(state, source, others[i], object);
    if (status != 0)
        set_reason(state, source,
                   "no C compiler could compile the table of its regions; install gcc, or see its "
                   "message");
    free(object);
    return status == 0;
}

/* Replaces the contents of an existing file, which may be a link. */
static bool replace(const char *path, const char *with)
{
    size_t size = 0;
    char *bytes = paths_read(with, &size);
    int file = bytes ? open(path, O_WRONLY | O_TRUNC | O_CLOEXEC) : -1;
    size_t done = 0;
    while (file >= 0 && done < size) {
        ssize_t wrote = write(file, bytes + done, size - done);
        if (wrote < 0 && errno != EINTR)
            break;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    free(bytes);
    return file >= 0 && close(file) == 0 && done == size;
}

/* Adds these options of a wrapper; returns true as add_options() does. */
static bool add_wrappers(struct words *words, const struct words *options)
{
    bool lto = false;
    for (size_t i = 0; i < options->count; i++) {
        const char *word = options->list[i];
        bool two = command_takes_word(word) && i + 1 < options->count;
        if (is_about_objects(word)) {
            words_add(words, word);
            if (two)
                words_add(words, options->list[i + 1]);
            lto = lto || !strncmp(word, "-flto", 5);
        }
        i += two;
    }
    return lto;
}

/* Joins the objects with the linker command in `words`, which is freed. */
static int join(struct state *state, const struct source *source, struct words *words,
                const char *object, const char *joined)
{
    char *table = state_scratch(state, source, "table.o");
    char *twin = state_scratch(state, source, "twin.o");
    const char *const fixed[] = {"-r", "-o", joined, object, table, twin};
    size_t count = sizeof fixed / sizeof fixed[0] - !source->has_twin;
    for (size_t i = 0; i < count; i++)
        words_add(words, fixed[i]);
    free(twin);
    free(table);
    return run(state, source, words);
}

/* Joins both objects with the real compiler: a wrapper, such as MPI's, may add libraries, which
 * must not get into every object. Only the compiler knows what link-time optimisation needs;
 * without that, the linker can be used instead. */
static bool join_into(struct state *state, const struct source *source, const char *object,
                      const char *joined)
{
    struct words words = {0};
    if (state->facts.compiler)
        words_add(&words, state->facts.compiler);
    for (size_t i = 0; !state->facts.compiler && i < state->command.compiler; i++)
        words_add(&words, state->command.words[i].text);
    if (state->facts.is_clang && state->facts.target)
        words_printf(&words, "--target=%s", state->facts.target);
    bool lto = add_wrappers(&words, &state->facts.options);
    lto = add_options(&words, &state->command) || lto;
    if (lto) /* the types of a COMMON block differ on purpose */
        words_add(&words, "-Wno-lto-type-mismatch");
    words_add(&words, "-nostdlib");
    int status = join(state, source, &words, object, joined);
    if (status != 0 && !lto && !process_signal()) {
        words_add(&words, "ld");
        status = join(state, source, &words, object, joined);
    }
    return status == 0;
}

/* What GNU ld calls the section that it adds to an object which it made from large COMMON blocks,
 * those of -mcmodel=medium and large on x86-64. It takes the blocks of such an object for
 * definitions, so that two objects with the same block could not be linked. */
static const char large_commons[] = "LARGE_COMMON";

static bool has_large_commons(const char *path)
{
    struct object_file file;
    Elf64_Shdr names, section;
    bool found = false;
    if (object_file_read(&file, path) && object_file_section(&file, &names, file.head.e_shstrndx)) {
        for (uint64_t i = 0; !found && object_file_section(&file, &section, i); i++) {
            const char *name = object_file_name(&file, &names, section.sh_name);
            found = name && !strcmp(name, large_commons);
        }
    }
    free(file.bytes);
    return found;
}

/* Gives the section that the linker added to a joined object another name. False if that fails. */
static bool keep_commons(struct state *state, const struct source *source, char **joined)
{
    if (!has_large_commons(*joined))
        return true;
    struct words options = {0};
    words_printf(&options, "--rename-section=%s=.lbss.common", large_commons);
    char *copy = state_scratch(state, source, "commons.o");
    bool good = entry_copy(state, source, &options, *joined, copy);
    words_free(&options);
    free(*joined);
    *joined = copy;
    return good;
}

bool join_objects(struct state *state, struct source *source, const char *object)
{
    struct stat about;
    if (stat(object, &about) != 0 || !S_ISREG(about.st_mode))
        return true; /* -o /dev/null: the object is not wanted */
    char *joined = state_scratch(state, source, "joined.o");
    char *renamed = state_scratch(state, source, "renamed.o");
    bool renames = source->entry || source->has_twin;
    bool named = !renames || entry_rename(state, source, object, renamed);
    bool linked = named && join_into(state, source, renames ? renamed : object, joined);
    bool kept = linked && keep_commons(state, source, &joined);
    bool done = kept && replace(object, joined);
    free(renamed);
    if (!named)
        source_set_reason(source, "objcopy could not rename a symbol in its object");
    else if (!linked)
        set_reason(state, source, "the linker could not join it with the table of its regions");
    else if (!kept)
        source_set_reason(source, "objcopy could not rename a section of its object");
    else if (!done)
        source_set_reason(source, "its object could not be rewritten");
    free(joined);
    return done;
}
