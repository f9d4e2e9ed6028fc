/* vocabularies.c: see vocabularies.h */
#include "launch/vocabularies.h"

#include "format/hash.h"
#include "format/place.h"
#include "launch/functions.h"
#include "launch/paths.h"
#include "launch/program.h"
#include "util/kept.h"
#include "util/memory.h"
#include "util/words.h"
#include "vocabulary/library.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char ending[] = ".vocabulary";

void launch_vocabularies_free(struct launch_vocabularies *vocabularies)
{
    for (size_t i = 0; i < vocabularies->count; i++)
        vocabulary_free(vocabularies->all[i]);
    free(vocabularies->all);
    *vocabularies = (struct launch_vocabularies){0};
}

static void add(struct launch_vocabularies *to, struct vocabulary *one)
{
    to->all = memory_grow(to->all, &to->room, to->count + 1, sizeof(struct vocabulary *));
    to->all[to->count++] = one;
}

static bool has(const struct launch_vocabularies *all, const char *name)
{
    for (size_t i = 0; i < all->count; i++) {
        if (!strcmp(all->all[i]->name, name))
            return true;
    }
    return false;
}

/* Calls `see` for each folder, the user's first, until it returns true. */
static bool each_folder(bool (*see)(const char *folder, void *data), void *data)
{
    const char *folders = getenv("TRIPTYCH_VOCABULARIES");
    bool found = false;
    while (!found && folders && *folders) {
        size_t size = strcspn(folders, ":");
        char *folder = memory_printf("%.*s", (int)size, folders);
        found = *folder && see(folder, data);
        free(folder);
        folders += size + (folders[size] == ':');
    }
    return found || see(launch_paths_vocabularies(), data);
}

/* Names of libraries that programs need. */
struct needed {
    char **names;
    size_t count, room;
};

struct reading {
    struct launch_vocabularies *to;
    void (*wrong)(const char *error);
    const struct needed *needed; /* of the shipped ones, only those are read that describe one of
                                    these; NULL: all */
};

struct matching {
    const struct needed *needed;
    bool is_found;
};

static void match(const char *pattern, void *data)
{
    struct matching *matching = data;
    for (size_t i = 0; i < matching->needed->count; i++)
        matching->is_found |= !fnmatch(pattern, matching->needed->names[i], 0);
}

/* True if a file is worth reading. Those of the user are always read, so that their errors are
 * told. */
static bool may_apply(const struct reading *reading, const char *folder, const char *path)
{
    struct matching matching = {reading->needed, false};
    return !reading->needed || strcmp(folder, launch_paths_vocabularies()) != 0 ||
           !vocabulary_scan_libraries(path, match, &matching) || matching.is_found;
}

static bool read_folder(const char *folder, void *data)
{
    const struct reading *reading = data;
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        struct error error = {0};
        char *path = memory_printf("%s/%s", folder, entries[i]->d_name);
        struct vocabulary *one =
            words_ends(entries[i]->d_name, ending) && may_apply(reading, folder, path)
                ? vocabulary_load(path, &error)
                : NULL;
        if (one && has(reading->to, one->name))
            vocabulary_free(one);
        else if (one)
            add(reading->to, one);
        else if (error.text[0] && reading->wrong)
            reading->wrong(error.text);
        free(path);
        free(entries[i]);
    }
    free(entries);
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(struct vocabulary *const *)a)->name, (*(struct vocabulary *const *)b)->name);
}

static void read_folders(struct reading *reading)
{
    struct launch_vocabularies *to = reading->to;
    each_folder(read_folder, reading);
    if (to->count)
        qsort(to->all, to->count, sizeof(struct vocabulary *), by_name);
}

void launch_vocabularies_read(struct launch_vocabularies *to, void (*wrong)(const char *error))
{
    struct reading reading = {to, wrong, NULL};
    read_folders(&reading);
}

struct search {
    const char *name;
    char *path;
};

static bool find_in(const char *folder, void *data)
{
    struct search *search = data;
    search->path = memory_printf("%s/%s%s", folder, search->name, ending);
    if (access(search->path, F_OK) == 0)
        return true;
    free(search->path);
    search->path = NULL;
    return false;
}

struct vocabulary *launch_vocabularies_load(const char *name, struct error *error)
{
    struct search search = {.name = name};
    if (strchr(name, '/') || words_ends(name, ending))
        return vocabulary_load(name, error);
    if (!each_folder(find_in, &search)) {
        error_set(error,
                  "there is no vocabulary %s; `triptych vocabulary list` lists those that there "
                  "are, and a path names any other file",
                  name);
        return NULL;
    }
    struct vocabulary *one = vocabulary_load(search.path, error);
    free(search.path);
    return one;
}

static void see(const struct launch_program *program, void *data)
{
    struct needed *to = data;
    for (size_t i = 0; i < program->needed_count; i++) {
        to->names = memory_grow(to->names, &to->room, to->count + 1, sizeof *to->names);
        to->names[to->count++] = memory_string(program->needed[i]);
    }
}

static bool is_needed(const struct vocabulary *vocabulary, const struct needed *needed)
{
    for (size_t i = 0; i < needed->count; i++) {
        if (vocabulary_has_library(vocabulary, needed->names[i]))
            return true;
    }
    return false;
}

static void say_wrong(const char *error)
{
    fprintf(stderr, "triptych run: %s\n", error);
}

