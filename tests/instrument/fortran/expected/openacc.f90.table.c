#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[7]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[7] = {
    TRI_ROW(TRI_OFF, TRI_KIND_ROUTINE, TRI_UNMEASURED, 1, 2, 6, 0, "kernel", "openacc.f90", "OpenACC may run it on another device"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 7, 27, 0, "openacc", "openacc.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 11, 15, 2, "", "openacc.f90", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_DETERMINED | TRI_UNMEASURED, 2, 12, 14, 2, "", "openacc.f90", "it is inside an OpenACC construct that may run on another device"),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_DETERMINED | TRI_UNMEASURED, 3, 18, 20, 2, "", "openacc.f90", "it is inside an OpenACC construct that may run on another device"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 4, 22, 24, 2, "", "openacc.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 26, 26, 2, "PRINT", "openacc.f90", "bytes not counted: Fortran I/O does not report them"),
};
TRI_UNIT_END(7, "openacc.f90", "DIR");
TRI_FORTRAN_IO;
