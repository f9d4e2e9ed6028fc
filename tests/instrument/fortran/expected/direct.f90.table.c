#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[11]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[11] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 2, 11, 0, "direct", "direct.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 7, 9, 1, "", "direct.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 10, 10, 1, "PRINT", "direct.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 13, 38, 0, "scale", "direct.f90", 0, 5, 3),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 22, 24, 4, "", "direct.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 26, 30, 4, "", "direct.f90", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 27, 29, 4, "", "direct.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 4, 32, 37, 4, "", "direct.f90", 0, 2, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 5, 34, 36, 4, "", "direct.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 40, 45, 0, "complain", "direct.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 44, 44, 10, "PRINT", "direct.f90", "bytes not counted: Fortran I/O does not report them"),
};
TRI_LIGHTS(5) = {
    TRI_LIGHT(4, 3, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(5, 3, 0, 2, 3, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(6, 3, 2, -1, 4, 2, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(6, 5, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(8, 7, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(11, "direct.f90", "DIR", tri_lights, 5);
TRI_FORTRAN_IO;
