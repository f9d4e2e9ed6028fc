/* cycle_classes.c: see cycle_classes.h */
#include "archive/time/cycle_classes.h"

#include "archive/messages/mpi_calls.h"
#include "util/memory.h"

#include <triptych/probes.h>

static const struct {
    const char *word, *key;
} classes[CYCLES_CLASSES] = {
    [CYCLES_PROGRAM] = {"program", "program"},
    [CYCLES_RUNTIME] = {"runtime", "runtime"},
    [CYCLES_MPI_POINT] = {"MPI point-to-point", "mpi_point_to_point"},
    [CYCLES_MPI_COLLECTIVE] = {"MPI collective", "mpi_collective"},
    [CYCLES_SYNC] = {"sync", "sync"},
    [CYCLES_IO] = {"io", "io"},
    [CYCLES_IDLE] = {"idle", "idle"},
    [CYCLES_MPI_SETUP] = {"MPI setup", "mpi_setup"},
    [CYCLES_UNKNOWN] = {"unknown", "unknown"},
};

const char *archive_cycles_class_word(enum archive_cycles_class class)
{
    return class < CYCLES_CLASSES ? classes[class].word : "";
}

const char *archive_cycles_class_key(enum archive_cycles_class class)
{
    return class < CYCLES_CLASSES ? classes[class].key : "";
}

enum archive_cycles_class archive_cycles_class_shown(size_t place)
{
    static const enum archive_cycles_class order[CYCLES_CLASSES] = {
        CYCLES_PROGRAM, CYCLES_MPI_POINT, CYCLES_MPI_COLLECTIVE, CYCLES_MPI_SETUP, CYCLES_RUNTIME,
        CYCLES_SYNC,    CYCLES_IO,        CYCLES_IDLE,           CYCLES_UNKNOWN};
    return order[place < CYCLES_CLASSES ? place : 0];
}

static enum archive_cycles_class class_of_call(const struct archive *archive, uint32_t region)
{
    if (archive_mpi_reads_clock(archive, region))
        return CYCLES_PROGRAM;
    switch (archive_mpi_kind(archive, region)) {
    case FORMAT_MPI_COLLECTIVE:
        return CYCLES_MPI_COLLECTIVE;
    case FORMAT_MPI_COMMUNICATOR:
    case FORMAT_MPI_DATATYPE:
    case FORMAT_MPI_INIT:
    case FORMAT_MPI_FINALIZE:
    case FORMAT_MPI_ABORT:
    case FORMAT_MPI_OTHER:
        return CYCLES_MPI_SETUP;
    default:
        return CYCLES_MPI_POINT;
    }
}

enum archive_cycles_class archive_cycles_class_of(const struct archive *archive, uint32_t region,
                                                  uint32_t lane)
{
    uint32_t kind = archive->regions.kind[region];
    switch (kind) {
    case TRI_KIND_SPAWN:
    case TRI_KIND_PARALLEL:
    case TRI_KIND_RELEASE:
        return CYCLES_RUNTIME;
    case TRI_KIND_IO:
    case TRI_KIND_FILE:
        return CYCLES_IO;
    case TRI_KIND_COMM:
        return class_of_call(archive, region);
    case TRI_KIND_FINISH:
    case TRI_KIND_CLOCK:
    case TRI_KIND_ATOMIC:
        return archive_mpi_is_call(archive, region) ? class_of_call(archive, region) : CYCLES_SYNC;
    case 0:
        return archive->lanes.pool[lane] ? CYCLES_IDLE : CYCLES_PROGRAM;
    default:
        return CYCLES_PROGRAM;
    }
}

uint8_t *archive_cycles_classes_new(const struct archive *archive)
{
    uint8_t *of = memory_zeroed(archive->regions.rows + 1, sizeof *of);
    of[0] = CYCLES_PROGRAM;
    for (uint32_t i = 1; i < archive->regions.rows; i++)
        of[i] = (uint8_t)archive_cycles_class_of(archive, i, 0);
    return of;
}
