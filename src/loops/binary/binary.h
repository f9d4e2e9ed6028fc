/* binary.h: an executable or shared object: its code, its functions, where exceptions land. */
#ifndef LOOPS_BINARY_BINARY_H
#define LOOPS_BINARY_BINARY_H

#include "loops/architecture.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Addresses are those that it was linked for. */
struct loops_binary_part {
    uint64_t start, size;
    const uint8_t *bytes;
    bool is_code;
    bool is_written; /* the program may write to it */
};

enum loops_binary_source {
    BINARY_SYMBOL = 1, /* a symbol tells of it */
    BINARY_FRAME = 2,  /* .eh_frame does */
    BINARY_ENTRY = 4,  /* it is where the program or an initialiser begins */
    BINARY_CALLED = 8, /* it is the target of a call, or other code has its address */
    BINARY_COLD = 16,  /* a part of a function that was moved away */
    BINARY_MOVED = 32, /* by .eh_frame it may be such a part */
};

struct loops_binary_function {
    uint64_t start, end;
    const char *name; /* of the largest symbol; NULL: there is none */
    uint32_t sources; /* enum loops_binary_source */
    uint32_t first_pad, pad_count;
    bool never_returns, never_throws;
};

/* Where exceptions land that come out of the calls in a stretch of code. */
struct loops_binary_pad {
    uint64_t address;
    uint64_t start, end; /* of the stretch */
};

struct loops_binary_stub {
    uint64_t address;
    bool never_returns, never_throws;
};

/* How frames are found in a function: programs of .eh_frame, one for many and its own. */
struct loops_binary_frame {
    uint64_t start, end;
    const uint8_t *common, *common_end;
    const uint8_t *program, *program_end;
    uint64_t step;
};

struct loops_binary {
    char *path;
    const struct loops_architecture *architecture;
    bool moves;     /* position-independent: it may be loaded anywhere */
    bool is_static; /* no loader, so that nothing can be preloaded */
    uint64_t entry;
    struct loops_binary_part *parts; /* by address */
    size_t part_count;
    struct loops_binary_function *functions; /* by address; they do not overlap */
    size_t function_count;
    struct loops_binary_pad *pads; /* landing pads, of one function after another */
    size_t pad_count, pad_room;
    struct loops_binary_stub
        *stubs; /* of functions in other libraries of which something is known */
    size_t stub_count, stub_room;
    uint64_t *labels; /* addresses inside of functions that data holds, in order */
    size_t label_count, label_room;
    struct loops_binary_frame *frames; /* by address */
    size_t frame_count, frame_room;
    struct loops_binary_file *file;
};

/* NULL with an error: it cannot be read, is no ELF file, or of another machine. */
struct loops_binary *loops_binary_open(const char *path, struct error *error);
void loops_binary_close(struct loops_binary *binary);

/* The bytes at an address, `size` of them at least, up to the end of what is there; NULL: none. */
const uint8_t *loops_binary_bytes(const struct loops_binary *binary, uint64_t address, size_t size,
                                  size_t *there);
const struct loops_binary_part *loops_binary_part_at(const struct loops_binary *binary,
                                                     uint64_t address);

/* The function that an address is in; NULL: none. */
struct loops_binary_function *loops_binary_function_at(const struct loops_binary *binary,
                                                       uint64_t address);

/* Whether what begins at an address never comes back to its caller. */
bool loops_binary_never_returns(const struct loops_binary *binary, uint64_t address);

/* Whether it is known that no exception comes out of it. */
bool loops_binary_never_throws(const struct loops_binary *binary, uint64_t address);

/* Whether the frame of the function at an address is down there, so that a jump can leave it. */
bool loops_binary_frame_is_down(const struct loops_binary *binary, uint64_t address);

/* The first label that is not before an address, or their count. */
size_t loops_binary_labels_from(const struct loops_binary *binary, uint64_t address);

#endif
