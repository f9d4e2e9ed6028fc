/* io.c: I/O statements with files, bytes and errno. */
#include "regions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAIN, OPEN, PUT, CLOSE, GET, WRITE, BAD, POSIX_OPEN, POSIX_CLOSE, PRINT, COUNT };
TRI_UNIT_BEGIN(COUNT);

int main(void)
{
    TRI_ROUTINE(MAIN);
    char line[100];
    const char *names[] = {"one.txt", "two.txt"};
    for (int i = 0; i < 2; i++) {
        FILE *file = TRI_OPEN_STREAM(OPEN, names[i], fopen(names[i], "w+"));
        for (int k = 0; k < 10 * (i + 1); k++)
            TRI_IO(PUT, TRI_STREAM(file), tri_result, fprintf(file, "%d\n", k % 10));
        rewind(file);
        while (TRI_IO(GET, TRI_STREAM(file), tri_result ? (long)strlen(tri_result) : 0,
                      fgets(line, 100, file)))
            continue;
        TRI_IO(CLOSE, TRI_CLOSING_STREAM(file), 0, fclose(file));
    }
    int fd = TRI_OPEN_FD(POSIX_OPEN, "three.txt", open("three.txt", O_CREAT | O_WRONLY, 0644));
    for (int i = 0; i < 5; i++)
        TRI_IO(WRITE, TRI_FD(fd), tri_result, write(fd, "12345678", 8));
    TRI_IO(POSIX_CLOSE, TRI_CLOSING_FD(fd), 0, close(fd));
    errno = 0;
    if (TRI_IO(BAD, TRI_FD(fd), tri_result, write(fd, "x", 1)) != -1 || errno != EBADF)
        return 1;
    TRI_IO(PRINT, TRI_FD(1), tri_result, printf("done %d\n", 1));
    return 0;
}

static struct tri_region tri_regions[COUNT] = {
    ROUTINE(MAIN, "main"),
    IO(OPEN, 1, MAIN, "fopen", 0),
    IO(PUT, 2, MAIN, "fprintf", TRI_WRITES),
    IO(GET, 3, MAIN, "fgets", TRI_READS),
    IO(CLOSE, 4, MAIN, "fclose", 0),
    IO(POSIX_OPEN, 5, MAIN, "open", 0),
    IO(WRITE, 6, MAIN, "write", TRI_WRITES),
    IO(POSIX_CLOSE, 7, MAIN, "close", 0),
    IO(BAD, 8, MAIN, "bad write", TRI_WRITES),
    IO(PRINT, 9, MAIN, "printf", TRI_WRITES),
};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
