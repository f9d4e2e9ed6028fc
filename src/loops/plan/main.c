/* main.c: triptych-plan, the program that the preloaded library starts when a plan is missing. */
#include "loops/door/door.h"
#include "loops/plan/kept_plans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char usage[] =
    "usage: triptych-plan [--all | --time] [--quiet] BINARY FILE\n"
    "       triptych-plan --check BINARY\n"
    "       triptych-plan --doors LIBRARY BINARY FILE\n"
    "Finds the loops of an executable or shared object and writes FILE, the plan by\n"
    "which `triptych loops` counts them.\n"
    "  --quiet  trust the names of functions of the C library that call nobody back\n"
    "  --time   a plan that also times the loops\n"
    "  --all    a plan for counting with Valgrind, without copies of functions\n"
    "  --check  say whether the loops of a program can be counted\n"
    "  --doors  lead calls of functions that LIBRARY describes to `triptych run`\n"
    "Exit status: 0 success, 1 failure (a message says why), 2 wrong usage.\n";

/* Makes plans readable by the user alone, unless archives are shared (TRIPTYCH_SHARED=1). */
static void set_privacy(void)
{
    const char *shared = secure_getenv("TRIPTYCH_SHARED");
    if (!shared || strcmp(shared, "1") != 0)
        umask(077);
}

/* Reads the options of a plan; returns the number of the first other word. */
static int read_options(char **words, struct loops_make *what)
{
    int i = 1;
    for (; words[i]; i++) {
        if (!strcmp(words[i], "--quiet"))
            what->trusts_quiet = true;
        else if (!strcmp(words[i], "--all"))
            what->kind = MAKE_EVERY;
        else if (!strcmp(words[i], "--time"))
            what->kind = MAKE_TIMED;
        else
            break;
    }
    return i;
}

int main(int count, char **words)
{
    struct error error = {0};
    set_privacy();
    if (count == 2 && !strcmp(words[1], "--help")) {
        fputs(usage, stdout);
        return 0;
    }
    bool makes_doors = count == 5 && !strcmp(words[1], "--doors");
    bool checks = count == 3 && !strcmp(words[1], "--check");
    struct loops_make what = {.kind = MAKE_COPIES};
    int first = makes_doors || checks ? 1 : read_options(words, &what);
    if (count - first != 2 && !makes_doors) {
        fputs(usage, stderr);
        return 2;
    }
    bool done = makes_doors ? loops_door_make(words[2], words[3], words[4], &error)
                : checks    ? loops_make_can_count(words[2], &error)
                            : kept_plans_make(words[first], words[first + 1], what, &error);
    if (!done)
        fprintf(stderr, "triptych-plan: %s\n", error.text);
    return done ? 0 : 1;
}
