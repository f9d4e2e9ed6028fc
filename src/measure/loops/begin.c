/* begin.c: the beginning of the library that `triptych loops` preloads. */
#include "measure/guard.h"
#include "measure/loops/contexts.h"
#include "measure/loops/load.h"
#include "measure/loops/modules.h"
#include "measure/process.h"
#include "measure/settings.h"

#include <errno.h>
#include <stdlib.h>

/* Contexts name functions of modules: both or none. */
static bool fork_both(void)
{
    bool modules = modules_fork();
    return contexts_fork() && modules;
}

__attribute__((constructor(102))) static void begin(void)
{
    struct settings settings;
    settings_read(&settings);
    if (settings.off || !settings.archive || !secure_getenv("TRIPTYCH_LOOPS"))
        return;
    int saved = errno;
    sigset_t before;
    guard_enter(&before);
    bool started = process_start();
    guard_leave(&before);
    if (started) {
        process_at_fork(fork_both);
        load_begin();
    }
    errno = saved;
}
