/* instrument.c: `triptych instrument`: writes instrumented source files that people can read. */
#include "cmd/cmd.h"
#include "cmd/options.h"

#include "instrument/driver/readable.h"
#include "launch/paths.h"

#include <string.h>

enum {
    OPTION_LIST = 256,
    OPTION_CC,
    OPTION_FC,
    OPTION_NO_LOOP_TIMES,
    OPTION_EVERY_PROBE,
};

static const struct options_row rows[] = {
    {.name = "output",
     .argument = "DIR",
     .id = 'o',
     .help = "the folder to write to; it is made if it does not exist",
     .expects = "a folder such as probed"},
    {.name = "list",
     .id = OPTION_LIST,
     .help = "print all regions as a table; without -o, nothing is written"},
    {.name = "cc",
     .argument = "COMPILER",
     .id = OPTION_CC,
     .help = "the C compiler whose headers are used (default: gcc)",
     .expects = "a C compiler such as clang"},
    {.name = "fc",
     .argument = "COMPILER",
     .id = OPTION_FC,
     .help = "the Fortran compiler that preprocesses (default: gfortran)",
     .expects = "a Fortran compiler such as gfortran"},
    {.name = "no-loop-times",
     .id = OPTION_NO_LOOP_TIMES,
     .help = "count the trips of loops and never time them"},
    {.name = "every-probe",
     .id = OPTION_EVERY_PROBE,
     .help = "give each loop and routine its own probe, even the shortest"},
    {0},
};

static const struct options_command command = {
    .name = "instrument",
    .usage = "instrument -o DIR [OPTIONS] FILE... [-- COMPILER-FLAG...]",
    .about = "Writes C and Fortran files with probes in them into DIR, under the same names. Your "
             "files stay as they are.",
    .rows = rows,
    .more = "Compile the result with -I for triptych/probes.h and -ltriptych, or use `triptych cc` "
            "and `triptych fc` instead. For each Fortran file, compile its table FILE.table.c, "
            "too.",
    .examples = "  triptych instrument -o probed src/heat.c src/main.c -- -Iinclude -DN=100\n"
                "  triptych instrument --list solve.f90\n",
};

static void set_option(int option, const char *value, struct instrument_readable_options *options)
{
    if (option == OPTION_LIST)
        options->list = true;
    else if (option == OPTION_NO_LOOP_TIMES)
        options->untimed_loops = true;
    else if (option == OPTION_EVERY_PROBE)
        options->every_probe = true;
    else if (option == OPTION_CC)
        options->compiler = (char *)value;
    else if (option == OPTION_FC)
        options->fortran_compiler = (char *)value;
    else
        options->folder = value;
}

/* Takes the compiler's flags, which follow "--". Returns the number of words before them. */
static int take_flags(int argc, char **argv, struct instrument_readable_options *options)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--")) {
            options->flags = argv + i + 1;
            options->flag_count = argc - i - 1;
            argv[i] = NULL;
            return i;
        }
    }
    return argc;
}

int cmd_instrument(int argc, char **argv)
{
    struct instrument_readable_options options = {
        .include = launch_paths_include(), .compiler = "gcc", .fortran_compiler = "gfortran"};
    struct options_reader reader;
    int count = take_flags(argc, argv, &options);
    options_begin(&reader, &command, count, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        set_option(option, reader.value, &options);
    }
    if (optind == count)
        return options_misuse("instrument", "name the files to instrument");
    if (!options.folder && !options.list)
        return options_misuse("instrument", "name the folder to write to: -o DIR");
    return instrument_readable_write(&options, argv + optind, count - optind) ? CMD_DONE
                                                                              : CMD_FAILED;
}
