/* table.c: what is known of the meaning of MPI functions. Everything else comes from mpi.h. */
#include "generate.h"

#include <string.h>

#define READS "TRI_READS"
#define WRITES "TRI_WRITES"
#define BOTH "TRI_READS | TRI_WRITES"

/* The longer row of two that begin alike is found by its whole name, so their order is free. */
static const struct meaning table[] = {
    {"Send Bsend Ssend Rsend", "COMM", WRITES, NULL, NULL, NULL},
    {"Isend Ibsend Issend Irsend", "COMM", WRITES, NULL, NULL, NULL},
    {"Recv Mrecv", "COMM", READS, NULL, NULL, NULL},
    {"Irecv Imrecv", "COMM", READS, NULL, NULL, NULL},
    {"Sendrecv Sendrecv_replace", "COMM", BOTH, NULL, NULL, NULL},
    {"Probe Iprobe Mprobe Improbe", "COMM", READS, NULL, NULL, NULL},
    {"Wait Waitany Waitsome Waitall Test Testany Testsome Testall", "COMM", READS, NULL, NULL,
     NULL},
    {"Barrier", "CLOCK", "0", NULL, NULL, NULL},
};

static bool names(const char *list, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += size) {
        if ((at == list || at[-1] == ' ') && (!at[size] || at[size] == ' '))
            return true;
    }
    return false;
}

const struct meaning *table_find(const char *base)
{
    static const struct meaning plain = {"", "COMM", "0", NULL, NULL, NULL};
    const char *name = strchr(base, '_') + 1;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (names(table[i].names, name))
            return &table[i];
    }
    return &plain;
}
