/* base.h: what all parts of the Valgrind tool stand on: Valgrind's own small C library. */
#ifndef LOOPS_VALGRIND_BASE_H
#define LOOPS_VALGRIND_BASE_H

#include "format/loops.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"

#include "pub_tool_vki.h"

enum { BASE_PATH = 4096 };

/* Grows an array of elements of that size so that `count` of them fit. */
static inline void *base_grow(void *array, UInt *room, UInt count, SizeT size)
{
    if (count <= *room)
        return array;
    *room = count < 16 ? 16 : count + count / 2;
    return VG_(realloc)("triptych", array, *room * size);
}

#endif
