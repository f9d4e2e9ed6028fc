#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[15]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[15] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 2, 40, 0, "LINES", "lines.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 8, 9, 1, "10", "lines.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 10, 16, 1, "20", "lines.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 14, 15, 1, "WRITE", "lines.f", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 19, 23, 1, "30", "lines.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 4, 24, 28, 1, "40", "lines.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 30, 30, 1, "WRITE", "lines.f", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 5, 31, 34, 1, "60", "lines.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 3, 32, 33, 1, "PRINT", "lines.f", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 4, 36, 36, 1, "PRINT", "lines.f", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 5, 37, 37, 1, "PRINT", "lines.f", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 6, 38, 38, 1, "PRINT", "lines.f", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 41, 47, 0, "SUB", "lines.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 1, 42, 46, 13, "10", "lines.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 1, 43, 43, 13, "READ", "lines.f", "bytes not counted: Fortran I/O does not report them"),
};
TRI_UNIT_END(15, "lines.f", "DIR");
TRI_FORTRAN_IO;
