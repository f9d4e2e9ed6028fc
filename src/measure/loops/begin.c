/* begin.c: the beginning of the library that `triptych loops` preloads. */
#include "measure/guard.h"
#include "measure/kind.h"
#include "measure/loops/contexts.h"
#include "measure/loops/leave.h"
#include "measure/loops/libraries.h"
#include "measure/loops/load.h"
#include "measure/loops/modules.h"
#include "measure/loops/rank.h"
#include "measure/loops/samples.h"
#include "measure/place.h"
#include "measure/process.h"
#include "measure/settings.h"

#include <errno.h>
#include <stdlib.h>

/* Contexts name functions of modules: all or none. */
static bool fork_all(void)
{
    bool modules = modules_fork(), left = leave_fork(), samples = samples_fork();
    return contexts_fork() && modules && left && samples;
}

/* Launchers are not, and tools only where they are what was named. */
static bool is_to_be_counted(void)
{
    bool is_named = !secure_getenv("TRIPTYCH_COMMAND") || kind_is_command();
    return !kind_is_launcher() && (is_named || !kind_is_tool());
}

/* Where the program itself cannot be counted, its libraries may be. */
static void load(void)
{
    static char why[LOAD_WHY];
    if (kind_is_sanitized()) {
        place_stop(0, "the program is built with a sanitizer, which does not stand being patched");
        return;
    }
    rank_find();
    samples_begin();
    bool program = load_program(why), libraries = libraries_begin();
    samples_thread();
    if (!program && libraries)
        place_say(0, why, "its loops are not counted, the program goes on");
    else if (!program)
        place_stop(0, why);
}

__attribute__((constructor(102))) static void begin(void)
{
    struct settings settings;
    settings_read(&settings);
    if (settings.off || !settings.archive || !secure_getenv("TRIPTYCH_LOOPS") ||
        !is_to_be_counted())
        return;
    int saved = errno;
    sigset_t before;
    guard_enter(&before);
    bool started = process_start_without_probes();
    guard_leave(&before);
    if (started) {
        process_at_fork(fork_all);
        leave_begin();
        load();
    }
    errno = saved;
}
