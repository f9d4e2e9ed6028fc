#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[24]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[24] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 2, 77, 0, "main", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 6, 8, 1, "10", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 7, 8, 1, "10", "old.f", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 10, 15, 1, "20", "old.f", 0, 2, 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 4, 11, 15, 1, "20", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 5, 12, 15, 1, "20", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 6, 17, 19, 1, "40", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 7, 21, 28, 1, "60", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 8, 29, 34, 1, "70", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 9, 30, 34, 1, "70", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 10, 37, 38, 1, "80", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 38, 38, 1, "WRITE", "old.f", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 11, 40, 47, 1, "85", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 12, 48, 50, 1, "88", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 13, 53, 55, 1, "91", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 14, 59, 61, 1, "94", "old.f", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED, 15, 63, 66, 1, "97", "old.f", "a jump from outside leads into it"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 16, 72, 73, 1, "110", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 76, 76, 1, "PRINT", "old.f", "bytes not counted: Fortran I/O does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 78, 81, 0, "ALTRET", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 82, 84, 0, "KRANK", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 90, 97, 0, "MANY", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 94, 95, 22, "10", "old.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 93, 97, 0, "MANY2", "old.f", 0),
};
TRI_LIGHTS(2) = {
    TRI_LIGHT(4, 3, 0, 0, -1, -1, 1, 0, 1, 2, 2, 2),
    TRI_LIGHT(5, 3, 1, 1, -1, -1, 1, 0, 1, 2, 2, 2),
};
TRI_LIT_UNIT_END(24, "old.f", "DIR", tri_lights, 2);
TRI_FORTRAN_IO;
