/* preload.c: starts the library that `triptych run` preloads. */
#include "measure/guard.h"
#include "measure/kind.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/process.h"
#include "measure/settings.h"
#include "measure/unseen.h"

#include <errno.h>

static bool may_begin;

void listen_begin(void)
{
    if (!may_begin || listen_to)
        return;
    int saved = errno;
    sigset_t before;
    guard_enter(&before);
    bool started = process_start();
    guard_leave(&before);
    if (started && !lane_own)
        lane_start();
    errno = saved;
}

__attribute__((constructor(101))) static void begin(void)
{
    struct settings settings;
    settings_read(&settings);
    if (settings.off || !settings.archive || !settings.collects)
        return;
    if (kind_is_sanitized()) /* not measured, except by its own probes */
        return;
    listen_is_preloaded();
    process_at_end(unseen_note_mpi);
    may_begin = !kind_is_launcher() && !kind_is_tool();
    if (kind_is_command()) /* it is a place from its start on */
        listen_begin();
}
