/* preload.c: the beginning of the library that `triptych run` preloads. */
#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/process.h"
#include "measure/settings.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Programs that only start others: what they do themselves is nobody's question. */
static bool is_launcher(const char *name)
{
    static const char *const launchers[] = {
        "sh",      "bash",    "dash",    "zsh",     "ksh",   "fish",   "env",
        "make",    "gmake",   "ninja",   "cmake",   "ctest", "meson",  "mpirun",
        "mpiexec", "orterun", "orted",   "prterun", "prte",  "prted",  "hydra_pmi_proxy",
        "srun",    "time",    "timeout", "nice",    "nohup", "setsid", "taskset",
        "numactl", "chrt",    "stdbuf",  "setarch", "xargs", "ssh",    "tclsh",
    };
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++) {
        size_t size = strlen(launchers[i]);
        if (!strncmp(name, launchers[i], size) && (!name[size] || name[size] == '.'))
            return true;
    }
    return false;
}

/* Sanitizers have an order of their own in which libraries must come: such a program is left alone,
 * but for its probes. */
static bool is_sanitized(void)
{
    static const char *const names[] = {"__asan_init", "__tsan_init", "__msan_init", "__lsan_init",
                                        "__hwasan_init"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (dlsym(RTLD_DEFAULT, names[i]))
            return true;
    }
    return false;
}

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

/* The command itself is a place from its beginning on: its process has the number that `triptych
 * run` gave it. */
static bool is_command(void)
{
    const char *pid = secure_getenv("TRIPTYCH_COMMAND");
    return pid && strtol(pid, NULL, 10) == (long)getpid();
}

__attribute__((constructor(101))) static void begin(void)
{
    struct settings settings;
    settings_read(&settings);
    if (settings.off || !settings.archive || !settings.collects)
        return;
    if (is_sanitized())
        return;
    listen_is_preloaded();
    may_begin = !is_launcher(program_invocation_short_name);
    if (is_command())
        listen_begin();
}
