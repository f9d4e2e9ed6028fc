/* main.c: triptych-plan, which the preloaded library starts where a plan is not there yet. */
#include "loops/plan/kept_plans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char usage[] =
    "usage: triptych-plan [--all | --time] BINARY FILE\n"
    "       triptych-plan --check BINARY\n"
    "Finds the loops of an executable or shared object, and writes FILE, the plan by which\n"
    "`triptych loops` counts them; with --time the one that takes their times, too; with --all\n"
    "the one by which Valgrind counts, for which nothing is copied. --check says whether loops of\n"
    "a program can be counted.\n"
    "Exit status: 0 done, 1 it cannot be done (a message says why), 2 misused.\n";

/* A plan is the user's alone, as the archive is. */
static void set_privacy(void)
{
    const char *shared = secure_getenv("TRIPTYCH_SHARED");
    if (!shared || strcmp(shared, "1") != 0)
        umask(077);
}

int main(int count, char **words)
{
    struct error error = {0};
    set_privacy();
    if (count == 2 && !strcmp(words[1], "--help")) {
        fputs(usage, stdout);
        return 0;
    }
    enum loops_make_kind kind = count != 4                    ? MAKE_COPIES
                                : !strcmp(words[1], "--all")  ? MAKE_EVERY
                                : !strcmp(words[1], "--time") ? MAKE_TIMED
                                                              : MAKE_COPIES;
    if (count != 3 && kind == MAKE_COPIES) {
        fputs(usage, stderr);
        return 2;
    }
    bool done = !strcmp(words[1], "--check")
                    ? loops_make_can_count(words[2], &error)
                    : kept_plans_make(words[count - 2], words[count - 1], kind, &error);
    if (!done)
        fprintf(stderr, "triptych-plan: %s\n", error.text);
    return done ? 0 : 1;
}
