/* model_learn.c: `triptych model --learn`: learns a model from runs at small sizes. */
#include "cmd/model_learn.h"
#include "cmd/cmd.h"
#include "cmd/model_learn_runs.h"
#include "cmd/model_learn_table.h"
#include "cmd/options.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEARN = 256, SIZES, RANKS, TIME_WITH, REPEAT, KEEP, FORCE, FORMAT };

static const struct options_row rows[] = {
    {.name = "learn",
     .argument = "COMMAND",
     .id = LEARN,
     .help = "learn from runs of this command, in which {n} is the size and {p} the number of "
             "ranks"},
    {.name = "n",
     .argument = "LIST",
     .id = SIZES,
     .help = "sizes to run, at least two: 100,200,400",
     .expects = "numbers from 1 to 1000000000, separated by commas"},
    {.name = "p",
     .argument = "LIST",
     .id = RANKS,
     .help = "numbers of ranks to run (default: 1)",
     .expects = "numbers from 1 to 100000, separated by commas"},
    {.name = "output",
     .argument = "MODEL.rb",
     .id = 'o',
     .help = "write the metaprogram into this file (default: the program's name)"},
    {.name = "force", .id = FORCE, .help = "replace an existing file"},
    {.name = "time-with",
     .argument = "COMMAND",
     .id = TIME_WITH,
     .help = "take CPU times from runs of this command: the same program without probes"},
    {.name = "repeat",
     .argument = "N",
     .id = REPEAT,
     .help = "run so often for CPU times, and take the least (default: 3)",
     .expects = "a number from 1 to 100"},
    {.name = "keep",
     .argument = "FOLDER",
     .id = KEEP,
     .help = "keep the archives of the runs here"},
    {.name = "format",
     .argument = "FORMAT",
     .id = FORMAT,
     .words = options_formats,
     .help = "text (default), json, csv: how to print the table of loops"},
    {0},
};

static const struct options_command command = {
    .name = "model",
    .usage = "model --learn 'COMMAND' --n LIST [--p LIST] [-o MODEL.rb]",
    .about = "Learns how the work of a program grows. It runs the command at a few small sizes, "
             "finds the trips of each loop as a formula of n, p and rank, what a trip costs and "
             "which messages are sent, and writes it as a metaprogram, with a comment for each "
             "line that says how well it fits.",
    .rows = rows,
    .more = "Trips come from source probes if the program was built with `triptych cc` or "
            "`triptych fc`, otherwise from its binary. Choose sizes that are no multiples of the "
            "numbers of ranks, so that it shows who gets the rest. Each run must end with exit "
            "status 0.",
    .examples = "  triptych model --learn './heat {n}' --n 100,150,225,340 -o heat.rb\n"
                "  triptych model --learn 'mpirun -n {p} ./solver {n}' --n 101,203,410 --p "
                "1,2,3,4\n",
};

struct wishes {
    struct learn_plan plan;
    int64_t *sizes, *ranks;
    const char *sizes_text, *ranks_text, *output;
    bool force;
    int format;
};

bool cmd_model_learns(int argc, char **argv)
{
    for (int at = 1; at < argc && strcmp(argv[at], "--") != 0; at++)
        if (strncmp(argv[at], "--learn", strlen("--learn")) == 0)
            return true;
    return false;
}

