/* main.c: the command `triptych`: finds the subcommand. */
#include "cmd/cmd.h"

#include "util/diagnostic.h"
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
    {"cc", cmd_cc, "compile C with probes: put it in front of your C compiler"},
    {"fc", cmd_fc, "compile Fortran with probes: put it in front of your compiler"},
    {"instrument", cmd_instrument, "write readable instrumented source into another folder"},
    {"run", cmd_run, "run a program and write what it did into an archive"},
    {"loops", cmd_loops, "count the loops of any binary: visits, trips, nesting"},
    {"filter", cmd_filter, "choose which events a running program logs from now on"},
    {"stop", cmd_stop, "stop measuring a running program, which continues"},
    {"report", cmd_report, "show tables of routines, loops, I/O, MPI, waits and tasks"},
    {"show", cmd_show, "draw what happened when and where, in the terminal or as SVG"},
    {"compare", cmd_compare, "show what changed between runs, or how they divided loops"},
    {"history", cmd_history, "follow regions through many runs, and find where they jump"},
    {"predict", cmd_predict, "predict times from a model, or what a run would gain"},
    {"query", cmd_query, "filter, group and sum the events and regions of an archive"},
    {"export", cmd_export, "write an archive as Chrome trace, callgrind, SQLite, OTF2, ..."},
    {"import", cmd_import, "make an archive of an OTF2 trace of another tool"},
    {"view", cmd_view, "show archives in the browser, also of running programs"},
    {"model", cmd_model, "learn a model of a program, or read one: what it costs"},
    {"machine", cmd_machine, "measure this machine for predictions"},
    {"script", cmd_script, "run many programs with streams between them, from a script"},
    {"vocabulary", cmd_vocabulary, "list, check and show descriptions of parallel libraries"},
    {"demo", cmd_demo, "take a guided tour with a bundled program"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out)
{
    fputs("usage: triptych COMMAND [OPTIONS] [ARGUMENTS...]\n"
          "\n"
          "Triptych shows what a program does, when and where.\n"
          "\n"
          "Commands:\n",
          out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-12s %s\n", commands[i].name, commands[i].summary);
    fputs("\n"
          "Examples:\n"
          "  make CC=\"triptych cc gcc\"        build your program with probes\n"
          "  make FC=\"triptych fc gfortran\"   the same in Fortran\n"
          "  triptych run ./program           run and measure it\n"
          "  triptych report                  see where the time went\n"
          "  triptych show                    see when and where\n"
          "\n"
          "`triptych help COMMAND` explains a command; start with `triptych demo`.\n",
          out);
}

/* Returns the compiler if triptych is called as `triptych-gcc`, which means `triptych cc gcc`; else
 * NULL. */
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

/* True for a command whose messages come from a compiler: they are passed on unchanged, with
 * colours. */
static bool is_compiler(const char *word)
{
    return !strcmp(word, "cc") || !strcmp(word, "fc");
}

/* Returns NULL if there is no such command. */
static const struct command *find_command(const char *word)
{
    for (int i = 0; i < COMMANDS; i++) {
        if (!strcmp(word, commands[i].name))
            return &commands[i];
    }
    return NULL;
}

static int no_such_command(const char *word)
{
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    const char *nearest = diagnostic_nearest(word, strlen(word), names, COMMANDS);
    bool option = word[0] == '-';
    bool program = strchr(word, '/') || !strncmp(word, "mpirun", 6) || !strncmp(word, "mpiexec", 7);
    messages_make_harmless();
    fprintf(stderr, "triptych: there is no %s %s; ", option ? "option" : "command", word);
    if (program)
        fprintf(stderr, "to run a program, write `triptych run %s`\n", word);
    else if (nearest && !option)
        fprintf(stderr, "did you mean `triptych %s`?\n", nearest);
    else
        fputs("`triptych help` lists the commands\n", stderr);
    return CMD_MISUSED;
}

static int too_many_words(const struct command *command)
{
    fprintf(stderr, "triptych help: write `triptych help %s` or `triptych help %s all`\n",
            command->name, command->name);
    return CMD_MISUSED;
}

/* `triptych help`, `triptych help COMMAND`, `triptych help COMMAND all`. */
static int help(int argc, char **argv)
{
    char option[] = "--help", *words[] = {argv[0], option, argc > 1 ? argv[1] : NULL, NULL};
    if (argc == 0) {
        print_help(stdout);
        return CMD_DONE;
    }
    const struct command *command = find_command(argv[0]);
    if (command && argc > 1 && (argc > 2 || strcmp(argv[1], "all") != 0))
        return too_many_words(command);
    return command ? command->run(argc > 1 ? 3 : 2, words) : no_such_command(argv[0]);
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
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help"))
        return help(argc - 2, argv + 2);
    if (!strcmp(word, "--version")) {
        puts("triptych " TRIPTYCH_VERSION);
        return CMD_DONE;
    }
    const struct command *command = find_command(word);
    if (!command)
        return no_such_command(word);
    if (!is_compiler(word))
        messages_make_harmless();
    return command->run(argc - 1, argv + 1);
}
