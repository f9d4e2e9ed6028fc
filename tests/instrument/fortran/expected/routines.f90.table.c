#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[25]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[25] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 22, 26, 0, "shapes::square_area", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 27, 30, 0, "shapes::twice_integer", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 31, 34, 0, "shapes::twice_real", "routines.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 35, 46, 0, "shapes::clean", "routines.f90", 0, 2, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 41, 43, 4, "", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 44, 44, 4, "WRITE", "routines.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 2, 45, 45, 4, "READ", "routines.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 47, 50, 0, "shapes::one_more", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 51, 58, 0, "shapes::factorial", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 59, 60, 0, "shapes::nothing", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 61, 72, 0, "shapes::host", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 67, 71, 0, "shapes::host::inner", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 68, 70, 12, "", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 76, 79, 0, "details::apart", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 80, 82, 0, "details::also_apart", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 84, 94, 0, "with_entries", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 87, 94, 0, "another", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 90, 94, 0, "third", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 95, 99, 0, "early", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 97, 99, 0, "late", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 100, 104, 0, "c_like", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 105, 136, 0, "main_one", "routines.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 119, 119, 22, "PRINT", "routines.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 127, 127, 22, "PRINT", "routines.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 3, 135, 135, 22, "PRINT", "routines.f90", "bytes not counted: Fortran I/O does not report them"),
};
TRI_LIGHTS(6) = {
    TRI_LIGHT(4, 3, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(11, 10, 0, -1, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(12, 10, 2, -1, -1, -1, 1, 0, 1, 2, 2, 2),
    TRI_LIGHT(11, 10, 0, -1, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(12, 10, 4, -1, -1, -1, 1, 0, 1, 2, 2, 2),
    TRI_LIGHT(12, 11, 0, -1, -1, -1, 1, 0, 1, 2, 2, 2),
};
TRI_LIT_UNIT_END(25, "routines.f90", "DIR", tri_lights, 6);
TRI_FORTRAN_IO;
