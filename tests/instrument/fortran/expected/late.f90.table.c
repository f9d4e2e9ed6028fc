#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[10]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[10] = {
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 6, 12, 0, "words::upper", "late.f90", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 9, 11, 1, "", "late.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 13, 18, 0, "words::half", "late.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 19, 23, 0, "words::max", "late.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 25, 35, 0, "late", "late.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 1, 30, 30, 5, "OPEN", "late.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 31, 31, 5, "WRITE", "late.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 3, 32, 32, 5, "REWIND", "late.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 4, 33, 33, 5, "CLOSE", "late.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 5, 34, 34, 5, "PRINT", "late.f90", "bytes not counted: Fortran I/O does not report them"),
};
TRI_LIGHTS(1) = {
    TRI_LIGHT(1, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(10, "late.f90", "DIR", tri_lights, 1);
TRI_FORTRAN_IO;
