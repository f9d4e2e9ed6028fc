#include <triptych/probes.h>
TRI_UNIT_BEGIN(2);
#line 1 "windows.c"
/* A byte order mark and lines that end with CR LF. */
int main(void)
{ TRI_LEAF_ROUTINE(0);
    int x = 0;
    for (int i = 0; i < 3; i++)
        x++; // behind
    return x - 3;
}
#line 1 "<triptych>"
TRI_TABLE(2) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 2, 8, 0, "main", "windows.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 5, 6, 1, "", "windows.c", 0),
};
TRI_LIGHTS(1) = {
    TRI_LIGHT(1, 0, 0, -1, -1, -1, 1, 0, 0, 3, 0, 0),
};
TRI_LIT_UNIT_END(2, "windows.c", "DIR", tri_lights, 1);
