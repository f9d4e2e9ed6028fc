/* leave_threads.c: see leave_threads.h */
#include "measure/loops/leave_threads.h"

#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FOLDER "/proc/self/task"

enum { DIGITS = 20, VALUE = 24, NAME = 16 };

/* Opens a file without the C library, whose open() is a cancellation point. */
static int open_for_reading(const char *path)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
}

static long number_of(const char *name)
{
    long number = 0;
    for (; *name >= '0' && *name <= '9'; name++)
        number = 10 * number + (*name - '0');
    return *name ? 0 : number;
}

bool leave_threads_begin(struct leave_threads *threads)
{
    threads->file = open_for_reading(FOLDER);
    threads->bytes = threads->at = 0;
    return threads->file >= 0;
}

long leave_threads_next(struct leave_threads *threads)
{
    for (;;) {
        if (threads->at >= threads->bytes) {
            threads->at = 0;
            threads->bytes =
                syscall(SYS_getdents64, threads->file, threads->read, sizeof threads->read);
            if (threads->bytes <= 0)
                return 0;
        }
        const struct dirent64 *entry =
            (const struct dirent64 *)(const void *)(threads->read + threads->at);
        threads->at += entry->d_reclen;
        long number = number_of(entry->d_name);
        if (number)
            return number;
    }
}

void leave_threads_end(struct leave_threads *threads)
{
    syscall(SYS_close, threads->file);
}

/* The beginning of a line of the file; lines may have any length. */
struct line {
    char text[VALUE + 8];
    size_t length;
};

static uint64_t hexadecimal(const char *text)
{
    uint64_t value = 0;
    for (; *text; text++) {
        if (*text >= '0' && *text <= '9')
            value = value << 4 | (uint64_t)(*text - '0');
        else if (*text >= 'a' && *text <= 'f')
            value = value << 4 | (uint64_t)(*text - 'a' + 10);
    }
    return value;
}

/* Reads a line; true if it was the last one needed. */
static bool take_line(struct line *line, struct leave_thread *about)
{
    line->text[line->length] = 0;
    line->length = 0;
    if (!strncmp(line->text, "State:\t", 7))
        about->state = line->text[7];
    if (strncmp(line->text, "SigBlk:\t", 8) != 0)
        return false;
    about->blocked = hexadecimal(line->text + 8);
    return true;
}

static bool read_lines(int file, struct leave_thread *about)
{
    char read[512];
    struct line line = {.length = 0};
    for (long bytes; (bytes = syscall(SYS_read, file, read, sizeof read)) > 0;) {
        for (long i = 0; i < bytes; i++) {
            if (read[i] == '\n' && take_line(&line, about))
                return true;
            if (read[i] != '\n' && line.length + 1 < sizeof line.text)
                line.text[line.length++] = read[i];
        }
    }
    return false;
}

static int open_of_thread(long thread, const char *name)
{
    char path[sizeof FOLDER + DIGITS + NAME], digits[DIGITS];
    size_t count = 0;
    for (long rest = thread; rest && count < DIGITS; rest /= 10)
        digits[count++] = (char)('0' + rest % 10);
    char *end = (char *)memcpy(path, FOLDER "/", sizeof FOLDER) + sizeof FOLDER;
    while (count)
        *end++ = digits[--count];
    memcpy(end, name, strlen(name) + 1);
    return open_for_reading(path);
}

/* True if the thread is in sigwait() or a variant: the signals it waits for are not blocked
 * then. */
static bool waits_for_signals(long thread)
{
    char read[DIGITS + 1] = "";
    int file = open_of_thread(thread, "/syscall");
    if (file < 0)
        return false;
    long bytes = syscall(SYS_read, file, read, DIGITS);
    syscall(SYS_close, file);
    for (long i = 0; i < bytes; i++) {
        if (read[i] == ' ')
            read[i] = 0;
    }
    return bytes > 0 && number_of(read) == SYS_rt_sigtimedwait;
}

bool leave_thread_look(long thread, struct leave_thread *about)
{
    int file = open_of_thread(thread, "/status");
    if (file < 0)
        return false;
    bool found = read_lines(file, about);
    syscall(SYS_close, file);
    if (found && waits_for_signals(thread))
        about->blocked = UINT64_MAX;
    return found;
}
