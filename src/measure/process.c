/* process.c: see process.h. Measuring begins with the first registered region; a fork makes another
 * place. */
#include "measure/process.h"

#include "measure/act.h"
#include "measure/calibrate.h"
#include "measure/choose.h"
#include "measure/clock.h"
#include "measure/copies.h"
#include "measure/filter.h"
#include "measure/folder.h"
#include "measure/guard.h"
#include "measure/heed.h"
#include "measure/identity.h"
#include "measure/inherit.h"
#include "measure/lane.h"
#include "measure/late.h"
#include "measure/light.h"
#include "measure/listen.h"
#include "measure/log.h"
#include "measure/object.h"
#include "measure/place.h"
#include "measure/region.h"
#include "measure/settings.h"
#include "measure/throttle.h"

#include <triptych/probes.h>

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <unistd.h>

unsigned process_forks;

static sigset_t before_fork;
static bool (*also_at_fork[PROCESS_ALSO])(void);
static void (*also_at_end[PROCESS_ALSO])(void);

void measure_process_at_fork(bool (*also)(void))
{
    also_at_fork[also_at_fork[0] != NULL] = also;
}

void measure_process_at_end(void (*also)(void))
{
    also_at_end[also_at_end[0] != NULL] = also;
}

static bool fork_also(void)
{
    bool good = true;
    for (int i = 0; i < PROCESS_ALSO && also_at_fork[i]; i++)
        good = also_at_fork[i]() && good;
    return good;
}

void measure_process_before_fork(void)
{
    measure_guard_enter(&before_fork);
    int saved = errno;
    if (measure_place_is_measuring())
        inherit_keep();
    errno = saved;
}

void measure_process_after_fork(void)
{
    int saved = errno;
    inherit_drop();
    errno = saved;
    measure_guard_leave(&before_fork);
}

/* The child's mappings are those of the parent's files until each store has a file of its own, at
 * the same addresses. */
void measure_process_forked(void)
{
    int saved = errno;
    process_forks++;
    if (measure_place_is_measuring()) {
        uint32_t was = measure_act_activity();
        bool made = measure_place_fork();
        int error = errno;
        bool regions = measure_region_fork(), lights = light_fork();
        bool lane = measure_lane_fork(), objects = measure_object_fork(was);
        measure_copies_are_stale(); /* the nodes are other ones */
        bool also = fork_also();
        if (made)
            measure_heed_catch_up();
        if (!made || !regions || !lights || !lane || !objects || !also)
            measure_place_stop_guarded(made ? errno : error,
                                       "a forked process cannot have its own place");
    }
    errno = saved;
    measure_guard_leave(&before_fork);
}

unsigned tri_forks(void)
{
    return process_forks;
}

/* Makes the place in the second archive: the run was sealed before this program began. */
static bool make_late_place(const char *archive, char *late, size_t size)
{
    bool made;
    if (!late_find(archive, late, size, &made) || (made && !identity_write_run(late)) ||
        !measure_place_make(late))
        return false;
    if (made)
        measure_place_say(0, "the run was sealed before this program began",
                          "what the program does is measured into this archive");
    return true;
}

/* Makes the place in the archive, or in the second one if the archive is sealed; checked again
 * afterwards, since it may be sealed in between. */
static bool join(const char *archive, char *late, size_t size)
{
    if (late_is_sealed(archive))
        return make_late_place(archive, late, size);
    if (!measure_place_make(archive))
        return false;
    if (!late_is_sealed(archive))
        return true;
    measure_place_unmake();
    return make_late_place(archive, late, size);
}

static char made[PATH_MAX - 64]; /* the archive that this process made or tried to make */

static bool make_place(const char *archive)
{
    if (!archive)
        return measure_folder_make_archive(made, sizeof made) && identity_write_run(made) &&
               measure_place_make(made);
    /* The archive is missing on a host with its own disk, and if nothing was measured until the run
     * ended. */
    if (access(archive, F_OK) != 0 && measure_folder_make_new(archive))
        identity_write_run(archive);
    return join(archive, made, sizeof made);
}

/* Prints why the place could not be made, and the path. `archive`: the one to join, or NULL. */
static void say_unmade(const char *archive, int error)
{
    const char *path = made[0] || !archive ? made : archive;
    measure_place_say_unmade(
        path[0] ? path : "of this program", measure_folder_why(error),
        archive ? "use -o of `triptych run`, or TRIPTYCH_ARCHIVE, to name an archive in a "
                  "folder that you can write"
                : "run it in a folder that you can write, or set TRIPTYCH_ARCHIVE to "
                  "the full path of an archive in one");
}

static bool times_visits; /* false with --count */

/* Measures the costs of a probe, once. */
static void calibrate_once(void)
{
    static bool is_done;
    if (is_done)
        return;
    is_done = true;
    calibrate(&measure_place_page()->costs, &measure_place_page()->ranges, times_visits);
}

static bool start(const struct measure_settings *settings, bool has_probes)
{
    times_visits = !settings->count;
    measure_clock_start(settings->clock);
    choose_start(settings);
    throttle_start(settings);
    if (!make_place(settings->archive) || !measure_region_prepare()) {
        say_unmade(settings->archive, errno);
        return false;
    }
    measure_filter_start(settings);
    measure_log_start(settings);
    measure_heed_start();
    measure_lane_prepare();
    measure_place_page()->events = (uint8_t)measure_log_kinds();
    if (has_probes)
        calibrate_once();
    pthread_atfork(measure_process_before_fork, measure_process_after_fork, measure_process_forked);
    measure_place_begin(measure_region_stop_all);
    measure_listen_started(settings->collects, &measure_place_page()->collects);
    return true;
}

static bool is_off;

bool measure_process_is_off(void)
{
    return __atomic_load_n(&is_off, __ATOMIC_RELAXED);
}

static bool start_once(bool has_probes)
{
    static bool tried;
    if (!tried) {
        tried = true;
        int saved = errno;
        struct measure_settings settings;
        measure_settings_read(&settings);
        __atomic_store_n(&is_off, settings.off, __ATOMIC_RELAXED);
        if (!settings.off)
            start(&settings, has_probes);
        errno = saved;
    }
    return measure_place_is_measuring();
}

bool measure_process_start(void)
{
    bool measures = start_once(true);
    int saved = errno;
    if (measures)
        calibrate_once();
    errno = saved;
    return measures;
}

bool measure_process_start_without_probes(void)
{
    return start_once(false);
}

/* Runs after every other destructor: at exit() or the return from main. */
__attribute__((destructor)) static void at_exit(void)
{
    for (int i = 0; i < PROCESS_ALSO && also_at_end[i]; i++)
        also_at_end[i]();
    measure_lane_finish(); /* also if measuring has stopped: visits that were open then end now */
    measure_lane_tell_others();
    if (measure_place_is_measuring() && !measure_place_heed())
        measure_place_end(FORMAT_PLACE_EXITED);
}
