/* kinds.h: names of programs that only start others. */
#ifndef FORMAT_KINDS_H
#define FORMAT_KINDS_H

#include <stdbool.h>

/* True if the name of a program is one of these, also with a suffix: mpirun.openmpi. */
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

/* True for a launcher: its own activity is never of interest. */
static inline bool format_is_launcher(const char *name)
{
    static const char *const names[] = {
        "env",    "mpirun",          "mpiexec",  "orterun", "orted",   "prterun", "prte",
        "prted",  "hydra_pmi_proxy", "srun",     "time",    "timeout", "nice",    "nohup",
        "setsid", "taskset",         "numactl",  "chrt",    "stdbuf",  "setarch", "xargs",
        "ssh",    "oshrun",          "shmemrun", "pvmd3",   "pvmgs",   0,
    };
    return format_is_one_of(name, names);
}

/* True for a tool that starts programs but may be measured if the user names it: a shell, a build
 * tool. */
static inline bool format_is_tool(const char *name)
{
    static const char *const names[] = {
        "sh",    "bash",  "dash",  "zsh",   "ksh",   "fish",  "make",
        "gmake", "ninja", "cmake", "ctest", "meson", "tclsh", 0,
    };
    return format_is_one_of(name, names);
}

#endif
