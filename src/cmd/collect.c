/* collect.c: see collect.h */
#include "cmd/collect.h"

#include "cmd/mpi.h"
#include "cmd/openmp.h"
#include "cmd/paths.h"
#include "cmd/program.h"
#include "format/place.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool collect_read(const char *words)
{
    if (!strcmp(words, "none"))
        return true;
    for (const char *at = words;; at++) {
        size_t size = strcspn(at, ",");
        if (!format_collector(at, size))
            return false;
        at += size;
        if (!*at)
            return true;
    }
}

/* Whether the programs of the command stand being listened to; if not, one line says why. */
static void consider(const struct program *program, void *data)
{
    bool *listens = data;
    if (program->sanitizer && *listens)
        fprintf(stderr,
                "triptych run: %s is built with %s, which does not stand a preloaded library: its "
                "threads, OpenMP and I/O are not seen, only its probes\n",
                program->path, program->sanitizer);
    *listens &= !program->sanitizer;
    if (program->kind == PROGRAM_STATIC && !program->has_probes)
        fprintf(stderr,
                "triptych run: %s is linked statically and has no probes: nothing of it is seen; "
                "link it without -static\n",
                program->path);
}

static void preload(const char *library)
{
    const char *others = getenv("LD_PRELOAD");
    char *all =
        memory_printf("%s%s%s", library, others && *others ? ":" : "", others ? others : "");
    setenv("LD_PRELOAD", all, 1);
    free(all);
}

/* A sanitized program that a script starts comes upon the preloaded library, too: it must not
 * refuse to run. (The library leaves it alone.) */
static void calm_sanitizers(void)
{
    static const char *const names[] = {"ASAN_OPTIONS", "HWASAN_OPTIONS"};
    static const char calm[] = "verify_asan_link_order=0";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *given = getenv(names[i]);
        char *all = memory_printf("%s%s%s", calm, given && *given ? ":" : "", given ? given : "");
        setenv(names[i], all, 1); /* what the user says comes later, and counts */
        free(all);
    }
}

/* Whether the words that collect_read() took name a collector. */
static bool has_word(const char *words, uint32_t collector)
{
    for (const char *at = words;; at++) {
        size_t size = strcspn(at, ",");
        if (format_collector(at, size) & collector)
            return true;
        at += size;
        if (!*at)
            return false;
    }
}

/* Inside of the archive, for the time of the run. */
static char *openmp_folder(const char *archive)
{
    return memory_printf("%s/openmp", archive);
}

static void move_openmp(const char *openmp, char **command, const char *archive)
{
    char *folder = openmp_folder(archive);
    openmp_set_environment(openmp, command, folder);
    free(folder);
}

void collect_clean(const char *archive)
{
    char *folder = openmp_folder(archive);
    openmp_clean(folder);
    free(folder);
}

void collect_set_environment(const char *words, const char *openmp, char **command,
                             const char *archive)
{
    bool listens = strcmp(words, "none") != 0;
    unsetenv("TRIPTYCH_COLLECT");
    if (listens)
        program_each(command, consider, &listens);
    const char *mpi = listens && has_word(words, FORMAT_COLLECT_MPI) ? mpi_library(command) : NULL;
    char *library = memory_printf("%s/%s", paths_library(), mpi ? mpi : "libtriptych-listen.so");
    if (listens && access(library, R_OK) == 0) {
        setenv("TRIPTYCH_COLLECT", words, 1);
        if (has_word(words, FORMAT_COLLECT_OPENMP))
            move_openmp(openmp, command, archive);
        preload(library);
        calm_sanitizers();
    }
    free(library);
}
