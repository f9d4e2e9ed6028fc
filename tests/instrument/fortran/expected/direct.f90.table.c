#include <triptych/probes.h>
#define tri_regions tri_0123456789abcdef_
static struct tri_unit tri_unit;
extern struct tri_region tri_regions[6]
    __attribute__((__visibility__("hidden"), __aligned__(64)));
struct tri_region tri_regions[6] = {
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 2, 27, 0, "scale", "direct.f90", 0, 5, 3),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 11, 13, 1, "", "direct.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 15, 19, 1, "", "direct.f90", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 16, 18, 1, "", "direct.f90", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 4, 21, 26, 1, "", "direct.f90", 0, 2, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 5, 23, 25, 1, "", "direct.f90", 0),
};
TRI_LIGHTS(5) = {
    TRI_LIGHT(1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(2, 0, 0, 2, 3, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(3, 0, 2, -1, 4, 2, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(3, 2, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(5, 4, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(6, "direct.f90", "DIR", tri_lights, 5);
