/* reap.c: see reap.h */
#include "script/run/reap.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static uint32_t task_of(const struct run *run, pid_t pid)
{
    for (uint32_t i = 0; i < run->slot_count; i++) {
        if (run->slots[i] != SCRIPT_NONE && run->tasks[run->slots[i]].pid == pid)
            return run->slots[i];
    }
    return SCRIPT_NONE;
}

void reap_all(struct run *run)
{
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || !info.si_pid)
            return;
        uint32_t task = task_of(run, info.si_pid);
        struct rusage used = {0};
        int status = 0;
        if (task != SCRIPT_NONE)
            kill(-info.si_pid, SIGKILL); /* what its main process has left behind */
        if (wait4(info.si_pid, &status, 0, &used) < 0)
            continue;
        if (task == SCRIPT_NONE && run->options->more)
            run->options->more->ended(run->options->more->owner, info.si_pid, status);
        if (task == SCRIPT_NONE)
            continue;
        struct script_task_run *shown = &run->shown[task];
        shown->status = status;
        shown->end = run_now();
        shown->memory = (uint64_t)used.ru_maxrss * 1024;
        shown->cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                     (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
        run->tasks[task].pid = 0;
        run_end_soon(run, task);
    }
}
