/* edges.c: what a program may do with files that a listener could spoil. Prints what it saw. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static void error_numbers(void)
{
    char room[8];
    errno = 0;
    ssize_t got = read(-1, room, sizeof room);
    printf("read of no descriptor: %zd %d\n", got, errno);
    errno = 77;
    int fd = open("plain", O_RDWR | O_CREAT | O_TRUNC, 0600);
    got = write(fd, "12345678", 8);
    printf("errno stays: %zd %d\n", got, errno);
    close(fd);
    printf("errno stays: %d\n", errno);
    errno = 0;
    fd = open("no/such/file", O_RDONLY);
    printf("open fails: %d %d\n", fd, errno);
    errno = 0;
    printf("close fails: %d", close(99));
    printf(" %d\n", errno);
    errno = 0;
    FILE *file = fopen("no/such/file", "r");
    printf("fopen fails: %d %d\n", file != NULL, errno);
}

static void modes(void)
{
    struct stat status;
    umask(0);
    int fd = open("mode", O_WRONLY | O_CREAT | O_TRUNC, 0640);
    fstat(fd, &status);
    printf("mode of open: %o\n", (unsigned)status.st_mode & 0777);
    close(fd);
    fd = openat(AT_FDCWD, "mode2", O_WRONLY | O_CREAT | O_TRUNC, 0604);
    fstat(fd, &status);
    printf("mode of openat: %o\n", (unsigned)status.st_mode & 0777);
    close(fd);
    fd = open(".", O_TMPFILE | O_RDWR, 0611);
    if (fd >= 0) {
        fstat(fd, &status);
        printf("mode of a file without a name: %o\n", (unsigned)status.st_mode & 0777);
        close(fd);
    }
    fd = creat("mode3", 0606);
    fstat(fd, &status);
    printf("mode of creat: %o\n", (unsigned)status.st_mode & 0777);
    close(fd);
}

static void large(void)
{
    int fd = open64("large", O_RDWR | O_CREAT | O_TRUNC, 0600);
    off_t far = (off_t)5 << 30;
    printf("far away: %zd", pwrite(fd, "x", 1, far));
    printf(" %lld\n", (long long)lseek(fd, 0, SEEK_END));
    FILE *file = fdopen(fd, "r");
    fseeko(file, far, SEEK_SET);
    printf("there: %c %lld\n", getc(file), (long long)ftello(file));
    fclose(file);
    unlink("large");
}

static void formats(void)
{
    int seen = 0, a = 0;
    char word[20] = "", line[] = "12 words 34";
    FILE *file = fopen("formats", "w+");
    flockfile(file);
    int wrote = fprintf(file, "%d%n %s %.3f\n", 12345, &seen, "text", 0.5);
    putc_unlocked('\n', file);
    funlockfile(file);
    rewind(file);
    printf("formatted: %d %d %d", wrote, seen, fscanf(file, "%d %19s", &a, word));
    printf(" %d %s\n", a, word);
    fclose(file);
    file = fmemopen(line, sizeof line, "r");
    printf("in memory: %d", fscanf(file, "%d", &a));
    printf(" %d\n", a);
    fclose(file);
    char *text = NULL;
    size_t size = 0;
    file = fopen("formats", "r");
    printf("line: %zd", getline(&text, &size, file));
    printf(" %s", text);
    fclose(file);
    free(text);
}

static volatile sig_atomic_t handled;

static void handler(int number)
{
    int saved = errno;
    if (write(1, "handler\n", 8) == 8)
        handled = number;
    errno = saved;
}

/* read() is interrupted, and the handler writes. */
static void signals(void)
{
    int ends[2];
    char room;
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGALRM, &action, NULL);
    if (pipe(ends) != 0)
        return;
    fflush(stdout);
    ualarm(20000, 0);
    errno = 0;
    ssize_t got = read(ends[0], &room, 1);
    printf("interrupted: %zd %d %d\n", got, errno == EINTR, (int)handled);
    close(ends[0]);
    close(ends[1]);
}

static void *cancelled(void *ready)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_barrier_wait(ready);
    pthread_barrier_wait(ready); /* it is to be cancelled by now */
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    if (write(1, "never\n", 6) < 0)
        return NULL;
    return NULL;
}

static void *blocked(void *end)
{
    char room;
    if (read(*(int *)end, &room, 1) < 0)
        return NULL;
    return NULL;
}

/* A thread is cancelled in its first I/O, and another one while it waits in read(). */
static void cancellation(void)
{
    pthread_barrier_t ready;
    pthread_t thread;
    void *result;
    int ends[2];
    pthread_barrier_init(&ready, NULL, 2);
    pthread_create(&thread, NULL, cancelled, &ready);
    pthread_barrier_wait(&ready);
    pthread_cancel(thread);
    pthread_barrier_wait(&ready);
    pthread_join(thread, &result);
    printf("cancelled: %d\n", result == PTHREAD_CANCELED);
    if (pipe(ends) != 0)
        return;
    pthread_create(&thread, NULL, blocked, &ends[0]);
    usleep(20000);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    printf("cancelled: %d\n", result == PTHREAD_CANCELED);
    close(ends[0]);
    close(ends[1]);
}

/* The child of vfork has our memory, but not our descriptors. */
static void vforked(void)
{
    int fd = open("ours", O_RDWR | O_CREAT | O_TRUNC, 0600), status;
    if (write(fd, "1", 1) != 1)
        return;
    pid_t child = vfork();
    if (child == 0) {
        close(fd);
        if (open("/dev/null", O_WRONLY) == fd)
            dup2(fd, 1);
        execl("/bin/echo", "echo", "nobody sees this", (char *)NULL);
        _exit(1);
    }
    waitpid(child, &status, 0);
    printf("child of vfork: %d %zd\n", WEXITSTATUS(status), write(fd, "23", 2));
    close(fd);
}

static void forked(void)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        printf("from the child\n");
        for (int fd = 3; fd < 10000; fd++)
            close(fd);
        fflush(stdout);
        close(0);
        close(1);
        close(2);
        int null = open("/dev/null", O_RDWR);
        _exit(null == 0 && dup(null) == 1 && write(1, "x", 1) == 1 ? 5 : 6);
    }
    waitpid(child, &status, 0);
    printf("child: %d\n", WEXITSTATUS(status));
}

static void vectors(void)
{
    char first[] = "abc", second[] = "defgh";
    struct iovec parts[] = {{first, 3}, {second, 5}};
    int fd = open("vectors", O_RDWR | O_CREAT | O_TRUNC, 0600);
    printf("vectors: %zd", writev(fd, parts, 2));
    printf(" %zd\n", preadv(fd, parts, 2, 0));
    int copy = dup(fd), other = dup2(fd, 50);
    printf("copies: %zd", write(copy, "i", 1));
    printf(" %zd\n", write(other, "jk", 2));
    close(fd);
    close(copy);
    close_range(50, 50, 0);
}

static void again(void)
{
    FILE *file = fopen("first", "w");
    fputs("one", file);
    file = freopen("second", "w", file);
    fputs("two!", file);
    printf("closed: %d\n", fclose(file));
    fprintf(stderr, "to stderr\n");
    perror("perror");
}

int main(void)
{
    error_numbers();
    modes();
    large();
    formats();
    signals();
    cancellation();
    vforked();
    forked();
    vectors();
    again();
    fflush(stdout);
    fclose(stdin);
    close(1);
    printf("nobody hears this\n");
    return fflush(stdout) == EOF ? 3 : 4;
}
