/* arguments.h: the command line of the examples: [N [TIMES]]. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct arguments {
    int n, times;
};

/* Reads them over what is given as default. Returns false if they are wrong; rank 0 says how the
 * program is used. */
static bool arguments_read(struct arguments *to, int argc, char **argv, int least, int most, int me)
{
    to->n = argc > 1 ? atoi(argv[1]) : to->n;
    to->times = argc > 2 ? atoi(argv[2]) : to->times;
    if (to->n >= least && to->n <= most && to->times >= 1)
        return true;
    if (me == 0)
        fprintf(stderr, "usage: %s [N [TIMES]], N from %d to %d\n", argv[0], least, most);
    return false;
}

#endif
