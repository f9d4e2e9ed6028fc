/* begin.c: the beginning of the library that `triptych loops` preloads. */
#include "measure/guard.h"
#include "measure/loops/contexts.h"
#include "measure/loops/modules.h"
#include "measure/process.h"
#include "measure/settings.h"

#include <errno.h>

__attribute__((constructor(102))) static void begin(void)
{
    struct settings settings;
    settings_read(&settings);
    if (settings.off || !settings.archive)
        return;
    int saved = errno;
    sigset_t before;
    guard_enter(&before);
    bool started = process_start();
    guard_leave(&before);
    if (started) {
        process_at_fork(contexts_fork);
        modules_load();
    }
    errno = saved;
}
