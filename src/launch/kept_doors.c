/* kept_doors.c: see kept_doors.h */
#include "launch/kept_doors.h"

#include "format/doors.h"
#include "launch/program.h"
#include "util/kept.h"
#include "util/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* A program of the command that this process runs. */
struct program {
    char *path;
    char name[24];      /* of the file of its doors in the archive */
    char *kept;         /* in the cache */
    struct stat status; /* when the command was started */
    struct program *next;
};

static struct program *programs;

struct putting {
    const char *library, *archive;
    uint64_t maker; /* of the doors */
};

/* Returns a hash of what makes doors: this build, and the file of triptych-plan. */
static uint64_t maker_of(const char *planner)
{
    struct stat status = {0};
    if (stat(planner, &status))
        return 0;
    const uint64_t about[] = {kept_maker(), (uint64_t)status.st_size, (uint64_t)status.st_ino,
                              format_doors_changed(&status)};
    return format_hash(FORMAT_HASH_START, about, sizeof about);
}

/* Names the file in the cache. A program that is written anew has a new st_ctim, whatever its other
 * times were set to. */
static char *name_kept(const struct putting *putting, const struct stat *status)
{
    const uint64_t about[] = {format_doors_name(putting->library, status), putting->maker,
                              (uint64_t)status->st_ctim.tv_sec, (uint64_t)status->st_ctim.tv_nsec};
    return memory_printf("doors-%016llx",
                         (unsigned long long)format_hash(FORMAT_HASH_START, about, sizeof about));
}

static char *path_of(const struct program *program, const char *archive)
{
    return memory_printf("%s/%s/%s", archive, FORMAT_DOORS_FOLDER, program->name);
}

/* Writes a file that nobody reads yet. What is written in part does not have its checksum. */
static void write_file(const char *path, const struct kept *kept)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd >= 0 && write(fd, kept->bytes, kept->size) != (ssize_t)kept->size)
        unlink(path);
    if (fd >= 0)
        close(fd);
}

static void put(const struct launch_program *found, void *data)
{
    const struct putting *putting = data;
    struct program *program = memory_zeroed(1, sizeof *program);
    if (found->kind != PROGRAM_DYNAMIC || stat(found->path, &program->status)) {
        free(program);
        return;
    }
    program->path = memory_string(found->path);
    snprintf(program->name, sizeof program->name, "%016llx",
             (unsigned long long)format_doors_name(putting->library, &program->status));
    program->kept = name_kept(putting, &program->status);
    program->next = programs;
    programs = program;
    struct kept kept;
    if (!kept_open(&kept, program->kept))
        return;
    char *folder = memory_printf("%s/%s", putting->archive, FORMAT_DOORS_FOLDER);
    char *path = path_of(program, putting->archive);
    mkdir(folder, 0777);
    write_file(path, &kept);
    kept_close(&kept);
    free(path);
    free(folder);
}

void launch_kept_doors_put(char **command, const char *library, const char *planner,
                           const char *archive)
{
    struct putting putting = {library, archive, maker_of(planner)};
    if (putting.maker)
        launch_program_each(command, put, &putting);
}

/* True if the file is what it was when the command was started. */
static bool is_unchanged(const struct program *program)
{
    const struct stat *before = &program->status;
    struct stat now;
    return stat(program->path, &now) == 0 && now.st_dev == before->st_dev &&
           now.st_ino == before->st_ino && now.st_size == before->st_size &&
           now.st_ctim.tv_sec == before->st_ctim.tv_sec &&
           now.st_ctim.tv_nsec == before->st_ctim.tv_nsec;
}

static bool is_kept(const char *name, const void *bytes, size_t size)
{
    struct kept kept;
    if (!kept_open(&kept, name))
        return false;
    bool is_same = kept.size == size && !memcmp(kept.bytes, bytes, size);
    kept_close(&kept);
    return is_same;
}

static void keep(const struct program *program, const char *archive)
{
    char *path = path_of(program, archive);
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    size_t size =
        fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? (size_t)status.st_size : 0;
    void *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    if (bytes != MAP_FAILED) {
        const struct kept_part part = {bytes, size};
        if (!is_kept(program->kept, bytes, size) && is_unchanged(program))
            kept_write(program->kept, &part, 1);
        munmap(bytes, size);
    }
    if (fd >= 0)
        close(fd);
    free(path);
}

void launch_kept_doors_keep(const char *archive)
{
    while (programs) {
        struct program *program = programs;
        programs = program->next;
        keep(program, archive);
        free(program->path);
        free(program->kept);
        free(program);
    }
}
