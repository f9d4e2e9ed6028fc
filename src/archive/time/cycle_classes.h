/* cycle_classes.h: classes of what a lane does. */
#ifndef ARCHIVE_TIME_CYCLE_CLASSES_H
#define ARCHIVE_TIME_CYCLE_CLASSES_H

#include "archive/archive.h"

/* What a lane does at a moment: the innermost open visit tells. The numbers are in sealed archives:
 * three bits have room for CYCLES_STORED of them. */
enum cycles_class {
    CYCLES_PROGRAM,        /* the user's own code */
    CYCLES_RUNTIME,        /* of the parallel language or library: creating threads and tasks */
    CYCLES_MPI_POINT,      /* messages from rank to rank, and waiting for them */
    CYCLES_MPI_COLLECTIVE, /* operations of all ranks together, barriers included */
    CYCLES_SYNC,           /* waits for other threads */
    CYCLES_IO,
    CYCLES_IDLE,      /* a thread of a pool that has nothing to do */
    CYCLES_MPI_SETUP, /* MPI_Init, MPI_Finalize, communicators, types */
    CYCLES_STORED,
    CYCLES_UNKNOWN = CYCLES_STORED, /* events were dropped: of no region, found by the lanes'
                                       columns dropped_from and dropped_to */
    CYCLES_CLASSES,
};

/* For people: "program", "MPI collective" ...; for machines: "program", "mpi_collective" ... */
const char *cycles_class_word(enum cycles_class class);
const char *cycles_class_key(enum cycles_class class);

/* In the order in which classes are shown, which is not that of their numbers. */
enum cycles_class cycles_class_shown(size_t place);

/* Of a region on a lane; region 0 stands for what is outside of all. */
enum cycles_class cycles_class_of(const struct archive *archive, uint32_t region, uint32_t lane);

/* By row of regions: its class, enum cycles_class; of row 0, on lanes that are of no pool. To be
 * freed. */
uint8_t *cycles_classes_new(const struct archive *archive);

#endif
