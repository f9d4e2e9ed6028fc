/* array.h: distributed arrays for programs with `#pragma tri` directives (doc/places.md).
 *
 * The elements of an array are divided into blocks, which are dealt to the places in turn. Every
 * place has its elements one behind the other, in the order of their numbers: a pointer leads to
 * them. Those of other places are read and written there, by `at(tri_array_place(a, i))`, or copied
 * by tri_array_get() and tri_array_put().
 *
 * A tri_array is a value without pointers: blocks of `async` and `at` copy it like a number.
 * Without `triptych cc` there is one place, which has all elements. */
#ifndef TRIPTYCH_ARRAY_H
#define TRIPTYCH_ARRAY_H

#include "places.h"

#include <stddef.h>

/* Distributions: blocks as large as possible; blocks of one element; and any larger number is that
 * of the elements of a block. */
enum { TRI_BLOCK = 0, TRI_CYCLIC = 1 };

typedef struct tri_array {
    long long count, block; /* elements: of the array, of a block */
    size_t size;            /* bytes of an element */
    int places;
    unsigned number, serial; /* which array; the serial number is never 0 */
#ifndef TRI_PLACES_TRANSLATED
    char *elements;
#endif
} tri_array;

/* Returns the place of an element; -1 if there is no such element. */
static inline __attribute__((unused)) int tri_array_place(tri_array array, long long element)
{
    return element < 0 || element >= array.count ? -1 : (int)(element / array.block % array.places);
}

/* Returns the position of an element among those of its place. */
static inline __attribute__((unused)) long long tri_array_index(tri_array array, long long element)
{
    return element / array.block / array.places * array.block + element % array.block;
}

/* Returns the element at a position of a place. */
static inline __attribute__((unused)) long long tri_array_element(tri_array array, int place,
                                                                  long long index)
{
    return (index / array.block * array.places + place) * array.block + index % array.block;
}

/* Returns how many of the elements below a limit a place has. */
static inline __attribute__((unused)) long long tri_array_count_below(tri_array array, int place,
                                                                      long long limit)
{
    long long blocks = limit / array.block;
    long long whole = blocks / array.places, rest = blocks % array.places;
    return whole * array.block + (place < rest    ? array.block
                                  : place == rest ? limit % array.block
                                                  : 0);
}

/* Returns how many elements a place has. */
static inline __attribute__((unused)) long long tri_array_count_at(tri_array array, int place)
{
    return tri_array_count_below(array, place, array.count);
}

/* Returns how many elements this place has. */
static inline __attribute__((unused)) long long tri_array_local_count(tri_array array)
{
    return tri_array_count_at(array, tri_here());
}

/* The element of a type, which is at this place: TRI_ELEMENT(double, a, i) = 1; */
#define TRI_ELEMENT(type, array, element) (*(type *)tri_array_at(array, element))

#ifdef TRI_PLACES_TRANSLATED

#include "places_calls.h"

/* A call of tri_array_get() or tri_array_put(), for what is recorded of it. */
struct tri_access {
    struct tri_site site;
    struct tri_variable variable;
    int is_known;
};

#ifndef TRI_DIRECTORY
#define TRI_DIRECTORY ""
#endif

#define TRI_ACCESS(what, which, shown, array, first, count, memory)                                \
    (__extension__({                                                                               \
        static struct tri_access tri_access_here = {                                               \
            .site = {.kind = which, .file = __FILE__, .line = __LINE__, .end_line = __LINE__},     \
            .variable = {.name = shown}};                                                          \
        what(&tri_access_here, __func__, TRI_DIRECTORY, array, first, count, memory);              \
    }))

#pragma GCC visibility push(default)

tri_array tri_array_make(const char *name, long long count, size_t size, long long block,
                         const char *file, unsigned line, const char *directory);
void tri_array_free(tri_array array);
void *tri_array_local(tri_array array);
void *tri_array_at(tri_array array, long long element);
void tri_array_get_by(struct tri_access *access, const char *routine, const char *directory,
                      tri_array array, long long first, long long count, void *to);
void tri_array_put_by(struct tri_access *access, const char *routine, const char *directory,
                      tri_array array, long long first, long long count, const void *from);

/* The block goes to an element of the array. */
void tri_block_array(char *data, tri_array array);

#pragma GCC visibility pop

/* Makes an array of zeros at all places; `size`: bytes of an element; `block`: TRI_BLOCK,
 * TRI_CYCLIC, or a number of elements. The name is shown in reports. tri_array_free() frees it at
 * all places; nobody may use it any more. */
#define tri_array_new(name, count, size, block)                                                    \
    tri_array_make(name, count, size, block, __FILE__, __LINE__, TRI_DIRECTORY)

/* Copies elements, which may be at any places, to or from memory of this place. */
#define tri_array_get(array, first, count, to)                                                     \
    TRI_ACCESS(tri_array_get_by, TRI_SITE_GET, #array, array, first, count, to)
#define tri_array_put(array, first, count, from)                                                   \
    TRI_ACCESS(tri_array_put_by, TRI_SITE_PUT, #array, array, first, count, from)

#else

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline __attribute__((unused, noreturn)) void tri_array_fail(const char *what)
{
    fprintf(stderr, "triptych: %s\n", what);
    exit(1);
}

static inline __attribute__((unused)) tri_array tri_array_new(const char *name, long long count,
                                                              size_t size, long long block)
{
    tri_array array = {.count = count, .size = size, .places = 1, .serial = 1};
    (void)name;
    array.block = block > 0 ? block : count > 0 ? count : 1;
    if (count < 0 || block < 0 || size == 0 || (unsigned long long)count > (size_t)-1 / 2 / size)
        tri_array_fail("an array of this size cannot be made");
    array.elements = (char *)calloc(count > 0 ? (size_t)count : 1, size);
    if (!array.elements)
        tri_array_fail("no memory for an array");
    return array;
}

static inline __attribute__((unused)) void tri_array_free(tri_array array)
{
    free(array.elements);
}

/* Returns the elements of this place. */
static inline __attribute__((unused)) void *tri_array_local(tri_array array)
{
    return array.elements;
}

/* Returns where an element is, which must be at this place. */
static inline __attribute__((unused)) void *tri_array_at(tri_array array, long long element)
{
    if (element < 0 || element >= array.count)
        tri_array_fail("an array has no such element");
    return array.elements + (size_t)element * array.size;
}

static inline __attribute__((unused)) void tri_array_check(tri_array array, long long first,
                                                           long long count)
{
    if (first < 0 || count < 0 || first > array.count || count > array.count - first)
        tri_array_fail("an array has no such elements");
}

static inline __attribute__((unused)) void tri_array_get(tri_array array, long long first,
                                                         long long count, void *to)
{
    tri_array_check(array, first, count);
    if (count)
        memcpy(to, array.elements + (size_t)first * array.size, (size_t)count * array.size);
}

static inline __attribute__((unused)) void tri_array_put(tri_array array, long long first,
                                                         long long count, const void *from)
{
    tri_array_check(array, first, count);
    if (count)
        memcpy(array.elements + (size_t)first * array.size, from, (size_t)count * array.size);
}

#endif

#endif
