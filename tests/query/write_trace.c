/* write_trace.c: writes an archive, always the same: write_trace FOLDER [EVENTS]; without a number
 * a small one of all that there can be, else one for benchmarks. */
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>

static const struct trace small = {.events = 500,
                                   .block = 64,
                                   .regions = 12,
                                   .places = 3,
                                   .lanes = 4,
                                   .nodes = 40,
                                   .activities = 9,
                                   .communicators = 3,
                                   .messages = 40,
                                   .collectives = 20,
                                   .seed = 1};

static const struct trace large = {.block = 4096,
                                   .regions = 1000,
                                   .places = 8,
                                   .lanes = 16,
                                   .nodes = 16000,
                                   .activities = 16,
                                   .communicators = 8,
                                   .messages = 1000,
                                   .collectives = 1000,
                                   .seed = 1,
                                   .plain = 1};

int main(int argc, char **argv)
{
    struct trace trace = argc == 3 ? large : small;
    if (argc != 2 && argc != 3) {
        fputs("write_trace FOLDER [EVENTS]\n", stderr);
        return 2;
    }
    if (argc == 3)
        trace.events = strtoull(argv[2], NULL, 10);
    trace_write(&trace, argv[1]);
    return 0;
}
