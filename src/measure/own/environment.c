/* environment.c: what the process was started with: environment, auxiliary vector, name. */
#include "measure/own/own.h"

#include <elf.h>
#include <stdbool.h>

/* Uses __environ, the name of environ that is reserved. */
char *tri_own_getenv(const char *name)
{
    size_t size = strlen(name);
    for (char **entry = __environ; entry && *entry; entry++) {
        if (!strncmp(*entry, name, size) && (*entry)[size] == '=')
            return *entry + size + 1;
    }
    return NULL;
}

char *tri_own_secure_getenv(const char *name)
{
    return __getauxval(AT_SECURE) ? NULL : tri_own_getenv(name);
}

/* Counts the processors of a list such as 0-3,8; -1 if it is none. */
static long count_listed(const char *at)
{
    long count = 0;
    for (;;) {
        char *end;
        unsigned long first = strtoul(at, &end, 10), last = first;
        if (end == at)
            return -1;
        if (*end == '-')
            last = strtoul(end + 1, &end, 10);
        count += last < first ? 1 : (long)(last - first + 1);
        if (*end != ',')
            return count;
        at = end + 1;
    }
}

size_t measure_own_read_file(const char *path, char *text, size_t room)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t size = read(fd, text, room);
    close(fd);
    return size > 0 ? (size_t)size : 0;
}

static long count_online(void)
{
    char text[1024];
    text[measure_own_read_file("/sys/devices/system/cpu/online", text, sizeof text - 1)] = '\0';
    return count_listed(text);
}

/* Knows only these names; -1 for all others. */
long tri_own_sysconf(int name)
{
    if (name == _SC_CLK_TCK)
        return (long)__getauxval(AT_CLKTCK);
    if (name == _SC_PAGESIZE)
        return (long)__getauxval(AT_PAGESZ);
    return name == _SC_NPROCESSORS_ONLN ? count_online() : -1;
}

/* Does not use program_invocation_short_name, which the program may have defined itself. */
const char *measure_own_program_name(void)
{
    static char name[4096];
    if (name[0])
        return name;
    char line[sizeof name];
    line[measure_own_read_file("/proc/self/cmdline", line, sizeof line - 1)] = '\0';
    const char *executed = (const char *)__getauxval(AT_EXECFN);
    const char *called = line[0] ? line : executed ? executed : "";
    const char *slash = strrchr(called, '/');
    snprintf(name, sizeof name, "%s", slash && slash[1] ? slash + 1 : called);
    return name;
}
