#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[22]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[22] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 2, 15, 0, "once", "once.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 7, 13, 1, "", "once.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 14, 14, 1, "PRINT", "once.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 17, 34, 0, "unrolled", "once.f90", 0, 4, 2),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 25, 27, 4, "", "once.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 30, 33, 4, "", "once.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 37, 55, 0, "again", "once.f90", 0, 4, 2),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 45, 47, 7, "", "once.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 51, 53, 7, "", "once.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 57, 77, 0, "left", "once.f90", 0, 6, 3),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 1, 63, 66, 10, "", "once.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 2, 69, 72, 10, "", "once.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 74, 76, 10, "", "once.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 79, 102, 0, "picked", "once.f90", 0, 8, 6),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 84, 101, 14, "", "once.f90", 0, 7, 5),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 85, 100, 14, "", "once.f90", 0, 6, 4),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 3, 87, 92, 14, "", "once.f90", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 4, 89, 91, 14, "", "once.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 5, 94, 98, 14, "", "once.f90", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 6, 95, 97, 14, "", "once.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 104, 112, 0, "alone", "once.f90", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 109, 111, 21, "", "once.f90", 0),
};
TRI_LIGHTS(25) = {
    TRI_LIGHT(4, 3, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(5, 3, 0, 2, 3, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(7, 6, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(8, 6, 0, 2, 3, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(10, 9, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(11, 9, 0, 2, 3, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(12, 9, 0, 4, 5, 2, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(14, 13, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(15, 13, 8, -1, 1, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(16, 13, 9, 2, 3, 2, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(17, 13, 10, -1, 4, 3, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(18, 13, 9, 5, 6, 4, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(19, 13, 12, -1, 7, 5, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(15, 14, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(16, 14, 14, 1, 2, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(17, 14, 15, -1, 3, 2, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(18, 14, 14, 4, 5, 3, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(19, 14, 17, -1, 6, 4, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(16, 15, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(17, 15, 19, -1, 2, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(18, 15, 0, 3, 4, 2, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(19, 15, 21, -1, 5, 3, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(17, 16, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(19, 18, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(21, 20, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(22, "once.f90", "DIR", tri_lights, 25);
TRI_FORTRAN_IO;
