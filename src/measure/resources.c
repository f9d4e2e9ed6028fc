/* resources.c: see resources.h. Reads /proc by system calls alone: nothing is allocated in a
 * measured program, and no function that it may have replaced is called. */
#include "measure/resources.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CORES = 8192, MASK_BITS = 64 };

#define NS_PER_S UINT64_C(1000000000)

/* Reads the beginning of a file as text; false if there is none. */
static bool read_text(const char *path, char *text, size_t room)
{
    long fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    long size = syscall(SYS_read, fd, text, room - 1);
    syscall(SYS_close, fd);
    text[size > 0 ? size : 0] = '\0';
    return size > 0;
}

/* Reads the number at *at and moves *at behind it; false if there is none. */
static bool read_number(const char **at, uint64_t *number)
{
    const char *digit = *at;
    while (*digit == ' ' || *digit == '\t')
        digit++;
    if (*digit < '0' || *digit > '9')
        return false;
    for (*number = 0; *digit >= '0' && *digit <= '9'; digit++)
        *number = *number * 10 + (uint64_t)(*digit - '0');
    *at = digit;
    return true;
}

/* Returns the load average in hundredths: the first number of "0.52 0.58 0.59 ...". */
static uint32_t load_now(void)
{
    char text[128];
    uint64_t whole = 0, part = 0;
    const char *at = text;
    if (!read_text("/proc/loadavg", text, sizeof text) || !read_number(&at, &whole))
        return 0;
    if (*at == '.') {
        at++;
        read_number(&at, &part);
    }
    return (uint32_t)(whole * 100 + part);
}

static void find_cores(struct format_resources *to)
{
    static unsigned long mask[MOST_CORES / (8 * sizeof(unsigned long))];
    long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    bool beyond = false;
    for (unsigned i = 0; bytes > 0 && i < (unsigned)bytes * 8; i++) {
        if (!(mask[i / (8 * sizeof *mask)] >> i % (8 * sizeof *mask) & 1))
            continue;
        to->cores++;
        if (i < 2 * MASK_BITS)
            to->allowed[i / MASK_BITS] |= UINT64_C(1) << i % MASK_BITS;
        else
            beyond = true;
    }
    if (beyond)
        to->allowed[0] = to->allowed[1] = 0;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    to->online = online > 0 ? (uint32_t)online : to->cores;
}

/* Returns the CPU limit in percent of a core: "200000 100000" or "max 100000" are the time allowed
 * per period and the period. 0: none. */
static uint32_t quota_of(const char *path)
{
    char text[64];
    uint64_t part, whole;
    const char *at = text;
    if (!read_text(path, text, sizeof text) || !read_number(&at, &part) ||
        !read_number(&at, &whole) || !whole)
        return 0;
    return (uint32_t)(100 * part / whole);
}

/* Returns the CPU limit of a control group, version 1, which has two files. */
static uint32_t quota_of_first(const char *folder)
{
    char path[PATH_MAX + 32], text[64];
    uint64_t part, whole;
    const char *at = text;
    snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
    if (!read_text(path, text, sizeof text) || !read_number(&at, &part))
        return 0; /* -1 means no limit */
    snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
    at = text;
    if (!read_text(path, text, sizeof text) || !read_number(&at, &whole) || !whole)
        return 0;
    return (uint32_t)(100 * part / whole);
}

/* Finds the process's group in a hierarchy: the rest of the line of /proc/self/cgroup behind the
 * text `before`. */
static void find_group(const char *lines, const char *before, char *group, size_t room)
{
    const char *found = strstr(lines, before);
    size_t size = 0;
    if (found) {
        found += strlen(before);
        while (found[size] && found[size] != '\n' && size + 1 < room)
            size++;
        memcpy(group, found, size);
    }
    group[size] = '\0';
}

