/* mpi.c: see mpi.h */
#include "launch/mpi.h"

#include "launch/collector.h"
#include "launch/program.h"
#include "launch/script_words.h"
#include "util/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum mpi { MPI_NONE, MPI_OPENMPI, MPI_MPICH };

static const struct {
    const char *name, *family;
} known[] = {
    [MPI_OPENMPI] = {"Open MPI", "openmpi"},
    [MPI_MPICH] = {"MPICH", "mpich"},
};

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool begins(const char *text, const char *beginning)
{
    return !strncmp(text, beginning, strlen(beginning));
}

/* Tells the binary interface of a library by its name. MPICH and its relatives agreed on version
 * 12: libmpi.so.12 (Intel MPI, MVAPICH), libmpi_cray.so.12, libmpi_gnu_112.so.12 and
 * libmpifort_cray.so.12 (HPE Cray). libmpi.so.40 is Open MPI's, and libmpi_ibm.so.3 keeps to it.
 * libmpi_abi.so, the interface of MPI 5, is none of the two. */
static enum mpi mpi_of_library(const char *name)
{
    const char *version = strstr(name, ".so.");
    if (begins(name, "libmpich"))
        return MPI_MPICH;
    if (!begins(name, "libmpi") || begins(name, "libmpi_abi.") || !version)
        return MPI_NONE;
    if (!strcmp(version, ".so.12") || begins(version, ".so.12."))
        return MPI_MPICH;
    return begins(name, "libmpi_") || begins(name, "libmpi.so.") ? MPI_OPENMPI : MPI_NONE;
}

static enum mpi mpi_of_program(const struct launch_program *program)
{
    enum mpi mpi = MPI_NONE;
    for (size_t i = 0; i < program->needed_count && mpi == MPI_NONE; i++)
        mpi = mpi_of_library(program->needed[i]);
    return mpi;
}

static bool is_launcher(const char *word)
{
    const char *name = last_part(word);
    static const char *const beginnings[] = {"mpirun",  "mpiexec", "orterun",
                                             "prterun", "oshrun",  "shmemrun"};
    static const char *const schedulers[] = {"srun", "aprun", "jsrun", "ibrun"};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (begins(name, beginnings[i]))
            return true;
    }
    for (size_t i = 0; i < sizeof schedulers / sizeof schedulers[0]; i++) {
        if (!strcmp(name, schedulers[i]))
            return true;
    }
    return false;
}

/* Resolves a word of the command to a path without links; a word without a slash is searched in
 * PATH.
 */
static bool resolve(const char *word, char *path)
{
    if (strchr(word, '/'))
        return realpath(word, path) != NULL;
    for (const char *folders = getenv("PATH"); folders && *folders;) {
        size_t size = strcspn(folders, ":");
        char *tried = memory_printf("%.*s/%s", (int)size, folders, word);
        bool found = access(tried, X_OK) == 0 && realpath(tried, path);
        free(tried);
        if (found)
            return true;
        folders += size;
        folders += *folders == ':';
    }
    return false;
}

static enum mpi mpi_of_launcher(const char *word)
{
    char path[PATH_MAX];
    const char *names[] = {last_part(word), resolve(word, path) ? last_part(path) : ""};
    for (size_t i = 0; i < 2; i++) {
        if (strstr(names[i], "openmpi") || begins(names[i], "orterun") ||
            begins(names[i], "prterun"))
            return MPI_OPENMPI;
        if (strstr(names[i], "mpich") || strstr(names[i], "hydra"))
            return MPI_MPICH;
    }
    return MPI_NONE;
}

static bool is_known_launcher(const char *word)
{
    return is_launcher(word) && mpi_of_launcher(word) != MPI_NONE;
}

/* Returns the MPI of a launcher that was found in a script, and frees its name. */
static enum mpi mpi_of_found(char *launcher)
{
    enum mpi mpi = launcher ? mpi_of_launcher(launcher) : MPI_NONE;
    free(launcher);
    return mpi;
}

static bool is_shell(const char *word)
{
    static const char *const shells[] = {"sh", "bash", "dash", "ksh", "zsh", "ash", "mksh"};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (!strcmp(last_part(word), shells[i]))
            return true;
    }
    return false;
}

/* Returns the script that a shell is given as a word, as in sh -c 'mpirun ...'; NULL if there is
 * none.
 */
static const char *script_in(char **command)
{
    while (*command && !is_shell(*command))
        command++;
    for (char **word = command; *word && (word == command || **word == '-'); word++) {
        bool is_option = word > command && (*word)[1] != '-';
        if (is_option && strchr(*word, 'c') && word[1])
            return word[1];
    }
    return NULL;
}

/* Returns the MPI of the first launcher that the script in a command, or a Makefile, names. */
static enum mpi mpi_of_words(char **command)
{
    const char *script = script_in(command);
    enum mpi mpi =
        mpi_of_found(script ? launch_script_words_of_text(script, is_known_launcher) : NULL);
    return mpi ? mpi : mpi_of_found(launch_script_words_of_make(command, is_known_launcher));
}

struct search {
    enum mpi mpi;
    char *path;           /* of the first program that has it */
    enum mpi by_launcher; /* that a script names */
};

static void see(const struct launch_program *program, void *data)
{
    struct search *search = data;
    enum mpi mpi = mpi_of_program(program);
    if (program->kind == PROGRAM_SCRIPT && search->by_launcher == MPI_NONE)
        search->by_launcher =
            mpi_of_found(launch_script_words_of_file(program->path, is_known_launcher));
    if (mpi == MPI_NONE || search->mpi != MPI_NONE)
        return;
    search->mpi = mpi;
    search->path = memory_string(program->path);
}

