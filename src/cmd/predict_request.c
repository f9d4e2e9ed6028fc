/* predict_request.c: reads the options of `triptych predict MODEL`. */
#include "cmd/predict_request.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_N = 256,
    OPTION_P,
    OPTION_SET,
    OPTION_MACHINE,
    OPTION_TASK,
    OPTION_PLOT,
    OPTION_MEASURED,
    OPTION_CHECK,
    OPTION_CORRECT,
    OPTION_FORMULAS,
    OPTION_WORST,
    OPTION_OF_RUN, /* see predict_run.c */
};

static const struct options_row rows[] = {
    {.name = "n",
     .group = "Of a model",
     .common = true,
     .argument = "LIST",
     .id = OPTION_N,
     .help = "problem sizes, such as 1024,2048",
     .expects = "numbers with commas, such as 1024,2048"},
    {.name = "p",
     .common = true,
     .argument = "LIST",
     .id = OPTION_P,
     .help = "numbers of ranks (default: 1)",
     .expects = "numbers of ranks with commas, such as 1,2,4"},
    {.name = "set",
     .common = true,
     .argument = "NAME=VALUE",
     .id = OPTION_SET,
     .help = "value of another variable; --NAME VALUE is the same",
     .expects = "a variable and a number, such as steps=100"},
    {.name = "machine",
     .common = true,
     .argument = "FILE",
     .id = OPTION_MACHINE,
     .help = "the machine (`triptych machine --measure`); default: round numbers"},
    {.name = "task",
     .argument = "NAME",
     .id = OPTION_TASK,
     .help = "the task, if the model has several (default: the first)"},
    {.name = "plot",
     .common = true,
     .argument = "FILE.svg",
     .id = OPTION_PLOT,
     .help =
         "draw times over ranks (over n if there is one number of ranks), with the measured ones"},
    {.name = "measured",
     .common = true,
     .argument = "FILE",
     .id = OPTION_MEASURED,
     .help = "measured times: lines `n ranks seconds` or `ranks seconds`, or an archive; can be "
             "repeated"},
    {.name = "check",
     .common = true,
     .argument = "RUN.tri",
     .id = OPTION_CHECK,
     .help = "compare the model with this run and note it in MODEL.runs; can be repeated"},
    {.name = "correct",
     .id = OPTION_CORRECT,
     .help = "multiply computing, messages and I/O each by the median of measured to predicted of "
             "the noted runs"},
    {.name = "formulas",
     .id = OPTION_FORMULAS,
     .help = "the formula of every node of the model",
     .common = true},
    {.name = "worst",
     .common = true,
     .id = OPTION_WORST,
     .help = "loops by their time at the largest n and p: those that dominate at scale"},
    {.name = "faster",
     .group = "Of a recorded run",
     .common = true,
     .argument = "REGION",
     .id = OPTION_OF_RUN,
     .help = "REGION FACTOR: a region takes its time divided by FACTOR, with all that it calls "
             "except MPI; may be repeated. REGION is such as step, 'loop 2 of step', solver.c:14"},
    {.name = "network",
     .common = true,
     .argument = "NETWORK",
     .id = OPTION_OF_RUN,
     .help = "ideal, or latency=TIME, bandwidth=RATE or both: latency=2us,bandwidth=10GB"},
    {.name = "map",
     .common = true,
     .argument = "MAP",
     .id = OPTION_OF_RUN,
     .help = "how the trips of loops are divided between ranks: block, cyclic or block,cyclic"},
    {.name = "what-if",
     .common = true,
     .argument = "WHAT",
     .id = OPTION_OF_RUN,
     .help = "all: rank all regions by what the run gains if their own code takes half its time"},
    {.name = "top",
     .argument = "N",
     .id = OPTION_OF_RUN,
     .help = "with --what-if: show N regions (default: all)"},
    LOOK_ROWS("Of both"),
    {0},
};

static const struct options_command command = {
    .name = "predict",
    .usage = "predict MODEL [--n LIST] [--p LIST] [--machine FILE] [OPTIONS]\n"
             "       triptych predict RUN.tri [--faster REGION FACTOR]... [--network NETWORK]\n"
             "                        [--map MAP]\n"
             "       triptych predict RUN.tri --what-if all",
    .about =
        "Predicts how long a program takes, from its model: a metaprogram (.rb) or a metamodel "
        "(.json). For each number of ranks it prints the time, its parts, speed-up, "
        "efficiency and what limits it. Ranks are simulated: a rank waits for its senders, a "
        "collective for the last rank. Of a recorded run, it tells what the whole run would "
        "gain if a region were faster, the network another, or the load even.",
    .rows = rows,
    .examples = "  triptych predict model.rb --n 16384 --p 1,2,4,8,16 --machine here.machine\n"
                "  triptych predict model.rb --n 4096 --p 1,2,4 --measured times.txt --plot t.svg\n"
                "  triptych predict model.rb --n 4096 --p 64 --worst\n"
                "  triptych predict model.rb --n 4096 --check run.tri\n"
                "  triptych predict run.tri --faster 'loop 2 of step' 2 --network ideal\n"
                "  triptych predict run.tri --what-if all\n",
};