/* Keeps the vocabularies of libraries that a program needs. */
static void find_applying(struct launch_vocabularies *to, char **command)
{
    struct launch_vocabularies known = {0};
    struct needed needed = {0};
    struct reading reading = {&known, say_wrong, &needed};
    launch_program_each(command, see, &needed);
    read_folders(&reading);
    for (size_t i = 0; i < known.count; i++) {
        if (is_needed(known.all[i], &needed)) {
            add(to, known.all[i]);
            known.all[i] = NULL;
        }
    }
    launch_vocabularies_free(&known);
    for (size_t i = 0; i < needed.count; i++)
        free(needed.names[i]);
    free(needed.names);
}

/* Reads those again that describe functions by patterns, for what the programs have. */
static bool close_open(struct launch_vocabularies *to, char **command, struct error *error)
{
    struct vocabulary_program program = {0};
    bool good = true;
    for (size_t i = 0; good && *command && i < to->count; i++) {
        if (!vocabulary_is_open(to->all[i]))
            continue;
        if (!program.count)
            launch_functions_of(&program, command);
        struct vocabulary *read = vocabulary_load_for(to->all[i]->path, &program, error);
        good = read != NULL;
        if (!good)
            break;
        vocabulary_free(to->all[i]);
        to->all[i] = read;
    }
    launch_functions_free(&program);
    return good;
}

bool launch_vocabularies_of(struct launch_vocabularies *to, const char *choice, char **command,
                            struct error *error)
{
    char *words = memory_string(choice ? choice : ""), *rest = words;
    bool good = true;
    if (!choice)
        find_applying(to, command);
    for (char *word = strtok_r(words, ",", &rest); word && good && strcmp(word, "off") != 0;
         word = strtok_r(NULL, ",", &rest)) {
        struct vocabulary *one = launch_vocabularies_load(word, error);
        good = one != NULL;
        if (one && has(to, one->name))
            vocabulary_free(one);
        else if (one)
            add(to, one);
    }
    free(words);
    return good && close_open(to, command, error);
}

char *launch_vocabularies_collect(const struct launch_vocabularies *vocabularies)
{
    static const struct format_word words[] = {FORMAT_COLLECTORS(FORMAT_COLLECTOR_WORD)};
    struct buffer left = {0};
    uint32_t without = 0;
    for (size_t i = 0; i < vocabularies->count; i++) {
        uint32_t one = 0;
        for (const struct vocabulary_word *word = vocabularies->all[i]->without; word;
             word = word->next, without |= one)
            format_collectors_read(word->text, &one);
    }
    for (size_t i = 0; without && i < sizeof words / sizeof words[0]; i++) {
        if (!(words[i].bit & without))
            buffer_printf(&left, "%s%s", left.used ? "," : "", words[i].word);
    }
    return without ? buffer_take(&left) : NULL;
}

static bool write_file(const char *path, const struct buffer *bytes)
{
    char *draft = memory_printf("%s.%d", path, (int)getpid());
    int fd = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700);
    size_t done = 0;
    while (fd >= 0 && done < bytes->used) {
        ssize_t size = write(fd, bytes->text + done, bytes->used - done);
        if (size < 0 && errno != EINTR)
            break;
        done += size > 0 ? (size_t)size : 0;
    }
    bool good = fd >= 0 && close(fd) == 0 && done == bytes->used && rename(draft, path) == 0;
    if (fd >= 0 && !good)
        unlink(draft);
    free(draft);
    return good;
}

char *launch_vocabularies_library(const struct launch_vocabularies *vocabularies,
                                  const char *archive, struct error *error)
{
    struct buffer bytes = {0};
    if (!vocabulary_library_make(vocabularies->all, vocabularies->count, VOCABULARY_MACHINE, &bytes,
                                 error)) {
        buffer_free(&bytes);
        return NULL;
    }
    uint64_t sum = format_hash(FORMAT_HASH_START, bytes.text, bytes.used);
    char *folder = kept_subfolder("vocabularies");
    char *path = memory_printf("%s/%016llx.so", folder ? folder : archive, (unsigned long long)sum);
    free(folder);
    bool good = kept_use(path) || write_file(path, &bytes);
    if (!good) {
        error_errno(error, "the library of described functions cannot be written to %s", path);
        free(path);
        path = NULL;
    }
    buffer_free(&bytes);
    return path;
}

/* Returns the names of the variables that measuring needs, separated by colons; to be freed. */
static char *needed_variables(void)
{
    struct buffer names = {0};
    for (char **variable = environ; *variable; variable++) {
        if (words_begins(*variable, "TRIPTYCH") || words_begins(*variable, "LD_PRELOAD="))
            buffer_printf(&names, "%s%.*s", names.used ? ":" : "", (int)strcspn(*variable, "="),
                          *variable);
    }
    return buffer_take(&names);
}

void launch_vocabularies_export(const struct launch_vocabularies *vocabularies)
{
    char *names = needed_variables();
    for (size_t i = 0; i < vocabularies->count; i++) {
        for (const struct vocabulary_word *word = vocabularies->all[i]->variables; word;
             word = word->next) {
            const char *before = getenv(word->text);
            char *value =
                memory_printf("%s%s%s", before ? before : "", before && *before ? ":" : "", names);
            setenv(word->text, value, 1);
            free(value);
        }
    }
    free(names);
}
