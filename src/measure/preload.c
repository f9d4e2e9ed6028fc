/* preload.c: starts the library that `triptych run` preloads. */
#include "measure/guard.h"
#include "measure/kind.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/process.h"
#include "measure/settings.h"
#include "measure/stacks/stacks.h"
#include "measure/unseen.h"
#include "measure/vocabulary/doors.h"
#include "measure/vocabulary/lost.h"

#include <errno.h>

static bool may_begin;

void measure_listen_begin(void)
{
    if (!may_begin || listen_to)
        return;
    int saved = errno;
    sigset_t before;
    measure_guard_enter(&before);
    bool started = measure_process_start();
    measure_guard_leave(&before);
#if defined __aarch64__ || defined __x86_64__
    if (started)
        measure_vocabulary_tell_lost();
#endif
    if (started)
        measure_stacks_begin();
    if (started && !measure_lane_own)
        measure_lane_start();
    errno = saved;
}

__attribute__((constructor(101))) void measure_listen_prepare(void)
{
    static bool is_done;
    struct measure_settings settings;
    if (is_done)
        return;
    is_done = true;
    measure_settings_read(&settings);
    if (settings.off || !settings.archive || !settings.collects)
        return;
    if (measure_kind_is_sanitized()) /* not measured, except by its own probes */
        return;
    measure_listen_is_preloaded();
    measure_process_at_end(unseen_note_mpi);
    may_begin = !measure_kind_is_launcher() && !measure_kind_is_tool();
#if defined __aarch64__ || defined __x86_64__
    if (may_begin && settings.collects & FORMAT_COLLECT_VOCABULARY)
        measure_vocabulary_open_doors(settings.archive);
#endif
    /* it is a place from its start on; so is a program that it starts, if call paths are sampled */
    if (measure_kind_is_command() || measure_stacks_are_wanted())
        measure_listen_begin();
}
