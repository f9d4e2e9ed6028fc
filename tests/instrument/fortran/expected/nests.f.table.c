#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[14]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[14] = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 3, 13, 0, "MAIN", "nests.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 8, 11, 1, "10", "nests.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 12, 12, 1, "WRITE", "nests.f", "bytes not counted: Fortran I/O does not report them"),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 14, 26, 0, "SWEEP", "nests.f", 0, 4, 3),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 17, 25, 4, "20", "nests.f", 0, 3, 2),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 18, 19, 4, "10", "nests.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 21, 24, 4, "15", "nests.f", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 27, 34, 0, "TRIANG", "nests.f", 0, 2, 2),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 30, 33, 8, "30", "nests.f", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 31, 33, 8, "30", "nests.f", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 32, 33, 8, "30", "nests.f", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 35, 46, 0, "KFIND", "nests.f", 0, 2, 2),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 1, 39, 44, 12, "50", "nests.f", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 2, 40, 43, 12, "40", "nests.f", 0),
};
TRI_LIGHTS(13) = {
    TRI_LIGHT(4, 3, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(5, 3, 1, -1, 1, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(6, 3, 1, 2, 3, 2, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(5, 4, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(6, 4, 0, 1, 2, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(8, 7, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(9, 7, 6, -1, 1, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(10, 7, 7, -1, -1, -1, 1, 0, 1, 2, 2, 2),
    TRI_LIGHT(9, 8, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(10, 8, 9, -1, -1, -1, 1, 0, 1, 2, 2, 2),
    TRI_LIGHT(12, 11, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(13, 11, 11, -1, 1, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(13, 12, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(14, "nests.f", "DIR", tri_lights, 13);
TRI_FORTRAN_IO;
