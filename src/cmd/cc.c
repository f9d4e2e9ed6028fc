/* cc.c: `triptych cc`, which is `triptych fc` as well: one driver for both languages. */
#include "cmd/cmd.h"

#include "instrument/driver/driver.h"
#include "launch/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    const char *name, *environment, *compiler, *examples;
};

static const struct word cc = {"cc", "TRIPTYCH_CC_OPTIONS", "gcc -c heat.c",
                               "  make CC=\"triptych cc gcc\"\n"
                               "  triptych cc clang -O2 heat.c -o heat -lm\n"};
static const struct word fc = {"fc", "TRIPTYCH_FC_OPTIONS", "gfortran -c solve.f90",
                               "  make FC=\"triptych fc gfortran\"\n"
                               "  make CC=\"triptych cc gcc\" FC=\"triptych fc gfortran\"\n"
                               "  triptych fc gfortran -O2 main.c solve.f90 -o solve\n"};

static void print_help(FILE *out, const struct word *called)
{
    fprintf(out,
            "Usage: triptych %s [OPTION]... COMPILER ARGUMENT...\n"
            "Runs the compiler as it is called, with probes in the C and Fortran files that it "
            "compiles. Your files\n"
            "stay as they are.\n"
            "\n"
            "  --headers    measure the functions of your own C headers, too\n"
            "  --no-loop-times\n"
            "               count the trips of loops and never time them: inner loops cost nothing "
            "then\n"
            "  --every-probe\n"
            "               give every loop and routine a probe of its own, however short it is: "
            "slower, with more times\n"
            "  --keep DIR   leave the instrumented files in DIR\n"
            "  --verbose    say what is measured in each file, and what is not\n"
            "  --help       this text\n"
            "\n"
            "%s in the environment holds more options, separated by spaces.\n"
            "\n"
            "Examples:\n"
            "%s",
            called->name, called->environment, called->examples);
}

/* The word is an option of ours; 2: so is the next one. 0: it is none. */
static int read_option(struct driver_options *options, const char *word, const char *next)
{
    if (!strcmp(word, "--headers"))
        options->headers = true;
    else if (!strcmp(word, "--no-loop-times"))
        options->untimed_loops = true;
    else if (!strcmp(word, "--every-probe"))
        options->every_probe = true;
    else if (!strcmp(word, "--verbose"))
        options->verbose = true;
    else if (!strcmp(word, "--keep") && next) {
        options->keep = next;
        return 2;
    } else if (!strncmp(word, "--keep=", 7))
        options->keep = word + 7;
    else
        return 0;
    return 1;
}

/* The words of the environment variable; the text is cut up and must stay. */
static bool read_environment(struct driver_options *options, const struct word *called, char *text)
{
    char *rest = NULL;
    char *word = strtok_r(text, " ", &rest);
    while (word) {
        char *next = strtok_r(NULL, " ", &rest);
        int used = read_option(options, word, next);
        if (!used) {
            fprintf(stderr, "triptych %s: %s: there is no option '%s'\n", called->name,
                    called->environment, word);
            return false;
        }
        word = used == 2 ? strtok_r(NULL, " ", &rest) : next;
    }
    return true;
}

static int stand_in_front(const struct word *called, int argc, char **argv)
{
    struct driver_options options = {
        .called = called->name, .library = paths_library(), .include = paths_include()};
    const char *environment = getenv(called->environment);
    char *more = environment ? strdup(environment) : NULL;
    int result = CMD_MISUSED;
    int at = 1;
    while (at < argc && argv[at][0] == '-') {
        if (!strcmp(argv[at], "--help") || !strcmp(argv[at], "-h")) {
            print_help(stdout, called);
            free(more);
            return CMD_DONE;
        }
        int used = read_option(&options, argv[at], at + 1 < argc ? argv[at + 1] : NULL);
        if (!used)
            break;
        at += used;
    }
    if (at < argc && !strcmp(argv[at], "--keep"))
        fprintf(stderr, "triptych %s: --keep needs a folder and a compiler behind it\n",
                called->name);
    else if (at < argc && argv[at][0] == '-')
        fprintf(stderr, "triptych %s: there is no option '%s'; `triptych %s --help` lists them\n",
                called->name, argv[at], called->name);
    else if (at == argc)
        fprintf(stderr, "triptych %s: which compiler? For example `triptych %s %s`\n", called->name,
                called->name, called->compiler);
    else if (!more || read_environment(&options, called, more))
        result = driver_run(&options, argc - at, argv + at);
    free(more);
    return result;
}

int cmd_cc(int argc, char **argv)
{
    return stand_in_front(&cc, argc, argv);
}

int cmd_fc(int argc, char **argv)
{
    return stand_in_front(&fc, argc, argv);
}
