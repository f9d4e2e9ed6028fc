#include <triptych/probes.h>
TRI_UNIT_BEGIN(42);
extern struct tri_region tri_0123456789abcdef__[42]
    __attribute__((__alias__("tri_regions"), __visibility__("hidden")));
extern struct tri_region tri_0123456789abcdef_[42]
    __attribute__((__alias__("tri_regions"), __visibility__("hidden")));
extern struct tri_region tri_0123456789abcdef[42]
    __attribute__((__alias__("tri_regions"), __visibility__("hidden")));
TRI_TABLE(42) __attribute__((__aligned__(64))) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 2, 64, 0, "io", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 1, 10, 10, 1, "OPEN", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 11, 13, 1, "", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 12, 12, 1, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 3, 14, 14, 1, "FLUSH", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 4, 15, 15, 1, "REWIND", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DO, 2, 16, 18, 1, "", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 5, 17, 17, 1, "READ", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 6, 20, 20, 1, "BACKSPACE", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 7, 21, 21, 1, "ENDFILE", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 8, 22, 22, 1, "INQUIRE", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 9, 23, 23, 1, "INQUIRE", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 10, 24, 24, 1, "INQUIRE", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 11, 25, 25, 1, "CLOSE", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 12, 26, 26, 1, "OPEN", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 13, 27, 27, 1, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 14, 28, 28, 1, "CLOSE", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 15, 29, 29, 1, "OPEN", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 16, 30, 30, 1, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 17, 31, 31, 1, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 18, 32, 32, 1, "READ", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 19, 33, 33, 1, "CLOSE", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 20, 34, 34, 1, "OPEN", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 21, 35, 35, 1, "PRINT", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 22, 37, 37, 1, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 23, 38, 38, 1, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 24, 39, 39, 1, "READ", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 25, 41, 41, 1, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 3, 42, 42, 1, "", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 26, 42, 42, 1, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 4, 43, 44, 1, "400", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 27, 44, 44, 1, "PRINT", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 28, 45, 45, 1, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 29, 46, 46, 1, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 49, 51, 0, "io::next", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 52, 63, 0, "io::reads", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 1, 55, 55, 36, "OPEN", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 56, 56, 36, "WRITE", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 3, 57, 57, 36, "REWIND", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DO, 1, 58, 61, 36, "", "io.f90", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 4, 59, 59, 36, "READ", "io.f90", "bytes not counted: Fortran does not tell them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 5, 62, 62, 36, "CLOSE", "io.f90", 0),
};
TRI_UNIT_END(42, "io.f90", "DIR");
TRI_FORTRAN_IO;
