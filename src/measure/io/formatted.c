/* formatted.c: interposes printf, scanf and their variants. All use the form that takes a
 * va_list. */
#include "measure/io/call.h"

#include <stdarg.h>

#define R TRI_READS
#define W TRI_WRITES

/* Defines a pair of functions: `name` takes the arguments themselves, `list` a va_list. `before`
 * are the parameters of the first, `with_list` of the second; `passed` are the arguments of the
 * call. END and where are as in CALL_USE. */
#define PAIR(name, list, shown, shown_list, flags, before, with_list, passed, last, END, where,    \
             moved)                                                                                \
    CALL_USE(int, list, shown_list, flags, with_list, passed, END, where, moved)                   \
    CALL_FUNCTION(int, name, before)                                                               \
    {                                                                                              \
        CALL_REAL(int, list, with_list)                                                            \
        struct tri_node *node = call_begin(flags, shown, CALL_SITE);                               \
        va_list more;                                                                              \
        va_start(more, last);                                                                      \
        int result = real passed;                                                                  \
        va_end(more);                                                                              \
        if (node)                                                                                  \
            END(node, where, moved);                                                               \
        return result;                                                                             \
    }

/* Functions on standard output and standard input. */
#define STANDARD(name, list, shown, flags, number, moved)                                          \
    PAIR(name, list, shown, "v" shown, flags, (const char *format, ...),                           \
         (const char *format, va_list more), (format, more), format, call_end_fd, number, moved)
#define STREAM(name, list, shown, shown_list, flags, moved)                                        \
    PAIR(name, list, shown, shown_list, flags, (FILE * file, const char *format, ...),             \
         (FILE * file, const char *format, va_list more), (file, format, more), format,            \
         call_end_stream, file, moved)

STANDARD(printf, vprintf, "printf", W, 1, result)
STREAM(fprintf, vfprintf, "fprintf", "vfprintf", W, result)
PAIR(dprintf, vdprintf, "dprintf", "vdprintf", W, (int fd, const char *format, ...),
     (int fd, const char *format, va_list more), (fd, format, more), format, call_end_fd, fd,
     result)

/* The variants of _FORTIFY_SOURCE. */
PAIR(__printf_chk, __vprintf_chk, "printf", "vprintf", W, (int check, const char *format, ...),
     (int check, const char *format, va_list more), (check, format, more), format, call_end_fd, 1,
     result)
PAIR(__fprintf_chk, __vfprintf_chk, "fprintf", "vfprintf", W,
     (FILE * file, int check, const char *format, ...),
     (FILE * file, int check, const char *format, va_list more), (file, check, format, more),
     format, call_end_stream, file, result)
PAIR(__dprintf_chk, __vdprintf_chk, "dprintf", "vdprintf", W,
     (int fd, int check, const char *format, ...),
     (int fd, int check, const char *format, va_list more), (fd, check, format, more), format,
     call_end_fd, fd, result)

/* The bytes that scanf consumed are unknown. The names contain the C standard that they follow. */
STANDARD(scanf, vscanf, "scanf", R, 0, CALL_NOTHING)
STREAM(fscanf, vfscanf, "fscanf", "vfscanf", R, CALL_NOTHING)
STANDARD(__isoc99_scanf, __isoc99_vscanf, "scanf", R, 0, CALL_NOTHING)
STREAM(__isoc99_fscanf, __isoc99_vfscanf, "fscanf", "vfscanf", R, CALL_NOTHING)
STANDARD(__isoc23_scanf, __isoc23_vscanf, "scanf", R, 0, CALL_NOTHING)
STREAM(__isoc23_fscanf, __isoc23_vfscanf, "fscanf", "vfscanf", R, CALL_NOTHING)
