/* binary.h: an executable or shared object: its code, its functions, and where exceptions land.
 *
 * loops_binary_open() reads an ELF file once; everything below points into the mapped file or is
 * found in it, and stays until loops_binary_close(). Addresses are those that the file was linked
 * for.
 *
 *    parts      [ code                                     ] [ data         ]  segments
 *    functions   [ main        ] [ f      ] [ f.cold ] [ g ]                 disjoint, sorted
 *    frames      [ main        ] [ f      ] [ f.cold ] [ g ]                 from .eh_frame
 *    pads             ^    ^          ^                                      by function
 *    stubs                                                ^ ^                PLT, known callees
 *    labels          ^ ....................................... a pointer     sorted
 *
 * Functions are collected from the symbol tables, .eh_frame and the entry point (struct found),
 * sorted and made disjoint (functions.c); then the cold parts that compilers moved away are marked
 * (cold_parts.c), and the functions that never return are found (noreturn.c). */
#ifndef LOOPS_BINARY_BINARY_H
#define LOOPS_BINARY_BINARY_H

#include "loops/architecture.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A loaded segment, as far as the file holds its bytes. */
struct loops_binary_part {
    uint64_t start, size;
    const uint8_t *bytes;
    bool is_code;
    bool is_written; /* the program may write here */
};

/* The sources that a function was found in; bits. */
enum loops_binary_source {
    BINARY_SYMBOL = 1,  /* a symbol names it */
    BINARY_FRAME = 2,   /* .eh_frame describes it */
    BINARY_ENTRY = 4,   /* the program or an initialiser begins here */
    BINARY_CALLED = 8,  /* it is called, or other code has its address */
    BINARY_COLD = 16,   /* it is a cold part of another function */
    BINARY_MOVED = 32,  /* its entry in .eh_frame looks like that of a cold part */
    BINARY_GLOBAL = 64, /* a global symbol names it: anybody may call it, by the ABI's rules */
};

/* A function, or a cold part of one. */
struct loops_binary_function {
    uint64_t start, end;
    const char *name; /* name of the largest symbol; NULL if there is none */
    uint32_t sources; /* bits of enum loops_binary_source */
    uint32_t first_pad, pad_count;
    bool never_returns, never_throws;
    bool may_return; /* some instruction may return, whatever becomes known of other functions */
    uint32_t taken, given; /* registers that the ABI keeps from it, but that it reads, or changes:
                              see straight.c */
};

/* A landing pad: exceptions from calls between `start` and `end` continue at `address`. */
struct loops_binary_pad {
    uint64_t address;
    uint64_t start, end; /* the calls whose exceptions land here */
};

/* A stub of the procedure linkage table, or a pointer of the global offset table that is called in
 * its place. */
struct loops_binary_stub {
    uint64_t address;
    bool never_returns, never_throws;
    bool is_probe;
    bool is_quiet; /* format/quiet.h */
};

/* One entry of .eh_frame (FDE): the byte programs that say where the caller's frame is, the common
 * one (of the CIE) and the function's own. */
struct loops_binary_frame {
    uint64_t start, end;
    const uint8_t *common, *common_end;
    const uint8_t *program, *program_end;
    uint64_t step; /* bytes by which the programs count addresses */
};

/* A range of addresses, up to before `end`. */
struct loops_binary_range {
    uint64_t start, end;
};

/* Where to begin the search for the function at an address: see look_up_begin(). */
struct loops_binary_index {
    uint32_t *first; /* NULL: everywhere */
    unsigned shift;  /* stretches have 2^shift bytes */
};

