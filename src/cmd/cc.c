/* cc.c: `triptych cc` and `triptych fc`: one driver for both languages. */
#include "cmd/cc_described.h"
#include "cmd/cmd.h"
#include "cmd/options.h"

#include "instrument/driver/driver.h"
#include "launch/paths.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_HEADERS = 256,
    OPTION_NO_LOOP_TIMES,
    OPTION_EVERY_PROBE,
    OPTION_KEEP,
    OPTION_VERBOSE,
    OPTION_VOCABULARY,
};

static const struct options_row rows[] = {
    {.name = "headers",
     .id = OPTION_HEADERS,
     .help = "also measure the functions of your own C headers"},
    {.name = "no-loop-times",
     .id = OPTION_NO_LOOP_TIMES,
     .help = "count the trips of loops and never time them, so that inner loops cost nothing"},
    {.name = "every-probe",
     .id = OPTION_EVERY_PROBE,
     .help = "give each loop and routine its own probe, even the shortest: slower, but all of them "
             "can be timed"},
    {.name = "keep",
     .argument = "DIR",
     .id = OPTION_KEEP,
     .help = "keep the instrumented files in DIR",
     .expects = "a folder such as probed"},
    {.name = "vocabulary",
     .argument = "NAMES",
     .id = OPTION_VOCABULARY,
     .help = "vocabularies, names or files, separated by commas or by further --vocabulary: their "
             "labels become regions; in a program that is linked with -static, their functions are "
             "measured",
     .expects = "the name or file of a vocabulary"},
    {.name = "verbose",
     .id = OPTION_VERBOSE,
     .help = "print what is measured in each file, and what is not"},
    {0},
};

struct word {
    struct options_command command;
    const char *environment, *compiler;
};

#define ABOUT                                                                                      \
    "Runs a compiler as it is called, and adds probes to the C and Fortran files that it "         \
    "compiles, "                                                                                   \
    "so that `triptych run` can measure their routines, loops and I/O statements. Your files "     \
    "stay "                                                                                        \
    "as they are."

static const struct word cc = {
    .command = {.name = "cc",
                .usage = "cc [OPTIONS] COMPILER [ARGUMENTS...]",
                .about = ABOUT,
                .rows = rows,
                .more = "The environment variable TRIPTYCH_CC_OPTIONS holds more options, "
                        "separated by spaces.",
                .examples = "  make CC=\"triptych cc gcc\"\n"
                            "  triptych cc clang -O2 heat.c -o heat -lm\n",
                .until_argument = true},
    .environment = "TRIPTYCH_CC_OPTIONS",
    .compiler = "gcc -c heat.c"};

static const struct word fc = {
    .command = {.name = "fc",
                .usage = "fc [OPTIONS] COMPILER [ARGUMENTS...]",
                .about = ABOUT,
                .rows = rows,
                .more = "The environment variable TRIPTYCH_FC_OPTIONS holds more options, "
                        "separated by spaces.",
                .examples = "  make FC=\"triptych fc gfortran\"\n"
                            "  make CC=\"triptych cc gcc\" FC=\"triptych fc gfortran\"\n"
                            "  triptych fc gfortran -O2 main.c solve.f90 -o solve\n",
                .until_argument = true},
    .environment = "TRIPTYCH_FC_OPTIONS",
    .compiler = "gfortran -c solve.f90"};

static struct buffer chosen; /* vocabularies, separated by commas */

static void set_option(int option, const char *value, struct instrument_driver_options *options)
{
    if (option == OPTION_HEADERS)
        options->headers = true;
    else if (option == OPTION_NO_LOOP_TIMES)
        options->untimed_loops = true;
    else if (option == OPTION_EVERY_PROBE)
        options->every_probe = true;
    else if (option == OPTION_VERBOSE)
        options->verbose = true;
    else if (option == OPTION_VOCABULARY)
        buffer_printf(&chosen, "%s%s", chosen.used ? "," : "", value);
    else
        options->keep = value;
}

/* Reads options up to the first argument, argv[optind], from the command line or from an
 * environment variable. Returns -1 to continue; else the exit status. */
static int read_options(const struct word *called, const char *variable, int argc, char **argv,
                        struct instrument_driver_options *options)
{
    struct options_reader reader;
    options_begin(&reader, &called->command, argc, argv);
    reader.variable = variable;
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        set_option(option, reader.value, options);
    }
    return -1;
}

/* Reads the options in an environment variable; its text is split in place, and must outlive the
 * options. Returns -1 to continue; else the exit status. */
static int read_environment(const struct word *called, char *text,
                            struct instrument_driver_options *options)
{
    char **words = memory_zeroed(strlen(text) / 2 + 3, sizeof *words), *rest = NULL;
    int count = 0;
    words[count++] = (char *)called->environment;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    int status = read_options(called, called->environment, count, words, options);
    if (status < 0 && optind < count)
        status = options_misuse(called->command.name, "%s: '%s' is no option", called->environment,
                                words[optind]);
    free(words);
    return status;
}

/* Returns the word behind --vocabulary if it can only be the compiler: an option of a compiler
 * follows it, and there is no vocabulary of that name. Else NULL. */
static const char *find_nameless(int argc, char **argv)
{
    for (int i = 1; i + 2 < argc && argv[i][0] == '-'; i++) {
        bool follows = argv[i + 2][0] == '-' && argv[i + 2][1] != '-' && argv[i + 2][1] != '\0';
        if (strcmp(argv[i], "--vocabulary") != 0 || !follows)
            continue;
        struct error ignored = {0};
        struct vocabulary *one = launch_vocabularies_load(argv[i + 1], &ignored);
        vocabulary_free(one);
        return one ? NULL : argv[i + 1];
    }
    return NULL;
}

static int stand_in_front(const struct word *called, int argc, char **argv)
{
    const char *name = called->command.name, *environment = getenv(called->environment);
    struct instrument_driver_options options = {
        .called = name, .library = launch_paths_library(), .include = launch_paths_include()};
    const char *nameless = find_nameless(argc, argv);
    if (nameless)
        return options_misuse(name,
                              "--vocabulary needs the name or file of a vocabulary, and then the "
                              "compiler: --vocabulary NAME %s",
                              nameless);
    int status = read_options(called, NULL, argc, argv, &options), at = optind;
    if (status >= 0)
        return status;
    if (at == argc)
        return options_misuse(name, "name the compiler, such as `triptych %s %s`", name,
                              called->compiler);
    char *more = environment ? memory_string(environment) : NULL;
    if (more)
        status = read_environment(called, more, &options);
    struct cc_described described = {0};
    struct error error = {0};
    if (status < 0 && chosen.used && !cc_described_make(&described, chosen.text, &error)) {
        fprintf(stderr, "triptych %s: %s\n", name, error.text);
        status = 1;
    }
    options.labels = described.labels.find ? &described.labels : NULL;
    options.wrapped = described.wrapped.code ? &described.wrapped : NULL;
    if (status < 0)
        status = instrument_driver_run(&options, argc - at, argv + at);
    cc_described_free(&described);
    buffer_free(&chosen);
    free(more);
    return status;
}

int cmd_cc(int argc, char **argv)
{
    return stand_in_front(&cc, argc, argv);
}

int cmd_fc(int argc, char **argv)
{
    return stand_in_front(&fc, argc, argv);
}
