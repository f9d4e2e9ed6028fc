/* machine.h: what a machine can do: a small readable file (doc/model.md). */
#ifndef MODEL_MACHINE_MACHINE_H
#define MODEL_MACHINE_MACHINE_H

#include "util/buffer.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model_machine_place {
    uint32_t place;
    double flops;
};

/* What a core, or all of them together, can do at most: floating-point operations per second, bytes
 * per second; 0: not known. */
struct model_machine_roofs {
    double scalar_single, scalar_double, vector_single, vector_double;
    double l1, l2, l3, memory;
};

struct model_machine {
    char name[256];                      /* of the file, or "a generic machine" */
    double flops;                        /* operations per second of a core */
    double cores;                        /* of a place, which PARALLEL can use */
    double memory;                       /* bytes per second */
    double latency;                      /* seconds of a message */
    double bandwidth;                    /* bytes per second of a message */
    double disk_read;                    /* bytes per second */
    double disk_write;                   /* bytes per second */
    double spread;                       /* relative deviation of repeated measurements of flops */
    struct model_machine_roofs one, all; /* of a core; of `threads` of them together */
    double threads, vector_bits;         /* 0: not known */
    struct model_machine_place *places;  /* those that differ */
    size_t place_count, place_room;
};

/* A machine for those who name none: round numbers. */
void model_machine_generic(struct model_machine *machine);

/* Reads the file; what it does not say is generic. Errors name the line. */
bool model_machine_load(struct model_machine *machine, const char *path, struct error *error);
bool model_machine_parse(struct model_machine *machine, const char *text, const char *name,
                         struct error *error);
void model_machine_free(struct model_machine *machine);

/* Writes it as such a file; `remarks` are lines that begin with "#". */
void model_machine_write(const struct model_machine *machine, const char *remarks,
                         struct buffer *out);

double model_machine_flops(const struct model_machine *machine, uint32_t place);

/* Seconds of a collective of p ranks with `bytes` bytes per rank, from the moment when the last
 * rank came. Names are those of MPI without MPI_, in small letters; unknown ones count as
 * allreduce. */
double model_machine_collective(const struct model_machine *machine, const char *name, double bytes,
                                uint32_t p);

/* Measures this machine; takes some seconds. What cannot be measured stays as it is, and `remarks`
 * says why. `mpi` is a command line prefix such as "mpirun", or NULL: look for one. */
void model_machine_measure_speed(struct model_machine *machine);
/* Measures the roofs of a core, and of so many threads together; again if other programs use the
 * cores meanwhile, or if their speed changes. If that does not end, `doubt`, which is empty
 * otherwise, says why the roofs may be too low. */
void model_machine_measure_roofs(struct model_machine *machine, unsigned threads,
                                 struct buffer *doubt);
void model_machine_measure_disk(struct model_machine *machine, const char *folder,
                                struct buffer *remarks);
void model_machine_measure_network(struct model_machine *machine, struct buffer *remarks);

#endif
