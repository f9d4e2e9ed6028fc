#include <triptych/probes.h>
TRI_UNIT_BEGIN(2);
#line 1 "windows.c"
/* A byte order mark and lines that end with CR LF. */
int main(void)
{ TRI_ROUTINE(0);
    int x = 0;
    { TRI_LEAF_LOOP(1); for (int i = 0; i < 3; i++)
        { TRI_TRIP(1); x++; } } // behind
    return x - 3;
}
#line 1 "<triptych>"
TRI_TABLE(2) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 2, 8, 0, "main", "windows.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 5, 6, 1, "", "windows.c", 0),
};
TRI_UNIT_END(2, "windows.c", "DIR");
