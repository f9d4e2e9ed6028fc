/* addresses.h: resolves an address of an executable or shared object to a source line, a routine or
 * a variable.
 *
 * A module (module.h) is an ELF file. Its debugging information is read unit by unit into flat
 * tables (unit.h), which symbols.h keeps in the user's cache:
 *
 *   address -> module -> symbols -> unit -> row (file, line)
 *                                        -> scope (function or inlined instance) -> routine
 *
 * What the debugging information leaves open is read from the source: loops (source_loops.h) and
 * OpenMP directives (omp_lines.h). */
#ifndef ARCHIVE_SYMBOLS_ADDRESSES_H
#define ARCHIVE_SYMBOLS_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum archive_address_kind {
    ADDRESS_UNKNOWN, /* the file does not exist, is newer than the run, or has no information */
    ADDRESS_ROUTINE, /* only the routine is known */
    ADDRESS_LINE,    /* file and line are known; the routine may not be */
    ADDRESS_DATA,    /* a variable */
};

/* The result for an address. Text is never NULL, and valid as long as `struct addresses`. */
struct archive_address {
    enum archive_address_kind kind;
    const char *file; /* as given to the compiler, or absolute */
    const char *dir;  /* where the compiler ran */
    uint32_t line;
    const char *routine;
    bool is_entry;         /* the address is the beginning of the routine */
    bool is_main;          /* the routine is C's main, or the main program of Fortran */
    uint32_t routine_line; /* line on which the routine begins; 0: not known */
    const char *symbol;    /* of ADDRESS_DATA */
    uint64_t offset, size; /* of the address in the variable; of the variable */
    unsigned machine;      /* EM_... of elf.h */
    /* set for ADDRESS_OF_ITSELF only: */
    const char *inlined;    /* functions that it was inlined from, the innermost first: "a <- b" */
    uint32_t inlined_count; /* how many they are */
    const char *called;     /* the one that was called on `from_line`, the user's own; or "" */
    const char *from_file;  /* as `file` */
    uint32_t from_line;     /* 0: not known */
    const char *function_file; /* as `file`: where the function that contains them begins, or "" */
    uint32_t function_line;    /* 0: not known */
    const char *function;      /* its name, qualified by classes or modules; or "" */
};

enum archive_address_of {
    ADDRESS_OF_RETURN, /* a return address: the instruction before it is meant */
    ADDRESS_OF_ENTRY, /* the first instruction of a function is meant itself; any other address is a
                         return address */
    ADDRESS_OF_ITSELF, /* the instruction at it is meant */
};

/* Resolves addresses and keeps what was read of modules. */
struct addresses;
struct addresses *archive_addresses_new(void);
void archive_addresses_free(struct addresses *addresses);

/* Resolves an address, as it was linked. A module that was changed after `newest` (ns since 1970)
 * is not the one that ran, and gives ADDRESS_UNKNOWN. */
struct archive_address archive_addresses_find(struct addresses *addresses, const char *module,
                                              uint64_t at, enum archive_address_of what,
                                              uint64_t newest);

/* Changes the result for the return address of a call of OpenMP's runtime library to the construct
 * that made the call, as far as the source tells. True if that is an implicit barrier. */
bool archive_addresses_find_construct(struct addresses *addresses, const char *module, uint64_t at,
                                      const char *name, uint64_t newest,
                                      struct archive_address *address);

/* A function that was inlined where an instruction is. */
struct archive_address_inlined {
    const char *name, *file;
    uint32_t line; /* on which it begins; 0: not known */
};

/* Finds the functions from which the instruction at an address was inlined, the innermost first;
 * returns how many there are, at most `most`. */
size_t archive_addresses_inlined(struct addresses *addresses, const char *module, uint64_t at,
                                 uint64_t newest, struct archive_address_inlined *inlined,
                                 size_t most);

/* Returns only the line of an instruction, which is faster; 0: not known. */
uint32_t archive_addresses_line(struct addresses *addresses, const char *module, uint64_t at,
                                uint64_t newest);

struct archive_symbols_unit;

/* Returns the tables of the compilation unit that contains an address; NULL: none. */
const struct archive_symbols_unit *archive_addresses_unit(struct addresses *addresses,
                                                          const char *module, uint64_t at,
                                                          uint64_t newest);

/* Sets the functions from which code of a scope was inlined, their number, and where. */
void archive_addresses_chain(struct addresses *addresses, const struct archive_symbols_unit *unit,
                             uint32_t scope, struct archive_address *address);

/* Returns the source name of a symbol, as far as it follows from the symbol alone. */
const char *archive_addresses_name(struct addresses *addresses, const char *symbol);

/* Returns the name of a function as in the source (`declared`; "": not known), with the suffix that
 * the compiler added to its symbol: "solve.part.0". */
const char *archive_addresses_function(struct addresses *addresses, const char *declared,
                                       const char *symbol);

/* The jumps back to the head of a loop. */
struct archive_address_loop {
    uint64_t head;
    const uint64_t *back; /* the conditional ones; if there are none, the others */
    size_t back_count;
    bool tested; /* they are conditional: the loop decides there whether to continue */
};

/* Finds the line of a loop, as far as it can be told. Code that was inlined into the loop does not
 * count. */
struct archive_address archive_addresses_find_loop(struct addresses *addresses, const char *module,
                                                   const struct archive_address_loop *loop,
                                                   uint64_t newest);

#endif
