/* cc.c: `triptych cc` */
#include "cmd/cmd.h"

#include "cmd/paths.h"
#include "instrument/driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_help(FILE *out)
{
    fputs("Usage: triptych cc [OPTION]... COMPILER ARGUMENT...\n"
          "Runs the C compiler as it is called, with probes in what it compiles. Your files stay "
          "as they are.\n"
          "\n"
          "  --headers    measure the functions of your own headers, too\n"
          "  --no-loop-times\n"
          "               count the trips of loops and never time them: inner loops cost nothing "
          "then\n"
          "  --keep DIR   leave the instrumented files in DIR\n"
          "  --verbose    say what is measured in each file, and what is not\n"
          "  --help       this text\n"
          "\n"
          "TRIPTYCH_CC_OPTIONS in the environment holds more options, separated by spaces.\n"
          "\n"
          "Examples:\n"
          "  make CC=\"triptych cc gcc\"\n"
          "  triptych cc clang -O2 heat.c -o heat -lm\n",
          out);
}

/* The word is an option of ours; 2: so is the next one. 0: it is none. */
static int read_option(struct driver_options *options, const char *word, const char *next)
{
    if (!strcmp(word, "--headers"))
        options->headers = true;
    else if (!strcmp(word, "--no-loop-times"))
        options->untimed_loops = true;
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

/* The words of TRIPTYCH_CC_OPTIONS; the text is cut up and must stay. */
static bool read_environment(struct driver_options *options, char *text)
{
    char *rest = NULL;
    char *word = strtok_r(text, " ", &rest);
    while (word) {
        char *next = strtok_r(NULL, " ", &rest);
        int used = read_option(options, word, next);
        if (!used) {
            fprintf(stderr, "triptych cc: TRIPTYCH_CC_OPTIONS: there is no option '%s'\n", word);
            return false;
        }
        word = used == 2 ? strtok_r(NULL, " ", &rest) : next;
    }
    return true;
}

int cmd_cc(int argc, char **argv)
{
    struct driver_options options = {.library = paths_library(), .include = paths_include()};
    const char *environment = getenv("TRIPTYCH_CC_OPTIONS");
    char *more = environment ? strdup(environment) : NULL;
    int result = CMD_MISUSED;
    int at = 1;
    while (at < argc && argv[at][0] == '-') {
        if (!strcmp(argv[at], "--help") || !strcmp(argv[at], "-h")) {
            print_help(stdout);
            free(more);
            return CMD_DONE;
        }
        int used = read_option(&options, argv[at], at + 1 < argc ? argv[at + 1] : NULL);
        if (!used)
            break;
        at += used;
    }
    if (at < argc && argv[at][0] == '-')
        fprintf(stderr, "triptych cc: there is no option '%s'; `triptych cc --help` lists them\n",
                argv[at]);
    else if (at == argc)
        fputs("triptych cc: which compiler? For example `triptych cc gcc -c heat.c`\n", stderr);
    else if (!more || read_environment(&options, more))
        result = driver_run(&options, argc - at, argv + at);
    free(more);
    return result;
}
