/* addresses.h: what is at an address of an executable or shared object: source line, routine, or a
 * variable. */
#ifndef ARCHIVE_SYMBOLS_ADDRESSES_H
#define ARCHIVE_SYMBOLS_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum address_kind {
    ADDRESS_UNKNOWN, /* there is no such file, it is a newer one, or it knows nothing */
    ADDRESS_ROUTINE, /* only the routine is known */
    ADDRESS_LINE,    /* all of it, the routine maybe not */
    ADDRESS_DATA,    /* a variable */
};

/* Text is valid as long as the modules are kept, and never NULL. */
struct address {
    enum address_kind kind;
    const char *file; /* as the compiler was given it, or absolute */
    const char *dir;  /* where the compiler ran */
    uint32_t line;
    const char *routine;
    bool is_entry;         /* it is where the routine begins */
    uint32_t routine_line; /* where it begins; 0: not known */
    const char *symbol;    /* of data */
    uint64_t offset, size; /* of the address in it; of all of it */
    unsigned machine;      /* EM_ of elf.h */
    /* Of ADDRESS_OF_ITSELF: */
    const char *inlined;    /* functions that it was inlined from, the innermost first: "a <- b" */
    uint32_t inlined_count; /* how many these are */
    const char *function_file; /* as `file`: where the function begins that they are in, or "" */
    uint32_t function_line;    /* 0: not known */
    const char *function;      /* its name, with those of classes or modules that it is in; or "" */
};

enum address_of {
    ADDRESS_OF_RETURN, /* the instruction before it is meant */
    ADDRESS_OF_ENTRY,  /* a function's first instruction is itself meant; others as above */
    ADDRESS_OF_ITSELF, /* the instruction at it is meant */
};

/* Modules that were looked into are kept. */
struct addresses;
struct addresses *addresses_new(void);
void addresses_free(struct addresses *addresses);

/* What is at an address, as it was linked. A module that was changed after `newest` (ns since 1970)
 * is not the one that ran. */
struct address addresses_find(struct addresses *addresses, const char *module, uint64_t at,
                              enum address_of what, uint64_t newest);

/* Changes what was found at the return address of a call of OpenMP's runtime library to the
 * construct that it is of, as far as the source tells; true if it is a barrier that nobody wrote.
 */
bool addresses_find_construct(struct addresses *addresses, const char *module, uint64_t at,
                              const char *name, uint64_t newest, struct address *address);

/* The line of an instruction alone, which takes less; 0: not known. */
uint32_t addresses_line(struct addresses *addresses, const char *module, uint64_t at,
                        uint64_t newest);

struct symbols_unit;

/* The tables of the compilation unit that an address is in; NULL: none are known. */
const struct symbols_unit *addresses_unit(struct addresses *addresses, const char *module,
                                          uint64_t at, uint64_t newest);

/* The functions that code of a scope of the unit was inlined from, as in `inlined`; how many. */
const char *addresses_chain(struct addresses *addresses, const struct symbols_unit *unit,
                            uint32_t scope, uint32_t *count);

/* The name that the source has for a symbol, as far as that can be told from it alone. */
const char *addresses_name(struct addresses *addresses, const char *symbol);

/* The name of a function as in the source, if that is known (it is `declared` there), with what the
 * compiler put behind its symbol: "solve.part.0". */
const char *addresses_function(struct addresses *addresses, const char *declared,
                               const char *symbol);

/* The jumps that lead back to the head of a loop. */
struct address_loop {
    uint64_t head;
    const uint64_t *back; /* those that are branches; if none is, those that always jump */
    size_t back_count;
    bool tested; /* they are branches: that is where the loop is told to go on */
};

/* Where a loop stands in the source, as far as that can be told. What is inlined into the loop is
 * not the loop. */
struct address addresses_find_loop(struct addresses *addresses, const char *module,
                                   const struct address_loop *loop, uint64_t newest);

#endif
