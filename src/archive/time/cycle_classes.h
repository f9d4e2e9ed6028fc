/* cycle_classes.h: classes of what a lane does at a time. */
#ifndef ARCHIVE_TIME_CYCLE_CLASSES_H
#define ARCHIVE_TIME_CYCLE_CLASSES_H

#include "archive/archive.h"

/* The class of a lane's innermost open visit. The numbers are stored in sealed archives, in three
 * bits: CYCLES_STORED must not exceed 8. */
enum archive_cycles_class {
    CYCLES_PROGRAM,        /* the user's own code, and reading MPI's clock */
    CYCLES_RUNTIME,        /* of the parallel language or library: creating threads and tasks */
    CYCLES_MPI_POINT,      /* messages between ranks, and waiting for them */
    CYCLES_MPI_COLLECTIVE, /* operations of all ranks together, including barriers */
    CYCLES_SYNC,           /* waiting for other threads */
    CYCLES_IO,
    CYCLES_IDLE,      /* a pool thread without work */
    CYCLES_MPI_SETUP, /* MPI_Init, MPI_Finalize, communicators, types */
    CYCLES_STORED,
    CYCLES_UNKNOWN = CYCLES_STORED, /* events were dropped: no region has it; see dropped_from and
                                       dropped_to of lanes */
    CYCLES_CLASSES,
};

/* Return the name of a class for people ("program", "MPI collective") and for machines ("program",
 * "mpi_collective"). */
const char *archive_cycles_class_word(enum archive_cycles_class class);
const char *archive_cycles_class_key(enum archive_cycles_class class);

/* Returns the class at a position in the order in which classes are shown. */
enum archive_cycles_class archive_cycles_class_shown(size_t place);

/* Returns the class of a region on a lane; region 0 is outside all regions. */
enum archive_cycles_class archive_cycles_class_of(const struct archive *archive, uint32_t region,
                                                  uint32_t lane);

/* Returns an array with the class of each region, by row, which the caller frees. Row 0 has the
 * class of lanes that are in no pool. */
uint8_t *archive_cycles_classes_new(const struct archive *archive);

#endif
