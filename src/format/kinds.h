/* kinds.h: programs that only start others, by their names. */
#ifndef FORMAT_KINDS_H
#define FORMAT_KINDS_H

#include <stdbool.h>

/* Whether the name of a program is one of these, also with a version: mpirun.openmpi. */
static inline bool format_is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++) {
        int i = 0;
        while ((*names)[i] && (*names)[i] == name[i])
            i++;
        if (!(*names)[i] && (!name[i] || name[i] == '.'))
            return true;
    }
    return false;
}

/* What it does itself is nobody's question. */
static inline bool format_is_launcher(const char *name)
{
    static const char *const names[] = {
        "env",    "mpirun",  "mpiexec",         "orterun", "orted",   "prterun",
        "prte",   "prted",   "hydra_pmi_proxy", "srun",    "time",    "timeout",
        "nice",   "nohup",   "setsid",          "taskset", "numactl", "chrt",
        "stdbuf", "setarch", "xargs",           "ssh",     0,
    };
    return format_is_one_of(name, names);
}

/* The same, but somebody may mean it where it is named: a shell, a tool that builds. */
static inline bool format_is_tool(const char *name)
{
    static const char *const names[] = {
        "sh",    "bash",  "dash",  "zsh",   "ksh",   "fish",  "make",
        "gmake", "ninja", "cmake", "ctest", "meson", "tclsh", 0,
    };
    return format_is_one_of(name, names);
}

#endif