/* Returns the word of the command that is the launcher; NULL if there is none. */
static char **find_launcher(char **command)
{
    for (; *command; command++) {
        if (is_launcher(*command))
            return command;
    }
    return NULL;
}

/* Returns the MPI that the command uses. `says`: print what does not match, or is not known. */
static enum mpi find_mpi(char **command, bool says)
{
    struct search program = {0};
    launch_program_each(command, see, &program);
    char **launcher = find_launcher(command);
    enum mpi by_launcher = launcher ? mpi_of_launcher(*launcher) : MPI_NONE;
    enum mpi mpi = program.mpi ? program.mpi : by_launcher ? by_launcher : program.by_launcher;
    if (!mpi)
        mpi = mpi_of_words(command);
    if (says && program.mpi && by_launcher && program.mpi != by_launcher)
        fprintf(stderr,
                "triptych run: %s is built with %s, but %s belongs to %s: each process will run as "
                "a single rank; use the launcher of %s\n",
                program.path, known[program.mpi].name, *launcher, known[by_launcher].name,
                known[program.mpi].name);
    if (says && launcher && !mpi)
        fprintf(stderr,
                "triptych run: %s belongs to an unknown MPI, so MPI calls are not measured; name "
                "the program itself, built with Open MPI or MPICH, behind it\n",
                *launcher);
    free(program.path);
    return mpi;
}

void mpi_prepare(char **command)
{
    bool all = true;
    for (enum mpi mpi = MPI_OPENMPI; mpi <= MPI_MPICH; mpi++)
        all &= collector_is_there(known[mpi].family);
    enum mpi mpi = all ? MPI_NONE : find_mpi(command, false);
    if (mpi)
        collector_build(known[mpi].family, known[mpi].name);
}

char *mpi_library(char **command)
{
    enum mpi mpi = find_mpi(command, true);
    return mpi ? collector_find(known[mpi].family) : NULL;
}

char *mpi_program(char **command)
{
    struct search program = {0};
    if (find_launcher(command))
        launch_program_each(command, see, &program);
    return program.path;
}

static bool is_ours(const char *variable)
{
    return begins(variable, "TRIPTYCH") || begins(variable, "LD_PRELOAD=");
}

/* True if the user passes LD_PRELOAD to the ranks himself. */
static bool is_passed(char *const *command)
{
    for (; *command; command++) {
        if (begins(*command, "LD_PRELOAD"))
            return true;
    }
    return false;
}

static void see_rank(const struct launch_program *program, void *data)
{
    bool *is_seen = data;
    *is_seen |= program->kind == PROGRAM_DYNAMIC && !program->sanitizer &&
                mpi_of_program(program) != MPI_NONE;
}

/* True if one of the programs of an MPMD command, whose words end before `end`, is measured. */
static bool is_listened_to(char **words, char **end)
{
    char *last = *end;
    bool is_seen = false;
    *end = NULL;
    launch_program_each(words, see_rank, &is_seen);
    *end = last;
    return is_seen;
}

static bool is_list_of_programs(const char *word)
{
    return !strcmp(word, "--app") || !strcmp(word, "-app") || !strcmp(word, "-configfile");
}

bool mpi_is_rank(void)
{
    return getenv("OMPI_COMM_WORLD_RANK") || getenv("PMI_RANK") || getenv("PMIX_RANK");
}

bool mpi_ranks_are_alike(char **command)
{
    char **launcher = find_launcher(command), **part = launcher;
    if (!launcher || is_passed(command))
        return !launcher;
    for (char **word = launcher;; word++) {
        if (*word && is_list_of_programs(*word))
            return false;
        if (*word && strcmp(*word, ":") != 0)
            continue;
        if (!*word && part == launcher) /* one program, or a script: the same for all ranks */
            return true;
        if (!is_listened_to(part, word))
            return false;
        if (!*word)
            return true;
        part = word + 1;
    }
}

static void add(char ***words, size_t *count, size_t *room, const char *word)
{
    *words = memory_grow(*words, room, *count + 2, sizeof **words);
    (*words)[(*count)++] = memory_string(word);
    (*words)[*count] = NULL;
}

/* Adds the words that pass a variable to other machines. Open MPI passes no variable by itself;
 * MPICH passes all of them unless it is told otherwise. */
static void add_variable(char ***words, size_t *count, size_t *room, enum mpi mpi,
                         const char *variable)
{
    char *name = memory_string(variable), *value = strchr(name, '=');
    if (value) {
        *value = '\0';
        add(words, count, room, mpi == MPI_OPENMPI ? "-x" : "-genv");
        add(words, count, room, name);
        if (mpi == MPI_MPICH)
            add(words, count, room, value + 1);
    }
    free(name);
}

char **mpi_command(char **command)
{
    char **launcher = find_launcher(command), **words = NULL;
    enum mpi mpi = launcher ? mpi_of_launcher(*launcher) : MPI_NONE;
    size_t count = 0, room = 0;
    if (mpi == MPI_NONE || is_passed(command))
        return command;
    for (char **word = command; *word; word++) {
        add(&words, &count, &room, *word);
        for (char **variable = environ; word == launcher && *variable; variable++) {
            if (is_ours(*variable))
                add_variable(&words, &count, &room, mpi, *variable);
        }
    }
    return words;
}

void mpi_free_command(char **words, char **command)
{
    if (words == command)
        return;
    for (char **word = words; *word; word++)
        free(*word);
    free(words);
}
