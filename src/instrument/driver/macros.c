/* macros.c: see macros.h */
#include "instrument/driver/macros.h"

#include <stdlib.h>
#include <string.h>

/* True if a word begins with one of several texts. */
static bool starts_with(const char *word, const char *const *starts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!strncmp(word, starts[i], strlen(starts[i])))
            return true;
    }
    return false;
}

/* True for options that may change predefined macros. Some that begin alike write files, or
 * suppress the macros. */
static bool changes_macros(const char *word)
{
    static const char *const changing[] = {
        "-O",       "-f",        "-m",       "-std",       "--std", "-ansi",    "-undef",
        "-pthread", "--target=", "-qopenmp", "--sysroot=", "-B",    "-nostdinc"};
    static const char *const others[] = {"-fdump",         "-fplugin",
                                         "-fopt-info",     "-fsyntax-only",
                                         "-fpreprocessed", "-fdirectives-only",
                                         "-fcallgraph",    "-fsave-optimization-record",
                                         "-fprofile",      "-mllvm"};
    return starts_with(word, changing, sizeof changing / sizeof changing[0]) &&
           !starts_with(word, others, sizeof others / sizeof others[0]);
}

void macros_question(const struct command *command, const char *path, struct words *out)
{
    static const char *const question[] = {"-w", "-E", "-x", "c"};
    for (size_t i = 0; i < command->compiler; i++)
        words_add(out, command->words[i].text);
    for (size_t i = command->compiler; i < command->count; i++) {
        const char *word = command->words[i].text;
        bool two = command_takes_word(word) && i + 1 < command->count;
        if (command->words[i].role == ROLE_OPTION && changes_macros(word)) {
            words_add(out, word);
            if (two)
                words_add(out, command->words[i + 1].text);
        }
        i += two;
    }
    for (size_t i = 0; i < sizeof question / sizeof question[0]; i++)
        words_add(out, question[i]);
    words_add(out, path ? "-P" : "-dM");
    words_add(out, path ? path : "/dev/null");
}

/* Returns the length of a macro's name, including its parameters. */
static size_t name_size(const char *line)
{
    size_t size = strcspn(line, " (");
    return line[size] == '(' ? size + strcspn(line + size, ")") + 1 : size;
}

void macros_lines(FILE *answer, struct words *out)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, answer)) > 0) {
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        if (!strncmp(line, "#define ", 8))
            words_add(out, line + 8);
    }
    free(line);
}

void macros_read(FILE *answer, struct words *out)
{
    struct words lines = {0};
    macros_lines(answer, &lines);
    for (size_t i = 0; i < lines.count; i++) {
        const char *name = lines.list[i];
        size_t size = name_size(name);
        words_printf(out, "-D%.*s=%s", (int)size, name, name[size] ? name + size + 1 : "");
    }
    words_free(&lines);
}

bool macros_is_implied(const char *word)
{
    static const char *const implied[] = {
        "-D_OPENMP=", "-D__SANITIZE_ADDRESS__=", "-D__SANITIZE_THREAD__="};
    return starts_with(word, implied, sizeof implied / sizeof implied[0]);
}