static int in_order(const void *a, const void *b)
{
    const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* Reads numbers that are separated by commas, in order and each once. NULL if the text is
 * something else. */
static int64_t *read_list(const char *text, uint64_t most, size_t *count)
{
    char *copy = memory_string(text), *rest = copy;
    int64_t *numbers = memory_zeroed(strlen(text) + 1, sizeof *numbers);
    *count = 0;
    for (char *word; (word = strsep(&rest, ","));) {
        uint64_t number;
        if (!options_number(word, 1, most, &number)) {
            free(numbers);
            free(copy);
            return NULL;
        }
        numbers[(*count)++] = (int64_t)number;
    }
    free(copy);
    qsort(numbers, *count, sizeof *numbers, in_order);
    size_t kept = 0;
    for (size_t at = 0; at < *count; at++)
        if (kept == 0 || numbers[kept - 1] != numbers[at])
            numbers[kept++] = numbers[at];
    *count = kept;
    return numbers;
}

/* Acts on one option. False: its argument is wrong. */
static bool take(struct wishes *wishes, int id, const struct options_reader *reader)
{
    uint64_t number;
    switch (id) {
    case LEARN:
        wishes->plan.command = reader->value;
        break;
    case SIZES:
        free(wishes->sizes);
        wishes->sizes_text = reader->value;
        wishes->sizes = read_list(reader->value, 1000000000, &wishes->plan.size_count);
        return wishes->sizes != NULL;
    case RANKS:
        free(wishes->ranks);
        wishes->ranks_text = reader->value;
        wishes->ranks = read_list(reader->value, 100000, &wishes->plan.rank_count);
        return wishes->ranks != NULL;
    case 'o':
        wishes->output = reader->value;
        break;
    case FORCE:
        wishes->force = true;
        break;
    case TIME_WITH:
        wishes->plan.timed = reader->value;
        break;
    case REPEAT:
        if (!options_number(reader->value, 1, 100, &number))
            return false;
        wishes->plan.repeat = (unsigned)number;
        break;
    case KEEP:
        wishes->plan.keep = reader->value;
        break;
    case FORMAT:
        wishes->format = reader->choice;
        break;
    default:
        break;
    }
    return true;
}

/* Finds the program of a command: the last word of a path before the word with {n}, else the
 * first word. To be freed. */
static char *program_of(const char *text)
{
    struct error error;
    char **words = learn_runs_words(text, &error);
    if (!words || !words[0]) {
        free(words);
        return memory_string("program");
    }
    char *found = words[0];
    for (size_t at = 0; words[at] && !strstr(words[at], "{n}"); at++)
        if (strchr(words[at], '/') || at == 0)
            found = words[at];
    assert(found); /* a command has at least one word */
    char *slash = strrchr(found, '/'), *name = memory_string(slash ? slash + 1 : found);
    free(words[0]);
    free(words);
    return name;
}

/* Makes a Ruby constant of a name: "my-solver" becomes "My_solver". To be freed. */
static char *constant_of(const char *name)
{
    char *made = isalpha((unsigned char)*name) ? memory_string(name) : memory_printf("T%s", name);
    for (char *at = made; *at; at++)
        if (!isalnum((unsigned char)*at))
            *at = '_';
    *made = (char)toupper((unsigned char)*made);
    return made;
}

static bool write_model(const struct wishes *wishes, const struct model_learn *learn,
                        struct error *error)
{
    char *program = program_of(wishes->plan.command), *name = constant_of(program);
    char *path = wishes->output ? memory_string(wishes->output) : memory_printf("%s.rb", program);
    FILE *file = fopen(path, wishes->force ? "w" : "wx");
    bool right = file != NULL;
    if (file) {
        const struct model_learn_origin origin = {name, program, wishes->plan.command,
                                                  wishes->sizes_text, wishes->ranks_text};
        model_learn_write(learn, &origin, file);
        right = fclose(file) == 0;
    }
    if (!right && errno == EEXIST)
        error_set(error, "%s exists; name another file with -o, or replace it with --force", path);
    else if (!right)
        error_errno(error, "%s cannot be written", path);
    else if (wishes->format == 0)
        printf("triptych: the model is in %s; see  triptych model %s\n", path, path);
    free(path);
    free(name);
    free(program);
    return right;
}

static int learn_now(struct wishes *wishes)
{
    if (!wishes->plan.command || !wishes->sizes || wishes->plan.size_count < 2)
        return options_misuse("model", "name the command and at least two sizes, such as `triptych "
                                       "model --learn './program {n}' --n 100,200,400`");
    if (!strstr(wishes->plan.command, "{n}"))
        return options_misuse("model", "write {n} in the command where the size belongs: "
                                       "'./program {n}'");
    if (wishes->output && !wishes->force && access(wishes->output, F_OK) == 0)
        return options_misuse("model",
                              "%s exists; name another file with -o, or replace it with "
                              "--force",
                              wishes->output);
    struct error error = {0};
    struct model_learn *learn = model_learn_new();
    bool right = learn_runs(&wishes->plan, learn, &error);
    if (right) {
        learn_table_print(learn, wishes->format);
        right = write_model(wishes, learn, &error);
    }
    model_learn_free(learn);
    return right ? CMD_DONE : options_fail("model", error.text);
}

int cmd_model_learn(int argc, char **argv)
{
    struct wishes wishes = {.plan = {.repeat = 3}, .ranks_text = "1"};
    wishes.ranks = read_list("1", 1, &wishes.plan.rank_count);
    for (int at = 1; at + 1 < argc; at++) /* `--learn --help` asks for help */
        if (strcmp(argv[at], "--learn") == 0 && strcmp(argv[at + 1], "--help") == 0)
            argv[at] = argv[at + 1];
    struct options_reader reader;
    options_begin(&reader, &command, argc, argv);
    int status = CMD_DONE, id;
    while ((id = options_next(&reader)) != OPTIONS_END && id != OPTIONS_STOP)
        if (!take(&wishes, id, &reader)) {
            status = options_wrong(&reader);
            break;
        }
    wishes.plan.sizes = wishes.sizes;
    wishes.plan.ranks = wishes.ranks;
    if (id == OPTIONS_STOP)
        status = reader.status;
    else if (id == OPTIONS_END && argc > optind)
        status = options_misuse("model", "'%s' is one word too many: put the command in quotes",
                                argv[optind]);
    else if (id == OPTIONS_END)
        status = learn_now(&wishes);
    free(wishes.sizes);
    free(wishes.ranks);
    return status;
}
