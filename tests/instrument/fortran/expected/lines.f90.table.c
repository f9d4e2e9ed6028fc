#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[18]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[18] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 2, 2, 0, "one", "lines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 3, 3, 0, "two", "lines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 4, 33, 0, "lines", "lines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 8, 8, 3, "", "lines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 9, 17, 3, "", "lines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 14, 16, 3, "WRITE", "lines.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 18, 18, 3, "WRITE", "lines.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 3, 18, 18, 3, "WRITE", "lines.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 19, 20, 3, "10", "lines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 4, 19, 20, 3, "10", "lines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 5, 21, 24, 3, "20", "lines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 6, 26, 28, 3, "", "lines.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DO, 7, 29, 29, 3, "first", "lines.f90", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_DO, 8, 29, 29, 3, "second", "lines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 4, 31, 31, 3, "WRITE", "lines.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 5, 31, 31, 3, "WRITE", "lines.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 9, 32, 32, 3, "", "lines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 6, 33, 33, 3, "PRINT", "lines.f90", "bytes not counted: Fortran I/O does not report them"),
};
TRI_LIGHTS(2) = {
    TRI_LIGHT(9, 8, 0, -1, -1, -1, 1, 0, 1, 2, 2, 2),
    TRI_LIGHT(13, 12, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(18, "lines.f90", "DIR", tri_lights, 2);
TRI_FORTRAN_IO;
