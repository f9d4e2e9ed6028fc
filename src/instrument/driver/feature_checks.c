/* feature_checks.c: see feature_checks.h */
#include "instrument/driver/feature_checks.h"

#include "instrument/driver/macros.h"
#include "instrument/driver/process.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const kinds[] = {"__has_builtin", "__has_attribute", "__has_c_attribute",
                                    "__has_feature", "__has_extension"};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Writes a source that gives a line `yes NUMBER` for each question whose answer is yes. */
static void write_questions(FILE *out, const struct instrument_result *done)
{
    for (size_t i = 0; i < done->asked_count * KINDS; i++)
        fprintf(out, "#ifdef %s\n#if %s(%s)\nyes %zu\n#endif\n#endif\n", kinds[i % KINDS],
                kinds[i % KINDS], done->asked[i / KINDS], i);
}

/* Writes a source with the same questions, in which a different answer is an error. */
static void write_check(FILE *out, const struct instrument_result *done, const bool *answers)
{
    for (size_t i = 0; i < done->asked_count * KINDS; i++)
        fprintf(out, "#ifdef %s\n#if %s%s(%s)\n#error another answer\n#endif\n#endif\n",
                kinds[i % KINDS], answers[i] ? "!" : "", kinds[i % KINDS], done->asked[i / KINDS]);
}

/* Reads the lines `yes NUMBER`. */
static void read_answers(FILE *from, bool *answers, size_t count)
{
    char *line = NULL;
    size_t room = 0, number;
    while (getline(&line, &room, from) > 0) {
        if (sscanf(line, "yes %zu", &number) == 1 && number < count)
            answers[number] = true;
    }
    free(line);
}

/* Preprocesses the questions with the compiler; false if that fails. */
static bool ask_compiler(const struct command *command, const char *path, bool *answers,
                         size_t count)
{
    struct words words = {0};
    struct error ignored = {0};
    FILE *answer = tmpfile();
    bool answered = false;
    macros_question(command, path, &words);
    if (answer) {
        struct process how = {.errors = "/dev/null", .output_file = fileno(answer), .plain = true};
        answered = process_run(words.list, &how, &ignored) == 0;
        rewind(answer);
        read_answers(answer, answers, count);
        fclose(answer);
    }
    words_free(&words);
    return answered;
}

/* True if libclang parses the check without an error. */
static bool ask_libclang(const struct instrument_request *request, const char *path)
{
    struct instrument_request check = *request;
    struct instrument_result nothing = {0};
    struct error ignored = {0};
    check.path = check.shown = path;
    bool same = instrument_c(&check, &nothing, &ignored);
    instrument_free(&nothing);
    return same;
}

bool feature_checks_agree(const struct command *command, const struct instrument_request *request,
                          const struct instrument_result *done)
{
    const char *folder = getenv("TMPDIR");
    char *path = memory_printf("%s/triptych-XXXXXX.c", folder && *folder ? folder : "/tmp");
    int fd = mkstemps(path, 2);
    FILE *file = fd >= 0 ? fdopen(fd, "w+") : NULL;
    size_t count = done->asked_count * KINDS;
    bool *answers = memory_zeroed(count, sizeof *answers);
    bool agree = false;
    if (file) {
        write_questions(file, done);
        fflush(file);
        if (ask_compiler(command, path, answers, count) && ftruncate(fd, 0) == 0) {
            rewind(file);
            write_check(file, done, answers);
            fflush(file);
            agree = ask_libclang(request, path);
        }
        fclose(file);
        unlink(path);
    }
    free(answers);
    free(path);
    return agree;
}
