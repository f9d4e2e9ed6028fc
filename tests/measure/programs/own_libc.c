/* own_libc.c: defines functions of libc itself, each with loops and calls that have probes. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>

long syscall(long number, ...);

static int used;

static long count(long value)
{
    used++;
    return value;
}

long write(int fd, const void *from, size_t size)
{
    return count(syscall(SYS_write, fd, from, size));
}

long read(int fd, void *into, size_t size)
{
    return count(syscall(SYS_read, fd, into, size));
}

int close(int fd)
{
    return (int)count(syscall(SYS_close, fd));
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return (int)count(syscall(SYS_openat, -100, path, flags, mode));
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

void *mmap(void *where, size_t size, int protection, int flags, int fd, long offset)
{
    return (void *)count(syscall(SYS_mmap, where, size, protection, flags, fd, offset));
}

void *mmap64(void *where, size_t size, int protection, int flags, int fd, long offset)
{
    return (void *)count(syscall(SYS_mmap, where, size, protection, flags, fd, offset));
}

/* errno: the function is the program's, and so is the variable. */
int *__errno_location(void)
{
    static __thread int value;
    count(0);
    return &value;
}

static char pool[1 << 20];
static size_t taken;

void *malloc(size_t size)
{
    size = (size + 31) & ~(size_t)15;
    if (taken + size > sizeof pool)
        return NULL;
    taken += (size_t)count((long)size);
    return pool + taken - size;
}

void free(void *where)
{
    (void)where;
    count(0);
}

void *calloc(size_t number, size_t size)
{
    return malloc(number * size);
}

void *realloc(void *where, size_t size)
{
    char *to = malloc(size);
    for (size_t i = 0; where && to && i < size; i++)
        to[i] = ((char *)where)[i];
    return to;
}

#ifndef IS_STATIC /* libc.a has parts that come with its own */
size_t strlen(const char *text)
{
    size_t size = 0;
    while (text[size])
        size += (size_t)count(1);
    return size;
}

void *memset(void *where, int byte, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((volatile char *)where)[i] = (char)count(byte);
    return where;
}

void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((volatile char *)to)[i] = (char)count(((const char *)from)[i]);
    return to;
}

int strcmp(const char *one, const char *other)
{
    while (*one && *one == *other) {
        one++;
        other++;
    }
    return (int)count(*one - *other);
}

int pthread_setspecific(unsigned key, const void *value)
{
    (void)key;
    (void)value;
    return (int)count(0);
}

int pthread_key_create(unsigned *key, void (*at_end)(void *))
{
    (void)at_end;
    *key = (unsigned)count(1);
    return 0;
}
#endif

int snprintf(char *text, size_t size, const char *format, ...)
{
    (void)format;
    if (size)
        text[0] = '\0';
    return (int)count(0);
}

int printf(const char *format, ...)
{
    return (int)write(1, format, 4);
}

char *getenv(const char *name)
{
    (void)name;
    return (char *)count(0);
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

static int work(int number)
{
    int sum = 0;
    for (int i = 0; i < number; i++)
        sum += i * number;
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += work(i);
    printf("end\n");
    return sum == 2025 - 285 - 870 ? 0 : 0 * used;
}
