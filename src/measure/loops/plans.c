/* plans.c: see plans.h
 *
 * The plan of a binary is made once, by the first process that needs it; others wait for its lock.
 * Where files cannot be locked, several processes make it: it gets its name when it is complete. */
#include "measure/loops/plans.h"

#include "format/hash.h"
#include "measure/core.h"
#include "measure/folder.h"
#include "measure/loops/check.h"
#include "measure/loops/helper.h"
#include "measure/loops/quiet.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME = 80 }; /* bytes of the binary's file name in the name of its plan */

static uint64_t changed(const struct stat *status)
{
    return (uint64_t)status->st_mtim.tv_sec * UINT64_C(1000000000) +
           (uint64_t)status->st_mtim.tv_nsec;
}

/* True if loops are to be timed: their copies differ. */
static bool takes_times(void)
{
    return secure_getenv("TRIPTYCH_LOOPS_TIME") != NULL;
}

static void name_plan(struct plans_binary *binary)
{
    const char *slash = strrchr(binary->path, '/'), *name = slash ? slash + 1 : binary->path;
    uint64_t number = format_hash(FORMAT_HASH_START, binary->path, strlen(binary->path));
    number = format_hash(number, &binary->size, sizeof binary->size);
    number = format_hash(number, &binary->changed, sizeof binary->changed);
    snprintf(binary->plan, sizeof binary->plan, "%.*s-%016llx%s%s.plan", NAME, name,
             (unsigned long long)number, takes_times() ? "t" : "", binary->is_quiet ? "q" : "");
}

bool plans_identify(const char *path, bool is_program, struct plans_binary *binary)
{
    char link[40];
    struct stat status, there;
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t got = readlink(link, binary->path, sizeof binary->path - 1);
    binary->path[got > 0 ? got : 0] = '\0';
    bool found = got > 0 && fstat(fd, &status) == 0;
    int error = errno;
    close(fd);
    errno = error;
    if (!found)
        return false;
    binary->is_gone = stat(binary->path, &there) || there.st_ino != status.st_ino ||
                      there.st_dev != status.st_dev;
    binary->size = (uint64_t)status.st_size;
    binary->changed = changed(&status);
    binary->is_quiet = is_program && quiet_holds();
    name_plan(binary);
    return true;
}

/* Maps a plan. NULL with errno if there is none; with errno 0 if the file is not a valid plan of
 * the binary. */
static const struct format_plan *map_plan(const char *path, const struct plans_binary *binary)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    void *found = MAP_FAILED;
    size_t size = fstat(fd, &status) == 0 && status.st_size > 0 ? (size_t)status.st_size : 0;
    if (size)
        found = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    int error = errno;
    close(fd);
    errno = error;
    if (found == MAP_FAILED)
        return NULL;
    const struct format_plan *plan = found;
    if (check_plan(plan, size) && plan->size == binary->size && plan->changed == binary->changed)
        return plan;
    munmap(found, size);
    errno = 0;
    return NULL;
}

static bool make(const struct plans_binary *binary, const char *from, const char *path, char *why,
                 size_t size)
{
    const char *program = secure_getenv("TRIPTYCH_LOOPS");
    const char *words[5];
    size_t count = 0;
    if (takes_times())
        words[count++] = "--time";
    if (binary->is_quiet)
        words[count++] = "--quiet";
    words[count++] = from;
    words[count++] = path;
    words[count] = NULL;
    return program && measure_helper_run(program, words, why, size);
}

/* Makes the folder of plans; false with errno. */
static bool make_folder(char *path, size_t size)
{
    int used = snprintf(path, size, "%s/%s", tri_core.place_archive(), FORMAT_LOOPS_FOLDER);
    if (used < 0 || (size_t)used >= size) {
        errno = ENAMETOOLONG;
        return false;
    }
    return measure_folder_make(tri_core.place_archive(), FORMAT_LOOPS_FOLDER);
}

/* Returns the plan, made by this process or by the one that held the lock before. NULL if there is
 * none; then `why` has the reason. */
static const struct format_plan *get_locked(const struct plans_binary *binary, const char *from,
                                            const char *path, char *why, size_t size)
{
    char lock[PATH_MAX + 8];
    snprintf(lock, sizeof lock, "%s.lock", path);
    int fd = measure_folder_open_file(
        tri_core.place_archive(), lock + strlen(tri_core.place_archive()) + 1, O_RDWR | O_CREAT);
    while (fd >= 0 && flock(fd, LOCK_EX) && errno == EINTR)
        ;
    const struct format_plan *plan = map_plan(path, binary);
    if (!plan && make(binary, from, path, why, size)) {
        plan = map_plan(path, binary);
        if (!plan)
            snprintf(why, size, "%s is damaged", path);
    }
    if (fd >= 0) {
        unlink(lock); /* later processes find the plan, or try again */
        close(fd);
    }
    return plan;
}

const struct format_plan *plans_get(const struct plans_binary *binary, const char *path, char *why,
                                    size_t size)
{
    char file[PATH_MAX];
    if (!make_folder(file, sizeof file - sizeof binary->plan - 1)) {
        snprintf(why, size, "%s cannot be made: %s", file, strerror(errno));
        return NULL;
    }
    size_t used = strlen(file);
    snprintf(file + used, sizeof file - used, "/%s", binary->plan);
    const struct format_plan *plan = map_plan(file, binary);
    return plan ? plan : get_locked(binary, binary->is_gone ? path : binary->path, file, why, size);
}
