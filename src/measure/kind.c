/* kind.c: see kind.h */
#include "measure/kind.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether the program's name is one of these, also with a version: mpirun.openmpi. */
static bool is_one_of(const char *const *names)
{
    const char *own = program_invocation_short_name;
    for (; *names; names++) {
        size_t size = strlen(*names);
        if (!strncmp(own, *names, size) && (!own[size] || own[size] == '.'))
            return true;
    }
    return false;
}

bool kind_is_launcher(void)
{
    static const char *const names[] = {
        "env",    "mpirun",  "mpiexec",         "orterun", "orted",   "prterun",
        "prte",   "prted",   "hydra_pmi_proxy", "srun",    "time",    "timeout",
        "nice",   "nohup",   "setsid",          "taskset", "numactl", "chrt",
        "stdbuf", "setarch", "xargs",           "ssh",     NULL,
    };
    return is_one_of(names);
}

bool kind_is_tool(void)
{
    static const char *const names[] = {
        "sh",    "bash",  "dash",  "zsh",   "ksh",   "fish",  "make",
        "gmake", "ninja", "cmake", "ctest", "meson", "tclsh", NULL,
    };
    return is_one_of(names);
}

bool kind_is_sanitized(void)
{
    static const char *const names[] = {"__asan_init", "__tsan_init", "__msan_init", "__lsan_init",
                                        "__hwasan_init"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (dlsym(RTLD_DEFAULT, names[i]))
            return true;
    }
    return false;
}

bool kind_is_command(void)
{
    const char *pid = secure_getenv("TRIPTYCH_COMMAND");
    return pid && strtol(pid, NULL, 10) == (long)getpid();
}
