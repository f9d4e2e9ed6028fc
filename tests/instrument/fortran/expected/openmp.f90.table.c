#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[33]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[33] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 5, 14, 0, "work::orphaned", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 10, 12, 1, "", "openmp.f90", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_ROUTINE, TRI_UNMEASURED, 1, 15, 19, 0, "work::device", "openmp.f90", "OpenMP may run it on another device"),
    TRI_ROW(TRI_OFF, TRI_KIND_ROUTINE, TRI_UNMEASURED, 1, 20, 24, 0, "work::vectors", "openmp.f90", "OpenMP compiles it for SIMD calls (declare simd)"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 26, 143, 0, "openmp", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 35, 43, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 36, 38, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 3, 39, 41, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 45, 45, 5, "PRINT", "openmp.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 4, 48, 50, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 5, 53, 57, 5, "", "openmp.f90", "trips not counted: the iterations are shared between threads"),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_DETERMINED | TRI_UNMEASURED, 6, 54, 56, 5, "", "openmp.f90", "OpenMP merges it with the enclosing loop"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 60, 60, 5, "WRITE", "openmp.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 7, 61, 63, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 8, 67, 69, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 9, 71, 73, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 10, 76, 78, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 11, 87, 93, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 12, 89, 91, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 13, 97, 102, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_DETERMINED | TRI_UNMEASURED, 14, 99, 101, 5, "", "openmp.f90", "it is inside a simd loop"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 15, 104, 106, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 16, 108, 110, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 17, 113, 117, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_DETERMINED | TRI_UNMEASURED, 18, 114, 116, 5, "", "openmp.f90", "it is inside an OpenMP construct that may run on another device"),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_DETERMINED | TRI_UNMEASURED, 19, 119, 121, 5, "", "openmp.f90", "it is inside an OpenMP construct that may run on another device"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 20, 124, 128, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 3, 126, 126, 5, "WRITE", "openmp.f90", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 21, 131, 131, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 22, 133, 135, 5, "", "openmp.f90", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED, 23, 137, 139, 5, "", "openmp.f90", "a jump leaves it inside an OpenMP construct or a DO CONCURRENT"),
    TRI_ROW(TRI_OFF, TRI_KIND_IO, TRI_UNMEASURED, 4, 138, 138, 5, "OPEN", "openmp.f90", "a jump leaves it inside an OpenMP construct or a DO CONCURRENT"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 5, 142, 142, 5, "PRINT", "openmp.f90", "bytes not counted: Fortran I/O does not report them"),
};
TRI_UNIT_END(33, "openmp.f90", "DIR");
TRI_FORTRAN_IO;
