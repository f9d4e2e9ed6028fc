/* regions.h: rows of hand-written region tables. */
#include <triptych/probes.h>

#define ROUTINE(n, name)                                                                           \
    [n] = TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 0, (n) + 1, (n) + 1, 0, name, __FILE__, 0)
#define LOOP(n, number, routine)                                                                   \
    [n] = TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, number, (n) + 1, (n) + 1, (routine) + 1, "",          \
                  __FILE__, 0)
#define IO(n, number, routine, name, flags)                                                        \
    [n] = TRI_ROW(TRI_NEW, TRI_KIND_IO, flags, number, (n) + 1, (n) + 1, (routine) + 1, name,      \
                  __FILE__, 0)
