/* main.c: the command `triptych`: finds the subcommand. */
#include "cmd/cmd.h"

#include "util/memory.h"
#include "util/messages.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
};

static const struct command commands[] = {
    {"cc", cmd_cc, "stand in front of a C compiler and measure what it compiles"},
    {"fc", cmd_fc, "the same for a Fortran compiler"},
    {"instrument", cmd_instrument, "write readable instrumented source into another folder"},
    {"run", cmd_run, "run a program and keep what it measured in an archive"},
    {"loops", cmd_loops, "loops of any binary, as it is: which ran inside which, how often"},
    {"stop", cmd_stop, "end measuring of a program that runs on"},
    {"report", cmd_report, "tables of routines, loops, I/O, waits and tasks of an archive"},
    {"show", cmd_show, "pictures of what it did when and where, in the terminal and as SVG"},
    {"compare", cmd_compare, "how parallel runs divided the loops of a serial one"},
    {"query", cmd_query, "rows of an archive that fit conditions, and what they add up to"},
    {"export", cmd_export, "an archive in other formats: Chrome traces, callgrind, SQLite, ..."},
    {"import", cmd_import, "an OTF2 trace of another tool becomes an archive"},
    {"demo", cmd_demo, "a guided example on a bundled program"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out)
{
    fputs("Triptych shows what a program does, when and where.\n"
          "\n"
          "  make CC=\"triptych cc gcc\"      build your program with probes\n"
          "  make FC=\"triptych fc gfortran\" the same in Fortran\n"
          "  triptych run ./program         run it and measure\n"
          "  triptych report                read where the time went\n"
          "  triptych show                  see when and where\n"
          "\n"
          "Commands:\n",
          out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-12s %s\n", commands[i].name, commands[i].summary);
    fputs("\n`triptych COMMAND --help` tells more; start with `triptych demo`.\n", out);
}

/* `triptych-gcc` is `triptych cc gcc`, in one word; NULL: it is called by another name. */
static const char *compiler_of_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return !strncmp(name, "triptych-", 9) && name[9] ? name + 9 : NULL;
}

static bool is_for_fortran(const char *compiler)
{
    return strstr(compiler, "fort") || strstr(compiler, "f77") || strstr(compiler, "f90");
}

static int stand_for(const char *compiler, int argc, char **argv)
{
    bool fortran = is_for_fortran(compiler);
    char **words = memory_zeroed((size_t)argc + 2, sizeof *words);
    words[0] = fortran ? "fc" : "cc";
    words[1] = (char *)compiler;
    memcpy(words + 2, argv + 1, (size_t)argc * sizeof *words);
    int result = fortran ? cmd_fc(argc + 1, words) : cmd_cc(argc + 1, words);
    free(words);
    return result;
}

/* What compilers say is passed on as it is, colours included. */
static bool is_compiler(const char *word)
{
    return !strcmp(word, "cc") || !strcmp(word, "fc");
}

int main(int argc, char **argv)
{
    const char *compiler = argc > 0 ? compiler_of_name(argv[0]) : NULL;
    if (compiler)
        return stand_for(compiler, argc, argv);
    if (argc < 2) {
        print_help(stderr);
        return CMD_MISUSED;
    }
    const char *word = argv[1];
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help")) {
        print_help(stdout);
        return CMD_DONE;
    }
    if (!strcmp(word, "--version")) {
        puts("triptych " TRIPTYCH_VERSION);
        return CMD_DONE;
    }
    for (int i = 0; i < COMMANDS; i++) {
        if (!strcmp(word, commands[i].name)) {
            if (!is_compiler(word))
                messages_make_harmless();
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    messages_make_harmless();
    bool program = strchr(word, '/') || !strncmp(word, "mpirun", 6) || !strncmp(word, "mpiexec", 7);
    fprintf(stderr, "triptych: there is no command '%s'; %s`triptych --help` lists them\n", word,
            program ? "to run a program: `triptych run PROGRAM`; " : "");
    return CMD_MISUSED;
}
