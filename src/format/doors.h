/* doors.h: how calls of described functions inside a binary are led to the collector: made by
 * triptych-plan (loops/door), used inside the program (measure/vocabulary/doors.c).
 *
 * The file is a struct format_doors, then its doors, moves, patches, code and texts, each padded to
 * a multiple of 8 bytes, in the machine's byte order. Addresses are those for which the binary was
 * linked. Each door has in the code a stub, which passes the address of the described function to
 * the collector, and the beginning of the function, moved there, from which it continues. */
#ifndef FORMAT_DOORS_H
#define FORMAT_DOORS_H

#include "format/hash.h"
#include "format/loops.h"

#include <string.h>
#include <sys/stat.h>

#define FORMAT_DOORS_MAGIC UINT64_C(0x31524f4f44495254) /* "TRIDOOR1" */
#define FORMAT_DOORS_FOLDER "doors"                     /* in the archive, while it is written */
#define FORMAT_DOORS_VARIABLE "TRIPTYCH_DOORS"          /* the path of triptych-plan */
#define FORMAT_DOORS_COMMAND "TRIPTYCH_DOORS_COMMAND"   /* programs of the command: ":/a/b:/c:" */
#define FORMAT_DOORS_DATA "tri_vocabulary_data" /* symbol of the library of described functions */

enum {
    FORMAT_DOORS_VERSION = 2,
    FORMAT_DOORS_AARCH64_FUNCTION = 16, /* offsets in a stub: 8 bytes each */
    FORMAT_DOORS_AARCH64_HANDLER = 24,
    FORMAT_DOORS_AARCH64_STUB = 32, /* its size */
    FORMAT_DOORS_X86_64_FUNCTION = 4,
    FORMAT_DOORS_X86_64_HANDLER = 24,
    FORMAT_DOORS_X86_64_STUB = 32,
};

enum format_doors_flag {
    FORMAT_DOORS_STRIPPED = 1, /* the binary has no table of its symbols */
};

struct format_doors {
    uint64_t magic;
    uint32_t version, machine; /* EM_ of elf.h */
    uint64_t size, changed;    /* of the binary: bytes, ns since 1970 */
    uint64_t low, high;        /* range of addresses that are patched; low > high: none */
    uint32_t doors, moves, patches, code, texts; /* numbers of elements, and bytes */
    uint32_t flags;                              /* enum format_doors_flag */
    uint64_t sum;                                /* format_sum() of the file with 0 here */
};

/* The vector and floating-point registers that a function may change. */
enum format_door_vectors {
    FORMAT_DOOR_ALL_VECTORS,
    FORMAT_DOOR_SSE_VECTORS, /* xmm0 to xmm15 but not what longer registers add; and mxcsr's flags
                              */
    FORMAT_DOOR_NO_VECTORS,
};

struct format_door {
    uint64_t address;  /* of the function; 0: it is not in the binary */
    uint32_t function; /* number in the table of described functions */
    uint32_t stub;     /* offset in the code; UINT32_MAX: it is not patched, only called */
    uint32_t real;     /* offset in the code: calls what the function was */
    uint32_t why;      /* offset of a text: why it is not patched; 0: nothing is wrong */
    uint32_t vectors;  /* enum format_door_vectors: what calling `real` may change */
    uint32_t spare;
};

static inline uint64_t format_doors_up(uint64_t bytes)
{
    return (bytes + 7) & ~UINT64_C(7);
}

/* Returns the size of the file. */
static inline uint64_t format_doors_size(const struct format_doors *doors)
{
    return sizeof *doors + doors->doors * sizeof(struct format_door) +
           doors->moves * sizeof(struct format_move) +
           doors->patches * sizeof(struct format_patch) + format_doors_up(doors->code) +
           format_doors_up(doors->texts);
}

/* Returns when a binary was changed, ns since 1970. */
static inline uint64_t format_doors_changed(const struct stat *binary)
{
    return (uint64_t)binary->st_mtim.tv_sec * UINT64_C(1000000000) +
           (uint64_t)binary->st_mtim.tv_nsec;
}

/* Returns the number that names the file of a binary, in hexadecimal digits: it depends on the
 * binary and on the path of the library of described functions. */
static inline uint64_t format_doors_name(const char *library, const struct stat *binary)
{
    const uint64_t about[] = {(uint64_t)binary->st_dev, (uint64_t)binary->st_ino,
                              (uint64_t)binary->st_size, format_doors_changed(binary)};
    uint64_t sum = format_hash(FORMAT_HASH_START, library, strlen(library));
    return format_hash(sum, about, sizeof about);
}

_Static_assert(sizeof(struct format_doors) == 80, "doors");
_Static_assert(sizeof(struct format_door) == 32, "door");
_Static_assert(sizeof(struct format_move) == 16 && sizeof(struct format_patch) == 16, "changes");

#endif
