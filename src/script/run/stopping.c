/* stopping.c: see stopping.h */
#include "script/run/stopping.h"

#include "script/run/remote.h"

#include <sys/prctl.h>
#include <sys/signalfd.h>

enum { GRACE = 5 }; /* s between SIGTERM and SIGKILL */

static const int watched[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT};

void stopping_take(struct run *run, int number)
{
    uint64_t now = run_now();
    if (run->stopping && run->result->signal) {
        for (uint32_t i = 0; i < run->slot_count; i++) {
            if (run->slots[i] != SCRIPT_NONE && run->tasks[run->slots[i]].pid > 0)
                remote_signal(run, run->slots[i], SIGKILL);
        }
    }
    run->result->signal = number;
    run->stopping = true;
    run->stop_deadline = now;
}

int stopping_watch(struct run *run)
{
    uint64_t now = run_now();
    int wait = -1;
    for (uint32_t i = 0; i < run->slot_count && run->running; i++) {
        uint32_t task = run->slots[i];
        if (task == SCRIPT_NONE || run->tasks[task].pid <= 0)
            continue;
        struct run_task *state = &run->tasks[task];
        if (run->stopping && !state->killed)
            state->deadline = run->stop_deadline;
        if (!state->deadline)
            continue;
        if (now >= state->deadline && state->killed < 2) {
            remote_signal(run, task, state->killed ? SIGKILL : SIGTERM);
            run->shown[task].timed_out |= !run->stopping;
            state->killed++;
            state->deadline = now + (uint64_t)GRACE * 1000000000u;
        }
        uint64_t left = (state->deadline - now) / 1000000 + 1;
        if (wait < 0 || left < (uint64_t)wait)
            wait = left > 1000 ? 1000 : (int)left;
    }
    return wait;
}

bool stopping_begin(struct run *run, sigset_t *before, struct error *error)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof watched / sizeof watched[0]; i++)
        sigaddset(&set, watched[i]);
    sigprocmask(SIG_BLOCK, &set, before);
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    run->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return run->signals >= 0 ? script_hub_watch(run->hub, run->signals, error)
                             : error_errno(error, "cannot wait for signals");
}
