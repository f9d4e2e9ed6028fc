/* operations.h: what instructions do, as far as it is counted: the measures of an instruction mix.
 *
 * Each instruction belongs to one class: float, integer, branch, memory or other. It may load and
 * store besides: where an instruction computes with an operand in memory, as on x86-64, it is a
 * float or integer instruction, and a load. Instructions that only load or store are of the class
 * memory. */
#ifndef FORMAT_OPERATIONS_H
#define FORMAT_OPERATIONS_H

#include <stdint.h>

enum format_operation {
    /* The classes: numbers of instructions. */
    FORMAT_OPERATION_FLOAT,   /* computes with, compares or converts floating-point numbers */
    FORMAT_OPERATION_INTEGER, /* the same for integers and addresses, also in vectors; logic */
    FORMAT_OPERATION_BRANCH,  /* jumps, branches, calls, returns */
    FORMAT_OPERATION_MEMORY,  /* only loads or stores */
    FORMAT_OPERATION_OTHER,   /* moves between registers, permutations, hints, system */
    FORMAT_OPERATION_CLASSES,

    FORMAT_OPERATION_LOADS = FORMAT_OPERATION_CLASSES, /* instructions that load */
    FORMAT_OPERATION_STORES,
    FORMAT_OPERATION_LOADED, /* bytes */
    FORMAT_OPERATION_STORED, /* bytes */
    FORMAT_OPERATION_STACK,  /* loads and stores relative to the stack pointer: mostly spills */
    FORMAT_OPERATION_FUSED,  /* float instructions that multiply and add */
    FORMAT_OPERATION_UNSURE, /* instructions whose operations or bytes depend on what is not known:
                                masks, lengths in registers; none of them are counted */
    FORMAT_OPERATION_VECTOR_64, /* instructions on vectors of that many bits */
    FORMAT_OPERATION_VECTOR_128,
    FORMAT_OPERATION_VECTOR_256,
    FORMAT_OPERATION_VECTOR_512,
    /* Floating-point operations: additions, subtractions, multiplications, divisions, square
     * roots, minima, maxima and estimates, one per element; a fused one counts as two. Four
     * precisions, of scalars and of the four lengths of vectors. */
    FORMAT_OPERATION_FLOPS,
    FORMAT_OPERATIONS = FORMAT_OPERATION_FLOPS + 20,
};

enum format_precision {
    FORMAT_PRECISION_HALF,
    FORMAT_PRECISION_SINGLE,
    FORMAT_PRECISION_DOUBLE,
    FORMAT_PRECISION_EXTENDED, /* x87 */
    FORMAT_PRECISIONS,
};

/* Lengths of vectors: 0 is a scalar, 1 to 4 are 64 to 512 bits. */
enum { FORMAT_VECTOR_LENGTHS = 5 };

/* Returns the measure of the operations of a precision on vectors of a length. */
static inline uint32_t format_operation_flops(uint32_t precision, uint32_t length)
{
    return FORMAT_OPERATION_FLOPS + precision * FORMAT_VECTOR_LENGTHS + length;
}

static inline uint32_t format_operation_precision(uint32_t flops)
{
    return (flops - FORMAT_OPERATION_FLOPS) / FORMAT_VECTOR_LENGTHS;
}

static inline uint32_t format_operation_length(uint32_t flops)
{
    return (flops - FORMAT_OPERATION_FLOPS) % FORMAT_VECTOR_LENGTHS;
}

/* Returns the word for a measure; "" if it is of a later version. */
static inline const char *format_operation_word(uint32_t operation)
{
    static const char *const words[] = {
        "float",
        "integer",
        "branch",
        "memory",
        "other",
        "loads",
        "stores",
        "loaded_bytes",
        "stored_bytes",
        "stack_accesses",
        "fused",
        "unsure",
        "vector_64",
        "vector_128",
        "vector_256",
        "vector_512",
        "flops_half",
        "flops_half_64",
        "flops_half_128",
        "flops_half_256",
        "flops_half_512",
        "flops_single",
        "flops_single_64",
        "flops_single_128",
        "flops_single_256",
        "flops_single_512",
        "flops_double",
        "flops_double_64",
        "flops_double_128",
        "flops_double_256",
        "flops_double_512",
        "flops_extended",
        "flops_extended_64",
        "flops_extended_128",
        "flops_extended_256",
        "flops_extended_512",
    };
    _Static_assert(sizeof words / sizeof words[0] == FORMAT_OPERATIONS, "words");
    return operation < FORMAT_OPERATIONS ? words[operation] : "";
}

#endif
