/* loops_roofs.c: see loops_roofs.h */
#include "cmd/loops_roofs.h"

#include <stdio.h>
#include <string.h>
#include <triptych/probes.h>
#include <unistd.h>

/* Finds the host of the run, if it was another one than this. */
static const char *other_host(const struct archive *archive, const char *own)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        const char *host = archive_text(archive, archive->places.host[i]);
        if (*host && strcmp(host, own) != 0)
            return host;
    }
    return NULL;
}

static bool has_timed_loops(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = 0; i < nodes->rows; i++) {
        if (nodes->timed[i] && archive->regions.kind[nodes->region[i]] == TRI_KIND_LOOP)
            return true;
    }
    return false;
}

/* Measures the roofs of this machine, which takes some seconds. */
static void measure(struct model_machine *machine)
{
    fprintf(stderr, "triptych loops: measuring the roofs of this machine; --machine FILE takes "
                    "those that `triptych machine --measure -o FILE` wrote\n");
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct buffer doubt = {0};
    model_machine_measure_roofs(machine, cores > 1 ? (unsigned)cores : 1, &doubt);
    if (doubt.used)
        fprintf(stderr, "triptych loops: %s, so they may be too low\n", doubt.text);
    buffer_free(&doubt);
}

bool cmd_loops_roofs(struct model_machine *machine, const char *file, const struct archive *archive,
                     struct error *error)
{
    char own[256] = "";
    if (file && !model_machine_load(machine, file, error))
        return false;
    if (file && machine->one.vector_double <= 0) {
        model_machine_free(machine);
        return error_set(
            error, "%.500s has no roofs: make it with `triptych machine --measure -o FILE`", file);
    }
    if (file)
        return true;
    gethostname(own, sizeof own - 1);
    const char *host = other_host(archive, own);
    if (host)
        return error_set(error,
                         "the run was on %.200s: make a file of its roofs there with `triptych "
                         "machine --measure -o FILE`, and name it with --machine FILE",
                         host);
    model_machine_generic(machine);
    if (has_timed_loops(archive)) /* otherwise there is nothing to draw under them */
        measure(machine);
    snprintf(machine->name, sizeof machine->name, "%s", own);
    return true;
}
