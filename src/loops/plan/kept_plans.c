/* kept_plans.c: see kept_plans.h */
#include "loops/plan/kept_plans.h"

#include "format/hash.h"
#include "format/loops.h"
#include "util/kept.h"
#include "util/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Identifies a binary among all that had its path, at other times or in other file systems. A file
 * that is written anew has a new st_ctim, whatever its other times were set to. */
struct identity {
    uint64_t maker, kind, trusts_quiet, device, inode, size;
    uint64_t changed, changed_ns, renewed, renewed_ns;
};

/* Returns the name under which the plan of a binary is cached, which the caller frees; NULL if the
 * file is gone or is not a regular file. */
static char *name_of(const char *path, struct loops_make what)
{
    struct stat facts;
    char *real = realpath(path, NULL);
    if (!real || stat(real, &facts) || !S_ISREG(facts.st_mode)) {
        free(real);
        return NULL;
    }
    struct identity identity = {
        .maker = kept_maker(),
        .kind = what.kind,
        .trusts_quiet = what.trusts_quiet,
        .device = facts.st_dev,
        .inode = facts.st_ino,
        .size = (uint64_t)facts.st_size,
        .changed = (uint64_t)facts.st_mtim.tv_sec,
        .changed_ns = (uint64_t)facts.st_mtim.tv_nsec,
        .renewed = (uint64_t)facts.st_ctim.tv_sec,
        .renewed_ns = (uint64_t)facts.st_ctim.tv_nsec,
    };
    uint64_t sum = format_hash(FORMAT_HASH_START, real, strlen(real));
    sum = format_hash(sum, &identity, sizeof identity);
    free(real);
    return memory_printf("plan-%016llx", (unsigned long long)sum);
}

/* True if the bytes are a plan with a correct checksum: a damaged plan must not be executed. */
static bool is_plan(const void *bytes, size_t size)
{
    struct format_plan header;
    if (size < sizeof header || size % 8)
        return false;
    memcpy(&header, bytes, sizeof header);
    uint64_t told = header.sum;
    header.sum = 0;
    uint64_t sum = format_sum(0, &header, sizeof header / 8);
    sum = format_sum(sum, (const char *)bytes + sizeof header, (size - sizeof header) / 8);
    return header.magic == FORMAT_PLAN_MAGIC && header.version == FORMAT_LOOPS_VERSION &&
           sum == told;
}

/* Writes a file so that others see either all of it or nothing. */
static bool write_file(const char *path, const void *bytes, size_t size)
{
    char *part = memory_printf("%s.%ld", path, (long)getpid());
    FILE *file = fopen(part, "we");
    bool good = file && fwrite(bytes, size, 1, file) == 1;
    if (file)
        good = fclose(file) == 0 && good;
    good = good && rename(part, path) == 0;
    if (!good)
        unlink(part);
    free(part);
    return good;
}

/* Copies the cached plan to a file; returns false if there is none, or it is damaged. */
static bool take(const char *name, const char *file)
{
    struct kept kept;
    bool taken = kept_open(&kept, name) && is_plan(kept.bytes, kept.size) &&
                 write_file(file, kept.bytes, kept.size);
    kept_close(&kept);
    return taken;
}

/* Caches a plan that was just written. Failures are ignored: the plan is then made again. */
static void keep(const char *name, const char *file)
{
    struct stat facts;
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    size_t size = fstat(fd, &facts) == 0 && facts.st_size > 0 ? (size_t)facts.st_size : 0;
    void *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (bytes == MAP_FAILED)
        return;
    kept_write(name, &(struct kept_part){bytes, size}, 1);
    munmap(bytes, size);
}

bool kept_plans_make(const char *path, const char *file, struct loops_make what,
                     struct error *error)
{
    char *name = name_of(path, what);
    bool made = name && take(name, file);
    if (!made) {
        made = loops_make_plan(path, file, what, error);
        char *now = made && name ? name_of(path, what) : NULL;
        if (now && !strcmp(now, name)) /* the binary is still the one that was read */
            keep(name, file);
        free(now);
    }
    free(name);
    return made;
}
