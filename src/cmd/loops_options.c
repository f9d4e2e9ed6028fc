/* loops_options.c: see loops_options.h */
#include "cmd/loops_options.h"

#include "cmd/cmd.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: triptych loops --static [OPTIONS] BINARY\n"
    "\n"
    "Shows the functions of an executable or shared object and the loops in them, without running\n"
    "it: where they stand in the source, as far as it was compiled with -g, what was inlined, and\n"
    "which loops can be counted.\n"
    "\n"
    "      --function PATTERN  only functions of these names: 'solve*'\n"
    "      --all               functions without loops, too\n"
    "      --format FORMAT     text (default), json, csv\n"
    "      --color WHEN        auto (default), always, never\n"
    "      --width N           columns of the text (default: the terminal's, else 100)\n"
    "\n"
    "example: triptych loops --static --function 'main' ./a.out\n";

enum {
    STATIC = 256,
    ALL,
    FUNCTION,
    FORMAT,
    COLOR,
    WIDTH,
    HELP,
};

static const struct option long_options[] = {
    {"static", no_argument, NULL, STATIC},
    {"all", no_argument, NULL, ALL},
    {"function", required_argument, NULL, FUNCTION},
    {"format", required_argument, NULL, FORMAT},
    {"color", required_argument, NULL, COLOR},
    {"width", required_argument, NULL, WIDTH},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

static int misused(const char *message, const char *word)
{
    fprintf(stderr, "triptych loops: %s '%s'; `triptych loops --help` tells more\n", message, word);
    return CMD_MISUSED;
}

static int choose(const char *word, const char *const *words)
{
    for (int i = 0; words[i]; i++) {
        if (!strcmp(words[i], word))
            return i;
    }
    return -1;
}

/* CMD_DONE, or the exit status to end with; -1: go on. */
static int read_option(int option, struct loops_options *options)
{
    static const char *const formats[] = {"text", "json", "csv", NULL};
    static const char *const colors[] = {"auto", "always", "never", NULL};
    int choice;
    char *end;
    long number;
    switch (option) {
    case STATIC:
        options->is_static = true;
        return -1;
    case ALL:
        options->all = true;
        return -1;
    case FUNCTION:
        options->function = optarg;
        return -1;
    case FORMAT:
        choice = choose(optarg, formats);
        if (choice < 0)
            return misused("--format takes text, json or csv, not", optarg);
        options->report.format = (enum report_format)choice;
        return -1;
    case COLOR:
        options->color = optarg;
        return choose(optarg, colors) >= 0
                   ? -1
                   : misused("--color takes auto, always or never, not", optarg);
    case WIDTH:
        number = strtol(optarg, &end, 10);
        if (!*optarg || *end || number < 40 || number > 10000)
            return misused("--width takes a number from 40 to 10000, not", optarg);
        options->report.width = (size_t)number;
        return -1;
    case HELP:
        fputs(help, stdout);
        return CMD_DONE;
    default:
        fputs("`triptych loops --help` lists the options\n", stderr);
        return CMD_MISUSED;
    }
}

int loops_options_read(int argc, char **argv, struct loops_options *options)
{
    int option, end = -1;
    optind = 1;
    while (end < 0 && (option = getopt_long(argc, argv, "+", long_options, NULL)) != -1)
        end = read_option(option, options);
    if (end < 0 && optind == argc) {
        fputs("triptych loops: which binary? For example: triptych loops --static ./program\n",
              stderr);
        end = CMD_MISUSED;
    }
    return end;
}
