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
static const char *name(int i) { static char text[20]; sprintf(text, "io-%d.tmp", i); return text; }
static int standard_output(void) { return 1; }
#define EIGHT_FROM(at) at, 8

int main(void)
{
    char line[80] = "", *text = NULL;
    size_t room = 0;
    double values[4] = {1, 2, 3, 4};
    stream = fopen("io-1.tmp", "w+");
    if (!stream) { perror("io-1.tmp"); return 1; }
    fputs("one\n", stream);
    if (fputs(name(5), stream) < 0 || fputc('\n', stream) == EOF) return 2;
    fprintf(stream, "%d %s\n", 3,
            "three");
    fwrite(values, sizeof values[0], 4, stream);
    fwrite(values, sizeof values[0], (size_t)calls + 1, next_stream());
    fwrite(EIGHT_FROM(values), 1, stream);
    rewind(stream);
    while (fgets(line, sizeof line, stream) != NULL)
        if (line[0] == '3') break;
    printf("%zu values\n", fread(values, sizeof *values, 2, stream));
    fseek(stream, 0L, SEEK_SET);
    for (int c; (c = getc(stream)) != EOF && c != '\n';)
        putchar(c);
    putchar('\n');
    if (getline(&text, &room, stream) > 0) puts(text);
    free(text);
    fclose(next_stream());
    FILE *again = fopen(name(1), "r");
    int got = again ? fscanf(again, "%79s", line) : 0;
    printf("%d %s\n", got, line);
    if (again && fclose(again)) return 3;
    int fd = open("io-2.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (write(fd, "0123456789", 10) != 10) return 4;
    lseek(fd, 2, SEEK_SET);
    ssize_t size = read(fd, line, 4);
    line[size > 0 ? size : 0] = '\0';
    fsync(fd);
    close(fd);
    if (write(-1, "x", 1) == -1 && errno == EBADF) printf("%s %zd\n", line, size);
    fflush(stdout);
    dprintf(standard_output(), "%d\n", calls);
    char *literal = fgets((char[10]){0}, 1, stdin);
    printf("%d %zu\n", literal != NULL, sizeof(printf("never")));
    __typeof__(printf("never")) kind = _Generic(puts("never"), int: puts("once"), default: 0);
    static int fixed = sizeof fopen("never", "r");
    printf(
#ifdef NEVER
        "never",
#else
        "%d ",
#endif
        fixed > 0);
    printf("%d\n", kind > 0), fprintf(stdout, "%d\n", (printf("inner "), 2));
    unlink("io-1.tmp");
    unlink("io-2.tmp");
    return got;
}