/* Returns the smallest CPU limit of a group and its parents; 0: none. Shortens `group`. */
static uint32_t find_quota(const char *root, char *group, bool first)
{
    char path[PATH_MAX];
    uint32_t least = 0;
    for (;;) {
        bool top = !group[0] || !strcmp(group, "/");
        int size =
            snprintf(path, sizeof path, "%s%s%s", root, top ? "" : group, first ? "" : "/cpu.max");
        uint32_t quota = size >= (int)sizeof path ? 0
                         : first                  ? quota_of_first(path)
                                                  : quota_of(path);
        if (quota && (!least || quota < least))
            least = quota;
        char *slash = strrchr(group, '/');
        if (top || !slash)
            return least;
        *slash = '\0';
    }
}

static uint32_t quota_now(void)
{
    char lines[4096], group[512];
    if (!read_text("/proc/self/cgroup", lines, sizeof lines))
        return 0;
    find_group(lines, "0::", group, sizeof group);
    uint32_t quota = find_quota("/sys/fs/cgroup", group, false);
    if (quota)
        return quota;
    find_group(lines, ":cpu,cpuacct:", group, sizeof group);
    if (!group[0])
        find_group(lines, ":cpu:", group, sizeof group);
    return group[0] ? find_quota("/sys/fs/cgroup/cpu", group, true) : 0;
}

static bool renewing; /* one thread at a time does it; others return at once */

void measure_resources_begin(struct format_resources *to)
{
    int saved = errno;
    __atomic_clear(
        &renewing,
        __ATOMIC_RELEASE); /* in a child, a thread that does not exist there may have set it */
    *to = (struct format_resources){0};
    find_cores(to);
    to->quota = quota_now();
    to->load_start = to->load_end = load_now();
    to->known = to->cores ? FORMAT_KNOWS_MACHINE : 0;
    errno = saved;
}

/* Returns the peak memory in bytes from "VmHWM: 1764 kB". The value of getrusage may be that of the
 * program before an exec. */
static uint64_t memory_now(uint64_t otherwise)
{
    char text[4096];
    uint64_t kilobytes;
    if (!read_text("/proc/self/status", text, sizeof text))
        return otherwise;
    const char *at = strstr(text, "VmHWM:");
    if (at)
        at += strlen("VmHWM:");
    return at && read_number(&at, &kilobytes) ? kilobytes * 1024 : otherwise;
}

static uint64_t ns_of(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * NS_PER_S + (uint64_t)time->tv_usec * 1000;
}

void measure_resources_renew(struct format_resources *to)
{
    struct rusage use;
    int saved = errno;
    if (__atomic_test_and_set(&renewing, __ATOMIC_ACQUIRE))
        return;
    if (syscall(SYS_getrusage, RUSAGE_SELF, &use) == 0) {
        to->user = ns_of(&use.ru_utime);
        to->system = ns_of(&use.ru_stime);
        to->voluntary = (uint64_t)use.ru_nvcsw;
        to->involuntary = (uint64_t)use.ru_nivcsw;
        to->major = (uint64_t)use.ru_majflt;
        to->minor = (uint64_t)use.ru_minflt;
        to->memory = memory_now((uint64_t)use.ru_maxrss * 1024);
        to->known |= FORMAT_KNOWS_USE;
    }
    __atomic_clear(&renewing, __ATOMIC_RELEASE);
    errno = saved;
}

void measure_resources_end(struct format_resources *to)
{
    int saved = errno;
    measure_resources_renew(to);
    to->load_end = load_now();
    errno = saved;
}

uint64_t measure_resources_cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

/* The file has "RAN QUEUED TIMESLICES", the first two in ns. The kernel updates RAN only now and
 * then. */
void measure_resources_of_thread(struct format_lane *to)
{
    char path[64], text[128];
    uint64_t ran, queued;
    const char *at = text;
    int saved = errno;
    bool own = to->tid == (uint64_t)syscall(SYS_gettid);
    snprintf(path, sizeof path, "/proc/self/task/%llu/schedstat", (unsigned long long)to->tid);
    if (read_text(path, text, sizeof text) && read_number(&at, &ran) && read_number(&at, &queued)) {
        to->queued = queued + 1;
        if (!own)
            to->cpu = ran + 1;
    }
    if (own)
        to->cpu = measure_resources_cpu() + 1;
    errno = saved;
}
