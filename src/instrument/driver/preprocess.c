/* preprocess.c: see preprocess.h */
#include "instrument/driver/preprocess.h"

#include "instrument/driver/paths.h"
#include "instrument/driver/process.h"

#include <stdio.h>
#include <string.h>

/* Adds the compiler and its options, except those that suppress line markers. */
static void start(struct words *words, const struct command *command)
{
    for (size_t i = 0; i < command->count; i++) {
        const struct command_word *word = &command->words[i];
        if ((word->role == ROLE_OPTION || word->role == ROLE_MODULES) &&
            strcmp(word->text, "-P") != 0)
            words_add(words, word->text);
    }
    words_add(words, "-E");
}

bool preprocess_c(const struct command *command, const char *path, const char *output,
                  bool as_gcc_10)
{
    struct words words = {0};
    start(&words, command);
    if (as_gcc_10) {
        words_add(&words, "-U__GNUC__");
        words_add(&words, "-D__GNUC__=10");
    }
    words_add(&words, "-o");
    words_add(&words, output);
    words_add(&words, "-x");
    words_add(&words, "c");
    words_add(&words, path);
    struct error error = {0};
    int status = process_run(words.list, &(struct process){.errors = "/dev/null"}, &error);
    words_free(&words);
    return status == 0;
}

char *preprocess_fortran(const struct command *command, const struct fortran_input *source,
                         size_t *size, struct error *error)
{
    struct words words = {0};
    FILE *output = tmpfile();
    if (!output) {
        error_errno(error, "cannot create a file for the preprocessor's output");
        return NULL;
    }
    start(&words, command);
    words_add(&words, "-cpp");
    words_add(&words, "-g0"); /* -g3 would leave the definitions of macros in the text */
    words_add(&words, "-x");
    words_add(&words, source->free_form ? "f95-cpp-input" : "f77-cpp-input");
    words_add(&words, source->name);
    struct process how = {
        .input = source->input, .errors = "/dev/null", .output_file = fileno(output)};
    int status = process_run(words.list, &how, error);
    words_free(&words);
    char *text = NULL;
    if (status == 0) {
        rewind(output);
        text = paths_read_stream(output, size);
    }
    if (!text && status != PROCESS_MISSING)
        error_set(error, "the preprocessor failed");
    fclose(output);
    return text;
}
