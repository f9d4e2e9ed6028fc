/* collector.c: see collector.h */
#include "launch/collector.h"

#include "format/hash.h"
#include "launch/paths.h"
#include "util/kept.h"
#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_COMPILER = 3 }; /* the script's exit status */

/* Adds to a hash the first executable file of this name in PATH, and its modification time. */
static uint64_t mix_command(uint64_t sum, const char *word)
{
    for (const char *folders = getenv("PATH"); folders && *folders;) {
        size_t size = strcspn(folders, ":");
        char *tried = memory_printf("%.*s/%s", (int)size, folders, word), path[PATH_MAX];
        struct stat facts;
        bool found = access(tried, X_OK) == 0 && realpath(tried, path) && stat(path, &facts) == 0;
        free(tried);
        if (found) {
            sum = format_hash(sum, path, strlen(path) + 1);
            return format_hash(sum, &facts.st_mtim, sizeof facts.st_mtim);
        }
        folders += size;
        folders += *folders == ':';
    }
    return format_hash(sum, "", 1);
}

/* Returns a hash that changes whenever the installed MPI or Triptych does. */
static uint64_t key(const char *family)
{
    static const char *const compilers[] = {"mpicc", "mpicc.openmpi", "mpicc.mpich"};
    uint64_t maker = kept_maker(), sum = format_hash(FORMAT_HASH_START, &maker, sizeof maker);
    sum = format_hash(sum, family, strlen(family) + 1);
    for (size_t i = 0; i < sizeof compilers / sizeof compilers[0]; i++)
        sum = mix_command(sum, compilers[i]);
    return sum;
}

/* Runs the script that builds a collector. Returns its exit status; -1 if a signal ended it. */
static int run_script(char *script, const char *family, const char *name, const char *path)
{
    char *words[] = {script, (char *)(uintptr_t)family, (char *)(uintptr_t)name,
                     (char *)(uintptr_t)path, NULL};
    pid_t child;
    int status = 0;
    if (posix_spawn(&child, script, NULL, NULL, words, environ) != 0)
        return -1;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void build(char *script, const char *family, const char *name, const char *path)
{
    int status = run_script(script, family, name, path);
    if (status == NO_COMPILER)
        fprintf(
            stderr,
            "triptych run: MPI calls are not measured: Triptych has no collector for this %s, and "
            "no mpicc of %s is in PATH to build one with; put it there (module load ...) and "
            "run this again\n",
            name, name);
    else if (status)
        fprintf(stderr,
                "triptych run: MPI calls are not measured: the collector for %s cannot be built; "
                "install Triptych where an mpicc of %s is in PATH\n",
                name, name);
}

/* Builds the collector under a lock: other processes that need it wait until it is there. */
static void build_once(char *script, const char *family, const char *name, const char *path)
{
    char *lock = memory_printf("%s.lock", path);
    int fd = open(lock, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    while (fd >= 0 && flock(fd, LOCK_EX) != 0 && errno == EINTR)
        continue;
    if (!kept_use(path))
        build(script, family, name, path);
    if (fd >= 0)
        close(fd);
    free(lock);
}

static char *script_path(void)
{
    return memory_printf("%s/collector", launch_paths_collector());
}

static char *path_with_triptych(const char *family)
{
    return memory_printf("%s/libtriptych-%s.so", launch_paths_library(), family);
}

/* Returns the path that a collector has in the cache, to be freed; NULL if there is no cache. */
static char *path_in_cache(const char *family)
{
    char *folder = kept_subfolder("collectors"), *path = NULL;
    if (folder)
        path = memory_printf("%s/%016llx-%s.so", folder, (unsigned long long)key(family), family);
    free(folder);
    return path;
}

bool collector_is_there(const char *family)
{
    char *path = path_with_triptych(family);
    bool is_there = access(path, R_OK) == 0;
    free(path);
    return is_there;
}

static void build_in_cache(char *script, const char *family, const char *name)
{
    char *path = path_in_cache(family);
    if (!path)
        fprintf(
            stderr,
            "triptych run: MPI calls are not measured: Triptych has no collector for this %s, and "
            "there is no folder of yours to build one in; let TRIPTYCH_CACHE name one\n",
            name);
    else if (!kept_use(path))
        build_once(script, family, name, path);
    free(path);
}

void collector_build(const char *family, const char *name)
{
    if (collector_is_there(family))
        return;
    char *script = script_path();
    if (access(script, X_OK) == 0)
        build_in_cache(script, family, name);
    else
        fprintf(stderr,
                "triptych run: MPI calls are not measured: no mpicc of %s was in PATH when "
                "Triptych was built; put one there and run `make` again\n",
                name);
    free(script);
}

char *collector_find(const char *family)
{
    if (collector_is_there(family))
        return path_with_triptych(family);
    char *path = path_in_cache(family);
    if (path && kept_use(path))
        return path;
    free(path);
    return NULL;
}
