/* streams.c: interposes unformatted I/O on streams. */
#include "measure/io/call.h"
#include "measure/io/quick.h"

#include <errno.h>
#include <string.h>
#include <sys/types.h>

#define R TRI_READS
#define W TRI_WRITES
#define USE(type, name, shown, flags, parameters, arguments, moved)                                \
    CALL_USE(type, name, shown, flags, parameters, arguments, call_end_stream, file, moved)
#define STANDARD(type, name, shown, flags, parameters, arguments, number, moved)                   \
    CALL_USE(type, name, shown, flags, parameters, arguments, call_end_fd, number, moved)

/* The number of bytes moved. */
#define ITEMS ((long long)(result * size))
#define TEXT (result < 0 ? 0 : (long long)strlen(text))
#define LINE (result < 0 ? 0 : (long long)strlen(text) + 1)
#define RESULT_TEXT (result ? (long long)strlen(result) : 0)

#define BLOCK (void *to, size_t size, size_t count, FILE *file)
#define CHECKED_BLOCK (void *to, size_t room, size_t size, size_t count, FILE *file)
USE(size_t, fread, "fread", R, BLOCK, (to, size, count, file), ITEMS)
USE(size_t, fread_unlocked, "fread_unlocked", R, BLOCK, (to, size, count, file), ITEMS)
USE(size_t, __fread_chk, "fread", R, CHECKED_BLOCK, (to, room, size, count, file), ITEMS)
USE(size_t, __fread_unlocked_chk, "fread_unlocked", R, CHECKED_BLOCK, (to, room, size, count, file),
    ITEMS)
USE(size_t, fwrite, "fwrite", W, (const void *from, size_t size, size_t count, FILE *file),
    (from, size, count, file), ITEMS)
USE(size_t, fwrite_unlocked, "fwrite_unlocked", W,
    (const void *from, size_t size, size_t count, FILE *file), (from, size, count, file), ITEMS)

USE(char *, fgets, "fgets", R, (char *to, int size, FILE *file), (to, size, file), RESULT_TEXT)
USE(char *, fgets_unlocked, "fgets_unlocked", R, (char *to, int size, FILE *file), (to, size, file),
    RESULT_TEXT)
USE(char *, __fgets_chk, "fgets", R, (char *to, size_t room, int size, FILE *file),
    (to, room, size, file), RESULT_TEXT)
USE(char *, __fgets_unlocked_chk, "fgets_unlocked", R,
    (char *to, size_t room, int size, FILE *file), (to, room, size, file), RESULT_TEXT)
STANDARD(char *, gets, "gets", R, (char *to), (to), 0, RESULT_TEXT)
STANDARD(char *, __gets_chk, "gets", R, (char *to, size_t room), (to, room), 0, RESULT_TEXT)
USE(int, fputs, "fputs", W, (const char *text, FILE *file), (text, file), TEXT)
USE(int, fputs_unlocked, "fputs_unlocked", W, (const char *text, FILE *file), (text, file), TEXT)
STANDARD(int, puts, "puts", W, (const char *text), (text), 1, LINE)

/* Functions that move one character per call. */
#define CHARACTER(name, shown, flags, parameters, arguments, stream, END, where)                   \
    CALL_FUNCTION(int, name, parameters)                                                           \
    {                                                                                              \
        CALL_REAL(int, name, parameters)                                                           \
        if (quick_knows(CALL_SITE, stream)) {                                                      \
            struct quick known = quick;                                                            \
            int result = real arguments;                                                           \
            quick_count(known.region, known.node, known.below, result != EOF);                     \
            return result;                                                                         \
        }                                                                                          \
        struct tri_node *node = call_begin(flags, shown, CALL_SITE);                               \
        int result = real arguments;                                                               \
        if (node) {                                                                                \
            END(node, where, result != EOF);                                                       \
            quick_remember(CALL_SITE, stream);                                                     \
        }                                                                                          \
        return result;                                                                             \
    }
#define GET(name, shown)                                                                           \
    CHARACTER(name, shown, R, (FILE * file), (file), file, call_end_stream, file)
#define PUT(name, shown)                                                                           \
    CHARACTER(name, shown, W, (int character, FILE *file), (character, file), file,                \
              call_end_stream, file)
