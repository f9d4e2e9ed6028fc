/* door.h: makes doors: lets calls of functions inside a binary be led to the collector of described
 * functions (format/doors.h).
 *
 *    function                    code of the door
 *    entry:  patched: jump --->  stub:  passes the described function to the collector
 *    next:   ...        <------  real:  the instructions that the jump replaced; jump to next
 *
 * The collector calls `real` as the function was called, so that all ways out of the function,
 * returns and jumps to other functions, lead back to it. */
#ifndef LOOPS_DOOR_DOOR_H
#define LOOPS_DOOR_DOOR_H

#include "format/doors.h"
#include "loops/binary/binary.h"
#include "loops/plan/plan.h"

/* Reads the described functions from a library of jumps (vocabulary/library.h), finds them in the
 * binary, and writes their doors to a file, which appears under its name when it is complete.
 * Returns false with an error. */
bool loops_door_make(const char *library, const char *binary, const char *file,
                     struct error *error);

enum { LOOPS_DOOR_WHY = 200 };

/* A function while its door is made. */
struct loops_door {
    const struct loops_binary *binary;
    struct loops_plan *plan; /* its code, moves and patches grow */
    uint64_t start, end;     /* of the function */
    uint64_t next;           /* the next function, or the end of the code */
    uint32_t stub, real;     /* results: offsets in the code */
    char why[LOOPS_DOOR_WHY];
};

/* Add the code, moves and patches of a door. False with the reason if the function cannot be
 * patched; then nothing was added. */
bool loops_door_aarch64(struct loops_door *door);
bool loops_door_x86_64(struct loops_door *door);

#endif
