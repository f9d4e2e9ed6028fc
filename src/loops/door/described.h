/* described.h: the described functions of a library of jumps, and where a binary has them. */
#ifndef LOOPS_DOOR_DESCRIBED_H
#define LOOPS_DOOR_DESCRIBED_H

#include "loops/binary/binary.h"

/* A described function. */
struct door_described {
    const char *symbol;
    uint32_t number;  /* in the table */
    bool is_called;   /* only called by expressions */
    bool is_variable; /* data, not a function */
    /* In the binary: */
    uint64_t start, end; /* 0: it is not there */
    bool is_global;
    bool is_double;    /* several local functions have its name */
    bool is_chosen;    /* the dynamic linker chooses one (ifunc) */
    const char *clone; /* the name of a variant that the compiler made of it; NULL: none */
};

struct door_table {
    void *bytes; /* the mapped library */
    size_t size;
    struct door_described *all; /* sorted by symbol */
    size_t count;
    uint64_t *starts; /* of all functions of the binary, sorted */
    size_t start_count, start_room;
    bool is_stripped; /* the binary has no table of its symbols */
};

/* Reads the functions of a library that vocabulary/library.c has written. False with an error. */
bool door_table_read(struct door_table *table, const char *library, struct error *error);
void door_table_free(struct door_table *table);

/* Finds them in a binary. */
void door_table_find(struct door_table *table, const struct loops_binary *binary);

/* Returns the address of the next function behind an address; UINT64_MAX if there is none. */
uint64_t door_table_next(const struct door_table *table, uint64_t address);

#endif
