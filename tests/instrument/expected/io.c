#include <triptych/probes.h>
TRI_UNIT_BEGIN(47);
TRI_SHAPE(2, 0, TRI_SUM_VALUE(0), TRI_SUM_VALUE(1));
#line 1 "io.c"
/* Calls of standard I/O functions. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int calls;
static FILE *stream;
static FILE *next_stream(void) { calls++; return stream; }
static const char *name(int i) { TRI_ROUTINE(1); static char text[20]; sprintf(text, "io-%d.tmp", i); return text; }
TRI_ONCE static int standard_output(void) { return 1; }
#define EIGHT_FROM(at) at, 8

int main(void)
{ TRI_NEST_ROUTINE(3, 2, 0);
    char line[80] = "", *text = NULL;
    size_t room = 0;
    double values[4] = {1, 2, 3, 4};
    stream = TRI_OPEN_BEGIN(4) fopen("io-1.tmp", "w+") TRI_OPEN_STREAM_END(4, "io-1.tmp");
    if (!stream) { TRI_IO_VOID_BEGIN(5, TRI_FD(2)) perror("io-1.tmp") TRI_IO_VOID_END(5, 0); return 1; }
    TRI_IO_BEGIN(6, TRI_STREAM(stream)) fputs("one\n", stream) TRI_IO_END(6, TRI_TEXT("one\n"));
    if (TRI_IO_BEGIN(7, TRI_STREAM(stream)) fputs((TRI_PUBLISH(tri_frame_3, 2, 0), TRI_KEEP(7, name(5))), stream) TRI_IO_END(7, TRI_TEXT(tri_kept_7)) < 0 || TRI_IO_BEGIN(8, TRI_STREAM(stream)) fputc('\n', stream) TRI_IO_END(8, tri_result != -1) == EOF) return 2;
    TRI_IO_BEGIN(9, TRI_STREAM(stream)) fprintf(stream, "%d %s\n", 3,
            "three") TRI_IO_END(9, tri_result);
    TRI_IO_BEGIN(10, TRI_STREAM(stream)) fwrite(values, sizeof values[0], 4, stream) TRI_IO_END(10, TRI_ITEMS(sizeof values[0]));
    TRI_IO_BEGIN(11, -1) fwrite(values, sizeof values[0], (size_t)calls + 1, TRI_KEEP_WHERE(11, TRI_STREAM, (TRI_PASS(TRI_SUM(tri_frame_3, 0)), next_stream()))) TRI_IO_END(11, TRI_ITEMS(sizeof values[0]));
    TRI_IO_BEGIN(12, TRI_STREAM(stream)) fwrite(EIGHT_FROM(values), 1, stream) TRI_IO_END(12, 0);
    TRI_IO_VOID_BEGIN(13, TRI_STREAM(stream)) rewind(stream) TRI_IO_VOID_END(13, 0);
    { TRI_LOOP(14); while (TRI_IO_BEGIN(15, TRI_STREAM(stream)) fgets(line, sizeof line, stream) TRI_IO_END(15, TRI_LENGTH(tri_result)) != NULL)
        { TRI_TRIP(14); if (line[0] == '3') break; } }
    TRI_IO_BEGIN(16, TRI_FD(1)) printf("%zu values\n", TRI_IO_BEGIN(17, TRI_STREAM(stream)) fread(values, sizeof *values, 2, stream) TRI_IO_END(17, TRI_ITEMS(sizeof *values))) TRI_IO_END(16, tri_result);
    TRI_IO_BEGIN(18, TRI_STREAM(stream)) fseek(stream, 0L, SEEK_SET) TRI_IO_END(18, 0);
    { TRI_LOOP(19); for (int c; (c = TRI_IO_BEGIN(20, TRI_STREAM(stream)) getc(stream) TRI_IO_END(20, tri_result != -1)) != EOF && c != '\n';)
        { TRI_TRIP(19); TRI_IO_BEGIN(21, TRI_FD(1)) putchar(c) TRI_IO_END(21, tri_result != -1); } }
    TRI_IO_BEGIN(22, TRI_FD(1)) putchar('\n') TRI_IO_END(22, tri_result != -1);
    if (TRI_IO_BEGIN(23, TRI_STREAM(stream)) getline(&text, &room, stream) TRI_IO_END(23, tri_result) > 0) TRI_IO_BEGIN(24, TRI_FD(1)) puts(text) TRI_IO_END(24, TRI_LINE(text));
    free(text);
    TRI_IO_BEGIN(25, -1) fclose(TRI_KEEP_WHERE(25, TRI_CLOSING_STREAM, next_stream())) TRI_IO_END(25, 0);
    FILE *again = TRI_OPEN_BEGIN(26) fopen((TRI_PUBLISH(tri_frame_3, 2, 0), TRI_KEEP(26, name(1))), "r") TRI_OPEN_STREAM_END(26, tri_kept_26);
    int got = again ? TRI_IO_BEGIN(27, TRI_STREAM(again)) fscanf(again, "%79s", line) TRI_IO_END(27, 0) : 0;
    TRI_IO_BEGIN(28, TRI_FD(1)) printf("%d %s\n", got, line) TRI_IO_END(28, tri_result);
    if (again && TRI_IO_BEGIN(29, TRI_CLOSING_STREAM(again)) fclose(again) TRI_IO_END(29, 0)) return 3;
    int fd = TRI_OPEN_BEGIN(30) open("io-2.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600) TRI_OPEN_FD_END(30, "io-2.tmp");
    if (TRI_IO_BEGIN(31, TRI_FD(fd)) write(fd, "0123456789", 10) TRI_IO_END(31, tri_result) != 10) return 4;
    TRI_IO_BEGIN(32, TRI_FD(fd)) lseek(fd, 2, SEEK_SET) TRI_IO_END(32, 0);
    ssize_t size = TRI_IO_BEGIN(33, TRI_FD(fd)) read(fd, line, 4) TRI_IO_END(33, tri_result);
    line[size > 0 ? size : 0] = '\0';
    TRI_IO_BEGIN(34, TRI_FD(fd)) fsync(fd) TRI_IO_END(34, 0);
    TRI_IO_BEGIN(35, TRI_CLOSING_FD(fd)) close(fd) TRI_IO_END(35, 0);
    if (TRI_IO_BEGIN(36, TRI_FD(-1)) write(-1, "x", 1) TRI_IO_END(36, tri_result) == -1 && errno == EBADF) TRI_IO_BEGIN(37, TRI_FD(1)) printf("%s %zd\n", line, size) TRI_IO_END(37, tri_result);
    TRI_IO_BEGIN(38, TRI_STREAM(stdout)) fflush(stdout) TRI_IO_END(38, 0);
    TRI_IO_BEGIN(39, -1) dprintf(TRI_KEEP_WHERE(39, TRI_FD, (TRI_PASS(TRI_SUM(tri_frame_3, 1)), standard_output())), "%d\n", calls) TRI_IO_END(39, tri_result);
    char *literal = fgets((char[10]){0}, 1, stdin);
    TRI_IO_BEGIN(41, TRI_FD(1)) printf("%d %zu\n", literal != NULL, sizeof(printf("never"))) TRI_IO_END(41, tri_result);
    __typeof__(printf("never")) kind = _Generic(puts("never"), int: TRI_IO_BEGIN(42, TRI_FD(1)) puts("once") TRI_IO_END(42, TRI_LINE("once")), default: 0);
    static int fixed = sizeof fopen("never", "r");
    TRI_IO_BEGIN(43, TRI_FD(1)) printf(
#ifdef NEVER
        "never",
#else
        "%d ",
#endif
        fixed > 0) TRI_IO_END(43, tri_result);
    TRI_IO_BEGIN(44, TRI_FD(1)) printf("%d\n", kind > 0) TRI_IO_END(44, tri_result), TRI_IO_BEGIN(45, TRI_STREAM(stdout)) fprintf(stdout, "%d\n", (TRI_IO_BEGIN(46, TRI_FD(1)) printf("inner ") TRI_IO_END(46, tri_result), 2)) TRI_IO_END(45, tri_result);
    (TRI_PUBLISH(tri_frame_3, 2, 0), unlink("io-1.tmp"));
    (TRI_PUBLISH(tri_frame_3, 2, 0), unlink("io-2.tmp"));
    return got;
}
#line 1 "<triptych>"
TRI_TABLE(47) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 11, 11, 0, "next_stream", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 12, 12, 0, "name", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 13, 13, 0, "standard_output", "io.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 16, 70, 0, "main", "io.c", 0, 2, 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 1, 21, 21, 4, "fopen", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 22, 22, 4, "perror", "io.c", "bytes not counted: the call does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 3, 23, 23, 4, "fputs", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 4, 24, 24, 4, "fputs", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 5, 24, 24, 4, "fputc", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 6, 25, 26, 4, "fprintf", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 7, 27, 27, 4, "fwrite", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 8, 28, 28, 4, "fwrite", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 9, 29, 29, 4, "fwrite", "io.c", "bytes not counted: the argument that determines them cannot be repeated in the probe"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 10, 30, 30, 4, "rewind", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_WHILE, 1, 31, 32, 4, "", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 11, 31, 31, 4, "fgets", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 12, 33, 33, 4, "printf", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 13, 33, 33, 4, "fread", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 14, 34, 34, 4, "fseek", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 2, 35, 36, 4, "", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 15, 35, 35, 4, "getc", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 16, 36, 36, 4, "putchar", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 17, 37, 37, 4, "putchar", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 18, 38, 38, 4, "getline", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 19, 38, 38, 4, "puts", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 20, 40, 40, 4, "fclose", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 21, 41, 41, 4, "fopen", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 22, 42, 42, 4, "fscanf", "io.c", "bytes not counted: the call does not report them"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 23, 43, 43, 4, "printf", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 24, 44, 44, 4, "fclose", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 25, 45, 45, 4, "open", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 26, 46, 46, 4, "write", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 27, 47, 47, 4, "lseek", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_READS, 28, 48, 48, 4, "read", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 29, 50, 50, 4, "fsync", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, 0, 30, 51, 51, 4, "close", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 31, 52, 52, 4, "write", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 32, 52, 52, 4, "printf", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 33, 53, 53, 4, "fflush", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 34, 54, 54, 4, "dprintf", "io.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_IO, TRI_READS | TRI_UNMEASURED, 35, 55, 55, 4, "fgets", "io.c", "it may return a pointer to a compound literal among its arguments"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 36, 56, 56, 4, "printf", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 37, 57, 57, 4, "puts", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 38, 59, 65, 4, "printf", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 39, 66, 66, 4, "printf", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 40, 66, 66, 4, "fprintf", "io.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 41, 66, 66, 4, "printf", "io.c", 0),
};
TRI_LIGHTS(3) = {
    TRI_LIGHT(0, 3, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(0, 3, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(2, 3, 0, 1, -1, -1, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(47, "io.c", "DIR", tri_lights, 3);
