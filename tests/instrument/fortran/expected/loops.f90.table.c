#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[27]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[27] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 2, 106, 0, "loops", "loops.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 11, 15, 1, "", "loops.f90", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 12, 14, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 16, 18, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 4, 19, 21, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 5, 23, 25, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 6, 26, 28, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 7, 29, 31, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 8, 32, 34, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 9, 35, 35, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 10, 35, 35, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 11, 36, 38, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 12, 40, 43, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_DO, 13, 44, 47, 1, "", "loops.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 14, 48, 54, 1, "outer", "loops.f90", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 15, 49, 53, 1, "inner", "loops.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 16, 55, 70, 1, "search", "loops.f90", 0, 3, 2),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 17, 57, 59, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 18, 64, 66, 1, "", "loops.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 19, 71, 81, 1, "", "loops.f90", 0, 1, 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 20, 74, 76, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 21, 82, 90, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 22, 86, 88, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 23, 91, 93, 1, "", "loops.f90", "trips not counted: they do not follow from the head of the DO CONCURRENT"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 24, 96, 99, 1, "", "loops.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 101, 101, 1, "PRINT", "loops.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 103, 105, 0, "loops::bound", "loops.f90", 0),
};
TRI_LIGHTS(6) = {
    TRI_LIGHT(2, 1, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(10, 9, 0, -1, -1, -1, 1, 0, 1, 2, 2, 2),
    TRI_LIGHT(15, 14, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(17, 16, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(18, 16, 0, -1, 2, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(20, 19, 0, 0, -1, -1, 1, 0, 1, 7, 7, 7),
};
TRI_LIT_UNIT_END(27, "loops.f90", "DIR", tri_lights, 6);
TRI_FORTRAN_IO;
