/* base.h: what all parts of the Valgrind tool use: Valgrind's own small C library, since the tool
 * has no other. */
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

enum { BASE_PATH = 4096 }; /* bytes of a path at most */

/* Grows an array so that `count` elements of `size` bytes fit; returns its new address. */
static inline void *base_grow(void *array, UInt *room, UInt count, SizeT size)
{
    if (count <= *room)
        return array;
    *room = count < 16 ? 16 : count + count / 2;
    return VG_(realloc)("triptych", array, *room * size);
}

#endif
