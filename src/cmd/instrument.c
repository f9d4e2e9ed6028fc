/* instrument.c: `triptych instrument` */
#include "cmd/cmd.h"

#include "instrument/driver/readable.h"
#include "launch/paths.h"

#include <stdio.h>
#include <string.h>

static void print_help(FILE *out)
{
    fputs("Usage: triptych instrument -o DIR [OPTION]... FILE... [-- COMPILER-FLAG...]\n"
          "Writes the C and Fortran files with probes in them into DIR, under the same names. Your "
          "files stay as they are.\n"
          "\n"
          "  -o DIR         the folder to write to; it is made when it is not there\n"
          "  --list         print all regions as a table; without -o nothing is written\n"
          "  --cc COMPILER  the C compiler whose headers are used (default: gcc)\n"
          "  --fc COMPILER  the Fortran compiler that preprocesses (default: gfortran)\n"
          "  --no-loop-times\n"
          "                 count the trips of loops and never time them\n"
          "  --every-probe  give every loop and routine a probe of its own, however short it is\n"
          "  --help         this text\n"
          "\n"
          "Compile the result with -I for triptych/probes.h and -ltriptych, or keep to `triptych "
          "cc` and\n"
          "`triptych fc`. Beside each Fortran file stands its table, FILE.table.c, to be compiled, "
          "too.\n"
          "\n"
          "Examples:\n"
          "  triptych instrument -o probed src/heat.c src/main.c -- -Iinclude -DN=100\n"
          "  triptych instrument --list solve.f90\n",
          out);
}

static int misused(const char *text, const char *word)
{
    fprintf(stderr, "triptych instrument: %s%s; `triptych instrument --help` tells more\n", text,
            word);
    return CMD_MISUSED;
}

int cmd_instrument(int argc, char **argv)
{
    struct readable_options options = {
        .include = paths_include(), .compiler = "gcc", .fortran_compiler = "gfortran"};
    int files = 0;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        bool more = i + 1 < argc;
        if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
            print_help(stdout);
            return CMD_DONE;
        }
        if (!strcmp(word, "--")) {
            options.flags = argv + i + 1;
            options.flag_count = argc - i - 1;
            break;
        }
        if (!strcmp(word, "--list"))
            options.list = true;
        else if (!strcmp(word, "--no-loop-times"))
            options.untimed_loops = true;
        else if (!strcmp(word, "--every-probe"))
            options.every_probe = true;
        else if (!strcmp(word, "-o") && more)
            options.folder = argv[++i];
        else if (!strcmp(word, "--cc") && more)
            options.compiler = argv[++i];
        else if (!strcmp(word, "--fc") && more)
            options.fortran_compiler = argv[++i];
        else if (word[0] == '-')
            return misused("there is no option ", word);
        else
            argv[files++] =
                argv[i]; /* the files move to the front; argv[0] is not needed any more */
    }
    if (!files)
        return misused("which files?", "");
    if (!options.folder && !options.list)
        return misused("where to? Give a folder with -o DIR", "");
    return readable_write(&options, argv, files) ? CMD_DONE : CMD_FAILED;
}
