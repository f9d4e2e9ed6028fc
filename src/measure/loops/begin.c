/* begin.c: starts the library that `triptych loops` preloads. */
#include "format/mark.h"
#include "measure/core.h"
#include "measure/kind.h"
#include "measure/loops/contexts.h"
#include "measure/loops/crossing.h"
#include "measure/loops/leave.h"
#include "measure/loops/leave_ends.h"
#include "measure/loops/leave_real.h"
#include "measure/loops/leave_sites.h"
#include "measure/loops/leave_walk.h"
#include "measure/loops/libraries.h"
#include "measure/loops/load.h"
#include "measure/loops/modules.h"
#include "measure/loops/rank.h"
#include "measure/loops/samples.h"
#include "measure/loops/signals.h"
#include "measure/loops/slow.h"
#include "measure/loops/times.h"
#include "measure/settings.h"

#include <errno.h>
#include <link.h>
#include <stdlib.h>

/* In a forked child: moves all files. Contexts refer to functions of modules, so either all are
 * moved or counting stops. */
static bool fork_all(void)
{
    bool modules = modules_fork(), left = leave_fork();
    leave_ends_fork(leave_has_begun());
    bool samples = samples_fork();
    return contexts_fork() && modules && left && samples;
}

/* True if a segment is in memory: a note may be in the file only, or be wrong. */
static bool is_loaded(const struct dl_phdr_info *info, const ElfW(Phdr) * segment)
{
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *load = &info->dlpi_phdr[i];
        if (load->p_type == PT_LOAD && load->p_flags & PF_R && segment->p_vaddr >= load->p_vaddr &&
            segment->p_memsz <= load->p_filesz &&
            segment->p_vaddr - load->p_vaddr <= load->p_filesz - segment->p_memsz)
            return true;
    }
    return false;
}

static int see_program(struct dl_phdr_info *info, size_t size, void *is_marked)
{
    (void)size;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type == PT_NOTE && is_loaded(info, header) &&
            format_mark_is_in((const void *)(info->dlpi_addr + header->p_vaddr), header->p_memsz,
                              header->p_align))
            *(bool *)is_marked = true;
    }
    return 1; /* the program is the first one, and what follows are libraries */
}

static bool is_marked(void)
{
    bool is_it = false;
    dl_iterate_phdr(see_program, &is_it);
    return is_it;
}

/* True if this process is to be counted: never a launcher; a shell or build tool only if the user
 * named it; with `triptych run`, only a program that is marked for it. */
static bool is_to_be_counted(void)
{
    bool is_named = !secure_getenv("TRIPTYCH_COMMAND") || measure_kind_is_command();
    bool is_chosen = !secure_getenv("TRIPTYCH_LOOPS_MARKED") || is_marked();
    return is_chosen && !measure_kind_is_launcher() && (is_named || !measure_kind_is_tool());
}

/* Counts the program and its libraries. If the program itself cannot be counted, its libraries
 * still may be. */
static void load(void)
{
    static char why[LOAD_WHY];
    if (measure_kind_is_sanitized()) {
        tri_core.place_stop(0, "the program is built with a sanitizer and cannot be patched");
        return;
    }
    times_begin();
    samples_begin();
    bool program = load_program(why), libraries = libraries_begin();
    modules_begin();
    samples_thread();
    if (!program && libraries)
        tri_core.place_say(0, why, "its loops are not counted, the program continues");
    else if (!program)
        tri_core.place_stop(0, why);
}

__attribute__((constructor(102))) static void begin(void)
{
    struct measure_settings settings;
    measure_settings_read(&settings);
    if (settings.off || !settings.archive || !secure_getenv("TRIPTYCH_LOOPS") ||
        !is_to_be_counted())
        return;
    int saved = errno;
    sigset_t before;
    if (tri_core.begin)
        tri_core.begin();
    tri_core.guard_enter(&before);
    bool started = tri_core.process_start_without_probes();
    tri_core.guard_leave(&before);
    if (started) {
        if (!settings.collects) /* else the collector of MPI finds the rank */
            rank_find();
        tri_core.process_at_fork(fork_all);
        tri_core.be_busy(true);
        leave_walk_prepare();
        leave_ends_begin();
        signals_begin(signals_entry);
        load();
        crossing_begin();
        tri_core.be_busy(false);
    }
    errno = saved;
}

typedef int main_function(int, char **, char **);

LEAVE_STAND_IN int __libc_start_main(main_function *program, int count, char **words,
                                     void (*init)(void), void (*fini)(void),
                                     void (*rtld_fini)(void), void *stack_end);

/* Finds main: initialisers run before it and do not call it. */
int __libc_start_main(main_function *program, int count, char **words, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    struct leave_site site;
    if (leave_site_at((uint64_t)(uintptr_t)program, &site)) {
        slow_start = contexts_current;
        slow_main = site.function;
    }
    return LEAVE_REAL(__libc_start_main)(program, count, words, init, fini, rtld_fini, stack_end);
}
