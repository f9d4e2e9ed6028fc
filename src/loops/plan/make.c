/* make.c: see make.h */
#include "loops/plan/make.h"

#include "loops/plan/rewrite.h"
#include "loops/plan/timers.h"

#include <elf.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined __aarch64__
enum { OWN_MACHINE = EM_AARCH64 };
#elif defined __x86_64__
enum { OWN_MACHINE = EM_X86_64 };
#else
enum { OWN_MACHINE = EM_NONE };
#endif

/* Fills the header of a plan. */
static void describe(struct loops_plan *plan, const struct loops_binary *binary,
                     const struct stat *status)
{
    const struct loops_binary_part *last = &binary->parts[binary->part_count - 1];
    char *real = realpath(binary->path, NULL);
    plan->header.magic = FORMAT_PLAN_MAGIC;
    plan->header.version = FORMAT_LOOPS_VERSION;
    plan->header.machine = binary->architecture->machine;
    plan->header.size = (uint64_t)status->st_size;
    plan->header.changed =
        (uint64_t)status->st_mtim.tv_sec * UINT64_C(1000000000) + (uint64_t)status->st_mtim.tv_nsec;
    plan->header.low = binary->parts[0].start;
    plan->header.high = last->start + last->size;
    plan->header.path = loops_plan_text(plan, real ? real : binary->path);
    free(real);
}

/* Gets the status of a file; an error if it is missing or not a regular file. */
static bool find_file(const char *path, struct stat *status, struct error *error)
{
    if (stat(path, status))
        return error_errno(error, "%s cannot be read", path);
    if (!S_ISREG(status->st_mode))
        return error_set(error, "%s is not a regular file", path);
    return true;
}

bool loops_make_plan(const char *path, const char *file, struct loops_make what,
                     struct error *error)
{
    struct stat status;
    struct loops_plan plan = {0};
    if (!find_file(path, &status, error))
        return false;
    struct loops_binary *binary = loops_binary_open(path, error);
    if (!binary)
        return false;
    binary->trusts_quiet = what.trusts_quiet;
    describe(&plan, binary, &status);
    plan.header.limit = what.kind == MAKE_TIMED ? loops_timers_limit() : 0;
    if (what.kind == MAKE_EVERY)
        loops_rewrite_every(binary, &plan);
    else if (what.kind == MAKE_TIMED)
        loops_rewrite_timed(binary, &plan);
    else
        loops_rewrite_all(binary, &plan);
    bool written = loops_plan_save(&plan, file, error);
    loops_plan_discard(&plan);
    loops_binary_close(binary);
    return written;
}

/* True if a program runs with the rights of another user or group. */
static bool is_for_others(const struct stat *status)
{
    return (status->st_mode & S_ISUID && status->st_uid != geteuid()) ||
           (status->st_mode & S_ISGID && status->st_gid != getegid());
}

bool loops_make_can_count(const char *path, struct error *error)
{
    struct stat status;
    if (!find_file(path, &status, error))
        return false;
    struct loops_binary *binary = loops_binary_open(path, error);
    if (!binary)
        return false;
    bool good = true;
    if (binary->architecture->machine != OWN_MACHINE)
        good = error_set(error,
                         "%s is for another machine than this one: its loops can be found "
                         "(--static), not counted here",
                         path);
    else if (binary->is_static)
        good = error_set(error,
                         "%s is linked statically: nothing can be preloaded; link it without "
                         "-static, or let Valgrind count (--engine valgrind)",
                         path);
    else if (is_for_others(&status))
        good = error_set(error,
                         "%s runs with another user's rights (set-user-id): nothing can be "
                         "preloaded; run a copy of it, or run it as that user",
                         path);
    loops_binary_close(binary);
    return good;
}
