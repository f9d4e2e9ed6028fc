#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[9]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[9] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 2, 20, 0, "HEADS", "heads.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 5, 10, 1, "10", "heads.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 11, 13, 1, "20", "heads.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 3, 14, 16, 1, "30", "heads.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 4, 15, 16, 1, "30", "heads.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 5, 17, 18, 1, "40", "heads.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 19, 19, 1, "PRINT", "heads.f", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 21, 28, 0, "NV", "heads.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 27, 27, 8, "PRINT", "heads.f", "bytes not counted: Fortran I/O does not report them"),
};
TRI_UNIT_END(9, "heads.f", "DIR");
TRI_FORTRAN_IO;