static bool is_known(const char *word, size_t size)
{
    for (const struct options_row *row = rows; row->name; row++) {
        if (!strncmp(row->name, word, size)) /* also abbreviated */
            return true;
    }
    return !strncmp("help", word, size);
}

/* Copies the command line, with --NAME VALUE of variables as --set NAME=VALUE. */
static void rewrite(struct predict_request *request, int argc, char **argv)
{
    request->words = memory_zeroed((size_t)argc * 2 + 1, sizeof *request->words);
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i], *equals = strchr(word, '=');
        size_t size = equals ? (size_t)(equals - word) : strlen(word);
        bool variable = i && size > 2 && !strncmp(word, "--", 2) &&
                        (isalpha((unsigned char)word[2]) || word[2] == '_') &&
                        !is_known(word + 2, size - 2) && (equals || i + 1 < argc);
        if (!variable) {
            request->words[request->word_count++] = memory_string(word);
            continue;
        }
        request->words[request->word_count++] = memory_string("--set");
        request->words[request->word_count++] =
            equals ? memory_string(word + 2) : memory_printf("%s=%s", word + 2, argv[++i]);
    }
}

/* Reads a number, or an expression of numbers such as 2**20. */
static bool read_value(const char *text, struct model_number *value)
{
    struct model_costs *pool = model_costs_new();
    struct error error = {0};
    model_cost node;
    bool done = model_cost_parse(pool, text, &node, &error);
    if (done) {
        struct model_program *program = model_cost_compile(pool, &node, 1);
        done = model_cost_evaluate(program, NULL, 0, value, &error);
        model_program_free(program);
    }
    model_costs_free(pool);
    return done;
}

static bool read_list(const char *text, double *values, size_t *count, double least)
{
    char *copy = memory_string(text), *rest = copy;
    bool done = true;
    *count = 0;
    for (char *item; done && (item = strsep(&rest, ","));) {
        struct model_number value;
        done = *count < PREDICT_VALUES && read_value(item, &value) &&
               model_number_is_whole(value) && model_number_value(value) >= least;
        if (done)
            values[(*count)++] = model_number_value(value);
    }
    free(copy);
    return done;
}

static bool read_binding(struct predict_request *request, char *text)
{
    char *equals = strchr(text, '=');
    if (!equals || equals == text || request->binding_count == PREDICT_VALUES)
        return false;
    *equals = 0;
    struct model_binding *binding = &request->bindings[request->binding_count];
    binding->name = text;
    if (!read_value(equals + 1, &binding->value))
        return false;
    request->binding_count++;
    return true;
}

/* Sets an option. Returns false if its value is wrong. */
static bool set_value(struct predict_request *request, int option,
                      const struct options_reader *reader)
{
    const char *value = reader->value;
    switch (option) {
    case OPTION_N:
        return read_list(value, request->n, &request->n_count, 0);
    case OPTION_P:
        return read_list(value, request->p, &request->p_count, 1);
    case OPTION_SET:
        return read_binding(request, (char *)value);
    case OPTION_MACHINE:
        request->machine = value;
        return true;
    case OPTION_TASK:
        request->task = value;
        return true;
    case OPTION_PLOT:
        request->plot = value;
        return true;
    case OPTION_MEASURED:
        if (request->measured_count < PREDICT_VALUES)
            request->measured[request->measured_count++] = value;
        return true;
    case OPTION_CHECK:
        if (request->check_count < PREDICT_VALUES)
            request->checks[request->check_count++] = value;
        return true;
    case OPTION_CORRECT:
        return request->correct = true;
    case OPTION_FORMULAS:
        return request->formulas = true;
    case OPTION_WORST:
        return request->worst = true;
    default:
        return look_option(option, reader, &request->report, &request->color);
    }
}

int predict_request_read(struct predict_request *request, int argc, char **argv)
{
    struct options_reader reader;
    rewrite(request, argc, argv);
    options_begin(&reader, &command, request->word_count, request->words);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        if (option == OPTION_OF_RUN)
            return options_misuse("predict",
                                  "--%s needs a recorded run, such as `triptych predict "
                                  "run.tri --%s ...`",
                                  reader.row->name, reader.row->name);
        if (!set_value(request, option, &reader))
            return options_wrong(&reader);
    }
    if (request->word_count - optind != 1)
        return options_misuse("predict",
                              "name one model or archive, such as `triptych predict model.rb`");
    if (request->correct && (request->formulas || request->worst))
        return options_misuse("predict", "--correct changes times of whole runs: leave it out with "
                                         "--formulas and --worst");
    request->model = request->words[optind];
    if (!request->p_count)
        request->p[request->p_count++] = 1;
    look_around(&request->report, request->color);
    return -1;
}

void predict_request_free(struct predict_request *request)
{
    for (int i = 0; i < request->word_count; i++)
        free(request->words[i]);
    free(request->words);
}
