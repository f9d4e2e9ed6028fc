/* trace.h: sealed archives of any size with random content, for tests and benchmarks. */
#ifndef TESTS_QUERY_TRACE_H
#define TESTS_QUERY_TRACE_H

#include <stdint.h>

struct trace {
    uint64_t events;
    uint32_t block; /* rows of a block, at most */
    uint32_t regions, places, lanes, nodes, activities, communicators, messages, collectives;
    uint64_t seed;
    int deep;  /* each node is below the one before */
    int plain; /* few events have values of their own, and none is very long */
};

/* Numbers that look random, the same for the same seed. */
uint64_t trace_random(uint64_t *state);

/* Writes it below a folder that is not there yet; ends the program if it cannot. */
void trace_write(const struct trace *trace, const char *folder);

#endif
