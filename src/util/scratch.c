/* scratch.c: see scratch.h. A child waits for the end of a pipe whose other end only this process
 * has: that comes when the folder is no longer needed, and also when this process dies. */
#include "util/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 20 };

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    remove(path);
    return 0;
}

static void remove_all(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Removes the folder once the pipe has ended. Programs that a killed process had started may still
 * write to it: tries again for two seconds. */
static _Noreturn void stand_guard(int life, const char *path)
{
    char byte;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    setsid(); /* Ctrl-C is not for it */
    for (int fd = 0; fd < 3; fd++)
        close(fd); /* nobody waits for its output */
    while (read(life, &byte, 1) < 0 && errno == EINTR)
        continue;
    for (int i = 0; i < TRIES && access(path, F_OK) == 0; i++) {
        remove_all(path);
        if (access(path, F_OK) == 0)
            nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    _exit(0);
}

bool scratch_make(struct scratch *scratch, char *path, struct error *error)
{
    int ends[2];
    *scratch = (struct scratch){.guard = -1, .life = -1};
    if (!mkdtemp(path))
        return error_errno(error, "the folder %s cannot be made; set TMPDIR to another folder",
                           path);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return true; /* without a guard, the folder stays if the process is killed */
    scratch->guard = fork();
    if (scratch->guard == 0) {
        close(ends[1]);
        stand_guard(ends[0], path);
    }
    close(ends[0]);
    scratch->life = ends[1];
    return true;
}

void scratch_remove(struct scratch *scratch, const char *path)
{
    remove_all(path);
    if (scratch->life >= 0)
        close(scratch->life);
    while (scratch->guard > 0 && waitpid(scratch->guard, NULL, 0) < 0 && errno == EINTR)
        continue;
    *scratch = (struct scratch){.guard = -1, .life = -1};
}
