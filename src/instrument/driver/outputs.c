/* outputs.c: finds the names of the files that the compiler names after its output, so that they
 * stay the same when a source is compiled by a command of its own. */
#include "instrument/driver/process.h"
#include "instrument/driver/state.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the word after `option`, or NULL. */
static const char *value_of(const struct words *words, const char *option)
{
    for (size_t i = 0; i + 1 < words->count; i++) {
        if (!strcmp(words->list[i], option))
            return words->list[i + 1];
    }
    return NULL;
}

/* True if the command has -save-temps. */
static bool saves_temporaries(const struct command *command)
{
    for (size_t i = command->compiler; i < command->count; i++) {
        const char *word = command->words[i].text;
        if (!strncmp(word, "-save-temps", 11) || !strncmp(word, "--save-temps", 12))
            return true;
    }
    return false;
}

/* Takes the names from a command of gcc's compiler proper: a folder or prefix, a base, and the
 * suffix that is removed from the base. Versions before gcc 11 do not have these options. */
static void take_gcc(const struct command *command, struct source *source,
                     const struct words *words)
{
    const char *base = value_of(words, "-dumpbase"), *end = value_of(words, "-dumpbase-ext");
    const char *folder = value_of(words, "-dumpdir");
    bool is_it = base && (!strcmp(base, base_of(source->name)) || command->inputs == 1);
    if (!is_it || value_of(words, "-auxbase") || source->beside.count)
        return;
    words_add(&source->beside, "-dumpdir");
    words_add(&source->beside, folder ? folder : "");
    words_add(&source->beside, "-dumpbase");
    words_add(&source->beside, base);
    words_add(&source->beside, "-dumpbase-ext");
    words_add(&source->beside, end ? end : "");
    size_t length = strlen(base), cut = end ? strlen(end) : 0;
    if (saves_temporaries(command) && cut <= length) {
        struct buffer object = {0};
        buffer_printf(&object, "%s%.*s.o", folder ? folder : "", (int)(length - cut), base);
        source->object = buffer_take(&object);
    }
}

static bool has_word(const struct words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++) {
        if (!strcmp(words->list[i], word))
            return true;
    }
    return false;
}

static void add_for_clang(struct source *source, const char *word)
{
    words_add(&source->beside, "-Xclang");
    words_add(&source->beside, word);
}

/* Adds the names of the files of --coverage: by default, clang names them after the source, in the
 * current folder. */
static void add_coverage(struct source *source, const char *base)
{
    char *folder = getcwd(NULL, 0);
    const char *dot = strrchr(base, '.');
    int stem = dot && dot != base ? (int)(dot - base) : (int)strlen(base);
    for (int data = 0; folder && data < 2; data++) {
        struct buffer path = {0};
        buffer_printf(&path, "%s/%.*s.%s", folder, stem, base, data ? "gcda" : "gcno");
        add_for_clang(source, data ? "-coverage-data-file" : "-coverage-notes-file");
        add_for_clang(source, path.text);
        buffer_free(&path);
    }
    free(folder);
}

/* Takes the names from a command of clang's compiler proper, which gets each name as an option. */
static void take_clang(const struct command *command, struct source *source,
                       const struct words *words)
{
    static const char *const names[] = {"-split-dwarf-file",    "-split-dwarf-output",
                                        "-stack-usage-file",    "-opt-record-file",
                                        "-coverage-notes-file", "-coverage-data-file"};
    const char *base = value_of(words, "-main-file-name");
    if (!base || strcmp(base, base_of(source->name)) != 0)
        return;
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->list[i];
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
            size_t length = strlen(names[n]);
            if (strncmp(word, names[n], length) != 0 || (word[length] && word[length] != '='))
                continue;
            add_for_clang(source, word);
            if (!word[length] && i + 1 < words->count)
                add_for_clang(source, words->list[i + 1]);
        }
    }
    if ((has_word(words, "-ftest-coverage") || has_word(words, "-fprofile-arcs")) &&
        !has_word(words, "-coverage-notes-file"))
        add_coverage(source, base);
    const char *object = value_of(words, "-o");
    size_t length = object ? strlen(object) : 0;
    if (!source->object && saves_temporaries(command) && length > 2 &&
        !strcmp(object + length - 2, ".o"))
        source->object = memory_string(object);
}

/* Reads the commands that the compiler prints with -###. */
static void read_answer(struct state *state, FILE *answer)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, answer) > 0) {
        struct words words = {0};
        words_split(&words, line);
        for (size_t i = 0; i < state->source_count; i++) {
            struct source *source = &state->sources[i];
            if (state->facts.is_clang)
                take_clang(&state->command, source, &words);
            else
                take_gcc(&state->command, source, &words);
        }
        words_free(&words);
    }
    free(line);
}

void outputs_ask(struct state *state)
{
    FILE *answer = tmpfile();
    if (!answer)
        return;
    struct words words = {0};
    struct error error = {0};
    for (size_t i = 0; i < state->command.count; i++)
        words_add(&words, state->command.words[i].text);
    words_add(&words, "-###");
    struct process how = {.output = "/dev/null", .plain = true, .error_file = fileno(answer)};
    if (process_run(words.list, &how, &error) == 0) {
        rewind(answer);
        read_answer(state, answer);
    }
    words_free(&words);
    fclose(answer);
}