#define GET_STANDARD(name) CHARACTER(name, #name, R, (void), (), stdin, call_end_fd, 0)
#define PUT_STANDARD(name)                                                                         \
    CHARACTER(name, #name, W, (int character), (character), stdout, call_end_fd, 1)
GET(fgetc, "fgetc")
GET(fgetc_unlocked, "fgetc_unlocked")
GET(getc, "getc")
GET(_IO_getc, "getc")
GET(getc_unlocked, "getc_unlocked")
GET_STANDARD(getchar)
GET_STANDARD(getchar_unlocked)
PUT(fputc, "fputc")
PUT(fputc_unlocked, "fputc_unlocked")
PUT(putc, "putc")
PUT(_IO_putc, "putc")
PUT(putc_unlocked, "putc_unlocked")
PUT_STANDARD(putchar)
PUT_STANDARD(putchar_unlocked)

USE(ssize_t, getline, "getline", R, (char **line, size_t *size, FILE *file), (line, size, file),
    result)
USE(ssize_t, getdelim, "getdelim", R, (char **line, size_t *size, int end, FILE *file),
    (line, size, end, file), result)
USE(ssize_t, __getdelim, "getdelim", R, (char **line, size_t *size, int end, FILE *file),
    (line, size, end, file), result)

/* Calls that move no bytes, or whose bytes were counted before. */
USE(int, ungetc, "ungetc", 0, (int character, FILE *file), (character, file), CALL_NOTHING)
USE(int, fflush, "fflush", W, (FILE * file), (file), CALL_NOTHING)
USE(int, fflush_unlocked, "fflush_unlocked", W, (FILE * file), (file), CALL_NOTHING)
USE(int, fseek, "fseek", 0, (FILE * file, long by, int whence), (file, by, whence), CALL_NOTHING)
USE(int, fseeko, "fseeko", 0, (FILE * file, off_t by, int whence), (file, by, whence), CALL_NOTHING)
USE(int, fseeko64, "fseeko", 0, (FILE * file, off_t by, int whence), (file, by, whence),
    CALL_NOTHING)
USE(long, ftell, "ftell", 0, (FILE * file), (file), CALL_NOTHING)
USE(off_t, ftello, "ftello", 0, (FILE * file), (file), CALL_NOTHING)
USE(off_t, ftello64, "ftello", 0, (FILE * file), (file), CALL_NOTHING)
USE(int, fgetpos, "fgetpos", 0, (FILE * file, fpos_t *at), (file, at), CALL_NOTHING)
USE(int, fgetpos64, "fgetpos", 0, (FILE * file, fpos_t *at), (file, at), CALL_NOTHING)
USE(int, fsetpos, "fsetpos", 0, (FILE * file, const fpos_t *at), (file, at), CALL_NOTHING)
USE(int, fsetpos64, "fsetpos", 0, (FILE * file, const fpos_t *at), (file, at), CALL_NOTHING)
USE(int, setvbuf, "setvbuf", 0, (FILE * file, char *room, int how, size_t size),
    (file, room, how, size), CALL_NOTHING)

CALL_FUNCTION(void, rewind, (FILE * file))
{
    CALL_REAL(void, rewind, (FILE *))
    struct tri_node *node = call_begin(0, "rewind", CALL_SITE);
    real(file);
    if (node)
        call_end_stream(node, file, 0);
}

CALL_FUNCTION(void, perror, (const char *text))
{
    CALL_REAL(void, perror, (const char *))
    struct tri_node *node = call_begin(W, "perror", CALL_SITE);
    real(text);
    if (node)
        call_end_fd(node, 2, 0);
}

/* Opening. */
static void opened(struct tri_node *node, const char *path, FILE *stream)
{
    int fd = stream ? tri_where_stream(stream) : FILES_UNKNOWN;
    if (node)
        tri_leave_open(node, path, fd);
    else if (fd >= 0)
        measure_files_forget(fd);
}

#define OPEN(name, shown, parameters, arguments, end)                                              \
    CALL_FUNCTION(FILE *, name, parameters)                                                        \
    {                                                                                              \
        CALL_REAL(FILE *, name, parameters)                                                        \
        if (!call_is_own())                                                                        \
            return real arguments;                                                                 \
        struct tri_node *node = call_begin(0, shown, CALL_SITE);                                   \
        FILE *result = real arguments;                                                             \
        end;                                                                                       \
        return result;                                                                             \
    }

#define NAMED (const char *path, const char *mode)
#define AGAIN (const char *path, const char *mode, FILE *file)
OPEN(fopen, "fopen", NAMED, (path, mode), opened(node, path, result))
OPEN(fopen64, "fopen", NAMED, (path, mode), opened(node, path, result))
OPEN(popen, "popen", NAMED, (path, mode), opened(node, path, result))
OPEN(freopen, "freopen", AGAIN, (path, mode, file), opened(node, path, result))
OPEN(freopen64, "freopen", AGAIN, (path, mode, file), opened(node, path, result))
OPEN(tmpfile, "tmpfile", (void), (), opened(node, NULL, result))
OPEN(tmpfile64, "tmpfile", (void), (), opened(node, NULL, result))
OPEN(fdopen, "fdopen", (int fd, const char *mode), (fd, mode),
     if (node)
         call_end_fd(node, fd, 0)) /* its file is known already, or the kernel knows its name */

/* Closing. */
#define CLOSE(name)                                                                                \
    CALL_FUNCTION(int, name, (FILE * file))                                                        \
    {                                                                                              \
        CALL_REAL(int, name, (FILE *))                                                             \
        if (!call_is_own())                                                                        \
            return real(file);                                                                     \
        struct tri_node *node = call_begin(0, #name, CALL_SITE);                                   \
        int fd = tri_where_stream(file);                                                           \
        uint32_t was = fd >= 0 ? call_closes(fd) : measure_files_region(FILES_UNKNOWN);            \
        int result = real(file);                                                                   \
        if (node)                                                                                  \
            call_end(node, was, 0);                                                                \
        return result;                                                                             \
    }
CLOSE(fclose)
CLOSE(pclose)
