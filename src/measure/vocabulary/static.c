/* static.c: described functions of a program that is linked statically, through `triptych cc`: the
 * linker has put jumps in front of them, and knows their addresses. */
#include "format/doors.h"
#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/place.h"
#include "measure/process.h"
#include "measure/settings.h"
#include "measure/vocabulary/machine.h"

#include <errno.h>

static bool may_begin;

uint64_t measure_vocabulary_real(struct format_vocabulary_function *function)
{
    return function->real;
}

uint64_t measure_vocabulary_private(const struct format_vocabulary_function *function,
                                    const void *site)
{
    (void)function;
    (void)site;
    return 0;
}

/* Begins measuring; it may have begun already, by the program's probes. */
void measure_listen_begin(void)
{
    if (!may_begin || listen_to)
        return;
    int saved = errno;
    sigset_t before;
    measure_guard_enter(&before);
    bool started = measure_process_start();
    if (started) {
        measure_listen_is_preloaded();
        measure_listen_started(FORMAT_COLLECT_VOCABULARY, &measure_place_page()->collects);
    }
    measure_guard_leave(&before);
    if (started && !measure_lane_own)
        measure_lane_start();
    errno = saved;
}

__attribute__((constructor(101))) static void begin(void)
{
    struct measure_settings settings;
    measure_settings_read(&settings);
    may_begin = !settings.off && settings.archive && settings.collects & FORMAT_COLLECT_VOCABULARY;
    measure_listen_begin();
}
