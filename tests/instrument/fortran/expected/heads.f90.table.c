#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[13]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[13] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 15, 19, 0, "bounds::plus", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 20, 24, 0, "bounds::box_size", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 25, 29, 0, "bounds::max", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 31, 64, 0, "heads", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 39, 41, 4, "", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 42, 42, 4, "", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 3, 42, 42, 4, "", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 4, 43, 48, 4, "a", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 5, 51, 53, 4, "", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 6, 54, 56, 4, "", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 7, 57, 59, 4, "", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 8, 60, 62, 4, "", "heads.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 63, 63, 4, "PRINT", "heads.f90", "bytes not counted: Fortran I/O does not report them"),
};
TRI_UNIT_END(13, "heads.f90", "DIR");
TRI_FORTRAN_IO;
