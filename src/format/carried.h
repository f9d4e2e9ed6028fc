/* carried.h: places/P/carried: what trips of watched loops read and overwrote of what earlier trips
 * of the same visit wrote or read (`triptych loops --dependences`).
 *
 *   struct format_carried_header
 *   struct format_carried_loop     one per watched loop of a binary that was loaded
 *   struct format_carried_access   an instruction that reads or writes; element 0 is unused
 *   struct format_carried          dependences between two of them
 *   texts                          zero-terminated; offset 0 is the empty one
 *
 * Functions have the numbers of places/P/modules. Addresses in them are those for which the binary
 * was linked. */
#ifndef FORMAT_CARRIED_H
#define FORMAT_CARRIED_H

#include <stdint.h>

#define FORMAT_CARRIED_MAGIC UINT64_C(0x31525241434952) /* "RICARR1" */
enum { FORMAT_CARRIED_VERSION = 1, FORMAT_CARRIED_DISTANCES = 8 };

struct format_carried_header {
    uint64_t magic;
    uint32_t version;
    uint32_t loops, accesses, records; /* numbers of elements */
    uint32_t text_bytes;
    uint32_t spare;
};

struct format_carried_loop {
    uint32_t function, loop; /* loop of that function, from 0 */
    uint64_t visits, trips;  /* trips: visits of its head */
    uint64_t nested;         /* visits inside a visit, by recursion: not followed */
    uint64_t loads, stores;  /* accesses that were followed */
    uint64_t below;          /* accesses to the stack of called functions: not followed */
    uint64_t allocator;      /* calls of malloc and its like, whose own accesses are not followed */
};

/* An instruction; if it is not in the loop's own function, with the call that led to it. */
struct format_carried_access {
    uint64_t address;
    uint64_t site;          /* address of the last instruction of the block with that call */
    uint32_t function;      /* function that contains the instruction; 0: it is not counted */
    uint32_t site_function; /* 0: it is in the loop's own function */
    uint32_t name;          /* text: name of the function, if it is not counted */
    uint32_t spare;
};

enum format_carried_kind {
    FORMAT_CARRIED_WATCHED, /* of the archive's table only: the loop itself */
    FORMAT_CARRIED_TRUE,    /* a trip reads what an earlier one wrote */
    FORMAT_CARRIED_ANTI,    /* a trip writes what an earlier one read */
    FORMAT_CARRIED_OUTPUT,  /* a trip writes what an earlier one wrote */
    FORMAT_CARRIED_KINDS,
};

enum format_carried_role {
    FORMAT_CARRIED_DEPENDENCE, /* it keeps trips in their order */
    FORMAT_CARRIED_INDUCTION, /* a variable that each trip changes by the same amount, which decides
                                 when the loop ends, or is in a register */
    FORMAT_CARRIED_REDUCTION, /* a variable that trips only update, by one associative operation */
    FORMAT_CARRIED_ATOMIC,    /* both accesses are atomic */
    FORMAT_CARRIED_PRIVATE,   /* memory that trips use again without reading each other's values */
    FORMAT_CARRIED_COUNTER, /* another variable that each trip changes by the same amount, and that
                               is read for other purposes, too */
    FORMAT_CARRIED_ROLES,
};

enum format_carried_operation {
    FORMAT_CARRIED_NONE,
    FORMAT_CARRIED_SUM,
    FORMAT_CARRIED_PRODUCT,
    FORMAT_CARRIED_AND,
    FORMAT_CARRIED_OR,
    FORMAT_CARRIED_XOR,
    FORMAT_CARRIED_MIN,
    FORMAT_CARRIED_MAX,
    FORMAT_CARRIED_OPERATIONS,
};

enum format_carried_storage {
    FORMAT_CARRIED_ELSEWHERE, /* memory that nothing is known of; low, high: addresses */
    FORMAT_CARRIED_FRAME,     /* frame of `owner`; low, high count from its canonical address */
    FORMAT_CARRIED_STATIC,    /* data of the module of `owner`; low, high: as linked */
    FORMAT_CARRIED_HEAP,      /* block allocated at access `owner`; low, high: offsets in it */
    FORMAT_CARRIED_REGISTER,  /* low: number of the register in DWARF */
    FORMAT_CARRIED_SYSTEM,    /* what system calls change: positions in files, and the like */
    FORMAT_CARRIED_STORAGES,
};

struct format_carried {
    uint32_t loop;       /* element of the loops */
    uint32_t kind, role; /* enum format_carried_kind, format_carried_role */
    uint32_t operation;  /* enum format_carried_operation, of a reduction */
    uint32_t from, to;   /* accesses of the earlier and of the later trip */
    uint32_t storage, owner;
    uint64_t code;      /* of a frame: address of code in `owner`, where the frame was seen */
    uint64_t stack;     /* of a frame: the stack pointer there, from the canonical address */
    uint64_t low, high; /* of the first and last byte, over all times */
    uint64_t count;     /* how often it happened */
    uint64_t min, max;  /* distance in trips */
    uint64_t distances[FORMAT_CARRIED_DISTANCES]; /* the first different ones; 0: no more */
    uint64_t counts[FORMAT_CARRIED_DISTANCES];    /* how often each */
};

static inline const char *format_carried_kind_word(uint32_t kind)
{
    static const char *const words[FORMAT_CARRIED_KINDS] = {"watched", "true", "anti", "output"};
    return kind < FORMAT_CARRIED_KINDS ? words[kind] : "unknown";
}

static inline const char *format_carried_role_word(uint32_t role)
{
    static const char *const words[FORMAT_CARRIED_ROLES] = {"dependence", "induction", "reduction",
                                                            "atomic",     "private",   "counter"};
    return role < FORMAT_CARRIED_ROLES ? words[role] : "unknown";
}

static inline const char *format_carried_operation_word(uint32_t operation)
{
    static const char *const words[FORMAT_CARRIED_OPERATIONS] = {"none", "+",   "*",   "and",
                                                                 "or",   "xor", "min", "max"};
    return operation < FORMAT_CARRIED_OPERATIONS ? words[operation] : "unknown";
}

static inline const char *format_carried_storage_word(uint32_t storage)
{
    static const char *const words[FORMAT_CARRIED_STORAGES] = {"elsewhere", "stack",    "static",
                                                               "heap",      "register", "system"};
    return storage < FORMAT_CARRIED_STORAGES ? words[storage] : "unknown";
}

#endif
