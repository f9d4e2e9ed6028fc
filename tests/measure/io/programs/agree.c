/* agree.c: I/O of all kinds, for two ways of measuring that must agree on it. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static char block[4096];

static int say(FILE *file, const char *format, ...)
{
    va_list more;
    va_start(more, format);
    int wrote = vfprintf(file, format, more);
    va_end(more);
    return wrote;
}

static void streams(void)
{
    char line[100], *text = NULL;
    size_t size = 0;
    FILE *file = fopen("stream", "w+");
    fwrite(block, 7, 11, file);
    fputs("a line\n", file);
    for (int i = 0; i < 1000; i++)
        putc('a' + i % 26, file);
    fputc('\n', file);
    fprintf(file, "%d %s %g\n", 42, "words", 1.5);
    say(file, "%05d\n", 7);
    fflush(file);
    rewind(file);
    int number = 0;
    long long sum = 0;
    for (int i = 0; i < 50; i++)
        sum += getc(file);
    sum += fgetc(file) + (long long)fread(block, 3, 9, file);
    if (fgets(line, sizeof line, file))
        sum += (long long)strlen(line);
    sum += getline(&text, &size, file) + getdelim(&text, &size, '5', file);
    sum += fscanf(file, "%d", &number);
    ungetc('x', file);
    sum += ftell(file);
    fseek(file, 0, SEEK_SET);
    sum += (long long)fread(block, 1, sizeof block, file); /* less is there */
    fclose(file);
    free(text);
    printf("sum %lld %d\n", sum, number);
    puts("to stdout");
    putchar('!');
    putchar('\n');
    fprintf(stderr, "to stderr %d\n", 1);
}

static void descriptors(void)
{
    struct iovec parts[2] = {{block, 100}, {block + 1000, 28}};
    int fd = open("plain", O_RDWR | O_CREAT | O_TRUNC, 0600);
    long long sum = 0;
    for (int i = 0; i < 20; i++)
        sum += write(fd, block, 512);
    sum += pwrite(fd, block, 100, 10) + writev(fd, parts, 2) + pwritev(fd, parts, 2, 0);
    sum += fsync(fd) + fdatasync(fd) + lseek(fd, 0, SEEK_SET);
    for (ssize_t got; (got = read(fd, block, 1000)) > 0;)
        sum += got;
    sum += pread(fd, block, 77, 5) + readv(fd, parts, 2) + preadv(fd, parts, 2, 1);
    sum += dprintf(fd, "%s\n", "formatted") + ftruncate(fd, 100);
    int other = creat("other", 0600);
    off_t at = 0;
    sum += sendfile(other, fd, &at, 50);
    at = 0;
    sum += copy_file_range(fd, &at, other, NULL, 25, 0) > 0;
    sum += close(fd) + close(other) + open("not/there", O_RDONLY);
    printf("sum %lld\n", sum);
}

static void sockets(void)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return;
    struct iovec part = {block, 30};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    long long sum = send(ends[0], block, 10, 0) + sendto(ends[0], block, 20, 0, NULL, 0);
    sum += sendmsg(ends[0], &message, 0) + recv(ends[1], block, 5, 0);
    sum += recvfrom(ends[1], block, 6, 0, NULL, NULL) + recvmsg(ends[1], &message, 0);
    sum += close(ends[0]) + close(ends[1]);
    printf("sum %lld\n", sum);
}

int main(void)
{
    streams();
    descriptors();
    sockets();
    return 0;
}
