/* write_trace.c: writes a small archive, always the same: write_trace FOLDER */
#include "trace.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    const struct trace trace = {.events = 500,
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
    if (argc != 2) {
        fputs("write_trace FOLDER\n", stderr);
        return 2;
    }
    trace_write(&trace, argv[1]);
    return 0;
}