/* An open binary. */
struct loops_binary {
    char *path;
    const struct loops_architecture *architecture;
    bool moves;             /* position-independent: can be loaded at any address */
    bool is_static;         /* linked statically: nothing can be preloaded */
    bool is_by_clang;       /* clang made some of it, and rustc nothing */
    bool is_by_c_compilers; /* GCC and clang made all of it, as far as it says */
    bool is_go;             /* Go's functions have rules of their own, for registers, too */
    bool has_descriptors;   /* of thread-local variables: functions of the loader, called through
                               pointers, that keep nearly all registers */
    bool has_probes;        /* `triptych cc` added probes to it */
    bool trusts_quiet;      /* format/quiet.h is known to be right about its calls */
    uint64_t entry;
    struct loops_binary_part *parts; /* sorted by address */
    size_t part_count;
    struct loops_binary_function *functions; /* sorted by address, disjoint */
    size_t function_count;
    struct loops_binary_index index; /* of the functions, by address */
    struct loops_binary_pad *pads;   /* grouped by function */
    size_t pad_count, pad_room;
    struct loops_binary_stub
        *stubs; /* of functions in other libraries that something is known of */
    size_t stub_count, stub_room;
    uint64_t *labels; /* addresses inside functions that data holds, sorted */
    size_t label_count, label_room;
    uint64_t *sure_labels; /* those of them that are no other data by chance, sorted */
    size_t sure_label_count, sure_label_room;
    struct loops_binary_range got[2];  /* the global offset table: pointers that the loader sets */
    struct loops_binary_frame *frames; /* sorted by address */
    size_t frame_count, frame_room;
    struct loops_binary_file *file; /* the open ELF file */
};

/* Opens a file and finds its functions. Returns NULL with an error if it cannot be read, is no ELF
 * file or is for an unsupported machine. The caller closes it. */
struct loops_binary *loops_binary_open(const char *path, struct error *error);
void loops_binary_close(struct loops_binary *binary);

/* Does the same without finding functions: only the architecture, the entry and the parts are
 * known. */
struct loops_binary *loops_binary_open_bare(const char *path, struct error *error);

/* Adds to a direct call the registers that the callee reads, or changes, against the ABI. */
void loops_binary_note_call(const struct loops_binary *binary, struct loops_instruction *in);

/* Returns the bytes at an address and sets `*there` (which may be NULL) to their count up to the
 * end of the segment; NULL if there are fewer than `size`. */
const uint8_t *loops_binary_bytes(const struct loops_binary *binary, uint64_t address, size_t size,
                                  size_t *there);
/* Returns the segment that an address is in; NULL if there is none. */
const struct loops_binary_part *loops_binary_part_at(const struct loops_binary *binary,
                                                     uint64_t address);

/* Returns the function that an address is in; NULL if there is none. */
struct loops_binary_function *loops_binary_function_at(const struct loops_binary *binary,
                                                       uint64_t address);

/* True if an address is in the global offset table. */
bool loops_binary_is_got(const struct loops_binary *binary, uint64_t address);

/* True if the loader changes bytes from an address on, up to before `end`. */
bool loops_binary_is_relocated(const struct loops_binary *binary, uint64_t start, uint64_t end);

/* Returns the address of the function or stub that a call or jump leads to, or of the pointer at a
 * fixed address that it goes through, if that is not known to lead to a function of this binary;
 * 0 if neither is known. */
uint64_t loops_binary_led_to(const struct loops_binary *binary, const struct loops_instruction *in);

/* True if the function or stub that begins at an address never returns to its caller. */
bool loops_binary_never_returns(const struct loops_binary *binary, uint64_t address);

/* True if the function or stub that begins at an address is known to throw no exceptions. */
bool loops_binary_never_throws(const struct loops_binary *binary, uint64_t address);

/* True if the stub that begins at an address leads to a function that calls nothing of the program.
 */
bool loops_binary_is_quiet(const struct loops_binary *binary, uint64_t address);

/* True if the function or stub that begins at an address is a probe that `triptych cc` added. */
bool loops_binary_is_probe(const struct loops_binary *binary, uint64_t address);

/* True if, by .eh_frame, the function that `address` is in has no frame of its own there, so that a
 * jump can leave it. Also true if .eh_frame does not describe the address. */
bool loops_binary_frame_is_down(const struct loops_binary *binary, uint64_t address);

/* Returns the index of the first of `count` labels at or after an address; `count` if there is
 * none.
 */
size_t loops_binary_labels_from(const uint64_t *labels, size_t count, uint64_t address);

#endif
